// The dialog for what the user may choose: language, colours, pieces, sound.

import { BOARD_NAMES, type BoardName, boardLook } from '../board/boards';
import { isSite } from '../build';
import { ADD_COMMAND, type Engines } from '../engines';
import { t, type Word } from '../i18n';
import type { SettingsStore } from '../settings';
import { choices, openDialog } from '../ui/dialog';
import { h } from '../ui/dom';

/** Choices that are called by their own word. */
function named<T extends Word>(...words: T[]): [T, string][] {
  return words.map((word) => [word, t(word)]);
}

function onOff(label: string, on: boolean, set: (on: boolean) => void): HTMLElement {
  const options: ['on' | 'off', string][] = [
    ['on', '✓'],
    ['off', '✕'],
  ];
  return choices(label, options, on ? 'on' : 'off', (choice) => set(choice === 'on'));
}

/** The boards, each with a sample of it. */
function boardChoices(board: BoardName, set: (board: BoardName) => void): HTMLElement {
  const element = choices(t('board'), named(...BOARD_NAMES), board, set, 'boards');
  for (const input of element.querySelectorAll('input')) {
    const { light, dark, ground, line } = boardLook(input.value);
    const sample = h('span', { class: 'board-sample', 'aria-hidden': 'true' });
    const colours = { light, dark, ground, line };
    for (const [part, colour] of Object.entries(colours)) sample.style.setProperty(`--sample-${part}`, colour);
    input.nextElementSibling?.prepend(sample);
  }
  return element;
}

const SMALLEST = 60;

/** How much of the room the board takes. */
function sizeSlider(size: number, set: (size: number) => void): HTMLElement {
  const output = h('output', { text: `${size} %` });
  const limits = { min: String(SMALLEST), max: '100', step: '5' };
  const input = h('input', { type: 'range', ...limits, 'aria-label': t('boardSize'), class: 'board-size' });
  input.value = String(size);
  const show = () => {
    output.textContent = `${input.value} %`;
    input.setAttribute('aria-valuetext', output.textContent);
    input.style.setProperty('--part', String((Number(input.value) - SMALLEST) / (100 - SMALLEST)));
  };
  show();
  input.addEventListener('input', () => {
    show();
    set(Number(input.value));
  });
  return h('label', { class: 'range-row' }, h('span', { text: t('boardSize') }), output, input);
}

/** The other engines; without any, how one is added. */
function engineList({ list, trouble }: Engines): HTMLElement {
  const [before, after] = t('otherEnginesNone').split('{command}');
  const content = list.map(({ name, title }) =>
    h('li', {}, h('strong', { text: name }), title ? h('span', { class: 'quiet', text: title }) : null),
  );
  const hint = h('p', { class: 'quiet engine-hint' }, before ?? '', h('code', { text: ADD_COMMAND }), after ?? '');
  return h(
    'fieldset',
    { class: 'field-group' },
    h('legend', { text: t('otherEngines') }),
    trouble ? h('p', { class: 'quiet', text: trouble }) : null,
    list.length ? h('ul', { class: 'engine-list' }, ...content) : hint,
  );
}

/** `onLanguage` is called when the page must be built anew. */
export function openSettings(store: SettingsStore, engines: Engines, onLanguage: () => void): void {
  const { effort, language, theme, board, boardSize, pieceSet, chessSet, coordinates, sound } = store.value;
  const languages: ['en' | 'th', string][] = [
    ['en', 'English'],
    ['th', 'ไทย'],
  ];
  const sets: ['thai' | 'western' | 'letters', string][] = [
    ['thai', t('thaiSet')],
    ['western', t('westernSet')],
    ['letters', t('lettersSet')],
  ];
  const chessSets: ['classic' | 'plain' | 'letters', string][] = [
    ['classic', t('classicSet')],
    ['plain', t('plainSet')],
    ['letters', t('lettersSet')],
  ];
  openDialog(
    t('settings'),
    h(
      'div',
      { class: 'settings' },
      choices(t('language'), languages, language, (value) => {
        store.set({ language: value });
        onLanguage();
      }),
      choices(t('theme'), named('system', 'dark', 'light'), theme, (value) => store.set({ theme: value })),
      boardChoices(board, (value) => store.set({ board: value })),
      sizeSlider(boardSize, (value) => store.set({ boardSize: value })),
      choices(t('chessPieces'), chessSets, chessSet, (value) => store.set({ chessSet: value })),
      choices(t('pieces'), sets, pieceSet, (value) => store.set({ pieceSet: value })),
      choices(t('effort'), named('quick', 'standard', 'deep'), effort, (value) => store.set({ effort: value })),
      onOff(t('coordinates'), coordinates, (value) => store.set({ coordinates: value })),
      onOff(t('sound'), sound, (value) => store.set({ sound: value })),
      isSite ? null : engineList(engines),
    ),
  );
}
