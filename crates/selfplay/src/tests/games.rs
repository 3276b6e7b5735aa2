//! Games that are not what they say.

use erawan_board::{Chess, Color, Makruk, Move, Position, Strictness, Variant, with_rules};
use erawan_notation::fen;

use super::{settings, some_games};
use crate::adjudicate::{Adjudication, Judge};
use crate::error::GameFault;
use crate::game::{GameRecord, GameResult, Reason};
use crate::opening::Openings;
use crate::{Filter, PositionRecord, check, positions, replay};

fn makruk() -> (Vec<GameRecord>, crate::Settings) {
    (
        some_games::<Makruk>(Openings::Of(Variant::Makruk), 4),
        settings(Openings::Of(Variant::Makruk)),
    )
}

#[test]
fn games_of_every_kind_are_right() {
    for openings in Openings::ALL {
        with_rules!(openings.rules(), R => {
            for game in some_games::<R>(openings, 4) {
                assert_eq!(check::<R>(&game, &settings(openings)), Ok(()));
            }
        });
    }
    let (games, settings) = makruk();
    for game in &games {
        assert_eq!(check::<Makruk>(game, &settings), Ok(()));
        // The boards are read by the rules of the game.
        assert!(check::<Chess>(game, &settings).is_err());
    }
}

#[test]
fn openings_have_both_parities() {
    let turns = |games: Vec<GameRecord>| {
        let mut seen = [0; 2];
        games.iter().for_each(|game| seen[usize::from(game.start.0[24])] += 1);
        seen
    };
    let chess = turns(some_games::<Chess>(Openings::Of(Variant::Chess), 12));
    assert!(chess[0] > 0 && chess[1] > 0);
    let makruk = turns(some_games::<Makruk>(Openings::Of(Variant::Makruk), 12));
    assert!(makruk[0] > 0 && makruk[1] > 0);
}

#[test]
fn a_wrong_ending_is_found() {
    let (games, settings) = makruk();
    for game in games {
        let right = (game.result, game.reason);
        for result in [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins] {
            for &reason in Reason::ALL {
                let wrong = GameRecord { result, reason, ..game.clone() };
                let found = check::<Makruk>(&wrong, &settings);
                match (result, reason) == right {
                    true => assert_eq!(found, Ok(())),
                    false => assert_eq!(
                        found,
                        Err(GameFault::Ending { found: right, recorded: (result, reason) })
                    ),
                }
            }
        }
        let mut short = game.clone();
        short.plies.pop();
        assert_eq!(check::<Makruk>(&short, &settings), Err(GameFault::NotOver));
    }
}

#[test]
fn a_game_that_goes_on_after_its_end_is_found() {
    let (games, settings) = makruk();
    let mut found = 0;
    for mut game in games {
        let mut position = game.start.unpack::<Makruk>().unwrap();
        game.plies.iter().for_each(|ply| position = position.play_unchecked(ply.m));
        let Some(&m) = position.legal_moves().first() else { continue };
        let plies = game.plies.len();
        game.plies.push(crate::Ply { m, score: 0 });
        let fault = check::<Makruk>(&game, &settings);
        assert_eq!(fault, Err(GameFault::GoesOn(plies, game.reason)));
        found += 1;
    }
    assert!(found > 0);
}

#[test]
fn an_illegal_move_is_found_where_it_is() {
    let (mut games, settings) = makruk();
    let game = &mut games[0];
    let at = game.plies.len() / 2;
    // A pawn standing still is a move of no game.
    game.plies[at].m = Move::from_bits(9 | 9 << 6).unwrap();
    let m = game.plies[at].m;
    assert_eq!(check::<Makruk>(game, &settings), Err(GameFault::Illegal(at, m)));
}

/// A score cannot win a game of Makruk that the count decides.
#[test]
fn bare_kings_are_never_adjudicated() {
    let rules = Adjudication::default();
    let hear = |text: &str, plies: usize| {
        let position: Position<Makruk> = fen::parse(text, Strictness::Strict).unwrap();
        let mut judge = Judge::new(rules);
        (0..plies).find_map(|_| judge.hear(-9000, &position))
    };
    let won = Some((GameResult::BlackWins, Reason::WinByScore));
    // Black has everything, White some men and a bia: decided.
    assert_eq!(hear("rnsmksnr/8/pppppppp/8/8/P7/8/4K3 w - - 0 30", 4), None);
    assert_eq!(hear("rnsmksnr/8/pppppppp/8/8/P7/8/4K3 w - - 0 30", 5), won);
    // White's king is bare, with and without bia on the board.
    assert_eq!(hear("rnsmksnr/8/pppppppp/8/8/8/8/4K3 w - - 0 30", 50), None);
    assert_eq!(hear("4k3/8/8/8/8/8/8/r3K3 w - 16 8 30", 50), None);
    // No bia on the board, both have pieces: the board's honour is counted.
    assert_eq!(hear("r3k2r/8/8/8/8/8/8/4KM2 w - 64 8 30", 50), None);
    // A level score is a draw there as elsewhere.
    let position: Position<Makruk> =
        fen::parse("4k3/8/8/8/8/8/8/r3K3 w - 16 8 60", Strictness::Strict).unwrap();
    let mut judge = Judge::new(rules);
    let drawn = (0..10).find_map(|_| judge.hear(3, &position));
    assert_eq!(drawn, Some((GameResult::Draw, Reason::DrawByScore)));
}

#[test]
fn scores_are_judged_only_in_a_row() {
    let position = Position::<Chess>::startpos();
    let mut judge = Judge::new(Adjudication::default());
    for score in [3000, 3000, 3000, 3000, 1999, 3000, 3000, 3000, 3000, -3000, 3000] {
        assert_eq!(judge.hear(score, &position), None);
    }
    // Level scores count from ply 80 on.
    assert!((0..30).all(|_| judge.hear(0, &position).is_none()));
    let late: Position<Chess> =
        fen::parse("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 41", Strictness::Strict).unwrap();
    assert_eq!(judge.hear(0, &late), Some((GameResult::Draw, Reason::DrawByScore)));
    let endless: Position<Chess> =
        fen::parse("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 251", Strictness::Strict).unwrap();
    assert_eq!(judge.hear(50, &endless), Some((GameResult::Draw, Reason::TooLong)));
}

#[test]
fn the_filter_drops_what_it_should() {
    for game in some_games::<Chess>(Openings::Of(Variant::Chess), 4) {
        let mut records: Vec<PositionRecord> = Vec::new();
        positions::<Chess>(&game, |record| records.push(record)).unwrap();
        let mut i = 0;
        replay::<Chess>(&game, |moment| {
            let record = records[i];
            i += 1;
            let position = moment.position;
            let noisy = position.is_capture(moment.best) || moment.best.is_promotion();
            let keep = position.fullmove_number() >= 9
                && !position.in_check()
                && !noisy
                && moment.score.abs() < 10_000;
            assert_eq!(Filter::of(&record).is_none(), keep);
            let winner = match game.result {
                GameResult::WhiteWins => Some(Color::White),
                GameResult::BlackWins => Some(Color::Black),
                GameResult::Draw => None,
            };
            let points = winner.map_or(1, |winner| 2 * u8::from(winner == position.turn()));
            assert_eq!((record.score(), record.result()), (moment.score, points));
        })
        .unwrap();
        assert_eq!(i, records.len());
    }
}
