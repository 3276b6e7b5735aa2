//! The numbers of the search, in one table that is also the tuning table.

/// A number of the search that can be tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, as an option would show it.
    pub name: &'static str,
    /// The value in use unless told otherwise.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal ..= $max:literal;)*) => {
        /// The values of all parameters.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Parameters {
            /// Names, defaults and ranges.
            pub const TABLE: &'static [Parameter] = &[$(
                Parameter { name: stringify!($name), default: $default, min: $min, max: $max },
            )*];

            /// The defaults.
            pub const DEFAULT: Parameters = Parameters { $($name: $default,)* };

            /// The values in the order of the table.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }

            /// Sets a parameter by name, within its range. False if there is
            /// none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($min, $max),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

parameters! {
    // The window around the score of the last iteration.

    /// Aspiration: the first depth with a window.
    aspiration_depth = 4 in 2..=8;
    /// Aspiration: half the width of the first window.
    aspiration_delta = 12 in 4..=60;
    /// Aspiration: the score that widens the first window by one.
    aspiration_score = 100 in 20..=1000;
    /// Aspiration: how much a window grows that was too narrow, in hundredths.
    aspiration_growth = 50 in 10..=200;
    /// Aspiration: the most plies that are saved after scores above the window.
    aspiration_saved = 3 in 0..=6;

    // What is known without a search.

    /// Transposition table: with fewer plies left to a draw by the clock it ends
    /// no search.
    tt_clock = 8 in 0..=40;
    /// Endgame tables: by how many plies results are deeper than searches.
    tb_depth = 6 in 0..=20;

    // Pruning of whole nodes.

    /// Reverse futility: deepest depth.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: margin for each ply.
    reverse_futility_margin = 63 in 30..=140;
    /// Reverse futility: less margin when improving.
    reverse_futility_improving = 43 in 0..=140;
    /// Reverse futility: the part of what is above beta that is returned, as a
    /// divisor.
    reverse_futility_return = 3 in 1..=8;
    /// Razoring: deepest depth.
    razoring_depth = 4 in 1..=8;
    /// Razoring: margin without depth.
    razoring_base = 140 in 50..=500;
    /// Razoring: margin for each ply.
    razoring_margin = 286 in 100..=500;
    /// Null move: shallowest depth.
    null_move_depth = 3 in 2..=6;
    /// Null move: how far above beta the evaluation must be without depth.
    null_move_margin = 120 in 0..=400;
    /// Null move: how much less of that for each ply.
    null_move_slope = 20 in 0..=50;
    /// Null move: the fewest men besides pawns, the king included.
    null_move_men = 3 in 2..=5;
    /// Null move: reduction without depth.
    null_move_base = 4 in 2..=6;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 3 in 2..=6;
    /// Null move: evaluation above beta for one more ply of reduction.
    null_move_eval = 164 in 80..=400;
    /// Null move: the most plies of reduction for that.
    null_move_eval_max = 4 in 1..=8;
    /// Null move: depth from which it is verified.
    null_move_verify = 14 in 8..=20;
    /// ProbCut: shallowest depth.
    probcut_depth = 5 in 3..=9;
    /// ProbCut: margin above beta.
    probcut_margin = 166 in 80..=350;
    /// ProbCut: less margin when improving.
    probcut_improving = 60 in 0..=150;
    /// ProbCut: plies that the search is shallower.
    probcut_reduction = 4 in 2..=6;

    // Pruning of moves.

    /// Late move pruning: how many moves at depth 0.
    lmp_base = 3 in 1..=8;
    /// Late move pruning: how many more for the square of the depth, in
    /// hundredths.
    lmp_square = 141 in 40..=200;
    /// Futility pruning: the reduced depth it ends at.
    futility_depth = 8 in 3..=14;
    /// Futility pruning: margin without depth.
    futility_base = 26 in 20..=300;
    /// Futility pruning: margin for each ply.
    futility_margin = 61 in 30..=200;
    /// Futility pruning: history that is worth one centipawn.
    futility_history = 128 in 32..=1024;
    /// History pruning: the reduced depth it ends at.
    history_pruning_depth = 6 in 2..=12;
    /// History pruning: how bad a quiet move must be for each ply.
    history_pruning = 2663 in 1000..=8000;
    /// SEE pruning: the depth it ends at.
    see_depth = 10 in 4..=16;
    /// SEE pruning: what a quiet move may lose for each ply.
    see_quiet = 44 in 15..=150;
    /// SEE pruning: what a capture may lose for each ply.
    see_noisy = 87 in 30..=250;

    // Extensions.

    /// Singular extension: shallowest depth.
    singular_depth = 6 in 4..=10;
    /// Singular extension: how much shallower the table's search may have been.
    singular_tt_depth = 3 in 1..=5;
    /// Singular extension: margin in 64ths for each ply.
    singular_margin = 29 in 16..=160;
    /// Double extension: how far below.
    double_extension = 20 in 4..=60;
    /// Double extension: how many in one line.
    double_extensions = 10 in 2..=30;
    /// Triple extension: how far below.
    triple_extension = 110 in 40..=30000;
    /// Negative extension: plies if the table's move is expected to be too good.
    negative_extension_beta = 2 in 0..=4;
    /// Negative extension: plies where a cut-off is expected.
    negative_extension_cut = 1 in 0..=4;

    // Reductions, in 1024ths of a ply if nothing else is said.

    /// Internal iterative reduction: shallowest depth.
    iir_depth = 4 in 2..=9;
    /// Plies less for the moves after one that raised alpha.
    raised_alpha = 1 in 0..=3;
    /// That is done at greater depths only.
    raised_alpha_above = 3 in 1..=8;
    /// And at lesser depths only.
    raised_alpha_below = 12 in 6..=30;
    /// Hindsight: plies of reduction that can be regretted.
    hindsight_reduced = 3 in 2..=100;
    /// Hindsight: plies of reduction that can be too few.
    hindsight_more = 2 in 1..=100;
    /// Hindsight: how far the opponent must be ahead to save a ply.
    hindsight_margin = 150 in 40..=30000;
    /// Late move reductions: shallowest depth.
    reduction_depth = 2 in 1..=5;
    /// Reductions of quiet moves: constant, in hundredths of a ply.
    reduction_quiet_base = 114 in 20..=200;
    /// Reductions of quiet moves: divisor, in hundredths.
    reduction_quiet_divisor = 189 in 150..=400;
    /// Reductions of captures: constant, in hundredths of a ply.
    reduction_noisy_base = 0 in -100..=150;
    /// Reductions of captures: divisor, in hundredths.
    reduction_noisy_divisor = 300 in 150..=450;
    /// Less reduction in a node of the principal variation.
    reduction_pv = 1024 in 0..=3072;
    /// Less reduction in a node that has been one.
    reduction_was_pv = 512 in 0..=3072;
    /// More reduction where a cut-off is expected.
    reduction_cut_node = 771 in 0..=3072;
    /// More reduction if the evaluation does not improve.
    reduction_not_improving = 512 in 0..=2048;
    /// More reduction of quiet moves if the table's move is a capture.
    reduction_tt_noisy = 768 in 0..=2048;
    /// More reduction if the answers were often cut off.
    reduction_cutoffs = 768 in 0..=2048;
    /// How often that is.
    cutoffs_often = 3 in 1..=8;
    /// Less reduction of a move that gives check.
    reduction_check = 1024 in 0..=3072;
    /// History that takes one ply off a reduction.
    reduction_history = 8755 in 3000..=16000;
    /// Re-search: one ply deeper if the reduced search is this far above the
    /// best.
    deeper_base = 40 in 0..=150;
    /// Re-search: and this much more for each ply of reduction.
    deeper_margin = 8 in 0..=30;
    /// Re-search: one ply less deep if it is not this far above the best.
    shallower_margin = 8 in 0..=60;

    // Quiescence.

    /// Quiescence: margin of delta pruning.
    quiescence_margin = 92 in 60..=400;

    // Histories.

    /// History bonus for each ply.
    bonus_margin = 170 in 60..=400;
    /// Largest history bonus.
    bonus_max = 1800 in 600..=4000;
    /// History malus for each ply.
    malus_margin = 170 in 60..=400;
    /// Largest history malus.
    malus_max = 1400 in 400..=4000;
    /// History gained for what the evaluation gained, in 16ths.
    judge_scale = 48 in 0..=200;
    /// The most that can be.
    judge_max = 700 in 100..=2000;
    /// What the last move earns if nothing is good against it, in 16ths of a bonus.
    credit_scale = 8 in 0..=32;
    /// What a reduced move earns or loses by its re-search, in 16ths of a bonus.
    surprise_scale = 16 in 0..=32;
    /// Correction by pawns, in 128ths.
    correction_pawns = 9 in 0..=40;
    /// Correction by minor pieces, in 128ths.
    correction_minors = 8 in 0..=40;
    /// Correction by all pieces of a side, in 128ths.
    correction_non_pawns = 10 in 0..=40;
    /// Correction by the last two moves, in 128ths.
    correction_continuation = 7 in 0..=40;
    /// Correction: plies that weigh as much as a whole disagreement.
    correction_depth = 8 in 2..=32;

    // The order of moves.

    /// Order of quiet moves: for a check.
    urgency_check = 8000 in 0..=20000;
    /// Order of quiet moves: for leaving danger, for each centipawn.
    urgency_danger = 13 in 0..=40;
    /// Order of captures: the part of the history that counts, divisor.
    noisy_history = 4 in 1..=16;
    /// Order of captures: the score that lets a capture lose a centipawn and
    /// still be good.
    noisy_loss = 32 in 8..=128;

    // Time, in hundredths of the usual share.

    /// Time: if the best move took none of the nodes.
    time_nodes_base = 220 in 120..=350;
    /// Time: how much less if it took all.
    time_nodes_slope = 170 in 50..=300;
    /// Time: if the best move has just changed.
    time_stability_base = 125 in 100..=200;
    /// Time: how much less for each depth it has stayed.
    time_stability_slope = 5 in 0..=12;
    /// Time: the fall of the score that doubles it.
    time_trend = 200 in 50..=1000;
}

