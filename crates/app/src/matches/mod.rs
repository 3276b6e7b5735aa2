//! `erawan match`: games between engines.

mod files;
mod settings;
mod table;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use erawan_arena::sprt::{Decision, EloModel, Sprt};
use erawan_arena::{
    Adjudication, Contest, DrawRule, End, Event, Format, Openings, Pace, ReadOpening, ResignRule,
    TableRule, TimeControl, Tournament,
};
use erawan_board::Variant;
use erawan_engine::syzygy::Tables;

use crate::args::{Args, Opt, number};
use crate::commands::Command;
use crate::failure::Failure;
use crate::positions::{self, with_rules};
use crate::progress::Progress;
use crate::{Outcome, Verdict, interrupt};
use files::Log;
use settings::EngineSettings;

pub(crate) const COMMAND: Command = Command {
    name: "match",
    usage: "--engine 'cmd=A …' --engine 'cmd=B …' --tc 5+0.05 …",
    summary: "plays matches between any programs that speak UCI",
    details: "\
Two engines play a match, more a round robin or a gauntlet. Games come in
pairs from one opening with colours swapped. Our own rules decide: mate,
stalemate, repetition, fifty moves, insufficient material, Makruk's counting.

An engine is described by settings with spaces between them:
  cmd=PROGRAM args='…' dir=FOLDER name=NAME option.NAME=VALUE
  tc=40/60+0.5 st=SECONDS nodes=N depth=N margin=MS ponder=on restart=on
'builtin' instead of cmd= is our own engine without a process between, for
cheap games at a fixed number of nodes; its options are Hash and the numbers
of the search.

An engine that crashes, hangs or makes an illegal move loses that game, is
started again, and the match goes on.",
    options: &[
        Opt::values("--engine", "SETTINGS", "an engine; give this for each"),
        Opt::value("--each", "SETTINGS", "settings of all engines"),
        positions::VARIANT,
        Opt::value("--tc", "TC", "time control: 5+0.05, 1:30, 40/60+0.5"),
        Opt::value("--st", "S", "seconds for each move"),
        Opt::value("--nodes", "N", "nodes for each move"),
        Opt::value("--depth", "N", "plies for each move"),
        Opt::value("--margin", "MS", "how far a clock may be overrun (20 if not given)"),
        Opt::value("--openings", "FILE", "openings: EPD, FEN or PGN"),
        Opt::value("--order", "ORDER", "random or sequential (random if not given)"),
        Opt::value("--seed", "N", "seed of the random order (0 if not given)"),
        Opt::value("--start", "N", "begin with the opening of this number, from 1"),
        Opt::value("--plies", "N", "plies of each opening from PGN (16 if not given)"),
        Opt::value("--games", "N", "games between each two engines (100 if not given)"),
        Opt::switch("--gauntlet", "only the first engine meets the others"),
        Opt::value("--concurrency", "N", "games at the same time (1 if not given)"),
        Opt::value("--sprt", "ELO0,ELO1", "stop when one of the two is much more likely"),
        Opt::value("--alpha", "P", "SPRT: probability of a false positive (0.05)"),
        Opt::value("--beta", "P", "SPRT: probability of a false negative (0.05)"),
        Opt::value("--model", "M", "SPRT: Elo is normalized or logistic (normalized)"),
        Opt::value("--draw", "RULE", "movenumber=40,movecount=8,score=10"),
        Opt::value("--resign", "RULE", "movecount=4,score=600[,twosided=1]"),
        Opt::value("--max-moves", "N", "a draw after so many moves"),
        Opt::value("--tb", "FOLDERS", "end games by Syzygy tables"),
        Opt::value("--tb-men", "N", "only with so many men or fewer"),
        Opt::switch("--tb-ignore-50", "wins that the fifty-move rule spoils count too"),
        Opt::value("--patience", "S", "how long to wait for an engine without a clock (30)"),
        Opt::value("--pgn", "FILE", "write the games"),
        Opt::value("--epd", "FILE", "write the final positions"),
        Opt::value("--event", "NAME", "the Event tag"),
        Opt::value("--report", "N", "print the results after every N games (10)"),
    ],
    examples: &[
        "erawan match --engine builtin --engine 'builtin name=fewer nodes=500' --nodes 1000 --games 2",
        "erawan match --engine cmd=missing-a --engine cmd=missing-b --tc 5+0.05 --openings book.epd --sprt 0,5 --concurrency 2 --pgn games.pgn",
    ],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if let Some(word) = args.words.first() {
        return Err(Failure::usage(format!(
            "'{}' belongs to no option; put the settings of an engine between quotation marks: \
             --engine 'cmd=a nodes=1000'",
            word.to_string_lossy()
        )));
    }
    let variant = positions::variant(args)?;
    with_rules!(variant, R => play::<R>(args, variant, out))
}

