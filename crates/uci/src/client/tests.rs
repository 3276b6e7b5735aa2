//! Programs that behave and programs that do not, as small shell scripts.

use std::io::Write;
use std::process::Command as Program;
use std::time::{Duration, Instant};

use super::*;
use crate::options::SetOptionError;
use crate::protocol::{Command, Go, Message, Score, Start};

/// Long enough for any machine; no test that passes waits for it.
const LONG: Duration = Duration::from_secs(60);
/// Short enough to wait for.
const SHORT: Duration = Duration::from_millis(100);

const HELLO: &str = "uci) echo 'id name Mock 1'; echo 'id author Nobody'
    echo 'option name Hash type spin default 16 min 1 max 64'
    echo 'option name hash type spin default 1 min 1 max 2'
    echo 'option name Clear Hash type button'; echo uciok;;
isready) echo readyok;;
quit) exit 0;;";

fn shell(script: &str) -> UciProcess {
    let mut program = Program::new("sh");
    program.arg("-c").arg(script);
    UciProcess::start(program).expect("a shell")
}

/// A program that answers politely, and otherwise as the cases say.
fn mock(cases: &str) -> UciProcess {
    let mut process =
        shell(&format!("while read -r line; do case \"$line\" in\n{HELLO}\n{cases}\nesac; done"));
    process.handshake(LONG).expect("uciok");
    process
}

fn search(process: &mut UciProcess, timeout: Duration) -> Result<BestMove, ClientError> {
    process.position(Start::Initial, &[""; 0])?;
    process.go(Go { depth: Some(1), ..Go::default() })?;
    process.wait_best_move(timeout, |_| {})
}

#[test]
fn a_game_is_played() {
    let mut process = mock(
        "setoption*) echo \"info string $line\";;
        position*) echo \"info string $line\";;
        go*) echo 'info depth 1 multipv 1 score cp 3 pv e7e5'
            echo 'info depth 1 multipv 2 score cp 1 pv e7e6'
            sleep 0.05; echo 'bestmove e7e5 ponder g1f3';;",
    );
    let identity = process.identity();
    assert_eq!(identity.name.as_deref(), Some("Mock 1"));
    assert_eq!(identity.author.as_deref(), Some("Nobody"));
    assert_eq!(identity.options.iter().count(), 2);

    process.set_option("HASH", Some("32")).expect("declared");
    let said = |event: Event| event.message.to_string();
    let echo = process.next_event(LONG).map(said).expect("an echo");
    assert_eq!(echo, "info string setoption name Hash value 32");
    assert_eq!(process.identity().options.spin("Hash"), Some(32));
    assert!(matches!(
        process.set_option("Hash", Some("65")),
        Err(ClientError::Option(SetOptionError::OutOfRange { .. }))
    ));
    assert!(matches!(
        process.set_option("Clear Hsah", None),
        Err(ClientError::Option(SetOptionError::Unknown { suggestion: Some(_), .. }))
    ));
    process.wait_ready(LONG).expect("readyok");

    for _ in 0..2 {
        process.new_game().expect("reading");
        process.position(Start::Initial, &["e2e4"]).expect("reading");
        let echo = process.next_event(LONG).map(said).expect("an echo");
        assert_eq!(echo, "info string position startpos moves e2e4");
        process.go(Go { nodes: Some(1), ..Go::default() }).expect("reading");
        assert!(process.is_searching());
        assert!(matches!(process.go(Go::default()), Err(ClientError::Searching)));
        assert!(matches!(process.new_game(), Err(ClientError::Searching)));
        let mut lines = 0;
        let result = process.wait_best_move(LONG, |event| {
            assert!(event.elapsed.is_some());
            lines += 1;
        });
        let result = result.expect("a move");
        assert_eq!(result.best.as_deref(), Some("e7e5"));
        assert_eq!(result.ponder.as_deref(), Some("g1f3"));
        assert_eq!(result.info.and_then(|info| info.score), Some(Score::Centipawns(3)));
        assert!(result.elapsed >= Duration::from_millis(50) && result.elapsed < LONG);
        assert_eq!(lines, 3);
        assert!(!process.is_searching());
        assert!(matches!(process.wait_best_move(LONG, |_| {}), Err(ClientError::NotSearching)));
    }
    assert!(process.quit(LONG).expect("it ends").success());
}

