//! Lines read and printed: by hand, at random, and as other engines write them.

mod engines;
mod round_trip;

use super::*;

fn command(line: &str) -> (Command, Vec<String>) {
    let parsed = Command::parse(line.as_bytes()).expect("not empty");
    (parsed.value, parsed.warnings.iter().map(Warning::to_string).collect())
}

fn message(line: &str) -> (Message, Vec<String>) {
    let parsed = Message::parse(line.as_bytes()).expect("not empty");
    (parsed.value, parsed.warnings.iter().map(Warning::to_string).collect())
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

fn set_option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.into(), value: value.map(Into::into) }
}

#[test]
fn commands_are_what_they_say() {
    let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    let table = [
        ("uci", Command::Uci),
        ("  uci \t", Command::Uci),
        ("\u{feff}uci", Command::Uci),
        ("uci\r\n", Command::Uci),
        ("debug on", Command::Debug(true)),
        ("debug\toff", Command::Debug(false)),
        ("isready", Command::IsReady),
        ("setoption name Clear Hash", set_option("Clear Hash", None)),
        ("setoption name  Clear   Hash ", set_option("Clear Hash", None)),
        ("setoption name Hash value 64", set_option("Hash", Some("64"))),
        ("setoption name SyzygyPath value", set_option("SyzygyPath", Some(""))),
        ("setoption name SyzygyPath value ", set_option("SyzygyPath", Some(""))),
        ("setoption name A B value C:\\my  tables;D", set_option("A B", Some("C:\\my  tables;D"))),
        ("setoption name X value a value b name c", set_option("X", Some("a value b name c"))),
        ("register later", Command::Register(Register::Later)),
        (
            "register name Stefan MK code 4359874324",
            Command::Register(Register::Now {
                name: Some("Stefan MK".into()),
                code: Some("4359874324".into()),
            }),
        ),
        ("ucinewgame", Command::UciNewGame),
        ("position startpos", Command::Position { start: Start::Initial, moves: vec![] }),
        ("position startpos moves", Command::Position { start: Start::Initial, moves: vec![] }),
        (
            "position startpos moves e2e4 xyz",
            Command::Position { start: Start::Initial, moves: texts(&["e2e4", "xyz"]) },
        ),
        (
            "position  fen 8/8/8/8/8/8/8/K1k5  w - - 0 1 moves a1a2",
            Command::Position { start: Start::Fen(fen.into()), moves: texts(&["a1a2"]) },
        ),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Draw),
        ("eval", Command::Eval),
        ("bench", Command::Bench(vec![])),
        ("bench 16 1 12", Command::Bench(texts(&["16", "1", "12"]))),
        ("flip", Command::Flip),
        ("help", Command::Help),
        (
            "genfens 100 seed 42 book None",
            Command::GenFens(GenFens { count: 100, seed: Some(42), ..GenFens::default() }),
        ),
        (
            "genfens 8 seed 1 book Books/a.epd plies 8",
            Command::GenFens(GenFens {
                count: 8,
                seed: Some(1),
                book: Some("Books/a.epd".into()),
                arguments: texts(&["plies", "8"]),
            }),
        ),
        ("xyzzy  a b", Command::Unknown("xyzzy  a b".into())),
        ("UCI", Command::Unknown("UCI".into())),
    ];
    for (line, wanted) in table {
        assert_eq!(command(line), (wanted, vec![]), "{line:?}");
    }
}

#[test]
fn go_takes_every_parameter() {
    let line = "go searchmoves e2e4 d2d4 ponder wtime 1 btime -2 winc 3 binc 4 movestogo 5 \
                depth 6 nodes 7 mate 8 movetime 9 infinite perft 10 each";
    let wanted = Go {
        search_moves: texts(&["e2e4", "d2d4"]),
        ponder: true,
        white_time: Some(1),
        black_time: Some(-2),
        white_increment: Some(3),
        black_increment: Some(4),
        moves_to_go: Some(5),
        depth: Some(6),
        nodes: Some(7),
        mate: Some(8),
        move_time: Some(9),
        infinite: true,
        perft: Some(10),
        each: true,
    };
    assert_eq!(command(line), (Command::Go(wanted), vec![]));
    assert_eq!(command("go"), (Command::Go(Go::default()), vec![]));
    assert_eq!(command("perft 5"), command("go perft 5"));
    assert_eq!(command("perft 5 each"), command("go perft 5 each"));
    let clock = Go { white_time: Some(100), ..Go::default() };
    assert_eq!(command("go wtime 100"), (Command::Go(clock), vec![]));
}

