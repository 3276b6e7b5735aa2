// The pieces as drawings, made for Erawan: the same as in
// crates/notation/src/diagram/shapes.rs, but for the plain set. Each is drawn in a
// square of 100 units.

export interface Shape {
  /** Closed paths, painted one after the other. */
  body: string[];
  /** Lines drawn upon the body. */
  lines: string;
  /** Closed paths filled with the colour of the lines. */
  spots: string;
}

export const PAWN: Shape = {
  body: [
    'M44 46H56C56 60 61 66 67 71C70 74 71 79 71 85H29C29 79 30 74 33 71C39 66 44 60 44 46Z',
    'M36 46C36 42 64 42 64 46C64 50 36 50 36 46Z',
    'M50 17.5A13 13 0 1 1 49.9 17.5Z',
  ],
  lines: 'M33 72C43 69 57 69 67 72',
  spots: '',
};

export const KNIGHT: Shape = {
  body: [
    'M29 85C28 70 46 66 48 51C43 56 38 56 33 62C30 66 25 66 21 61C17 57 19 53 21 49C26 41 27 37 29 30L29 15L38 22L46 14L51 23C70 27 79 50 75 85Z',
  ],
  lines: 'M51 23C66 35 70 55 66 77M48 51C51 47 52 44 52 40',
  spots: 'M33 36C35 32 40 33 40 36C38 39 35 39 33 36ZM24 55A2.2 2.2 0 1 1 23.9 55Z',
};

export const BISHOP: Shape = {
  body: [
    'M41 63H59C60 71 66 73 73 76C75 78 75 81 75 85H25C25 81 25 78 27 76C34 73 40 71 41 63Z',
    'M50 22C65 32 71 45 61 58H39C29 45 35 32 50 22Z',
    'M36 61C36 57 64 57 64 61C64 65 36 65 36 61Z',
    'M50 11A5.5 5.5 0 1 1 49.9 11Z',
  ],
  lines: 'M57 29L48 42M31 76C42 73 58 73 69 76',
  spots: '',
};

export const ROOK: Shape = {
  body: ['M29 19H38V26H46V19H54V26H62V19H71V34L64 42L66 68L73 75V85H27V75L34 68L36 42L29 34Z'],
  lines: 'M36 42H64M34 68H66M29 34H71',
  spots: '',
};

export const QUEEN: Shape = {
  body: [
    'M28 68L17 37L32 50L34 27L44 48L50 23L56 48L66 27L68 50L83 37L72 68Z',
    'M28 68C42 63 58 63 72 68L70 76C58 72 42 72 30 76Z',
    'M30 76C42 72 58 72 70 76L74 85H26Z',
    'M17 29A4.5 4.5 0 1 1 16.9 29Z',
    'M34 19A4.5 4.5 0 1 1 33.9 19Z',
    'M50 14A4.5 4.5 0 1 1 49.9 14Z',
    'M66 19A4.5 4.5 0 1 1 65.9 19Z',
    'M83 29A4.5 4.5 0 1 1 82.9 29Z',
  ],
  lines: '',
  spots: '',
};

export const KING: Shape = {
  body: [
    'M47 9H53V15H59V21H53V29H47V21H41V15H47Z',
    'M50 27C60 30 59 42 50 52C41 42 40 30 50 27Z',
    'M30 68C16 58 13 41 25 36C36 32 46 38 50 54C54 38 64 32 75 36C87 41 84 58 70 68Z',
    'M30 68C42 63 58 63 70 68L69 76C58 72 42 72 31 76Z',
    'M31 76C42 72 58 72 69 76L73 85H27Z',
  ],
  lines: 'M33 62C26 55 23 47 28 43C35 39 43 44 47 60M67 62C74 55 77 47 72 43C65 39 57 44 53 60',
  spots: '',
};

export const KHUN: Shape = {
  body: [
    'M24 85C24 80 25 77 28 76H72C75 77 76 80 76 85Z',
    'M30 76C30 72 31 69 34 68H66C69 69 70 72 70 76Z',
    'M35 68C39 62 40 56 40 51H60C60 56 61 62 65 68Z',
    'M37 51C37 47 38 45 40 44H60C62 45 63 47 63 51Z',
    'M40 44C40 40 41 38 43 37H57C59 38 60 40 60 44Z',
    'M43 37C43 33 44 31 46 30H54C56 31 57 33 57 37Z',
    'M46 30C47 24 48 19 50 10C52 19 53 24 54 30Z',
  ],
  lines: 'M39 60C46 62 54 62 61 60',
  spots: '',
};

