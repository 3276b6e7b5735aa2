// Squares on the screen.

import type { Color } from '../protocol';

export const FILES = 'abcdefgh';

/** Column and row on the screen, from the top left. */
export function place(square: string, orientation: Color): [number, number] {
  const file = FILES.indexOf(square.charAt(0));
  const rank = Number(square.charAt(1)) - 1;
  return orientation === 'w' ? [file, 7 - rank] : [7 - file, rank];
}

export function squareAt(column: number, row: number, orientation: Color): string | null {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  const [file, rank] = orientation === 'w' ? [column, 7 - row] : [7 - column, row];
  return FILES.charAt(file) + String(rank + 1);
}

export function isDark(square: string): boolean {
  return (FILES.indexOf(square.charAt(0)) + Number(square.charAt(1))) % 2 === 1;
}

export const SQUARES: string[] = [...FILES].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));
