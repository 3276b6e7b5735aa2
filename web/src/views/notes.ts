// What is written about the move on the board: glyphs, a comment, drawings,
// and the place of its line in the tree.

import { commentText, shapesOf, withShapes, withText } from '../game/commands';
import type { GameDocument } from '../game/document';
import { fill, t } from '../i18n';
import type { Table } from '../table';
import { h, iconButton, toast } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { GLYPHS, POSITION_GLYPHS } from '../ui/format';

/** What is done to a game from outside the notes. */
export interface Changes {
  /** The tree has changed; changes of one kind that follow each other are one. */
  onChange: (kind?: string) => void;
  undo: () => void;
  redo: () => void;
  may: () => { undo: boolean; redo: boolean };
}

export class Notes {
  readonly element = h('div', { class: 'notes' });
  private rows = h('div', { class: 'glyph-rows' });
  private comment = h('textarea', { class: 'field comment-field', rows: '2' });
  private node = -1;

  constructor(
    private table: Table,
    private changes: Changes,
  ) {
    this.comment.addEventListener('input', () => this.write());
    this.element.append(this.rows, this.comment);
  }

  /** Shows a node. */
  paint(document: GameDocument): void {
    const node = document.tree.get(document.current);
    const text = commentText(node.comment);
    // What is being written is left alone, whatever spaces it ends with.
    const writes = this.node === node.id && window.document.activeElement === this.comment;
    if (!writes || commentText(this.comment.value) !== text) this.comment.value = text;
    this.node = node.id;
    this.comment.placeholder = t('comment');
    this.comment.setAttribute('aria-label', t('comment'));
    this.paintButtons(document);
  }

  private write(): void {
    const { document } = this.table;
    if (!document || document.current !== this.node) return;
    const node = document.tree.get(this.node);
    node.comment = withText(node.comment, this.comment.value);
    this.save(document, `comment ${node.id}`);
  }

  private save(document: GameDocument, kind?: string): void {
    this.table.documents.save(document);
    this.changes.onChange(kind);
    this.paintButtons(document);
  }

  private paintButtons(document: GameDocument): void {
    keepFocus(this.rows, () => this.rows.replaceChildren(...this.buttons(document)));
  }

  private buttons(document: GameDocument): HTMLElement[] {
    const node = document.tree.get(document.current);
    const may = this.changes.may();
    const edit = h('div', { class: 'glyph-row' });
    const add = (name: string, icon: string, label: string, act: () => void, disabled = false) => {
      const button = iconButton(icon, label, act, { disabled });
      button.dataset.button = name;
      edit.append(button);
    };
    if (node.id !== 0) edit.append(this.glyphs(document, GLYPHS, (glyph) => glyph <= 6, t('moveGlyphs')));
    edit.append(h('span', { class: 'grow' }));
    add('undo', 'undo', `${t('undo')} (Ctrl Z)`, () => this.changes.undo(), !may.undo);
    add('redo', 'redo', `${t('redo')} (Ctrl Y)`, () => this.changes.redo(), !may.redo);
    if (node.id === 0) return [edit];
    const place = h('div', { class: 'glyph-row' });
    place.append(
      this.glyphs(
        document,
        POSITION_GLYPHS,
        (glyph) => POSITION_GLYPHS.some(([n]) => n === glyph),
        t('positionGlyphs'),
      ),
      h('span', { class: 'grow' }),
      ...this.lineButtons(document),
    );
    return [edit, place];
  }

  private lineButtons(document: GameDocument): HTMLElement[] {
    const node = document.tree.get(document.current);
    const found: HTMLElement[] = [];
    const add = (name: string, icon: string, label: string, act: () => void) => {
      const button = iconButton(icon, label, act);
      button.dataset.button = name;
      found.push(button);
    };
    if (shapesOf(node.comment).length) {
      add('erase', 'erase', t('erase'), () => {
        node.comment = withShapes(node.comment, []);
        this.save(document);
        this.table.paint();
      });
    }
    if (!document.tree.isMainline(node.id)) {
      add('promote', 'up', t('promote'), () => {
        document.tree.promote(node.id);
        this.save(document);
      });
    }
    add('remove', 'trash', t('remove'), () => {
      document.tree.remove(node.id);
      const left = JSON.stringify(document.tree.toData());
      // Only as long as nothing else has been done, and no other game has come.
      const isSame = () => this.table.document === document && left === JSON.stringify(document.tree.toData());
      const undo = () => isSame() && this.changes.undo();
      toast(fill('movesDeleted', { move: node.san }), 'plain', 10_000, [[t('undo'), undo]]);
      void this.table.show(node.parent);
    });
    return found;
  }

  /** A row of glyphs of which a node has one or none. */
  private glyphs(
    document: GameDocument,
    list: [number, string][],
    isOne: (glyph: number) => boolean,
    label: string,
  ): HTMLElement {
    const node = document.tree.get(document.current);
    const row = h('div', { class: 'glyph-group', role: 'group', 'aria-label': label });
    for (const [glyph, text] of list) {
      const on = node.glyphs.includes(glyph);
      const toggle = () => {
        const others = node.glyphs.filter((n) => !isOne(n));
        // A judgement of the move stands before that of the position.
        node.glyphs = on ? others : [...others, glyph].sort((a, b) => Number(a > 6) - Number(b > 6));
        this.save(document);
        this.table.paint();
      };
      row.append(
        h('button', {
          type: 'button',
          class: `button small glyph-button g${glyph}`,
          text,
          'aria-pressed': String(on),
          data: { button: `glyph-${glyph}` },
          on: { click: toggle },
        }),
      );
    }
    return row;
  }
}
