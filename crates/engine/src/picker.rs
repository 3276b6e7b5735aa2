//! Moves in the order in which they are worth trying, generated as late as
//! possible: the transposition table's move, good captures, quiet moves, bad captures.

use erawan_board::{Bitboard, Move, MoveFilter, MoveList, Position, Role};

use crate::games::Playable;
use crate::history::{Histories, MoveContext};
use crate::scores::Scores;
use crate::see;
use crate::threats::Threats;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

/// Hands out the legal moves of one position.
pub(crate) struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    /// Captures and promotions, those that turned out bad in front; then the
    /// quiet moves.
    moves: MoveList,
    scores: Scores,
    next: usize,
    bad: usize,
    next_bad: usize,
    /// What a capture must win at least; by its score if there is none.
    threshold: Option<i32>,
    /// False if quiet moves are of no interest.
    with_quiets: bool,
    /// The history of the move last handed out, if it is known.
    history: Option<i32>,
    urgency: Urgency,
}

/// What makes a quiet move urgent, whatever its history: it gives check, or it
/// takes a piece out of an attack by a lesser one, or into one.
#[derive(Clone, Copy)]
struct Urgency {
    /// From where a piece of each role would give check.
    checks: [Bitboard; 6],
    by_lesser: [Bitboard; 6],
    /// What a check is worth, and danger for each centipawn of the piece.
    check: i32,
    danger: i32,
}

impl Urgency {
    const NONE: Urgency = Urgency {
        checks: [Bitboard::EMPTY; 6],
        by_lesser: [Bitboard::EMPTY; 6],
        check: 0,
        danger: 0,
    };

    fn new<R: Playable>(position: &Position<R>, context: &MoveContext<'_>) -> Urgency {
        let them = !position.turn();
        let (king, occupied) = (position.king(them), position.occupied());
        // A piece gives check from where the opponent's like would hit it.
        let checks = Role::ALL.map(|role| match role {
            Role::King => Bitboard::EMPTY,
            _ => R::attacks(them, role, king, occupied),
        });
        let &MoveContext { threats: Threats { by_lesser, .. }, check, danger, .. } = context;
        Urgency { checks, by_lesser, check, danger }
    }

    #[inline(always)]
    fn of<R: Playable>(&self, m: Move) -> i32 {
        let role = m.role().index();
        let by_lesser = self.by_lesser[role];
        let danger =
            i32::from(by_lesser.contains(m.from())) - i32::from(by_lesser.contains(m.to()));
        let check = i32::from(self.checks[role].contains(m.to()));
        danger * self.danger * see::worth::<R>(m.role()) + check * self.check
    }
}

impl Picker {
    /// All moves, for the main search; in check, all evasions.
    pub(crate) fn new(tt_move: Option<Move>) -> Picker {
        Picker::with(tt_move, None, true)
    }

    /// Captures and promotions only, those below the threshold last.
    pub(crate) fn noisy(tt_move: Option<Move>, threshold: i32) -> Picker {
        Picker::with(tt_move, Some(threshold), false)
    }

    #[inline(always)]
    fn with(tt_move: Option<Move>, threshold: Option<i32>, with_quiets: bool) -> Picker {
        Picker {
            stage: Stage::TtMove,
            tt_move,
            moves: MoveList::new(),
            scores: Scores::new(),
            next: 0,
            bad: 0,
            next_bad: 0,
            threshold,
            with_quiets,
            history: None,
            urgency: Urgency::NONE,
        }
    }

    /// Leaves out the quiet moves that are still to come.
    pub(crate) fn skip_quiets(&mut self) {
        self.with_quiets = false;
    }

    /// True once only captures that lose material are left.
    pub(crate) fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The history of the quiet move last handed out; nothing for other moves
    /// and for the table's.
    #[inline(always)]
    pub(crate) fn history(&self) -> Option<i32> {
        self.history
    }

    pub(crate) fn next<R: Playable>(
        &mut self,
        position: &Position<R>,
        histories: &Histories,
        context: &MoveContext<'_>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(m) = self.tt_move {
                        return Some(m);
                    }
                }
                Stage::GenerateNoisy => {
                    position.generate_into(MoveFilter::Noisy, &mut self.moves);
                    let game = R::DESCRIPTION;
                    self.score(0, |m| {
                        let captured = position.captured(m);
                        let promotion = match m.promotion() {
                            Some(Role::Queen) => game.promotion,
                            Some(_) => -9000,
                            None => 0,
                        };
                        let victim = game.victims[captured.map_or(6, Role::index)];
                        victim
                            + promotion
                            + histories.noisy(context.color, m, captured) / context.noisy_history
                    });
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best() {
                    Some((m, score)) => {
                        let score = score.unwrap_or_default();
                        let least = self.threshold.unwrap_or(-score / context.noisy_loss);
                        if see::at_least(position, m, least) {
                            return Some(m);
                        }
                        self.moves.as_mut_slice()[self.bad] = m;
                        self.bad += 1;
                    }
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    if !self.with_quiets {
                        self.stage = Stage::BadNoisy;
                        continue;
                    }
                    let from = self.moves.len();
                    position.generate_into(MoveFilter::Quiet, &mut self.moves);
                    let urgency = Urgency::new(position, context);
                    let rows = histories.rows(context);
                    self.score(from, |m| rows.quiet(m) + urgency.of::<R>(m));
                    self.urgency = urgency;
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let best = if self.with_quiets { self.best() } else { None };
                    let Some((m, score)) = best else {
                        self.history = None;
                        self.stage = Stage::BadNoisy;
                        continue;
                    };
                    self.history = score.map(|score| score - self.urgency.of::<R>(m));
                    return Some(m);
                }
                Stage::BadNoisy => {
                    if self.next_bad == self.bad {
                        return None;
                    }
                    self.next_bad += 1;
                    return Some(self.moves[self.next_bad - 1]);
                }
            }
        }
    }

    fn score(&mut self, from: usize, of: impl Fn(Move) -> i32) {
        self.scores.extend(self.moves[from..].iter().map(|&m| of(m)));
    }

    /// Takes the best of the moves left, the table's move apart. Those that there was no
    /// room to score come last.
    #[inline(always)]
    fn best(&mut self) -> Option<(Move, Option<i32>)> {
        while self.next < self.moves.len() {
            let scores = self.scores.as_mut_slice().get_mut(self.next..).unwrap_or_default();
            let mut score = None;
            // The first of the greatest, in two steps that are fast each.
            if let Some(greatest) = scores.iter().copied().max() {
                let best = scores.iter().position(|&score| score == greatest).unwrap_or(0);
                scores.swap(0, best);
                self.moves.as_mut_slice().swap(self.next, self.next + best);
                score = Some(greatest);
            }
            let m = self.moves[self.next];
            self.next += 1;
            if Some(m) != self.tt_move {
                return Some((m, score));
            }
        }
        None
    }
}
