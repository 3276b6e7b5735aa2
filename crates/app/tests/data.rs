//! `erawan datagen` and `erawan data`.

use crate::common::{Folder, Run, erawan};

/// Six short games.
fn make(folder: &Folder, variant: &str, games: &str) -> String {
    let path = folder.path("games").to_str().unwrap().to_string();
    datagen(variant, games, &path).exits(0).says("Seed: 5\n");
    path
}

fn datagen(variant: &str, games: &str, path: &str) -> Run {
    let options = ["--nodes", "40", "--seed", "5", "--threads", "2", "--games", games];
    erawan(["datagen", "--variant", variant, "--out", path].into_iter().chain(options))
}

#[test]
fn games_are_made_checked_counted_and_converted() {
    for variant in ["chess", "chess960", "dfrc", "makruk", "cambodian", "makpong"] {
        let folder = Folder::new(&format!("data-{variant}"));
        let path = make(&folder, variant, "6");
        let check = erawan(["data", "check", &path]).exits(0);
        assert_eq!(check.last_line(), "Chunks: 1, damaged: 0; games: 6, bad: 0");
        let stats = erawan(["data", "stats", &path]).exits(0).says("Games: 6\n");
        assert!(stats.out.starts_with(&format!("Kinds: {variant}, 40 nodes (at most 320)\n")));
        let positions: u64 = number(&stats.out, "Positions: ");
        let good: u64 = number(&stats.out, "Good for training: ");
        assert!(good > 0 && good < positions);
        let bytes = std::fs::metadata(&path).unwrap().len();
        assert_eq!(bytes, 64 + 6 * 40 + 4 * positions, "a header, six games, their plies");

        let to = folder.path("all.pos").to_str().unwrap().to_string();
        erawan(["data", "convert", &path, "--out", &to])
            .exits(0)
            .says(&format!("Games: 6, positions: {positions}, written: {positions}\n"));
        assert_eq!(std::fs::metadata(&to).unwrap().len(), 32 * positions);
        erawan(["data", "convert", &path, "--filter", "--out", &to]).exits(0);
        assert_eq!(std::fs::metadata(&to).unwrap().len(), 32 * good);
        let json = erawan(["data", "stats", &path, "--json"]).exits(0);
        assert_eq!(json.out.lines().count(), 1);
        json.says(&format!("\"positions\":{positions},")).says(&format!("\"survivors\":{good},"));
    }
}

fn number(text: &str, before: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(before)).unwrap();
    line.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn a_file_grows_to_the_games_asked_for() {
    let folder = Folder::new("data-grows");
    let path = make(&folder, "makruk", "3");
    datagen("makruk", "5", &path).exits(0).says("Games: 2 new, 5 in all\n");
    datagen("makruk", "5", &path).exits(0).says("Games: 0 new, 5 in all\n");
    erawan(["data", "check", &path]).exits(0).says("games: 5, bad: 0");
    datagen("chess", "9", &path).exits(1).complains("the file has games of makruk");
}

#[test]
fn damage_is_named() {
    let folder = Folder::new("data-damage");
    let path = make(&folder, "chess", "2");
    let good = std::fs::read(&path).unwrap();
    let mut bad = good.clone();
    bad[100] ^= 1;
    bad.extend(&good);
    bad.extend(&good[..good.len() / 2]);
    std::fs::write(&path, &bad).unwrap();
    let cut = format!("{path}: byte {}: the last chunk is cut off", 2 * good.len());
    let check = erawan(["data", "check", &path]).exits(1);
    let lines: Vec<&str> = check.out.lines().collect();
    assert_eq!(lines[0], format!("{path}: byte 0: the chunk's checksum is wrong"));
    assert_eq!(lines[1..], [cut.as_str(), "Chunks: 1, damaged: 2; games: 2, bad: 0"]);
    erawan(["data", "check", &path, "--json"])
        .exits(1)
        .says("\"damaged\":2,\"games\":2,\"bad\":0}");
    let stats = erawan(["data", "stats", &path]).exits(1).says("Games: 2\n");
    stats.complains("checksum").complains(&cut);
    let to = folder.path("out.pos").to_str().unwrap().to_string();
    erawan(["data", "convert", &path, "--out", &to]).exits(1).says("Games: 2,").complains(&cut);
    // Cut off alone is no fault of the data.
    std::fs::write(&path, &bad[good.len()..]).unwrap();
    erawan(["data", "stats", &path]).exits(0).complains("cut off");
    erawan(["data", "convert", &path, "--out", &to]).exits(0).complains("cut off");
    let noise = folder.write("noise", (0..=255u8).cycle().take(10_000).collect::<Vec<_>>());
    let noise = noise.to_str().unwrap();
    erawan(["data", "check", noise]).exits(1).says("byte 0: no chunk of games begins here");
    let empty = folder.write("empty", "");
    erawan(["data", "check", empty.to_str().unwrap()]).exits(0).says("games: 0, bad: 0");
    erawan(["data", "stats", empty.to_str().unwrap()]).exits(0).says("Games: 0\n");
}

