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
        UNROLL for (int i = 0; i < WORDS; i += 4) {
            const Quad q = load_constant((const Quad*)(from + i));
            into[i] = q.x, into[i + 1] = q.y, into[i + 2] = q.z, into[i + 3] = q.w;
        }
    } else if (WORDS == 1) {
        into[0] = load_constant(from);
    } else {
        UNROLL for (int i = 0; i + 1 < WORDS; i += 2) {
            const u64 pair = load_constant((const u64*)(from + i));
            into[i] = u32(pair), into[i + 1] = u32(pair >> 32);
        }
    }
}

// How a perspective sees the board.
struct View {
    u32 flip;   // exclusive or with a square
    u32 first;  // the first feature of the king's bucket
};

DEVICE View view_of(const Position& p, u32 color, const Network& net) {
    const u64 king = p.kings() & (color ? ~p.white : p.white);
    // The right half of the board is seen in a mirror.
    const u32 flip = (color ? 56 : 0) ^ ((u32(king) | u32(king >> 32)) & 0xf0f0f0f0u ? 7 : 0);
    u32 first = 0;
    if (unlikely(net.king_buckets > 1)) first = INPUTS * net.buckets[highest(king) ^ flip];
    return View{flip, first};
}

DEVICE u32 feature(const View& view, u32 perspective, u32 color, u32 role, u32 square) {
    return view.first + (color != perspective ? INPUTS / 2 : 0) + role * 64 + (square ^ view.flip);
}

// The roles of the network, pawn 0 to king 5, behind a code and behind a tag.
SHARED_CODE u32 role_of_code(u32 code) { return code == PROMOTED ? 4 : code - 1; }
SHARED_CODE u32 role_of_tag(u32 tag) { return code_of_tag(tag) - 1; }

// Adds up a perspective of the position at a ply from nothing. Rare, and a
// function of its own.
template <int HIDDEN>
DEVICE_CALL void refresh(int ply, u32 side, u32* slot) {
    constexpr int WORDS = HIDDEN / 64;
    WarpMemory& m = shared_warp_memory();
    const Network& net = shared_tables().net;
    const Position& p = m.frames[ply].position;
    const int lane = warp::lane();
    list_men(p.occupied(), m.squares);
    const int men = popcount(p.occupied()) < 32 ? popcount(p.occupied()) : 32;
    const View view = view_of(p, side, net);
    u32 mine = 0;
    if (lane < men) {
        const u32 square = m.squares[lane];
        mine = feature(view, side, u32(~p.white >> square & 1), role_of_code(p.code_at(square)),
                       square);
    }
    u32 sums[WORDS];
    load_words<WORDS>(sums, net.bias + lane * WORDS);
    NO_UNROLL for (int i = 0; i < men; i += 2) {
        // Two rows at a time, to wait less for memory.
        u32 one[WORDS], two[WORDS];
        const u32 first = warp::shuffle(mine, i), second = warp::shuffle(mine, i + 1);
        load_words<WORDS>(one, net.rows + (size_t(first) * 32 + lane) * WORDS);
        load_words<WORDS>(two, net.rows + (size_t(second) * 32 + lane) * WORDS);
        UNROLL for (int k = 0; k < WORDS; k++)
            sums[k] += one[k] + (i + 1 < men ? two[k] : 0);
    }
    u32* to = slot + (lane * 2 + side) * WORDS;
    UNROLL for (int i = 0; i < WORDS; i += 2)
        store_global((u64*)(to + i), sums[i] | u64(sums[i + 1]) << 32);
    warp::sync();
}

// The accumulators of the positions of a line. Those that were asked for lie
// in device memory, in practice in its cache; registers hold one perspective
// at a time, and only while it is worked on. What is done for both is a loop
// and not two copies: every instruction must be fetched, and registers are few.
template <int HIDDEN>
struct Accumulators {
    static constexpr int WORDS = HIDDEN / 64;  // a lane's share of one perspective
    static_assert(HIDDEN % 128 == 0, "whole pairs of words a lane");
    static constexpr int SLOT = 32 * 2 * WORDS;

    u32 half[WORDS];

    DEVICE static u32* place(u32* slot, u32 side) {
        return slot + (warp::lane() * 2 + side) * WORDS;
    }

    DEVICE void save(u32* to) const {
        UNROLL for (int i = 0; i < WORDS; i += WORDS % 4 ? 2 : 4) {
            if (WORDS % 4)
                store_global((u64*)(to + i), half[i] | u64(half[i + 1]) << 32);
            else
                store_global((Quad*)(to + i), Quad{half[i], half[i + 1], half[(i + 2) % WORDS],
                                                   half[(i + 3) % WORDS]});
        }
    }

    DEVICE void load(const u32* from) {
        UNROLL for (int i = 0; i < WORDS; i += WORDS % 4 ? 2 : 4) {
            if (WORDS % 4) {
                const u64 pair = load_global((const u64*)(from + i));
                half[i] = u32(pair), half[i + 1] = u32(pair >> 32);
            } else {
                const Quad q = load_global((const Quad*)(from + i));
                half[i] = q.x, half[i + 1] = q.y, half[(i + 2) % WORDS] = q.z,
                half[(i + 3) % WORDS] = q.w;
            }
        }
    }