#[test]
fn a_program_that_does_not_exist_is_reported() {
    let error = UciProcess::start(Program::new("no-such-engine")).err().expect("an error");
    assert!(matches!(error, ClientError::Start { .. }));
    assert!(error.to_string().starts_with("cannot start no-such-engine: "));
}

#[test]
fn a_program_that_never_answers_is_reported() {
    let mut process = shell("while read -r line; do :; done");
    let error = process.handshake(SHORT).expect_err("no answer");
    assert_eq!(error.to_string(), "waited 100ms for uciok in vain");
    let error = process.wait_ready(SHORT).expect_err("no answer");
    assert!(matches!(error, ClientError::TimedOut { awaited: Awaited::ReadyOk, .. }));
    let error = search(&mut process, SHORT).expect_err("no answer");
    assert!(matches!(error, ClientError::TimedOut { awaited: Awaited::BestMove, .. }));
    let error = process.quit(SHORT).expect_err("no answer");
    assert!(matches!(error, ClientError::TimedOut { awaited: Awaited::Exit, .. }));
}

#[test]
fn a_program_that_talks_without_end_is_reported() {
    let mut process = shell("while :; do echo info string still here; echo; done");
    let start = Instant::now();
    let error = process.handshake(SHORT).expect_err("no answer");
    assert!(matches!(error, ClientError::TimedOut { awaited: Awaited::UciOk, .. }));
    assert!(start.elapsed() < LONG);
}

#[test]
fn a_program_that_ends_in_a_search_is_reported() {
    let mut process = mock("go*) echo 'info depth 1'; echo 'out of luck' >&2; exit 7;;");
    let error = search(&mut process, LONG).expect_err("no move");
    let ClientError::Ended { awaited, status, errors } = &error else { panic!("{error}") };
    assert_eq!(*awaited, Awaited::BestMove);
    assert_eq!(status.and_then(|status| status.code()), Some(7));
    assert_eq!(errors, "out of luck");
    assert_eq!(
        error.to_string(),
        "the program ended (exit status: 7) while waiting for bestmove; it said: out of luck"
    );

    let mut process = mock("go*) kill -9 $$;;");
    let error = search(&mut process, LONG).expect_err("no move");
    assert!(matches!(error, ClientError::Ended { status: Some(_), .. }), "{error}");
    // Everything after that is an error too, and nothing hangs.
    assert!(matches!(process.wait_ready(LONG), Err(ClientError::Ended { .. })));
    assert!(!process.quit(LONG).expect("it has ended").success());
}

#[test]
fn a_program_that_closes_its_output_is_reported() {
    let mut process = mock("go*) exec >&-; exec sleep 100;;");
    let error = search(&mut process, LONG).expect_err("no move");
    assert!(matches!(error, ClientError::Ended { status: None, .. }), "{error}");
}

#[test]
fn garbage_is_passed_over() {
    let mut process = mock(
        "go*) printf '\\377\\376\\000 bestmove\\n\\r\\n\\n  \\n'
            echo 'info depth many score cp - pv'; echo 'bestmov e2e4'; echo 'info score'
            printf 'info depth 3\\000 nodes 9\\r\\n'; head -c 200000 /dev/urandom; echo
            printf 'bestmove e2e4\\r\\n';;",
    );
    let mut warnings = 0;
    process.go(Go::default()).expect("reading");
    let result = process.wait_best_move(LONG, |event| warnings += event.warnings.len());
    assert_eq!(result.expect("a move").best.as_deref(), Some("e2e4"));
    assert!(warnings >= 4);
}

