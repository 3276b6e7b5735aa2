// The games that can be played. The list comes from the server, so that a
// further game needs nothing here.

import { isThai } from './i18n';
import type { GameName, GameReply, Role } from './protocol';

export class Game {
  private readonly roles: Map<string, Role>;

  constructor(readonly data: GameReply) {
    this.roles = new Map(data.men.map((man) => [man.letter, man.role]));
  }

  get name(): GameName {
    return this.data.name;
  }

  /** The name of the game in the language of the page. */
  get title(): string {
    return (isThai() && this.data.thai) || this.data.title;
  }

  /** A few words about it. */
  get about(): string {
    return (isThai() && this.data.aboutThai) || this.data.about;
  }

  /** True if it is played with the pieces and on the board of Makruk. */
  get isMakrukSet(): boolean {
    return this.data.makrukSet;
  }

  /** The role of a piece as FEN has it: `P`, `q`, `M~`. */
  role(piece: string): Role | undefined {
    return this.roles.get(piece.charAt(0).toLowerCase());
  }

  /** The small letter of a role. */
  letter(role: Role): string {
    return this.data.men.find((man) => man.role === role)?.letter ?? '';
  }

  /** A start position by chance; nothing if the game has only one. */
  randomStart(): number | undefined {
    return this.data.starts === null ? undefined : Math.floor(Math.random() * this.data.starts);
  }
}

/** What stands for a game that the server does not know. */
function unknown(name: GameName): Game {
  return new Game({
    name,
    title: name,
    thai: null,
    about: '',
    aboutThai: null,
    men: [],
    makrukSet: false,
    promotions: [],
    starts: null,
    usualStart: null,
    counting: false,
    castling: false,
    tables: 0,
  });
}

let list: Game[] = [];

export function setGames(games: GameReply[]): void {
  list = games.map((game) => new Game(game));
}

export function allGames(): Game[] {
  return list;
}

/** The game of that name, or the first of all if there is none. */
export function knownGame(name: GameName): Game {
  return list.find((game) => game.name === name) ?? list[0] ?? unknown(name);
}

export function gameOf(name: GameName): Game {
  return list.find((game) => game.name === name) ?? unknown(name);
}
