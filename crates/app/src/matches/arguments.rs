//! A match as the command line describes it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use erawan_arena::sprt::{EloModel, Sprt};
use erawan_arena::{
    Adjudication, DrawRule, EndingRule, Format, Openings, Pace, ResignRule, TableRule, TimeControl,
    Tournament,
};
use erawan_board::{Rules, Variant};
use erawan_endings::Endings;
use erawan_engine::Playable;
use erawan_syzygy::Tables;

use super::Arguments;
use super::settings::{self, EngineSettings};
use crate::args::{between, number};
use crate::failure::Failure;
use crate::{files, limits};

/// How long engines may think.
#[derive(clap::Args)]
pub(super) struct PaceArguments {
    /// Time control: 5+0.05, 1:30, 40/60+0.5
    #[arg(long, value_name = "TC", value_parser = str::parse::<TimeControl>)]
    tc: Option<TimeControl>,
    /// Seconds for each move
    #[arg(long, value_name = "S", value_parser = settings::seconds)]
    st: Option<Duration>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = between(limits::NODES))]
    nodes: Option<u64>,
    /// Plies for each move
    #[arg(long, value_name = "N", value_parser = between(limits::MATCH_DEPTH))]
    depth: Option<u32>,
    /// How many milliseconds a clock may be overrun
    #[arg(long, value_name = "MS", default_value = "20", value_parser = between(limits::MARGIN))]
    margin: u64,
}

impl PaceArguments {
    fn pace(&self) -> Pace {
        Pace {
            clock: self.tc,
            move_time: self.st,
            nodes: self.nodes,
            depth: self.depth,
            margin: Duration::from_millis(self.margin),
        }
    }
}

/// What the command line says about the match.
pub(super) fn tournament<R: Playable>(args: &Arguments) -> Result<Tournament<R>, Failure> {
    let variant = args.game.variant;
    let mut each = EngineSettings::default();
    if let Some(text) = &args.each {
        each.read("--each", text)?;
    }
    let mut players = Vec::new();
    for text in &args.engine {
        let mut settings = each.clone();
        settings.read("--engine", text)?;
        players.push(settings.player(args.pace.pace())?);
    }
    let sprt = args.sprt.sprt()?;
    // A test ends by itself.
    let games = args.games.unwrap_or(if sprt.is_some() { 1_000_000 } else { 100 });
    Ok(Tournament {
        event: args.event.clone(),
        variant,
        players,
        format: if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        rounds: games.div_ceil(2),
        openings: args.openings.openings()?,
        adjudication: args.adjudication.adjudication(variant)?,
        concurrency: args.concurrency,
        patience: args.patience,
        sprt,
    })
}

/// The test that may end a match.
#[derive(clap::Args)]
pub(super) struct SprtArguments {
    /// Stop when one of the two is much more likely
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// SPRT: probability of a false positive
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = between(limits::PROBABILITY))]
    alpha: f64,
    /// SPRT: probability of a false negative
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = between(limits::PROBABILITY))]
    beta: f64,
    /// SPRT: what Elo means
    #[arg(long, value_name = "M", value_enum, default_value = "normalized")]
    model: Model,
}

/// [`EloModel`] by name.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Model {
    #[value(alias = "normalised")]
    Normalized,
    Logistic,
}

impl SprtArguments {
    fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        let model = match self.model {
            Model::Normalized => EloModel::Normalized,
            Model::Logistic => EloModel::Logistic,
        };
        let Some(text) = &self.sprt else { return Ok(None) };
        let Some((elo0, elo1)) = text.split_once(',') else {
            let message = format!("--sprt needs two numbers such as 0,5, not '{text}'");
            return Err(Failure::usage(message));
        };
        let elo = |text: &str| number::<f64>("--sprt", text.trim(), &(-1000.0..=1000.0));
        let sprt = Sprt::new(elo(elo0)?, elo(elo1)?, self.alpha, self.beta, model);
        sprt.map(Some).map_err(|error| Failure::usage(format!("--sprt: {error}")))
    }
}

