// Games for databases, and what is known of them without a database.

const LINES = [
  ['C84', 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7'],
  ['B90', 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'],
  ['B33', 'e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5'],
  ['C02', 'e4 e6 d4 d5 e5 c5 c3 Nc6'],
  ['E60', 'd4 Nf6 c4 g6 Nc3 Bg7 e4 d6'],
  ['D37', 'd4 d5 c4 e6 Nc3 Nf6 Nf3 Be7'],
  ['A20', 'c4 e5 Nc3 Nf6 g3 d5'],
];
const NAMES = ['Anand', 'Bronstein', 'Capablanca', 'Dvoretsky', 'Euwe', 'Fine', 'Gaprindashvili', 'Hou'];
const RESULTS = ['1-0', '1/2-1/2', '0-1'];

/** A number that depends on `seed` alone, from 0 to below `most`. */
function roll(seed, most) {
  let x = (seed * 2654435761) % 4294967296;
  x ^= x >>> 15;
  x = Math.imul(x, 2246822519) >>> 0;
  x ^= x >>> 13;
  return (x >>> 0) % most;
}

/** So many games, each other than the rest. */
export function manyGames(count) {
  return Array.from({ length: count }, (_, i) => {
    const [eco, line] = LINES[roll(7 * i + 1, LINES.length)];
    const white = roll(7 * i + 2, NAMES.length);
    const black = (white + 1 + roll(7 * i + 3, NAMES.length - 1)) % NAMES.length;
    const [year, month, day] = [1990 + roll(7 * i + 4, 35), 1 + roll(7 * i + 5, 12), 1 + (i % 28)];
    const pad = (value) => String(value).padStart(2, '0');
    return {
      white: `${NAMES[white]}, ${i}`,
      black: NAMES[black],
      whiteElo: 2000 + roll(7 * i + 6, 800),
      blackElo: 2000 + roll(7 * i + 8, 800),
      date: `${year}.${pad(month)}.${pad(day)}`,
      event: `Open ${roll(i, 50)}`,
      result: RESULTS[roll(7 * i + 9, 3)],
      eco,
      moves: line.split(' '),
    };
  });
}

/** Games as PGN. */
export function pgn(games) {
  const text = (game) => {
    const tags = [
      ['Event', game.event],
      ['Site', '?'],
      ['Date', game.date],
      ['Round', '-'],
      ['White', game.white],
      ['Black', game.black],
      ['Result', game.result],
      ['WhiteElo', game.whiteElo],
      ['BlackElo', game.blackElo],
      ['ECO', game.eco],
    ];
    const moves = game.moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`));
    return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${moves.join(' ')} ${game.result}\n`;
  };
  return games.map(text).join('\n');
}