#[test]
fn junk_in_go_costs_only_its_field() {
    let table: [(&str, Go, &[&str]); 9] = [
        (
            "go wtime abc btime 100",
            Go { black_time: Some(100), ..Go::default() },
            &["column 10: wtime is 'abc', not a whole number"],
        ),
        (
            "go wtime btime 100",
            Go { black_time: Some(100), ..Go::default() },
            &["column 10: wtime has no value"],
        ),
        ("go depth", Go::default(), &["column 9: depth has no value"]),
        (
            "  go depth 1.5 nodes 3",
            Go { nodes: Some(3), ..Go::default() },
            &["column 12: depth is '1.5', not a whole number"],
        ),
        (
            "go depth -1",
            Go { depth: Some(0), ..Go::default() },
            &["column 10: depth is -1, out of range; 0 is taken"],
        ),
        (
            "go nodes 99999999999999999999999999999999999999999 infinite",
            Go { nodes: Some(u64::MAX), infinite: true, ..Go::default() },
            &["column 10: nodes is 9999999999999999999999999999999999999999…, out of range; \
               18446744073709551615 is taken"],
        ),
        (
            "go wtime -99999999999999999999",
            Go { white_time: Some(i64::MIN), ..Go::default() },
            &["column 10: wtime is -99999999999999999999, out of range; \
               -9223372036854775808 is taken"],
        ),
        (
            "go fast depth 3 please",
            Go { depth: Some(3), ..Go::default() },
            &["column 4: 'fast' means nothing in go", "column 17: 'please' means nothing in go"],
        ),
        (
            "go searchmoves depth +2",
            Go { depth: Some(2), ..Go::default() },
            &["column 16: searchmoves has no value"],
        ),
    ];
    for (line, wanted, warnings) in table {
        assert_eq!(command(line), (Command::Go(wanted), texts(warnings)), "{line:?}");
    }
}

#[test]
fn commands_without_sense_are_kept_and_explained() {
    let table = [
        ("debug", "column 6: debug has no value"),
        ("debug maybe", "column 7: 'maybe' means nothing in debug"),
        ("setoption", "column 10: setoption has no value"),
        ("setoption Hash 3", "column 11: 'Hash' means nothing in setoption"),
        ("setoption name value 3", "column 16: name has no value"),
        ("perft", "column 6: perft has no value"),
        ("perft all", "column 7: perft is 'all', not a whole number"),
        ("position", "column 9: position has no value"),
        ("position e2e4", "column 10: 'e2e4' means nothing in position"),
    ];
    for (line, warning) in table {
        assert_eq!(command(line), (Command::Unknown(line.into()), texts(&[warning])));
        assert_eq!(line.parse::<Command>().unwrap_err().to_string(), warning);
    }
    let table = [
        ("stop now", Command::Stop, "column 6: 'now' means nothing in the command"),
        (
            "position startpos e2e4 moves d2d4",
            Command::Position { start: Start::Initial, moves: texts(&["d2d4"]) },
            "column 19: 'e2e4' means nothing in position",
        ),
        (
            "position fen moves d2d4",
            Command::Position { start: Start::Fen(String::new()), moves: texts(&["d2d4"]) },
            "column 14: fen has no value",
        ),
        (
            "genfens many seed 1",
            Command::GenFens(GenFens { seed: Some(1), ..GenFens::default() }),
            "column 9: genfens is 'many', not a whole number",
        ),
        (
            "register",
            Command::Register(Register::Now { name: None, code: None }),
            "column 9: register has no value",
        ),
    ];
    for (line, wanted, warning) in table {
        assert_eq!(command(line), (wanted, texts(&[warning])), "{line:?}");
    }
}

#[test]
fn empty_lines_and_comments_are_nothing() {
    for line in ["", " ", "\t", "\r\n", "\n", "# a comment", "  #uci", "\u{feff}"] {
        assert_eq!(Command::parse(line.as_bytes()), None, "{line:?}");
    }
    assert_eq!("#".parse::<Command>().unwrap_err().to_string(), "column 1: the line is empty");
    assert_eq!(Message::parse(b" \r\n"), None);
    assert!("".parse::<Message>().is_err());
}

