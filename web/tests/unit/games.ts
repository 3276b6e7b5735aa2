// Games as the server lists them.

import { Game, setGames } from '../../src/games';
import type { GameReply, Role } from '../../src/protocol';

const ROLES: Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

function men(letters: string, names: string, worths: number[]): GameReply['men'] {
  return names
    .split(' ')
    .map((name, i) => ({ role: ROLES[i] as Role, letter: letters.charAt(i), name, worth: worths[i] ?? 0 }));
}

export const CHESS: GameReply = {
  name: 'chess',
  title: 'Chess',
  thai: 'หมากรุกสากล',
  about: 'The classical game',
  aboutThai: null,
  men: men('pnbrqk', 'pawn knight bishop rook queen king', [1, 3, 3, 5, 9]),
  makrukSet: false,
  promotions: ['q', 'r', 'b', 'n'],
  starts: null,
  usualStart: null,
  counting: false,
  castling: true,
  tables: 5,
};

export const CHESS960: GameReply = { ...CHESS, name: 'chess960', title: 'Chess960', starts: 960, usualStart: 518 };

export const MAKRUK: GameReply = {
  ...CHESS,
  name: 'makruk',
  title: 'Makruk',
  thai: 'หมากรุกไทย',
  about: 'Thai chess, with counting',
  aboutThai: 'พร้อมกติกานับศักดิ์',
  men: men('pnsrmk', 'bia ma khon rua met khun', [1, 3, 3, 5, 2]),
  makrukSet: true,
  promotions: ['m'],
  counting: true,
  castling: false,
  tables: 0,
};

/** A game that the page has never heard of. */
export const NEW_GAME: GameReply = {
  ...MAKRUK,
  name: 'newgame',
  title: 'New Game',
  thai: null,
  men: men('pnerfk', 'foot horse elephant chariot minister lord', [1, 3, 3, 5, 2]),
  promotions: ['f'],
};

export const chess = new Game(CHESS);
export const makruk = new Game(MAKRUK);

export function listGames(): void {
  setGames([CHESS, CHESS960, MAKRUK, NEW_GAME]);
}
