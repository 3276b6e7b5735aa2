//! Reviews of whole games, with our engine and without.

use crate::common::{self, game, on};

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use erawan_analysis::bulk::{self, BulkError, End, Event, Searches, Settings};
use erawan_analysis::resume::{self, Format, Written};
use erawan_analysis::suite::{Task, TaskError};
use erawan_analysis::{
    EngineEvaluator, Evaluation, EvaluationError, Judgement, Line, Recorded, Review, ReviewError,
    Score, annotate, review,
};
use erawan_board::{Chess, Color, Makruk, Variant, with_game};
use erawan_endings::{Endings, Material, Solved, Work};
use erawan_engine::{Engine, Limits, Score as EngineScore};
use erawan_notation::pgn::{self, AnyGame, Games, PgnGame};

fn engine(limits: Limits) -> EngineEvaluator {
    EngineEvaluator::new(Engine::new(4).unwrap(), limits)
}

fn reviewed(game: &AnyGame, nodes: u64) -> Review {
    let mut engine = engine(Limits::nodes(nodes));
    with_game!(game, game => review(game, &mut engine, on).unwrap())
}

/// Black leaves a queen to be taken, White takes it; Black mates in the end
/// because White plays on carelessly.
const BLUNDERS: &str = "[White \"A\"]\n[Black \"B\"]\n\n\
    1. e4 e5 2. Nf3 (2. f4 {King's Gambit}) Qg5 3. Nxg5 {[%eval 9.99] [%clk 0:01:00]} $1 d6 \
    4. Nf3 Be7 5. d4 exd4 6. Nxd4 Nf6 *";

#[test]
fn the_engine_finds_the_blunder() {
    let review = reviewed(&game(BLUNDERS), 5000);
    let queen = &review.moves[3];
    assert_eq!((queen.san.as_str(), queen.judgement), ("Qg5", Judgement::Blunder));
    let reason = queen.reason.as_ref().unwrap().to_string();
    assert_eq!(reason, "It puts the queen on g5, where it can be taken.");
    assert!(queen.accuracy < 40.0 && queen.win_after < 25.0, "{queen:?}");
    assert_eq!(review.moves[4].judgement, Judgement::Best);
    let (white, black) = (review.side(Color::White), review.side(Color::Black));
    assert_eq!((white.moves, black.moves), (6, 6));
    assert_eq!(black.blunders, 1);
    assert_eq!(white.blunders, 0);
    assert!(white.accuracy > black.accuracy);
    assert!(black.average_loss > Some(50.0));
}

#[test]
fn reviews_do_not_depend_on_what_was_reviewed_before() {
    let games = ["1. e4 e5 2. Nf3 *", "[Variant \"Makruk\"]\n\n1. e4 d5 2. exd5 exd5 *", BLUNDERS];
    let mut engine = engine(Limits::nodes(2000));
    for text in games {
        let game = game(text);
        let again = with_game!(&game, game => review(game, &mut engine, on).unwrap());
        assert_eq!(reviewed(&game, 2000), again);
    }
}

#[test]
fn annotated_games_read_back_as_they_were_written() {
    let chess960 = "[Variant \"Chess960\"]\n\
        [FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\"]\n\n\
        1. e4 e5 2. O-O Qe6 3. d4 Qxa2 *";
    let makruk = "[Variant \"Makruk\"]\n\n1. e4 d5 2. Ne2 dxe4 3. dxe4 Ne7 *";
    for text in [BLUNDERS, chess960, makruk, "1. f3 e5 2. g4 Qh4# 0-1"] {
        let game = game(text);
        let review = reviewed(&game, 2000);
        let annotated = with_game!(&game, game => AnyGame::from(annotate(game, &review)));
        let written = annotated.to_pgn();
        let read = Games::new(&written).next().unwrap().unwrap();
        assert_eq!(read, annotated, "{written}");
        // To annotate it again changes nothing.
        let again = with_game!(&read, game => AnyGame::from(annotate(game, &review)));
        assert_eq!(again, annotated);
    }
}

