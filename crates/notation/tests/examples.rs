//! What the examples do.

#[allow(dead_code)]
#[path = "../examples/annotated_game.rs"]
mod annotated_game;
#[allow(dead_code)]
#[path = "../examples/draw_board.rs"]
mod draw_board;
#[allow(dead_code)]
#[path = "../examples/final_positions.rs"]
mod final_positions;

use erawan_notation::pgn::{self, AnyGame, Games};

#[test]
fn the_annotated_game_can_be_read_again() {
    let game = annotated_game::game().unwrap();
    let text = pgn::write(&game);
    let flat = text.replace('\n', " ");
    assert!(text.contains("[White \"Légal\"]"), "{text}");
    assert!(text.contains("3. Bc4 Bg4 $6"), "{text}");
    assert!(flat.contains("[%eval 0.42,18] [%clk 0:04:55] [%cal Gf3e5]"), "{text}");
    assert!(flat.contains("7. Nd5# {The queen was worth it.} 1-0"), "{text}");
    let Some(Ok(AnyGame::Chess(again))) = Games::new(&text).next() else { panic!("{text}") };
    assert_eq!(again, game);
}

#[test]
fn the_ends_of_games_are_printed() {
    let text =
        b"1. e4 e5 *\n\n[Variant \"Makruk\"]\n\n1. d4 *\n\n1. e5 *\n\n[White \"Nobody\"]\n\n*";
    let mut out = Vec::new();
    final_positions::print_ends(text, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(lines[1], "rnsmksnr/8/pppppppp/8/3P4/PPP1PPPP/8/RNSKMSNR b - - 0 1");
    assert!(lines[2].starts_with("game 3"), "{}", lines[2]);
    assert_eq!(lines[3], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn boards_are_drawn() {
    let moves = ["f3", "e5", "g4", "Qh4"].map(String::from);
    let text = draw_board::draw(&moves).unwrap();
    assert!(text.contains("4 | . . . . . . P[q]|"), "{text}");
    assert!(text.ends_with(" w KQkq - 1 3\nBlack wins by checkmate\n"), "{text}");
    assert!(draw_board::draw(&["e5".into()]).unwrap_err().to_string().starts_with("e5: "));
}
