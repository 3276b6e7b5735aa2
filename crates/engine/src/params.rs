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
    /// Half width of the first aspiration window.
    aspiration_delta = 12 in 4..=60;
    /// Reverse futility: deepest depth.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: margin for each ply.
    reverse_futility_margin = 72 in 30..=140;
    /// Reverse futility: less margin when improving.
    reverse_futility_improving = 64 in 0..=140;
    /// Razoring: margin without depth.
    razoring_base = 140 in 50..=500;
    /// Razoring: margin for each ply.
    razoring_margin = 280 in 100..=500;
    /// Null move: reduction without depth.
    null_move_base = 4 in 2..=6;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 3 in 2..=6;
    /// Null move: evaluation above beta for one more ply of reduction.
    null_move_eval = 180 in 80..=400;
    /// Null move: depth from which it is verified.
    null_move_verify = 14 in 8..=20;
    /// ProbCut: margin above beta.
    probcut_margin = 180 in 80..=350;
    /// ProbCut: less margin when improving.
    probcut_improving = 60 in 0..=150;
    /// Late moves: how many at depth 0.
    late_moves_base = 3 in 1..=8;
    /// Futility: margin without depth.
    futility_base = 100 in 20..=300;
    /// Futility: margin for each ply.
    futility_margin = 80 in 30..=200;
    /// History: how bad a quiet move must be for each ply.
    history_pruning = 3200 in 1000..=8000;
    /// Exchange: what a quiet move may lose for each ply.
    see_quiet = 55 in 15..=150;
    /// Exchange: what a capture may lose for each ply.
    see_noisy = 95 in 30..=250;
    /// Singular extension: shallowest depth.
    singular_depth = 6 in 4..=10;
    /// Singular extension: margin in 64ths for each ply.
    singular_margin = 60 in 16..=160;
    /// Double extension: how far below.
    double_extension = 15 in 4..=60;
    /// Triple extension: how far below.
    triple_extension = 110 in 40..=30000;
    /// Plies less for the moves after one that raised alpha.
    raised_alpha = 1 in 0..=3;
    /// Hindsight: plies of reduction that can be regretted.
    hindsight_reduced = 3 in 2..=100;
    /// Hindsight: how far the opponent must be ahead to save a ply.
    hindsight_margin = 150 in 40..=30000;
    /// Reductions of quiet moves: constant, in hundredths of a ply.
    reduction_quiet_base = 90 in 20..=200;
    /// Reductions of quiet moves: divisor, in hundredths.
    reduction_quiet_divisor = 260 in 150..=400;
    /// Reductions of captures: constant, in hundredths of a ply.
    reduction_noisy_base = 0 in -100..=150;
    /// Reductions of captures: divisor, in hundredths.
    reduction_noisy_divisor = 300 in 150..=450;
    /// History that takes one ply off a reduction.
    reduction_history = 8200 in 3000..=16000;
    /// Quiescence: margin of delta pruning.
    quiescence_margin = 180 in 60..=400;
    /// History bonus for each ply.
    bonus_margin = 170 in 60..=400;
    /// Largest history bonus.
    bonus_max = 1800 in 600..=4000;
    /// History gained for what the evaluation gained, in 16ths.
    judge_scale = 48 in 0..=200;
    /// The most that can be.
    judge_max = 700 in 100..=2000;
    /// What the last move earns if nothing is good against it, in 16ths of a bonus.
    credit_scale = 8 in 0..=32;
    /// What a reduced move earns or loses by its second search, in 16ths of a bonus.
    surprise_scale = 16 in 0..=32;
    /// Order of quiet moves: for a check.
    urgency_check = 8000 in 0..=20000;
    /// Order of quiet moves: for leaving danger, for each centipawn.
    urgency_danger = 13 in 0..=40;
    /// History malus for each ply.
    malus_margin = 170 in 60..=400;
    /// Largest history malus.
    malus_max = 1400 in 400..=4000;
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
