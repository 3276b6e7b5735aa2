//! Static exchange evaluation: what a move wins or loses if both sides then
//! take on its target square for as long as it pays.
//!
//! Each side takes with its least valuable piece first. Sliders behind a piece
//! that has taken join in, pieces that shield their king from a slider take
//! only along its line, a king takes only what nobody defends, and a pawn
//! that takes on its promotion squares becomes the best it can. Checks given
//! on the way are not looked at: that is the search's business.

use erawan_board::{Bitboard, Color, Move, Position, Role, Square, attacks};

use crate::games::Playable;

/// What a piece is worth in exchanges. A king is worth nothing here, for it is
/// never taken.
///
/// ```
/// use erawan_board::{Chess, Makruk, Role};
/// use erawan_engine::see;
/// assert_eq!(see::worth::<Chess>(Role::Queen), 900);
/// assert_eq!(see::worth::<Makruk>(Role::Queen), 180); // the met
/// ```
#[inline(always)]
pub const fn worth<R: Playable>(role: Role) -> i32 {
    R::DESCRIPTION.exchange_values[role.index()]
}

#[inline(always)]
pub(crate) const fn order<R: Playable>() -> [Role; 6] {
    R::DESCRIPTION.exchange_order
}

/// What a pawn gains by becoming the best piece it can.
#[inline(always)]
fn promotion_gain<R: Playable>() -> i32 {
    R::PROMOTIONS.first().map_or(0, |&role| worth::<R>(role) - worth::<R>(Role::Pawn))
}

/// True if the move wins at least `threshold`, in centipawns: the same as
/// `value(position, m) >= threshold`, and faster.
///
/// The move must be legal; for others the answer means nothing.
///
/// ```
/// use erawan_board::{Chess, Position, Square};
/// use erawan_engine::see;
/// let start = Position::<Chess>::startpos();
/// let e4 = start.legal_moves().iter().copied().find(|m| m.to() == Square::E4).unwrap();
/// assert!(see::at_least(&start, e4, 0));
/// assert!(!see::at_least(&start, e4, 1));
/// ```
pub fn at_least<R: Playable>(position: &Position<R>, m: Move, threshold: i32) -> bool {
    if m.is_castle() {
        return threshold <= 0;
    }
    // What we have if the exchange stops here, and if our piece is then lost
    // for nothing.
    let mut balance = first_gain(position, m).saturating_sub(threshold);
    if balance < 0 {
        return false;
    }
    if promotions_may_follow(position, m.to()) {
        return value(position, m) >= threshold;
    }
    balance -= first_victim::<R>(m);
    if balance >= 0 {
        return true;
    }
    let mut exchange = Exchange::after(position, m);
    let us = position.turn();
    loop {
        let side = exchange.turn;
        let Some(role) = exchange.take() else {
            return side != us;
        };
        // Seen from the side that has just taken, its own piece lost again.
        balance = -balance - 1 - worth::<R>(role);
        if balance >= 0 {
            return side == us;
        }
    }
}

/// What the move wins or loses by exchanges on its target square, in
/// centipawns. Castling is worth 0.
///
/// The move must be legal; for others the answer means nothing.
pub fn value<R: Playable>(position: &Position<R>, m: Move) -> i32 {
    if m.is_castle() {
        return 0;
    }
    // gains[n]: what the side that takes n-th has then, if nobody goes on.
    // Nobody can take more often than there are other men on the board.
    let mut gains = [0i32; 64];
    let mut count = 1;
    gains[0] = first_gain(position, m);
    let mut victim = first_victim::<R>(m);
    let mut exchange = Exchange::after(position, m);
    while count < gains.len() {
        let side = exchange.turn;
        let Some(role) = exchange.take() else { break };
        let mut gain = victim - gains[count - 1];
        victim = worth::<R>(role);
        if role == Role::Pawn && R::PROMOTION_ZONES[side.index()].contains(m.to()) {
            gain += promotion_gain::<R>();
            victim += promotion_gain::<R>();
        }
        gains[count] = gain;
        count += 1;
    }
    // From the end: whoever is to take may also leave it.
    for n in (1..count).rev() {
        gains[n - 1] = gains[n - 1].min(-gains[n]);
    }
    gains[0]
}

