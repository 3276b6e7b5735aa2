//! Lines in both directions.

use std::time::Duration;

use super::{Command, Level, Message};
use crate::options::Options;
use crate::protocol::OptionDeclaration;

fn warning(line: &str) -> String {
    line.parse::<Command>().expect_err(line).to_string()
}

#[test]
fn commands_are_printed_as_they_are_read() {
    for line in [
        "xboard",
        "protover 2",
        "accepted setboard",
        "rejected san",
        "new",
        "variant fischerandom",
        "quit",
        "force",
        "go",
        "playother",
        "level 40 5 0",
        "level 0 2 12",
        "level 40 0:30 0",
        "level 0 1:05.5 0.25",
        "st 30",
        "st 0.05",
        "sd 4",
        "time 3000",
        "time -12",
        "otim 2900",
        "usermove e2e4",
        "usermove O-O",
        "?",
        "ping 7",
        "draw",
        "result 1-0 {White mates}",
        "result",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "hint",
        "bk",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        "exit",
        ".",
        "computer",
        "memory 64",
        "cores 2",
        "egtpath syzygy /tables/of five men",
        "option Clear Hash",
        "option MultiPV=4",
        "option BookFile=",
        "nps 0",
        "name A. Person",
        "rating 2000 1800",
        "ics -",
        "random",
        "white",
        "e2e4",
        "no such thing",
    ] {
        let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(command.to_string(), line);
    }
    assert_eq!("analyse".parse(), Ok(Command::Analyze));
    assert_eq!("  new \r\n".parse(), Ok(Command::New));
}

#[test]
fn time_controls_have_three_forms() {
    let level = |line: &str| match line.parse() {
        Ok(Command::Level(level)) => (level.moves, level.base, level.increment),
        other => panic!("{line}: {other:?}"),
    };
    let seconds = Duration::from_secs;
    assert_eq!(level("level 40 5 0"), (40, seconds(300), seconds(0)));
    assert_eq!(level("level 40 0:30 0"), (40, seconds(30), seconds(0)));
    assert_eq!(level("level 0 2 12"), (0, seconds(120), seconds(12)));
    assert_eq!(level("level 0 0.5 0.1"), (0, seconds(30), Duration::from_millis(100)));
    assert_eq!(level("level 0 999999999999999999999999 1").1, seconds(86_400_000));

    let level = Level::parse("40", "5", "0").unwrap();
    assert_eq!([0, 1, 39, 40, 41].map(|n| level.moves_to_go(n).unwrap()), [40, 39, 1, 40, 39]);
    assert_eq!(Level::parse("0", "5", "0").unwrap().moves_to_go(7), None);
}

#[test]
fn what_cannot_be_read_is_said() {
    for (line, said) in [
        ("protover", "column 9: protover has no value"),
        ("protover two", "column 10: protover is 'two', not a whole number"),
        ("variant", "column 8: variant has no value"),
        ("level", "column 6: level has no value"),
        ("level 40 5", "column 11: level has no value"),
        ("level x 5 0", "column 7: 'x 5 0' means nothing in level"),
        ("level 40 1:60 0", "column 7: '40 1:60 0' means nothing in level"),
        ("level 40 -5 0", "column 7: '40 -5 0' means nothing in level"),
        ("level 40 1e3 0", "column 7: '40 1e3 0' means nothing in level"),
        ("level 40 . 0", "column 7: '40 . 0' means nothing in level"),
        ("level 40 5 0 1", "column 14: '1' means nothing in the command"),
        ("st", "column 3: st has no value"),
        ("st inf", "column 4: 'inf' means nothing in st"),
        ("sd", "column 3: sd has no value"),
        ("sd -1", "column 4: sd is -1, out of range; 0 is taken"),
        ("time", "column 5: time has no value"),
        ("time soon", "column 6: time is 'soon', not a whole number"),
        ("usermove", "column 9: usermove has no value"),
        ("ping", "column 5: ping has no value"),
        ("ping x", "column 6: ping is 'x', not a whole number"),
        ("setboard", "column 9: setboard has no value"),
        ("memory much", "column 8: memory is 'much', not a whole number"),
        ("cores", "column 6: cores has no value"),
        ("egtpath", "column 8: egtpath has no value"),
        ("option", "column 7: option has no value"),
        ("option =1", "column 10: option has no value"),
        ("new game", "column 5: 'game' means nothing in the command"),
        ("", "column 1: the line is empty"),
    ] {
        assert_eq!(warning(line), said, "{line}");
    }
    assert!(Command::parse(b"\xff\xfe\x00\x80").is_some());
}

#[test]
fn options_are_declared_as_xboard_wants_them() {
    let mut options = Options::new();
    for declaration in [
        OptionDeclaration::check("Ponder", true),
        OptionDeclaration::spin("MultiPV", 1, 1..=500),
        OptionDeclaration::combo("Style", "solid", &["wild", "solid", "dull"]),
        OptionDeclaration::button("Clear Hash"),
        OptionDeclaration::string("Greeting", "no \"one\""),
        OptionDeclaration::string("BookFile", ""),
        OptionDeclaration::string("SyzygyPath", ""),
    ] {
        options.declare(declaration.unwrap()).unwrap();
    }
    let lines: Vec<String> = options.iter().map(|one| Message::option(one).to_string()).collect();
    assert_eq!(
        lines,
        [
            "feature option=\"Ponder -check 1\"",
            "feature option=\"MultiPV -spin 1 1 500\"",
            "feature option=\"Style -combo wild /// *solid /// dull\"",
            "feature option=\"Clear Hash -button\"",
            "feature option=\"Greeting -string no 'one'\"",
            "feature option=\"BookFile -file \"",
            "feature option=\"SyzygyPath -path \"",
        ]
    );
}

#[test]
fn no_text_breaks_out_of_its_line() {
    let text = "e2e4\nmove e7e5".to_owned();
    for message in [
        Message::IllegalMove { reason: Some("a\nb".into()), text: text.clone() },
        Message::Error { reason: "a\nb".into(), text: text.clone() },
        Message::UserError(text.clone()),
        Message::Remark(text),
    ] {
        assert!(!message.to_string().contains('\n'), "{message}");
    }
}
