//! Reading and writing FEN.

use super::{
    Board, CastlingStyle, Game, KINDS, KING_SIDE, Kind, Piece, QUEEN_SIDE, State, at, colour,
    file_of, leap_homes, rank_of, square_name,
};

impl Board {
    /// Reads a FEN.
    ///
    /// Only the first two fields have to be there. The castling field may be written as `KQkq`,
    /// where each letter means the outermost rook on its side of the king, or with the files of
    /// the rooks, as in `HAha`. In Ouk it names the files of the kings and mets that may still leap,
    /// as in `DEde`; in Makruk and Makpong it is not looked at. In all three the fourth field is
    /// the limit of the count in plies, and with a limit above 0 the fifth field is the count; a
    /// promoted bia is written `M~`, or `M` as a met.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text, or with a position in which the rules do not work: a
    /// side without exactly one king, a chess pawn on the first or last rank, a right to castle
    /// without its king and rook, or an en passant square that no pawn has just passed. That the
    /// side not to move is in check is not an error; see [`Board::king_is_attacked`].
    pub fn from_fen(game: Game, fen: &str) -> Result<Board, String> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next().ok_or("the FEN is empty")?;
        let side = fields.next().ok_or("no side to move")?;
        let castling = fields.next().unwrap_or("-");
        let fourth = fields.next().unwrap_or("-");
        let fifth = number(fields.next().unwrap_or("0"))?;
        let fullmoves = number(fields.next().unwrap_or("1"))?;
        if let Some(more) = fields.next() {
            return Err(format!("too many fields, from {more:?} on"));
        }
        let white_to_move = match side {
            "w" => true,
            "b" => false,
            _ => return Err(format!("{side:?} is not a side")),
        };

