// A game and its board for others: FEN, PGN, pictures.

import type { Arrow } from '../board/arrows';
import { download, type PictureOptions, picture, png, svgText } from '../board/picture';
import { lookOf } from '../board/pieces';
import { exportRecord, type GameDocument } from '../game/document';
import { writePgn } from '../game/pgn';
import { gameOf } from '../games';
import { squareName, t } from '../i18n';
import type { GameRecord, PositionReply } from '../protocol';
import type { Table } from '../table';
import { openDialog } from '../ui/dialog';
import { announce, h, iconButton, toast, toastFailure } from '../ui/dom';

export function pictureOptions(table: Table, info: PositionReply, arrows: Arrow[]): PictureOptions {
  return {
    game: table.game,
    fen: info.fen,
    orientation: table.document?.data.orientation ?? 'w',
    pieceSet: lookOf(table.game, table.settings.value),
    board: table.settings.value.board,
    last: info.last,
    arrows,
    squareName: table.settings.value.coordinates ? (square) => squareName(square, table.game) : undefined,
  };
}

/** The game as the server takes it. */
export async function recordOf(table: Table, document: GameDocument): Promise<GameRecord> {
  const { start } = document.tree;
  const root = await table.describe({ ...start, moves: [] });
  const plain = !start.fen && gameOf(start.variant).data.starts === null;
  return exportRecord(document, plain ? '' : root.fen);
}

/** The game as PGN: from the server, or if it cannot, by the page itself. */
export async function pgnOf(table: Table, document: GameDocument): Promise<string> {
  try {
    const game = await recordOf(table, document);
    return (await table.connection.ask({ type: 'write', game }, 'pgn')).text;
  } catch {
    return writePgn(document);
  }
}

function copied(): void {
  toast(t('copied'), 'plain', 1500);
  announce(t('copied'));
}

/** Does something that may fail, and says so if it does. */
function attempt(work: Promise<unknown>, done: () => void = copied): void {
  work.then(done, toastFailure);
}

export function fileName(ending: string): string {
  return `erawan-${new Date().toISOString().slice(0, 10)}.${ending}`;
}

/** The row with the FEN. */
export function fenRow(info: PositionReply): HTMLElement {
  const select = (event: FocusEvent) => (event.target as HTMLInputElement).select();
  const fen = h('input', {
    type: 'text',
    class: 'field mono',
    readonly: 'true',
    'aria-label': 'FEN',
    on: { focus: select },
  });
  fen.value = info.fen;
  const copy = () => attempt(navigator.clipboard.writeText(info.fen));
  return h('div', { class: 'inline' }, fen, iconButton('copy', t('copyFen'), copy));
}

export function copyPgn(table: Table, document: GameDocument): void {
  attempt(pgnOf(table, document).then((text) => navigator.clipboard.writeText(text)));
}

/** The dialog with the board as a picture, and the game as a file. */
export function openShare(table: Table, document: GameDocument, info: PositionReply, arrows: Arrow[]): void {
  const options = pictureOptions(table, info, arrows);
  const view = h('div', { class: 'share-picture', role: 'img', 'aria-label': t('picture') });
  view.append(picture(options));
  const svg = () => svgText(options);
  // The browser waits for the picture itself, so that the copy counts as the
  // answer to this click.
  const copyPng = () => attempt(navigator.clipboard.write([new ClipboardItem({ 'image/png': png(options) })]));
  const save = (content: Promise<Blob>, ending: string) =>
    attempt(
      content.then((blob) => download(blob, fileName(ending))),
      () => undefined,
    );
  const pgnBlob = async () => new Blob([await pgnOf(table, document)], { type: 'application/x-chess-pgn' });
  const row = (name: string, onCopy: () => void, onSave?: () => void) =>
    h(
      'div',
      { class: 'share-row' },
      h('strong', { text: name }),
      iconButton('copy', t('copy'), onCopy, { shown: true, title: `${t('copy')} ${name}` }),
      onSave ? iconButton('save', t('save'), onSave, { shown: true, title: `${t('save')} ${name}` }) : null,
    );
  openDialog(
    t('share'),
    h(
      'div',
      { class: 'share-dialog' },
      view,
      h(
        'div',
        { class: 'share-rows' },
        row('PNG', copyPng, () => save(png(options), 'png')),
        row(
          'SVG',
          () => attempt(navigator.clipboard.writeText(svg())),
          () => download(new Blob([svg()], { type: 'image/svg+xml' }), fileName('svg')),
        ),
        row(
          'PGN',
          () => copyPgn(table, document),
          () => save(pgnBlob(), 'pgn'),
        ),
        row('FEN', () => attempt(navigator.clipboard.writeText(info.fen))),
      ),
    ),
  );
}
