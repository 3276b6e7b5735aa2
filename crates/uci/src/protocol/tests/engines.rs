//! Lines in the forms that engines really write.

use super::super::*;
use super::message;

/// The line, and what it is when printed again.
const LINES: &[(&str, &str)] = &[
    // Stockfish
    ("id name Stockfish 15.1", "id name Stockfish 15.1"),
    (
        "id author the Stockfish developers (see AUTHORS file)",
        "id author the Stockfish developers (see AUTHORS file)",
    ),
    (
        "option name Debug Log File type string default ",
        "option name Debug Log File type string default <empty>",
    ),
    (
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyPath type string default <empty>",
    ),
    (
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name Hash type spin default 16 min 1 max 33554432",
    ),
    ("option name Clear Hash type button", "option name Clear Hash type button"),
    (
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name Skill Level type spin default 20 min -20 max 20",
    ),
    (
        "option name EvalFile type string default nn-ad9b42354671.nnue",
        "option name EvalFile type string default nn-ad9b42354671.nnue",
    ),
    (
        "info string NNUE evaluation using nn-ad9b42354671.nnue enabled",
        "info string NNUE evaluation using nn-ad9b42354671.nnue enabled",
    ),
    (
        "info depth 24 seldepth 33 multipv 1 score cp 36 lowerbound nodes 2118374 nps 1005396 \
         hashfull 627 tbhits 0 time 2107 pv e2e4",
        "info depth 24 seldepth 33 multipv 1 score cp 36 lowerbound nodes 2118374 nps 1005396 \
         hashfull 627 tbhits 0 time 2107 pv e2e4",
    ),
    // Older ones write the bound behind the chances.
    (
        "info depth 24 seldepth 33 multipv 1 score cp 36 wdl 73 896 31 upperbound nodes 2118374 \
         nps 1005396 tbhits 0 time 2107 pv e2e4 e7e5 g1f3",
        "info depth 24 seldepth 33 multipv 1 score cp 36 upperbound wdl 73 896 31 nodes 2118374 \
         nps 1005396 tbhits 0 time 2107 pv e2e4 e7e5 g1f3",
    ),
    (
        "info depth 30 currmove e2e4 currmovenumber 1",
        "info depth 30 currmove e2e4 currmovenumber 1",
    ),
    ("info depth 0 score mate 0", "info depth 0 score mate 0"),
    (
        "info depth 245 seldepth 5 multipv 1 score mate -2 nodes 31 nps 31000 hashfull 0 tbhits 0 \
         time 1 pv g8h8 f7f8q",
        "info depth 245 seldepth 5 multipv 1 score mate -2 nodes 31 nps 31000 hashfull 0 tbhits 0 \
         time 1 pv g8h8 f7f8q",
    ),
    ("bestmove d7d5 ponder d2d3", "bestmove d7d5 ponder d2d3"),
    ("bestmove (none)", "bestmove (none)"),
    // Fairy-Stockfish: drops and boards of more than nine ranks
    (
        "option name UCI_Variant type combo default chess var 3check var chess var makruk",
        "option name UCI_Variant type combo default chess var 3check var chess var makruk",
    ),
    (
        "info depth 6 seldepth 6 multipv 1 score cp 46 nodes 2449 nps 272111 tbhits 0 time 9 \
         pv P@e4 a10b9 g9g10+ a5a6m",
        "info depth 6 seldepth 6 multipv 1 score cp 46 nodes 2449 nps 272111 tbhits 0 time 9 \
         pv P@e4 a10b9 g9g10+ a5a6m",
    ),
    (
        "info string variant makruk files 8 ranks 8 pocket 0 template makruk startpos \
         rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "info string variant makruk files 8 ranks 8 pocket 0 template makruk startpos \
         rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    ),
    // Lc0
    ("id name Lc0 v0.31.2", "id name Lc0 v0.31.2"),
    (
        "option name WeightsFile type string default <autodiscover>",
        "option name WeightsFile type string default <autodiscover>",
    ),
    (
        "option name Backend type combo default cuda-auto var cuda-auto var cuda var blas var eigen",
        "option name Backend type combo default cuda-auto var cuda-auto var cuda var blas var eigen",
    ),
    (
        "option name CPuct type string default 1.745000",
        "option name CPuct type string default 1.745000",
    ),
    (
        "info depth 9 seldepth 31 time 1013 nodes 14392 score cp 21 wdl 117 805 78 movesleft 146 \
         nps 15278 tbhits 0 pv d2d4 g8f6 c2c4 e7e6",
        "info depth 9 seldepth 31 score cp 21 wdl 117 805 78 nodes 14392 nps 15278 tbhits 0 \
         time 1013 pv d2d4 g8f6 c2c4 e7e6",
    ),
    (
        "info string e2e4  (322 ) N:    1371 (+12) (P: 12.31%) (WL:  0.04021) (D: 0.801)",
        "info string e2e4  (322 ) N:    1371 (+12) (P: 12.31%) (WL:  0.04021) (D: 0.801)",
    ),
    // Komodo, Rybka, HIARCS and older programs
    (
        "info multipv 2 depth 18 seldepth 27 score cp -12 time 812 nodes 1200345 nps 1478257 \
         cpuload 998 hashfull 12 pv e7e5",
        "info depth 18 seldepth 27 multipv 2 score cp -12 nodes 1200345 nps 1478257 hashfull 12 \
         time 812 pv e7e5",
    ),
    ("info nodes 5 nps 100 cpuload 1000 sbhits 3", "info nodes 5 nps 100"),
    ("info currline 1 e2e4 e7e5 depth 4", "info depth 4"),
    ("info refutation d1h5 g6h5", "info"),
    (
        "info pv e2e4 e7e5 time 12 score lowerbound cp 20",
        "info score cp 20 lowerbound time 12 pv e2e4 e7e5",
    ),
    (
        "option name NalimovPath type string default c:\\",
        "option name NalimovPath type string default c:\\",
    ),
    (
        "option name Style type combo default Normal var Solid var Normal var Very Risky",
        "option name Style type combo default Normal var Solid var Normal var Very Risky",
    ),
    (
        "option type check name Own Book default TRUE",
        "option name Own Book type check default true",
    ),
    ("copyprotection checking", "copyprotection checking"),
    ("copyprotection ok", "copyprotection ok"),
    ("registration error", "registration error"),
    ("bestmove e2e4 draw ponder e7e5 now", "bestmove e2e4 ponder e7e5"),
    // What programs write beside the protocol
    ("Stockfish 15.1 by the Stockfish developers", "Stockfish 15.1 by the Stockfish developers"),
    ("       _\r", "_"),
    ("Nodes searched: 197281", "Nodes searched: 197281"),
    ("uciok", "uciok"),
    ("readyok\r\n", "readyok"),
];

