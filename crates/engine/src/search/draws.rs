//! Draws inside the search, and the key under which the transposition table
//! knows a position.

use erawan_board::{Move, Position, Role, Square};

use super::Worker;
use super::cuckoo::Cuckoo;
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::Value;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// True if the position is drawn by rule, mate apart.
    pub(super) fn is_draw(&self, position: &Position<R>, in_check: bool) -> bool {
        let by_clock = R::CLAIM_PLIES.is_some_and(|plies| position.halfmove_clock() >= plies);
        if by_clock || position.counting().is_over() {
            // Mate goes before the clock and before the count.
            return !in_check || position.has_legal_moves();
        }
        position.is_insufficient_material() || self.past().is_repetition(position)
    }

    /// True if the side to move can reach a position that has been there, and
    /// so can have a draw.
    #[inline(always)]
    pub(super) fn can_repeat(&self, position: &Position<R>) -> bool {
        position.halfmove_clock() >= 3 && self.past().can_repeat(position, self.cuckoo)
    }

    #[inline(always)]
    fn past(&self) -> Past<'_> {
        Past { keys: &self.keys, game_plies: self.game_plies, barrier: self.barrier }
    }

    /// A draw's worth: a little noise keeps the search from being blind among
    /// equal lines.
    #[inline(always)]
    pub(super) fn draw_value(&self) -> Value {
        (self.nodes & 2) as Value - 1
    }
}

/// True if a game is drawn by rule at its last position, mate and stalemate
/// apart: there no move follows anyway. `keys` are those of all its positions.
pub(super) fn is_over<R: Playable>(position: &Position<R>, keys: &[u64]) -> bool {
    let times = || keys.iter().filter(|&&key| key == position.key()).count();
    is_drawn(position) || times() > 2
}

/// The same, whatever came before the position.
pub(super) fn is_drawn<R: Playable>(position: &Position<R>) -> bool {
    let by_clock = R::CLAIM_PLIES.is_some_and(|plies| position.halfmove_clock() >= plies);
    by_clock || position.counting().is_over() || position.is_insufficient_material()
}

/// The positions that led here.
struct Past<'a> {
    /// Their keys, the last one that of the position at hand.
    keys: &'a [u64],
    /// How many of them are of the game, the root included.
    game_plies: usize,
    /// Those before this one do not count: a null move came between.
    barrier: usize,
}

