// The game of a database on the board: where it stands in its list, and the way to
// its neighbours.

import type { GameSource } from '../game/library';
import { fill, t } from '../i18n';
import { h, iconButton, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { exactCount } from '../ui/format';

export class GameNav {
  readonly element = h('nav', { class: 'game-nav', 'aria-label': t('chooseGame') });
  private source: GameSource | null = null;
  private isGoing = false;

  constructor(
    private onGame: (source: GameSource, game: number) => Promise<void>,
    private onList: (database: string) => void,
  ) {
    this.element.hidden = true;
  }

  /** The list that the game on the board is from; nothing for any other game. */
  set(source: GameSource | null): void {
    this.source = source;
    this.paint();
  }

  /** Goes to another game of the list. */
  async go(step: 1 | -1): Promise<void> {
    const { source } = this;
    const index = (source?.index ?? 0) + step;
    if (!source || this.isGoing || index < 0 || index >= source.total) return;
    this.isGoing = true;
    try {
      const game = await source.at(index);
      if (game !== null && this.source === source) await this.onGame({ ...source, index }, game);
    } catch (error) {
      toastFailure(error);
    } finally {
      this.isGoing = false;
    }
  }

  private paint(): void {
    const { source } = this;
    this.element.hidden = !source;
    this.element.setAttribute('aria-label', t('chooseGame'));
    if (!source) {
      this.element.replaceChildren();
      return;
    }
    const place = fill('placeInList', { place: exactCount(source.index + 1), total: exactCount(source.total) });
    const parts = [
      iconButton('prev', t('previousGame'), () => void this.go(-1), { disabled: source.index === 0 }),
      h('span', { class: 'quiet game-place', text: `${place} · ${source.database}` }),
      iconButton('next', t('nextGame'), () => void this.go(1), { disabled: source.index + 1 >= source.total }),
      iconButton('games', t('backToList'), () => this.onList(source.database)),
    ];
    keepFocus(this.element, () => this.element.replaceChildren(...parts));
  }
}
