/*
 * Erawan: chess, Chess960, Makruk, Ouk Chatrang and Makpong for C.
 *
 * Licensed under MIT or Apache-2.0, as you prefer.
 *
 * Every function that can fail returns an ErawanStatus, 0 for success, and
 * leaves what it would have written alone if it fails. erawan_last_error says
 * what was wrong. No function lets a panic out.
 *
 * Ownership: erawan_..._new, _open, _from_... and _clone hand out an object
 * that the caller gives back to the _free of its type, once. NULL may be
 * freed. Texts are written to buffers of the caller's; texts that are
 * returned as const char * belong to the library and are never freed.
 *
 * Threads: different objects may be used from different threads at once, one
 * object only by one at a time. The exceptions are erawan_engine_stop and
 * erawan_engine_clear_stop, which may be called at any time from any thread.
 */

#ifndef ERAWAN_H
#define ERAWAN_H

/* Written by cbindgen from crates/c/src. Do not edit. */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Room for the legal moves of any position.
#define ERAWAN_MAX_MOVES 256

// How a call ended.
enum ErawanStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // As it should.
    ERAWAN_STATUS_OK = 0,
    // A pointer is NULL that must not be, or a number is out of range.
    ERAWAN_STATUS_INVALID_ARGUMENT = 1,
    // A text is not UTF-8.
    ERAWAN_STATUS_INVALID_TEXT = 2,
    // A text is not what it should be: no FEN, no move, no name of a game.
    ERAWAN_STATUS_PARSE = 3,
    // The move is not legal in the position.
    ERAWAN_STATUS_ILLEGAL_MOVE = 4,
    // The buffer has no room for the result; the length says how much it takes.
    ERAWAN_STATUS_BUFFER_TOO_SMALL = 5,
    // A file could not be read, or is no network for the game.
    ERAWAN_STATUS_NETWORK = 6,
    // There is no memory, or there are no threads, for what was asked.
    ERAWAN_STATUS_RESOURCES = 7,
    // The engine is searching.
    ERAWAN_STATUS_BUSY = 8,
    // Something is wrong in the library itself. Free the object and report it.
    ERAWAN_STATUS_PANIC = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ErawanStatus ErawanStatus;
#else
typedef int32_t ErawanStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Which honour is counted.
enum ErawanCountingKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Nothing is counted.
    ERAWAN_COUNTING_KIND_NONE = 0,
    // The board's honour.
    ERAWAN_COUNTING_KIND_BOARD = 1,
    // The pieces' honour: one side has a bare king.
    ERAWAN_COUNTING_KIND_PIECES = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ErawanCountingKind ErawanCountingKind;
#else
typedef int32_t ErawanCountingKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Why a game is over, or may be.
enum ErawanReason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // It is not.
    ERAWAN_REASON_NONE = 0,
    // The king is in check and there is no way out.
    ERAWAN_REASON_CHECKMATE = 1,
    // There is no legal move, and no check.
    ERAWAN_REASON_STALEMATE = 2,
    // Nobody can mate with what is left.
    ERAWAN_REASON_INSUFFICIENT_MATERIAL = 3,
    // The position is on the board for the third time.
    ERAWAN_REASON_THREEFOLD_REPETITION = 4,
    // The position is on the board for the fifth time.
    ERAWAN_REASON_FIVEFOLD_REPETITION = 5,
    // Fifty moves by each side without a capture or pawn move.
    ERAWAN_REASON_FIFTY_MOVES = 6,
    // Seventy-five moves by each side without a capture or pawn move.
    ERAWAN_REASON_SEVENTY_FIVE_MOVES = 7,
    // Makruk: the count went beyond its limit.
    ERAWAN_REASON_COUNTING = 8,
    // Makruk, counted by hand: mate given by the side that was counting.
    ERAWAN_REASON_MATE_WHILE_COUNTING = 9,
    // Makruk, counted by hand: the opponent counts, which offers a draw.
    ERAWAN_REASON_COUNTING_OFFER = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ErawanReason ErawanReason;
#else
typedef int32_t ErawanReason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What a score is measured in.
enum ErawanScoreKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Hundredths of a pawn.
    ERAWAN_SCORE_KIND_CENTIPAWNS = 0,
    // Moves to mate, negative if the side to move is mated.
    ERAWAN_SCORE_KIND_MATE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ErawanScoreKind ErawanScoreKind;
#else
typedef int32_t ErawanScoreKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The games. Functions take and give them as numbers.
enum ErawanVariant
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Chess.
    ERAWAN_VARIANT_CHESS = 0,
    // Chess from one of 960 start positions.
    ERAWAN_VARIANT_CHESS960 = 1,
    // Makruk, Thai chess.
    ERAWAN_VARIANT_MAKRUK = 2,
    // Ouk Chatrang, Cambodian chess.
    ERAWAN_VARIANT_CAMBODIAN = 3,
    // Makruk where a king in check may not run.
    ERAWAN_VARIANT_MAKPONG = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ErawanVariant ErawanVariant;