#[test]
fn annotations_keep_what_was_there() {
    let game = game(BLUNDERS);
    let AnyGame::Chess(tree) = &game else { panic!("chess") };
    let review = reviewed(&game, 2000);
    let annotated = annotate(tree, &review);
    let nodes: Vec<_> = annotated.mainline().collect();
    assert_eq!(annotated.nags(nodes[3]), [4]);
    let Score::Centipawns(value) = review.moves[3].score else { panic!("no mate") };
    let evaluation = annotated.evaluation(nodes[3]).unwrap();
    assert_eq!(evaluation.score, pgn::Score::Centipawns(value));
    assert!(value > 300);
    // A good move keeps its glyph and its clock, and has a new evaluation.
    assert_eq!(annotated.nags(nodes[4]), [1]);
    assert_eq!(annotated.clock(nodes[4]), Some(Duration::from_secs(60)));
    assert_ne!(annotated.evaluation(nodes[4]).unwrap().score, pgn::Score::Centipawns(999));
    let text = pgn::write(&annotated);
    assert!(text.contains("{King's Gambit}"), "{text}");
    assert_eq!(text.matches("(2. f4").count(), 1, "{text}");
    // Black's second move has a variation with something better.
    assert_eq!(annotated.children(nodes[2]).count(), 2);
}

/// Rua against ma and met: the count that Black begins in the start position
/// makes all the difference to what is left of it.
#[test]
fn counts_begun_by_hand_are_reviewed_as_they_were() {
    let text = |mark: &str| {
        format!(
            "[Variant \"Makruk\"]\n[Counting \"manual\"]\n\
             [FEN \"8/8/2n1k3/8/8/2RMK3/8/8 b - 128 0 1\"]\n\n{mark} 1... Nd4 2. Kd2 Ke5 *"
        )
    };
    let looked = |text: &str| {
        let AnyGame::Makruk(game) = game(text) else { panic!("Makruk") };
        let mut sides = Vec::new();
        struct Look<'a>(&'a mut Vec<Option<Color>>);
        impl erawan_analysis::Evaluator<Makruk> for Look<'_> {
            fn evaluate(
                &mut self,
                game: &erawan_board::Game<Makruk>,
            ) -> Result<Evaluation, EvaluationError> {
                self.0.push(game.position().counting_side());
                let line = Line { score: EngineScore::Centipawns(0), moves: Vec::new() };
                Ok(Evaluation { lines: vec![line], depth: 1, nodes: 1 })
            }
        }
        review(&game, &mut Look(&mut sides), on).unwrap();
        sides
    };
    // Positions are looked at from the last to the first.
    assert_eq!(looked(&text("{[%count start]}")), [Some(Color::Black); 4]);
    assert_eq!(looked(&text("")), [None; 4]);
    let stopped = text("{[%count start]}").replace("Kd2", "Kd2 {[%count stop]}");
    let black = Some(Color::Black);
    assert_eq!(looked(&stopped), [None, None, black, black]);
    // Annotated, the marks are still there.
    let AnyGame::Makruk(tree) = game(&stopped) else { panic!("Makruk") };
    let review = reviewed(&game(&stopped), 500);
    let written = pgn::write(&annotate(&tree, &review));
    assert!(written.contains("[%count start]") && written.contains("[%count stop]"), "{written}");
}

/// The engine itself sees that the count is lost.
#[test]
fn the_engine_sees_a_lost_counting_race() {
    // Two ruas mate in a move, and one more is all that the count allows.
    let text = "[Variant \"Makruk\"]\n[FEN \"k7/2R5/8/8/8/8/7R/4K3 w - 16 14 20\"]\n\n20. Rg2 *";
    let review = reviewed(&game(text), 5000);
    let reason = review.moves[0].reason.as_ref().map(|reason| reason.name());
    assert!(matches!(reason, Some("count-runs-out" | "misses-mate")), "{:?}", review.moves[0]);
}

