use super::*;

fn options() -> Options {
    let declarations = [
        OptionDeclaration::spin("Threads", 1, 1..=512),
        OptionDeclaration::spin("Hash", 16, 1..=1 << 25),
        OptionDeclaration::button("Clear Hash"),
        OptionDeclaration::check("Ponder", false),
        OptionDeclaration::spin("Move Overhead", 10, -5..=5000),
        OptionDeclaration::combo("UCI_Variant", "chess", &["chess", "makruk"]),
        OptionDeclaration::string("SyzygyPath", ""),
        OptionDeclaration::string("EvalFile", "erawan.net"),
    ];
    let mut options = Options::new();
    for declaration in declarations {
        options.declare(declaration.expect("by the rules")).expect("new");
    }
    options
}

#[test]
fn values_change_as_they_are_set() {
    let mut options = options();
    assert_eq!(options.spin("Hash"), Some(16));
    assert_eq!(options.text("EvalFile"), Some("erawan.net"));
    options.set("HASH", Some(" 64 ")).expect("valid");
    options.set("move  overhead", Some("-5")).expect("valid");
    options.set("uci_variant", Some("MAKRUK")).expect("valid");
    options.set("ponder", Some("True")).expect("valid");
    options.set("SyzygyPath", Some("/a b/c:/d")).expect("valid");
    options.set("EvalFile", Some("<empty>")).expect("valid");
    assert_eq!(options.spin("hash"), Some(64));
    assert_eq!(options.spin("Move Overhead"), Some(-5));
    assert_eq!(options.text("UCI_Variant"), Some("makruk"));
    assert_eq!(options.check("Ponder"), Some(true));
    assert_eq!(options.text("SyzygyPath"), Some("/a b/c:/d"));
    assert_eq!(options.text("EvalFile"), Some(""));
    for value in [None, Some(""), Some("now")] {
        let button = options.set("clear hash", value).expect("valid");
        assert_eq!((button.name(), button.value()), ("Clear Hash", &OptionValue::Button));
    }
    for value in [None, Some(""), Some("  ")] {
        options.set("SyzygyPath", Some("x")).expect("valid");
        options.set("SyzygyPath", value).expect("valid");
        assert_eq!(options.text("SyzygyPath"), Some(""));
    }
    assert_eq!(options.check("Hash"), None);
    assert_eq!(options.spin("Ponder"), None);
    assert_eq!(options.text("Hash"), None);
    assert_eq!(options.spin("nothing"), None);
    options.reset();
    assert_eq!(options, self::options());
}

#[test]
fn wrong_values_change_nothing_and_say_why() {
    let table = [
        ("Hash", Some("0"), "Hash must be between 1 and 33554432, not 0"),
        (
            "hash",
            Some("99999999999999999999"),
            "Hash must be between 1 and 33554432, not 99999999999999999999",
        ),
        ("Hash", Some("16 MB"), "Hash must be a whole number, not '16 MB'"),
        ("Hash", Some("1.5"), "Hash must be a whole number, not '1.5'"),
        ("Hash", Some(""), "Hash needs a value"),
        ("Hash", None, "Hash needs a value"),
        ("Ponder", None, "Ponder needs a value"),
        ("Ponder", Some("yes"), "Ponder must be true or false, not 'yes'"),
        ("UCI_Variant", Some("atomic"), "UCI_Variant must be one of chess, makruk, not 'atomic'"),
        ("UCI_Variant", None, "UCI_Variant needs a value"),
        ("hsah", Some("1"), "there is no option 'hsah'; did you mean 'Hash'?"),
        ("Has", Some("1"), "there is no option 'Has'; did you mean 'Hash'?"),
        ("clearhash", None, "there is no option 'clearhash'; did you mean 'Clear Hash'?"),
        ("Variant", Some("x"), "there is no option 'Variant'; did you mean 'UCI_Variant'?"),
        (
            "MoveOverhed",
            Some("1"),
            "there is no option 'MoveOverhed'; did you mean 'Move Overhead'?",
        ),
        ("Skill Level", Some("1"), "there is no option 'Skill Level'"),
        ("", None, "there is no option ''"),
    ];
    for (name, value, wanted) in table {
        let mut options = options();
        let error = options.set(name, value).expect_err(name);
        assert_eq!(error.to_string(), wanted);
        assert_eq!(options, self::options());
    }
    let long = "x".repeat(1 << 20);
    let error = options().set(&long, None).expect_err("unknown").to_string();
    assert!(error.len() < 100);
}

#[test]
fn no_name_is_declared_twice() {
    let mut options = options();
    let again = OptionDeclaration::button("CLEAR hash").expect("by the rules");
    let error = OptionError::RepeatedName { name: "CLEAR hash".into() };
    assert_eq!(options.declare(again), Err(error));
}

#[test]
fn the_lines_declare_the_same_options() {
    let printed = options().to_string();
    let mut again = Options::new();
    for line in printed.lines() {
        let Ok(Message::Option(declaration)) = line.parse() else { panic!("{line}") };
        again.declare(declaration).expect("new");
    }
    assert_eq!(again, options());
    let lines: Vec<String> = options().messages().map(|message| message.to_string()).collect();
    assert_eq!(printed.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn distances_are_edits() {
    for (from, to, wanted) in
        [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2)]
    {
        assert_eq!(edits(from.as_bytes(), to.as_bytes()), wanted);
    }
}
