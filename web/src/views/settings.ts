// The dialog for what the user may choose: language, colours, pieces, sound.

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

/** `onLanguage` is called when the page must be built anew. */
export function openSettings(store: SettingsStore, onLanguage: () => void): void {
  const { language, theme, board, pieceSet, coordinates, sound } = store.value;
  const languages: ['en' | 'th', string][] = [
    ['en', 'English'],
    ['th', 'ไทย'],
  ];
  const sets: ['thai' | 'western' | 'letters', string][] = [
    ['thai', t('thaiSet')],
    ['western', t('westernSet')],
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
      choices(t('board'), named('jade', 'teak', 'slate'), board, (value) => store.set({ board: value })),
      choices(t('pieces'), sets, pieceSet, (value) => store.set({ pieceSet: value })),
      onOff(t('coordinates'), coordinates, (value) => store.set({ coordinates: value })),
      onOff(t('sound'), sound, (value) => store.set({ sound: value })),
    ),
  );
}
