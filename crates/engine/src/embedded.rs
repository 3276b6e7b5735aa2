//! The networks built into the program.

use std::sync::{Arc, OnceLock};

use erawan_board::Variant;
use erawan_nnue::Network;

use crate::games::{self, SEATS, seat};

/// The network for a game that was built into the program, if there is one.
/// All engines of a process share it.
///
/// ```
/// use erawan_board::Variant;
/// let network = erawan_engine::embedded_network(Variant::Makruk);
/// assert!(network.is_none_or(|network| network.game() == Variant::Makruk));
/// ```
pub fn embedded_network(game: Variant) -> Option<Arc<Network>> {
    embedded(game).cloned()
}

/// The same, lent. It is unpacked and read when it is first asked for, which
/// takes some milliseconds.
pub(crate) fn embedded(game: Variant) -> Option<&'static Arc<Network>> {
    static LOADED: [OnceLock<Option<Arc<Network>>>; SEATS] = [const { OnceLock::new() }; SEATS];
    LOADED[seat(game)]
        .get_or_init(|| {
            let network = Network::from_bytes(&games::network(game)?.unpack()).ok()?;
            network.check_game(game).ok()?;
            Some(Arc::new(network))
        })
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_can_be_read() {
        for game in Variant::ALL {
            let packed = games::network(game);
            if let Some(packed) = packed {
                let network = Network::from_bytes(&packed.unpack()).unwrap();
                network.check_game(game).unwrap();
                assert_eq!(network.to_bytes(), packed.unpack());
            }
            assert_eq!(embedded_network(game).is_some(), packed.is_some());
        }
    }
}
