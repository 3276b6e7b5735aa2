// Dialogs, with the browser's own focus and Escape.

import { t } from '../i18n';
import { h, houseNotices, iconButton } from './dom';
import { rememberFocus } from './focus';

/** Takes a dialog away; notices that are in it stay. */
function dismiss(dialog: HTMLDialogElement): void {
  if (dialog.querySelector('#toasts')) houseNotices(document.body);
  dialog.remove();
}

export function openDialog(title: string, content: HTMLElement, className = ''): () => void {
  for (const other of document.querySelectorAll('dialog')) dismiss(other);
  const giveBack = rememberFocus();
  const dialog = h(
    'dialog',
    { class: className, 'aria-label': title },
    h(
      'header',
      {},
      h('h2', { text: title }),
      iconButton('close', t('close'), () => dialog.close()),
    ),
    content,
  );
  dialog.addEventListener('close', () => {
    dismiss(dialog);
    giveBack();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  houseNotices(dialog);
  return () => dialog.close();
}

/** A row of choices, of which one is taken. */
export function choices<T extends string>(
  label: string,
  options: [value: T, text: string, note?: string][],
  chosen: T,
  onChoose: (value: T) => void,
  className = '',
): HTMLElement {
  const name = `choice-${label.replace(/\W/g, '')}-${Math.random().toString(36).slice(2, 7)}`;
  const row = h('div', { class: `choices ${className}`, role: 'radiogroup', 'aria-label': label });
  for (const [value, text, note] of options) {
    const input = h('input', { type: 'radio', name, value, on: { change: () => onChoose(value) } });
    input.checked = value === chosen;
    row.append(
      h(
        'label',
        { class: 'choice' },
        input,
        h('span', { class: 'choice-body' }, h('span', { text }), note ? h('small', { text: note }) : null),
      ),
    );
  }
  return h('fieldset', { class: 'field-group' }, h('legend', { text: label }), row);
}
