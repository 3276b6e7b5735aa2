//! Timing contestants side by side.
//!
//! What is measured is processor time, not time on the wall: the machine may
//! have other things to do.

use std::time::Duration;

use cpu_time::ThreadTime;

/// Something that does a piece of work and says how many nodes (or bytes)
/// that was.
pub struct Contestant<'a> {
    pub name: String,
    work: Box<dyn FnMut(usize) -> (u64, Duration) + 'a>,
}

impl<'a> Contestant<'a> {
    /// `work` is called with the number of the task, in this thread.
    pub fn new(name: impl Into<String>, mut work: impl FnMut(usize) -> u64 + 'a) -> Contestant<'a> {
        Contestant::timed(name, move |number| {
            let start = ThreadTime::now();
            let amount = work(number);
            (amount, start.elapsed())
        })
    }

    /// `work` measures its time by itself.
    pub fn timed(
        name: impl Into<String>,
        work: impl FnMut(usize) -> (u64, Duration) + 'a,
    ) -> Contestant<'a> {
        Contestant { name: name.into(), work: Box::new(work) }
    }
}

/// What is to be done: `amount` is what every contestant must answer.
pub struct Task {
    pub name: String,
    pub amount: u64,
}

/// The best time of every contestant for every task.
pub struct Results {
    pub names: Vec<String>,
    pub tasks: Vec<Task>,
    best: Vec<Vec<Duration>>,
}

/// Lets everybody do every task `rounds` times, in turn, so that a slow spell of
/// the machine falls on all alike, and keeps the best times.
///
/// Panics if a contestant gives a wrong answer: a wrong count has no speed.
pub fn race(mut contestants: Vec<Contestant>, tasks: Vec<Task>, rounds: usize) -> Results {
    let mut best = vec![vec![Duration::MAX; tasks.len()]; contestants.len()];
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for (number, task) in tasks.iter().enumerate() {
            for (contestant, best) in contestants.iter_mut().zip(&mut best) {
                let (amount, time) = (contestant.work)(number);
                assert_eq!(amount, task.amount, "{} on {}", contestant.name, task.name);
                best[number] = best[number].min(time);
            }
        }
    }
    let names = contestants.into_iter().map(|contestant| contestant.name).collect();
    Results { names, tasks, best }
}

impl Results {
    /// Millions a second.
    fn speed(&self, contestant: usize, task: usize) -> f64 {
        self.tasks[task].amount as f64 / self.best[contestant][task].as_secs_f64() / 1e6
    }

    /// Prints two Markdown tables, speeds and how many times as fast as
    /// contestant `base` everybody is, and the worst ratio of the contestants
    /// of Erawan.
    pub fn print(&self, unit: &str, base: usize) {
        self.table(unit, |contestant, task| {
            let speed = self.speed(contestant, task);
            if speed < 100.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
        });
        println!();
        let ratio = |contestant, task| self.speed(contestant, task) / self.speed(base, task);
        self.table(&format!("times {}", self.names[base]), |contestant, task| {
            format!("{:.2}", ratio(contestant, task))
        });
        println!();
        for (contestant, name) in self.names.iter().enumerate() {
            if name.starts_with("Erawan") {
                let worst = (0..self.tasks.len())
                    .map(|task| ratio(contestant, task))
                    .fold(f64::INFINITY, f64::min);
                println!("Worst ratio of {name} to {}: {worst:.2}", self.names[base]);
            }
        }
    }

    fn table(&self, corner: &str, cell: impl Fn(usize, usize) -> String) {
        println!("| {corner} | {} |", self.names.join(" | "));
        println!("|---|{}", "--:|".repeat(self.names.len()));
        for (number, task) in self.tasks.iter().enumerate() {
            let cells: Vec<String> =
                (0..self.names.len()).map(|contestant| cell(contestant, number)).collect();
            println!("| {} | {} |", task.name, cells.join(" | "));
        }
    }
}
