//! The options that name network files.

use std::path::Path;

use erawan_board::{Variant, with_rules};
use erawan_engine::{Engine, Playable, embedded_network};

use crate::protocol::{OptionDeclaration, OptionError};

/// The network that was built in.
const EMBEDDED: &str = "<embedded>";
/// No network: the hand-written evaluation. Without brackets, as the command
/// line and the built-in player say it, it is understood too.
const NONE: &str = "<none>";
const PLAIN_NONE: &str = "none";

/// The options and their games, as the descriptions of the games have them.
fn options() -> impl Iterator<Item = (&'static str, Variant)> {
    let games = Variant::ALL.into_iter().filter(|&game| game.rules() == game);
    games.filter_map(|game| {
        let option = with_rules!(game, R => <R as Playable>::DESCRIPTION.network_option);
        option.map(|name| (name, game))
    })
}

/// True if an option of this name names a network file.
pub(crate) fn is_option(name: &str) -> bool {
    options().any(|(option, _)| option == name)
}

/// The options, with what an engine starts with as their value.
pub(crate) fn declarations() -> impl Iterator<Item = Result<OptionDeclaration, OptionError>> {
    options().map(|(name, game)| {
        let embedded = with_rules!(game, R => <R as Playable>::DESCRIPTION.network);
        let value = if embedded.is_some() { EMBEDDED } else { NONE };
        OptionDeclaration::string(name, value)
    })
}

/// Gives an engine the network that an option names, and says what it is. If
/// that cannot be done it says why, and the old network stays.
pub(crate) fn apply(engine: &mut Engine, option: &str, value: &str) -> Result<String, String> {
    let known = options().find(|(name, _)| *name == option);
    let (_, game) = known.ok_or_else(|| format!("{option} names no network"))?;
    let embedded = || embedded_network(game);
    let result = match value {
        NONE | PLAIN_NONE => engine.set_network(game, None),
        EMBEDDED if embedded().is_none() => {
            return Err(format!("{option}: no network for {game} was built in"));
        }
        "" | EMBEDDED => engine.set_network(game, embedded()),
        path => engine.load_network(game, Path::new(path)),
    };
    result.map_err(|error| format!("{option}: {value}: {error}; the old evaluation stays"))?;
    Ok(match engine.network(game) {
        Some(network) => format!("{option}: {}", network.architecture()),
        None => format!("{option}: {game} is evaluated by hand-written rules"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_the_games() {
        let found: Vec<(&str, Variant)> = options().collect();
        let expected = [("EvalFile", Variant::Chess), ("EvalFileMakruk", Variant::Makruk)];
        assert_eq!(found, expected);
        assert!(is_option("EvalFileMakruk") && !is_option("Hash"));
    }

    #[test]
    fn networks_come_and_go() {
        let mut engine = Engine::new(1).unwrap();
        let mut set = |option, value| apply(&mut engine, option, value);
        for none in [NONE, PLAIN_NONE] {
            assert!(set("EvalFile", "").is_ok());
            assert!(set("EvalFile", none).unwrap().contains("hand-written"));
        }
        assert!(set("EvalFile", "").is_ok());
        let is_embedded = embedded_network(Variant::Makruk).is_some();
        assert_eq!(set("EvalFileMakruk", EMBEDDED).is_ok(), is_embedded);
        let missing = set("EvalFile", "no/such/file.net").unwrap_err();
        assert!(missing.starts_with("EvalFile: no/such/file.net: "), "{missing}");
        assert!(missing.ends_with("; the old evaluation stays"), "{missing}");
        assert!(set("Hash", "1").is_err());
    }
}
