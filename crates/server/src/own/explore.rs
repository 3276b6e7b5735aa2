//! Own games in the explorer, with what reviews said of one's moves.

use std::sync::atomic::AtomicBool;

use erawan_board::Variant;
use erawan_database::{Database, DatabaseError, Judged, Question};
use serde_json::Value;

use super::facts;
use crate::library::explored_reply;
use crate::protocol::{Answer, ErrorKind, JudgedMove, NamedMove, OwnExploredReply};

/// Tells what was played in a position of own games, if there are any. `stop` ends it
/// early.
pub(crate) fn explore(
    own: Result<Option<Database>, DatabaseError>,
    variant: Variant,
    question: &Question,
    stop: &AtomicBool,
) -> Result<Answer, Answer> {
    let refused = |error: DatabaseError| match error {
        DatabaseError::Stopped => Answer::Done,
        error if error.is_bad_data() => Answer::error(ErrorKind::Input, error),
        error => Answer::error(ErrorKind::Storage, error),
    };
    let Some(database) = own.map_err(refused)? else {
        return Ok(Answer::OwnExplored(Box::default()));
    };
    let found = database.explore_own(question, stop).map_err(refused)?;
    let judged: Result<Vec<_>, _> =
        found.judged.into_iter().map(|judged| reply(&database, judged)).collect();
    Ok(Answer::OwnExplored(Box::new(OwnExploredReply {
        explored: explored_reply(variant, &question.position, found.explored),
        documents: found.documents,
        standing: found.standing.into(),
        reviewed: found.reviewed,
        judged: judged.map_err(refused)?,
    })))
}

fn reply(database: &Database, judged: Judged) -> Result<JudgedMove, DatabaseError> {
    let Judged { uci, san, thai, lapses, cost, standing, last } = judged;
    let better = match last {
        Some((name, ply)) => better(database, &name, ply)?,
        None => None,
    };
    let [inaccuracies, mistakes, blunders] = lapses;
    Ok(JudgedMove {
        played: NamedMove { uci, san, thai },
        lapses: (inaccuracies, mistakes, blunders),
        cost,
        standing: standing.into(),
        better,
    })
}

/// The move that the review of a document prefers after so many plies.
fn better(database: &Database, name: &str, ply: usize) -> Result<Option<NamedMove>, DatabaseError> {
    let read = |name: &str| -> Result<Option<Value>, DatabaseError> {
        let text = database.document(name)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    };
    let Some(document) = read(name)? else { return Ok(None) };
    let analysis = match facts::analysis_of(&document).filter(|analysis| *analysis != name) {
        Some(analysis) => read(analysis)?,
        None => None,
    };
    Ok(facts::better(&document, analysis.as_ref(), ply))
}
