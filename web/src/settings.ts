// What the user has chosen: kept on the server's disk and in the browser.

import type { BoardName } from './board/boards';
import type { ChessSet, PieceSet } from './board/pieces';
import { type Connection, isLost } from './connection';
import { fill, reasonText, t } from './i18n';
import type { CountingChoice, GameName, ReviewEffort } from './protocol';
import { readStored, writeStored } from './storage';
import { clearNotice, notice } from './ui/dom';

export interface Settings {
  language: 'en' | 'th';
  theme: 'dark' | 'light' | 'system';
  board: BoardName;
  /** In hundredths of the room there is. */
  boardSize: number;
  /** The pieces of Makruk, and those of chess. */
  pieceSet: PieceSet;
  chessSet: ChessSet;
  sound: boolean;
  coordinates: boolean;
  /** Analysis. */
  engineOn: boolean;
  lines: number;
  threads: number;
  hash: number;
  /** Seconds for a position; 0 goes on for ever. */
  seconds: number;
  /** The engine that analyses, and the one beside it: '' is Erawan, null none. */
  analyst: string;
  comparison: string | null;
  /** How much a review searches. */
  effort: ReviewEffort;
  arrows: boolean;
  /** Arrows for the moves of the tree that go on from here. */
  treeArrows: boolean;
  /** The panel of endgame tables. */
  tables: boolean;
  /** The explorer, and the database that it asks. */
  explorer: boolean;
  explorerDatabase: string;
  /** The database among the games that are kept; nothing for one's own. */
  database: string;
  /** Names under which one plays: bad moves under them are trained. */
  ownNames: string[];
  /** Moves one after the other instead of in two columns. */
  inline: boolean;
  comments: boolean;
  /** The last game that was set up. */
  variant: GameName;
  elo: number;
  /** Against an engine, two people on one board, or two engines. */
  opponent: 'engine' | 'person' | 'engines';
  /** Other engines by their names, '' for Erawan: whom one plays against, and who
   * plays against whom. */
  rival: string;
  rivals: [white: string, black: string];
  /** Seconds a move for two engines without a clock. */
  secondsEach: number;
  color: 'w' | 'b' | 'random';
  clock: string;
  counting: CountingChoice;
  /** The games on the table. */
  playing: string;
  analysing: string;
  /** How often they have been changed; of two copies the one that was changed
   * more often holds. */
  edition: number;
}

export const DEFAULTS: Settings = {
  language: navigator.language.startsWith('th') ? 'th' : 'en',
  theme: 'system',
  board: 'jade',
  boardSize: 100,
  pieceSet: 'thai',
  chessSet: 'classic',
  sound: true,
  coordinates: true,
  engineOn: true,
  lines: 3,
  threads: 1,
  hash: 64,
  seconds: 0,
  analyst: '',
  comparison: null,
  effort: 'standard',
  arrows: true,
  treeArrows: true,
  tables: true,
  explorer: false,
  explorerDatabase: '',
  database: '',
  ownNames: [],
  inline: false,
  comments: true,
  variant: navigator.language.startsWith('th') ? 'makruk' : 'chess',
  elo: 1200,
  opponent: 'engine',
  rival: '',
  rivals: ['', ''],
  secondsEach: 1,
  color: 'w',
  clock: 'none',
  counting: 'auto',
  playing: '',
  analysing: '',
  edition: 0,
};

/** What changes the look of the page at once. */
const VISIBLE = new Set(['language', 'theme', 'board', 'boardSize', 'pieceSet', 'chessSet', 'sound', 'coordinates']);

const KEY = 'erawan-settings';

export class SettingsStore {
  value: Settings = { ...DEFAULTS, ...read(readStored(KEY)) };
  private timer = 0;
  /** True if the connection was lost before they were sent. */
  private unsent = false;

  constructor(
    private connection: Connection,
    private onChange: (settings: Settings, repaint: boolean) => void,
  ) {}

  set(change: Partial<Settings>): void {
    this.value = { ...this.value, ...change, edition: this.value.edition + 1 };
    // A full store is no matter here: the disk has them.
    writeStored(KEY, JSON.stringify(this.value));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(), 200);
    this.onChange(
      this.value,
      Object.keys(change).some((key) => VISIBLE.has(key)),
    );
  }

  private async send(): Promise<void> {
    try {
      await this.connection.ask({ type: 'save', name: 'settings', value: this.value }, 'saved');
      this.unsent = false;
      clearNotice(KEY);
    } catch (error) {
      // Sent again with the next connection, and the page says that it waits.
      this.unsent = isLost(error);
      if (this.unsent) return;
      notice(KEY, fill('settingsNotSaved', { reason: reasonText(error) }), [[t('close'), () => clearNotice(KEY)]]);
    }
  }

  /** Sends what a lost connection has held up. */
  async flush(): Promise<void> {
    if (this.unsent) await this.send();
  }

  /** Takes what the disk has if it is newer: another browser may have been used.
   * Sends what the disk does not have. */
  async load(): Promise<void> {
    const stored = await this.connection.ask({ type: 'load', name: 'settings' }, 'loaded');
    const value = stored.value as Partial<Settings> | null;
    const edition = value?.edition ?? 0;
    // The first version had a clock instead.
    const isNewer = edition - this.value.edition || clock(value) - clock(this.value);
    if (value && isNewer >= 0) this.value = { ...DEFAULTS, ...value, edition };
    else if (this.value.edition || clock(this.value)) void this.send();
    this.onChange(this.value, true);
  }
}

function clock(settings: object | null): number {
  return (settings as { updated?: number } | null)?.updated ?? 0;
}

function read(text: string | null): Partial<Settings> {
  try {
    return text ? (JSON.parse(text) as Partial<Settings>) : {};
  } catch {
    return {};
  }
}
