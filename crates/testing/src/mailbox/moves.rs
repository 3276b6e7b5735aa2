//! Attacks, pseudo-legal moves and legal moves.

use super::{
    Board, Game, KING_SIDE, Kind, Mv, Piece, QUEEN_SIDE, at, castling_targets, colour, file_of,
    leap_homes, rank_of, step, to_64, to_88,
};

const NORTH: isize = 16;
const SOUTH: isize = -16;
const EAST: isize = 1;
const WEST: isize = -1;
const NORTH_EAST: isize = NORTH + EAST;
const NORTH_WEST: isize = NORTH + WEST;
const SOUTH_EAST: isize = SOUTH + EAST;
const SOUTH_WEST: isize = SOUTH + WEST;

const STRAIGHT: [isize; 4] = [NORTH, EAST, SOUTH, WEST];
const DIAGONAL: [isize; 4] = [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST];
const ALL_AROUND: [isize; 8] =
    [NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST];
const KNIGHT: [isize; 8] = [
    NORTH + NORTH_EAST,
    EAST + NORTH_EAST,
    EAST + SOUTH_EAST,
    SOUTH + SOUTH_EAST,
    SOUTH + SOUTH_WEST,
    WEST + SOUTH_WEST,
    WEST + NORTH_WEST,
    NORTH + NORTH_WEST,
];
const WHITE_KHON: [isize; 5] = [NORTH, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST];
const BLACK_KHON: [isize; 5] = [SOUTH, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST];

/// The single steps of a piece; pawns are apart.
fn steps(piece: Piece) -> &'static [isize] {
    match piece.kind {
        Kind::Knight => &KNIGHT,
        Kind::King => &ALL_AROUND,
        Kind::Khon if piece.white => &WHITE_KHON,
        Kind::Khon => &BLACK_KHON,
        Kind::Met | Kind::Ngai => &DIAGONAL,
        Kind::Pawn | Kind::Bishop | Kind::Rook | Kind::Queen => &[],
    }
}

/// The directions in which a piece goes as far as it can.
fn slides(kind: Kind) -> &'static [isize] {
    match kind {
        Kind::Bishop => &DIAGONAL,
        Kind::Rook => &STRAIGHT,
        Kind::Queen => &ALL_AROUND,
        _ => &[],
    }
}

fn forward(white: bool) -> isize {
    if white { NORTH } else { SOUTH }
}

/// The two steps by which a pawn takes.
fn pawn_takes(white: bool) -> [isize; 2] {
    [forward(white) + EAST, forward(white) + WEST]
}

