// How long the engine takes for a move when there is a clock. A weakened engine
// knows its move at once; a person would not.

export interface Situation {
  /** How strong it plays; nothing for full strength. */
  elo: number | null;
  /** Milliseconds on its clock, and added with each move. */
  left: number;
  increment: number;
  /** Moves of both sides so far. */
  ply: number;
  /** How many moves there are to choose from. */
  choices: number;
  /** True if it takes back on the square where it has lost a man. */
  retakes: boolean;
}

/** The longest that anybody is kept waiting. */
const LONGEST = 25_000;

/** Of the time there is, beginners use less than masters. */
function share(elo: number): number {
  const at = Math.min(1, Math.max(0, (elo - 500) / 2000));
  return 0.5 + 0.5 * at;
}

/** What is known by heart, forced or plain to see goes quickly. */
function weight({ ply, choices, retakes }: Situation): number {
  if (choices <= 1) return 0.08;
  if (ply < 6) return 0.15;
  if (retakes) return 0.35;
  return ply < 16 ? 0.6 : 1;
}

/** Milliseconds to take in all, what the search took included. At full strength
 * the engine divides its time itself. `random` is from 0 to 1. */
export function thinkingTime(situation: Situation, random: number): number {
  const { elo, left, increment } = situation;
  if (elo === null) return 0;
  const usual = left / 40 + increment * 0.8;
  // Most moves are quick, some take long.
  const spread = 0.45 + 1.6 * random * random;
  const wanted = usual * share(elo) * weight(situation) * spread;
  return Math.min(wanted, LONGEST, left * (left < 15_000 ? 0.04 : 0.1));
}
