// Moves of a position, written to a list by all lanes at once.
//
// The moves are legal except that three kinds must be looked at again before
// they are played: king moves, castling and en passant (see is_playable).
// They are often not even tried, and testing them here would cost every node.
#pragma once

#include "attacks.h"

enum Filter { ALL_MOVES, NOISY_MOVES };  // noisy: captures and promotions

// The own men in order of squares, one byte each, into `squares`.
DEVICE void list_men(u64 men, u8* squares) {
    const int lane = warp::lane();
    const u32 low = u32(men), high = u32(men >> 32), before = warp::lanes_before();
    const int index = popcount32(low & before), next = popcount32(low) + popcount32(high & before);
    if (low >> lane & 1) squares[index] = u8(lane);
    if ((high >> lane & 1) && next < 32) squares[next] = u8(lane + 32);
    warp::sync();
}

template <class Game>
SHARED_CODE u64 promotion_zone(u32 color) {
    if (Game::MAKRUK) return color ? 0x0000000000ffffffull : 0xffffff0000000000ull;
    return color ? 0xffull : 0xffull << 56;
}

// The targets of one piece under the restrictions. In chess half 0 takes all
// but the diagonal moves of sliders and half 1 those, so that a warp computes
// two lines and not four.
template <class Game>
DEVICE u64 piece_targets(const Position& p, const Tables& t, const Restrictions& r, u32 from,
                         u32 code, int half, Filter filter) {
    const u32 us = p.side();
    const u64 bit = 1ull << from;
    const u64 occupied = p.occupied(), ours = p.of(us);
    const u64 prey = occupied & ~ours & ~p.kings();
    const bool pinned_orthogonally = r.orthogonal_pins & bit;
    const bool pinned_diagonally = r.diagonal_pins & bit;
    const u64 allowed = filter == NOISY_MOVES ? prey : prey | ~occupied;

    if (code == KING) return half == 0 ? t.king[from] & allowed : 0;
    if (code == PAWN) {
        if (half != 0) return 0;
        u64 push = ahead(bit, us) & ~occupied;
        u64 twice = 0;
        if (!Game::MAKRUK) {
            const u64 third = us ? 0xffull << 40 : 0xffull << 16;
            twice = ahead(push & third, us) & ~occupied;
        }
        u64 captures = pawn_attacks(bit, us) & prey;
        if (pinned_orthogonally) {
            captures = 0;
            push &= r.orthogonal_pins;
            twice &= r.orthogonal_pins;
        }
        if (pinned_diagonally) {
            captures &= r.diagonal_pins;
            push = twice = 0;
        }
        if (filter == NOISY_MOVES) {
            push &= promotion_zone<Game>(us);
            twice = 0;
        }
        return (push | twice | captures) & r.check;
    }
    u64 targets = 0;
    if (Game::MAKRUK) {
        if (code == KNIGHT) targets = t.knight[from];
        if (code == BISHOP) targets = khon_attacks(from, us, t);
        if (code == QUEEN || code == PROMOTED) targets = met_attacks(from, t);
        if (code == ROOK) targets = rook_attacks(occupied, from, t);
        // Only a rua pins, along a rank or a file; what leaves its line does
        // so to a square that may lie on another pin, so ask the line itself.
        if (pinned_orthogonally) {
            const u32 king = king_square(p, us);
            const u64 line = (king & 7) == (from & 7) ? FILE_A << (from & 7) : 0xffull << (from & 56);
            targets &= line & r.orthogonal_pins;
        }
    } else {
        if (code == KNIGHT) {
            targets = half == 0 && !pinned_orthogonally && !pinned_diagonally ? t.knight[from] : 0;
        } else {
            const bool moves = half == 0 ? code != BISHOP : code != ROOK;
            const bool pinned_across = half == 0 ? pinned_diagonally : pinned_orthogonally;
            const u64 line = half == 0 ? r.orthogonal_pins : r.diagonal_pins;
            targets = along(occupied, bit, t.lines[2 * half][from]) | along(occupied, bit, t.lines[2 * half + 1][from]);
            if (!moves || pinned_across) targets = 0;
            if (line & bit) targets &= line;
        }
    }
    return targets & allowed & r.check;
}

