//! How fast a database of plausible games is, and how large.
//!
//!     cargo run --release -p erawan-database --example benchmark -- [GAMES] [FOLDER]
//!
//! Makes GAMES games (a million) as PGN in FOLDER (a temporary one), imports them,
//! and asks the database what people ask. Times are those on the clock and, on Linux,
//! of all processors together: half of it is what two idle ones take.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use erawan_board::{Chess, Position};
use erawan_database::{AnyPosition, Database, Filter, First, Question, Scene, Search};
use erawan_notation::pgn::{AnyGame, Games};
use erawan_testing::{PlausibleGames, Random};

static STOP: AtomicBool = AtomicBool::new(false);

fn main() {
    let mut words = std::env::args().skip(1);
    let count: usize = words.next().map_or(1_000_000, |word| word.parse().expect("a number"));
    assert!(count >= 1000, "at least 1000 games");
    let folder = words.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let pgn = folder.join(format!("plausible-{count}.pgn"));
    if !pgn.exists() {
        make(&pgn, count);
    }
    let path = folder.join(format!("plausible-{count}.erawan"));
    for end in ["", "-wal", "-shm"] {
        let mut name = path.clone().into_os_string();
        name.push(end);
        let _ = fs::remove_file(name);
    }
    let (begun, spent) = (Instant::now(), processors());
    let mut database = Database::create(&path).expect("the database is made");
    let file = File::open(&pgn).expect("the games are there");
    let imported = database.import(file, &STOP, |_| ()).expect("the games are kept");
    drop(database);
    let took = begun.elapsed().as_secs_f64();
    let size = fs::metadata(&path).expect("the file is there").len();
    let database = Database::open(&path).expect("the database opens");
    let statistics = database.statistics().expect("it is whole");
    let spent = spent.zip(processors()).map(|(before, after)| (after - before).as_secs_f64());
    println!("| | |\n|---|--:|");
    println!("| games, duplicates | {}, {} |", imported.games, imported.duplicates);
    println!("| import, games a second | {:.0} |", count as f64 / took);
    let rate = count as f64 / spent.unwrap_or(f64::NAN);
    println!("| import, games a second of one processor | {rate:.0} |");
    println!("| bytes a game | {:.1} |", size as f64 / imported.games as f64);
    println!("| plies a game | {:.1} |", statistics.plies as f64 / statistics.games as f64);
    println!("\n| | median | longest | processors |\n|---|--:|--:|--:|");
    searches(&database);
    positions(&database, &pgn);
}

fn make(path: &Path, count: usize) {
    let mut file = BufWriter::new(File::create(path).expect("the file is made"));
    for game in PlausibleGames::new(1).take(count) {
        file.write_all(game.as_bytes()).expect("there is room");
    }
    file.flush().expect("there is room");
}

/// The time of all processors so far.
fn processors() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything: the 12th and 13th word, in hundredths.
    let mut words = stat.rsplit(") ").next()?.split(' ').skip(11);
    let mut ticks = || words.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// Several runs of the same kind.
struct Runs {
    clock: Vec<Duration>,
    processors: Option<Duration>,
}

impl Runs {
    fn new() -> Runs {
        Runs { clock: Vec::new(), processors: processors() }
    }

    fn time<T>(&mut self, act: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = act();
        self.clock.push(begun.elapsed());
        result
    }

    /// The median and the longest on the clock, and the processors' on average.
    fn print(mut self, what: &str) {
        self.clock.sort();
        let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
        let (median, most) = (self.clock[self.clock.len() / 2], self.clock[self.clock.len() - 1]);
        let spent = self.processors.zip(processors()).map(|(before, after)| after - before);
        let each = spent.map_or(f64::NAN, |spent| ms(spent) / self.clock.len() as f64);
        println!("| {what} | {:.1} ms | {:.1} ms | {each:.1} ms |", ms(median), ms(most));
    }
}

fn searches(database: &Database) {
    let filters = [
        Filter { player: Some("karo".into()), ..Filter::default() },
        Filter { from: Some("1999".parse().expect("a date")), ..Filter::default() },
        Filter { min_rating: Some(2400), eco: "B9".parse().ok(), ..Filter::default() },
        Filter { event: Some("open 2001".into()), min_plies: Some(100), ..Filter::default() },
    ];
    let mut runs = Runs::new();
    for filter in filters.iter().cycle().take(20) {
        let search = Search { filter: filter.clone(), limit: 50, ..Search::default() };
        runs.time(|| database.search(&search, &STOP).expect("it is found"));
    }
    runs.print("search by heads");
}

/// Positions at a depth of games of the file, as they are met.
fn sample(pgn: &Path, depths: std::ops::Range<usize>, count: usize) -> Vec<Position<Chess>> {
    let text = fs::read(pgn).expect("the games are there");
    let mut random = Random::new(3);
    let mut positions = Vec::new();
    while positions.len() < count {
        // A game begins at the first tag after any byte.
        let at = random.below(text.len() - 100_000);
        let part = &text[at..at + 20_000];
        let tag = part.windows(7).position(|bytes| bytes == b"[Event ").expect("a game begins");
        let Some(Ok(AnyGame::Chess(game))) = Games::new(&part[tag..]).next() else { continue };
        let depth = depths.start + random.below(depths.end - depths.start);
        let node = std::iter::once(game.root()).chain(game.mainline()).nth(depth);
        positions.extend(node.map(|node| game.position(node)));
    }
    positions
}

fn positions(database: &Database, pgn: &Path) {
    let ask = |position, filter| Question {
        position: AnyPosition::of::<Chess>(position),
        filter,
        first: First::Newest,
        games: 10,
    };
    let answer = |question: &Question| database.explore(question, &STOP).expect("it is explored");
    for (name, depths) in
        [("first 20 plies", 0..21), ("plies 21 to 40", 21..41), ("plies 41 to 100", 41..101)]
    {
        let sample = sample(pgn, depths, 60);
        let (mut runs, mut games) = (Runs::new(), Vec::new());
        for position in sample {
            let question = ask(position, Filter::default());
            games.push(runs.time(|| answer(&question)).score.games);
        }
        games.sort_unstable();
        let median = games[games.len() / 2];
        runs.print(&format!("explorer, {name} (median {median} games)"));
    }
    let player = Filter { player: Some("karo".into()), ..Filter::default() };
    for (what, filter) in [("start position", Filter::default()), ("one player's", player)] {
        let question = ask(Position::startpos(), filter);
        let mut runs = Runs::new();
        (0..20).for_each(|_| drop(runs.time(|| answer(&question))));
        runs.print(&format!("explorer, {what}"));
    }
    let mut counts = [[0; 6]; 2];
    counts[0] = [2, 0, 0, 1, 0, 1];
    counts[1] = [1, 0, 0, 1, 0, 1];
    let scene = Some(Scene::Material(erawan_board::Variant::Chess, counts));
    let search = Search { scene, limit: 50, ..Search::default() };
    let mut runs = Runs::new();
    let found = runs.time(|| database.search(&search, &STOP).expect("it is found"));
    runs.print(&format!("material KRPP against KRP ({} games)", found.total));
}
