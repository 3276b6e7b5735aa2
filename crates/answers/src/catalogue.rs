//! The list of games as the page gets it.

use erawan_board::{Role, Variant, chess960, with_rules};
use erawan_engine::Playable;

use crate::protocol::{GameReply, ManKind};
use crate::tables::AllTables;

/// Every game of the board's list.
pub fn games(tables: &AllTables) -> Vec<GameReply> {
    let reply = |variant| with_rules!(variant, R => game::<R>(variant, tables));
    Variant::ALL.into_iter().map(reply).collect()
}

fn game<R: Playable>(variant: Variant, tables: &AllTables) -> GameReply {
    let letter = |role| R::MEN.letter(role).to_ascii_lowercase();
    let worth = |role: Role| R::DESCRIPTION.material.get(role.index()).copied().unwrap_or(0);
    let man = |role: Role| ManKind {
        role: role.into(),
        letter: letter(role),
        name: R::MEN.name(role),
        worth: worth(role),
    };
    GameReply {
        name: variant.into(),
        title: variant.title(),
        thai: variant.thai(),
        about: variant.about(),
        about_thai: variant.about_thai(),
        men: Role::ALL.into_iter().map(man).collect(),
        makruk_set: R::MEN.is_makruk_set(),
        promotions: R::PROMOTIONS.iter().map(|&role| letter(role)).collect(),
        starts: variant.starts(),
        usual_start: variant.starts().map(|_| chess960::CLASSICAL),
        counting: R::COUNTING,
        castling: R::CASTLING_AND_DOUBLE_STEP,
        tables: tables.max_men(variant),
    }
}
