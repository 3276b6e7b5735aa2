//! Questions as they come, and the answers that need no engine.

use erawan_board::{Variant, with_rules};
use erawan_engine::strength::Strength;
use serde_json::Value;

use crate::protocol::{Answer, Envelope, ErrorKind, Reply, Request, VERSION};
use crate::tables::{self, AllTables};
use crate::{catalogue, games, limits, lines};

/// What a page hears first. `processors` are those that an engine may use, `variant`
/// the game that is wanted.
pub fn hello(processors: usize, variant: Option<Variant>, tables: &AllTables) -> Answer {
    Answer::Hello {
        protocol: VERSION,
        version: env!("CARGO_PKG_VERSION"),
        processors,
        elo: (Strength::MIN, Strength::MAX),
        variant: variant.map(Into::into),
        games: catalogue::games(tables),
    }
}

/// Reads a question. What is none, or asks for too much, has its answer at once.
pub fn read(text: &str) -> Result<Envelope, Reply> {
    let envelope: Envelope = serde_json::from_str(text).map_err(|error| {
        // Its number, if it has one, so that nobody waits for ever.
        let number = serde_json::from_str::<Value>(text).ok();
        let id = number.and_then(|value| value.get("id")?.as_u64()).unwrap_or(0);
        Reply { id, answer: Answer::error(ErrorKind::Protocol, error) }
    })?;
    match limits::check(&envelope.request) {
        Ok(()) => Ok(envelope),
        Err(message) => {
            Err(Reply { id: envelope.id, answer: Answer::error(ErrorKind::Limit, message) })
        }
    }
}

/// Answers what needs neither an engine nor anything that is kept; gives any other
/// question back. It ends early once it is no longer wanted.
// A request that comes back is passed on at once.
#[allow(clippy::result_large_err)]
pub fn answer(
    request: Request,
    tables: &AllTables,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Answer, Request> {
    Ok(match request {
        Request::Position { line } => {
            let variant = Variant::from(line.variant);
            with_rules!(variant, R => match lines::replay::<R>(&line) {
                Ok(game) => Answer::Position(Box::new(lines::describe(variant, &game))),
                Err(error) => Answer::error(ErrorKind::Input, error),
            })
        }
        Request::Check { variant, fen } => games::check(variant.into(), &fen),
        Request::Tables { line } => tables::answer(tables, &line),
        Request::Read { text, variant } => games::read(&text, variant, is_wanted),
        Request::Write { game } => games::write(&game, is_wanted),
        other => return Err(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_question_is_answered_with_its_number() {
        for (text, id) in [
            ("", 0),
            ("{", 0),
            ("[]", 0),
            (r#"{"id": 3}"#, 3),
            (r#"{"id": 4, "type": "nonsense"}"#, 4),
            (r#"{"id": -1, "type": "stop"}"#, 0),
            (r#"{"id": 5, "type": "position", "line": {"variant": "go"}}"#, 5),
        ] {
            let reply = read(text).unwrap_err();
            assert_eq!(reply.id, id, "{text}");
            let Answer::Error { kind: ErrorKind::Protocol, .. } = reply.answer else {
                panic!("{text}: {:?}", reply.answer);
            };
        }
    }

    #[test]
    fn what_asks_for_too_much_is_refused() {
        let text = r#"{"id": 9, "type": "analyse", "line": {"variant": "chess"}, "lines": 6}"#;
        let reply = read(text).unwrap_err();
        let Answer::Error { kind: ErrorKind::Limit, message } = reply.answer else { panic!() };
        assert!(reply.id == 9 && message.contains("lines is 6"), "{message}");
    }

    #[test]
    fn what_is_kept_elsewhere_is_given_back() {
        let asked = read(r#"{"id": 1, "type": "load", "name": "settings"}"#).unwrap();
        let back = answer(asked.request, &AllTables::default(), &|| true);
        assert!(matches!(back, Err(Request::Load { name }) if name == "settings"));
    }
}
