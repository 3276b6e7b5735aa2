// What a game keeps in shared memory while it is searched: the line, the lists
// of moves of that line and its history table.
#pragma once

#include "numbers.h"
#include "play.h"

// The longest line.
#ifndef MAX_PLY
#define MAX_PLY 32
#endif
static_assert(MAX_PLY <= 32, "a bit of a word for each ply");
// Entries of all lists of moves of a line.
#ifndef MOVE_STACK
#define MOVE_STACK 400
#endif

// What a node remembers while its children are searched. It stays in shared
// memory and is read field by field: registers are dearer.
struct alignas(16) Node {
    s16 alpha, beta, best, eval;  // eval is NO_VALUE in check
    s16 depth, raw_eval;          // raw: before the clocks had their say
    u16 best_move, tt_move;
    u16 first, last;  // its moves on the stack of lists
    u16 killers[2];
    u16 move;  // being searched
    u16 flags;
    u8 captured;  // by `move`
    u8 tried;     // moves played so far
    u8 stage;     // which search of `move` is on its way
    u8 tt_depth;  // of the table's entry for this position
};
static_assert(sizeof(Node) == 32, "two quads");

enum NodeFlags : u32 {
    NO_FLAGS = 0,
    IN_CHECK = 1,
    IS_PV = 2,
    ONLY_NOISY = 4,  // quiescence: captures and promotions only
    GENERATED = 8,
    KING_TESTED = 16,  // its king's moves are known to be legal
    AFTER_NULL_MOVE = 32,
    IMPROVING = 64,
    REDUCED = 128,           // entered by a reduced search
    NULL_MOVE_FAILED = 256,  // a null move was not enough
    CUT_NODE = 512,          // expected to have a move that is good enough
    TT_NOISY = 1024,         // the table's move takes or promotes
    TESTED = 2048,           // the next move is known to be legal
};

struct alignas(16) Frame {
    Position position;
    Node node;
};
static_assert(sizeof(Frame) == 80, "five quads");

struct alignas(16) WarpMemory {
    Frame frames[MAX_PLY];
    u32 moves[MOVE_STACK];    // score << 16 | move
    s16 history[2 * 8 * 64];  // by colour, code and target
    // Keys of the game before the root, low halves, two for each lane: those
    // with the root's side to move and the others.
    u32 earlier_same[32], earlier_other[32];
    u8 squares[32];
    MoveMaps maps;  // of the node whose moves were listed last
    Position scratch[2];
    Restrictions restrictions;  // of the node entered last
    // What a search works with, and what it has found.
    Quad* tt;
    u32* slots;
    s16* replies;  // see scoring.h
    u32 tt_mask;
    u32 soft_nodes, hard_nodes;
    u32 found_move;
    s32 found_value;
    u32 nodes;
    s32 depth, alpha, beta, delta;  // of the iteration
    u32 searching;                  // a search was begun
    u32 doubtful;                   // where in `moves` one is to be tested
    u32 moves_left;                 // searches until the game rests
#ifdef TUNING
    const u32* numbers;  // two for each index
    u64 signs;           // which of the two are the player's
    u64 salt;            // hides entries of the other player's table
#endif
};
static_assert(sizeof(WarpMemory) % 16 == 0, "whole quads");

// The block's tables and this warp's memory. Functions that are not inlined
// ask here instead of taking pointers, so that the compiler knows that the
// memory is shared.
#ifdef __CUDACC__
extern __shared__ Quad shared_memory[];
// The compiler would rather compute an address of shared memory again, in six
// instructions, than keep it: `volatile` makes it keep it.
template <class T>
DEVICE T& shared_object(u32 offset) {
    u32 address = u32(__cvta_generic_to_shared(shared_memory)) + offset;
    return *(T*)__cvta_shared_to_generic(address);
}
DEVICE Tables& shared_tables() { return shared_object<Tables>(0); }
// From the first lane: then the compiler knows that all lanes have the same address,
// that what they load from it is the same, and that branches on that do not part them.
DEVICE WarpMemory& shared_warp_memory() {
    const u32 index = __shfl_sync(warp::ALL, threadIdx.x / 32, 0);
    return shared_object<WarpMemory>(u32(sizeof(Tables)) + index * u32(sizeof(WarpMemory)));
}
#else
namespace emulator {
inline Tables tables;
inline WarpMemory memory;
}  // namespace emulator
inline Tables& shared_tables() { return emulator::tables; }
inline WarpMemory& shared_warp_memory() { return emulator::memory; }
#endif
static_assert(sizeof(Tables) % sizeof(Quad) == 0, "the warps' memory follows");

#ifdef TUNING
DEVICE s32 tuning::number(u32 index) {
#ifdef __CUDACC__
    // Lanes that are apart ask too: no shuffle.
    const WarpMemory& m =
        shared_object<WarpMemory>(u32(sizeof(Tables)) + threadIdx.x / 32 * u32(sizeof(WarpMemory)));
#else
    const WarpMemory& m = shared_warp_memory();
#endif
    return s32(load_constant(m.numbers + 2 * index + u32(m.signs >> index & 1)));
}
#endif

// Plays a move of a position that does not lie in shared memory.
template <class Game>
DEVICE Position position_after(WarpMemory& m, const Position& before, u32 move, u32 captured) {
    warp::sync();
    if (warp::lane() == 0) m.scratch[0] = before;
    warp::sync();
    play<Game>(m.scratch[0], m.scratch[1], move, captured);
    if (is_unfinished<Game>(m.scratch[1], move))
        finish_move<Game, OTHERS>(m.scratch[1], move, captured);
    const Position after = m.scratch[1];
    warp::sync();
    return after;
}
