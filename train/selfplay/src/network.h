// The quantised network on the device: accumulators in registers, brought up
// to date only where an evaluation is asked for.
#pragma once

#include "memory.h"

// Two values share a word as high * 65536 + low, both signed, so that adding
// rows is plain addition. The bias carries 0x8000 more: then the low half of
// an accumulator is never negative and nothing is borrowed from the high one.
static constexpr u32 LOW_OFFSET = 0x8000;

template <int WORDS>
DEVICE void load_words(u32* into, const u32* from) {
    if (WORDS % 4 == 0) {
        UNROLL
        for (int i = 0; i < WORDS; i += 4) {
            const Quad q = load_constant((const Quad*)(from + i));
            into[i] = q.x, into[i + 1] = q.y, into[i + 2] = q.z, into[i + 3] = q.w;
        }
    } else {
        UNROLL
        for (int i = 0; i < WORDS; i += 2) {
            const u64 pair = load_constant((const u64*)(from + i));
            into[i] = u32(pair), into[i + 1] = u32(pair >> 32);
        }
    }
}

// How a perspective sees the board.
struct View {
    u32 flip;   // exclusive or with a square
    u32 first;  // the first feature of the king's bucket
    DEVICE bool operator!=(const View& other) const {
        return flip != other.flip || first != other.first;
    }
};

DEVICE View view_of(const Position& p, u32 color, const Network& net) {
    u32 king = king_square(p, color) ^ (color ? 56 : 0);
    u32 flip = color ? 56 : 0;
    if (king & 4) {
        flip ^= 7;
        king ^= 7;
    }
    return View{flip, net.king_buckets > 1 ? 768u * net.buckets[king] : 0u};
}

DEVICE u32 feature(const View& view, u32 perspective, u32 color, u32 role, u32 square) {
    return view.first + (color != perspective ? 384 : 0) + role * 64 + (square ^ view.flip);
}

// The roles of the network, pawn 0 to king 5, behind a code and behind a tag.
SHARED_CODE u32 role_of_code(u32 code) { return code == PROMOTED ? 4 : code - 1; }
SHARED_CODE u32 role_of_tag(u32 tag) {
    return tag < 4 || tag >= TAG_PROMOTE ? 0 : tag == TAG_CASTLE ? 5 : tag - 3;
}

// Adds up both perspectives of the position at a ply from nothing, into a slot.
// Rare, and a function of its own.
template <int HIDDEN>
DEVICE_CALL void refresh(int ply, u32* slot) {
    constexpr int WORDS = HIDDEN / 64;
    WarpMemory& m = shared_warp_memory();
    const Network& net = shared_tables().net;
    const Position& p = m.frames[ply].position;
    const int lane = warp::lane();
    list_men(p.occupied(), m.squares);
    const int men = popcount(p.occupied()) < 32 ? popcount(p.occupied()) : 32;
    NO_UNROLL
    for (u32 side = 0; side < 2; side++) {
        const View view = view_of(p, side, net);
        u32 mine = 0;
        if (lane < men) {
            const u32 square = m.squares[lane];
            mine = feature(view, side, u32(~p.white >> square & 1), role_of_code(p.code_at(square)), square);
        }
        u32 sums[WORDS];
        load_words<WORDS>(sums, net.bias + lane * WORDS);
        NO_UNROLL
        for (int i = 0; i < men; i += 2) {
            // Two rows at a time, to wait less for memory.
            u32 one[WORDS], two[WORDS];
            const u32 first = warp::shuffle(mine, i), second = warp::shuffle(mine, i + 1);
            load_words<WORDS>(one, net.rows + (size_t(first) * 32 + lane) * WORDS);
            load_words<WORDS>(two, net.rows + (size_t(second) * 32 + lane) * WORDS);
            UNROLL
            for (int k = 0; k < WORDS; k++) sums[k] += one[k] + (i + 1 < men ? two[k] : 0);
        }
        u32* to = slot + (lane * 2 + side) * WORDS;
        UNROLL
        for (int i = 0; i < WORDS; i += 2) store_global((u64*)(to + i), sums[i] | u64(sums[i + 1]) << 32);
    }
    warp::sync();
}

// The accumulators of the positions of a line. Those that were asked for lie
// in device memory, in practice in its cache; registers hold them only while
// they are worked on.
template <int HIDDEN>
struct Accumulators {
    static constexpr int WORDS = HIDDEN / 64;  // a lane's share of one perspective
    static_assert(HIDDEN % 128 == 0, "whole pairs of words a lane");
    static constexpr int SLOT = 32 * 2 * WORDS;

    u32 half[2][WORDS];  // White's and Black's

    DEVICE void save(u32* slot) const {
        Quad* to = (Quad*)(slot + warp::lane() * 2 * WORDS);
        UNROLL
        for (int i = 0; i < WORDS / 2; i++) {
            const int side = WORDS >= 4 ? 4 * i / WORDS : 0, at = WORDS >= 4 ? 4 * i % WORDS : 0;
            if (WORDS >= 4)
                store_global(to + i, Quad{half[side][at], half[side][at + 1], half[side][at + 2], half[side][at + 3]});
            else
                store_global(to + i, Quad{half[0][0], half[0][1], half[1][0], half[1][1]});
        }
    }

