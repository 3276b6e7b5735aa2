// The games that are kept: the list of them, and what becomes of those that
// cannot be saved.

import { download } from '../board/picture';
import { isLost } from '../connection';
import { type DocumentData, GameDocument, VersionError } from '../game/document';
import type { Documents, Listener, Trouble } from '../game/documents';
import { writePgn } from '../game/pgn';
import { Tree } from '../game/tree';
import { gameOf } from '../games';
import { fill, reasonText, t } from '../i18n';
import type { Table } from '../table';
import { clearNotice, h, iconButton, notice, toast, toastFailure } from '../ui/dom';
import { fileName } from './share';

/** The games that are listed. */
const SHOWN = 60;

function title(data: DocumentData): string {
  const tags = new Map(data.tags);
  if (data.play?.both) return t('twoPeople');
  if (data.play) return `${t('you')} – ${t('engine')} ${data.play.elo ?? t('fullStrength')}`;
  return tags.get('White') ? `${tags.get('White') ?? '?'} – ${tags.get('Black') ?? '?'}` : t('analyse');
}

function downloadPgn(document: GameDocument): void {
  try {
    download(new Blob([writePgn(document)], { type: 'application/x-chess-pgn' }), fileName('pgn'));
  } catch (error) {
    toastFailure(error);
  }
}

/** Says what cannot be saved, why, and what can be done. */
function showTrouble(documents: Documents, data: DocumentData, trouble: Trouble | null): void {
  const key = `save ${data.id}`;
  // While the server is away the browser has it, and the page says so.
  if (!trouble || (trouble.kind === 'waiting' && trouble.kept)) {
    clearNotice(key);
    return;
  }
  const named = /[^?]/.test(new Map(data.tags).get('White') ?? '') ? title(data) : t('thisGame');
  const text = fill('notSaved', { game: named, reason: reasonText(trouble.reason) });
  notice(key, `${text} ${t(trouble.kept ? 'keptInBrowser' : 'keptInPage')}`, [
    [t('downloadPgn'), () => downloadPgn(new GameDocument(data))],
    [t('tryAgain'), () => void documents.retry(data.id)],
    [t('close'), () => clearNotice(key)],
  ]);
}

/** What the page does when a game cannot be saved. */
export function saveListener(
  documents: () => Documents,
  onCopy: (id: string, oldId: string) => void,
  onFull: () => void,
  onElsewhere: (data: DocumentData) => void,
): Listener {
  return {
    onTrouble: (data, trouble) => showTrouble(documents(), data, trouble),
    onCopy: (data, oldId) => {
      onCopy(data.id, oldId);
      notice('copy', t('keptBeside'), [[t('close'), () => clearNotice('copy')]]);
    },
    onUnreadable: (id) =>
      notice(`unreadable ${id}`, fill('unreadable', { id }), [[t('close'), () => clearNotice(`unreadable ${id}`)]]),
    onFull: () => {
      onFull();
      toast(t('storeFull'), 'bad', 12_000);
    },
    onElsewhere,
    onRemoved: () => toast(t('removedElsewhere'), 'bad', 8000),
  };
}

/** Reads a game; says so if that fails, unless it is only the connection, after
 * which the page tries again. */
export async function loadOrSay(table: Table, id: string): Promise<GameDocument | null> {
  try {
    return await table.documents.load(id);
  } catch (error) {
    if (isLost(error)) throw error;
    notice('load', cannotLoad(error), [[t('close'), () => clearNotice('load')]]);
    return null;
  }
}

/** Says why a game cannot be opened. */
function cannotLoad(error: unknown): string {
  const reason = error instanceof VersionError ? t('fromLater') : reasonText(error);
  return fill('cannotLoad', { reason });
}

/** The games that are kept, as a view of its own. */
export function gamesPage(documents: Documents, onOpen: (data: DocumentData) => void): HTMLElement {
  const list = h('div', { class: 'game-list' });
  void listGames(documents, list, onOpen);
  return h('section', { class: 'games-page' }, h('h2', { text: t('games') }), list);
}

async function listGames(documents: Documents, list: HTMLElement, open: (data: DocumentData) => void): Promise<void> {
  let names: string[];
  try {
    names = await documents.names();
  } catch (error) {
    toastFailure(error);
    return;
  }
  if (!names.length) list.append(h('p', { class: 'quiet', text: t('noGames') }));
  for (const name of names.slice(0, SHOWN)) {
    try {
      const game = await documents.load(name);
      if (game) list.append(row(documents, game.data, open));
    } catch (error) {
      list.append(h('p', { class: 'quiet', text: cannotLoad(error) }));
      // The others would fail alike.
      if (isLost(error)) return;
    }
  }
  const rest = names.length - SHOWN;
  if (rest > 0) list.append(h('p', { class: 'quiet', text: `${rest} ${t('olderGames')}` }));
}

function row(documents: Documents, data: DocumentData, onOpen: (data: DocumentData) => void): HTMLElement {
  const count = Math.ceil(Tree.fromData(data.tree).mainline().length / 2);
  const when = new Date(data.updated).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const facts = [
    gameOf(data.tree.start.variant).title,
    `${count} ${t(count === 1 ? 'moveOne' : 'moveMany')}`,
    data.result === '*' ? '' : data.result.replace('1/2-1/2', '½–½'),
    when,
  ];
  const remove = () => documents.remove(data.id).then(() => element.remove(), toastFailure);
  const element = h(
    'div',
    { class: 'game-row' },
    h(
      'button',
      { type: 'button', class: 'game-open', on: { click: () => onOpen(data) } },
      h('strong', { text: title(data) }),
      h('span', { class: 'quiet', text: facts.filter(Boolean).join(' · ') }),
    ),
    iconButton('trash', t('delete'), () => void remove()),
  );
  return element;
}
