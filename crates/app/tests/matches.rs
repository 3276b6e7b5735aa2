//! `erawan match` and `erawan tune`.

use std::path::Path;

use crate::common::{Folder, Run, erawan};

const PAIR: [&str; 5] =
    ["match", "--engine", "builtin name=A", "--engine", "builtin name=B nodes=30"];

fn play(more: &[&str]) -> Run {
    erawan(PAIR.iter().chain(more))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn a_match_is_played_and_written() {
    let folder = Folder::new("match");
    let (pgn, epd) = (folder.path("games.pgn"), folder.path("ends.epd"));
    let (pgn_name, epd_name) = (pgn.to_str().unwrap(), epd.to_str().unwrap());
    for variant in ["chess", "chess960", "makruk"] {
        let _ = (std::fs::remove_file(&pgn), std::fs::remove_file(&epd));
        let more = ["--variant", variant, "--nodes", "200", "--games", "6", "--concurrency", "2"];
        let run = play(&[&more[..], &["--pgn", pgn_name, "--epd", epd_name]].concat()).exits(0);
        assert!(run.out.contains("A against B: +"), "{}", run.out);
        assert!(run.last_line().starts_with("Elo: "), "{}", run.last_line());
        erawan(["pgn", "check", pgn_name]).exits(0);
        assert_eq!(text(&pgn).matches("[Event ").count(), 6);
        assert_eq!(text(&epd).lines().count(), 6);
    }
    // Nothing is written over.
    play(&["--nodes", "20", "--games", "2", "--pgn", pgn_name])
        .exits(2)
        .complains("the file exists");
    // A match that is complete has nothing left to play.
    let again = ["--variant", "makruk", "--nodes", "200", "--games", "6", "--resume"];
    let run = play(&[&again[..], &["--pgn", pgn_name]].concat()).exits(0);
    assert!(run.out.starts_with("Going on after 6 games."), "{}", run.out);
    assert_eq!(text(&pgn).matches("[Event ").count(), 6);
    play(&["--nodes", "20", "--games", "2", "--resume", "--pgn", pgn_name])
        .exits(1)
        .complains("games.pgn: game 1 is not of this match");
    play(&["--nodes", "20", "--resume"]).exits(2).complains("--pgn <FILE>");
}

#[test]
fn programs_read_lines_of_json() {
    let run =
        play(&["--nodes", "100", "--games", "4", "--json", "--report", "2", "--sprt", "0,500"])
            .exits(0);
    assert!(run.out.lines().all(|line| line.starts_with("{\"type\":\"") && line.ends_with('}')));
    let count = |kind: &str| run.out.matches(&format!("{{\"type\":\"{kind}\"")).count();
    assert!(count("game") >= 2, "{}", run.out);
    assert!(count("standings") >= 2 && count("end") == 1, "{}", run.out);
    let last = run.out.lines().rfind(|line| line.contains("standings")).unwrap();
    let standings: serde_json::Value = serde_json::from_str(last).unwrap();
    let sprt = &standings["sprt"];
    assert_eq!((sprt["elo0"].as_f64(), sprt["elo1"].as_f64()), (Some(0.0), Some(500.0)));
    assert_eq!(sprt["model"], "normalized");
    assert!(sprt["llr"].is_f64(), "{sprt}");
}

#[test]
fn wrong_use_is_explained() {
    let cases: [(&[&str], &str); 14] = [
        (&["--tc", "0"], "is no time control"),
        (&["--nodes", "0"], "'--nodes <N>': must be a number from 1"),
        (&[], "A has nothing to end its search"),
        (&["--nodes", "9", "--sprt", "5"], "--sprt needs two numbers"),
        (&["--nodes", "9", "--sprt", "5,0"], "elo0 must be less than elo1"),
        (&["--nodes", "9", "--sprt", "0,5", "--alpha", "0.7"], "alpha and beta"),
        (&["--nodes", "9", "--model", "x"], "possible values: normalized, logistic"),
        (&["--nodes", "9", "--draw", "scroe=1"], "did you mean score?"),
        (&["--nodes", "9", "--order", "x"], "possible values: random, sequential"),
        (
            &["--nodes", "9", "--variant", "makruk", "--tb", ".", "--tb-ignore-50"],
            "Makruk has no such rule",
        ),
        (&["--nodes", "9", "--engine", "nodes=1"], "cmd=PROGRAM is missing"),
        (&["--nodes", "9", "--engine", "builtin nodse=1"], "did you mean nodes?"),
        (&["--nodes", "9", "stray"], "unexpected argument 'stray'"),
        (&["--nodes", "9", "--openings", "no.epd"], "no.epd: there is no such file"),
    ];
    for (more, expected) in cases {
        play(more).exits(2).complains(expected);
    }
    erawan(["match", "--nodes", "9", "--engine", "builtin"]).exits(2).complains("two players");
    let folder = Folder::new("openings");
    let bad = folder.write("bad.epd", "8/8 w - -\n");
    play(&["--nodes", "9", "--openings", bad.to_str().unwrap()]).exits(1).complains("line 1: ");
    play(&["--nodes", "9", "--tb", "/no/such/folder"]).exits(1).complains("/no/such/folder");
}

#[cfg(unix)]
#[test]
fn a_bad_engine_is_named_and_the_match_goes_on() {
    let folder = Folder::new("bad-engine");
    let script = "while read -r line; do case \"$line\" in uci) echo 'id name Bad'; echo uciok;;\n\
                  isready) echo readyok;; go*) echo 'bestmove a1a1';; esac; done\n";
    let bad = folder.write("bad.sh", script);
    let engine = format!("cmd=sh args={}", bad.display());
    let run = erawan([
        "match", "--engine", &engine, "--engine", "builtin", "--nodes", "10", "--games", "4",
    ])
    .exits(0);
    assert_eq!(
        run.out.matches("Bad (White) made the illegal move 'a1a1'").count(),
        2,
        "{}",
        run.out
    );
    assert!(run.out.contains("Bad: illegal move x 4"), "{}", run.out);
    assert!(run.out.contains("Bad against Erawan"), "{}", run.out);
}

/// Ctrl-C in the middle: whole games in the file, a table, and the way to go on.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_games_behind() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new("ctrl-c");
    let pgn = folder.path("games.pgn");
    let mut arguments: Vec<&str> = PAIR.to_vec();
    arguments.extend(["--nodes", "300", "--games", "400", "--report", "1", "--concurrency", "2"]);
    arguments.extend(["--pgn", pgn.to_str().unwrap()]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .args(&arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let third = lines.by_ref().filter(|line| line.as_ref().unwrap().starts_with("White:")).nth(2);
    assert!(third.is_some());
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.iter().any(|line| line.starts_with("Interrupted after ")), "{rest:?}");
    assert!(rest.last().unwrap().starts_with("Elo: "), "{rest:?}");
    erawan(["pgn", "check", pgn.to_str().unwrap()]).exits(0);
    let games = text(&pgn).matches("[Event ").count();
    assert!((3..400).contains(&games), "{games}");
    // The rest, with fewer games than were asked for at first.
    let total = (games + 2).next_multiple_of(2).to_string();
    let at = arguments.iter().position(|word| *word == "400").unwrap();
    arguments[at] = &total;
    arguments.push("--resume");
    let run = erawan(&arguments).exits(0);
    assert!(run.out.starts_with(&format!("Going on after {games} games.")), "{}", run.out);
    assert_eq!(text(&pgn).matches("[Event ").count().to_string(), total);
}

#[test]
fn numbers_are_tuned_and_a_run_is_resumed() {
    let folder = Folder::new("tune");
    let (whole, parts) = (folder.path("whole.csv"), folder.path("parts.csv"));
    let tune = |trace: &Path, more: &[&str]| {
        let words = ["tune", "--param", "futility_margin:40", "--param", "reduction_quiet_base:40"];
        let more = words.iter().chain(more).map(|word| word.to_string());
        erawan(more.chain(["--trace".into(), trace.display().to_string()]))
    };
    let settings = ["--nodes", "100", "--iterations", "4", "--batch", "2", "--max-moves", "60"];
    let run = tune(&whole, &settings).exits(0).says("After 4 of 4 pairs of games:");
    assert!(run.out.contains("\n    aspiration_delta = 12 in 4..=60;\n"), "{}", run.out);
    let trace = text(&whole);
    assert!(trace.starts_with("# erawan tune: chess, 100 nodes, 4 iterations"), "{trace}");
    assert_eq!(trace.lines().nth(1), Some("iteration,points,futility_margin,reduction_quiet_base"));
    assert_eq!(trace.lines().count(), 4);
    // The same run, broken off in the middle of its last line.
    let cut = trace.trim_end().rfind('\n').unwrap() + 4;
    std::fs::write(&parts, &trace[..cut]).unwrap();
    let resume = [&settings[..], &["--resume", "--concurrency", "2"]].concat();
    assert_eq!(tune(&parts, &resume).exits(0).out, run.out);
    assert_eq!(text(&parts), trace);
    tune(&parts, &settings).exits(2).complains("the file exists");
    let other = ["--nodes", "101", "--iterations", "4", "--batch", "2", "--resume"];
    tune(&parts, &other).exits(1).complains("it begins with '# erawan tune");

    std::fs::write(&parts, b"\xff\xfe").unwrap();
    tune(&parts, &["--resume"]).exits(1).complains("this is no trace of a tuning");
    erawan(["tune", "--list"]).exits(0).says("aspiration_delta = 12 in 4..=60\n");
    erawan(["tune", "--param", "futility_margni"])
        .exits(2)
        .complains("did you mean futility_margin?");
    erawan(["tune", "--param", "see_quiet:x"]).exits(2).complains("the step of see_quiet");
    erawan(["tune", "--resume"]).exits(2).complains("--trace <FILE>");
}
