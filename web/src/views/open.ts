// What is put on the board for analysis: a new game, or one from a text.

import { allGames } from '../games';
import { t } from '../i18n';
import type { GameName, GameRecord } from '../protocol';
import { openDialog } from '../ui/dialog';
import { h } from '../ui/dom';

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

/** Asks for a text. `onText` says whether it could be used. */
export function askText(onText: (text: string) => Promise<boolean>): void {
  const area = h('textarea', { class: 'field mono', rows: '9', spellcheck: 'false', 'aria-label': t('paste') });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void onText(area.value).then((done) => done && close());
  };
  const close = openDialog(
    t('paste'),
    h(
      'form',
      { class: 'paste', on: { submit } },
      h('p', { class: 'quiet', text: t('pasteHint') }),
      area,
      h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'button primary', text: t('open') })),
    ),
  );
}

/** Asks which game of several is meant. */
export function askGame(games: GameRecord[], more: number, onGame: (game: GameRecord) => void): void {
  const rows = games.map((game) => {
    const tags = new Map(game.tags);
    const open = () => {
      close();
      onGame(game);
    };
    const known = (text: string | undefined) => text && !/^\?/.test(text) && text !== '*';
    return h(
      'button',
      { type: 'button', class: 'game-row', on: { click: open } },
      h('strong', { text: `${tags.get('White') ?? '?'} – ${tags.get('Black') ?? '?'}` }),
      h('span', { class: 'quiet', text: [tags.get('Event'), tags.get('Date'), game.result].filter(known).join(' · ') }),
    );
  });
  const note = more ? h('p', { class: 'quiet', text: `${more} ${t('moreGames')}` }) : null;
  const close = openDialog(t('chooseGame'), h('div', { class: 'game-list scroll' }, ...rows, note));
}
