//! The server of the board, killed while games go into a database and are taken out,
//! and while exercises are kept and practised.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use erawan_testing::{PlausibleGames, Random};
use serde_json::{Value, json};

use crate::Plan;
use crate::child::PATIENCE;
use crate::report::Tally;
use crate::server::{Page, start};

const GAMES: &str = "server, killed while games go in and out";
const EXERCISES: &str = "server, killed while exercises are practised";
const DATABASE: &str = "Killed";
/// Rows of a list that are asked for at once.
const ROWS: usize = 500;
/// The most games that are sent at once: some take a piece, some a moment.
const MOST_SENT: usize = 400;

/// What was acknowledged, and what was on its way when the server died: that may be
/// there or not.
#[derive(Default)]
struct Kept {
    alive: BTreeSet<u64>,
    deleted: BTreeSet<u64>,
    /// Games that came in since `alive` was read.
    came: usize,
    /// Games that are being taken out or brought back.
    moved: Vec<u64>,
    /// How many positions were ever asked to be kept.
    asked: usize,
    exercises: u64,
    practised: u64,
    /// An exercise is being kept or removed, or a grade noted.
    is_exercise_open: bool,
}

/// Imports, deletes, brings back and practises, and kills the server at any moment,
/// again and again. What was acknowledged is there afterwards.
pub(crate) fn kill_while_editing(
    plan: &Plan,
    folder: &Path,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), String> {
    let data = folder.join("edited");
    let mut kept = Kept::default();
    let mut games = PlausibleGames::new(plan.seed);
    for life in 0..plan.share(100).max(3) {
        let (mut child, url) = start(plan, folder, &data)?;
        let result = (|| {
            let mut page = Page::connect(&url)?;
            if life == 0 {
                answer(&mut page, json!({ "type": "createDatabase", "name": DATABASE }), "saved")?;
            } else {
                kept.look_for_games(&mut page, tally)?;
                kept.look_for_exercises(&mut page, tally)?;
            }
            Ok::<Page, String>(page)
        })();
        match result {
            Ok(mut page) => {
                let pause = Duration::from_millis(random.below(600) as u64);
                let blow = kill_after(child.id(), pause);
                // Its death ends the conversation, which is what is wanted.
                let reason = loop {
                    if let Err(reason) = kept.edit(&mut page, &url, &mut games, random) {
                        break reason;
                    }
                };
                let _ = blow.join();
                if reason.contains("unexpected answer") {
                    tally.failed(GAMES, &reason, b"");
                }
            }
            Err(reason) => tally.failed(GAMES, &reason, b""),
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    Ok(())
}

/// Kills a process after a pause, while others talk with it.
fn kill_after(process: u32, pause: Duration) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        std::thread::sleep(pause);
        let _ = Command::new("kill").args(["-KILL", &process.to_string()]).status();
    })
}

