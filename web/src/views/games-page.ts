// The games that are kept: a list with a search, newest first.

import { isLost } from '../connection';
import { type DocumentData, VersionError } from '../game/document';
import type { Documents } from '../game/documents';
import { engineAt, playerName } from '../game/players';
import { Tree } from '../game/tree';
import { gameOf } from '../games';
import { fill, reasonText, t } from '../i18n';
import { h, iconButton, toast, toastFailure } from '../ui/dom';
import { focusBoard } from '../ui/focus';

/** How many games are listed at a time. */
const PORTION = 60;

const known = (text: string | undefined) => !!text && /[^?.]/.test(text);

/** What a game is called in a list. */
export function gameTitle(data: DocumentData): string {
  const tags = new Map(data.tags);
  if (data.play?.both) return t('twoPeople');
  if (data.play?.watched) return `${playerName(data.play, 'w')} – ${playerName(data.play, 'b')}`;
  if (data.play) {
    const engine = engineAt(data.play, data.play.color === 'w' ? 'b' : 'w');
    return `${t('you')} – ${engine || `${t('engine')} ${data.play.elo ?? t('fullStrength')}`}`;
  }
  const [white, black] = [tags.get('White'), tags.get('Black')];
  if (known(white) || known(black)) return `${white ?? '?'} – ${black ?? '?'}`;
  if (known(tags.get('Event'))) return tags.get('Event') ?? '';
  return data.tree.start.fen && data.tree.nodes.length < 2 ? t('position') : t('analyse');
}

/** What there is to know about a game beside its name. */
function gameFacts(data: DocumentData): string {
  const count = Math.ceil(Tree.fromData(data.tree).mainline().length / 2);
  const { fen, variant } = data.tree.start;
  const tags = new Map(data.tags);
  const facts = [
    gameOf(variant).title,
    count ? `${count} ${t(count === 1 ? 'moveOne' : 'moveMany')}` : (fen?.split(' ')[0] ?? ''),
    data.result === '*' ? '' : data.result.replace('1/2-1/2', '½–½'),
    gameTitle(data) !== tags.get('Event') && known(tags.get('Event')) ? tags.get('Event') : '',
    new Date(data.updated).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Says why a game cannot be opened. */
export function cannotLoad(error: unknown): string {
  const reason = error instanceof VersionError ? t('fromLater') : reasonText(error);
  return fill('cannotLoad', { reason });
}

/** The list of games. They are read one after the other, as many as are looked at. */
class GamesPage {
  readonly element = h('section', { class: 'games-page' });
  private list = h('div', { class: 'game-list' });
  private count = h('p', { class: 'quiet', role: 'status' });
  private more = h('button', { type: 'button', class: 'button', text: t('showMore') });
  private search = h('input', {
    type: 'search',
    class: 'field',
    placeholder: t('searchKept'),
    'aria-label': t('searchKept'),
  });
  private names: string[] = [];
  private read = 0;
  private shown = 0;
  private wanted = PORTION;
  /** Games that are read already, by their place. */
  private games: (DocumentData | string | null)[] = [];
  private ticket = 0;

  constructor(
    private documents: Documents,
    private onOpen: (data: DocumentData) => void,
  ) {
    this.search.addEventListener('input', () => this.restart());
    this.more.addEventListener('click', () => {
      this.wanted += PORTION;
      void this.fill();
    });
    this.more.hidden = true;
    this.element.append(h('h2', { text: t('games') }), this.search, this.count, this.list, this.more);
  }

  async open(): Promise<void> {
    try {
      this.names = await this.documents.names();
    } catch (error) {
      toastFailure(error);
      return;
    }
    this.search.hidden = !this.names.length;
    if (!this.names.length) this.list.append(h('p', { class: 'quiet', text: t('noGames') }));
    else await this.fill();
  }

  private restart(): void {
    this.read = 0;
    this.shown = 0;
    this.wanted = PORTION;
    this.list.replaceChildren();
    void this.fill();
  }

  /** Reads on until enough games are shown. */
  private async fill(): Promise<void> {
    const ticket = ++this.ticket;
    while (this.shown < this.wanted && this.read < this.names.length) {
      const at = this.read;
      const game = this.games[at] ?? (await this.load(this.names[at] ?? ''));
      this.games[at] = game;
      // Whoever has taken over goes on from this one.
      if (ticket !== this.ticket) return;
      this.read = Math.max(this.read, at + 1);
      if (typeof game === 'string') this.list.append(h('p', { class: 'quiet', text: game }));
      else if (game && this.isWanted(game)) {
        this.list.append(this.row(game, at));
        this.shown++;
      }
      if (at % PORTION === 0) this.say();
    }
    this.say();
  }

  private async load(name: string): Promise<DocumentData | string | null> {
    try {
      return (await this.documents.load(name))?.data ?? null;
    } catch (error) {
      // The others would fail alike.
      if (isLost(error)) this.read = this.names.length;
      return cannotLoad(error);
    }
  }

  private isWanted(data: DocumentData): boolean {
    const text = `${gameTitle(data)} ${gameFacts(data)} ${data.tags.map(([, value]) => value).join(' ')}`.toLowerCase();
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return words.every((word) => text.includes(word));
  }

  private say(): void {
    const all = this.names.length;
    this.count.textContent = all ? fill('gamesShown', { shown: this.shown, all }) : '';
    this.more.hidden = this.read >= all;
  }

  private row(data: DocumentData, at: number): HTMLElement {
    const remove = async () => {
      try {
        await this.documents.remove(data.id);
      } catch (error) {
        toastFailure(error);
        return;
      }
      const next = element.nextElementSibling ?? element.previousElementSibling;
      const [focusNext] = next?.querySelectorAll('button') ?? [];
      if (focusNext) focusNext.focus();
      else if (!this.search.hidden) this.search.focus();
      else focusBoard();
      element.remove();
      this.games[at] = null;
      this.shown--;
      toast(fill('gameDeleted', { game: gameTitle(data) }), 'plain', 10_000, [[t('undo'), () => void bringBack()]]);
    };
    const bringBack = async () => {
      try {
        await this.documents.bringBack(data);
      } catch (error) {
        toastFailure(error);
        return;
      }
      this.games[at] = data;
      this.restart();
    };
    const element = h(
      'div',
      { class: 'game-row' },
      h(
        'button',
        { type: 'button', class: 'game-open', on: { click: () => this.onOpen(data) } },
        h('strong', { text: gameTitle(data) }),
        h('span', { class: 'quiet', text: gameFacts(data) }),
      ),
      iconButton('trash', t('delete'), () => void remove()),
    );
    return element;
  }
}

/** The games that are kept, as a view of its own. */
export function gamesPage(documents: Documents, onOpen: (data: DocumentData) => void): HTMLElement {
  const page = new GamesPage(documents, onOpen);
  void page.open();
  return page.element;
}