#[test]
fn a_review_can_be_cancelled() {
    let AnyGame::Chess(game) = game(BLUNDERS) else { panic!("chess") };
    // By the one who hears of its progress.
    let mut heard = Vec::new();
    let error = review(&game, &mut engine(Limits::nodes(100)), |progress| {
        heard.push((progress.done, progress.total));
        if heard.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(error.unwrap_err().is_cancelled());
    assert_eq!(heard, [(1, 13), (2, 13), (3, 13)]);
    // From another thread, while the engine would think for ever.
    let mut endless = engine(Limits::default());
    let control = endless.control();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            control.stop();
        });
        let error = review(&game, &mut endless, on).unwrap_err();
        assert_eq!(error, ReviewError::Evaluation(EvaluationError::Cancelled));
    });
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn more_lines_and_more_threads() {
    let AnyGame::Chess(game) = game("1. e4 e5 *") else { panic!("chess") };
    let mut player = Engine::new(4).unwrap();
    player.set_threads(2).unwrap();
    // To a depth: on a busy machine the other thread could use up all nodes first.
    let limits = Limits { multipv: 3, depth: Some(5), ..Limits::default() };
    let review = review(&game, &mut EngineEvaluator::new(player, limits), on).unwrap();
    for evaluation in &review.evaluations {
        assert_eq!(evaluation.lines.len(), 3);
        let mut first: Vec<_> = evaluation.lines.iter().map(|line| line.moves[0]).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 3);
    }
}

#[test]
fn odd_games_are_reviewed() {
    // No moves at all, and a game that begins mated.
    let none = reviewed(&game("[White \"x\"]\n\n*"), 100);
    assert_eq!((none.moves.len(), none.side(Color::White).accuracy), (0, None));
    let mated = "[FEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n\n0-1";
    let AnyGame::Chess(mated) = game(mated) else { panic!("chess") };
    let review_of = review(&mated, &mut Recorded::default(), on).unwrap();
    assert_eq!(review_of.start, Score::Mate { winner: Color::Black, moves: 0 });
    // The only legal move is forced, however bad.
    let forced = reviewed(&game("[FEN \"7k/8/8/8/8/8/r7/7K w - - 0 1\"]\n\n1. Kg1 *"), 100);
    assert_eq!(forced.moves[0].judgement, Judgement::Forced);
}

#[test]
fn games_that_cannot_be_reviewed_say_why() {
    let AnyGame::Chess(null) = game("1. e4 -- 2. d4 *") else { panic!("chess") };
    let error = review(&null, &mut Recorded::default(), on).unwrap_err();
    assert_eq!(error, ReviewError::NullMove { ply: 2 });
    assert_eq!(error.to_string(), "ply 2 is a null move, which cannot be reviewed");
    let AnyGame::Chess(plain) = game("1. e4 e5 *") else { panic!("chess") };
    let error = review(&plain, &mut Recorded::default(), on).unwrap_err();
    assert_eq!(error.to_string(), "no evaluation of ply 2 is recorded");
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(2501);
    let AnyGame::Chess(long) = game(&long) else { panic!("chess") };
    let error = review(&long, &mut Recorded::default(), on).unwrap_err();
    assert_eq!(error, ReviewError::TooLong);
}

#[test]
fn lines_that_are_not_legal_do_no_harm() {
    let AnyGame::Chess(tree) = game("1. e4 e5 *") else { panic!("chess") };
    let start = *tree.start();
    let elsewhere = common::line(&start, "d4 d5 c4 e6");
    let nonsense = Evaluation {
        lines: vec![Line { score: EngineScore::Centipawns(-400), moves: elsewhere }],
        depth: 1,
        nodes: 1,
    };
    let nothing = Evaluation {
        lines: vec![Line { score: EngineScore::Mate(-3), moves: vec![] }],
        ..nonsense.clone()
    };
    for said in [nonsense, nothing] {
        let mut recorded = Recorded(vec![said; 3]);
        let review = review(&tree, &mut recorded, on).unwrap();
        let annotated = annotate(&tree, &review);
        assert_eq!(annotated.mainline().count(), 2);
    }
}

fn settings(jobs: usize) -> Settings {
    let searches = Searches::Limits(Limits::nodes(300));
    Settings {
        searches,
        lines: 1,
        jobs,
        workers: 1,
        threads: 1,
        hash: 1,
        endings: None,
        network: None,
    }
}

