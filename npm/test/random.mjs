// Random games that are the same each time for the same seed.

/** A generator of numbers below a bound (xorshift32). */
export function randomOf(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export const seedOfDay = () => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Plays random moves on a game and calls back before each. */
export function playout(game, random, plies, before) {
  for (let ply = 0; ply < plies; ply++) {
    const moves = game.moves();
    before?.(moves);
    if (moves.length === 0 || game.outcome()) return;
    game.move(moves[random(moves.length)]);
  }
}
