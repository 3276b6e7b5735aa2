//! Matches between engines in chess, Chess960 and Makruk.
//!
//! What lives here: players (any program that speaks UCI, and our own engine
//! without a process between), a referee that knows the rules, the schedule of a
//! match, its statistics, sequential tests and the tuning of the engine's
//! numbers. What does not: the rules themselves (`erawan-board`), the protocol
//! (`erawan-uci`), files and the terminal (the `erawan` command).
//!
//! | to | use |
//! |---|---|
//! | play a match | [`Tournament`], [`PlayerSpec`], [`Pace`], [`Openings`] |
//! | make openings by chance | [`RandomOpenings`] |
//! | end games early | [`Adjudication`] |
//! | know what results mean | [`statistics::Score`], [`sprt::Sprt`] |
//! | go on with an interrupted match | [`Tournament::resume`] |
//! | tune our engine's numbers | [`tuning::Tuning`] |
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use erawan_arena::{Openings, Pace, PlayerSpec, Tournament};
//! use erawan_board::{Makruk, Variant};
//!
//! let mut tournament = Tournament::<Makruk> {
//!     event: "example".into(),
//!     variant: Variant::Makruk,
//!     players: vec![
//!         PlayerSpec::builtin("strong", Pace::nodes(200)),
//!         PlayerSpec::builtin("weak", Pace::nodes(20)),
//!     ],
//!     format: Default::default(),
//!     rounds: 1,
//!     openings: Openings::default(),
//!     adjudication: Default::default(),
//!     concurrency: 1,
//!     patience: Duration::from_secs(10),
//!     sprt: None,
//! };
//! tournament.prepare()?;
//! let report = tournament.run(&[], &AtomicBool::new(false), |_| true);
//! assert_eq!(report.standings.games(), 2);
//! # Ok::<(), erawan_arena::TournamentError>(())
//! ```
#![deny(missing_docs)]

mod adjudication;
mod halting;
mod lines;
mod openings;
mod pace;
mod players;
mod random_openings;
mod record;
mod referee;
mod resume;
mod schedule;
pub mod sprt;
mod standings;
pub mod statistics;
mod tournament;
pub mod tuning;

pub use adjudication::{Adjudication, DrawRule, EndingRule, ResignRule, TableRule, Verdict};
pub use lines::{LineProblem, Warning};
pub use openings::{Opening, OpeningError, Openings};
pub use pace::{Pace, TimeControl, TimeControlError};
pub use players::{Fault, PlayerSpec, Program};
pub use random_openings::{OpeningSettings, RandomOpenings};
pub use record::{End, GameRecord, MoveNote};
pub use resume::{ResumeError, Resumed};
pub use schedule::{Format, Pairing, Schedule};
pub use standings::Standings;
pub use tournament::{Event, Known, Report, Tournament, TournamentError};
