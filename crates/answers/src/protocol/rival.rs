//! Other engines, as the page knows them.

use serde::Serialize;

use super::GameName;

/// Another engine: a program that the user has named on the command line. The page
/// knows the name, and never what is started under it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EngineReply {
    /// What the user calls it.
    pub name: String,
    /// What it calls itself.
    pub title: Option<String>,
    /// The games that it plays.
    pub games: Vec<GameName>,
}
