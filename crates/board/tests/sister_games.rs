//! What Ouk Chatrang and Makpong have otherwise than Makruk, with the answers of
//! Fairy-Stockfish.

use erawan_board::{
    Cambodian, DrawReason, Game, Makpong, Outcome, Position, Rules, Strictness, WinReason,
};
use erawan_testing::notation::{fen, san, uci};

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text, Strictness::Lenient).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after<R: Rules>(start: &str, moves: &str) -> Game<R> {
    let mut game = Game::from_position(position::<R>(start));
    for text in moves.split_whitespace() {
        let m = uci::parse(game.position(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
        game.play(m).unwrap();
    }
    game
}

fn moves<R: Rules>(text: &str) -> Vec<String> {
    let position = position::<R>(text);
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|&m| san::write(&position, m)).collect();
    moves.sort();
    moves
}

const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";

#[test]
fn khun_and_neang_leap_from_their_first_squares() {
    assert_eq!(position::<Cambodian>(START), Position::startpos());
    let start = moves::<Cambodian>(START);
    assert!(start.contains(&"Kb2".to_owned()) && start.contains(&"Kf2".to_owned()), "{start:?}");
    // A bia stands on e3; when it has gone, the neang may leap there.
    assert!(!start.contains(&"Me3".to_owned()));
    let gone = after::<Cambodian>(START, "e3e4 e6e5");
    assert!(moves::<Cambodian>(&fen::write(gone.position())).contains(&"Me3".to_owned()));
    // The right is lost with the leap, and the fen says so.
    let leapt = after::<Cambodian>(START, "d1f2 e8c7");
    assert_eq!(
        fen::write(leapt.position()),
        "rnsm1snr/2k5/pppppppp/8/8/PPPPPPPP/5K2/RNS1MSNR w Ed - 2 2"
    );
}

#[test]
fn a_rua_on_its_file_or_rank_takes_the_khun_its_leap() {
    // The rua comes to the d-file; men between do not matter.
    let game = after::<Cambodian>("4k3/8/8/r7/8/3P4/8/3KM3 b DE - 0 1", "a5d5");
    assert_eq!(fen::write(game.position()), "4k3/8/8/3r4/8/3P4/8/3KM3 w E 126 0 2");
    // The neang keeps its own.
    assert!(moves::<Cambodian>(&fen::write(game.position())).contains(&"Me3".to_owned()));
    let game = after::<Cambodian>("4k3/8/8/r7/8/3P4/8/3KM3 b DE - 0 1", "a5b5");
    assert_eq!(fen::write(game.position()), "4k3/8/8/1r6/8/3P4/8/3KM3 w DE 126 0 2");
}

#[test]
fn in_check_the_khun_does_not_leap() {
    let moves = moves::<Cambodian>("4k3/8/8/8/8/2n5/8/3K4 w D - 0 1");
    assert!(!moves.iter().any(|m| m == "Kb2" || m == "Kf2"), "{moves:?}");
}

#[test]
fn ouk_counts_from_three_men_on_and_to_one_less() {
    let game = after::<Cambodian>("3k4/2m5/8/4MP2/3KS3/2P5/8/8 w - - 0 1", "c3c4");
    assert_eq!(fen::write(game.position()), "3k4/2m5/8/4MP2/2PKS3/8/8/8 b - 126 0 1");
}

#[test]
fn a_king_in_check_stands_in_makpong() {
    assert_eq!(
        Game::from_position(position::<Makpong>("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1")).outcome(),
        Some(Outcome::Win { winner: erawan_board::Color::Black, reason: WinReason::Checkmate })
    );
    // It may take the piece that gives the check, if that is not defended.
    assert_eq!(moves::<Makpong>("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), ["Kxe2"]);
    assert_eq!(moves::<Makpong>("4k3/8/8/8/8/5m2/4r3/4K3 w - - 0 1"), [""; 0]);
}

#[test]
fn a_lone_met_may_mate_in_makpong() {
    let lone_met = "4k3/8/8/8/8/8/4M3/4K3 w - - 0 1";
    assert_eq!(Game::from_position(position::<Makpong>(lone_met)).outcome(), None);
    assert_eq!(
        Game::from_position(position::<erawan_board::Makruk>(lone_met)).outcome(),
        Some(Outcome::Draw(DrawReason::InsufficientMaterial))
    );
}