/// What is no file is refused at once, for reading and for writing.
#[cfg(unix)]
#[test]
fn only_regular_files_are_taken() {
    erawan(["data", "check", "/dev/zero"]).exits(2).complains("a pipe or a device");
    erawan(["data", "stats", "."]).exits(2).complains("a folder, not a file");
    datagen("chess", "1", "/dev/null").exits(2).complains("a pipe or a device");
}

/// Ctrl-C keeps the games that are over, and does not wait for the others.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_good_file() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    // With many nodes a single move takes longer than the whole test may.
    for (nodes, code, signal) in [("40", 130, "-INT"), ("100000000", 143, "-TERM")] {
        let folder = Folder::new(&format!("data-interrupt{signal}"));
        let path = folder.path("games").to_str().unwrap().to_string();
        let child = Command::new(env!("CARGO_BIN_EXE_erawan"))
            .args(["datagen", "--nodes", nodes, "--seconds", "300", "--threads", "2"])
            .args(["--out", &path])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs(2));
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let told = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(told.elapsed() < Duration::from_secs(20), "{:?}", told.elapsed());
        assert_eq!(output.status.code(), Some(code));
        let out = String::from_utf8(output.stdout).unwrap();
        let games: u64 = number(&out, "Games: ");
        assert_eq!(games > 0, nodes == "40", "{out}");
        erawan(["data", "check", &path]).exits(0).says(&format!("games: {games}, bad: 0"));
    }
}

#[test]
fn wrong_use() {
    let folder = Folder::new("data-wrong");
    let path = folder.path("x").to_str().unwrap().to_string();
    let wrong = |words: &[&str], message: &str| {
        let run = erawan(words).exits(2).complains(message);
        assert!(run.out.is_empty());
    };
    wrong(&["datagen"], "--out <FILE>");
    wrong(&["datagen", "--out", &path], "--nodes <N>");
    wrong(&["datagen", "--out", &path, "--nodes", "9"], "--games <N>");
    wrong(&["datagen", "--out", &path, "--nodes", "0", "--games", "1"], "must be a number from 1");
    let hard = ["datagen", "--out", &path, "--nodes", "9", "--games", "1", "--hard", "8"];
    wrong(&hard, "--hard must be");
    wrong(&["datagen", "--out", &path, "--variant", "makrook"], "did you mean makruk?");
    wrong(&["datagen", "x", "--out", &path], "unexpected argument 'x'");
    wrong(&["data"], "Usage: erawan data <COMMAND>");
    wrong(&["data", "chekc", &path], "a similar subcommand exists: 'check'");
    wrong(&["data", "check"], "<FILE>");
    wrong(&["data", "check", "one", "two"], "unexpected argument 'two'");
    wrong(&["data", "check", &path, "--filter"], "unexpected argument '--filter'");
    wrong(&["data", "convert", &path], "--out <FILE>");
    wrong(&["data", "check", &path], "there is no such file");
    assert!(folder.names().is_empty(), "nothing is left behind: {:?}", folder.names());
    let missing = folder.path("none/games").to_str().unwrap().to_string();
    let options = ["--nodes", "9", "--games", "1", "--out", &missing];
    erawan(["datagen"].into_iter().chain(options)).exits(2).complains("there is no such folder");
    let same = folder.write("same", "");
    let same = same.to_str().unwrap();
    erawan(["data", "convert", same, "--out", same]).exits(2).complains("the file that is read");
    let foreign = ["--nodes", "9", "--games", "1", "--out", &path, "--net", same];
    erawan(["datagen"].into_iter().chain(foreign)).exits(1).complains("same: ");
    let absent = ["--nodes", "9", "--games", "1", "--out", &path, "--net", "absent.net"];
    erawan(["datagen"].into_iter().chain(absent)).exits(2).complains("there is no such file");
    for command in ["datagen", "data"] {
        erawan(["help", command]).exits(0).says("Examples:");
    }
}