    DEVICE const u32* row(const Network& net, u32 index) const {
        return net.rows + (size_t(index) * 32 + warp::lane()) * WORDS;
    }

    // What a move of `color` changes that takes `taken`. Not for castling.
    template <class Game>
    DEVICE void follow(u32 move, u32 taken, u32 color, u32 side, const View& view,
                       const Network& net) {
        // A man of `color` goes from a square to another, perhaps changing its
        // role, and perhaps taking one.
        const u32 tag = move_tag(move), from = move_from(move), to = move_to(move),
                  role = role_of_tag(tag);
        u32 placed = role, taken_at = to;
        if (tag >= TAG_PROMOTE_KNIGHT) placed = Game::MAKRUK ? 4 : tag - TAG_PROMOTE_KNIGHT + 1;
        if (!Game::MAKRUK && tag == TAG_EN_PASSANT) taken_at ^= 8;
        u32 gone[WORDS], come[WORDS];
        load_words<WORDS>(gone, row(net, feature(view, side, color, role, from)));
        load_words<WORDS>(come, row(net, feature(view, side, color, placed, to)));
        if (taken) {
            u32 more[WORDS];
            load_words<WORDS>(
                more, row(net, feature(view, side, color ^ 1, role_of_code(taken), taken_at)));
            UNROLL for (int k = 0; k < WORDS; k++)
                gone[k] += more[k];
        }
        UNROLL for (int k = 0; k < WORDS; k++)
            half[k] += come[k] - gone[k];
    }

    // This lane's part of the output, from one perspective.
    DEVICE s32 output(const u32* from) const {
        s32 sum = 0;
        u32 weights[WORDS / 2];
        load_words<WORDS / 2>(weights, from);
        UNROLL for (int k = 0; k < WORDS; k++) {
            const u32 v = clamp_halves(half[k] ^ LOW_OFFSET, 0x00ff00ff);
            const u32 low = v & 0xffff;
            const u32 squares = (v & 0xffff0000u) * (v >> 16) + low * low;
            sum = k & 1 ? dot_high(squares, weights[k / 2], sum)
                        : dot_low(squares, weights[k / 2], sum);
        }
        return sum;
    }

    // Castling too.
    DEVICE static bool is_king_move(u32 move) { return move_tag(move) >> 1 == TAG_KING >> 1; }

    // True if a perspective cannot follow a move of a king: a side has castled, or
    // the king of this side has moved so that it sees the board differently.
    template <class Game>
    DEVICE static bool tears(u32 move, bool own, const Network& net) {
        if (!Game::MAKRUK && move_tag(move) == TAG_CASTLE) return true;
        return own && (((move_from(move) ^ move_to(move)) & 4) || net.king_buckets > 1);
    }

    // What the position at ply `to` of the line is worth for the side to move. Its
    // accumulators are made from the last ones before it that are in `slots`
    // (`saved` tells which), if need be from nothing, and are put there too.
    template <class Game>
    DEVICE static s32 evaluate(int to, u32& saved, u32* slots, WarpMemory& m, const Network& net) {
        const u32 usable = saved & ((2u << to) - 1);
        const int base = highest32(usable);
        const Position& p = m.frames[to].position;
        const u32 men = u32(popcount(p.occupied()));
        u32 bucket = (men - 2) / 4;
        bucket = bucket < net.out_buckets ? bucket : net.out_buckets - 1;
        const u32* const weights = net.outputs + (bucket * 32 + warp::lane()) * WORDS;
        s32 sum = 0;
        bool whole = base + 1 < to;  // those of the ply before are made too
        NO_UNROLL for (int turn = 1; turn >= 0; turn--) {
            const u32 side = p.side() ^ u32(turn);
            const View view = view_of(p, side, net);
            Accumulators here;
            bool torn = base < 0;
            if (!torn) {
                here.load(place(slots + base * SLOT, side));
                NO_UNROLL for (int at = base; at < to; at++) {
                    const u32 move = m.frames[at].node.move;
                    // The other children of the last one will want it too.
                    if (at == to - 1 && at > base) here.save(place(slots + at * SLOT, side));
                    if (!move) continue;
                    const bool own = !(((to - at) ^ turn) & 1);
                    if (unlikely(is_king_move(move))) {
                        torn = tears<Game>(move, own, net);
                        if (torn) break;
                    }
                    here.template follow<Game>(move, m.frames[at].node.captured,
                                               own ? side : side ^ 1, side, view, net);
                }
            }
            if (unlikely(torn)) {
                refresh<HIDDEN>(to, side, slots + to * SLOT);
                here.load(place(slots + to * SLOT, side));
                whole = false;
            } else if (base < to) {
                here.save(place(slots + to * SLOT, side));
            }
            sum += here.output(weights + turn * (WORDS / 2));
        }
        saved |= 1u << to | u32(whole) << to >> 1;
        const s32 total = s32(warp::sum(u32(sum)));
        // SCALE / (QA * QB), in numbers small enough for the product.
        constexpr s32 COMMON = 80, UP = s32(SCALE) / COMMON, DOWN = s32(QA * QB) / COMMON;
        static_assert(UP * COMMON == s32(SCALE) && DOWN * COMMON == s32(QA * QB), "exactly");
        return (total / s32(QA) + net.output_bias[bucket]) * UP / DOWN;
    }
};
