//! The engine as XBoard sees it: its protocol, one command after the other.

use std::time::Duration;

use crate::common::talk::Talk;
use crate::common::{Folder, erawan_with_input};
use erawan_testing::Random;

/// A conversation that has begun as XBoard begins it.
fn begun() -> Talk {
    let mut talk = Talk::new();
    talk.send("xboard").send("protover 2").until("feature done=1");
    talk.send("new").send("sd 4");
    talk
}

/// Everything that is said until all before has been done.
#[track_caller]
fn ready(talk: &mut Talk) -> Vec<String> {
    let mut lines = talk.send("ping 42").until("pong 42");
    lines.pop();
    lines
}

/// What a line is answered with.
#[track_caller]
fn answer(talk: &mut Talk, line: &str) -> Vec<String> {
    talk.send(line);
    ready(talk)
}

/// The engine's next move.
#[track_caller]
fn its_move(talk: &mut Talk) -> String {
    let lines = talk.until("move ");
    lines.last().unwrap()["move ".len()..].to_owned()
}

#[test]
fn the_features_are_told() {
    let mut talk = Talk::new();
    let lines = talk.send("xboard").send("protover 2").until("feature done=1");
    for feature in [
        "feature variants=\"normal,fischerandom,makruk,cambodian,makpong\"",
        "feature ping=1",
        "feature setboard=1",
        "feature usermove=1",
        "feature analyze=1",
        "feature memory=1",
        "feature smp=1",
        "feature colors=0",
        "feature sigint=0",
        "feature egt=\"syzygy\"",
        "feature option=\"MultiPV -spin 1 1 512\"",
        "feature option=\"Clear Hash -button\"",
        "feature option=\"SyzygyPath -path \"",
    ] {
        assert!(lines.iter().any(|line| line == feature), "{feature} in {lines:#?}");
    }
    // These have commands of their own.
    for name in ["Hash", "Threads", "Ponder", "UCI_Variant"] {
        assert!(!lines.iter().any(|line| line.contains(&format!("option=\"{name} "))), "{name}");
    }
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:#?}");
    talk.send("accepted ping").send("rejected san").send("quit");
    assert!(talk.wait().success());
}

#[test]
fn the_command_needs_no_first_line() {
    let run = erawan_with_input(["xboard"], "protover 2\nnew\nsd 2\ngo\n").exits(0);
    run.says("feature done=1").says("\nmove ");
    let run = erawan_with_input(["uci"], "\n xboard \nping 1\n").exits(0);
    assert_eq!(run.out, "pong 1\n");
    // Later it is one of the words that mean nothing.
    let run = erawan_with_input(["uci"], "isready\nxboard\nuci\n").exits(0);
    run.says("uciok");
}

#[test]
fn a_game_is_played_with_either_side() {
    let mut talk = begun();
    talk.send("usermove e2e4");
    its_move(&mut talk);
    // By name as well, and bare, as an old XBoard would send it.
    talk.send("Nf3");
    its_move(&mut talk);
    assert_eq!(answer(&mut talk, "force"), [""; 0]);
    assert_eq!(answer(&mut talk, "usermove d4"), [""; 0]);
    talk.send("go");
    its_move(&mut talk);
    // White, which it does not play, is on move.
    assert_eq!(answer(&mut talk, "playother"), [""; 0]);
    talk.send("new").send("sd 3").send("go");
    its_move(&mut talk);
    talk.send("usermove a7a6");
    its_move(&mut talk);
}

#[test]
fn moves_that_are_none_are_refused_with_the_reason() {
    let mut talk = begun();
    for (line, reason) in [
        ("usermove e2e5", "Illegal move (the piece on e2 cannot legally go to e5"),
        ("usermove e7e5", "Illegal move (the piece on e7 is Black's"),
        ("usermove e4e5", "Illegal move (no piece stands on e4): e4e5"),
        ("usermove Nd5", "Illegal move ("),
        ("usermove O-O", "Illegal move ("),
        ("usermove @@@@", "Illegal move ("),
        ("usermove e2e4e5", "Illegal move ("),
        ("usermove \u{1F418}", "Illegal move ("),
        ("usermove", "Error (usermove has no value): usermove"),
        ("e2e5", "Illegal move ("),
        ("Nf6", "Illegal move ("),
    ] {
        let lines = answer(&mut talk, line);
        assert!(lines.len() == 1 && lines[0].starts_with(reason), "{line}: {lines:?}");
    }
    talk.send("usermove e2e4");
    its_move(&mut talk);
    talk.send("st 30").send("sd 90").send("go");
    talk.send("usermove d7d5").until("Illegal move (it is not your turn): d7d5");
    talk.send("?");
    its_move(&mut talk);
}

