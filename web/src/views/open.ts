// What is put on the board for analysis: a new game, or one from a text.

import { type CollectedGame, decodeText, searchGames } from '../game/collection';
import { allGames } from '../games';
import { fill, reasonText, t } from '../i18n';
import type { GameName } from '../protocol';
import { openDialog } from '../ui/dialog';
import { h, toast } from '../ui/dom';
import { megabytes } from '../ui/format';

/** Asks which game to begin with. */
export function askStart(onStart: (variant: GameName) => void): void {
  const cards = allGames().map((game) => {
    const start = () => {
      close();
      onStart(game.name);
    };
    return h(
      'button',
      { type: 'button', class: 'button card', on: { click: start } },
      h('strong', { text: game.title }),
      h('small', { text: game.about }),
    );
  });
  const close = openDialog(t('newGame'), h('div', { class: 'card-row' }, ...cards));
}

/** Asks for a text, or a file. `onText` says whether it could be used. */
export function askText(onText: (text: string, name?: string) => Promise<boolean>): void {
  const area = h('textarea', { class: 'field mono', rows: '9', spellcheck: 'false', 'aria-label': t('paste') });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void onText(area.value).then((done) => done && close());
  };
  const picked = async () => {
    const file = input.files?.[0];
    input.value = '';
    const text = file && (await readFile(file));
    if (file && text !== null && text !== undefined && (await onText(text, file.name))) close();
  };
  const input = h('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-label': t('openFile') });
  input.addEventListener('change', () => void picked());
  const close = openDialog(
    t('paste'),
    h(
      'form',
      { class: 'paste', on: { submit } },
      h('p', { class: 'quiet', text: t('pasteHint') }),
      area,
      input,
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'submit', class: 'button primary', text: t('open') }),
        h('button', { type: 'button', class: 'button', text: t('openFile'), on: { click: () => input.click() } }),
      ),
    ),
  );
}

/** Files larger than a page can hold are refused. */
const MOST_BYTES = 256e6;

/** True if a file is compressed, or larger than the page can hold: only a database
 * takes it. */
export function isForDatabase(file: File): boolean {
  return /\.(gz|zst)$/i.test(file.name) || file.size > MOST_BYTES;
}

/** The text of a file; nothing, and a word about it, if it cannot be had. */
export async function readFile(file: File): Promise<string | null> {
  try {
    if (file.size > MOST_BYTES) {
      throw new Error(fill('textTooLarge', { size: megabytes(file.size), most: megabytes(MOST_BYTES) }));
    }
    return decodeText(await file.arrayBuffer());
  } catch (error) {
    toast(`${file.name}: ${reasonText(error)}`, 'bad', 10_000);
    return null;
  }
}

/** Several games, of which one is to be opened. */
export interface Choice {
  games: CollectedGame[];
  /** How many more there are that could not be read. */
  more: number;
  /** What was looked for last. */
  search: string;
  onGame: (game: CollectedGame) => void;
}

/** How many games are shown at once: more would not be read anyway. */
const MOST_ROWS = 200;

function gameRow({ tags }: CollectedGame, onOpen: () => void): HTMLElement {
  const known = (text: string | undefined) => text && !/^\?/.test(text) && text !== '*';
  const facts = [tags.get('Event'), tags.get('Date'), tags.get('ECO'), tags.get('Result')];
  return h(
    'button',
    { type: 'button', class: 'game-row', on: { click: onOpen } },
    h('strong', { text: `${tags.get('White') ?? '?'} – ${tags.get('Black') ?? '?'}` }),
    h('span', { class: 'quiet', text: facts.filter(known).join(' · ') }),
  );
}

/** Asks which game of several is meant. */
export function askGame(choice: Choice): void {
  const list = h('div', { class: 'game-list scroll', tabindex: '0', role: 'group', 'aria-label': t('chooseGame') });
  const count = h('p', { class: 'quiet', role: 'status' });
  const paint = () => {
    const found = searchGames(choice.games, choice.search);
    const rows = found.slice(0, MOST_ROWS).map((game) =>
      gameRow(game, () => {
        close();
        choice.onGame(game);
      }),
    );
    const all = fill('gamesShown', { shown: rows.length, all: choice.games.length });
    count.textContent = choice.more ? `${all}. ${choice.more} ${t('moreGames')}` : all;
    list.replaceChildren(...rows);
  };
  const search = h('input', {
    type: 'search',
    class: 'field',
    placeholder: t('searchGames'),
    'aria-label': t('searchGames'),
    autofocus: true,
  });
  search.value = choice.search;
  search.addEventListener('input', () => {
    choice.search = search.value;
    paint();
  });
  paint();
  const close = openDialog(t('chooseGame'), h('div', { class: 'collection' }, search, count, list));
}
