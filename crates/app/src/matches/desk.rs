//! What a match leaves behind: games, positions, tables and complaints.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};

use erawan_arena::sprt::{Decision, Sprt};
use erawan_arena::{End, GameRecord, PlayerSpec, Report, Standings};

use erawan_board::Variant;
use erawan_engine::Playable;

use super::files::Log;
use super::live::Live;
use super::{lines, table};
use crate::failure::Failure;
use crate::json;

/// Where a match is written and shown.
pub(super) struct Desk<'a> {
    pub(super) players: &'a [PlayerSpec],
    pub(super) variant: Variant,
    pub(super) sprt: Option<Sprt>,
    pub(super) pgn: Option<Log>,
    pub(super) epd: Option<Log>,
    /// Whether to print JSON.
    pub(super) json: bool,
    pub(super) report_every: u64,
    /// How often each kind of warning has been shown for each player.
    pub(super) warned: HashMap<(usize, &'static str), u32>,
    pub(super) live: Live,
    pub(super) out: &'a mut dyn Write,
}

/// How many warnings of a kind about a player are told; more are only counted.
const MAX_WARNINGS: u32 = 5;

impl Desk<'_> {
    /// A game has ended.
    pub(super) fn finished<R: Playable>(
        &mut self,
        record: &GameRecord<R>,
        pgn: &str,
        standings: &Standings,
    ) -> Result<(), Failure> {
        if let Some(log) = &mut self.pgn {
            log.add(pgn)?;
        }
        if let Some(log) = &mut self.epd {
            log.add(&format!("{}\n", record.to_epd()))?;
        }
        let is_due = standings.games().is_multiple_of(self.report_every);
        if self.json {
            for warning in lines::warnings(record, self.players) {
                json::line(&warning, self.out)?;
            }
            json::line(&lines::game(record, self.variant, self.players), self.out)?;
            if is_due {
                self.print_standings(standings)?;
            }
        } else {
            self.complain(record)?;
            // On a terminal there is a table that is always up to date.
            if is_due && !io::stdout().is_terminal() {
                self.print_standings(standings)?;
                writeln!(self.out)?;
            }
        }
        self.out.flush()?;
        let (players, sprt) = (self.players, self.sprt);
        self.live.show(|| {
            let table = table::render(standings, players, sprt.as_ref());
            format!("{} of {} games\n{table}", standings.games(), standings.total())
        });
        Ok(())
    }

    /// Says what players did wrong in a game.
    fn complain<R: Playable>(&mut self, record: &GameRecord<R>) -> Result<(), Failure> {
        let round = record.pairing.round();
        let name =
            |player: usize| self.players.get(player).map_or("?", |player| player.name.as_str());
        if let End::Fault { color, fault } = &record.end {
            self.live.clear();
            let name = name(record.pairing.player(*color));
            writeln!(self.out, "Game {round}: {name} ({color}) {fault}")?;
        }
        for warning in &record.warnings {
            let player = record.pairing.player(record.mover(warning.ply));
            let seen = self.warned.entry((player, warning.problem.kind())).or_default();
            *seen += 1;
            if *seen <= MAX_WARNINGS {
                self.live.clear();
                let more = if *seen == MAX_WARNINGS { " (more are only counted)" } else { "" };
                let (name, problem) = (name(player), &warning.problem);
                let ply = warning.ply + 1;
                writeln!(self.out, "Warning, game {round}, ply {ply}: {name}: {problem}{more}")?;
            }
        }
        Ok(())
    }

    fn print_standings(&mut self, standings: &Standings) -> Result<(), Failure> {
        let sprt = self.sprt.as_ref();
        if self.json {
            json::line(&lines::standings(standings, self.players, sprt), self.out)?;
        } else {
            write!(self.out, "{}", table::render(standings, self.players, sprt))?;
        }
        Ok(())
    }

    /// The last words.
    pub(super) fn close(&mut self, report: &Report) -> Result<(), Failure> {
        self.live.clear();
        self.print_standings(&report.standings)?;
        if self.json {
            json::line(&lines::end(report.interrupted, report.decision), self.out)?;
            return Ok(());
        }
        if report.interrupted {
            let games = report.standings.games();
            writeln!(self.out, "Interrupted after {games} of {} games", report.standings.total())?;
            if self.pgn.is_some() {
                writeln!(self.out, "The same command with --resume goes on.")?;
            }
        }
        match report.decision {
            Some(Decision::H0) => writeln!(self.out, "SPRT: H0 accepted")?,
            Some(Decision::H1) => writeln!(self.out, "SPRT: H1 accepted")?,
            None => {}
        }
        if self.players.len() == 2 {
            let score = report.standings.meeting(0);
            writeln!(self.out, "{}", table::last_line(&score, self.sprt.as_ref()))?;
        }
        Ok(())
    }
}
