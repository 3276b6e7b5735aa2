// The field to type moves into.

import { findMove } from '../game/typed';
import { t } from '../i18n';
import type { Table } from '../table';
import { announce, h, toast } from './dom';

export function typedInput(table: Table): HTMLElement {
  const input = h('input', {
    type: 'text',
    id: 'typed-move',
    class: 'field',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: `${t('typeMove')}: ${table.game.data.castling ? 'Nf3, e2e4, O-O' : 'Nd2, e3e4'}`,
    'aria-label': t('typeMove'),
    enterkeyhint: 'go',
  });
  const form = h('form', { class: 'typed' }, input);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { info, view } = table;
    const text = input.value.trim();
    if (!info || !view || !text) return;
    const mayMove = view.movable(info);
    const move =
      mayMove === 'both' || mayMove === info.turn ? findMove(text, info.moves, table.game.data.promotions) : null;
    if (move) {
      input.value = '';
      input.classList.remove('wrong');
      view.moved(move);
    } else {
      input.classList.add('wrong');
      announce(`${text} ${t('noSuchMove')}`);
      toast(`${text} ${t('noSuchMove')}`, 'bad', 2500);
    }
  });
  input.addEventListener('input', () => input.classList.remove('wrong'));
  return form;
}