const FILE: &str = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[White \"b\"]\n\n1. Ke2 *\n\n\
    [White \"c\"]\n\n1. e4 -- *\n\n[White \"d\"]\n[Variant \"Makruk\"]\n\n1. e4 d5 *\n\n\
    [White \"e\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn names(file: &str, jobs: usize, known: &[u64]) -> (Result<End, String>, Vec<String>) {
    let mut names = Vec::new();
    let stop = AtomicBool::new(false);
    let end = bulk::run(file.as_bytes(), &settings(jobs), known, &stop, |event| {
        match event {
            Event::Reviewed(done) => names.push(done.game.tags().get("White").unwrap().to_owned()),
            Event::Known { number } => names.push(format!("known {number}")),
            Event::Bad { message, .. } => names.push(message),
            Event::Tick(_) => {}
        }
        Ok::<(), String>(())
    });
    (end.map_err(|error| error.to_string()), names)
}

#[test]
fn files_are_reviewed_in_order() {
    let expected = [
        "a",
        "game 2, line 7: Ke2 (ply 1): no such king can go to e2",
        "game 3: ply 2 is a null move, which cannot be reviewed",
        "d",
        "e",
    ];
    for jobs in [1, 3] {
        let (end, found) = names(FILE, jobs, &[]);
        assert_eq!(end, Ok(End::Complete));
        assert_eq!(found, expected);
    }
    // Many short games behind a long one, more than may wait.
    let many = format!("{}*\n\n{}", "Nf3 Nf6 Ng1 Ng8 ".repeat(20), "1. e4 *\n\n".repeat(60));
    let (end, found) = names(&many, 2, &[]);
    assert_eq!((end, found.len()), (Ok(End::Complete), 61));
}

#[test]
fn known_games_are_not_reviewed_again() {
    let keys: Vec<u64> =
        Games::new(FILE).filter_map(Result::ok).map(|game| resume::fingerprint(&game)).collect();
    let (end, found) = names(FILE, 2, &keys[..1]);
    assert_eq!((end, found[0].as_str()), (Ok(End::Complete), "known 1"));
    assert_eq!(found.last().unwrap(), "e");
    // Games that cannot be reviewed are not among the known ones.
    let known = [keys[0], keys[2]];
    let (end, found) = names(FILE, 2, &known);
    let null_move = "game 3: ply 2 is a null move, which cannot be reviewed";
    assert_eq!(end, Ok(End::Complete));
    assert_eq!(found[2..], [null_move, "known 4", "e"]);
    let (end, _) = names(FILE, 2, &[1]);
    assert_eq!(end.unwrap_err(), "game 1 is not the one reviewed before");
    let (end, _) = names("1. e4 *", 2, &[resume::fingerprint(&game("1. e4 *")), 2]);
    assert_eq!(end.unwrap_err(), "there are fewer games than were reviewed before");
}

#[test]
fn files_are_broken_off_and_broken() {
    let stop = AtomicBool::new(true);
    let endless = Settings { searches: Searches::Limits(Limits::default()), ..settings(2) };
    let end = bulk::run(FILE.as_bytes(), &endless, &[], &stop, |_| Ok::<(), String>(()));
    assert_eq!(end.unwrap(), End::Interrupted);
    let stop = AtomicBool::new(false);
    let end = bulk::run(FILE.as_bytes(), &settings(2), &[], &stop, |_| Err("enough"));
    assert!(matches!(end, Err(BulkError::Listener("enough"))));
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let end = bulk::run(Broken, &settings(2), &[], &stop, |_| Ok::<(), String>(()));
    assert_eq!(end.unwrap_err().to_string(), "broken");
    let huge = Settings { hash: usize::MAX, ..settings(1) };
    let end = bulk::run(FILE.as_bytes(), &huge, &[], &stop, |_| Ok::<(), String>(()));
    assert!(matches!(end, Err(BulkError::Engine(_))));
}

#[test]
fn what_was_cut_is_found_at_every_length() {
    let settings = settings(1);
    let mut records = [Vec::new(), Vec::new()];
    let stop = AtomicBool::new(false);
    bulk::run(FILE.as_bytes(), &settings, &[], &stop, |event| {
        if let Event::Reviewed(done) = event {
            records[0].push(resume::write(Format::Pgn, &done, &settings));
            records[1].push(resume::write(Format::JsonLines, &done, &settings));
        }
        Ok::<(), String>(())
    })
    .unwrap();
    for (format, records) in [Format::Pgn, Format::JsonLines].into_iter().zip(records) {
        let whole = records.concat();
        for length in 0..=whole.len() {
            let cut = &whole.as_bytes()[..length];
            let Written { games, length: kept } = resume::scan(format, cut, &settings).unwrap();
            let mut expected = 0;
            let mut count = 0;
            for record in &records {
                if expected + record.len() > length {
                    break;
                }
                expected += record.len();
                count += 1;
            }
            assert_eq!((kept as usize, games.len()), (expected, count), "{format:?} {length}");
        }
        let other = Settings { searches: Searches::Limits(Limits::depth(3)), ..settings.clone() };
        let error = resume::scan(format, whole.as_bytes(), &other).unwrap_err().to_string();
        assert!(error.starts_with("game 1 was reviewed otherwise: Erawan"), "{error}");
    }
}