// Writes the moves to `list` and returns how many there are. Of more than
// `capacity` some are not written.
template <class Game>
DEVICE int generate(const Position& p, const Tables& t, const Restrictions& r, Filter filter,
                    u32* list, int capacity, u8* squares) {
    const int lane = warp::lane();
    const u32 us = p.side();
    const u64 occupied = p.occupied(), ours = p.of(us);
    const u64 zone = promotion_zone<Game>(us);
    list_men(ours, squares);
    const int men = popcount(ours) < 32 ? popcount(ours) : 32;
    constexpr int WIDTH = Game::MAKRUK ? 32 : 16;
    int total = 0;
    NO_UNROLL
    for (int base = 0; base < men; base += WIDTH) {
        const int index = base + (lane & (WIDTH - 1)), half = lane / WIDTH;
        u64 targets = 0;
        u32 from = 0, code = EMPTY, passing = 64;
        if (index < men) {
            from = squares[index];
            code = p.code_at(from);
            targets = piece_targets<Game>(p, t, r, from, code, half, filter);
            if (!Game::MAKRUK && unlikely(p.en_passant()) && code == PAWN && half == 0) {
                const u32 square = p.en_passant() - 1 + (us ? 16 : 40);
                if (pawn_attacks(1ull << from, us) >> square & 1) passing = square;
            }
        }
        const bool pawn = code == PAWN;
        int count = popcount(targets) + (passing < 64);
        if (!Game::MAKRUK && pawn) count += 3 * popcount(targets & zone);
        const int end = int(warp::prefix_sum(u32(count)));
        int at = total + end - count;
        total += int(warp::shuffle(u32(end), 31));
        if (unlikely(total > capacity)) break;
        if (unlikely(passing < 64)) list[at++] = make_move(from, passing, TAG_EN_PASSANT);
        const u32 piece_tag = code == PROMOTED ? u32(TAG_QUEEN) : code + 2;
        NO_UNROLL
        while (targets) {
            const u32 to = u32(lowest(targets));
            targets &= targets - 1;
            u32 tag = piece_tag;
            if (pawn) {
                const u32 way = from ^ to;
                tag = way & 7 ? TAG_PAWN_CAPTURE : way == 16 ? TAG_DOUBLE : TAG_PUSH;
                if (unlikely((to ^ (us ? 56 : 0)) >= (Game::MAKRUK ? 40 : 56))) {
                    tag = TAG_PROMOTE + 3;
                    if (!Game::MAKRUK) {
                        NO_UNROLL
                        for (u32 role = 0; role < 3; role++) list[at++] = make_move(from, to, TAG_PROMOTE + role);
                    }
                }
            }
            list[at++] = make_move(from, to, tag);
        }
    }
    if (!Game::MAKRUK && filter == ALL_MOVES && !r.in_check) {
        const u32 rights = p.castling() >> (us ? 8 : 0) & 255;
        if (unlikely(rights)) {
            // One lane for each file a rook may castle from; all on one rank.
            const u32 home = us ? 56 : 0, rank = u32(occupied >> home) & 255;
            const u32 king = king_square(p, us) & 7, rook = lane & 7;
            const u32 king_to = rook > king ? 6 : 2, rook_to = rook > king ? 5 : 3;
            const u32 low = king < king_to ? king : king_to, high = king < king_to ? king_to : king;
            const u32 near = rook < rook_to ? rook : rook_to, far = rook < rook_to ? rook_to : rook;
            const u32 path = ((2u << high) - (1u << low)) | ((2u << far) - (1u << near));
            const bool possible = lane < 8 && (rights >> lane & 1) && !(path & rank & ~(1u << king) & ~(1u << rook));
            const u32 lanes = warp::ballot(possible);
            const int at = total + popcount32(lanes & warp::lanes_before());
            if (possible && at < capacity) list[at] = make_move(home + king, home + rook, TAG_CASTLE);
            total += popcount32(lanes);
        }
    }
    warp::sync();
    return total;
}
