// Scores, and what the clocks do to an evaluation.
#pragma once

#include "memory.h"

typedef s32 Value;
static constexpr Value INFINITE = MATE + 1;
static constexpr Value MATE_BOUND = MATE - 256;
static constexpr Value EVAL_LIMIT = 29000;
static constexpr Value NO_VALUE = -32768;

SHARED_CODE Value clamp(Value value, Value low, Value high) {
    return value < low ? low : value > high ? high : value;
}

// Mates are counted from the position in the table, from the root elsewhere.
SHARED_CODE Value to_tt(Value value, int ply) {
    return value >= MATE_BOUND ? value + ply : value <= -MATE_BOUND ? value - ply : value;
}
SHARED_CODE Value from_tt(Value value, int ply) {
    return value >= MATE_BOUND ? value - ply : value <= -MATE_BOUND ? value + ply : value;
}

// About how many moves the mate of a bare khun takes; 0 if it cannot be forced.
SHARED_CODE int moves_needed(u32 rooks, u32 khons, u32 mas, u32 mets, bool both_colours) {
#define ROW(r, k, m, q, both, moves, each_more, fewest)                                      \
    if (at_least(rooks, r) && at_least(khons, k) && at_least(mas, m) && at_least(mets, q) && \
        (both_colours || !(both))) {                                                         \
        const int needed = moves - each_more * int(khons + mas + mets - k - m - q);          \
        return needed > fewest ? needed : fewest;                                            \
    }
    MATING_MATERIAL(ROW)
#undef ROW
    return 0;
}

#ifdef __CUDACC__
__constant__
#else
static
#endif
    const u16 SQUARE_PARTS[64] = {
        // 1 / (n * n) in 2 ** 20ths, for as many moves as are ever needed
        0,    0,    0,    0,    0,    0,    0,    0,    16384, 12945, 10486, 8666, 7282,
        6205, 5350, 4660, 4096, 3628, 3236, 2905, 2621, 2378,  2166,  1982,  1820, 1678,
        1551, 1438, 1337, 1247, 1165, 1091, 1024, 963,  907,   856,   809,   766,  726,
        689,  655,  624,  594,  567,  542,  518,  496,  475,   455,   437,   419,  403,
        388,  373,  360,  347,  334,  323,  312,  301,  291,   282,   273,   264};

// A lead is worth less when the moves to use it run out. Rare, and a function of
// its own.
DEVICE_CALL Value scale_by_count(int ply, Value value) {
    const Position& p = shared_warp_memory().frames[ply].position;
    const u32 strong = value >= 0 ? p.side() : p.side() ^ 1;
    const u64 ours = p.of(strong), theirs = p.of(strong ^ 1);
    if ((ours & (ours - 1)) == 0) return 0;  // a bare khun never wins
    int left = (int(p.count_limit()) + 1 - int(p.count_ply())) / 2;
    left = left < 0 ? 0 : left;
    if (theirs & (theirs - 1)) return value * (left < 40 ? left : 40) / 40;
    const u64 mets = ours & p.queens();
    const int needed = moves_needed(
        u32(popcount(ours & p.rooks())), u32(popcount(ours & p.bishops())),
        u32(popcount(ours & p.knights())), u32(popcount(mets)), (mets & LIGHT) && (mets & DARK));
    if (needed == 0) return value * 3 / 64;
    return left < needed ? value * int(u32(left * left) * SQUARE_PARTS[needed] >> 10) >> 10 : value;
}

// What the network says of the position at a ply, with what its clock says.
template <class Game>
DEVICE Value scale(int ply, Value value) {
    const Position& p = shared_warp_memory().frames[ply].position;
    if (Game::MAKRUK)
        return unlikely(p.count_limit()) ? s32(warp::uniform(u32(scale_by_count(ply, value))))
                                         : value;
    const int plies = int(p.halfmoves() < 100 ? p.halfmoves() : 100);
    return value * (200 - plies) / 200;
}