#[test]
fn what_cannot_be_understood_is_said_and_nothing_changes() {
    let mut talk = begun();
    for (line, said) in [
        ("foo", "Error (unknown command): foo"),
        ("edit", "Error (unknown command): edit"),
        ("pause", "Error (unknown command): pause"),
        ("level", "Error (level has no value): level"),
        ("level 40 5", "Error (level has no value): level 40 5"),
        ("level a b c", "Error ('a b c' means nothing in level): level a b c"),
        ("st soon", "Error ('soon' means nothing in st): st soon"),
        ("sd", "Error (sd has no value): sd"),
        ("time x", "Error (time is 'x', not a whole number): time x"),
        ("memory", "Error (memory has no value): memory"),
        ("cores many", "Error (cores is 'many', not a whole number): cores many"),
        ("protover two", "Error (protover is 'two', not a whole number): protover two"),
        ("variant", "Error (variant has no value): variant"),
        (
            "variant atomic",
            "Error (the variants are normal, fischerandom, makruk, cambodian, makpong): variant atomic",
        ),
        ("option", "Error (option has no value): option"),
        ("option Speed=1", "Error (there is no option 'Speed'"),
        ("option MultiPV=0", "Error (MultiPV must be between 1 and 512, not 0): option MultiPV=0"),
        (
            "option MultiPV=many",
            "Error (MultiPV must be a whole number, not 'many'): option MultiPV=many",
        ),
        ("option OwnBook=2", "Error (OwnBook must be true or false, not '2'): option OwnBook=2"),
        ("option UCI_Variant=makruk", "Error (that is what variant is for): option UCI_Variant"),
        ("undo", "Error (there is no move to take back): undo"),
        ("remove", "Error (there are no two moves to take back): remove"),
        ("exit", "Error (there is no analysis to end): exit"),
        ("ping x", "Error (ping is 'x', not a whole number): ping x"),
        ("setboard", "Error (setboard has no value): setboard"),
        ("setboard 8/8", "tellusererror Illegal position: FEN column 4, piece placement: "),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror Illegal position: "),
        ("setboard k7/8/8/8/8/8/8/9 w - - 0 1", "tellusererror Illegal position: "),
        ("option BookFile=/no/such/book", "tellusererror BookFile: /no/such/book: "),
        ("option SyzygyPath=/no/such/folder", "tellusererror SyzygyPath: "),
    ] {
        let lines = answer(&mut talk, line);
        assert!(lines.first().is_some_and(|first| first.starts_with(said)), "{line}: {lines:?}");
    }
    for line in [
        "",
        "   ",
        "nps 0",
        "name A. Person",
        "rating 2000 1900",
        "ics -",
        "random",
        "white",
        "black",
        "computer",
        "accepted",
        "otim 100",
        "hard",
        "easy",
        "post",
        "nopost",
        "draw",
        "result 1-0 {resigns}",
        ".",
        "?",
        "new",
    ] {
        let lines = answer(&mut talk, line);
        assert!(lines.is_empty() || line == "accepted", "{line}: {lines:?}");
    }
    let lines = answer(&mut talk, "egtpath nalimov /tables");
    assert_eq!(lines, ["# tables of nalimov are not read, only syzygy"]);
    let lines = answer(&mut talk, "egtpath syzygy /no/such/folder");
    assert_eq!(lines, ["# there is no folder /no/such/folder"]);
    talk.send("sd 3").send("usermove e2e4");
    its_move(&mut talk);
}

