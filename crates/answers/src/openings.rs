//! The names of openings, found by position, so that transpositions count.

use std::collections::HashMap;
use std::sync::OnceLock;

use erawan_board::{Chess, Game, Position};
use erawan_engine::Playable;
use erawan_notation::san;

use crate::protocol::OpeningReply;

/// Code, name and moves, a line each.
const TABLE: &str = include_str!("../data/openings.tsv");
/// No opening in the table is longer.
const LONGEST: usize = 40;

type Names = HashMap<u64, (&'static str, &'static str)>;

/// The name of the opening a game of chess has begun with: that of the last
/// position that has one.
pub fn name<R: Playable>(game: &Game<R>) -> Option<OpeningReply> {
    let start = R::as_chess(game.start())?;
    if *start != Position::startpos() {
        return None;
    }
    static NAMES: OnceLock<Names> = OnceLock::new();
    let names = NAMES.get_or_init(read);
    let opening = game.positions().iter().skip(1).take(LONGEST).rev();
    let (eco, name) = opening.filter_map(|position| names.get(&position.key())).next()?;
    Some(OpeningReply { eco: eco.to_string(), name: name.to_string() })
}

fn read() -> Names {
    let mut names = Names::new();
    for line in TABLE.lines() {
        let mut fields = line.split('\t');
        let (Some(eco), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        if let Some(position) = play(moves) {
            names.entry(position.key()).or_insert((eco, name));
        }
    }
    names
}

fn play(moves: &str) -> Option<Position<Chess>> {
    let words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
    words.into_iter().try_fold(Position::startpos(), |position, word| {
        san::parse(&position, word).ok().map(|m| position.play_unchecked(m))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Option<String> {
        let mut game = Game::<Chess>::new();
        for word in moves.split_whitespace() {
            let m = san::parse(game.position(), word).unwrap();
            game.play(m).unwrap();
        }
        name(&game).map(|reply| format!("{} {}", reply.eco, reply.name))
    }

    #[test]
    fn every_line_of_the_table_can_be_played() {
        for line in TABLE.lines() {
            let moves = line.split('\t').nth(2).unwrap();
            assert!(play(moves).is_some(), "{line}");
            assert!(moves.split_whitespace().filter(|word| !word.ends_with('.')).count() < LONGEST);
        }
        assert!(read().len() > 3000);
    }

    #[test]
    fn names_follow_the_position() {
        assert_eq!(after(""), None);
        assert_eq!(after("e4 e5 Nf3 Nc6 Bb5").as_deref(), Some("C60 Ruy Lopez"));
        // By another order of moves, and after the table's last move.
        assert_eq!(after("Nf3 Nc6 e4 e5 Bb5").as_deref(), Some("C60 Ruy Lopez"));
        assert_eq!(after("e4 e5 Nf3 Nc6 Bb5 h5 a4"), after("e4 e5 Nf3 Nc6 Bb5 h5"));
    }
}