#[test]
fn suites_are_read() {
    let task = |line: &str| Task::<Chess>::read(line.as_bytes());
    assert!(matches!(task(""), Ok(None)));
    assert!(matches!(task("# remark"), Ok(None)));
    assert!(matches!(task("x"), Err(TaskError::Epd(_))));
    assert!(matches!(task("4k3/8/8/8/8/8/8/4K2R w - - bm Qh5;"), Err(TaskError::Move(_))));
    assert!(matches!(task("4k3/8/8/8/8/8/8/4K2R w - - dm x;"), Err(TaskError::NoMateNumber)));
    assert!(matches!(Task::<Makruk>::read(b"\xFF"), Err(TaskError::NotText)));
    let asked = task("4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+ Rh7; am Kd1;").unwrap().unwrap();
    assert_eq!(asked.expected(), "bm Rh8+ Rh7, am Kd1");
    assert_eq!((asked.best.len(), asked.avoid.len()), (2, 1));
}

#[test]
fn json_has_what_the_review_has() {
    let game = game("[White \"a\\\"b\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    let review = reviewed(&game, 1000);
    let line = erawan_analysis::json::record(&game, &review);
    for expected in [
        "\"white\":\"a\\\"b\"",
        "\"result\":\"0-1\"",
        "\"san\":\"g4\",\"mate\":-1,",
        "\"san\":\"Qh4#\",\"mate\":0,",
        "\"judgement\":\"blunder\"",
        "\"reason\":\"allows-mate\",\"why\":\"It allows mate in 1.\"",
    ] {
        assert!(line.contains(expected), "no {expected} in {line}");
    }
    assert_eq!(line.lines().count(), 1);
}

/// In a won ending of three men the tables know every move, and the count with it.
#[test]
fn endings_are_judged_by_their_tables() {
    let work = Work { threads: 1, stop: &AtomicBool::new(false) };
    let mut solved = Solved::<Makruk>::new();
    let mut endings = Endings::new();
    for name in ["KvK", "KRvK"] {
        let material = Material::from_name(name).unwrap();
        let bytes = solved.solve(material, work).unwrap().to_bytes::<Makruk>();
        endings.add_bytes(Variant::Makruk, material, bytes).unwrap();
    }
    // Black could have held out by the count, and White then lets it pass.
    let game = "[Variant \"Makruk\"]\n[SetUp \"1\"]\n\
        [FEN \"8/8/8/2k5/8/2K5/8/1R6 b - 32 10 1\"]\n\n1... Kc6 2. Ra1 Kd5 *\n";
    let reasons = |endings: Option<Arc<Endings>>| {
        let settings = Settings { endings, ..settings(1) };
        let mut found = Vec::new();
        let stop = AtomicBool::new(false);
        let end = bulk::run(game.as_bytes(), &settings, &[], &stop, |event| {
            if let Event::Reviewed(done) = event {
                let moves = done.review.moves.iter();
                let name = |reason: &erawan_analysis::Reason| reason.name();
                found.extend(moves.map(|it| it.reason.as_ref().map(name)));
            }
            Ok::<(), String>(())
        });
        assert_eq!(end.unwrap(), End::Complete);
        (found, settings.to_string())
    };
    let (known, told) = reasons(Some(Arc::new(endings)));
    assert_eq!(known, [Some("spoils-draw"), Some("spoils-win"), None]);
    assert!(told.ends_with("endgame tables"), "{told}");
    let (guessed, told) = reasons(None);
    assert!(!guessed.contains(&Some("spoils-draw")) && !guessed.contains(&Some("spoils-win")));
    assert!(!told.contains("tables"), "{told}");
}