        let mut board = Board {
            game,
            squares: [None; 128],
            kings: [0; 2],
            counts: [[0; KINDS]; 2],
            state: State {
                white_to_move,
                castling: [[None; 2]; 2],
                leaps: [[false; 2]; 2],
                ep: None,
                halfmoves: fifth,
                fullmoves,
                count_limit: 0,
                count_ply: 0,
            },
        };
        board.read_placement(placement)?;
        match game {
            Game::Chess => {
                board.read_castling(castling)?;
                board.read_en_passant(fourth)?;
            }
            Game::Makruk | Game::Cambodian | Game::Makpong => {
                if game == Game::Cambodian {
                    board.read_leaps(castling)?;
                }
                board.state.count_limit = if fourth == "-" { 0 } else { number(fourth)? };
                if board.state.count_limit > 0 {
                    board.state.count_ply = fifth;
                    board.state.halfmoves = 0;
                }
            }
        }
        Ok(board)
    }

    fn read_placement(&mut self, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(format!("{} ranks instead of 8", rows.len()));
        }
        for (rank, row) in (0..8).rev().zip(rows) {
            let mut file = 0;
            let mut letters = row.chars().peekable();
            while let Some(c) = letters.next() {
                if let '1'..='8' = c {
                    file += c as usize - '0' as usize;
                    continue;
                }
                let mut piece =
                    piece_of(self.game, c).ok_or(format!("{c:?} is not a piece of the game"))?;
                if letters.next_if_eq(&'~').is_some() {
                    if piece.kind != Kind::Met {
                        return Err(format!("{c:?} cannot be a promoted bia"));
                    }
                    piece.kind = Kind::Ngai;
                }
                if file >= 8 {
                    return Err(format!("rank {} is too long", rank + 1));
                }
                if self.game == Game::Chess && piece.kind == Kind::Pawn && [0, 7].contains(&rank) {
                    return Err(format!("a pawn stands on rank {}", rank + 1));
                }
                self.put(at(file, rank), piece);
                file += 1;
            }
            if file != 8 {
                return Err(format!("rank {} does not have 8 squares", rank + 1));
            }
        }
        for counts in self.counts {
            if counts[Kind::King as usize] != 1 {
                return Err("each side needs exactly one king".into());
            }
        }
        Ok(())
    }

    fn read_leaps(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        for c in text.chars() {
            let white = c.is_ascii_uppercase();
            let mut men = leap_homes(white).into_iter().enumerate();
            let man = men.find(|&(_, (_, home))| file_letter(home) == c.to_ascii_lowercase());
            let (which, (kind, home)) = man.ok_or(format!("{c:?} is no right to leap"))?;
            if self.squares[home] != Some(Piece { white, kind }) {
                return Err(format!("nobody is there to leap for {c:?}"));
            }
            self.state.leaps[colour(white)][which] = true;
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        for c in text.chars() {
            let white = c.is_ascii_uppercase();
            let king = self.kings[colour(white)];
            let rank = back_rank(white);
            let rook = match c.to_ascii_lowercase() {
                'k' => self.outermost_rook(white, KING_SIDE),
                'q' => self.outermost_rook(white, QUEEN_SIDE),
                file @ 'a'..='h' => Some(at(file as usize - 'a' as usize, rank)),
                _ => None,
            };
            let rook = rook.filter(|&rook| {
                let piece = Piece { white, kind: Kind::Rook };
                rank_of(king) == rank && self.squares[rook] == Some(piece)
            });
            let rook = rook.ok_or(format!("{c:?} is no right to castle here"))?;
            let side = if rook > king { KING_SIDE } else { QUEEN_SIDE };
            let right = &mut self.state.castling[colour(white)][side];
            if right.is_some() {
                return Err(format!("{c:?} gives a second right to castle on one side"));
            }
            *right = Some(rook);
        }
        Ok(())
    }

    /// The rook nearest to the edge of the board on one side of the king.
    fn outermost_rook(&self, white: bool, side: usize) -> Option<usize> {
        let rook = Some(Piece { white, kind: Kind::Rook });
        let rank = back_rank(white);
        let king_file = file_of(self.kings[colour(white)]);
        let is_rook = |&file: &usize| self.squares[at(file, rank)] == rook;
        let file = if side == KING_SIDE {
            (king_file..8).rev().find(is_rook)
        } else {
            (0..king_file).find(is_rook)
        };
        file.map(|file| at(file, rank))
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        // The pawn that has just moved belongs to the other side: where it came from, the square
        // it passed over and where it stands.
        let white = !self.state.white_to_move;
        let ranks = if white { [1, 2, 3] } else { [6, 5, 4] };
        for file in 0..8 {
            let [start, passed, stands] = ranks.map(|rank| at(file, rank));
            if square_name(passed) == text
                && self.squares[start].is_none()
                && self.squares[passed].is_none()
                && self.squares[stands] == Some(Piece { white, kind: Kind::Pawn })
            {
                self.state.ep = Some(passed);
                return Ok(());
            }
        }
        Err(format!("no pawn has just passed over {text:?}"))
    }

    /// Writes the position as a FEN.
    ///
    /// The en passant square is written only when there is a legal en passant capture. `castling`
    /// matters in chess only. In Makruk a promoted bia is written `M~` if `show_promoted`, and as
    /// a met otherwise.
    pub fn to_fen(&self, castling: CastlingStyle, show_promoted: bool) -> String {
        let state = &self.state;
        let placement = self.write_placement(show_promoted);
        let side = if state.white_to_move { 'w' } else { 'b' };
        let castling = match self.game {
            Game::Cambodian => self.write_leaps(),
            _ => self.write_castling(castling),
        };
        let (fourth, fifth) = match (self.count(), state.ep) {
            (Some((limit, ply)), _) => (limit.to_string(), ply),
            (None, Some(ep)) if self.has_legal_en_passant() => (square_name(ep), state.halfmoves),
            _ => ("-".to_string(), state.halfmoves),
        };
        format!("{placement} {side} {castling} {fourth} {fifth} {}", state.fullmoves)
    }

    fn write_placement(&self, show_promoted: bool) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..8 {
                let Some(piece) = self.squares[at(file, rank)] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                row.push(letter(piece));
                if piece.kind == Kind::Ngai && show_promoted {
                    row.push('~');
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }

    /// The files of the men that may leap, White's first and each side's from the a-file.
    fn write_leaps(&self) -> String {
        let mut text = String::new();
        for white in [true, false] {
            let mut files: Vec<char> = leap_homes(white)
                .into_iter()
                .zip(self.state.leaps[colour(white)])
                .filter(|&(_, may)| may)
                .map(|((_, home), _)| file_letter(home))
                .collect();
            files.sort_unstable();
            text.extend(files.iter().map(|c| if white { c.to_ascii_uppercase() } else { *c }));
        }
        if text.is_empty() { "-".into() } else { text }
    }

    fn write_castling(&self, style: CastlingStyle) -> String {
        let mut text = String::new();
        for white in [true, false] {
            for (side, name) in [(KING_SIDE, 'k'), (QUEEN_SIDE, 'q')] {
                let Some(rook) = self.state.castling[colour(white)][side] else { continue };
                let outermost = self.outermost_rook(white, side) == Some(rook);
                let by_name = style == CastlingStyle::Standard && outermost;
                let c = if by_name { name } else { file_letter(rook) };
                text.push(if white { c.to_ascii_uppercase() } else { c });
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

/// The FEN letter of a piece.
pub(crate) fn letter(piece: Piece) -> char {
    let c = match piece.kind {
        Kind::Pawn => 'p',
        Kind::Knight => 'n',
        Kind::Bishop => 'b',
        Kind::Rook => 'r',
        Kind::Queen => 'q',
        Kind::King => 'k',
        Kind::Khon => 's',
        Kind::Met | Kind::Ngai => 'm',
    };
    if piece.white { c.to_ascii_uppercase() } else { c }
}

fn piece_of(game: Game, letter: char) -> Option<Piece> {
    let kind = match (game, letter.to_ascii_lowercase()) {
        (_, 'p') => Kind::Pawn,
        (_, 'n') => Kind::Knight,
        (_, 'r') => Kind::Rook,
        (_, 'k') => Kind::King,
        (Game::Chess, 'b') => Kind::Bishop,
        (Game::Chess, 'q') => Kind::Queen,
        (Game::Chess, _) => return None,
        (_, 's') => Kind::Khon,
        (_, 'm') => Kind::Met,
        _ => return None,
    };
    Some(Piece { white: letter.is_ascii_uppercase(), kind })
}

/// The letter of the file of a square.
pub(crate) fn file_letter(sq: usize) -> char {
    char::from(b'a' + file_of(sq) as u8)
}

fn back_rank(white: bool) -> usize {
    if white { 0 } else { 7 }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}