impl Board {
    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Mv> {
        let mut board = self.clone();
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| {
            let undo = board.make(mv);
            let legal = !board.king_is_attacked(self.state.white_to_move);
            board.unmake(mv, undo);
            legal
        });
        moves
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.king_is_attacked(self.state.white_to_move)
    }

    /// Whether a piece of the given colour attacks a square, whatever stands on it.
    ///
    /// # Panics
    ///
    /// When `sq` is not below 64.
    pub fn is_attacked(&self, sq: u8, by_white: bool) -> bool {
        self.attacked(to_88(sq), by_white)
    }

    /// Whether the king of the given colour is attacked.
    ///
    /// In a position that can come up in a game this is never so for the side not to move.
    pub fn king_is_attacked(&self, white: bool) -> bool {
        self.attacked(self.kings[colour(white)], !white)
    }

    /// Walks back from the square along every offset that could bring an attacker there.
    fn attacked(&self, sq: usize, by_white: bool) -> bool {
        for offset in pawn_takes(by_white) {
            if self.stands(step(sq, -offset), Piece { white: by_white, kind: Kind::Pawn }) {
                return true;
            }
        }
        let (steppers, sliders): (&[Kind], &[Kind]) = match self.game {
            Game::Chess => (&[Kind::Knight, Kind::King], &[Kind::Bishop, Kind::Rook, Kind::Queen]),
            Game::Makruk | Game::Cambodian | Game::Makpong => {
                (&[Kind::Knight, Kind::King, Kind::Khon, Kind::Met, Kind::Ngai], &[Kind::Rook])
            }
        };
        for &kind in steppers {
            let piece = Piece { white: by_white, kind };
            for &offset in steps(piece) {
                if self.stands(step(sq, -offset), piece) {
                    return true;
                }
            }
        }
        for direction in ALL_AROUND {
            let mut origin = step(sq, -direction);
            while let Some(from) = origin {
                if let Some(piece) = self.squares[from] {
                    if piece.white == by_white
                        && sliders.contains(&piece.kind)
                        && slides(piece.kind).contains(&direction)
                    {
                        return true;
                    }
                    break;
                }
                origin = step(from, -direction);
            }
        }
        false
    }

    /// Whether the square is on the board and the piece stands there.
    fn stands(&self, sq: Option<usize>, piece: Piece) -> bool {
        sq.is_some_and(|sq| self.squares[sq] == Some(piece))
    }

    /// All moves that are legal but for leaving the own king attacked.
    pub(crate) fn pseudo_legal_moves(&self) -> Vec<Mv> {
        let us = self.state.white_to_move;
        let mut moves = Vec::with_capacity(64);
        for rank in 0..8 {
            for file in 0..8 {
                let from = at(file, rank);
                let Some(piece) = self.squares[from] else { continue };
                if piece.white != us {
                    continue;
                }
                if piece.kind == Kind::Pawn {
                    self.pawn_moves(from, &mut moves);
                }
                for &offset in steps(piece) {
                    if let Some(to) = step(from, offset)
                        && (self.squares[to].is_none() || self.can_take(to))
                    {
                        moves.push(plain(from, to));
                    }
                }
                for &direction in slides(piece.kind) {
                    let mut target = step(from, direction);
                    while let Some(to) = target {
                        if self.squares[to].is_none() || self.can_take(to) {
                            moves.push(plain(from, to));
                        }
                        if self.squares[to].is_some() {
                            break;
                        }
                        target = step(to, direction);
                    }
                }
            }
        }
        self.castling_moves(&mut moves);
        if self.game == Game::Cambodian {
            self.leaps(&mut moves);
        }
        if self.game == Game::Makpong && self.in_check() {
            let king = to_64(self.kings[colour(us)]);
            moves.retain(|mv| mv.from != king || self.takes_the_checker(*mv));
        }
        moves
    }

    /// Makpong: whether a move takes the only piece that gives check. Without that piece the king
    /// would be safe where it stands.
    fn takes_the_checker(&self, mv: Mv) -> bool {
        let mut without = self.clone();
        without.take(to_88(mv.to)).is_some() && !without.in_check()
    }

    /// Ouk: the king's leap to its second rank as a knight, if it is not in check, and the met's
    /// two squares straight ahead. Neither takes, both pass over whatever there is.
    fn leaps(&self, moves: &mut Vec<Mv>) {
        let us = self.state.white_to_move;
        let [king, met] = leap_homes(us).map(|(_, home)| home);
        let [king_may, met_may] = self.state.leaps[colour(us)];
        let second_rank = if us { 1 } else { 6 };
        let mut targets = Vec::new();
        if king_may && !self.in_check() {
            let leaps = KNIGHT.into_iter().filter_map(|offset| step(king, offset));
            targets.extend(leaps.filter(|&to| rank_of(to) == second_rank).map(|to| (king, to)));
        }
        if met_may {
            targets.extend(step(met, 2 * forward(us)).map(|to| (met, to)));
        }
        for (from, to) in targets {
            if self.squares[to].is_none() {
                moves.push(plain(from, to));
            }
        }
    }

    /// Whether the side to move has something to take on a square. A king is never taken, not
    /// even when the position is one in which it could be.
    fn can_take(&self, sq: usize) -> bool {
        self.squares[sq].is_some_and(|piece| {
            piece.white != self.state.white_to_move && piece.kind != Kind::King
        })
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Mv>) {
        let us = self.state.white_to_move;
        let second_rank = if us { 1 } else { 6 };

        if let Some(to) = step(from, forward(us))
            && self.squares[to].is_none()
        {
            self.pawn_arrives(from, to, moves);
            if self.game == Game::Chess
                && rank_of(from) == second_rank
                && let Some(to) = step(to, forward(us))
                && self.squares[to].is_none()
            {
                moves.push(plain(from, to));
            }
        }
        for offset in pawn_takes(us) {
            if let Some(to) = step(from, offset)
                && (self.can_take(to) || self.state.ep == Some(to))
            {
                self.pawn_arrives(from, to, moves);
            }
        }
    }

    /// Adds a pawn's move, once for every piece it may become.
    fn pawn_arrives(&self, from: usize, to: usize, moves: &mut Vec<Mv>) {
        // The rank as the mover counts it, from 0.
        let rank = if self.state.white_to_move { rank_of(to) } else { 7 - rank_of(to) };
        let promotions: &[char] = match self.game {
            Game::Chess if rank == 7 => &['q', 'r', 'b', 'n'],
            Game::Chess => &[],
            _ if rank >= 5 => &['m'],
            _ => &[],
        };
        if promotions.is_empty() {
            moves.push(plain(from, to));
        }
        for &promotion in promotions {
            moves.push(Mv { promotion: Some(promotion), ..plain(from, to) });
        }
    }

    fn castling_moves(&self, moves: &mut Vec<Mv>) {
        let us = self.state.white_to_move;
        let king = self.kings[colour(us)];
        for side in [KING_SIDE, QUEEN_SIDE] {
            let Some(rook) = self.state.castling[colour(us)][side] else { continue };
            let (king_to, rook_to) = castling_targets(king, rook);
            let is_free = |sq: usize| sq == king || sq == rook || self.squares[sq].is_none();
            let is_safe = |sq: usize| !self.attacked(sq, !us);
            if between(king, king_to).all(is_free)
                && between(rook, rook_to).all(is_free)
                && between(king, king_to).all(is_safe)
            {
                moves.push(Mv { is_castle: true, ..plain(king, rook) });
            }
        }
    }

    /// Whether an en passant capture is legal.
    pub(crate) fn has_legal_en_passant(&self) -> bool {
        let Some(ep) = self.state.ep else { return false };
        self.legal_moves().iter().any(|mv| {
            let from = to_88(mv.from);
            self.squares[from].is_some_and(|piece| piece.kind == Kind::Pawn)
                && to_88(mv.to) == ep
                && file_of(from) != file_of(ep)
        })
    }
}

/// A move that neither promotes nor castles.
fn plain(from: usize, to: usize) -> Mv {
    Mv { from: to_64(from), to: to_64(to), promotion: None, is_castle: false }
}

/// The squares of a rank from one to another, both included.
fn between(one: usize, other: usize) -> impl Iterator<Item = usize> {
    one.min(other)..=one.max(other)
}
