//! Changing games: a tree beside a plain model of it, and what comments hold.

use core::time::Duration;

use erawan_board::{Chess, Move, Position, Square};
use erawan_notation::pgn::{
    self, AnyGame, Arrow, Evaluation, GameTree, Games, Highlight, MarkColor, NodeId, Score,
};
use erawan_testing::Random;

fn read(text: &str) -> GameTree<Chess> {
    match Games::new(text).next() {
        Some(Ok(AnyGame::Chess(game))) => game,
        other => panic!("{other:?}"),
    }
}

/// A tree as plainly as can be: moves with what follows them.
#[derive(Clone, PartialEq, Debug, Default)]
struct Model(Vec<(Move, Model)>);

impl Model {
    fn at(&mut self, path: &[usize]) -> &mut Model {
        path.iter().fold(self, |model, &i| &mut model.0[i].1)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, model)| 1 + model.len()).sum()
    }

    fn of(game: &GameTree<Chess>, node: NodeId, position: &Position<Chess>) -> Model {
        assert_eq!(game.position(node), *position);
        let children = game.children(node).map(|child| {
            assert_eq!(game.parent(child), Some(node));
            let m = game.move_to(child).unwrap();
            (m, Model::of(game, child, &position.play(m).unwrap()))
        });
        Model(children.collect())
    }
}

/// A node of the game at random, and the way there.
fn pick(game: &GameTree<Chess>, random: &mut Random) -> (NodeId, Vec<usize>) {
    let (mut node, mut path) = (game.root(), Vec::new());
    for _ in 0..random.below(24) {
        let children: Vec<NodeId> = game.children(node).collect();
        if children.is_empty() {
            break;
        }
        // The first is likelier, so that lines get long.
        let i = random.below(children.len() * 2) / 2 % children.len();
        path.push(i);
        node = children[i];
    }
    (node, path)
}

#[test]
fn changes_are_those_of_a_plain_tree() {
    let mut random = Random::new(50);
    for _ in 0..30 {
        let mut game = GameTree::<Chess>::new(Position::startpos());
        let mut model = Model::default();
        for _ in 0..300 {
            let (node, path) = pick(&game, &mut random);
            let (parent, place) = match path.split_last() {
                Some((&place, parent)) => (model.at(parent), place),
                None => (&mut model, 0),
            };
            match random.below(12) {
                0 if !path.is_empty() => {
                    parent.0.remove(place);
                    assert!(game.delete(node) && !game.delete(node));
                    assert_eq!((game.parent(node), game.move_to(node)), (None, None));
                }
                1 if !path.is_empty() => {
                    assert_eq!(game.promote(node), place > 0);
                    if place > 0 {
                        parent.0.swap(place, place - 1);
                    }
                }
                2 if !path.is_empty() => {
                    let can = place + 1 < parent.0.len();
                    assert_eq!(game.demote(node), can);
                    if can {
                        parent.0.swap(place, place + 1);
                    }
                }
                3 => {
                    game.make_main_line(node);
                    let mut at = &mut model;
                    for &place in &path {
                        at.0[..=place].rotate_right(1);
                        at = &mut at.0[0].1;
                    }
                }
                _ => {
                    let moves = game.position(node).legal_moves();
                    if !moves.is_empty() {
                        let m = moves[random.below(moves.len())];
                        game.add_move(node, m).unwrap();
                        model.at(&path).0.push((m, Model::default()));
                    }
                }
            }
            assert_eq!(game.len(), model.len() + 1);
        }
        assert_eq!(Model::of(&game, game.root(), game.start()), model);
        assert_eq!(read(&pgn::write(&game)), game);
    }
}

#[test]
fn what_is_gone_cannot_be_changed() {
    let mut game = read("1. e4 (1. d4 d5 {solid} 2. c4) e5 *");
    let d4 = game.children(game.root()).nth(1).unwrap();
    let d5 = game.main_child(d4).unwrap();
    let reply = game.position(d4).legal_moves()[0];
    assert!(game.delete(d4));
    assert_eq!(game.len(), 3);
    let before = game.clone();
    for node in [d4, d5] {
        assert_eq!(game.add_move(node, reply), None);
        assert_eq!(game.add_null_move(node), None);
        assert!(!game.promote(node) && !game.demote(node) && !game.delete(node));
        game.make_main_line(node);
        game.add_comment(node, "hello");
        game.set_text(node, "hello");
        game.set_clock(node, Some(Duration::ZERO));
        game.set_nags(node, &[1]);
        assert!(game.comments(node).is_empty() && game.nags(node).is_empty());
        assert_eq!(game.position(node), *game.start());
    }
    assert_eq!(game, before);
    assert!(!game.delete(game.root()));
    assert_eq!(pgn::write(&game).lines().last(), Some("1. e4 e5 *"));
}