#[test]
fn any_bytes_leave_it_alive() {
    let mut talk = begun();
    let mut random = Random::new(19);
    let words = [
        "usermove",
        "setboard",
        "option",
        "level",
        "variant",
        "go",
        "force",
        "undo",
        "remove",
        "analyze",
        "exit",
        "?",
        "new",
        "ping",
        "draw",
        "hint",
        "bk",
        "result",
        "hard",
        "st",
        "sd",
        "1",
        "e2e4",
        "makruk",
        "fischerandom",
        "=",
        "40",
        "0:01",
        "-1",
        "\u{1F418}",
        "playother",
        ".",
        "post",
        "easy",
    ];
    for _ in 0..400 {
        let mut line = Vec::new();
        for _ in 0..random.below(4) + 1 {
            match random.below(8) {
                0 => line.extend((0..6).map(|_| random.below(256) as u8).filter(|b| *b != b'\n')),
                _ => line.extend(random.choose(&words).bytes()),
            }
            line.push(b' ');
        }
        talk.send(line);
        if random.below(4) == 0 {
            talk.send("st 0.01").send("sd 2");
        }
    }
    talk.send("force").send("new");
    ready(&mut talk);
    talk.send("x".repeat(17 << 20)).until("# the line is too long; it was skipped");
    talk.send("sd 2").send("usermove d2d4");
    its_move(&mut talk);
    talk.send("quit");
    assert!(talk.wait().success());
}

#[test]
fn castling_in_chess960_is_spoken() {
    let mut talk = begun();
    talk.send("variant fischerandom").send("force");
    talk.send("setboard 1k6/8/8/8/8/8/8/1R2KR2 w BF - 0 1");
    assert_eq!(answer(&mut talk, "usermove O-O"), [""; 0]);
    talk.send("undo");
    assert_eq!(answer(&mut talk, "usermove e1b1"), [""; 0]);
    // Black's king is in check on the b-file: no more castling for anybody.
    assert!(answer(&mut talk, "usermove O-O")[0].starts_with("Illegal move ("));
    // A position in which castling is the only legal move but one.
    talk.send("new").send("variant fischerandom").send("sd 3");
    talk.send("setboard 8/8/8/8/8/1kn5/3p1p2/4K2R w H - 0 1").send("force");
    let lines = answer(&mut talk, "hint");
    assert!(lines[0].starts_with("Hint: ") || lines[0].starts_with("Error"), "{lines:?}");
}

#[test]
fn the_end_of_a_game_is_told() {
    for (variant, fen, line, said) in [
        ("normal", "k7/8/1K6/8/8/8/8/7Q w - - 0 1", "go", "1-0 {White mates}"),
        ("normal", "7q/8/8/8/8/1k6/8/K7 b - - 0 1", "go", "0-1 {Black mates}"),
        ("normal", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "go", "1/2-1/2 {Stalemate}"),
        ("normal", "k7/8/8/8/8/8/8/KB6 b - - 0 1", "go", "1/2-1/2 {Draw by insufficient material}"),
        ("normal", "k7/7p/8/8/8/8/8/KR6 w - - 100 90", "go", "1/2-1/2 {Draw by fifty move rule}"),
        ("makruk", "k7/8/8/8/8/8/1R6/1RK5 w - 16 17 90", "go", "1/2-1/2 {Draw by counting}"),
    ] {
        let mut talk = begun();
        talk.send(format!("variant {variant}")).send(format!("setboard {fen}")).send(line);
        talk.until(said);
    }
    // The opponent's move ends it.
    let mut talk = begun();
    talk.send("setboard k7/8/1K6/8/8/8/8/7Q w - - 0 1").send("playother");
    talk.send("usermove h1h8").until("1-0 {White mates}");
    assert_eq!(answer(&mut talk, "result 1-0 {White mates}"), [""; 0]);
    let mut talk = begun();
    for m in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8) {
        talk.send("force").send(format!("usermove {m}"));
    }
    talk.send("go").until("1/2-1/2 {Draw by repetition}");
}

