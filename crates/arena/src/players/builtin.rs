//! Our engine, with no process and no wire between.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use erawan_board::{Rules, Variant};
use erawan_engine::{Best, Clock, Control, Engine, Info, Limits, Parameters, Playable};
use erawan_notation::uci::{self, CastlingNotation};
use erawan_uci::protocol;

use super::{Fault, Halt, PlayerSpec, Question, Thought};
use crate::pace::Pace;

/// The options of the engine without a wire: the size of its table, a network,
/// and the numbers of its search by their names.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BuiltinSettings {
    pub(crate) hash: usize,
    pub(crate) network: NetworkChoice,
    pub(crate) parameters: Parameters,
}

/// What the engine evaluates with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NetworkChoice {
    /// What it was built with.
    Own,
    /// Its evaluation by hand.
    None,
    /// The network of a file.
    File(PathBuf),
}

impl BuiltinSettings {
    pub(crate) fn read(options: &[(String, String)]) -> Result<Self, String> {
        let mut settings =
            Self { hash: 16, network: NetworkChoice::Own, parameters: Parameters::DEFAULT };
        // Last, whatever the numbers are.
        let mut without = Vec::new();
        for (name, value) in options {
            if name.eq_ignore_ascii_case("EvalFile") {
                settings.network = match value.as_str() {
                    "" | "<embedded>" => NetworkChoice::Own,
                    "none" | "<none>" => NetworkChoice::None,
                    path => NetworkChoice::File(PathBuf::from(path)),
                };
                continue;
            }
            if Parameters::SWITCHES.iter().any(|switch| switch.name == name) {
                match value.as_str() {
                    "true" => without.push(name),
                    "false" => {}
                    _ => return Err(format!("{name} must be true or false, not '{value}'")),
                }
                continue;
            }
            let number = value
                .parse::<i32>()
                .map_err(|_| format!("{name} must be a whole number, not '{value}'"));
            if name.eq_ignore_ascii_case("Hash") {
                let number = number?;
                let hash = usize::try_from(number).ok().filter(|hash| (1..=65_536).contains(hash));
                settings.hash =
                    hash.ok_or_else(|| format!("Hash must be between 1 and 65536, not {number}"))?;
            } else if let Some(known) = Parameters::TABLE.iter().find(|known| known.name == name) {
                let (number, min, max) = (number?, known.min, known.max);
                if !(min..=max).contains(&number) {
                    return Err(format!("{name} must be between {min} and {max}, not {number}"));
                }
                settings.parameters.set(name, number);
            } else {
                return Err(format!(
                    "the built-in engine has no option '{name}': there are Hash, EvalFile, the \
                     numbers of the search, and switches such as no_null_move"
                ));
            }
        }
        for name in without {
            settings.parameters.leave_out(name);
        }
        Ok(settings)
    }
}

/// Our engine as a player.
pub(crate) struct Builtin {
    engine: Engine,
    pace: Pace,
}

impl Builtin {
    pub(crate) fn start(spec: &PlayerSpec, variant: Variant) -> Result<Self, Fault> {
        let settings = BuiltinSettings::read(&spec.options).map_err(Fault::Start)?;
        Self::with(&settings, spec.pace, variant)
    }

    pub(crate) fn with(
        settings: &BuiltinSettings,
        pace: Pace,
        variant: Variant,
    ) -> Result<Self, Fault> {
        let mut engine =
            Engine::new(settings.hash).map_err(|error| Fault::Start(error.to_string()))?;
        let set = match &settings.network {
            NetworkChoice::Own => Ok(()),
            NetworkChoice::None => engine.set_network(variant, None),
            NetworkChoice::File(path) => engine.load_network(variant, path),
        };
        set.map_err(|error| Fault::Start(format!("EvalFile: {error}")))?;
        *engine.parameters_mut() = settings.parameters;
        Ok(Self { engine, pace })
    }

    pub(crate) fn set_parameters(&mut self, parameters: Parameters) {
        *self.engine.parameters_mut() = parameters;
    }

    pub(crate) fn control(&self) -> Control {
        self.engine.control()
    }

    pub(crate) fn new_game(&mut self) {
        self.engine.clear();
    }

    pub(crate) fn think<R: Playable>(
        &mut self,
        question: &Question<'_, R>,
    ) -> Result<Thought, Halt> {
        if question.stop.load(Relaxed) {
            return Err(Halt::Interrupted);
        }
        let clock = question.clock(question.game.position().turn());
        let limits = Limits {
            depth: self.pace.depth,
            nodes: self.pace.nodes,
            movetime: self.pace.move_time,
            clock: clock.map(|clock| Clock {
                time: clock.left(),
                increment: clock.increment(),
                moves_to_go: clock.moves_to_go(),
            }),
            multipv: 1,
            ..Limits::default()
        };
        let mut last = None;
        let begun = Instant::now();
        // Whatever happens inside the engine, the match goes on. What is left of
        // the engine is not used again.
        let search = || self.engine.search(question.game, &limits, |info| last = Some(info));
        let found = catch_unwind(AssertUnwindSafe(search))
            .map_err(|_| Fault::Crash("the search panicked".to_owned()))?;
        let elapsed = begun.elapsed();
        // A search that was broken off has found no move to play.
        if question.stop.load(Relaxed) {
            return Err(Halt::Interrupted);
        }
        let m = found.best.ok_or(Fault::NoMove)?;
        let allowed = [clock.map(|clock| clock.left()), self.pace.move_time].into_iter().flatten();
        if let Some(allowed) = allowed.min()
            && elapsed > allowed.saturating_add(self.pace.margin)
        {
            return Err(Fault::Time { elapsed, allowed }.into());
        }
        let info = last.map(|info| report::<R>(&info, &found));
        Ok(Thought { m, elapsed, info })
    }
}

/// The last that the engine said. If it changed its mind after that, there is a
/// score but no line.
fn report<R: Rules>(info: &Info, found: &Best) -> protocol::Info {
    let write = |m| uci::write::<R>(m, CastlingNotation::Chess960);
    let is_last_word = info.pv.first().copied() == found.best;
    let score = if is_last_word { info.score } else { found.score };
    protocol::Info {
        depth: Some(info.depth),
        selective_depth: Some(info.seldepth),
        score: Some(score),
        nodes: Some(found.nodes),
        time: Some(info.time.as_millis() as u64),
        pv: if is_last_word { info.pv.iter().copied().map(write).collect() } else { Vec::new() },
        ..protocol::Info::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(value: &str) -> NetworkChoice {
        let options = [("EvalFile".to_owned(), value.to_owned())];
        BuiltinSettings::read(&options).unwrap().network
    }

    #[test]
    fn networks_are_named_as_over_uci() {
        for none in ["none", "<none>"] {
            assert!(matches!(network(none), NetworkChoice::None), "{none}");
        }
        for own in ["", "<embedded>"] {
            assert!(matches!(network(own), NetworkChoice::Own), "{own}");
        }
        assert!(matches!(network("my.net"), NetworkChoice::File(path) if path.ends_with("my.net")));
    }
}
