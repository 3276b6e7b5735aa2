// The motifs of puzzles, by the names that public collections have for them.

import { isThai, t } from '../i18n';
import type { GameName } from '../protocol';
import { h } from '../ui/dom';

const THEMES: Record<string, [english: string, thai: string]> = {
  mateIn1: ['mate in 1', 'รุกจนใน 1 ตา'],
  mateIn2: ['mate in 2', 'รุกจนใน 2 ตา'],
  mateIn3: ['mate in 3', 'รุกจนใน 3 ตา'],
  mateIn4: ['mate in 4', 'รุกจนใน 4 ตา'],
  mate: ['mate', 'รุกจน'],
  backRankMate: ['mate on the back rank', 'รุกจนแถวหลัง'],
  fork: ['fork', 'จับสอง'],
  pin: ['pin', 'ตรึง'],
  skewer: ['skewer', 'เสียบ'],
  discoveredAttack: ['discovered attack', 'เปิดโจมตี'],
  doubleCheck: ['double check', 'รุกสองทาง'],
  capturingDefender: ['capture of a guard', 'กินตัวคุ้ม'],
  overloading: ['overloaded guard', 'ตัวคุ้มรับงานเกิน'],
  trappedPiece: ['trapped man', 'หมากจนมุม'],
  hangingPiece: ['loose man', 'หมากลอย'],
  sacrifice: ['sacrifice', 'ยอมเสียหมาก'],
  promotion: ['promotion', 'หงายเบี้ย'],
  crushing: ['decisive', 'ตัดสินเกม'],
  advantage: ['advantage', 'ได้เปรียบ'],
  equality: ['defence', 'ตั้งรับ'],
  opening: ['opening', 'เปิดเกม'],
  middlegame: ['middle game', 'กลางเกม'],
  endgame: ['endgame', 'ปลายเกม'],
};

/** The name of a motif; nothing for one without a name here. */
export function themeText(theme: string): string {
  return THEMES[theme]?.[isThai() ? 1 : 0] ?? '';
}

/** A list of motifs to choose from. */
export function themeChoice(variant: GameName): HTMLSelectElement {
  const label = t('motif');
  const option = (value: string, text: string) => h('option', { value, text });
  const select = h(
    'select',
    { class: 'field', name: `theme-${variant}`, 'aria-label': label },
    option('', t('anyTheme')),
    ...Object.keys(THEMES).map((theme) => option(theme, themeText(theme))),
  );
  return select;
}
