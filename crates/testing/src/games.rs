//! Plausible games by the million, for whoever must hold many.

use std::fmt::Write;

use erawan_board::{Chess, Color, Move, Position, Role};
use erawan_notation::san;

use crate::Random;

/// How people begin, and how often of a hundred or so.
const OPENINGS: [(usize, &str); 24] = [
    (14, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
    (8, "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"),
    (5, "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"),
    (3, "e4 c5 c3 d5 exd5 Qxd5 d4 Nf6"),
    (10, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"),
    (6, "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6"),
    (6, "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6"),
    (4, "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4"),
    (2, "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6"),
    (6, "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7"),
    (4, "e4 e6 d4 d5 e5 c5 c3 Nc6"),
    (6, "e4 c6 d4 d5 e5 Bf5 Nf3 e6"),
    (3, "e4 c6 d4 d5 exd5 cxd5 c4 Nf6"),
    (2, "e4 d6 d4 Nf6 Nc3 g6 f4 Bg7"),
    (2, "e4 d5 exd5 Qxd5 Nc3 Qa5"),
    (9, "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5"),
    (7, "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5"),
    (5, "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3"),
    (7, "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7"),
    (6, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O"),
    (4, "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7"),
    (4, "d4 Nf6 Bf4 d5 e3 c5 c3 Nc6"),
    (5, "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5"),
    (5, "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7"),
];

const SYLLABLES: [&str; 24] = [
    "an", "ber", "chai", "dar", "el", "fon", "gra", "han", "iv", "jo", "ka", "lu", "mor", "na",
    "or", "phi", "quin", "ro", "sak", "ta", "ul", "ve", "wong", "zy",
];

/// How many people play.
const PLAYERS: usize = 60_000;

/// Games of chess as PGN, without end: openings that people play, then moves
/// that make some sense, with names, ratings and dates. The same seed gives the same
/// games.
///
/// ```
/// use erawan_testing::PlausibleGames;
/// let games: Vec<String> = PlausibleGames::new(1).take(3).collect();
/// assert!(games[0].starts_with("[Event \""));
/// assert_ne!(games[0], games[1]);
/// ```
pub struct PlausibleGames {
    random: Random,
    lines: Vec<(usize, Vec<Move>)>,
}

impl PlausibleGames {
    /// The games of a seed.
    ///
    /// # Panics
    ///
    /// Never: the openings are legal.
    pub fn new(seed: u64) -> PlausibleGames {
        let read = |line: &str| {
            let mut position = Position::<Chess>::startpos();
            let mut moves = Vec::new();
            for word in line.split(' ') {
                let m = san::parse(&position, word).unwrap_or_else(|_| panic!("{line}: {word}"));
                position = position.play_unchecked(m);
                moves.push(m);
            }
            moves
        };
        let lines = OPENINGS.iter().map(|&(weight, line)| (weight, read(line))).collect();
        PlausibleGames { random: Random::new(seed), lines }
    }

    /// A line of the openings, or the first moves of one.
    fn opening(&mut self) -> &[Move] {
        let total = self.lines.iter().map(|line| line.0).sum();
        let mut at = self.random.below(total);
        let keep = if self.random.one_in(3) { 1 + self.random.below(10) } else { 99 };
        for (weight, line) in &self.lines {
            if at < *weight {
                return &line[..line.len().min(keep)];
            }
            at -= weight;
        }
        &[]
    }

    fn game(&mut self) -> (Vec<Move>, &'static str) {
        let mut moves = self.opening().to_vec();
        let mut position = Position::startpos();
        moves.iter().for_each(|&m| position = position.play_unchecked(m));
        // Eighty plies on average.
        let length = 20 + self.random.below(61) + self.random.below(61);
        while moves.len() < length {
            let Some(m) = choose(&position, moves.len(), &mut self.random) else { break };
            position = position.play_unchecked(m);
            moves.push(m);
        }
        let result = result_of(&position, &mut self.random);
        (moves, result)
    }
}

impl Iterator for PlausibleGames {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let (moves, result) = self.game();
        let random = &mut self.random;
        // Few play much, many little.
        let mut player = || {
            let part = random.below(1 << 20) as f64 / f64::from(1 << 20);
            (part * part * PLAYERS as f64) as usize
        };
        let (white, black) = (player(), player());
        let event = random.below(4000);
        let mut text = String::with_capacity(1000);
        let mut tag = |name: &str, value: &str| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        let year = 1970 + event % 56;
        let date = format!("{year}.{:02}.{:02}", 1 + random.below(12), 1 + random.below(28));
        tag("Event", &format!("{} Open {year}", name(event / 56, 2)));
        tag("Site", &name(event % 700, 2));
        tag("Date", &date);
        tag("Round", &format!("{}", 1 + random.below(11)));
        tag("White", &format!("{}, {}", name(white, 3), name(white / 7, 2)));
        tag("Black", &format!("{}, {}", name(black, 3), name(black / 7, 2)));
        tag("Result", result);
        tag("WhiteElo", &rating(white, random).to_string());
        tag("BlackElo", &rating(black, random).to_string());
        let code = moves.iter().take(6).fold(0usize, |sum, m| sum * 31 + usize::from(m.bits()));
        tag("ECO", &format!("{}{:02}", char::from(b'A' + (code % 5) as u8), code % 100));
        write_moves(&mut text, &moves, result);
        Some(text)
    }
}

/// What the player of a number is rated.
fn rating(player: usize, random: &mut Random) -> usize {
    1400 + player * 7919 % 1200 + random.below(60)
}

/// A name of syllables, the same for the same number.
fn name(number: usize, syllables: usize) -> String {
    let mut number = number.wrapping_mul(2_654_435_761) % 13_824;
    let mut name = String::new();
    for _ in 0..syllables {
        name.push_str(SYLLABLES[number % SYLLABLES.len()]);
        number /= SYLLABLES.len();
    }
    name[..1].to_uppercase() + &name[1..]
}

fn write_moves(text: &mut String, moves: &[Move], result: &str) {
    let mut position = Position::<Chess>::startpos();
    let mut line = 0;
    for (ply, &m) in moves.iter().enumerate() {
        text.push(if line == 0 || line > 70 { '\n' } else { ' ' });
        line = if line > 70 { 0 } else { line };
        let before = text.len();
        if ply.is_multiple_of(2) {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        text.push_str(&san::write(&position, m));
        line += text.len() - before + 1;
        position = position.play_unchecked(m);
    }
    text.push(' ');
    text.push_str(result);
    text.push_str("\n\n");
}

/// What men are worth.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// A move that makes some sense. What is liked in a position is liked whenever it
/// comes about, so that openings go on as trees.
fn choose(position: &Position<Chess>, ply: usize, random: &mut Random) -> Option<Move> {
    let them = !position.turn();
    let sharp = if ply < 24 { 7.0 } else { 3.0 };
    let mut total = 0.0;
    let mut weights = [0.0; 256];
    let moves = position.legal_moves();
    for (m, weight) in moves.iter().zip(&mut weights) {
        let mut liking = Random::new(position.key() ^ u64::from(m.bits()));
        let mut value = liking.below(1000) as f64 / 1000.0;
        let taken = position.captured(*m).map_or(0, worth);
        let at_risk = position.attackers_of(them, m.to(), position.occupied()).any();
        let lost = if at_risk { worth(m.role()) } else { 0 };
        value += 0.3 * f64::from((taken - lost).clamp(-3, 9));
        let is_developed = ply < 30 && matches!(m.role(), Role::Knight | Role::Bishop | Role::Pawn);
        value += if is_developed { 0.2 } else { 0.0 };
        value += if m.is_castle() || m.is_promotion() { 1.5 } else { 0.0 };
        value -= if m.role() == Role::King && ply < 60 { 0.3 } else { 0.0 };
        *weight = value.max(0.01).powf(sharp);
        total += *weight;
    }
    let mut at = total * (random.below(1 << 30) as f64 / f64::from(1 << 30));
    for (m, weight) in moves.iter().zip(weights) {
        at -= weight;
        if at <= 0.0 {
            return Some(*m);
        }
    }
    moves.iter().next().copied()
}

fn result_of(position: &Position<Chess>, random: &mut Random) -> &'static str {
    let side = |color| {
        let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        roles
            .map(|role| position.pieces(color, role).len() as i32 * worth(role))
            .iter()
            .sum::<i32>()
    };
    if !position.has_legal_moves() {
        return match (position.in_check(), position.turn()) {
            (false, _) => "1/2-1/2",
            (true, Color::White) => "0-1",
            (true, Color::Black) => "1-0",
        };
    }
    match side(Color::White) - side(Color::Black) + random.below(7) as i32 - 3 {
        2.. => "1-0",
        ..=-2 => "0-1",
        _ => "1/2-1/2",
    }
}

#[cfg(test)]
mod tests {
    use erawan_notation::pgn;

    use super::*;

    #[test]
    fn games_are_legal_and_about_eighty_plies_long() {
        let text: String = PlausibleGames::new(1).take(300).collect();
        let summary = pgn::check(text.as_bytes(), |error| panic!("{error}"));
        assert_eq!(summary.games, 300);
        assert!((70 * 300..90 * 300).contains(&summary.moves), "{}", summary.moves);
    }
}
