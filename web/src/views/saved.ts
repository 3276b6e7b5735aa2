// What becomes of games that cannot be saved or opened.

import { download } from '../board/picture';
import { isLost } from '../connection';
import { type DocumentData, GameDocument } from '../game/document';
import type { Documents, Listener, Trouble } from '../game/documents';
import { writePgn } from '../game/pgn';
import { fill, reasonText, t } from '../i18n';
import type { Table } from '../table';
import { clearNotice, notice, toast, toastFailure } from '../ui/dom';
import { cannotLoad, gameTitle } from './games-page';
import { fileName } from './share';

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
  const named = /[^?]/.test(new Map(data.tags).get('White') ?? '') ? gameTitle(data) : t('thisGame');
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
  isShown: (id: string) => boolean,
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
    // Of a game that is not on the board there is nothing to say.
    onRemoved: (id) => {
      if (isShown(id)) toast(t('removedElsewhere'), 'bad', 8000);
    },
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
