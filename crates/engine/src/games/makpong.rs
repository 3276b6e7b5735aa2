//! Makpong: Makruk's men, and kings that may not run.

use erawan_board::{Makpong, Makruk};

use super::{Description, Playable};

impl Playable for Makpong {
    // Makruk's numbers; nothing was fitted or trained to this game's own.
    const DESCRIPTION: &'static Description =
        &Description { network: None, network_option: None, ..*Makruk::DESCRIPTION };

    compile_search!();
}