/// Replayed from the start for every move, this would take minutes.
#[test]
fn long_games_are_added_move_by_move() {
    let squares = [Square::G1, Square::F3, Square::G8, Square::F6];
    let steps = [(0, 1), (2, 3), (1, 0), (3, 2)].map(|(a, b)| (squares[a], squares[b]));
    let mut game = GameTree::<Chess>::new(Position::startpos());
    let (mut node, mut position) = (game.root(), *game.start());
    for ply in 0..200_000 {
        let (from, to) = steps[ply % 4];
        let m = position.find_move(from, to, None).unwrap();
        node = game.add_move(node, m).unwrap();
        position = position.play(m).unwrap();
    }
    assert_eq!(game.position(node), position);
    assert_eq!(game.mainline().count(), 200_000);
}

#[test]
fn typed_annotations_survive_being_written_and_read() {
    let mut game = read("1. e4 {[%mdl 32] hm [%clk 0:05:00]} e5 {quiet} 2. Nf3 Nc6 *");
    let nodes: Vec<NodeId> = game.mainline().collect();
    let evaluation = Evaluation { score: Score::Mate(-3), depth: Some(31) };
    let arrows = [
        Arrow { color: MarkColor::Green, from: Square::G1, to: Square::F3 },
        Arrow { color: MarkColor::Red, from: Square::A8, to: Square::H1 },
    ];
    let highlights = [Highlight { color: MarkColor::Blue, square: Square::D4 }];
    for &node in &nodes {
        game.set_clock(node, Some(Duration::from_millis(61_250)));
        game.set_elapsed(node, Some(Duration::from_secs(7_322)));
        game.set_evaluation(node, Some(evaluation));
        game.set_arrows(node, &arrows);
        game.set_highlights(node, &highlights);
        game.set_nags(node, &[3, 14]);
    }
    let all = "[%clk 0:01:01.25] [%emt 2:02:02] [%eval #-3,31] [%cal Gg1f3,Ra8h1] [%csl Bd4]";
    assert_eq!(game.comments(nodes[2]), [all]);
    assert_eq!(game.comments(nodes[1]), [format!("{all} quiet")]);
    assert_eq!(game.text(nodes[0]), "hm");
    assert_eq!(game.commands(nodes[0]).next(), Some(("mdl", "32")));
    let game = read(&pgn::write(&game));
    for &node in &nodes {
        assert_eq!(game.clock(node), Some(Duration::from_millis(61_250)));
        assert_eq!(game.elapsed(node), Some(Duration::from_secs(7_322)));
        assert_eq!(game.evaluation(node), Some(evaluation));
        assert_eq!(game.arrows(node), arrows);
        assert_eq!(game.highlights(node), highlights);
        assert_eq!(game.nags(node), [3, 14]);
    }
    let mut game = game;
    for &node in &nodes {
        game.set_clock(node, None);
        game.set_elapsed(node, None);
        game.set_evaluation(node, None);
        game.set_arrows(node, &[]);
        game.set_highlights(node, &[]);
        game.set_nags(node, &[]);
    }
    let plain = "1. e4 {[%mdl 32] hm} 1... e5 {quiet} 2. Nf3 Nc6 *";
    assert_eq!(pgn::write(&game).lines().last(), Some(plain));
    game.set_comments(nodes[1], ["one", "", "two } lines\n"]);
    assert_eq!(game.comments(nodes[1]), ["one", "two ) lines"]);
    game.set_comments_before(nodes[3], ["then"]);
    assert_eq!(game.comments_before(nodes[3]), ["then"]);
}

#[test]
fn marks_that_are_not_known_are_passed_over_and_kept() {
    let text = "1. e4 {[%cal Gg1f3,Xa1a2, Ye2e4][%csl][%cal Re4e5] [%unknown a, b] [%clk 1} *";
    let mut game = read(text);
    let node = game.mainline().next().unwrap();
    let colors: Vec<MarkColor> = game.arrows(node).iter().map(|arrow| arrow.color).collect();
    assert_eq!(colors, [MarkColor::Green, MarkColor::Yellow, MarkColor::Red]);
    assert!(game.highlights(node).is_empty());
    assert_eq!(game.clock(node), None);
    game.set_evaluation(node, Some(Evaluation { score: Score::Centipawns(-5), depth: None }));
    let comment = &game.comments(node)[0];
    assert!(comment.contains("[%unknown a, b] [%eval -0.05] [%clk 1"), "{comment}");
    assert!(comment.contains("Xa1a2"), "{comment}");
}
