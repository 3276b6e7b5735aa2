//! Whatever is printed is read as the same; whatever is read is printed so that
//! it is read as the same again.

use super::super::*;

struct Random(erawan_testing::Random);

impl Random {
    fn new(seed: u64) -> Self {
        Self(erawan_testing::Random::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.next()
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn coin(&mut self) -> bool {
        self.next() & 1 == 0
    }

    /// Numbers of every length, and often the ends of the range.
    fn bits(&mut self) -> u64 {
        match self.below(8) {
            0 => 0,
            1 => u64::MAX,
            _ => self.next() >> self.below(64),
        }
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| value(self))
    }

    fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let bits = self.bits();
        self.maybe(|_| T::try_from(bits).ok()).flatten()
    }

    fn signed(&mut self) -> i64 {
        self.bits().cast_signed()
    }

    fn clock(&mut self) -> Option<i64> {
        self.maybe(Self::signed)
    }

    /// A word that is no keyword: those all have small letters only.
    fn word(&mut self) -> String {
        const LETTERS: [char; 16] = [
            'a', 'Z', '0', '9', '_', '-', '/', '\\', '.', 'ü', '象', '\0', '#', '"', '<',
            '\u{fffd}',
        ];
        let length = 1 + self.below(6);
        let tail: String = (0..length).map(|_| LETTERS[self.below(LETTERS.len())]).collect();
        format!("X{tail}")
    }

    fn words(&mut self) -> Vec<String> {
        (0..self.below(5)).map(|_| self.word()).collect()
    }

    fn text(&mut self) -> String {
        self.words().join(" ")
    }

    fn name(&mut self) -> String {
        // Control characters are refused in names.
        (self.word() + " " + &self.word()).replace('\0', "0")
    }

    fn command(&mut self) -> Command {
        match self.below(17) {
            0 => Command::Uci,
            1 => Command::Debug(self.coin()),
            2 => Command::IsReady,
            3 => Command::SetOption { name: self.name(), value: self.maybe(Self::text) },
            4 if self.coin() => Command::Register(Register::Later),
            4 => Command::Register(Register::Now {
                name: Some(self.text()),
                code: self.maybe(Self::word),
            }),
            5 => Command::UciNewGame,
            6 => Command::Position { start: Start::Initial, moves: self.words() },
            7 => Command::Position { start: Start::Fen(self.name()), moves: self.words() },
            8 => Command::Stop,
            9 => Command::PonderHit,
            10 => Command::Quit,
            11 => Command::Draw,
            12 => Command::Eval,
            13 => Command::Bench(self.words()),
            14 if self.coin() => Command::Flip,
            14 => Command::Help,
            15 => Command::GenFens(GenFens {
                count: self.bits(),
                seed: self.number(),
                book: self.maybe(Self::word),
                arguments: self.words(),
            }),
            _ => Command::Unknown(self.name()),
        }
    }

    fn go(&mut self) -> Go {
        Go {
            search_moves: self.words(),
            ponder: self.coin(),
            white_time: self.clock(),
            black_time: self.clock(),
            white_increment: self.clock(),
            black_increment: self.clock(),
            moves_to_go: self.number(),
            depth: self.number(),
            nodes: self.number(),
            mate: self.number(),
            move_time: self.clock(),
            infinite: self.coin(),
            perft: self.number(),
            each: self.coin(),
        }
    }

    fn small(&mut self) -> i32 {
        self.next().cast_signed() as i32 >> self.below(32)
    }

    fn info(&mut self) -> Info {
        let score = self.maybe(|random| {
            if random.coin() {
                Score::Centipawns(random.small())
            } else {
                Score::Mate(random.small())
            }
        });
        Info {
            depth: self.number(),
            selective_depth: self.number(),
            multi_pv: self.number(),
            score,
            bound: self.maybe(|random| if random.coin() { Bound::Lower } else { Bound::Upper }),
            wdl: self.maybe(|random| Wdl {
                win: random.below(1001) as u32,
                draw: u32::MAX,
                loss: random.below(9) as u32,
            }),
            nodes: self.number(),
            nodes_per_second: self.number(),
            hash_full: self.number(),
            tablebase_hits: self.number(),
            time: self.number(),
            pv: self.words(),
            current_move: self.maybe(Self::word),
            current_move_number: self.number(),
            string: self.maybe(Self::text),
        }
    }