    DEVICE void load(const u32* slot) {
        const Quad* from = (const Quad*)(slot + warp::lane() * 2 * WORDS);
        UNROLL
        for (int i = 0; i < WORDS / 2; i++) {
            const Quad q = load_global(from + i);
            if (WORDS >= 4) {
                const int side = 4 * i / WORDS, to = 4 * i % WORDS;
                half[side][to] = q.x, half[side][to + 1] = q.y;
                half[side][to + 2] = q.z, half[side][to + 3] = q.w;
            } else {
                half[0][0] = q.x, half[0][1] = q.y, half[1][0] = q.z, half[1][1] = q.w;
            }
        }
    }

    DEVICE const u32* row(const Network& net, u32 index) const {
        return net.rows + (size_t(index) * 32 + warp::lane()) * WORDS;
    }

    // A man of `color` goes from a square to another, perhaps changing its
    // role, and perhaps taking one.
    struct Change {
        u32 color, from, to, role, placed, taken, taken_at;  // taken: a code
    };

    template <int SIDE>
    DEVICE void apply(const Network& net, const View& view, const Change& c) {
        u32 gone[WORDS], come[WORDS];
        load_words<WORDS>(gone, row(net, feature(view, SIDE, c.color, c.role, c.from)));
        load_words<WORDS>(come, row(net, feature(view, SIDE, c.color, c.placed, c.to)));
        if (c.taken) {
            u32 taken[WORDS];
            load_words<WORDS>(taken, row(net, feature(view, SIDE, c.color ^ 1, role_of_code(c.taken), c.taken_at)));
            UNROLL
            for (int k = 0; k < WORDS; k++) gone[k] += taken[k];
        }
        UNROLL
        for (int k = 0; k < WORDS; k++) half[SIDE][k] += come[k] - gone[k];
    }

    // What the move played at ply `at` of the line changes.
    template <class Game>
    DEVICE void follow(int at, WarpMemory& m, const Network& net, const View& white, const View& black) {
        const u32 move = m.frames[at].node.move;
        if (!move) return;
        const u32 tag = move_tag(move);
        Change c;
        c.color = m.frames[at].position.side();
        c.from = move_from(move);
        c.to = c.taken_at = move_to(move);
        c.role = c.placed = role_of_tag(tag);
        c.taken = m.frames[at].node.captured;
        if (tag >= TAG_PROMOTE) c.placed = Game::MAKRUK ? 4 : tag - TAG_PROMOTE + 1;
        if (!Game::MAKRUK && tag == TAG_EN_PASSANT) c.taken_at = c.color ? c.to + 8 : c.to - 8;
        // Castling is a move of the king and one of the rook.
        const u32 rook = c.to;
        bool again = !Game::MAKRUK && tag == TAG_CASTLE;
        if (again) c.to = castling_king_target(c.from, rook);
        NO_UNROLL
        for (;;) {
            apply<0>(net, white, c);
            apply<1>(net, black, c);
            if (!again) return;
            again = false;
            c.role = c.placed = 3;
            c.to = castling_rook_target(c.from, rook);
            c.from = rook;
        }
    }

    // Makes the accumulators of the position at ply `to` of the line from the
    // last ones before it that are in `slots`, and puts them there too. `saved`
    // tells which are. False if a king has moved so that a perspective must be
    // added up from nothing, or if there are none: see refresh.
    template <class Game>
    DEVICE bool bring(int to, u64& saved, u32* slots, WarpMemory& m, const Network& net) {
        const u64 usable = saved & ((2ull << to) - 1);
        if (!usable) return false;
        const int base = 63 - lowest(reversed(usable));
        const Position& p = m.frames[to].position;
        const View white = view_of(p, 0, net), black = view_of(p, 1, net);
        NO_UNROLL
        for (int at = base; at < to; at++) {
            // Only a king's move can change how its side sees the board.
            const u32 tag = move_tag(m.frames[at].node.move);
            if (tag != TAG_KING && tag != TAG_CASTLE) continue;
            const Position& old = m.frames[at].position;
            const u32 side = old.side();
            if (view_of(old, side, net) != (side ? black : white)) return false;
        }
        load(slots + base * SLOT);
        NO_UNROLL
        for (int at = base; at < to; at++) {
            // The other children of the last one will want it too.
            if (at == to - 1 && at > base) {
                save(slots + at * SLOT);
                saved |= 1ull << at;
            }
            follow<Game>(at, m, net, white, black);
        }
        save(slots + to * SLOT);
        saved |= 1ull << to;
        return true;
    }

    // The value for the side to move.
    DEVICE s32 evaluate(const Position& p, const Network& net) const {
        const u32 men = u32(popcount(p.occupied()));
        u32 bucket = (men - 2) / 4;
        bucket = bucket < net.out_buckets ? bucket : net.out_buckets - 1;
        u32 weights[WORDS];
        load_words<WORDS>(weights, net.outputs + (bucket * 32 + warp::lane()) * WORDS);
        const bool black = p.side();
        s32 sum = 0;
        UNROLL
        for (int turn = 0; turn < 2; turn++) {
            UNROLL
            for (int k = 0; k < WORDS; k++) {
                const u32 packed = (turn == 0) != black ? half[0][k] : half[1][k];
                const u32 v = clamp_halves(packed ^ LOW_OFFSET, 0x00ff00ff);
                const u32 low = v & 0xffff;
                const u32 squares = (v & 0xffff0000u) * (v >> 16) + low * low;
                const u32 w = weights[turn * (WORDS / 2) + k / 2];
                sum = k & 1 ? dot_high(squares, w, sum) : dot_low(squares, w, sum);
            }
        }
        const s32 total = s32(warp::sum(u32(sum)));
        return s32(s64(total / 255 + net.output_bias[bucket]) * 400 / (255 * 64));
    }
};