/// What the command line says about the match.
fn tournament<R: Contest + ReadOpening>(
    args: &Args,
    variant: Variant,
) -> Result<Tournament<R>, Failure> {
    let pace = Pace {
        clock: args
            .text("--tc")?
            .map(|text| text.parse::<TimeControl>())
            .transpose()
            .map_err(|error| Failure::usage(format!("--tc: {error}")))?,
        move_time: args.text("--st")?.map(|text| settings::seconds("--st", text)).transpose()?,
        nodes: args.number("--nodes", 1..=u64::MAX)?,
        depth: args.number("--depth", 1..=1000)?,
        margin: Duration::from_millis(args.number("--margin", 0..=1_000_000)?.unwrap_or(20)),
    };
    let mut each = EngineSettings::default();
    if let Some(text) = args.text("--each")? {
        each.read("--each", text)?;
    }
    let mut players = Vec::new();
    for text in args.texts("--engine")? {
        let mut settings = each.clone();
        settings.read("--engine", text)?;
        players.push(settings.player(pace)?);
    }
    let sprt = sprt(args)?;
    let games: usize = match args.number("--games", 1..=1_000_000_000)? {
        Some(games) => games,
        // A test ends by itself.
        None if sprt.is_some() => 1_000_000,
        None => 100,
    };
    Ok(Tournament {
        event: args.text("--event")?.unwrap_or("Erawan match").to_owned(),
        variant,
        players,
        format: if args.has("--gauntlet") { Format::Gauntlet } else { Format::RoundRobin },
        rounds: games.div_ceil(2),
        openings: openings(args)?,
        adjudication: adjudication(args, variant)?,
        concurrency: args.number("--concurrency", 1..=1024)?.unwrap_or(1),
        patience: match args.text("--patience")? {
            Some(text) => settings::seconds("--patience", text)?,
            None => Duration::from_secs(30),
        },
        sprt,
    })
}

fn sprt(args: &Args) -> Result<Option<Sprt>, Failure> {
    let probability =
        |name| -> Result<f64, Failure> { Ok(args.number(name, 0.0..=1.0)?.unwrap_or(0.05)) };
    let (alpha, beta) = (probability("--alpha")?, probability("--beta")?);
    let model = match args.text("--model")? {
        None | Some("normalized" | "normalised") => EloModel::Normalized,
        Some("logistic") => EloModel::Logistic,
        Some(other) => {
            return Err(Failure::usage(format!(
                "--model must be normalized or logistic, not '{other}'"
            )));
        }
    };
    let Some(text) = args.text("--sprt")? else { return Ok(None) };
    let Some((elo0, elo1)) = text.split_once(',') else {
        return Err(Failure::usage(format!("--sprt needs two numbers such as 0,5, not '{text}'")));
    };
    let elo = |text: &str| number::<f64>("--sprt", text.trim(), &(-1000.0..=1000.0));
    let sprt = Sprt::new(elo(elo0)?, elo(elo1)?, alpha, beta, model);
    sprt.map(Some).map_err(|error| Failure::usage(format!("--sprt: {error}")))
}

fn openings<R: ReadOpening>(args: &Args) -> Result<Openings<R>, Failure> {
    let plies = args.number("--plies", 0..=1000)?.unwrap_or(16);
    let seed = args.number("--seed", 0..=u64::MAX)?.unwrap_or(0);
    let start: usize = args.number("--start", 1..=usize::MAX)?.unwrap_or(1);
    let random = match args.text("--order")? {
        None | Some("random") => true,
        Some("sequential") => false,
        Some(other) => {
            return Err(Failure::usage(format!(
                "--order must be random or sequential, not '{other}'"
            )));
        }
    };
    let mut openings = match args.path("--openings") {
        None => Openings::default(),
        Some(path) => {
            let bytes = std::fs::read(&path).map_err(Failure::file(&path))?;
            let is_pgn =
                path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
            let read = if is_pgn {
                Openings::from_pgn(&bytes, plies)
            } else {
                Openings::from_epd(&String::from_utf8_lossy(&bytes))
            };
            read.map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?
        }
    };
    if random {
        openings.shuffle(seed);
    }
    openings.skip(start - 1);
    Ok(openings)
}