/// Where games start.
#[derive(clap::Args)]
pub(crate) struct OpeningArguments {
    /// Openings: EPD, FEN or PGN
    #[arg(long = "openings", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Which opening comes next
    #[arg(long, value_name = "ORDER", value_enum, default_value = "random")]
    order: Order,
    /// Seed of what is random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Begin with the opening of this number, from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = between(limits::FIRST_OPENING))]
    start: usize,
    /// Plies of each opening from PGN
    #[arg(long, value_name = "N", default_value = "16", value_parser = between(limits::OPENING_PLIES))]
    plies: usize,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Order {
    Random,
    Sequential,
}

impl OpeningArguments {
    /// Reads them.
    pub(crate) fn openings<R: Rules>(&self) -> Result<Openings<R>, Failure> {
        let mut openings = match &self.file {
            None => Openings::default(),
            Some(path) => {
                let bytes = files::read_whole(path, limits::OPENINGS)?;
                let is_pgn =
                    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
                let read = if is_pgn {
                    Openings::from_pgn(&bytes, self.plies)
                } else {
                    Openings::from_epd(&String::from_utf8_lossy(&bytes))
                };
                read.map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?
            }
        };
        if self.order == Order::Random {
            openings.shuffle(self.seed);
        }
        openings.skip(self.start - 1);
        Ok(openings)
    }
}

/// When games are ended early.
#[derive(clap::Args)]
pub(crate) struct AdjudicationArguments {
    /// End quiet games: movenumber=40,movecount=8,score=10
    #[arg(long, value_name = "RULE")]
    draw: Option<String>,
    /// End lost games: movecount=4,score=600[,twosided=on]
    #[arg(long, value_name = "RULE")]
    resign: Option<String>,
    /// A draw after N moves of each side
    #[arg(long, value_name = "N", value_parser = between(limits::MAX_MOVES))]
    max_moves: Option<u32>,
    /// End games by endgame tables: Syzygy's, or those of 'erawan tb build'
    #[arg(long, value_name = "FOLDERS")]
    tb: Option<String>,
    /// Only with N men or fewer
    #[arg(long, value_name = "N", default_value = "7", value_parser = between(limits::MEN))]
    tb_men: u32,
    /// Wins that the fifty-move rule spoils count too
    #[arg(long)]
    tb_ignore_50: bool,
}

impl AdjudicationArguments {
    /// The rules that were given.
    pub(crate) fn adjudication(&self, variant: Variant) -> Result<Adjudication, Failure> {
        let draw = self.draw.as_deref().map(draw_rule).transpose()?;
        let resign = self.resign.as_deref().map(resign_rule).transpose()?;
        let mut rules =
            Adjudication { draw, resign, max_moves: self.max_moves, tables: None, endings: None };
        match self.tb.as_deref() {
            Some(folders) if Endings::cover(variant) => {
                rules.endings = Some(self.endings(folders, variant)?);
            }
            Some(folders) => rules.tables = Some(self.tables(folders)?),
            None => {}
        }
        Ok(rules)
    }

    fn endings(&self, folders: &str, variant: Variant) -> Result<EndingRule, Failure> {
        if self.tb_ignore_50 {
            let title = variant.title();
            return Err(Failure::usage(format!("--tb-ignore-50: {title} has no such rule")));
        }
        let endings = Endings::open(folders);
        if let Some(problem) = endings.problems().first() {
            return Err(Failure::Data(format!("--tb: {problem}")));
        }
        if endings.max_men(variant) == 0 {
            let title = variant.title();
            let message = format!("--tb: there are no tables of {title} in '{folders}'");
            return Err(Failure::Data(message));
        }
        Ok(EndingRule { endings: Arc::new(endings), max_men: self.tb_men })
    }

    fn tables(&self, folders: &str) -> Result<TableRule, Failure> {
        let tables = Tables::open(folders);
        if let Some(problem) = tables.problems().first() {
            return Err(Failure::Data(format!("--tb: {problem}")));
        }
        let (max_men, ignore_fifty_moves) = (self.tb_men, self.tb_ignore_50);
        Ok(TableRule { tables: Arc::new(tables), max_men, ignore_fifty_moves })
    }
}

fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn draw_rule(text: &str) -> Result<DrawRule, Failure> {
    let keys = ["movenumber", "movecount", "score"];
    let [from_move, moves, score] = settings::numbers("--draw", text, keys)?;
    Ok(DrawRule {
        from_move: small(from_move.unwrap_or(0)),
        moves: small(moves.unwrap_or(8).max(1)),
        score: score.unwrap_or(10) as i32,
    })
}

fn resign_rule(text: &str) -> Result<ResignRule, Failure> {
    let keys = ["movecount", "score", "twosided"];
    let [moves, score, two_sided] = settings::numbers("--resign", text, keys)?;
    Ok(ResignRule {
        moves: small(moves.unwrap_or(4).max(1)),
        score: score.unwrap_or(600) as i32,
        two_sided: two_sided.is_some_and(|number| number != 0),
    })
}
