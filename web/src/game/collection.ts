// A file with many games. It is split here, so that it may be of any size, and
// each game is read by the server only when it is opened.

/** A game of a collection: its tags, and where it stands in the text. */
export interface CollectedGame {
  tags: Map<string, string>;
  start: number;
  end: number;
}

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;

/** Whether a comment in braces is open after a line of moves. */
function isOpenAfter(line: string, open: boolean): boolean {
  let at = 0;
  for (;;) {
    if (open) {
      const close = line.indexOf('}', at);
      if (close < 0) return true;
      at = close + 1;
      open = false;
    }
    const brace = line.indexOf('{', at);
    if (brace < 0) return false;
    const rest = line.indexOf(';', at);
    // What follows a semicolon is a comment too.
    if (rest >= 0 && rest < brace) return false;
    at = brace + 1;
    open = true;
  }
}

/** The games of a text, by the tags that each begins with. A text without tags
 * is one game, whatever is in it. */
export function splitGames(text: string): CollectedGame[] {
  const games: CollectedGame[] = [];
  let game: CollectedGame = { tags: new Map(), start: 0, end: text.length };
  let hasMoves = false;
  let inComment = false;
  let afterBlank = true;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, next);
    // A comment that nobody has closed ends with its game at the latest.
    const tag = !inComment || (afterBlank && /^\[Event\s/.test(line)) ? TAG.exec(line) : null;
    if (tag) {
      if (hasMoves) {
        games.push({ ...game, end: at });
        game = { tags: new Map(), start: at, end: text.length };
        hasMoves = false;
      }
      inComment = false;
      game.tags.set(tag[1] ?? '', (tag[2] ?? '').replace(/\\(.)/g, '$1'));
    } else if (line.trim()) {
      hasMoves = true;
      inComment = isOpenAfter(line, inComment);
    }
    afterBlank = !line.trim();
    at = next;
  }
  if (hasMoves || game.tags.size) games.push(game);
  return games;
}

/** What a search looks through: everything that the tags say. */
function words(game: CollectedGame): string {
  return [...game.tags.values()].join('\n').toLowerCase();
}

/** The games that have all words of a search in their tags. */
export function searchGames(games: CollectedGame[], search: string): CollectedGame[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return games;
  return games.filter((game) => {
    const found = words(game);
    return wanted.every((word) => found.includes(word));
  });
}

/** The text of a file: UTF-8, or what older programs write. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