fn adjudication(args: &Args, variant: Variant) -> Result<Adjudication, Failure> {
    let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let draw = match args.text("--draw")? {
        None => None,
        Some(text) => {
            let keys = ["movenumber", "movecount", "score"];
            let [from_move, moves, score] = settings::numbers("--draw", text, keys)?;
            Some(DrawRule {
                from_move: small(from_move.unwrap_or(0)),
                moves: small(moves.unwrap_or(8).max(1)),
                score: score.unwrap_or(10) as i32,
            })
        }
    };
    let resign = match args.text("--resign")? {
        None => None,
        Some(text) => {
            let keys = ["movecount", "score", "twosided"];
            let [moves, score, two_sided] = settings::numbers("--resign", text, keys)?;
            Some(ResignRule {
                moves: small(moves.unwrap_or(4).max(1)),
                score: score.unwrap_or(600) as i32,
                two_sided: two_sided.is_some_and(|number| number != 0),
            })
        }
    };
    let max_men = args.number("--tb-men", 2..=7)?.unwrap_or(7);
    let tables = match args.text("--tb")? {
        None => None,
        Some(_) if variant == Variant::Makruk => {
            return Err(Failure::usage("--tb: Syzygy tables know nothing of Makruk"));
        }
        Some(folders) => {
            let tables = Tables::open(folders);
            if let Some(problem) = tables.problems().first() {
                return Err(Failure::Data(format!("--tb: {problem}")));
            }
            let ignore_fifty_moves = args.has("--tb-ignore-50");
            Some(TableRule { tables: Arc::new(tables), max_men, ignore_fifty_moves })
        }
    };
    Ok(Adjudication { draw, resign, max_moves: args.number("--max-moves", 1..=10_000)?, tables })
}

fn open(path: Option<&Path>) -> Result<Option<Log>, Failure> {
    path.map(Log::create).transpose()
}

fn play<R: Contest + ReadOpening>(args: &Args, variant: Variant, out: &mut dyn Write) -> Outcome {
    let mut tournament = tournament::<R>(args, variant)?;
    let report_every: u64 = args.number("--report", 1..=1_000_000_000)?.unwrap_or(10);
    tournament.prepare().map_err(|error| Failure::usage(error.to_string()))?;
    let mut pgn = open(args.path("--pgn").as_deref())?;
    let mut epd = open(args.path("--epd").as_deref())?;
    let stop = interrupt::listen();
    let mut progress = Progress::new();
    let mut failure = None;
    let report = tournament.run(&[], stop, |event| {
        let Event::Finished { record, pgn: text, standings } = event else { return true };
        let mut tell = || -> Result<(), Failure> {
            if let Some(pgn) = &mut pgn {
                pgn.add(text)?;
            }
            if let Some(epd) = &mut epd {
                epd.add(&format!("{}\n", record.to_epd()))?;
            }
            if let End::Fault { .. } = record.end {
                writeln!(out, "Game {}: {}", record.pairing.round(), record.end)?;
            }
            if standings.games().is_multiple_of(report_every) {
                let sprt = tournament.sprt.as_ref();
                writeln!(out, "{}", table::render(standings, &tournament.players, sprt))?;
            }
            out.flush()?;
            Ok(())
        };
        let part = standings.games() as f64 / standings.total() as f64;
        let told = tell();
        progress.step(tournament.sprt.is_none().then_some(part), || {
            let score = standings.meeting(0);
            format!(
                "{} of {} games, {}",
                standings.games(),
                standings.total(),
                table::last_line(&score, tournament.sprt.as_ref())
            )
        });
        match told {
            Ok(()) => true,
            Err(error) => {
                failure = Some(error);
                false
            }
        }
    });
    drop(progress);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let sprt = tournament.sprt.as_ref();
    write!(out, "{}", table::render(&report.standings, &tournament.players, sprt))?;
    if report.interrupted {
        writeln!(out, "Interrupted after {} games", report.standings.games())?;
    }
    match report.decision {
        Some(Decision::H0) => writeln!(out, "H0 accepted")?,
        Some(Decision::H1) => writeln!(out, "H1 accepted")?,
        None => {}
    }
    if tournament.players.len() == 2 {
        writeln!(out, "{}", table::last_line(&report.standings.meeting(0), sprt))?;
    }
    Ok(Verdict::Fine)
}
