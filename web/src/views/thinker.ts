// The moves of engines in a game: asked for, waited for, put on the board.

import { RequestError } from '../connection';
import { engineName } from '../engines';
import type { GameDocument, PlayState } from '../game/document';
import { thinkingTime } from '../game/pace';
import { alone } from '../game/pages';
import { engineAt } from '../game/players';
import { t } from '../i18n';
import type { AnswerOf, Color, LegalMove } from '../protocol';
import type { Table } from '../table';
import { toast } from '../ui/dom';

type Played = AnswerOf<'played'>;

/** Even the quickest answer takes a moment, or the eye misses it. */
const LEAST_THOUGHT = 380;
/** The milliseconds within which a page hears what another one has done. */
const OTHER_PAGE = 400;
/** Milliseconds of full strength for a move without a clock. */
const FULL_STRENGTH_TIME = 2500;

export interface ThinkerEvents {
  /** True while the game is as it was when the thought began. */
  isCurrent: (document: GameDocument, node: number) => boolean;
  onMove: (move: LegalMove, answer: Played, color: Color) => Promise<void>;
  onTrouble: (error: unknown) => void;
}

export class Thinker {
  /** True while an engine thinks about its move. */
  isThinking = false;
  private thought = 0;
  /** Whose thought it is. */
  private engine = '';

  constructor(
    private table: Table,
    private events: ThinkerEvents,
  ) {}

  /** Nothing comes of what is being thought. */
  forget(): void {
    this.isThinking = false;
    this.thought++;
  }

  /** Ends the search, and forgets it. */
  stop(): void {
    if (this.isThinking) {
      const engine = this.engine || undefined;
      void this.table.connection.ask({ type: 'stop', engine }, 'stopped').catch(() => undefined);
    }
    this.forget();
  }

  async think(document: GameDocument, game: PlayState): Promise<void> {
    const { info } = this.table;
    if (!info) return;
    const node = document.current;
    const color = info.turn;
    const thought = ++this.thought;
    this.engine = engineAt(game, color) ?? '';
    this.isThinking = true;
    this.table.paintStrips();
    await alone(`erawan-engine ${document.data.id}`, async (waited) => {
      // Another page has the same game, and its engine's move may be on its way here.
      if (waited) await new Promise((resolve) => setTimeout(resolve, OTHER_PAGE));
      if (thought === this.thought) await this.ponder(document, game, node, color);
    });
  }

  private async ponder(document: GameDocument, game: PlayState, node: number, color: Color): Promise<void> {
    const { thought, engine } = this;
    const begun = performance.now();
    try {
      const answer = await this.table.connection.ask(
        {
          type: 'play',
          line: document.tree.line(node),
          elo: game.elo ?? undefined,
          seed: game.seed,
          clock: game.clock ? [Math.max(50, Math.floor(game.clock[color])), game.clock.increment] : undefined,
          movetime: game.clock ? undefined : (game.movetime ?? FULL_STRENGTH_TIME),
          engine: engine || undefined,
        },
        'played',
      );
      const end = begun + Math.max(LEAST_THOUGHT, engine ? 0 : this.pace(document, game, answer.move));
      // In short steps: what is not wanted any more is not waited for.
      for (let now = begun; now < end && thought === this.thought; now = performance.now()) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(100, end - now)));
      }
      if (thought !== this.thought) return;
      this.isThinking = false;
      if (!this.events.isCurrent(document, node) || !answer.move) return;
      if (answer.action) {
        document.tree.get(node).actions.push(answer.action);
        toast(`${engineName(engine)}: ${t(answer.action === 'count' ? 'startCount' : 'stopCount')}`);
        await this.table.show(node, true);
      }
      const move = this.table.info?.moves.find((candidate) => candidate.uci === answer.move);
      if (move) await this.events.onMove(move, answer, color);
    } catch (error) {
      if (thought !== this.thought) return;
      this.isThinking = false;
      this.table.paintStrips();
      this.events.onTrouble(error);
    }
  }

  /** How long a person would have taken for the move, if there is a clock. */
  private pace(document: GameDocument, game: PlayState, uci: string | null): number {
    const { info } = this.table;
    if (!game.clock || !info || !uci) return 0;
    const retakes = info.captured && info.last?.[1] === uci.slice(2, 4);
    const situation = {
      elo: game.elo,
      left: game.clock[info.turn],
      increment: game.clock.increment,
      ply: document.tree.ply(document.current),
      choices: info.moves.length,
      retakes,
    };
    return thinkingTime(situation, Math.random());
  }
}

/** What is wrong, by the server's word for it. */
export function kindOf(error: unknown): string {
  return error instanceof RequestError ? error.kind : '';
}
