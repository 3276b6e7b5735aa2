//! Whether one benchmark is faster than another, or only seems so.

use super::Benchmark;

/// A figure measured several times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The standard deviation; 0 if it was measured only once.
    pub deviation: f64,
    /// How often it was measured.
    pub runs: usize,
}

impl Figure {
    /// The figure of some measurements; nothing without any.
    pub fn of(values: &[f64]) -> Option<Figure> {
        let runs = values.len();
        let mean = values.iter().sum::<f64>() / runs as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if runs > 1 { (squares / (runs - 1) as f64).sqrt() } else { 0.0 };
        (runs > 0).then_some(Figure { mean, deviation, runs })
    }

    /// The variance of the mean.
    fn uncertainty(&self) -> f64 {
        self.deviation.powi(2) / self.runs as f64
    }
}

/// How a figure has changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// What it was.
    pub old: Figure,
    /// What it is.
    pub new: Figure,
    /// The change as a part of the old mean: 0.02 is two per cent more.
    pub relative: f64,
    /// How large a change may be by chance alone in 95 cases of 100, in the same
    /// measure (Welch's test); nothing if one of them was measured only once.
    pub noise: Option<f64>,
}

impl Change {
    fn between(old: Figure, new: Figure) -> Change {
        let (a, b) = (old.uncertainty(), new.uncertainty());
        let freedom = |part: f64, figure: &Figure| part.powi(2) / (figure.runs - 1).max(1) as f64;
        let noise = (old.runs > 1 && new.runs > 1).then(|| {
            let freedom =
                (a + b).powi(2) / (freedom(a, &old) + freedom(b, &new)).max(f64::MIN_POSITIVE);
            student(freedom) * (a + b).sqrt() / old.mean
        });
        Change { old, new, relative: new.mean / old.mean - 1.0, noise }
    }

    /// True if it is beyond the noise; nothing if that is not known.
    pub fn is_certain(&self) -> Option<bool> {
        self.noise.map(|noise| self.relative.abs() > noise)
    }
}

/// The quantile of Student's distribution that 95 of 100 values lie within, for so many
/// degrees of freedom, rounded down.
fn student(freedom: f64) -> f64 {
    const TABLE: [f64; 20] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    ];
    let index = (freedom.max(1.0) as usize).saturating_sub(1);
    TABLE.get(index).copied().unwrap_or(if freedom < 60.0 { 2.086 } else { 2.0 })
}

/// One benchmark beside another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// Whether both are of one machine. Speeds of two say nothing about the program.
    pub is_one_machine: bool,
    /// Whether both searched as many nodes, which is to say, alike.
    pub is_same_search: bool,
    /// Nodes a second.
    pub speed: Change,
    /// Positions counted a second, if both were measured.
    pub perft: Option<Change>,
}

/// Compares two benchmarks; nothing if one of them has no runs.
pub fn compare(old: &Benchmark, new: &Benchmark) -> Option<Comparison> {
    Some(Comparison {
        is_one_machine: old.machine == new.machine,
        is_same_search: old.nodes().is_some() && old.nodes() == new.nodes(),
        speed: Change::between(old.speed()?, new.speed()?),
        perft: old.perft().zip(new.perft()).map(|(old, new)| Change::between(old, new)),
    })
}
