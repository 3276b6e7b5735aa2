//! `erawan pgn` on several threads: the same as on one.

use std::io::Write as _;

use crate::common::{Folder, Run, erawan, erawan_with_input};

/// Games of every kind, good, bad and odd, again and again: enough to be cut into
/// pieces for several threads. Nearly all of them have their own names.
fn many() -> String {
    let mut text = String::from("% the first line is no game\n\n");
    for number in 0..9000 {
        let tags = format!("[Event \"{number}\"]\n[White \"P{}\"]\n", number % 1000);
        text += &match number % 7 {
            0 => format!("{tags}\n1. e4 {{a comment}} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 1-0\n\n"),
            1 => format!("{tags}[Variant \"Makruk\"]\n\n1. d4 d5 1/2-1/2\n\n"),
            2 if number % 3 == 0 => format!("{tags}\n1. e4 e5 2. Ke3 *\n\n"),
            3 if number % 50 == 0 => format!("{tags}\n1. e4 {{never closed\n\n"),
            4 => format!("{tags}[Result \"1-0\"]\n\n1. e4 $300 -- 0-1\n\n"),
            5 => format!("{tags}\n\r\n1. f3 e5 2. g4 Qh4# 1-0\r\n\r\n"),
            _ => format!("{tags}\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *\n\n"),
        };
    }
    assert!(text.len() > 600_000, "{}", text.len());
    text
}

const ACTIONS: [&[&str]; 5] =
    [&["check"], &["check", "--json"], &["stats"], &["stats", "--json"], &["convert"]];

fn with_threads(action: &[&str], file: &str, threads: &str) -> Vec<String> {
    let words = [&["pgn"][..], action, &[file, "--threads", threads]].concat();
    words.into_iter().map(str::to_string).collect()
}

#[track_caller]
fn assert_same(one: &Run, other: &Run, what: &str) {
    assert_eq!(one.code, other.code, "{what}: {}", other.err);
    // Not printed as a whole: it is long.
    assert!(one.out == other.out, "{what}: another output");
    assert!(one.err == other.err, "{what}: other complaints");
}

#[test]
fn any_number_of_threads_says_the_same() {
    let folder = Folder::new("pgn-threads");
    let text = many();
    let file = folder.write("many.pgn", &text);
    let file = file.to_str().unwrap();
    for action in ACTIONS {
        let one = erawan(with_threads(action, file, "1")).exits(1);
        for threads in ["2", "3"] {
            let other = erawan(with_threads(action, file, threads));
            assert_same(&one, &other, &format!("{action:?} --threads {threads}"));
        }
        let words = [&["pgn"][..], action, &[file]].concat();
        assert_same(&one, &erawan(words), &format!("{action:?} on all cores"));
    }
    // Held against an independent count: every game has one Event.
    let events = text.matches("[Event ").count();
    let run = erawan(with_threads(&["check"], file, "3"));
    assert!(run.last_line().starts_with(&format!("Games: {events}, ")), "{}", run.last_line());
}

#[test]
fn pipes_and_compressed_files_say_the_same_on_any_number_of_threads() {
    let folder = Folder::new("pgn-threads-packed");
    let text = many();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = folder.write("many.pgn.gz", gzip.finish().unwrap());
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let packed = ruzstd::encoding::compress_to_vec(text.as_bytes(), level);
    let zstandard = folder.write("many.pgn.zst", packed);
    for action in ACTIONS {
        let one = erawan_with_input(with_threads(action, "-", "1"), &text).exits(1);
        for threads in ["2", "3"] {
            let other = erawan_with_input(with_threads(action, "-", threads), &text);
            assert_same(&one, &other, &format!("{action:?} -, {threads}"));
            for path in [&gzip, &zstandard] {
                let name = path.to_str().unwrap();
                let mut other = erawan(with_threads(action, name, threads));
                other.out = other.out.replace(name, "standard input");
                other.err = other.err.replace(name, "standard input");
                assert_same(&one, &other, &format!("{action:?} {name}, {threads}"));
            }
        }
    }
}

/// What is there before the damage is told, and then the damage, by any number of
/// threads.
#[test]
fn damaged_files_say_the_same_on_any_number_of_threads() {
    let folder = Folder::new("pgn-threads-torn");
    let text = many();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let mut gzip = gzip.finish().unwrap();
    gzip.truncate(gzip.len() - 5000);
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let mut packed = ruzstd::encoding::compress_to_vec(text.as_bytes(), level);
    packed.truncate(packed.len() - 5000);
    let files = [folder.write("torn.pgn.gz", gzip), folder.write("torn.pgn.zst", packed)];
    for path in &files {
        let name = path.to_str().unwrap();
        for action in ACTIONS {
            let one = erawan(with_threads(action, name, "1")).exits(2);
            let findings = one.out.len() + one.err.len();
            assert!(findings > 10_000, "{action:?} {name}: {findings}");
            for threads in ["2", "3"] {
                let other = erawan(with_threads(action, name, threads));
                assert_same(&one, &other, &format!("{action:?} {name}, {threads}"));
            }
        }
    }
}