    fn option(&mut self) -> OptionDeclaration {
        let name = self.name();
        let kind = match self.below(5) {
            0 => OptionKind::Check { default: self.coin() },
            1 => {
                let mut numbers = [self.signed(), self.signed(), self.signed()];
                numbers.sort_unstable();
                let [min, default, max] = numbers;
                OptionKind::Spin { default, min, max }
            }
            2 => {
                let choices: Vec<String> =
                    (0..=self.below(4)).map(|index| format!("{}{index}", self.name())).collect();
                let default = choices[self.below(choices.len())].clone();
                OptionKind::Combo { default, choices }
            }
            3 => OptionKind::Button,
            _ => OptionKind::String { default: self.text().replace('\0', "") },
        };
        OptionDeclaration::new(&name, kind).expect("by the rules")
    }

    fn message(&mut self) -> Message {
        let states = [Protection::Checking, Protection::Ok, Protection::Error];
        match self.below(9) {
            0 => Message::IdName(self.text()),
            1 => Message::IdAuthor(self.text()),
            2 if self.coin() => Message::UciOk,
            2 => Message::ReadyOk,
            3 => Message::BestMove { best: self.maybe(Self::word), ponder: self.maybe(Self::word) },
            4 => Message::CopyProtection(states[self.below(3)]),
            5 => Message::Registration(states[self.below(3)]),
            6 => Message::Unknown(self.name()),
            7 => Message::Option(self.option()),
            _ => Message::Info(Box::new(self.info())),
        }
    }

    /// A line of the protocol's own words, numbers and junk in any order.
    fn soup(&mut self) -> Vec<u8> {
        const WORDS: &[&str] = &[
            "go",
            "position",
            "setoption",
            "info",
            "option",
            "bestmove",
            "id",
            "register",
            "debug",
            "genfens",
            "name",
            "value",
            "type",
            "default",
            "min",
            "max",
            "var",
            "check",
            "spin",
            "combo",
            "string",
            "button",
            "startpos",
            "fen",
            "moves",
            "searchmoves",
            "wtime",
            "btime",
            "depth",
            "nodes",
            "score",
            "cp",
            "mate",
            "wdl",
            "lowerbound",
            "pv",
            "currmove",
            "ponder",
            "infinite",
            "seed",
            "book",
            "on",
            "later",
            "code",
            "e2e4",
            "7",
            "-3",
            "+0",
            "1.5",
            "-",
            "99999999999999999999999999",
            "<empty>",
            "(none)",
            "NULL",
            "#",
            "\u{feff}",
            "None",
        ];
        let mut line = Vec::new();
        for _ in 0..self.below(14) {
            match self.below(12) {
                0 => line.push(self.next() as u8),
                1 => line.extend(self.word().bytes()),
                2 => line.extend(*b" \t\r\n\0 "),
                _ => {}
            }
            line.extend(WORDS[self.below(WORDS.len())].bytes());
            if self.below(20) > 0 {
                line.push(b' ');
            }
        }
        line
    }
}

#[test]
fn random_commands_survive_the_wire() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        for command in [random.command(), Command::Go(random.go())] {
            assert_eq!(command.to_string().parse(), Ok(command.clone()), "{command}");
        }
    }
}

#[test]
fn random_messages_survive_the_wire() {
    let mut random = Random::new(2);
    for _ in 0..40_000 {
        let message = random.message();
        assert_eq!(message.to_string().parse(), Ok(message.clone()), "{message}");
    }
}

#[test]
fn whatever_is_read_is_read_the_same_when_printed() {
    let mut random = Random::new(3);
    for _ in 0..200_000 {
        let line = random.soup();
        if let Some(parsed) = Command::parse(&line) {
            let printed = parsed.value.to_string();
            let again = Command::parse(printed.as_bytes()).map(|parsed| parsed.value);
            assert_eq!(again, Some(parsed.value), "{:?}", String::from_utf8_lossy(&line));
        }
        if let Some(parsed) = Message::parse(&line) {
            let printed = parsed.value.to_string();
            let again = Message::parse(printed.as_bytes()).map(|parsed| parsed.value);
            assert_eq!(again, Some(parsed.value), "{:?}", String::from_utf8_lossy(&line));
        }
    }
}

#[test]
fn random_bytes_are_read_without_a_panic() {
    let mut random = Random::new(4);
    for _ in 0..50_000 {
        let line: Vec<u8> = (0..random.below(60)).map(|_| random.next() as u8).collect();
        for start in ["", "go ", "setoption name ", "position fen ", "info ", "option name a type "]
        {
            let line = [start.as_bytes(), &line].concat();
            let _ = Command::parse(&line);
            let _ = Message::parse(&line);
        }
    }
}
