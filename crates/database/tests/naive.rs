//! Searches and the explorer held against a plain pass over the same games.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use erawan_board::{Color, Move, Position, Role, Rules, Variant, with_game, with_rules};
use erawan_database::{
    AnyPosition, Database, Filter, First, Order, Question, Record, Scene, Search,
};
use erawan_notation::pgn::{AnyGame, GameResult, GameTree, Games, PgnGame};
use erawan_notation::uci;
use erawan_testing::{PlausibleGames, Played, Random, playout};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("erawan-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

static GO: AtomicBool = AtomicBool::new(false);

/// Plausible games of chess, and games played at random of every kind and from any
/// start, some with variations.
fn collection() -> Vec<AnyGame> {
    let text: String = PlausibleGames::new(5).take(1500).collect();
    let mut games: Vec<AnyGame> = Games::new(&text).map(Result::unwrap).collect();
    let mut random = Random::new(6);
    for i in 0..60 {
        for variant in Variant::ALL {
            with_rules!(variant, R => games.push(random_game::<R>(&mut random, i).into()));
        }
    }
    games
}

fn random_game<R: Played>(random: &mut Random, number: usize) -> GameTree<R> {
    let mut path: Vec<Position<R>> = Vec::new();
    playout::<R>(random, 80, |position, _, _| path.push(*position));
    let mut tree = GameTree::new(path[0]);
    let mut node = tree.root();
    for pair in path.windows(2) {
        let moves = pair[0].legal_moves();
        let Some(&m) = moves.iter().find(|m| pair[0].play_unchecked(**m) == pair[1]) else { break };
        let before = node;
        node = tree.add_move(node, m).unwrap();
        if number.is_multiple_of(5) && moves.len() > 1 && moves[0] != m {
            tree.add_move(before, moves[0]);
            tree.add_comment(node, "better");
        }
    }
    tree.tags_mut().set("Round", &number.to_string()).unwrap();
    tree.set_result(random.choose(&[GameResult::Draw, GameResult::WhiteWins, GameResult::Unknown]));
    tree
}

fn fill(folder: &Folder, games: &[AnyGame]) -> (Database, Vec<AnyGame>) {
    let mut database = Database::create(folder.0.join("games.erawan")).unwrap();
    let records: Vec<Record> = games.iter().map(|game| Record::new(game).unwrap()).collect();
    let mut kept = Vec::new();
    for (game, record) in games.iter().zip(&records) {
        if database.append(std::slice::from_ref(record)).unwrap().games == 1 {
            kept.push(game.clone());
        }
    }
    (database, kept)
}

/// The positions of the main line, each with the move that follows.
fn line<R: Rules>(tree: &GameTree<R>) -> Vec<(Position<R>, Option<Move>)> {
    let mut position = *tree.start();
    let mut line = Vec::new();
    for node in tree.mainline() {
        let m = tree.move_to(node);
        line.push((position, m));
        position = m.map_or_else(|| position.play_null(), |m| position.play_unchecked(m));
    }
    line.push((position, None));
    line
}

/// The games that come to a position, each with the move that followed at first.
fn visits<R: Rules>(games: &[AnyGame], target: &Position<R>) -> Vec<(u64, Option<Move>)> {
    let mut found = Vec::new();
    for (id, game) in (1..).zip(games) {
        let Some(tree) = game.get::<R>() else { continue };
        let visit = line(tree).into_iter().find(|(position, _)| position.is_repetition_of(target));
        found.extend(visit.map(|(_, next)| (id, next)));
    }
    found
}

fn any<R: Rules>(position: Position<R>) -> AnyPosition {
    AnyPosition::of::<R>(position)
}

fn select(database: &Database, search: Search) -> Vec<u64> {
    database.select(&search, &GO).unwrap()
}

#[test]
fn positions_are_found_in_exactly_the_games_that_have_them() {
    let folder = Folder::new("positions");
    let (database, games) = fill(&folder, &collection());
    let mut random = Random::new(11);
    let (mut several, mut questions) = (0, 0);
    for _ in 0..250 {
        let game = &games[random.below(games.len())];
        with_game!(game, tree => {
            let line = line(tree);
            // Positions that many games have, and those that few have.
            let depth = if random.one_in(2) { line.len().min(14) } else { line.len() };
            let (target, _) = line[random.below(depth)];
            let expected = visits(&games, &target);
            let scene = Some(Scene::Position(any(target)));
            let found = select(&database, Search { scene, ..Search::default() });
            assert_eq!(found, expected.iter().map(|visit| visit.0).collect::<Vec<_>>());
            explore_agrees(&database, &games, target, &expected);
            several += usize::from(expected.len() > 1);
            questions += 1;
        });
    }
    assert!(several > 40 && questions == 250, "{several} of {questions} are met twice");
}

fn explore_agrees<R: Rules>(
    database: &Database,
    games: &[AnyGame],
    target: Position<R>,
    expected: &[(u64, Option<Move>)],
) {
    let question = Question {
        position: any(target),
        filter: Filter::default(),
        first: First::Newest,
        games: 3,
    };
    let explored = database.explore(&question, &GO).unwrap();
    assert_eq!(explored.score.games, expected.len() as u64);
    let mut moves: BTreeMap<Move, [u64; 4]> = BTreeMap::new();
    for (id, next) in expected {
        let Some(next) = next else { continue };
        let counts = moves.entry(*next).or_default();
        counts[0] += 1;
        match games[*id as usize - 1].result() {
            GameResult::WhiteWins => counts[1] += 1,
            GameResult::Draw => counts[2] += 1,
            GameResult::BlackWins => counts[3] += 1,
            GameResult::Unknown => {}
        }
    }
    let parse = |text: &str| uci::parse(&target, text).unwrap();
    let found: BTreeMap<_, _> = explored
        .moves
        .iter()
        .map(|m| {
            let score = m.score;
            (parse(&m.uci), [score.games, score.white, score.draws, score.black])
        })
        .collect();
    assert_eq!(found, moves);
    // The newest games, the stronger ones first.
    let key = |id: u64| {
        let tags = games[id as usize - 1].tags();
        let rating = |name| tags.get(name).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
        let date = tags.get("Date").unwrap_or("").replace("????.??.??", "");
        (date, rating("WhiteElo") + rating("BlackElo"), id)
    };
    let mut newest: Vec<u64> = expected.iter().map(|visit| visit.0).collect();
    newest.sort_by_key(|&id| std::cmp::Reverse(key(id)));
    newest.truncate(3);
    assert_eq!(explored.top.iter().map(|game| game.id).collect::<Vec<_>>(), newest);
}

#[test]
fn heads_are_searched_as_a_plain_pass_does() {
    let folder = Folder::new("heads");
    let (database, games) = fill(&folder, &collection());
    type Pass = Box<dyn Fn(&AnyGame) -> bool>;
    let tag = |game: &AnyGame, name: &str| game.tags().get(name).unwrap_or("").to_owned();
    let rating = move |game: &AnyGame, name: &str| tag(game, name).parse::<u16>().unwrap_or(0);
    let filter = Filter::default;
    let cases: Vec<(Filter, Pass)> = vec![
        (filter(), Box::new(|_| true)),
        (
            Filter { player: Some("KA".into()), ..filter() },
            Box::new(move |game| {
                ["White", "Black"].iter().any(|side| tag(game, side).to_lowercase().contains("ka"))
            }),
        ),
        (
            Filter { player: Some("ka".into()), color: Some(Color::Black), ..filter() },
            Box::new(move |game| tag(game, "Black").to_lowercase().contains("ka")),
        ),
        (
            Filter {
                from: Some("1990".parse().unwrap()),
                to: Some("1999.06".parse().unwrap()),
                ..filter()
            },
            Box::new(move |game| {
                let date = tag(game, "Date");
                !date.starts_with('?') && *"1990.01.01" <= *date && *date <= *"1999.06.31"
            }),
        ),
        (
            Filter { min_rating: Some(2000), max_rating: Some(2400), ..filter() },
            Box::new(move |game| {
                ["WhiteElo", "BlackElo"]
                    .iter()
                    .all(|name| (2000..=2400).contains(&rating(game, name)))
            }),
        ),
        (
            Filter { results: vec![GameResult::Draw, GameResult::Unknown], ..filter() },
            Box::new(|game| matches!(game.result(), GameResult::Draw | GameResult::Unknown)),
        ),
        (
            Filter { eco: Some("B2-C05".parse().unwrap()), ..filter() },
            Box::new(move |game| {
                let code = tag(game, "ECO");
                *"B20" <= *code && *code <= *"C05" && !code.is_empty()
            }),
        ),
        (
            Filter { min_plies: Some(70), max_plies: Some(79), ..filter() },
            Box::new(|game| (70..80).contains(&with_game!(game, tree => tree.mainline().count()))),
        ),
        (
            Filter { variant: Some(Variant::Makpong), ..filter() },
            Box::new(|game| game.variant() == Variant::Makpong),
        ),
        (
            Filter { event: Some("open 198".into()), ..filter() },
            Box::new(move |game| tag(game, "Event").to_lowercase().contains("open 198")),
        ),
    ];
    for (filter, passes) in cases {
        let expected: Vec<u64> =
            (1..).zip(&games).filter(|(_, game)| passes(game)).map(|(id, _)| id).collect();
        assert!(!expected.is_empty(), "{filter:?}");
        let found = select(&database, Search { filter: filter.clone(), ..Search::default() });
        assert_eq!(found, expected, "{filter:?}");
    }
}

#[test]
fn material_is_found_where_it_stood() {
    let folder = Folder::new("material");
    let (database, games) = fill(&folder, &collection());
    let mut random = Random::new(12);
    for _ in 0..60 {
        let game = &games[random.below(games.len())];
        with_game!(game, tree => {
            let line = line(tree);
            let counts = counts_of(&line[random.below(line.len())].0);
            let expected: Vec<u64> = (1..)
                .zip(&games)
                .filter(|(_, other)| has_counts(tree, other, &counts))
                .map(|(id, _)| id)
                .collect();
            let scene = Some(Scene::Material(tree.variant(), counts));
            let found = select(&database, Search { scene, ..Search::default() });
            assert_eq!(found, expected);
        });
    }
}

fn counts_of<R: Rules>(position: &Position<R>) -> [[u8; 6]; 2] {
    [Color::White, Color::Black]
        .map(|color| Role::ALL.map(|role| position.pieces(color, role).len() as u8))
}

fn has_counts<R: Rules>(_: &GameTree<R>, other: &AnyGame, counts: &[[u8; 6]; 2]) -> bool {
    other
        .get::<R>()
        .is_some_and(|tree| line(tree).iter().any(|(position, _)| counts_of(position) == *counts))
}

#[test]
fn lists_are_sorted_and_cut() {
    let folder = Folder::new("lists");
    let (database, games) = fill(&folder, &collection());
    let keys = |order, game: &AnyGame| {
        let tags = game.tags();
        let rating = |name| tags.get(name).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
        match order {
            Order::Number => String::new(),
            Order::Date => tags.get("Date").unwrap_or("").replace("????.??.??", ""),
            Order::Rating => format!("{:05}", rating("WhiteElo") + rating("BlackElo")),
            Order::Plies => format!("{:05}", with_game!(game, tree => tree.mainline().count())),
        }
    };
    for order in [Order::Number, Order::Date, Order::Rating, Order::Plies] {
        for descending in [false, true] {
            let mut expected: Vec<(String, u64)> =
                (1..).zip(&games).map(|(id, game)| (keys(order, game), id)).collect();
            expected.sort();
            if descending {
                expected.reverse();
            }
            for (offset, limit) in [(0, 10), (1000, 25), (games.len() - 3, 10), (99_999, 5)] {
                let search = Search { order, descending, offset, limit, ..Search::default() };
                let found = database.search(&search, &GO).unwrap();
                assert_eq!(found.total, games.len() as u64);
                let ids: Vec<u64> = found.games.iter().map(|game| game.id).collect();
                let part = expected.iter().skip(offset).take(limit).map(|&(_, id)| id);
                assert_eq!(ids, part.collect::<Vec<_>>(), "{order:?} {descending} {offset}");
            }
        }
    }
}

/// Everything that came in comes out, tree for tree.
#[test]
fn games_come_out_as_they_went_in() {
    let folder = Folder::new("round-trip");
    let (database, games) = fill(&folder, &collection());
    for (id, game) in (1..).zip(&games) {
        assert_eq!(database.game(id).unwrap(), *game, "game {id}");
    }
    assert!(database.check(&GO).unwrap().is_empty());
    let statistics = database.statistics().unwrap();
    assert_eq!(statistics.games, games.len() as u64);
    assert!(statistics.annotated > 20);
}