/// Asks, and wants an answer of a kind.
fn answer(page: &mut Page, request: Value, kind: &str) -> Result<Value, String> {
    let answer = page.ask(request)?;
    if answer["type"] == kind { Ok(answer) } else { Err(format!("unexpected answer: {answer}")) }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

impl Kept {
    /// Holds the games that are there against what was acknowledged.
    fn look_for_games(&mut self, page: &mut Page, tally: &mut Tally) -> Result<(), String> {
        let mut there = BTreeSet::new();
        loop {
            let request = json!({ "type": "findGames", "database": DATABASE,
                "offset": there.len(), "limit": ROWS });
            let found = answer(page, request, "found")?;
            let rows = found["games"].as_array().map_or(&[][..], Vec::as_slice);
            there.extend(rows.iter().map(|row| number(&row["id"])));
            if rows.is_empty() || there.len() as u64 >= number(&found["total"]) {
                break;
            }
        }
        let is_open = |id: &u64| self.moved.contains(id);
        let lost: Vec<_> = self.alive.difference(&there).filter(|id| !is_open(id)).collect();
        let back: Vec<_> = self.deleted.intersection(&there).filter(|id| !is_open(id)).collect();
        let new = there.difference(&self.alive).filter(|id| !self.deleted.contains(id)).count();
        let fault = if !lost.is_empty() {
            Some(format!("games {lost:?} are gone"))
        } else if !back.is_empty() {
            Some(format!("games {back:?} were deleted and are there"))
        } else if new < self.came {
            Some(format!("{} games were acknowledged, {new} are there", self.came))
        } else {
            None
        };
        tally.judge(GAMES, fault, b"");
        // What was open is settled now.
        let known: BTreeSet<u64> = self.alive.union(&self.deleted).copied().collect();
        self.deleted = known.difference(&there).copied().collect();
        self.alive = there;
        self.came = 0;
        self.moved.clear();
        Ok(())
    }

    /// Holds the exercises and what is remembered of them against what was acknowledged.
    fn look_for_exercises(&mut self, page: &mut Page, tally: &mut Tally) -> Result<(), String> {
        let found = answer(page, json!({ "type": "training" }), "training")?;
        let (total, due) = (number(&found["stock"][0]["total"]), number(&found["stock"][0]["due"]));
        let practised = total.saturating_sub(due);
        let open = u64::from(self.is_exercise_open);
        let is_right =
            total.abs_diff(self.exercises) <= open && practised.abs_diff(self.practised) <= open;
        let fault = (!is_right).then(|| {
            format!(
                "{total} exercises, {practised} of them practised: {} and {} were acknowledged",
                self.exercises, self.practised
            )
        });
        tally.judge(EXERCISES, fault, b"");
        (self.exercises, self.practised, self.is_exercise_open) = (total, practised, false);
        Ok(())
    }

    /// One change of many. An error is the end of the conversation.
    fn edit(
        &mut self,
        page: &mut Page,
        url: &str,
        games: &mut PlausibleGames,
        random: &mut Random,
    ) -> Result<(), String> {
        match random.below(6) {
            0 => self.import(page, url, games, random),
            1 => self.move_games(page, random, false),
            2 => self.move_games(page, random, true),
            3 | 4 => self.keep_exercise(page),
            _ => self.practise(page, random),
        }
    }

    fn import(
        &mut self,
        page: &mut Page,
        url: &str,
        games: &mut PlausibleGames,
        random: &mut Random,
    ) -> Result<(), String> {
        let text: String = games.by_ref().take(1 + random.below(MOST_SENT)).collect();
        let id = page.send(json!({ "type": "import", "database": DATABASE }))?;
        let before = self.came;
        let mut is_sent = false;
        loop {
            let told = page.hear(id)?;
            // What was told once holds, whatever happens next.
            self.came = before + number(&told["imported"]["games"]) as usize;
            match told["type"].as_str() {
                Some("importing") if is_sent => {}
                Some("importing") => {
                    let job = &told["job"];
                    send_piece(url, number(job), &text)?;
                    page.send(json!({ "type": "endImport", "job": job, "whole": true }))?;
                    is_sent = true;
                }
                Some("imported") if told["error"].is_null() => return Ok(()),
                _ => return Err(format!("unexpected answer: {told}")),
            }
        }
    }

    /// Takes games out, or brings such back.
    fn move_games(
        &mut self,
        page: &mut Page,
        random: &mut Random,
        restore: bool,
    ) -> Result<(), String> {
        let from = if restore { &self.deleted } else { &self.alive };
        let skip = random.below(from.len().max(1));
        let chosen: Vec<u64> = from.iter().skip(skip).take(1 + random.below(5)).copied().collect();
        if chosen.is_empty() {
            return Ok(());
        }
        self.moved.clone_from(&chosen);
        let request = json!({ "type": "removeGames", "database": DATABASE, "games": chosen,
            "restore": restore });
        answer(page, request, "removed")?;
        self.moved.clear();
        let (from, to) = if restore {
            (&mut self.deleted, &mut self.alive)
        } else {
            (&mut self.alive, &mut self.deleted)
        };
        for id in chosen {
            from.remove(&id);
            to.insert(id);
        }
        Ok(())
    }

    fn keep_exercise(&mut self, page: &mut Page) -> Result<(), String> {
        let Some((moves, solution)) = exercise(self.asked) else { return Ok(()) };
        self.asked += 1;
        self.is_exercise_open = true;
        let request = json!({ "type": "addExercises", "exercises": [{
            "kind": "mistake",
            "line": { "variant": "chess", "moves": moves },
            "solution": [solution],
            "about": null,
        }] });
        let added = answer(page, request, "exercisesAdded")?;
        self.exercises += number(&added["added"]);
        self.is_exercise_open = false;
        Ok(())
    }

    /// Practises the next exercise. One in three is taken out and brought back first.
    fn practise(&mut self, page: &mut Page, random: &mut Random) -> Result<(), String> {
        let next = answer(page, json!({ "type": "nextExercise" }), "exercise")?;
        let Some(id) = next["exercise"]["id"].as_u64() else { return Ok(()) };
        self.is_exercise_open = true;
        if random.one_in(3) {
            for restore in [false, true] {
                let request =
                    json!({ "type": "removeExercises", "exercises": [id], "restore": restore });
                answer(page, request, "exercisesRemoved")?;
            }
        }
        let request = json!({ "type": "practised", "exercise": id, "grade": "good" });
        answer(page, request, "practised")?;
        self.practised += 1;
        self.is_exercise_open = false;
        Ok(())
    }
}

/// Posts a piece of a file, and wants it to be taken.
fn send_piece(url: &str, job: u64, text: &str) -> Result<(), String> {
    let (origin, token) = url.split_once("/#").ok_or_else(|| format!("no token in {url}"))?;
    let host = origin.strip_prefix("http://").unwrap_or(origin);
    let request = format!(
        "POST /import/{job}/0?token={token} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
    let talk = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        let mut said = String::new();
        stream.read_to_string(&mut said)?;
        Ok(said)
    };
    match talk() {
        // Cut off in the middle, or not begun: the server is dead.
        Ok(said) if said.ends_with("taken") || !said.contains("\r\n\r\n") => Ok(()),
        Ok(said) => Err(format!("unexpected answer: {said}")),
        Err(error) => Err(error.to_string()),
    }
}

/// The pawn moves that leave the knights' squares free.
const FIRST: [&str; 12] = [
    "a2a3", "a2a4", "b2b3", "b2b4", "d2d3", "d2d4", "e2e3", "e2e4", "g2g3", "g2g4", "h2h3", "h2h4",
];

/// An exercise: moves from the start position, and the move that is right then. Each
/// number has a position of its own, as far as they go.
fn exercise(number: usize) -> Option<(Vec<String>, &'static str)> {
    let (white, rest) = (FIRST.get(number % 12)?, number / 12);
    let black = FIRST.get(rest % 12)?.replace('2', "7").replace('3', "6").replace('4', "5");
    let (knights, solution) = match rest / 12 {
        0 => (&[][..], "g1f3"),
        1 => (&["g1f3"][..], "g8f6"),
        2 => (&["g1f3", "g8f6"][..], "b1c3"),
        _ => return None,
    };
    let moves = [*white, &black].iter().chain(knights).map(|m| (*m).to_owned()).collect();
    Some((moves, solution))
}
