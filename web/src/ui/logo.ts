// Erawan's mark: an elephant's head with three tusked trunks, in one line.

import { s } from './dom';

export function logo(): SVGElement {
  const svg = s('svg', { viewBox: '0 0 48 48', class: 'logo', 'aria-hidden': 'true' });
  svg.append(
    s('path', { class: 'logo-crown', d: 'M24 3l3 6 5-3-1.5 7h-13L16 6l5 3z' }),
    s('path', {
      class: 'logo-ears',
      d: 'M16.5 15C9 12 3.5 16 4 23c.4 6 5 9.500 10 8zM31.500 15C39 12 44.500 16 44 23c-.4 6-5 9.500-10 8z',
    }),
    s('path', {
      class: 'logo-head',
      d: 'M24 13c-6 0-9.500 4-9.500 10 0 4 1.500 6.500 4 8 1.500 1 2 2.500 2 5v5c0 5 7 5 7 1.500 0-2-2.500-2-2.500-.5 0-3 .2-4 .8-6 .4-2 .4-3 1.700-4.500 3.500-1.500 6-4 6-8.500 0-6-3.500-10-9.500-10z',
    }),
    s('path', {
      class: 'logo-tusk',
      d: 'M17 31.500c-1.500 4-4 6-7.500 6.500 4 1.500 8.500 0 10.300-5M31 31.500c1.500 4 4 6 7.500 6.500-4 1.500-8.500 0-10.300-5',
    }),
    s('path', { class: 'logo-eye', d: 'M19 23.500h1.800M27.200 23.500H29' }),
  );
  return svg;
}