#[test]
fn a_line_of_ten_megabytes_is_cut() {
    let mut process = mock(
        "go*) printf 'info string '; head -c 10000000 /dev/zero | tr '\\0' x; echo
            echo 'bestmove e2e4';;
        stop) head -c 10000000 /dev/zero | tr '\\0' x; exec sleep 100;;",
    );
    process.go(Go::default()).expect("reading");
    let event = process.next_event(LONG).expect("a line");
    let Message::Info(info) = event.message else { panic!("no info") };
    assert_eq!(
        info.string.map(|text| text.len()),
        Some(crate::limits::ANSWER_LINE - "info string ".len())
    );
    assert!(event.cut);
    let mut cut = false;
    let result = process.wait_best_move(LONG, |event| cut |= event.cut).expect("a move");
    assert_eq!((result.best.as_deref(), cut), (Some("e2e4"), false));
    // Without a line break there is nothing to see.
    process.go(Go::default()).expect("reading");
    process.wait_best_move(LONG, |_| {}).expect("a move");
    process.stop().expect("reading");
    assert!(matches!(process.next_event(SHORT * 3), Err(ClientError::TimedOut { .. })));
}

#[test]
fn the_last_line_needs_no_line_break() {
    let mut process = mock("go*) printf 'bestmove e2e4'; exit 0;;");
    assert_eq!(search(&mut process, LONG).expect("a move").best.as_deref(), Some("e2e4"));
}

#[test]
fn a_search_is_stopped_and_waited_for_again() {
    let mut process = mock("stop) echo 'bestmove (none)';;");
    let error = search(&mut process, SHORT).expect_err("it searches on");
    assert!(matches!(error, ClientError::TimedOut { .. }));
    // A move that arrives while something else is awaited is not lost.
    process.stop().expect("reading");
    process.wait_ready(LONG).expect("readyok");
    assert!(!process.is_searching());
    let result = process.wait_best_move(Duration::ZERO, |_| {}).expect("an answer");
    assert_eq!(result.best, None);
    assert!(result.elapsed >= SHORT);
}

#[test]
fn late_answers_pass_for_no_others() {
    let mut process = mock(
        "ponderhit) echo 'bestmove a2a3'; echo readyok;;
        go*) echo 'bestmove e2e4';;",
    );
    // An answer to nothing, read or still unread, is not the next search's.
    process.send(&Command::PonderHit).expect("reading");
    process.wait_ready(LONG).expect("readyok");
    let result = search(&mut process, LONG).expect("a move");
    assert_eq!(result.best.as_deref(), Some("e2e4"));

    let mut process = mock("go*) sleep 0.5; echo 'bestmove e2e4';;");
    process.go(Go::default()).expect("reading");
    assert!(process.wait_ready(SHORT).is_err());
    process.wait_ready(LONG).expect("readyok");
    assert!(!process.is_searching(), "the second readyok comes after the move");
}

#[test]
fn pondering_counts_from_the_hit() {
    let mut process = mock("ponderhit) echo 'bestmove e2e4';;");
    process.go(Go { ponder: true, ..Go::default() }).expect("reading");
    let paused = Instant::now();
    assert!(process.next_event(SHORT * 5).is_err());
    process.ponder_hit().expect("reading");
    let result = process.wait_best_move(LONG, |_| {}).expect("a move");
    assert!(result.elapsed + SHORT * 5 <= paused.elapsed());
}

#[test]
fn a_program_that_does_not_read_is_reported() {
    let mut process = shell("exec sleep 100");
    let moves = vec!["e2e4"; 100_000];
    let start = Instant::now();
    let error = (0..100).find_map(|_| process.position(Start::Initial, &moves).err());
    assert!(matches!(error, Some(ClientError::NotReading)));
    assert!(start.elapsed() < LONG);
}

#[test]
fn many_lines_may_be_sent_and_wait_to_be_read() {
    let mut process =
        mock("d) i=0; while [ $i -lt 5000 ]; do echo \"info nodes $i\"; i=$((i+1)); done;;");
    process.send(&Command::Draw).expect("reading");
    for _ in 0..5000 {
        process.set_option("Clear Hash", None).expect("reading");
    }
    for wanted in 0..5000 {
        let Message::Info(info) = process.next_event(LONG).expect("a line").message else {
            panic!("no info")
        };
        assert_eq!(info.nodes, Some(wanted));
    }
    process.wait_ready(LONG).expect("readyok");
}

