//! Ouk Chatrang, Cambodian chess: Makruk's men on Makruk's board.

use erawan_board::{Cambodian, Makruk};

use super::{Description, Playable};

impl Playable for Cambodian {
    // What Makruk's men are worth they are worth here; the leaps of the first
    // moves and the shorter counts change little. No network was trained.
    const DESCRIPTION: &'static Description =
        &Description { network: None, network_option: None, ..*Makruk::DESCRIPTION };

    compile_search!();
}