/// XBoard takes a draw that it does not see for a false claim, and the game for lost.
#[test]
fn a_referee_without_counting_is_offered_the_draw() {
    let fen = "8/8/8/3k4/8/8/1R6/1RK5 w - 16 16 90";
    let mut talk = begun();
    talk.send("computer").send("variant makruk").send(format!("setboard {fen}"));
    let lines = talk.send("go").until("move ");
    assert!(lines.contains(&"offer draw".to_owned()), "{lines:?}");
    let rest = ready(&mut talk);
    assert!(!rest.iter().any(|line| line.starts_with("1/2")), "{rest:?}");
    let mut talk = begun();
    talk.send("variant makruk").send(format!("setboard {fen}")).send("go");
    talk.until("1/2-1/2 {Draw by counting}");
    // Of repetitions they think differently too, but for chess.
    let moves = ["b1d2", "b8d7", "d2b1", "d7b8"];
    for (variant, said) in [("makruk", "offer draw"), ("normal", "1/2-1/2 {Draw by repetition}")] {
        let moves = if variant == "normal" { ["b1c3", "b8c6", "c3b1", "c6b8"] } else { moves };
        let mut talk = begun();
        talk.send("computer").send(format!("variant {variant}")).send("force");
        for m in moves.into_iter().cycle().take(8) {
            talk.send(format!("usermove {m}"));
        }
        let lines = talk.send("go").until(said);
        assert!(!lines.iter().any(|line| line.starts_with("Illegal")), "{lines:?}");
        let rest = ready(&mut talk);
        assert_eq!(rest.iter().any(|line| line.starts_with("move ")), variant == "makruk");
        assert!(!rest.iter().any(|line| line.starts_with("1/2")), "{rest:?}");
    }
}

#[test]
fn time_is_kept() {
    for control in [
        &["level 40 0:01 0"][..],
        &["level 0 0:01 0.01"],
        &["level 0 5 0", "time 100", "otim 100"],
        &["level 0 5 0", "time -5"],
        &["st 0.2"],
        &["st 0"],
    ] {
        let mut talk = Talk::new();
        talk.send("xboard").send("new");
        for line in control {
            talk.send(line);
        }
        let begun = std::time::Instant::now();
        talk.send("usermove e2e4");
        its_move(&mut talk);
        assert!(begun.elapsed() < Duration::from_secs(10), "{control:?}");
    }
}

#[test]
fn a_ping_waits_for_the_move_and_move_now_hastens_it() {
    let mut talk = Talk::new();
    talk.send("xboard").send("new").send("st 600").send("usermove e2e4").send("ping 1");
    assert!(talk.is_silent(Duration::from_millis(300)));
    talk.send("?");
    assert!(talk.line().starts_with("move "));
    assert_eq!(talk.line(), "pong 1");
    // Force gives the move up, and the ping is answered.
    talk.send("go").send("ping 2");
    assert!(talk.is_silent(Duration::from_millis(300)));
    talk.send("force");
    assert_eq!(talk.line(), "pong 2");
}

#[test]
fn thinking_is_shown_and_pondering_ends() {
    let mut talk = begun();
    let lines = talk.send("post").send("usermove e2e4").until("move ");
    let thinking: Vec<&String> = lines.iter().filter(|line| line.contains('\t')).collect();
    assert!(thinking.len() >= 4, "{lines:?}");
    let fields: Vec<i64> =
        thinking[3].split('\t').next().unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert_eq!((fields.len(), fields[0]), (7, 4));
    let lines = talk.send("nopost").send("usermove d2d4").until("move ");
    assert_eq!(lines.len(), 1, "{lines:?}");

    talk.send("hard").send("sd 60").send("st 0.1").send("usermove b1c3");
    its_move(&mut talk);
    let lines = answer(&mut talk, "hint");
    let hint = lines[0].strip_prefix("Hint: ").expect("a hint").to_owned();
    // The expected move, and then another one.
    talk.send(format!("usermove {hint}"));
    its_move(&mut talk);
    talk.send("undo").send("undo").send("force").send("undo").send("undo").send("go");
    its_move(&mut talk);
    talk.send("easy");
    ready(&mut talk);
}