#[test]
fn the_time_of_a_search_counts_from_go() {
    let mut process = mock("go*) :;;\nstop) echo 'bestmove e2e4';;");
    assert_eq!(process.searching_for(), Duration::ZERO);
    process.position(Start::Initial, &[""; 0]).expect("reading");
    process.go(Go { infinite: true, ..Go::default() }).expect("reading");
    while process.searching_for() < SHORT {
        std::thread::sleep(Duration::from_millis(5));
    }
    process.stop().expect("reading");
    let result = process.wait_best_move(LONG, |_| {}).expect("a move");
    assert!(result.elapsed >= SHORT, "{:?}", result.elapsed);
    assert_eq!(process.searching_for(), Duration::ZERO);
}

#[test]
fn what_nobody_waits_for_can_be_looked_at() {
    // More than may wait: without a look at it the program could not go on.
    let mut process = mock(
        "go*) i=0; while [ $i -lt 3000 ]; do echo \"info depth $i score cp 1\"; i=$((i + 1)); done
            echo 'bestmove e2e4';;",
    );
    process.position(Start::Initial, &[""; 0]).expect("reading");
    process.go(Go { ponder: true, ..Go::default() }).expect("reading");
    let begun = Instant::now();
    while process.is_searching() && begun.elapsed() < LONG {
        process.drain();
        std::thread::sleep(Duration::from_millis(1));
    }
    let result = process.wait_best_move(Duration::ZERO, |_| {}).expect("a move");
    assert_eq!(result.info.and_then(|info| info.depth), Some(2999));
}

#[test]
fn a_dropped_program_is_dead() {
    let process = shell("exec sleep 100");
    let id = process.id();
    drop(process);
    let alive = Program::new("sh").arg("-c").arg(format!("kill -0 {id} 2>&1")).output();
    assert!(!alive.expect("a shell").status.success());
}

/// `UCI_ENGINES=a:b cargo test -p erawan-uci` plays with real ones.
#[test]
fn real_engines_play() {
    let Ok(engines) = std::env::var("UCI_ENGINES") else {
        // Straight to the stream: what is printed is hidden if a test passes.
        let text = "SKIPPED: real_engines_play needs engines: name them in UCI_ENGINES";
        let _ = writeln!(std::io::stderr(), "{text}");
        return;
    };
    for engine in engines.split(':') {
        let mut process = UciProcess::start(Program::new(engine)).expect(engine);
        let identity = process.handshake(LONG).expect(engine);
        println!("{:?}, {} options", identity.name, identity.options.iter().count());
        assert!(identity.options.spin("Hash").is_some());
        process.set_option("hash", Some("8")).expect(engine);
        process.new_game().expect(engine);
        process.wait_ready(LONG).expect(engine);
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..6 {
            process.position(Start::Initial, &moves).expect(engine);
            process.go(Go { move_time: Some(50), ..Go::default() }).expect(engine);
            let result = process.wait_best_move(LONG, |event| {
                assert_eq!(event.warnings, [], "{:?}", event.message);
                assert!(!matches!(event.message, Message::Unknown(_)), "{:?}", event.message);
            });
            let result = result.expect(engine);
            let info = result.info.expect("a score");
            println!("{:?} {:?} {info}", result.best, result.elapsed);
            assert_eq!(info.pv.first(), result.best.as_ref());
            assert!(result.elapsed < Duration::from_millis(500));
            moves.extend(result.best);
        }
        process
            .position(Start::Fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".into()), &[""; 0])
            .expect(engine);
        process.go(Go { infinite: true, ..Go::default() }).expect(engine);
        process.wait_ready(LONG).expect(engine);
        process.stop().expect(engine);
        assert_eq!(process.wait_best_move(LONG, |_| {}).expect(engine).best, None);
        assert!(process.quit(LONG).expect(engine).success());
    }
}
