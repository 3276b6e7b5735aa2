//! Games made at random are the same after they were written and read.

use std::time::Duration;

use erawan_board::{Chess, Makruk, Position, Rules, Variant};
use erawan_notation::pgn::{
    self, AnyGame, Evaluation, GameResult, GameTree, Games, NodeId, PgnGame, Reader, Score,
};
use erawan_testing::Random;

fn text(random: &mut Random) -> String {
    const WORDS: [&str; 14] = [
        "a",
        "good",
        "move",
        "(not)",
        "1-0",
        "[%clk 0:01:02]",
        "[Event",
        "%",
        "é",
        "\"x\"",
        ";",
        "{",
        "\\",
        "[%eval",
    ];
    let mut text = String::from(WORDS[random.below(WORDS.len())]);
    for _ in 0..random.below(30) {
        text += match random.below(12) {
            0 => "\n",
            1 => "\n\n",
            _ => " ",
        };
        text += WORDS[random.below(WORDS.len())];
    }
    text
}

fn annotate<R: Rules>(game: &mut GameTree<R>, node: NodeId, random: &mut Random) {
    if random.one_in(6) {
        game.add_comment(node, &text(random));
        if random.one_in(3) {
            game.add_comment(node, &text(random));
        }
    }
    if random.one_in(8) {
        game.add_nag(node, random.below(256) as u8);
    }
}

fn random_game<R: Rules>(start: Position<R>, random: &mut Random) -> GameTree<R> {
    let mut game = GameTree::new(start);
    let root = game.root();
    annotate(&mut game, root, random);
    for (name, value) in
        [("White", "O'Brien \"Bob\" \\ Müller"), ("ECO", ""), ("Annotator", "x  y")]
    {
        if random.one_in(2) {
            game.tags_mut().set(name, value).unwrap();
        }
    }
    // Lines to extend: the end of each, and how many moves it may still get.
    let mut lines = vec![(root, 10 + random.below(80))];
    while let Some((mut node, length)) = lines.pop() {
        let mut position = game.position(node);
        for _ in 0..length {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len())];
            let null = random.one_in(40) && !position.in_check();
            let next = if null { game.add_null_move(node) } else { game.add_move(node, m) };
            let next = next.unwrap();
            annotate(&mut game, next, random);
            let is_main = game.main_child(node) == Some(next);
            if is_main && game.len() < 2000 && random.one_in(10) {
                for _ in 0..1 + random.below(3) {
                    // The first move of a variation, and more of it later.
                    let moves = position.legal_moves();
                    let other = game.add_move(node, moves[random.below(moves.len())]).unwrap();
                    if random.one_in(3) {
                        game.add_comment_before(other, &text(random));
                    }
                    lines.push((other, random.below(20)));
                }
            }
            position = if null { position.play_null() } else { position.play_unchecked(m) };
            node = next;
        }
    }
    let results =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    game.set_result(results[random.below(4)]);
    game
}

fn check<R: Rules>(start: Position<R>, variant: Variant, random: &mut Random) -> String
where
    AnyGame: From<GameTree<R>>,
{
    let game = random_game(start, random).with_variant(variant);
    let text = pgn::write(&game);
    // Some words must not begin a line, and make the one before longer. Spaces
    // at the end say that a break is meant.
    let is_short = |line: &str| {
        line.trim_end().chars().count() < 80 || line.contains(" %") || line.contains(" [Event")
    };
    assert!(text.lines().all(is_short), "{text}");
    let games: Vec<AnyGame> = Games::new(&text).map(|game| game.unwrap()).collect();
    assert_eq!(games.len(), 1);
    assert!(games[0] == AnyGame::from(game), "{text}");
    assert_eq!(games[0].to_pgn(), text);
    text
}

#[test]
fn random_games_survive() {
    let mut random = Random::new(0x1234_5678_9ABC_DEF1);
    let mut file = String::new();
    for i in 0..30 {
        file += &check(Position::<Chess>::startpos(), Variant::Chess, &mut random);
        file.push('\n');
        file += &check(Position::<Makruk>::startpos(), Variant::Makruk, &mut random);
        file.push('\n');
        file += &check(Position::<Chess>::chess960(i * 31), Variant::Chess960, &mut random);
        file.push('\n');
    }
    // All of them in one stream.
    let mut whole = String::new();
    for game in Reader::new(file.as_bytes()).into_games() {
        whole += &game.unwrap().to_pgn();
        whole.push('\n');
    }
    assert!(whole == file);
    let summary = pgn::check(file.as_bytes(), |error| panic!("{error}"));
    assert_eq!(summary.games, 90);
    let streamed = pgn::check_reader(file.as_bytes(), |error| panic!("{error}")).unwrap();
    assert_eq!(streamed, summary);
}

#[test]
fn commands_stay_on_one_line() {
    for words in 0..40 {
        let before = "x ".repeat(words);
        let text = format!("1. e4 {{{before}[%eval -0.14] [%clk 0:01:02] said so}} *");
        let Some(Ok(AnyGame::Chess(game))) = Games::new(&text).next() else { panic!() };
        let written = pgn::write(&game);
        assert!(written.lines().all(|line| line.len() < 80), "{written}");
        for command in ["[%eval -0.14]", "[%clk 0:01:02]"] {
            assert!(written.lines().any(|line| line.contains(command)), "{written}");
        }
    }
}

