//! What the answer to a bad move threatens, where nothing else can be said.

use erawan_board::Position;
use erawan_engine::Playable;
use erawan_engine::see;

use super::story::Story;
use super::{Case, Kind, Man, Reason, Shown};
use crate::quiet::NOTABLE;

pub(super) fn explain<R: Playable>(case: &Case<'_, R>, played: &Story<R>) -> Option<Reason> {
    let answered = played.positions.get(2)?;
    if answered.in_check() || !answered.has_legal_moves() {
        return None;
    }
    let free = answered.play_null();
    if let Some(target) = mate_in_one(&free) {
        return shown(played, Kind::FacesMate, vec![target]);
    }
    // What hung before the bad move is no threat of the answer.
    let hung = if case.before.in_check() { None } else { prey(&case.before.play_null()) };
    let man = prey(&free).filter(|man| hung.is_none_or(|hung| hung.square != man.square))?;
    shown(played, Kind::FacesLoss, vec![man])
}

/// The answer itself.
pub(super) fn answer<R: Playable>(played: &Story<R>) -> Option<Reason> {
    played.positions.get(2).and_then(|_| shown(played, Kind::Answer, Vec::new()))
}

fn shown<R: Playable>(played: &Story<R>, kind: Kind, men: Vec<Man>) -> Option<Reason> {
    let reason = Reason { at: 2, men, ..Reason::new::<R>(kind, Shown::Played) };
    Some(reason.shown_by(played, 1))
}

/// The man that mates and the square it mates on.
fn mate_in_one<R: Playable>(position: &Position<R>) -> Option<Man> {
    let moves = position.legal_moves();
    let mate = moves.iter().find(|&&m| position.play_unchecked(m).is_checkmate())?;
    Some(Man::new::<R>(mate.role(), mate.king_target()))
}

/// The man by whose capture most is won.
fn prey<R: Playable>(position: &Position<R>) -> Option<Man> {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|&&m| position.is_capture(m) && !m.is_en_passant());
    let best = captures.map(|&m| (see::value(position, m), m)).max_by_key(|&(gain, _)| gain)?;
    let (gain, m) = best;
    let role = position.captured(m)?;
    (gain >= NOTABLE).then(|| Man::new::<R>(role, m.to()))
}