#else
typedef int32_t ErawanVariant;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The sides.
enum ErawanColor
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The side that moves first.
    ERAWAN_COLOR_WHITE = 0,
    // The other side.
    ERAWAN_COLOR_BLACK = 1,
    // Neither side.
    ERAWAN_COLOR_NONE = -1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ErawanColor ErawanColor;
#else
typedef int32_t ErawanColor;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A player of all games. Engines share nothing.
typedef struct ErawanEngine ErawanEngine;

// A game of any kind. The position on the board is its last one.
typedef struct ErawanGame ErawanGame;

// A network. It never changes, and several engines may use one.
typedef struct ErawanNetwork ErawanNetwork;

// The state of a count.
typedef struct ErawanCounting {
    // Which honour it is.
    ErawanCountingKind kind;
    // The side that counts, an `ErawanColor`; none before its first number.
    int32_t side;
    // The number spoken last.
    uint32_t spoken;
    // The number after which the game is drawn; 0 if nothing is counted.
    uint32_t limit;
} ErawanCounting;

// How a game stands.
typedef struct ErawanOutcome {
    // True if the game is over by the rules.
    bool is_over;
    // The side that has won, an `ErawanColor`; none for a draw.
    int32_t winner;
    // Why it is over.
    ErawanReason reason;
    // The draw that the side to move may claim, if the game is not over.
    ErawanReason claim;
} ErawanOutcome;

// What ends a search. Zeros set no limit: with nothing but zeros a search
// runs until it is stopped.
typedef struct ErawanLimits {
    // Search no deeper.
    uint32_t depth;
    // Look for a mate in this many moves.
    uint32_t mate;
    // Search about this many nodes and no more.
    uint64_t nodes;
    // Think exactly this long.
    uint64_t movetime_ms;
    // What is left on the clock of the side to move.
    uint64_t time_ms;
    // What the clock gains with each move.
    uint64_t increment_ms;
    // Moves to the next time control.
    uint32_t moves_to_go;
    // Report this many lines.
    uint32_t multipv;
} ErawanLimits;

// A line of play that a search reports.
typedef struct ErawanInfo {
    // Plies searched in full.
    uint32_t depth;
    // The deepest ply reached.
    uint32_t seldepth;
    // The number of the line, from 1.
    uint32_t multipv;
    // What the score is measured in.
    ErawanScoreKind score_kind;
    // The score for the side to move.
    int32_t score;
    // The chance to win, in thousandths.
    uint16_t win;
    // The chance to draw, in thousandths.
    uint16_t draw;
    // The chance to lose, in thousandths.
    uint16_t loss;
    // How full the transposition table is, in thousandths.
    uint16_t hashfull;
    // Nodes searched by all threads.
    uint64_t nodes;
    // Time since the search began.
    uint64_t time_ms;
    // The moves of the line. They belong to the library and are there until
    // the callback returns.
    const uint16_t *line;
    // How many moves the line has.
    size_t line_length;
} ErawanInfo;

// Hears of each line that a search reports, in the thread that asked for the
// search. It must return: no exception may leave it, and it must not use the
// engine apart from stopping it. Anything but 0 stops the search.
typedef int32_t (*ErawanOnInfo)(const struct ErawanInfo *info, void *data);

// What a search found.
typedef struct ErawanBest {
    // The move to play; 0 if there is no legal move.
    uint16_t best;
    // The answer that is expected; 0 if none is.
    uint16_t ponder;
    // The depth searched in full.
    uint32_t depth;
    // What the score is measured in.
    ErawanScoreKind score_kind;
    // The score for the side to move.
    int32_t score;
    // Nodes searched by all threads.
    uint64_t nodes;
} ErawanBest;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The count of the position on the board. Games without counting have none.
//
// # Safety
// `game` is a game, `out` has room for the result.
ErawanStatus erawan_game_counting(const struct ErawanGame *game, struct ErawanCounting *out);

// An engine with a transposition table of `mebibytes`, at least 1, and one
// thread. The networks that were built in evaluate their games.
//
// # Safety
// `out` has room for a pointer. What it gets is freed with
// `erawan_engine_free`.
ErawanStatus erawan_engine_new(size_t mebibytes, struct ErawanEngine **out);

// Gives an engine back, which must not be searching. NULL is left alone.
//
// # Safety
// `engine` is NULL or an engine that was not freed yet.
void erawan_engine_free(struct ErawanEngine *engine);

// Changes the size of the transposition table, which is empty then. If there
// is no memory for it, the old one stays.
//
// # Safety
// `engine` is an engine.
ErawanStatus erawan_engine_set_hash(const struct ErawanEngine *engine, size_t mebibytes);

