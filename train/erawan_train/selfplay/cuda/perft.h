// Counting the positions of a tree, to compare the rules with other programs.
#pragma once

#include "memory.h"

// Counts the leaves below `root`. Among `warps` warps each counts its share:
// the nodes two plies down are dealt out in turn. `overflow` is set if a list
// of moves did not fit.
template <class Game>
DEVICE u64 perft(const Position& root, int depth, u32 warp_index, u32 warps, WarpMemory& m,
                 const Tables& t, u32* overflow) {
    const int lane = warp::lane();
    if (depth <= 0) return warp_index == 0;
    u64 count = 0;
    u32 dealt = 0;
    int ply = 0;
    const int deal_at = depth > 2 ? 2 : 0;
    if (lane == 0) m.frames[0].position = root;
    bool fresh = true;
    int first = 0;
    for (;;) {
        warp::sync();
        Position p;
        p = m.frames[ply].position;
        if (fresh) {
            fresh = false;
            bool mine = true;
            if (ply == deal_at) mine = dealt++ % warps == warp_index;
            int total = 0;
            if (mine) {
                const Restrictions r = look_from_king<Game>(p, t);
                total = generate<Game, false>(p, t, r, ALL_MOVES, m.moves + first,
                                              MOVE_STACK - first, m.squares, nullptr, nullptr);
                if (first + total > MOVE_STACK) {
                    if (lane == 0) *overflow = 1;
                    total = MOVE_STACK - first;
                }
                if (ply == depth - 1) {
                    // The leaves need not be played.
                    for (int i = 0; i < total; i++) {
                        const u32 move = m.moves[first + i];
                        const u32 tag = move_tag(move);
                        if (tag == TAG_KING || tag == TAG_CASTLE || tag == TAG_EN_PASSANT)
                            count += is_playable<Game, OTHERS>(p, move);
                        else
                            count++;
                    }
                    total = 0;
                }
            }
            warp::sync();
            if (lane == 0) {
                m.frames[ply].node.first = u16(first);
                m.frames[ply].node.last = u16(first + total);
            }
            warp::sync();
        }
        const u32 next = m.frames[ply].node.first, last = m.frames[ply].node.last;
        if (next == last) {
            if (ply == 0) return count;
            ply--;
            continue;
        }
        const u32 move = m.moves[next];
        warp::sync();
        if (lane == 0) m.frames[ply].node.first = u16(next + 1);
        if (!is_playable<Game, OTHERS>(p, move)) continue;
        const u32 captured = captured_by<Game>(p, move);
        Position& after = m.frames[ply + 1].position;
        play<Game>(m.frames[ply].position, after, move, captured);
        if (is_unfinished<Game>(after, move)) finish_move<Game, OTHERS>(after, move, captured);
        first = int(last);
        ply++;
        fresh = true;
    }
}
