// The boards that can be chosen, drawn for Erawan: two colours for chess, and
// one wood or stone with lines for Makruk.

export interface BoardLook {
  light: string;
  dark: string;
  /** Coordinates on light and on dark squares. */
  onLight: string;
  onDark: string;
  /** Makruk: the ground, its darker streaks, and the lines. */
  ground: string;
  grain: string;
  line: string;
}

const WOOD = { ground: '#dfb67e', grain: '#d3a567', line: '#6a421b' };

export const BOARDS = {
  jade: { light: '#e9e7d6', dark: '#7c9c8a', onLight: '#4f6e5d', onDark: '#f4f3e8', ...WOOD },
  teak: { light: '#eed9b6', dark: '#b78a5e', onLight: '#805730', onDark: '#fbf1de', ...WOOD },
  slate: {
    light: '#dfe3e8',
    dark: '#8194a8',
    onLight: '#54687c',
    onDark: '#f6f9fc',
    ground: '#c9ced4',
    grain: '#b9c0c8',
    line: '#4d5a66',
  },
  lagoon: {
    light: '#e3eef0',
    dark: '#5f9aa8',
    onLight: '#3b707d',
    onDark: '#eefafc',
    ground: '#c6dcd8',
    grain: '#b3cfca',
    line: '#39625c',
  },
  rosewood: {
    light: '#e8cdb0',
    dark: '#9a5b45',
    onLight: '#82452f',
    onDark: '#f7e6d4',
    ground: '#c98e68',
    grain: '#b97c57',
    line: '#54291a',
  },
  orchid: {
    light: '#ece6f0',
    dark: '#9a86b4',
    onLight: '#685385',
    onDark: '#faf6fd',
    ground: '#e0d2da',
    grain: '#d3c2cd',
    line: '#6a4a62',
  },
  paper: {
    light: '#fbfaf6',
    dark: '#c9c5ba',
    onLight: '#6a665b',
    onDark: '#4f4b42',
    ground: '#f3efe2',
    grain: '#eae4d3',
    line: '#6d6552',
  },
} satisfies Record<string, BoardLook>;

export type BoardName = keyof typeof BOARDS;

export const BOARD_NAMES = Object.keys(BOARDS) as BoardName[];

/** The look of a board; of a name that is not known, the first. */
export function boardLook(name: string): BoardLook {
  return BOARDS[name as BoardName] ?? BOARDS.jade;
}

/** Gives the page the colours of a board. */
export function showBoard(root: HTMLElement, name: string): void {
  for (const [part, colour] of Object.entries(boardLook(name))) root.style.setProperty(`--board-${part}`, colour);
}
