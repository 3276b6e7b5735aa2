// Other engines: programs that the user has named on the command line. The page
// knows their names and games, and asks the server for them by name.

import { type Connection, isLost } from './connection';
import { reasonText, t } from './i18n';
import type { EngineReply, GameName } from './protocol';

/** The command that adds an engine, as it is typed. */
export const ADD_COMMAND = 'erawan engines add NAME COMMAND';

export class Engines {
  list: EngineReply[] = [];
  /** Why the list cannot be read. */
  trouble = '';

  constructor(private connection: Connection) {}

  /** Reads the list anew: it is changed while the page is open. */
  async load(): Promise<void> {
    try {
      this.list = (await this.connection.ask({ type: 'engines' }, 'engines')).engines;
      this.trouble = '';
    } catch (error) {
      // Without a connection the page comes back when there is one.
      if (!isLost(error)) this.trouble = reasonText(error);
    }
  }

  /** Those that play a game. */
  for(game: GameName): EngineReply[] {
    return this.list.filter((engine) => engine.games.includes(game));
  }

  /** The name if such an engine plays the game, and Erawan's otherwise, which is ''. */
  known(name: string, game: GameName): string {
    return this.for(game).some((engine) => engine.name === name) ? name : '';
  }

  /** What an engine calls itself, if that is not its name. */
  title(name: string): string {
    const title = this.list.find((engine) => engine.name === name)?.title ?? '';
    return title.toLowerCase() === name.toLowerCase() ? '' : title;
  }
}

/** The name of an engine for people. */
export function engineName(name: string): string {
  return name || t('engine');
}