// Searches with this many threads from now on. If they cannot be had, the old
// number stays.
//
// # Safety
// `engine` is an engine.
ErawanStatus erawan_engine_set_threads(const struct ErawanEngine *engine, size_t threads);

// Evaluates a game with a network from now on; with NULL by rules written by
// hand. A network for another game is refused, and the old one stays. The
// engine keeps what it needs: the network may be freed afterwards.
//
// # Safety
// `engine` is an engine, `network` is NULL or a network.
ErawanStatus erawan_engine_set_network(const struct ErawanEngine *engine,
                                       int32_t number,
                                       const struct ErawanNetwork *network);

// Forgets everything learnt, for a new game.
//
// # Safety
// `engine` is an engine.
ErawanStatus erawan_engine_clear(const struct ErawanEngine *engine);

// What the position is worth for the side to move before any search, in
// centipawns.
//
// # Safety
// `engine` is an engine, `game` is a game, `out` has room for a number.
ErawanStatus erawan_engine_evaluate(const struct ErawanEngine *engine,
                                    const struct ErawanGame *game,
                                    int32_t *out);

// Ends the search that runs, which then returns what it has found. If none
// runs, the next one ends as soon as it has a move. May be called from any
// thread, and from a handler of signals. NULL is left alone.
//
// # Safety
// `engine` is NULL or an engine.
void erawan_engine_stop(const struct ErawanEngine *engine);

// Takes a stop back that came after the search had ended. NULL is left alone.
//
// # Safety
// `engine` is NULL or an engine.
void erawan_engine_clear_stop(const struct ErawanEngine *engine);

// Finds a game by its name or one of its other spellings: `makruk`,
// `Fischer-Random Chess`.
//
// # Safety
// `name` ends with a zero; `out` has room for a number.
ErawanStatus erawan_variant_from_name(const char *name, int32_t *out);

// A game at its start.
//
// # Safety
// `out` has room for a pointer. What it gets is freed with
// `erawan_game_free`.
ErawanStatus erawan_game_new(int32_t number, struct ErawanGame **out);

// A game of Chess960 from the start position of this number, 0 to 959.
//
// # Safety
// As for `erawan_game_new`.
ErawanStatus erawan_game_chess960(uint32_t number, struct ErawanGame **out);

// A game from a position. Makruk's FEN may be that of makruk-js. A FEN with
// less than six fields, or of a position no game leads to, is read only if
// `lenient` is true.
//
// # Safety
// `fen` ends with a zero; `out` as for `erawan_game_new`.
ErawanStatus erawan_game_from_fen(int32_t number,
                                  const char *fen,
                                  bool lenient,
                                  struct ErawanGame **out);

// The same game once more, with its history.
//
// # Safety
// `game` is a game; `out` as for `erawan_game_new`.
ErawanStatus erawan_game_clone(const struct ErawanGame *game, struct ErawanGame **out);

// Gives a game back. NULL is left alone.
//
// # Safety
// `game` is NULL or a game that was not freed yet.
void erawan_game_free(struct ErawanGame *game);

// Which game is played, an `ErawanVariant`; -1 if `game` is NULL.
//
// # Safety
// `game` is NULL or a game.
int32_t erawan_game_variant(const struct ErawanGame *game);

// Who is to move, an `ErawanColor`; -1 if `game` is NULL.
//
// # Safety
// `game` is NULL or a game.
int32_t erawan_game_turn(const struct ErawanGame *game);

// The moves played so far; 0 if `game` is NULL.
//
// # Safety
// `game` is NULL or a game.
size_t erawan_game_ply(const struct ErawanGame *game);

// A hash key of the position; 0 if `game` is NULL. The same position of the
// same game has the same key in every process of this version.
//
// # Safety
// `game` is NULL or a game.
uint64_t erawan_game_key(const struct ErawanGame *game);

// True if the side to move is in check; false if `game` is NULL.
//
// # Safety
// `game` is NULL or a game.
bool erawan_game_in_check(const struct ErawanGame *game);

// What stands on the squares, a1 first and h8 last: letters as in FEN, zeros
// for empty squares.
//
// # Safety
// `game` is a game; `squares` has room for 64 characters.
ErawanStatus erawan_game_board(const struct ErawanGame *game, char *squares);

// The position on the board as FEN. In Chess960 castling rights are the files
// of the rooks.
//
// The text and a zero are written to `buffer`, which has room for `capacity`
// bytes; 128 are always enough. The length without the zero is written to
// `length`, unless that is NULL, even if there is no room.
//
// # Safety
// `game` is a game; `buffer` and `length` as above.
ErawanStatus erawan_game_fen(const struct ErawanGame *game,
                             char *buffer,
                             size_t capacity,
                             size_t *length);