#[test]
fn any_bytes_are_read() {
    let parsed = Command::parse(b"setoption name \xff\xfe value a\0b\xc3").expect("words");
    assert_eq!(parsed.value, set_option("\u{fffd}\u{fffd}", Some("a\0b\u{fffd}")));
    assert_eq!(
        Command::parse(b"position startpos\nmoves\re2e4").map(|parsed| parsed.value),
        Some(Command::Position { start: Start::Initial, moves: texts(&["e2e4"]) })
    );

    let mut line = b"go ".to_vec();
    line.resize(1 << 20, b'x');
    let parsed = Command::parse(&line).expect("words");
    assert_eq!(parsed.value, Command::Go(Go::default()));
    assert!(parsed.warnings[0].to_string().len() < 200);

    let junk = "go ".to_owned() + &"x ".repeat(1 << 19);
    assert_eq!(command(&junk).1.len(), crate::limits::WARNINGS);
    let moves = "position startpos moves ".to_owned() + &"e2e4 ".repeat(200_000);
    assert!(matches!(command(&moves).0, Command::Position { moves, .. } if moves.len() == 200_000));
}

#[test]
fn a_million_words_take_no_quadratic_time() {
    // Each of these runs for minutes if a list is searched for every word.
    for word in ["var a ", "default x ", "min 1 ", "name type ", "pv ", "wdl ", "string "] {
        for start in ["option name a type combo ", "option name a type spin ", "info ", "go "] {
            let line = start.to_owned() + &word.repeat((1 << 20) / word.len());
            let _ = Message::parse(line.as_bytes());
            let _ = Command::parse(line.as_bytes());
        }
    }
    let mut line = "option name a type combo default 1".to_owned();
    for number in 0..150_000 {
        line += &format!(" var {number}");
    }
    let (Message::Option(option), warnings) = message(&line) else { panic!() };
    assert_eq!(warnings, [""; 0]);
    assert!(matches!(option.kind(), OptionKind::Combo { choices, .. } if choices.len() == 150_000));
}

#[test]
fn printing_never_leaves_the_line() {
    let evil = "x\nquit\r\nstop".to_owned();
    let lines = [
        Command::SetOption { name: evil.clone(), value: Some(evil.clone()) }.to_string(),
        Command::Position { start: Start::Fen(evil.clone()), moves: vec![evil.clone()] }
            .to_string(),
        Command::Go(Go { search_moves: vec![evil.clone()], ..Go::default() }).to_string(),
        Command::Bench(vec![evil.clone()]).to_string(),
        Command::Unknown(evil.clone()).to_string(),
        Message::text(&*evil).to_string(),
        Message::IdName(evil.clone()).to_string(),
        Message::BestMove { best: Some(evil.clone()), ponder: Some(evil.clone()) }.to_string(),
        Message::Unknown(evil).to_string(),
    ];
    for line in lines {
        assert!(!line.contains(['\n', '\r']), "{line:?}");
    }
}

#[test]
fn options_are_declared_by_the_rules() {
    use OptionError as E;
    let spin = |default, min, max| OptionDeclaration::spin("Hash", default, min..=max);
    assert!(spin(1, 1, 1).is_ok());
    assert_eq!(spin(0, 1, 2), Err(E::DefaultOutOfRange { default: 0, min: 1, max: 2 }));
    assert_eq!(spin(3, 1, 2), Err(E::DefaultOutOfRange { default: 3, min: 1, max: 2 }));
    assert_eq!(spin(2, 3, 1), Err(E::EmptyRange { min: 3, max: 1 }));
    let combo = |default, choices| OptionDeclaration::combo("UCI_Variant", default, choices);
    assert!(combo("chess", &["chess", "makruk"]).is_ok());
    assert_eq!(combo("chess", &[]), Err(E::NoChoices));
    assert_eq!(combo("Chess", &["chess"]), Err(E::DefaultNoChoice { default: "Chess".into() }));
    assert_eq!(combo("a", &["a", "A"]), Err(E::RepeatedChoice { choice: "A".into() }));
    assert_eq!(combo("a", &["a", ""]), Err(E::EmptyText));
    assert!(matches!(combo("a", &["a", "b var c"]), Err(E::ReservedWord { word: "var", .. })));
    for name in ["a name", "Type", "min-depth", "x max", "var", "the default", "value"] {
        let error = OptionDeclaration::button(name).unwrap_err();
        assert!(matches!(error, E::ReservedWord { .. }), "{name}");
    }
    for name in [" a", "a ", "a  b", "a\nb", "a\tb"] {
        assert!(matches!(OptionDeclaration::button(name), Err(E::Spacing { .. })), "{name:?}");
    }
    assert_eq!(OptionDeclaration::button(""), Err(E::EmptyText));
    for name in ["Minimum Thinking Time", "Variant", "maximum", "Debug Log File", "min_depth"] {
        assert!(OptionDeclaration::button(name).is_ok(), "{name}");
    }
    assert!(OptionDeclaration::string("File", "/usr/share/my nets/a.nnue").is_ok());
    assert!(OptionDeclaration::string("File", "/usr/min/a").is_err());
    assert!(OptionDeclaration::string("File", "a\nb").is_err());
    assert_eq!(
        OptionDeclaration::string("File", "").map(|option| option.to_string()),
        Ok("option name File type string default <empty>".to_owned())
    );
}