/// A feature of the search that can be left out, to learn what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Its name, as an option would show it.
    pub name: &'static str,
    off: fn(&mut Parameters),
}

/// No search is so deep, and no node has so many moves.
const NEVER: i32 = 1 << 20;

impl Parameters {
    /// The features that can be left out.
    pub const SWITCHES: &'static [Switch] = &[
        Switch { name: "no_aspiration", off: |of| of.aspiration_depth = NEVER },
        Switch { name: "no_reverse_futility", off: |of| of.reverse_futility_depth = -1 },
        Switch { name: "no_razoring", off: |of| of.razoring_depth = -1 },
        Switch { name: "no_null_move", off: |of| of.null_move_depth = NEVER },
        Switch { name: "no_probcut", off: |of| of.probcut_depth = NEVER },
        Switch { name: "no_late_move_pruning", off: |of| of.lmp_base = NEVER },
        Switch { name: "no_futility", off: |of| of.futility_depth = -1 },
        Switch { name: "no_history_pruning", off: |of| of.history_pruning_depth = -1 },
        Switch { name: "no_exchange_pruning", off: |of| of.see_depth = -1 },
        Switch { name: "no_singular", off: |of| of.singular_depth = NEVER },
        Switch { name: "no_internal_reduction", off: |of| of.iir_depth = NEVER },
        Switch { name: "no_late_move_reduction", off: |of| of.reduction_depth = NEVER },
        Switch {
            name: "no_hindsight",
            off: |of| (of.hindsight_reduced, of.hindsight_more) = (NEVER, NEVER),
        },
        Switch {
            name: "no_corrections",
            off: |of| {
                (of.correction_pawns, of.correction_minors) = (0, 0);
                (of.correction_non_pawns, of.correction_continuation) = (0, 0);
            },
        },
    ];

    /// Leaves a feature out. False if there is none of that name.
    pub fn leave_out(&mut self, name: &str) -> bool {
        let switch = Parameters::SWITCHES.iter().find(|switch| switch.name == name);
        if let Some(Switch { off, .. }) = switch {
            off(self);
        }
        switch.is_some()
    }
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use erawan_board::{Chess, Game, Strictness};
    use erawan_notation::fen;

    use super::*;
    use crate::{Engine, Limits};

    #[test]
    fn defaults_are_in_range_and_names_set_values() {
        let mut parameters = Parameters::DEFAULT;
        for (parameter, value) in Parameters::TABLE.iter().zip(parameters.values()) {
            assert!((parameter.min..=parameter.max).contains(&parameter.default));
            assert_eq!(parameter.default, value);
            assert!(parameters.set(parameter.name, i32::MAX));
        }
        let greatest: Vec<i32> = Parameters::TABLE.iter().map(|p| p.max).collect();
        assert_eq!(parameters.values(), greatest);
        assert!(!parameters.set("no_such_parameter", 1));
    }

    #[test]
    fn every_feature_that_is_left_out_is_missed() {
        let text = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
        let game = Game::<Chess>::from_position(fen::parse(text, Strictness::Strict).unwrap());
        let search = |without: &[&str]| {
            let mut engine = Engine::new(4).unwrap();
            for name in without {
                assert!(engine.parameters_mut().leave_out(name));
            }
            let found = engine.search(&game, &Limits::depth(13), |_| ());
            assert!(found.depth == 13 && found.best.is_some(), "{without:?}");
            found.nodes
        };
        let whole = search(&[]);
        for Switch { name, .. } in Parameters::SWITCHES {
            assert_ne!(search(&[name]), whole, "{name}");
        }
        assert!(!Parameters::DEFAULT.clone().leave_out("null_move"));
        // And what is put back is as it was.
        assert_eq!(search(&[]), whole);
    }
}