export const MET: Shape = {
  body: [
    'M26 85C26 80 27 77 30 76H70C73 77 74 80 74 85Z',
    'M33 76C38 70 39 63 39 56H61C61 63 62 70 67 76Z',
    'M35 56C35 52 36 49 39 48H61C64 49 65 52 65 56Z',
    'M39 48C41 39 46 36 50 22C54 36 59 39 61 48Z',
  ],
  lines: 'M38 67C46 69 54 69 62 67',
  spots: '',
};

export const KHON: Shape = {
  body: [
    'M25 85C25 80 26 77 29 76H71C74 77 75 80 75 85Z',
    'M29 76C35 69 33 61 34 53C35 42 42 37 50 37C58 37 65 42 66 53C67 61 65 69 71 76Z',
    'M44 37C43 31 45 28 50 19C55 28 57 31 56 37Z',
  ],
  lines: 'M34 54C44 58 56 58 66 54M33 64C43 68 57 68 67 64',
  spots: '',
};

export const MA: Shape = {
  body: [
    'M27 85C27 80 28 77 31 76H71C74 77 75 80 75 85Z',
    'M34 76C35 67 46 63 47 53C42 57 37 57 32 61C28 63 24 61 22 57C20 53 22 50 24 47C28 41 29 36 31 31C33 26 36 24 40 23C42 19 45 15 51 12C50 16 51 19 53 22C68 29 75 52 68 76Z',
  ],
  lines: 'M53 22C51 33 63 34 61 45C59 53 67 58 62 70M47 53C49 50 50 47 50 44',
  spots: 'M34 38C36 34 41 35 41 38C39 41 36 41 34 38ZM26 52A2.2 2.2 0 1 1 25.9 52Z',
};

export const RUA: Shape = {
  body: [
    'M22 85C22 80 23 77 27 76H73C77 77 78 80 78 85Z',
    'M29 76C33 69 33 62 29 55H71C67 62 67 69 71 76Z',
    'M23 55C21 50 21 46 23 42H77C79 46 79 50 77 55Z',
    'M30 42C34 36 42 34 50 34C58 34 66 36 70 42Z',
  ],
  lines: 'M23 48.5H77',
  spots: '',
};

export const BIA: Shape = {
  body: ['M23 73C21 54 34 42 50 42C66 42 79 54 77 73C77 79 23 79 23 73Z'],
  lines: 'M31 67C31 56 39 50 49 50',
  spots: '',
};

export const PROMOTED_BIA: Shape = {
  body: ['M50 22C68 22 78 36 78 53C78 70 68 84 50 84C32 84 22 70 22 53C22 36 32 22 50 22Z'],
  lines:
    'M50 31C43 41 43 65 50 75C57 65 57 41 50 31M46 38L38 34M45 45.5L35 44M44.5 53H33M45 60.5L35 62M46 68L38 72M54 38L62 34M55 45.5L65 44M55.5 53H67M55 60.5L65 62M54 68L62 72',
  spots: '',
};

// The plain set: few lines, for small boards and quick eyes.

export const PLAIN_PAWN: Shape = {
  body: [
    'M50 27A13.5 13.5 0 0 1 58.500 51C60 62 64 70 71 76V85H29V76C36 70 40 62 41.500 51A13.500 13.500 0 0 1 50 27Z',
  ],
  lines: '',
  spots: '',
};

export const PLAIN_KNIGHT: Shape = {
  body: ['M30 85V76C42 68 47 62 47 54L35 62C30 64 25 62 22 57L20 53L32 33V18L46 25C66 28 76 44 75 76V85Z'],
  lines: '',
  spots: 'M37 37H43V42H37Z',
};

export const PLAIN_BISHOP: Shape = {
  body: ['M50 13L66 36C69 46 65 55 58 60C60 69 65 73 73 77V85H27V77C35 73 40 69 42 60C35 55 31 46 34 36Z'],
  lines: 'M58 28L47 43',
  spots: '',
};

export const PLAIN_ROOK: Shape = {
  body: ['M28 20H39V29H45V20H55V29H61V20H72V40H65L67 75H74V85H26V75H33L35 40H28Z'],
  lines: '',
  spots: '',
};

export const PLAIN_QUEEN: Shape = {
  body: ['M16 30L33 48L35 20L50 44L65 20L67 48L84 30L72 74V85H28V74Z'],
  lines: 'M30 73H70',
  spots: '',
};

export const PLAIN_KING: Shape = {
  body: [
    'M46 10H54V18H62V26H54V35C66 29 84 35 81 51C79 61 74 67 72 74V85H28V74C26 67 21 61 19 51C16 35 34 29 46 35V26H38V18H46Z',
  ],
  lines: 'M30 73H70',
  spots: '',
};
