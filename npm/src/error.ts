/** What is wrong with a FEN, a move, a game on file or an argument. */
export class ErawanError extends Error {
  override name = 'ErawanError';
}
