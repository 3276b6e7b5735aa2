//! Makruk's endings without bia, where the win must come before the count is
//! full.

use erawan_board::{Bitboard, Color, Position, Role};

use super::endgame::{FULL, Material, Verdict, from_centre, kings_near, near_corner, room};
use super::mating::{Chasers, MatingMaterial};
use crate::games::Playable;

/// A bare king that can be mated is worth this much, as long as there is time.
const MATING_MATERIAL: i32 = 1_500;
/// The share of an advantage left where theory says draw but play goes on.
const DRAWN: i32 = 3;

/// The rules for Makruk, `strong` being the side with the advantage `ahead`
/// (the terms for the end game).
#[inline]
pub(super) fn makruk<R: Playable>(position: &Position<R>, strong: Color, ahead: i32) -> Verdict {
    let (us, them) = (Material::of(position, strong), Material::of(position, !strong));
    if us.men() + them.men() <= 3 && position.is_insufficient_material_for(strong) {
        return Verdict::Lead(0);
    }
    let bia = us.pawns + them.pawns;
    if them.men() == 0 {
        let (drive, most) = drive(position, strong);
        if bia > 0 {
            // Nothing is counted yet: a net can be woven at leisure, and the
            // last bia is better kept until it is.
            return Verdict::Known(ahead.min(10_000) + 2 * drive);
        }
        let Some(needed) = moves_needed(position, strong, &us) else {
            return Verdict::Lead(DRAWN);
        };
        // The nearer the king is to its end, the fewer moves are left to do.
        let needed = (needed * (10 * most - 8 * drive.min(most)) / (10 * most)).max(1);
        let scale = match moves_left(position) {
            Some(left) if left < needed => FULL * left * left / (needed * needed),
            _ => FULL,
        };
        let room = if us.rooks > 0 { room(position, !strong).min(24) } else { 0 };
        let won = MATING_MATERIAL + us.worth::<R>().min(10_000) + 3 * drive - 8 * room;
        // Some incentive stays even when it is late: the defender may err.
        return Verdict::Known(won * scale / FULL + (FULL - scale) * drive / 400);
    }
    if bia > 0 {
        return Verdict::Lead(if us.pawns == 0 { 44 } else { FULL });
    }
    // Both sides have pieces. Without bia fewer leads are won, small ones
    // hardly ever.
    let lead = us.worth::<R>() - them.worth::<R>();
    let scale = match lead {
        ..=120 => 12,
        121..=250 => 20,
        251..=420 => 34,
        421..=640 => 46,
        _ => 56,
    };
    let scale = if cannot_mate(position, strong, &us) { scale.min(6) } else { scale };
    let scale = match moves_left(position) {
        Some(left) => scale * left.min(40) / 40,
        None => scale,
    };
    Verdict::Lead(scale)
}

/// How much of a network's lead counts, of [`FULL`]: it does not see the count.
/// Nothing if a king is bare, where the rules above know how a win is timed.
#[inline]
pub(super) fn network_share<R: Playable>(position: &Position<R>) -> Option<i32> {
    if Color::ALL.into_iter().any(|color| !position.by_color(color).has_many()) {
        return None;
    }
    if position.by_role(Role::Pawn).any() {
        return Some(FULL);
    }
    Some(moves_left(position).map_or(FULL, |left| FULL * left.min(40) / 40))
}

/// How well the enemy's king is driven, and how well it could be.
fn drive<R: Playable>(position: &Position<R>, strong: Color) -> (i32, i32) {
    let king = position.king(!strong);
    let mets = position.pieces(strong, Role::Queen);
    let near = kings_near(position);
    if position.pieces(strong, Role::Rook).any() {
        return (20 * from_centre(king) + 12 * near, 192);
    }
    // Mets rule one colour each, and mates happen in its corners.
    let light = mets.intersects(Bitboard::LIGHT_SQUARES);
    let dark = mets.intersects(Bitboard::DARK_SQUARES);
    let corner = match (light, dark) {
        (true, false) => near_corner(king, true),
        (false, true) => near_corner(king, false),
        _ => near_corner(king, true).max(near_corner(king, false)),
    };
    // A khon strikes ahead: it needs the king before it.
    let khon = position.pieces(strong, Role::Bishop);
    let far = king.rank().relative_to(strong).index() as i32;
    let before = if khon.any() { 14 * far } else { 0 };
    let helpers = position.by_color(strong).without(position.king(strong));
    let distance: i32 = helpers.iter().map(|square| i32::from(king.distance(square))).sum();
    let close = (14 - distance).max(0);
    let drive = 5 * from_centre(king) + 5 * corner + 9 * near + before + 2 * close;
    (drive, if khon.any() { 240 } else { 142 })
}

/// The moves the attacker may still make before the count is full, if there
/// is one.
fn moves_left<R: Playable>(position: &Position<R>) -> Option<i32> {
    let count = position.counting();
    if count.limit() == 0 {
        return None;
    }
    let plies = i32::from(count.limit()) + 1 - i32::from(count.ply());
    Some((plies / 2).max(0))
}

/// About how many moves the mate of a bare king takes, or nothing if it cannot
/// be forced.
fn moves_needed<R: Playable>(position: &Position<R>, strong: Color, us: &Material) -> Option<i32> {
    let mets = position.pieces(strong, Role::Queen);
    let both_colours =
        mets.intersects(Bitboard::LIGHT_SQUARES) && mets.intersects(Bitboard::DARK_SQUARES);
    MatingMaterial::moves_needed(Chasers {
        rooks: us.rooks,
        khons: us.bishops,
        mas: us.knights,
        mets: us.queens,
        both_colours,
    })
}

/// True if not even a bare king could be mated.
fn cannot_mate<R: Playable>(position: &Position<R>, strong: Color, us: &Material) -> bool {
    moves_needed(position, strong, us).is_none()
}
