//! What games mean: reviews with accuracy and reasons, annotated PGN, bulk
//! analysis of files, puzzles, and test suites.
//!
//! What does not live here: rules (`erawan-board`), text formats of games and
//! positions (`erawan-notation`), searching (`erawan-engine`), endgame tables
//! (`erawan-endings`) and anything that talks to people. The crate may use these
//! four and `serde`.
//!
//! | to | use |
//! |---|---|
//! | review one game | [`review()`] with an [`Evaluator`]: [`EngineEvaluator`] or [`Recorded`] |
//! | write a review into the game | [`annotate`] |
//! | write it for programs | [`json::record`] |
//! | review a whole file in parallel | [`bulk`] |
//! | go on where that was broken off | [`resume`] |
//! | read and write who counted in Makruk | [`count_marks`] |
//! | find puzzles in games | [`puzzles`] |
//! | solve a test suite | [`suite`] |
#![deny(missing_docs)]

mod annotate;
pub mod bulk;
mod choices;
pub mod count_marks;
mod effort;
mod evaluator;
pub mod formulas;
pub mod json;
mod judgement;
mod passes;
mod phases;
mod praise;
pub mod puzzles;
mod quiet;
mod reasons;
pub mod resume;
mod review;
mod score;
pub mod suite;

pub use annotate::{VARIATION_PLIES, annotate, praise_of, verdict};
pub use effort::{Effort, Plan, UnknownEffort};
pub use evaluator::{
    Comparison, EngineEvaluator, Evaluation, EvaluationError, Evaluator, Line, Recorded,
};
pub use judgement::{Judgement, MateChange, fault, mate_change};
pub use passes::{Trial, try_move};
pub use phases::Phase;
pub use praise::{Praise, PraiseKind};
pub use reasons::{Kind, Man, Reason, Shown, Tactic, Trade};
pub use review::{
    MOST_PLIES, MoveReview, Progress, Review, ReviewError, SideReview, review, review_by,
};
pub use score::Score;