/// What the move itself takes and makes.
#[inline(always)]
fn first_gain<R: Playable>(position: &Position<R>, m: Move) -> i32 {
    let taken = position.captured(m).map_or(0, worth::<R>);
    let made = m.promotion().map_or(0, |role| worth::<R>(role) - worth::<R>(Role::Pawn));
    taken + made
}

/// The worth of what stands on the target after the move.
#[inline(always)]
fn first_victim<R: Playable>(m: Move) -> i32 {
    worth::<R>(m.promotion().unwrap_or(m.role()))
}

/// True if a pawn could take there and promote. Then the loss of the moving
/// piece is not the worst that can happen.
#[inline(always)]
fn promotions_may_follow<R: Playable>(position: &Position<R>, target: Square) -> bool {
    Color::ALL.into_iter().any(|color| {
        R::PROMOTION_ZONES[color.index()].contains(target)
            && attacks::pawn(!color, target).intersects(position.pieces(color, Role::Pawn))
    })
}

/// The men that still may take on a square.
struct Exchange<'a, R: Playable> {
    position: &'a Position<R>,
    target: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    turn: Color,
}

impl<'a, R: Playable> Exchange<'a, R> {
    /// The exchange after its first move, which is not played on the board:
    /// the piece has left its square and the target is occupied.
    #[inline(always)]
    fn after(position: &'a Position<R>, m: Move) -> Exchange<'a, R> {
        let target = m.to();
        let mut occupied = position.occupied().without(m.from()).with(target);
        if m.is_en_passant() {
            // The pawn taken stands beside where ours came from.
            occupied = occupied.without(Square::new(target.file(), m.from().rank()));
        }
        let attackers = position.attackers_to(target, occupied) & occupied;
        Exchange { position, target, occupied, attackers, turn: !position.turn() }
    }

    /// The side to move takes with its least valuable man, if it can, and the
    /// turn passes.
    #[inline(always)]
    fn take(&mut self) -> Option<Role> {
        let side = self.turn;
        let ours = self.attackers & self.position.by_color(side);
        if ours.is_empty() {
            return None;
        }
        let free = ours - self.shields(side);
        for role in order::<R>() {
            let Some(square) = (free & self.position.pieces(side, role)).lsb() else { continue };
            if role == Role::King && (self.attackers & self.position.by_color(!side)).any() {
                return None;
            }
            self.occupied = self.occupied.without(square);
            self.uncover(role);
            self.turn = !side;
            return Some(role);
        }
        None
    }

    /// Lets the sliders behind a man that has taken join in.
    #[inline(always)]
    fn uncover(&mut self, role: Role) {
        let by_role = |role| self.position.by_role(role);
        let mut attackers = self.attackers;
        if R::DIAGONALS_SLIDE {
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= attacks::bishop(self.target, self.occupied)
                    & (by_role(Role::Bishop) | by_role(Role::Queen));
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= attacks::rook(self.target, self.occupied)
                    & (by_role(Role::Rook) | by_role(Role::Queen));
            }
        } else if matches!(role, Role::Rook | Role::Bishop) {
            // A khon takes straight ahead too, with a rua behind it.
            attackers |= attacks::rook(self.target, self.occupied) & by_role(Role::Rook);
        }
        self.attackers = attackers & self.occupied;
    }

    /// The men that may not leave their place because a slider behind them
    /// looks at their king, the target being off that line.
    #[inline(always)]
    fn shields(&self, side: Color) -> Bitboard {
        let king = self.position.king(side);
        let theirs = |role| self.position.pieces(!side, role);
        let snipers = if R::DIAGONALS_SLIDE {
            let queens = theirs(Role::Queen);
            (attacks::bishop_rays(king) & (theirs(Role::Bishop) | queens))
                | (attacks::rook_rays(king) & (theirs(Role::Rook) | queens))
        } else {
            attacks::rook_rays(king) & theirs(Role::Rook)
        };
        // Whatever stood on the target is gone. Where the target lies between
        // king and sniper, it is one more man in the way.
        let snipers = (snipers & self.occupied).without(self.target);
        snipers.iter().fold(Bitboard::EMPTY, |shields, sniper| {
            let between = attacks::between(king, sniper) & self.occupied;
            if between.has_many() { shields } else { shields | between }
        })
    }
}