#[test]
fn lines_of_other_engines_are_understood() {
    for &(line, wanted) in LINES {
        let (found, warnings) = message(line);
        assert_eq!(found.to_string(), wanted);
        assert_eq!(warnings, [""; 0], "{line}");
        let known = ["id", "option", "info", "bestmove", "uciok", "readyok"];
        if known.contains(&line.split_ascii_whitespace().next().unwrap_or("")) {
            assert!(!matches!(found, Message::Unknown(_)), "{line}");
        }
    }
}

#[test]
fn fields_end_up_where_they_belong() {
    let (Message::Info(info), _) = message(LINES[10].0) else { panic!("no info") };
    let wanted = Info {
        depth: Some(24),
        selective_depth: Some(33),
        multi_pv: Some(1),
        score: Some(Score::Centipawns(36)),
        bound: Some(Bound::Upper),
        wdl: Some(Wdl { win: 73, draw: 896, loss: 31 }),
        nodes: Some(2_118_374),
        nodes_per_second: Some(1_005_396),
        tablebase_hits: Some(0),
        time: Some(2107),
        pv: vec!["e2e4".into(), "e7e5".into(), "g1f3".into()],
        ..Info::default()
    };
    assert_eq!(*info, wanted);
    let (Message::Option(option), _) =
        message("option name Style type combo default Normal var Solid var Normal var Very Risky")
    else {
        panic!("no option")
    };
    let wanted = OptionDeclaration::combo("Style", "Normal", &["Solid", "Normal", "Very Risky"]);
    assert_eq!(Ok(option), wanted);
}
