// What is written about the move on the board: glyphs, a comment, and the
// place of its line in the tree.

import type { GameDocument } from '../game/document';
import { t } from '../i18n';
import type { Table } from '../table';
import { h, iconButton } from '../ui/dom';
import { GLYPHS } from '../ui/format';
import { typedInput } from '../ui/typed-input';

export class Notes {
  readonly element = h('div', { class: 'notes' });

  constructor(
    private table: Table,
    /** The tree has changed. */
    private onChange: () => void,
  ) {}

  /** Shows a node. A comment that is being written is left alone. */
  paint(document: GameDocument): void {
    const node = document.tree.get(document.current);
    const { element } = this;
    if (element.contains(window.document.activeElement) && element.dataset.node === String(node.id)) return;
    element.dataset.node = String(node.id);
    const comment = h('input', { type: 'text', class: 'field', placeholder: t('comment'), 'aria-label': t('comment') });
    comment.value = node.comment;
    comment.addEventListener('input', () => {
      node.comment = comment.value;
      this.save(document);
    });
    const typing = window.document.activeElement?.id === 'typed-move';
    const typed = typedInput(this.table);
    element.replaceChildren(this.buttons(document), h('div', { class: 'inline' }, comment, typed));
    if (typing) typed.querySelector('input')?.focus({ preventScroll: true });
  }

  private save(document: GameDocument): void {
    this.table.documents.save(document);
    this.onChange();
  }

  private buttons(document: GameDocument): HTMLElement {
    const node = document.tree.get(document.current);
    const row = h('div', { class: 'glyph-row' });
    if (node.id === 0) return row;
    for (const [glyph, text] of GLYPHS) {
      const on = node.glyphs.includes(glyph);
      const toggle = () => {
        node.glyphs = on ? node.glyphs.filter((n) => n !== glyph) : [...node.glyphs.filter((n) => n > 6), glyph];
        this.save(document);
        this.paint(document);
      };
      row.append(
        h('button', {
          type: 'button',
          class: `button small glyph-button g${glyph}`,
          text,
          'aria-pressed': String(on),
          on: { click: toggle },
        }),
      );
    }
    row.append(h('span', { class: 'grow' }));
    if (!document.tree.isMainline(node.id)) {
      row.append(
        iconButton('up', t('promote'), () => {
          document.tree.promote(node.id);
          this.save(document);
          this.paint(document);
        }),
      );
    }
    row.append(
      iconButton('trash', t('remove'), () => {
        document.tree.remove(node.id);
        void this.table.show(node.parent);
      }),
    );
    return row;
  }
}
