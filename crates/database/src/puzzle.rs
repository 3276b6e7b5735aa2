//! Puzzles of files as exercises, and exercises as puzzles of files.

use erawan_board::{Rules, Variant, with_rules};
use erawan_notation::fen;
use erawan_notation::puzzle::{Puzzle, PuzzleError};
use erawan_notation::uci::{self, CastlingNotation};

use crate::exercise::{Exercise, Kind, NewExercise, PuzzleFacts};

impl NewExercise {
    /// A puzzle to be kept, if its moves can be made.
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<NewExercise, PuzzleError> {
        let variant = puzzle.variant();
        with_rules!(variant, R => of_puzzle::<R>(variant, puzzle))
    }
}

fn of_puzzle<R: Rules>(variant: Variant, puzzle: &Puzzle) -> Result<NewExercise, PuzzleError> {
    let (start, played) = puzzle.play::<R>()?;
    let castling = CastlingNotation::of(variant);
    let solved_from = played.first().map_or(start, |&lead| start.play_unchecked(lead));
    let mut moves: Vec<String> = played.iter().map(|&m| uci::write::<R>(m, castling)).collect();
    let solution = moves.split_off(moves.len().min(1));
    Ok(NewExercise {
        kind: Kind::Puzzle,
        variant,
        fen: fen::write(&start),
        moves,
        position: fen::write(&solved_from),
        solution,
        about: String::new(),
        puzzle: Some(PuzzleFacts {
            name: puzzle.id.clone(),
            rating: puzzle.rating,
            deviation: puzzle.deviation,
            popularity: puzzle.popularity,
            plays: puzzle.plays,
            themes: puzzle.themes.join(" "),
            url: puzzle.url.clone(),
            openings: puzzle.openings.join(" "),
        }),
    })
}

impl Exercise {
    /// The puzzle that it is, for a file; none if it is something else.
    pub fn to_puzzle(&self) -> Option<Puzzle> {
        let facts = self.puzzle.as_ref()?;
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Some(Puzzle {
            id: facts.name.clone(),
            fen: self.fen.clone(),
            moves: self.moves.iter().chain(&self.solution).cloned().collect(),
            rating: facts.rating,
            deviation: facts.deviation,
            popularity: facts.popularity,
            plays: facts.plays,
            themes: words(&facts.themes),
            url: facts.url.clone(),
            openings: words(&facts.openings),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Database, testing::Folder};

    #[test]
    fn a_puzzle_goes_in_and_comes_out_as_it_was() {
        let folder = Folder::new("puzzle-lines");
        let mut database = Database::create(folder.path("training.erawan")).unwrap();
        let lines = [
            "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 \
             b1c1 h6c1,2107,78,95,9243,crushing hangingPiece,https://lichess.org/x#48,",
            "m1,rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 0 0 1,e3e4 d6d5 e4d5 e6d5,\
             1200,250,0,0,makruk short opening,,",
            "c1,bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9,f1f2 d8c7,\
             900,250,0,0,chess960 short,,",
        ];
        for line in lines {
            let puzzle = Puzzle::read(line).unwrap().unwrap();
            let new = NewExercise::of_puzzle(&puzzle).unwrap();
            assert_eq!(new.moves.len(), 1);
            assert_eq!(database.add_exercises(&[new], 0).unwrap().added, 1, "{line}");
        }
        let mut written = Vec::new();
        let take = |exercise: Exercise| {
            written.push(exercise.to_puzzle().unwrap().to_string());
            true
        };
        database.each_exercise(Kind::Puzzle, take).unwrap();
        for (line, written) in lines.iter().zip(&written) {
            let again = Puzzle::read(written).unwrap().unwrap();
            let first = Puzzle::read(line).unwrap().unwrap();
            assert_eq!((again.moves, again.themes), (first.moves, first.themes));
        }
        assert_eq!(written[0], lines[0]);
    }

    #[test]
    fn bad_puzzles_are_said() {
        for (line, words) in [
            ("x,8/8/8/8/8/8/8/8 w - - 0 1,a1a2 a3a4", "king"),
            ("x,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2 e1e2", "move 2"),
        ] {
            let puzzle = Puzzle::read(line).unwrap().unwrap();
            let error = NewExercise::of_puzzle(&puzzle).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