#[test]
fn comments_keep_their_places() {
    let text = "{start} 1. e4 {after e4} ( {before d4} 1. d4 {after d4} ) {before e5} 1... e5 \
        ( 1... c5 ) {the last word} *";
    let Some(Ok(AnyGame::Chess(game))) = Games::new(text).next() else { panic!() };
    let main: Vec<NodeId> = game.mainline().collect();
    let d4 = game.children(game.root()).nth(1).unwrap();
    assert_eq!(game.comments(game.root()), ["start"]);
    assert_eq!(game.comments(main[0]), ["after e4"]);
    assert_eq!(
        (game.comments_before(d4), game.comments(d4)),
        (&["before d4".into()][..], &["after d4".into()][..])
    );
    assert_eq!(game.comments_before(main[1]), ["before e5"]);
    assert_eq!(game.comments(main[1]), ["the last word"]);
    let written = pgn::write(&game);
    let (_, moves) = written.split_once("\n\n").unwrap();
    assert_eq!(
        moves,
        "{start} 1. e4 {after e4} ({before d4} 1. d4 {after d4}) {before e5} 1... e5\n\
         {the last word} (1... c5) *\n"
    );
    let Some(Ok(again)) = Games::new(&written).next() else { panic!() };
    assert!(again == AnyGame::Chess(game));
    assert_eq!(again.to_pgn(), written);
}

#[test]
fn clocks_and_evaluations() {
    let text = "1. e4 { [%eval 0.17] [%clk 0:10:00] } e5 { [%eval #-12] [%emt 0:00:03.5] } *";
    let Some(Ok(AnyGame::Chess(game))) = Games::new(text).next() else { panic!() };
    let nodes: Vec<NodeId> = game.mainline().collect();
    assert_eq!(game.clock(nodes[0]), Some(Duration::from_secs(600)));
    let eval = Evaluation { score: Score::Centipawns(17), depth: None };
    assert_eq!(game.evaluation(nodes[0]), Some(eval));
    assert_eq!(game.evaluation(nodes[1]).map(|e| e.score), Some(Score::Mate(-12)));
    assert_eq!(game.elapsed(nodes[1]), Some(Duration::from_millis(3500)));
    assert_eq!(game.clock(nodes[1]), None);
}

#[test]
fn illegal_moves_are_not_added() {
    let mut game = GameTree::<Chess>::new(Position::startpos());
    let foreign = Position::<Makruk>::startpos().legal_moves()[0];
    let e4 = game.start().legal_moves().iter().copied().find(|m| m.to_string() == "e2e4").unwrap();
    let node = game.add_move(game.root(), e4).unwrap();
    assert_eq!(game.add_move(node, e4), None);
    assert_eq!(game.add_move(node, foreign), None);
    assert_eq!(game.len(), 2);
    assert_eq!(game.position(node), game.start().play_unchecked(e4));
}

#[test]
fn castling_of_chess960_makes_the_game_chess960() {
    let text = "[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w DGdg - 0 1\"]\n\n\
                1. g3 g6 2. Bg2 Bg7 3. O-O O-O *\n";
    let game = Games::new(text).next().unwrap().unwrap();
    let AnyGame::Chess(tree) = &game else { panic!("chess") };
    assert_eq!(tree.variant(), Variant::Chess960);
    let again = Games::new(&game.to_pgn()).next().unwrap().unwrap();
    assert_eq!(again, game);
}

/// What lines are broken for: their length, or because somebody wrote it so.
#[test]
fn lines_of_comments_survive() {
    let mut game = GameTree::<Chess>::new(Position::startpos());
    let long = "words ".repeat(40);
    for comment in [
        "one\ntwo",
        "one\n\nthree",
        "%\n%escape\n[Event \"x\"]",
        "a\n[%clk 0:01:00] b",
        &format!("{}\n{}", long.trim(), long.trim()),
    ] {
        game.set_comments(game.root(), [comment]);
        let text = pgn::write(&game);
        let read: Vec<AnyGame> = Games::new(&text).map(|game| game.unwrap()).collect();
        let [AnyGame::Chess(read)] = &read[..] else { panic!("{text}") };
        assert_eq!(read.comments(read.root()), [comment], "{text}");
    }
    // Empty lines at the ends say nothing, nor do spaces.
    game.set_comments(game.root(), ["\n\n one \r\n two  three \n"]);
    assert_eq!(game.comments(game.root()), ["one\ntwo three"]);
    // Other programs break lines where they get long, and mean nothing by it.
    let text = "{one\ntwo \r\nthree  \r\nfour} 1. e4 *";
    let Some(Ok(AnyGame::Chess(read))) = Games::new(text).next() else { panic!() };
    assert_eq!(read.comments(read.root()), ["one two three\nfour"]);
}