impl Past<'_> {
    /// True if the position has been there: once since the root, or twice.
    #[inline(always)]
    fn is_repetition<R: Playable>(&self, position: &Position<R>) -> bool {
        self.has_been(position.key(), self.keys.len() - 1, usize::from(position.halfmove_clock()))
    }

    /// The same for a position with this key at the index `last`, `reach` plies
    /// after the last move that cannot be taken back.
    #[inline(always)]
    fn has_been(&self, key: u64, last: usize, reach: usize) -> bool {
        let mut seen = 0;
        let mut back = 4;
        while back <= reach && back + self.barrier <= last {
            let at = last - back;
            if self.keys[at] == key {
                seen += 1;
                if at + 1 >= self.game_plies || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// True if some move makes a repetition. No move is tried: if the position
    /// differs from an earlier one by one piece of the side to move, the
    /// difference of their keys is known to the cuckoo table.
    fn can_repeat<R: Playable>(&self, position: &Position<R>, cuckoo: &Cuckoo) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::from(position.halfmove_clock()).min(last - self.barrier.min(last));
        if reach < 3 {
            return false;
        }
        // The opponent's pieces must stand where they stood.
        let key_at = |back: usize| self.keys[last - back];
        let mut opponent = key_at(0) ^ key_at(1) ^ cuckoo.turn();
        let mut back = 3;
        while back <= reach {
            opponent ^= key_at(back - 1) ^ key_at(back) ^ cuckoo.turn();
            if opponent == 0 {
                let earlier = key_at(back);
                if let Some((a, b)) = cuckoo.squares(key_at(0) ^ earlier)
                    && can_step(position, a, b)
                {
                    let reach = usize::from(position.halfmove_clock()) + 1;
                    // Enough if it is in the search, else it must be the third time.
                    if last - back + 1 >= self.game_plies || self.has_been(earlier, last + 1, reach)
                    {
                        return true;
                    }
                }
            }
            back += 2;
        }
        false
    }
}

/// True if the side to move has a piece on one of the squares that can go to
/// the other. That the position after it was there before makes it legal.
fn can_step<R: Playable>(position: &Position<R>, a: Square, b: Square) -> bool {
    let us = position.by_color(position.turn());
    let (from, to) = if us.contains(a) { (a, b) } else { (b, a) };
    us.contains(from)
        && !us.contains(to)
        && position.role_at(from).is_some_and(|role| {
            R::attacks(position.turn(), role, from, position.occupied()).contains(to)
        })
}

/// The key for the transposition table: the position, and roughly how far the
/// clock or the count has run, on which its score depends.
#[inline(always)]
pub(super) fn tt_key<R: Playable>(position: &Position<R>) -> u64 {
    position.key() ^ clock_term(position, 0)
}

/// What the clock or the count adds to the key, so many plies later.
#[inline(always)]
fn clock_term<R: Playable>(position: &Position<R>, later: u16) -> u64 {
    let clock = if R::CLAIM_PLIES.is_some() {
        u64::from(position.halfmove_clock().saturating_add(later).saturating_sub(8) / 8)
    } else {
        let count = position.counting();
        let left = u16::from(count.limit()).saturating_sub(count.ply() + later);
        let grain = if left < 24 { 2 } else { 8 };
        u64::from(count.limit()) << 16 | u64::from(left / grain)
    };
    clock.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The key for the transposition table after a move, nearly always: before the move is
/// played.
#[inline(always)]
pub(super) fn likely_tt_key_after<R: Playable>(position: &Position<R>, m: Move) -> u64 {
    let resets = R::CLAIM_PLIES.is_some() && (m.role() == Role::Pawn || position.is_capture(m));
    let clock = if resets { 0 } else { clock_term(position, 1) };
    position.likely_key_after(m) ^ clock
}

/// How many plies are left until the clock draws the game.
#[inline(always)]
pub(super) fn plies_left<R: Playable>(position: &Position<R>) -> Value {
    match R::CLAIM_PLIES {
        Some(plies) => Value::from(plies) - Value::from(position.halfmove_clock()),
        None if position.counting().limit() > 0 => {
            let count = position.counting();
            Value::from(count.limit()) - Value::from(count.ply()) + 1
        }
        None => Value::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Game, Makruk, Strictness};
    use erawan_notation::fen;

    use crate::random::Random;

    /// Tries every move: is the position after it one that was there before,
    /// once since the root or twice since the last irreversible move?
    fn by_trying<R: Playable>(positions: &[Position<R>], game_plies: usize) -> bool {
        let position = positions.last().unwrap();
        position.legal_moves().iter().any(|&m| {
            let next = position.play_unchecked(m);
            let reach = usize::from(next.halfmove_clock()).min(positions.len());
            let earlier = positions.len() - reach..positions.len();
            let equal: Vec<usize> =
                earlier.filter(|&i| positions[i].is_repetition_of(&next)).collect();
            equal.len() >= 2 || equal.iter().any(|&i| i + 1 >= game_plies)
        })
    }

    fn check<R: Playable>(text: &str, seed: u64) -> (usize, usize) {
        let mut random = Random::new(seed);
        let cuckoo = Cuckoo::of::<R>();
        let mut game = Game::<R>::from_position(fen::parse(text, Strictness::Lenient).unwrap());
        let (mut yes, mut no) = (0, 0);
        for _ in 0..120 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            // Going back where one came from makes repetitions likely.
            let back = game.moves().iter().rev().nth(1).copied().and_then(|before| {
                moves.iter().find(|m| m.to() == before.from() && m.from() == before.to()).copied()
            });
            let any = *random.choose(&moves).unwrap();
            let m = back.filter(|_| random.below(3) > 0).unwrap_or(any);
            if game.play(m).is_err() {
                break;
            }
            let keys: Vec<u64> = game.positions().iter().map(Position::key).collect();
            for game_plies in [1, keys.len().div_ceil(2), keys.len()] {
                let past = Past { keys: &keys, game_plies, barrier: 0 };
                let position = game.position();
                let expected = by_trying(game.positions(), game_plies);
                let found = past.can_repeat(position, cuckoo);
                assert_eq!(found, expected, "{position:?} {:?} {game_plies}", game.moves());
                *if found { &mut yes } else { &mut no } += 1;
            }
        }
        (yes, no)
    }

    #[test]
    fn upcoming_repetitions_are_those_that_trying_finds() {
        let (mut yes, mut no) = (0, 0);
        let mut add = |(more_yes, more_no)| {
            yes += more_yes;
            no += more_no;
        };
        for seed in 1..40 {
            for text in [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                "4k3/8/3q4/8/2BN4/8/8/4K2R w K - 0 1",
                "8/8/4k3/3r4/8/8/3QK3/8 w - - 5 1",
            ] {
                add(check::<Chess>(text, seed));
            }
            for text in [
                "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
                "3k4/8/2s1m3/8/3S4/2M5/3K4/8 w - - 0 1",
                "3k4/2n5/4m3/8/3SS3/8/3KR3/8 w - - 0 1",
            ] {
                add(check::<Makruk>(text, seed));
            }
        }
        assert!(yes > 3_000 && no > 3_000, "{yes} {no}");
    }

    #[test]
    fn the_tt_key_knows_the_clock_and_the_position_does_not() {
        let at = |clock: u32| {
            let text = format!("4k3/8/8/8/8/8/R7/4K3 w - - {clock} 80");
            fen::parse::<Chess>(&text, Strictness::Strict).unwrap()
        };
        assert_eq!(tt_key(&at(0)), at(0).key());
        assert_eq!(at(0).key(), at(90).key());
        // Sixteen plies alike at first, then steps of eight.
        let keys: Vec<u64> = (0..100).map(|clock| tt_key(&at(clock))).collect();
        for (clock, pair) in keys.windows(2).enumerate() {
            let is_step = clock >= 15 && (clock + 1).is_multiple_of(8);
            assert_eq!(pair[0] != pair[1], is_step, "{clock}");
        }
        let mut different = keys;
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 12);
    }

    #[test]
    fn the_tt_key_knows_the_count() {
        let at = |limit: u32, ply: u32| {
            let text = format!("4k3/8/8/8/8/8/R7/4K3 w - {limit} {ply} 80");
            fen::parse::<Makruk>(&text, Strictness::Lenient).unwrap()
        };
        assert_eq!(at(32, 6).key(), at(32, 20).key());
        assert_ne!(tt_key(&at(32, 6)), tt_key(&at(44, 6)));
        // Near the end every move matters, before it the table may help out.
        for ply in 8..30 {
            assert_ne!(tt_key(&at(32, ply)), tt_key(&at(32, ply + 2)), "{ply}");
        }
        assert_eq!(tt_key(&at(128, 10)), tt_key(&at(128, 12)));
        assert_ne!(tt_key(&at(128, 8)), tt_key(&at(128, 24)));
    }

    /// How many of the moves of random games lead to the key that was expected, of how many.
    fn likely_keys<R: Playable>() -> (usize, usize) {
        let (mut right, mut all) = (0, 0);
        for seed in 1..30 {
            let mut random = Random::new(seed);
            let mut position = Position::<R>::startpos();
            for _ in 0..150 {
                let moves = position.legal_moves();
                for &m in &moves {
                    let next = position.play_unchecked(m);
                    right += usize::from(likely_tt_key_after(&position, m) == tt_key(&next));
                    all += 1;
                }
                let Some(&m) = random.choose(&moves) else { break };
                position = position.play_unchecked(m);
            }
        }
        (right, all)
    }

    #[test]
    fn the_key_after_a_move_is_nearly_always_the_likely_one() {
        for (right, all) in [likely_keys::<Chess>(), likely_keys::<Makruk>()] {
            assert!(all > 50_000 && right * 100 > all * 95, "{right} of {all}");
        }
    }
}
