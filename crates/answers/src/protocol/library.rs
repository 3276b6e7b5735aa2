//! Databases: what the page asks for, and what it is told.

use serde::{Deserialize, Serialize};

use super::{GameName, Side};

/// Which games of a database are meant. Everything that is given must be true of a
/// game; names are parts of names in any case.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, rename_all = "camelCase")]
pub struct GameFilter {
    /// Somebody who plays in it.
    pub player: Option<String>,
    /// The player's colour; of one's own games the side that one had.
    pub color: Option<Side>,
    /// Who plays against the player.
    pub opponent: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The first day, or a year.
    pub from: Option<String>,
    /// The last day, or a year.
    pub to: Option<String>,
    /// What both players are rated at least.
    pub min_rating: Option<u16>,
    /// What both players are rated at most.
    pub max_rating: Option<u16>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// Codes of openings: `B90`, `B9` or `B20-B99`.
    pub eco: Option<String>,
    /// Which game.
    pub variant: Option<GameName>,
}

/// The order of games in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GameOrder {
    /// As they came in.
    #[default]
    Number,
    /// By date.
    Date,
    /// By the average of both ratings.
    Rating,
    /// By length.
    Plies,
}

#[cfg(feature = "database")]
impl From<GameOrder> for erawan_database::Order {
    fn from(order: GameOrder) -> erawan_database::Order {
        match order {
            GameOrder::Number => erawan_database::Order::Number,
            GameOrder::Date => erawan_database::Order::Date,
            GameOrder::Rating => erawan_database::Order::Rating,
            GameOrder::Plies => erawan_database::Order::Plies,
        }
    }
}

/// Which games of a position come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FirstGames {
    /// Those played last.
    #[default]
    Newest,
    /// Those with the best players.
    Strongest,
}

#[cfg(feature = "database")]
impl From<FirstGames> for erawan_database::First {
    fn from(first: FirstGames) -> erawan_database::First {
        match first {
            FirstGames::Newest => erawan_database::First::Newest,
            FirstGames::Strongest => erawan_database::First::Strongest,
        }
    }
}

/// A database in the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DatabaseReply {
    /// Its name.
    pub name: String,
    /// How many games are in it.
    pub games: u64,
    /// The size of its file in bytes.
    pub bytes: u64,
    /// The first and the last year, if they are known.
    pub years: Option<(u32, u32)>,
    /// Why it cannot be used.
    pub error: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ListedGame {
    /// Its number in its database.
    pub id: u64,
    /// Which game is played.
    pub variant: &'static str,
    /// White's name.
    pub white: String,
    /// White's rating.
    pub white_rating: Option<u16>,
    /// Black's name.
    pub black: String,
    /// Black's rating.
    pub black_rating: Option<u16>,
    /// How it ended.
    pub result: &'static str,
    /// When it was played: `2024.11.??`.
    pub date: String,
    /// The event.
    pub event: String,
    /// The opening's code.
    pub eco: Option<String>,
    /// Its length.
    pub plies: u16,
}

#[cfg(feature = "database")]
impl From<erawan_database::Listing> for ListedGame {
    fn from(game: erawan_database::Listing) -> ListedGame {
        ListedGame {
            id: game.id,
            variant: game.variant,
            white: game.white,
            white_rating: game.white_rating,
            black: game.black,
            black_rating: game.black_rating,
            result: game.result,
            date: game.date.to_string(),
            event: game.event,
            eco: game.eco,
            plies: game.plies,
        }
    }
}

/// Results of games, counted.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Results {
    /// Games, those without a result among them.
    pub games: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
}

#[cfg(feature = "database")]
impl From<erawan_database::Score> for Results {
    fn from(score: erawan_database::Score) -> Results {
        let erawan_database::Score { games, white, draws, black } = score;
        Results { games, white, draws, black }
    }
}

/// A move that was played in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMove {
    /// The move in UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Makruk: the same in Thai.
    pub thai: Option<String>,
    /// How the games ended.
    pub results: Results,
    /// What those who played it were rated, on average.
    pub rating: Option<u32>,
    /// What a player with these results against these opponents is worth.
    pub performance: Option<u32>,
    /// When it was played last.
    pub last: Option<String>,
}

/// What was played in a position.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredReply {
    /// How all games ended that came to the position.
    pub results: Results,
    /// The moves, the most frequent first.
    pub moves: Vec<PlayedMove>,
    /// Games that came to the position.
    pub games: Vec<ListedGame>,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Imported {
    /// Games that are new and kept.
    pub games: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games that cannot be read.
    pub bad: u64,
}

#[cfg(feature = "database")]
impl From<erawan_database::Imported> for Imported {
    fn from(imported: erawan_database::Imported) -> Imported {
        let erawan_database::Imported { games, duplicates, bad } = imported;
        Imported { games, duplicates, bad }
    }
}
