//! Moves and games as makruk-js writes them.

use erawan_board::{Chess, Makruk, Move, Position, Rules, Strictness, Variant};
use erawan_notation::pgn::{self, AnyGame, Games, PgnGame};
use erawan_notation::san::{self, SanError, makruk_js};
use erawan_notation::{fen, uci};
use erawan_testing::Random;

fn position(text: &str) -> Position<Makruk> {
    fen::makruk_js::parse(text, Strictness::Lenient).unwrap()
}

fn plain(m: Move) -> String {
    uci::write::<Makruk>(m, Default::default())
}

/// The notation of makruk-js by its own definition: a letter, a disambiguator if
/// another man like it shares its file or rank, `x`, the target, `=F`.
fn by_definition(position: &Position<Makruk>, m: Move) -> String {
    let kind = |m: Move| (m.role(), position.promoted().contains(m.from()));
    let letter = match kind(m) {
        (role, false) => ["", "M", "T", "R", "E", "K"][role.index()],
        (_, true) => "",
    };
    let moves = position.legal_moves();
    let others = moves.iter().filter(|o| kind(**o) == kind(m) && o.to() == m.to() && **o != m);
    let (mut file, mut rank) = (false, false);
    for other in others {
        file |= other.from().file() == m.from().file();
        rank |= other.from().rank() == m.from().rank();
    }
    let origin = m.from().to_string();
    let takes = position.is_capture(m);
    let origin = match (letter, file, rank) {
        ("", _, _) if takes => &origin[..1],
        ("", _, _) => "",
        (_, true, true) => &origin[..],
        (_, true, false) => &origin[1..],
        (_, false, true) => &origin[..1],
        _ => "",
    };
    let promotion = if m.is_promotion() { "=F" } else { "" };
    let text = format!("{letter}{origin}{}{}{promotion}", if takes { "x" } else { "" }, m.to());
    let after = position.play(m).unwrap();
    let sign = match (after.in_check(), after.has_legal_moves()) {
        (true, true) => "+",
        (true, false) => "#",
        _ => "",
    };
    text + sign
}

#[test]
fn moves_are_written_as_there_where_that_names_one_move() {
    let mut random = Random::new(7);
    let (mut alike, mut other) = (0, 0);
    for _ in 0..60 {
        let mut position = Position::<Makruk>::startpos();
        for _ in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let theirs: Vec<String> = moves.iter().map(|&m| by_definition(&position, m)).collect();
            for (&m, their) in moves.iter().zip(&theirs) {
                let ours = makruk_js::write(&position, m);
                assert_eq!(makruk_js::parse(&position, &ours), Ok(m), "{ours}");
                let same = |text: &&String| {
                    text.trim_end_matches(['+', '#']) == their.trim_end_matches(['+', '#'])
                };
                if theirs.iter().filter(same).count() == 1 {
                    assert_eq!(ours, *their);
                    alike += 1;
                } else {
                    other += 1;
                }
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    assert!(alike > 100_000 && other > 100, "{alike} {other}");
}

#[test]
fn letters_mean_other_men() {
    let at = position("3k4/8/5F2/2E5/1T1M4/2B5/8/R2K4 w 40");
    for (text, uci) in [
        ("Me6+", "d4e6"),
        ("Tb5", "b4b5"),
        ("Ed6", "c5d6"),
        ("e7+", "f6e7"),
        ("Fe7", "f6e7"),
        ("g5", "f6g5"),
        ("c4", "c3c4"),
        ("Rb1!?", "a1b1"),
        ("Kd1-e2", "d1e2"),
    ] {
        assert_eq!(makruk_js::parse(&at, text).map(plain).as_deref(), Ok(uci), "{text}");
    }
    assert_eq!(san::write(&at, makruk_js::parse(&at, "Me6").unwrap()), "Ne6+");
}

#[test]
fn a_bia_goes_before_a_promoted_one_and_other_doubts_are_errors() {
    // A bia on e4, a promoted one on d4: both can go to e5.
    let at = position("3k4/8/8/8/3FB3/8/8/3K4 w 40");
    assert_eq!(makruk_js::parse(&at, "e5").map(plain).as_deref(), Ok("e4e5"));
    let promoted = makruk_js::parse(&at, "Fe5").unwrap();
    assert_eq!(plain(promoted), "d4e5");
    assert_eq!(makruk_js::write(&at, promoted), "Fd4e5");
    // Two ma that share neither file nor rank.
    let at = position("3k4/8/8/8/8/5M2/8/1M1K4 w 40");
    let error = makruk_js::parse(&at, "Md2").unwrap_err();
    assert_eq!(error.to_string(), "several moves are meant: b1d2 or f3d2");
    assert_eq!(makruk_js::parse(&at, "Mbd2").map(plain).as_deref(), Ok("b1d2"));
}

#[test]
fn what_is_no_move_is_said_to_be_none() {
    let at = Position::<Makruk>::startpos();
    for text in ["", "x", "Nd2", "Qd2", "Md", "Md9", "Mi2", "Mabd2", "=F", "O-O", "MMd2", "é4"] {
        let error = makruk_js::parse(&at, text).unwrap_err();
        assert_eq!(error, SanError::NotAMove, "{text}");
    }
    for text in ["Me5", "bxc4", "b5", "b4=F", "Ee2"] {
        let error = makruk_js::parse(&at, text).unwrap_err();
        assert!(matches!(error, SanError::Unreachable { .. }), "{text}: {error}");
    }
    assert_eq!(makruk_js::parse(&at, "--"), Err(SanError::NullMove));
}

#[test]
fn games_go_there_and_back() {
    let text = "[Event \"Custom\"]\n[FEN \"r2mk2r/8/bbbbbbbb/8/8/BBBBBBBB/8/R2MK2R w 1\"]\n\n\
                1. b4 { first } b5 ( 1... c5 2. c4 ) 2. Mc3?? *";
    let error = Games::new(text).of_makruk_js().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "game 1, line 4: Mc3 (ply 3): no such ma can go to c3");
    let text = text.replace("Mc3??", "Mf2!?");
    let game = Games::new(&text).of_makruk_js().next().unwrap().unwrap();
    assert_eq!(game.variant(), Variant::Makruk);
    let AnyGame::Makruk(tree) = &game else { panic!("another game") };
    let written = pgn::write_makruk_js(tree);
    assert!(written.contains("[FEN \"r2mk2r/8/bbbbbbbb/8/8/BBBBBBBB/8/R2MK2R w 1\"]"));
    assert!(!written.contains("Variant"));
    let again = Games::new(&written).of_makruk_js().next().unwrap().unwrap();
    assert_eq!(again, game);
    // The standard form says the same.
    let standard = game.to_pgn();
    assert!(standard.contains("[FEN \"r2nk2r/8/pppppppp/8/8/PPPPPPPP/8/R2NK2R w - - 0 1\"]"));
    assert_eq!(Games::new(&standard).next().unwrap().unwrap(), game);
}

#[test]
fn tags_that_name_another_game_are_believed() {
    let text = "[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 *";
    let game = Games::new(text).of_makruk_js().next().unwrap().unwrap();
    assert_eq!(game.variant(), Chess::VARIANT);
}