#[test]
fn analysis_follows_the_board() {
    let mut talk = begun();
    talk.send("post").send("analyze").until("6 ");
    let lines = answer(&mut talk, ".");
    let status = lines.iter().find(|line| line.starts_with("stat01: ")).expect("a status");
    assert_eq!(status.split(' ').next_back(), Some("20"));
    talk.send("usermove e2e4").until("6 ");
    talk.send("undo").until("6 ");
    talk.send("option MultiPV=2").until("6 ");
    talk.send("hint").until("Hint: ");
    talk.send("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    ready(&mut talk);
    assert!(talk.is_silent(Duration::from_millis(200)), "there is nothing to analyse");
    talk.send("new").until("6 ");
    talk.send("exit");
    ready(&mut talk);
    assert!(talk.is_silent(Duration::from_millis(200)));
    assert!(answer(&mut talk, "exit")[0].starts_with("Error"));
}

#[test]
fn moves_are_taken_back() {
    let mut talk = begun();
    talk.send("usermove e2e4");
    its_move(&mut talk);
    assert_eq!(answer(&mut talk, "remove"), [""; 0]);
    talk.send("usermove e2e4");
    its_move(&mut talk);
    talk.send("force").send("undo");
    // Black is on move again.
    assert!(answer(&mut talk, "usermove d2d4")[0].starts_with("Illegal move ("));
    assert_eq!(answer(&mut talk, "usermove a7a6"), [""; 0]);
    talk.send("undo").send("undo");
    assert_eq!(answer(&mut talk, "undo"), ["Error (there is no move to take back): undo"]);
}

#[test]
fn a_draw_is_taken_when_there_is_no_more_to_hope_for() {
    let mut talk = begun();
    // A rook less.
    talk.send("setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 1").send("go");
    its_move(&mut talk);
    assert_eq!(answer(&mut talk, "draw"), ["offer draw"]);
    // A rook more.
    talk.send("new").send("sd 4").send("setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1").send("go");
    its_move(&mut talk);
    assert_eq!(answer(&mut talk, "draw"), [""; 0]);
}

#[test]
fn memory_cores_and_options_are_set() {
    let folder = Folder::new("xboard");
    let log = folder.path("log");
    let mut talk = begun();
    for line in ["memory 8", "cores 2", "option MultiPV=3", "option Clear Hash", "option OwnBook=1"]
    {
        let lines = answer(&mut talk, line);
        assert!(lines.iter().all(|line| line.starts_with("# ")), "{line}: {lines:?}");
    }
    assert_eq!(answer(&mut talk, &format!("option Debug Log File={}", log.display())), [""; 0]);
    let lines = talk.send("post").send("usermove e2e4").until("move ");
    // Three lines for each depth.
    assert!(lines.iter().filter(|line| line.starts_with("3 ")).count() >= 3, "{lines:?}");
    talk.send("cores 0").send("memory 0");
    ready(&mut talk);
    let text = std::fs::read_to_string(log).unwrap();
    assert!(text.contains(">> usermove e2e4\n") && text.contains("<< move "), "{text}");
}

#[test]
fn games_that_xboard_does_not_know_are_set_up() {
    let mut talk = begun();
    let lines = answer(&mut talk, "variant cambodian");
    assert_eq!(
        lines,
        ["setup (PN.R.M....SKpn.r.m....sk) 8x8+0_makruk \
          rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1"]
    );
    // A leap of the king, which Makruk does not have.
    talk.send("sd 3").send("usermove d1b2");
    its_move(&mut talk);
    assert_eq!(answer(&mut talk, "variant makruk"), [""; 0]);
    talk.send("usermove e3e4");
    its_move(&mut talk);
    // XBoard leaves out the fields of castling and en passant.
    let start = "setboard rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b 0 1";
    assert_eq!(answer(&mut talk, start), [""; 0]);
    talk.send("go");
    its_move(&mut talk);
    // The letter may be left out where there is one only.
    talk.send("force").send("setboard 8/3k4/8/2K1S1P1/8/8/8/8 w - 0 1");
    assert_eq!(answer(&mut talk, "usermove g5g6"), [""; 0]);
    talk.send("undo");
    assert_eq!(answer(&mut talk, "usermove g5g6m"), [""; 0]);
    assert_eq!(answer(&mut talk, "bk"), [" The book has nothing for this position.", ""]);
}