// Plays a move that is legal on the board.
//
// # Safety
// `game` is a game.
ErawanStatus erawan_game_play(struct ErawanGame *game, uint16_t played);

// Takes the last move back and writes it to `undone`, unless that is NULL. If
// there is none, 0 is written and nothing happens.
//
// # Safety
// `game` is a game; `undone` is NULL or has room for a move.
ErawanStatus erawan_game_undo(struct ErawanGame *game, uint16_t *undone);

// The positions after exactly `depth` plies, at most 50.
//
// # Safety
// `game` is a game; `nodes` has room for a number.
ErawanStatus erawan_game_perft(const struct ErawanGame *game, uint32_t depth, uint64_t *nodes);

// Reads a network from a file: Erawan's own, or Stockfish's `.nnue` of the
// kinds HalfKP (Stockfish 12) and HalfKAv2_hm (Stockfish 15.1).
//
// # Safety
// `path` ends with a zero; `out` has room for a pointer. What it gets is freed
// with `erawan_network_free`.
ErawanStatus erawan_network_open(const char *path, struct ErawanNetwork **out);

// Reads a network from the bytes of its file, which may go afterwards.
//
// # Safety
// `bytes` points at `length` bytes; `out` as for `erawan_network_open`.
ErawanStatus erawan_network_from_bytes(const uint8_t *bytes,
                                       size_t length,
                                       struct ErawanNetwork **out);

// Gives a network back. Engines that use it keep it for themselves. NULL is
// left alone.
//
// # Safety
// `network` is NULL or a network that was not freed yet.
void erawan_network_free(struct ErawanNetwork *network);

// The game a network is for, an `ErawanVariant`; -1 if it is NULL. Chess960 is
// chess, and the sisters of Makruk take Makruk's networks.
//
// # Safety
// `network` is NULL or a network.
int32_t erawan_network_variant(const struct ErawanNetwork *network);

// How a network was made, in the words of whoever made it. See
// `erawan_game_fen` for buffers.
//
// # Safety
// `network` is a network; the rest as for `erawan_game_fen`.
ErawanStatus erawan_network_summary(const struct ErawanNetwork *network,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

// The legal moves, no more than `ERAWAN_MAX_MOVES`. How many there are is
// written to `count`, unless that is NULL, even if there is no room.
//
// # Safety
// `game` is a game; `moves` is NULL or has room for `capacity` moves.
ErawanStatus erawan_game_legal_moves(const struct ErawanGame *game,
                                     uint16_t *moves,
                                     size_t capacity,
                                     size_t *count);

// Reads a move as engine protocols spell it: `e2e4`, `e7e8q`, `g5g6m`.
//
// # Safety
// `game` is a game, `text` ends with a zero, `out` has room for a move.
ErawanStatus erawan_game_parse_uci(const struct ErawanGame *game,
                                   const char *text,
                                   uint16_t *out);

// Reads a move as people write it: `Nf3`, `exd5`, `O-O`, `Sc2`.
//
// # Safety
// As for `erawan_game_parse_uci`.
ErawanStatus erawan_game_parse_san(const struct ErawanGame *game,
                                   const char *text,
                                   uint16_t *out);

// Writes a legal move as engine protocols spell it. In Chess960 castling is
// the king taking its rook. 8 bytes are enough; see `erawan_game_fen` for
// buffers.
//
// # Safety
// As for `erawan_game_fen`.
ErawanStatus erawan_game_move_uci(const struct ErawanGame *game,
                                  uint16_t written,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

// Writes a legal move as people do. 16 bytes are enough; see
// `erawan_game_fen` for buffers.
//
// # Safety
// As for `erawan_game_fen`.
ErawanStatus erawan_game_move_san(const struct ErawanGame *game,
                                  uint16_t written,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

// How the game stands.
//
// # Safety
// `game` is a game, `out` has room for the result.
ErawanStatus erawan_game_outcome(const struct ErawanGame *game, struct ErawanOutcome *out);

// Looks for the best move of the position on the board, and returns when it is
// found. `limits` may be NULL for none, `on_info` may be NULL, `data` is handed
// to it as it is.
//
// # Safety
// `engine` is an engine, `game` is a game that nobody changes before the search
// returns, `limits` is NULL or points at limits, `out` has room for the result.
ErawanStatus erawan_engine_search(const struct ErawanEngine *engine,
                                  const struct ErawanGame *game,
                                  const struct ErawanLimits *limits,
                                  ErawanOnInfo on_info,
                                  void *data,
                                  struct ErawanBest *out);

// What was wrong with the last call of this thread that failed, for people.
// Never NULL. Valid until the next call of this thread that fails.
const char *erawan_last_error(void);

// The version of the library, `0.1.0`.
const char *erawan_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ERAWAN_H */
