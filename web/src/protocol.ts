// The messages between page and server. The types are made from the server's.

import type { Answer } from './generated/protocol';

export * from './generated/protocol';

/** The answer of a kind. */
export type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>;

export type Hello = AnswerOf<'hello'>;