#[test]
fn options_against_the_rules_are_put_right() {
    let table = [
        (
            "option name Hash type spin default 0 min 1 max 9",
            "option name Hash type spin default 1 min 1 max 9",
            "column 8: the default 0 is not between 1 and 9",
        ),
        (
            "option name Hash type spin default x min 1 max 9",
            "option name Hash type spin default 1 min 1 max 9",
            "column 36: default is 'x', not a whole number",
        ),
        (
            "option name Style type combo default Wild var Solid",
            "option name Style type combo default Wild var Solid var Wild",
            "column 8: the default 'Wild' is none of the choices",
        ),
        (
            "option name Style type combo var Solid var Wild",
            "option name Style type combo default Solid var Solid var Wild",
            "column 8: default has no value",
        ),
        (
            "option name Own Book type check",
            "option name Own Book type check default false",
            "column 8: default has no value",
        ),
        (
            "option name Own Book type check default 1",
            "option name Own Book type check default false",
            "column 41: '1' means nothing in default",
        ),
        (
            "option name min depth type check default true",
            "option name min depth type check default true",
            "column 8: 'min depth' contains the word 'min', which the protocol uses",
        ),
        (
            "option name Path type string",
            "option name Path type string default <empty>",
            "column 29: default has no value",
        ),
    ];
    for (line, wanted, warning) in table {
        let (found, warnings) = message(line);
        assert!(matches!(found, Message::Option(_)));
        assert_eq!(found.to_string(), wanted);
        assert_eq!(warnings[0], warning, "{line}");
    }
    let table = [
        ("option", "column 7: name has no value"),
        ("option name Hash", "column 8: type has no value"),
        ("option name type check", "column 8: name has no value"),
        ("option name Hash type", "column 22: type has no value"),
        ("option name Hash type slider", "column 23: 'slider' means nothing in type"),
        (
            "option name Hash type spin default 1 min 3 max 2",
            "column 8: no number lies between 3 and 2",
        ),
        ("option name S type combo", "column 8: the option has nothing to choose from"),
    ];
    for (line, warning) in table {
        assert_eq!(message(line), (Message::Unknown(line.into()), texts(&[warning])));
    }
}

#[test]
fn messages_without_sense_are_kept_and_explained() {
    let table = [
        ("id", "column 3: id has no value"),
        ("id elo 3", "column 4: 'elo' means nothing in id"),
        ("registration", "column 13: registration has no value"),
        ("copyprotection fine", "column 16: 'fine' means nothing in copyprotection"),
    ];
    for (line, warning) in table {
        assert_eq!(message(line), (Message::Unknown(line.into()), texts(&[warning])));
    }
    let none = Message::BestMove { best: None, ponder: None };
    assert_eq!(message("bestmove"), (none.clone(), texts(&["column 9: bestmove has no value"])));
    assert_eq!(message("bestmove (none)"), (none.clone(), vec![]));
    assert_eq!(message("bestmove NULL ponder (none)"), (none, vec![]));
    let null = Message::BestMove { best: Some("0000".into()), ponder: None };
    assert_eq!(message("bestmove 0000"), (null, vec![]));
}

#[test]
fn junk_in_info_costs_only_its_field() {
    let table: [(&str, &str, &[&str]); 7] = [
        ("info depth x nodes 5", "info nodes 5", &["column 12: depth is 'x', not a whole number"]),
        (
            "info time 1.5 nps 1e6 pv e2e4",
            "info pv e2e4",
            &[
                "column 11: time is '1.5', not a whole number",
                "column 19: nps is '1e6', not a whole number",
            ],
        ),
        ("info score 35 depth 3", "info depth 3", &["column 12: score has no value"]),
        ("info score cp depth 3", "info depth 3", &["column 15: cp has no value"]),
        ("info wdl 3 4 depth 3", "info depth 3", &["column 14: wdl has no value"]),
        (
            "info score cp 99999999999 depth 3",
            "info depth 3 score cp 2147483647",
            &["column 15: cp is 99999999999, out of range; 2147483647 is taken"],
        ),
        ("info currmove", "info", &["column 14: currmove has no value"]),
    ];
    for (line, wanted, warnings) in table {
        let (found, complaints) = message(line);
        assert_eq!((found.to_string().as_str(), complaints), (wanted, texts(warnings)), "{line}");
    }
}
