//! Making and unmaking moves, and the counts of Makruk and Ouk.

use super::{
    Board, Game, Kind, Mv, Piece, State, at, castling_targets, colour, file_of, leap_homes,
    rank_of, to_88,
};

/// What [`Board::unmake`] needs in order to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The piece that moved, as it was before.
    moved: Piece,
    /// The piece that was taken, and where it stood.
    captured: Option<(usize, Piece)>,
    /// The state before the move.
    state: State,
}

impl Board {
    /// Makes a move, which must come from [`Board::legal_moves`] of this position.
    ///
    /// # Panics
    ///
    /// When there is no piece to move.
    pub fn make(&mut self, mv: Mv) -> Undo {
        let (from, to) = (to_88(mv.from), to_88(mv.to));
        let before = self.state;
        let moved = self.take(from).expect("a move starts from a piece");
        let mut captured = None;

        if mv.is_castle {
            let rook = self.take(to).expect("castling needs a rook");
            let (king_to, rook_to) = castling_targets(from, to);
            self.put(king_to, moved);
            self.put(rook_to, rook);
        } else {
            let en_passant =
                moved.kind == Kind::Pawn && before.ep == Some(to) && file_of(from) != file_of(to);
            let victim = if en_passant { at(file_of(to), rank_of(from)) } else { to };
            captured = self.take(victim).map(|piece| (victim, piece));
            let kind = mv.promotion.map_or(moved.kind, promoted_kind);
            self.put(to, Piece { white: moved.white, kind });
        }

        let is_pawn = moved.kind == Kind::Pawn;
        let is_double_push = is_pawn && rank_of(from).abs_diff(rank_of(to)) == 2;
        self.state.ep = is_double_push.then_some((from + to) / 2);
        self.state.halfmoves =
            if is_pawn || captured.is_some() { 0 } else { before.halfmoves.saturating_add(1) };
        if !moved.white {
            self.state.fullmoves = before.fullmoves.saturating_add(1);
        }
        self.state.white_to_move = !before.white_to_move;

        if moved.kind == Kind::King {
            self.state.castling[colour(moved.white)] = [None, None];
        }
        for right in self.state.castling.as_flattened_mut() {
            // A rook that moves or is taken can castle no more.
            if *right == Some(from) || *right == Some(to) {
                *right = None;
            }
        }
        if self.game == Game::Cambodian {
            self.lose_leaps(moved, from, to);
        }
        if self.game != Game::Chess {
            let captured = captured.map(|(_, piece)| piece.kind);
            self.update_count(moved.white, captured, mv.promotion.is_some());
        }
        Undo { moved, captured, state: before }
    }

    /// Ouk: a man that moves or is taken leaps no more, nor does a king whose file or rank a rook
    /// of the enemy goes to, whatever stands between.
    fn lose_leaps(&mut self, moved: Piece, from: usize, to: usize) {
        for white in [true, false] {
            for (which, (kind, home)) in leap_homes(white).into_iter().enumerate() {
                let aimed_at = kind == Kind::King
                    && moved.kind == Kind::Rook
                    && moved.white != white
                    && (file_of(to) == file_of(home) || rank_of(to) == rank_of(home));
                if home == from || home == to || aimed_at {
                    self.state.leaps[colour(white)][which] = false;
                }
            }
        }
    }

    /// Takes back the move that [`Board::make`] made last.
    ///
    /// # Panics
    ///
    /// When castling is taken back and the rook is not there.
    pub fn unmake(&mut self, mv: Mv, undo: Undo) {
        let (from, to) = (to_88(mv.from), to_88(mv.to));
        if mv.is_castle {
            let (king_to, rook_to) = castling_targets(from, to);
            self.take(king_to);
            let rook = self.take(rook_to).expect("castling left a rook");
            self.put(to, rook);
        } else {
            self.take(to);
        }
        self.put(from, undo.moved);
        if let Some((sq, piece)) = undo.captured {
            self.put(sq, piece);
        }
        self.state = undo.state;
    }

    /// Moves the Makruk count on after a move of the colour `us`.
    fn update_count(&mut self, us: bool, captured: Option<Kind>, promotion: bool) {
        let them = !us;
        let all = self.men(us) + self.men(them);
        if self.state.count_limit > 0 {
            self.state.count_ply = self.state.count_ply.saturating_add(1);
        }
        // The lone king itself took the last bia: that move counts already.
        if captured == Some(Kind::Pawn) && self.men(us) == 1 && self.count_for(us) > 0 {
            self.state.count_limit = 2 * self.count_for(us);
            self.state.count_ply = 2 * all - 1;
        }
        // The board's honour starts, or the pieces' honour starts for the side to move, in which
        // case it goes before a board's honour that runs.
        let bared = (captured.is_some() || promotion) && self.men(them) == 1;
        if (self.state.count_limit == 0 || bared) && self.count_for(them) > 0 {
            self.state.count_limit = 2 * self.count_for(them);
            self.state.count_ply = if self.men(them) == 1 { 2 * all } else { 0 };
        }
    }

    /// How many moves a side may have to count, were it to start now; 0 when it may not count.
    fn count_for(&self, white: bool) -> u32 {
        let bia = self.number(true, Kind::Pawn) + self.number(false, Kind::Pawn);
        let strong = !white;
        let bare = self.men(white) == 1;
        // In Ouk a side of three men may count while there are bia, but a bare king may not.
        let ouk = self.game == Game::Cambodian;
        let may = if ouk && !bare { self.men(white) <= 3 } else { bia == 0 };
        if !may || self.men(strong) == 1 {
            return 0;
        }
        let moves = if !bare {
            64
        } else if self.number(strong, Kind::Rook) >= 2 {
            8
        } else if self.number(strong, Kind::Rook) == 1 {
            16
        } else if self.number(strong, Kind::Khon) >= 2 {
            22
        } else if self.number(strong, Kind::Knight) >= 2 {
            32
        } else if self.number(strong, Kind::Khon) == 1 {
            44
        } else {
            64
        };
        // In Ouk the game is drawn when the last number is reached, not when it is passed.
        if ouk { moves - 1 } else { moves }
    }

    fn number(&self, white: bool, kind: Kind) -> u32 {
        self.counts[colour(white)][kind as usize]
    }

    /// How many pieces a side has, the king included.
    fn men(&self, white: bool) -> u32 {
        self.counts[colour(white)].iter().sum()
    }
}

fn promoted_kind(letter: char) -> Kind {
    match letter {
        'q' => Kind::Queen,
        'r' => Kind::Rook,
        'b' => Kind::Bishop,
        'n' => Kind::Knight,
        'm' => Kind::Ngai,
        _ => panic!("no pawn promotes to {letter:?}"),
    }
}
