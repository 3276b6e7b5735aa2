//! The UCI server: whatever comes in, it answers `isready` and ends with
//! `quit`; commands that are understood are understood again when written.
#![no_main]

use erawan_uci::protocol::{Command, Message};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Vec::new();
    let mut asked = 0;
    for line in data.split(|&byte| byte == b'\n') {
        let _ = Message::parse(line);
        let Some(parsed) = Command::parse(line) else { continue };
        let command = parsed.value;
        let written = command.to_string();
        let again = Command::parse(written.as_bytes()).map(|parsed| parsed.value);
        assert_eq!(again.as_ref(), Some(&command), "{written}");
        match command {
            Command::Quit => break,
            // Those reach out for files, memory and threads.
            Command::SetOption { name, .. } if is_costly(&name) => continue,
            Command::IsReady => asked += 1,
            _ => {}
        }
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"quit\n");
    let answers = erawan_uci::serve(&input[..], Vec::new()).expect("writing to memory");
    let answers = String::from_utf8(answers).expect("text");
    assert_eq!(answers.lines().filter(|line| *line == "readyok").count(), asked);
});

fn is_costly(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["file", "hash", "thread", "path"].iter().any(|word| name.contains(word))
}
