// Moves of a position, written to a list by all lanes at once.
//
// The moves are legal except that three kinds must be looked at again before
// they are played: king moves, castling and en passant (see is_playable).
// They are often not even tried, and testing them here would cost every node;
// only where maps are drawn anyway and there is no check are king moves sure.
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

// The squares that a man pinned along a line of its king may go to.
DEVICE u64 pin_line(const Tables& t, u32 king, u64 bit) {
    u64 line = 0;
    NO_UNROLL for (int direction = 0; direction < 4; direction++)
        if (t.lines[direction][king] & bit) line = t.lines[direction][king];
    return line;
}

// What bears on the order of moves: sets of squares by the code of the man
// that moves. Those of a pawn in danger and of a king stay empty.
struct MoveMaps {
    u64 loses[8];   // going there loses the piece
    u64 danger[8];  // attacked there by something worth less
    u64 checks[8];  // attacks their king from there
};

// Draws them around their king and returns all squares that they attack. Each
// lane has a man of either side and what it sees, or what their king sees along
// a line. A piece is lost where something worth less attacks it, or where
// anything does and nothing else of ours defends: not the whole exchange, but
// one bit for each move and no loop.
template <class Game>
DEVICE u64 draw_maps(const Position& p, const Tables& t, MoveMaps& maps, u32 king, u32 code,
                     bool own, bool diagonal_line, u64 seen) {
    const u32 us = p.side(), them = us ^ 1;
    const bool is_rook = code == ROOK, is_minor = code == KNIGHT || code == BISHOP;
    const u64 attacked = code && !own ? seen : 0, defended = own ? seen : 0, line = code ? 0 : seen;
    const u64 by_pawns = pawn_attacks(p.pawns() & ~p.of(us), them);
    const u64 by_minors = warp::bit_or(is_minor ? attacked : 0);
    const u64 by_rooks = warp::bit_or(is_rook ? attacked : 0);
    const u64 by_queens = warp::bit_or(is_rook || is_minor ? 0 : attacked);  // or mets
    // A piece that goes to a square attacked it before, so that another one must
    // too. Where the count is even there are two; three are taken for one.
    const u64 once = warp::bit_or(defended);
    const u64 odd = warp::bit_xor(u32(defended)) | u64(warp::bit_xor(u32(defended >> 32))) << 32;
    const u64 sure = warp::bit_or(code == PAWN || code == KING ? defended : 0);
    const u64 own_minors = warp::bit_or(is_minor ? defended : 0);
    const u64 all = by_pawns | by_minors | by_rooks | by_queens | t.king[king];
    const u64 loose = all & ~(sure | (once & ~odd)), loose_for_others = loose & ~own_minors;
    const u64 for_minors = Game::MAKRUK ? by_pawns | by_queens : by_pawns;
    const u64 for_rooks = for_minors | by_minors;
    const u64 for_queens = Game::MAKRUK ? by_pawns : for_rooks | by_rooks;
    // All lanes write the same.
    maps.loses[PAWN] = all & ~once;
    maps.loses[KNIGHT] = maps.loses[BISHOP] = loose | for_minors;
    maps.loses[ROOK] = loose_for_others | for_rooks;
    maps.loses[QUEEN] = loose_for_others | for_queens;
    maps.danger[KNIGHT] = maps.danger[BISHOP] = for_minors;
    maps.danger[ROOK] = for_rooks;
    maps.danger[QUEEN] = for_queens;
    maps.checks[PAWN] = t.pawn[them][king];
    maps.checks[KNIGHT] = t.knight[king];
    const u64 orthogonal = warp::bit_or(diagonal_line ? 0 : line);
    const u64 diagonal = Game::MAKRUK ? 0 : warp::bit_or(diagonal_line ? line : 0);
    maps.checks[ROOK] = orthogonal;
    maps.checks[BISHOP] = Game::MAKRUK ? khon_attacks(king, them, t) : diagonal;
    maps.checks[QUEEN] = Game::MAKRUK ? met_attacks(king, t) : orthogonal | diagonal;
    return all;
}

// Writes the moves to `list` and returns how many there are. Of more than
// `capacity` some are not written. A lane for each own man, and where maps are
// wanted for each of their pieces; the last lanes look along the lines of their
// king. With maps it may also tell that the king's moves are legal.
//
// It is long on purpose: cut into steps it makes self-play of Makruk 2.5 %
// slower on an H200 (332.9 against 341.4 M nodes/s; chess 373.8 against 373.4).
template <class Game, bool MAPPED>
DEVICE int generate(const Position& p, const Tables& t, const Restrictions& r, Filter filter,
                    u32* list, int capacity, u8* squares, MoveMaps* maps, bool* king_tested) {
    constexpr int LINES = Game::MAKRUK ? 2 : 4, MOST = 32 - LINES;
    const int lane = warp::lane();
    const u32 us = p.side(), them = us ^ 1;
    const u64 occupied = p.occupied(), ours = p.of(us);
    const u64 zone = promotion_zone<Game>(us);
    const u32 their_king = MAPPED ? king_square(p, them) : 0;
    u64 listed = ours;
    bool with_lines = false;
    if (MAPPED) {
        const u64 both = ours | (occupied & ~p.pawns() & ~p.kings());
        with_lines = popcount(both) <= MOST;
        if (with_lines) listed = both;
    }
    list_men(listed, squares);
    u32 from = 0, code = EMPTY;
    bool own = false;
    if (lane < popcount(listed)) {
        from = squares[lane];
        code = p.code_at(from);
        own = ours >> from & 1;
    }
    // What it attacks.
    const bool is_knight = code == KNIGHT, is_rook = code == ROOK, is_king = code == KING,
               is_pawn = code == PAWN;
    int line = 0, end = 0;
    u64 seen = 0;
    if (is_knight) seen = t.knight[from];
    if (is_king) seen = t.king[from];
    if (is_pawn) seen = t.pawn[us][from];
    if (Game::MAKRUK) {
        if (is_rook) end = 2;
        if ((code & 1) && !is_pawn) seen = met_attacks(from, t);
        if (code == BISHOP) seen |= ahead(1ull << from, own ? us : them);
    } else {
        if (code == BISHOP || (code & 4)) end = is_rook ? 2 : 4;
        if (is_king) end = 0;
        if (code == BISHOP) line = 2;
    }
    if (MAPPED && with_lines && lane >= MOST) {
        from = their_king;
        line = lane - MOST;
        end = line + 1;
    }
    const u64 bit = 1ull << from;
    {
        const u64 ahead_of = 2 * bit, behind = 2 * reversed(bit);
        NO_UNROLL for (; line < end; line++) {
            // As `along`, with what does not change outside of the loop.
            const u64 way = t.lines[line][from], blockers = occupied & way;
            seen |= ((blockers - ahead_of) ^ reversed(reversed(blockers) - behind)) & way;
        }
    }
    if (MAPPED) {
        const u64 attacked =
            draw_maps<Game>(p, t, *maps, their_king, code, own, lane >= MOST + 2, seen);
        // In check a king stands in the way of what attacks the squares behind it.
        *king_tested = with_lines && !r.in_check;
        if (*king_tested && is_king) seen &= ~attacked;
    }
    // Where it may go.
    const u64 prey = occupied & ~ours & ~p.kings();
    u64 targets = seen & (filter == NOISY_MOVES || is_pawn ? prey : prey | ~occupied);
    u32 en_passant = 64;
    if (is_pawn) {
        u64 push = ahead(bit, us) & ~occupied;
        if (filter == NOISY_MOVES)
            push &= zone;
        else if (!Game::MAKRUK)
            push |= ahead(push & (us ? 0xffull << 40 : 0xffull << 16), us) & ~occupied;
        targets |= push;
        if (!Game::MAKRUK && unlikely(p.en_passant())) {
            const u32 square = p.en_passant() - 1 + (us ? 16 : 40);
            if (t.pawn[us][from] >> square & 1) en_passant = square;
        }
    }
    if (!is_king) targets &= r.check;
    if (unlikely(r.pins & bit)) targets &= pin_line(t, king_square(p, us), bit);
    if (!own) targets = 0;

    int count = popcount(targets) + (en_passant < 64);
    if (!Game::MAKRUK && is_pawn) count += 3 * popcount(targets & zone);
    int at = int(warp::prefix_sum(u32(count)));
    int total = int(warp::shuffle(u32(at), 31));
    at -= count;
    if (unlikely(total > capacity)) return total;
    if (unlikely(en_passant < 64)) list[at++] = make_move(from, en_passant, TAG_EN_PASSANT);
    const u32 piece_tag = code == PROMOTED ? u32(TAG_QUEEN) : code + 2;
    u32 low = u32(targets), high = u32(targets >> 32);
    NO_UNROLL while (low | high) {
        // The highest square first: in halves, that is cheapest.
        const u32 half = high ? high : low, bit_index = u32(highest32(half)),
                  rest = half ^ 1u << bit_index;
        const u32 to = bit_index + (high ? 32 : 0);
        if (high)
            high = rest;
        else
            low = rest;
        const u32 way = from ^ to;
        u32 tag = is_pawn ? (way & 7     ? u32(TAG_PAWN_CAPTURE)
                             : way == 16 ? u32(TAG_DOUBLE)
                                         : u32(TAG_PUSH))
                          : piece_tag;
        if (unlikely(is_pawn && (to ^ (us ? 56 : 0)) >= (Game::MAKRUK ? 40 : 56))) {
            tag = TAG_PROMOTE_QUEEN;
            if (!Game::MAKRUK) {
                NO_UNROLL for (u32 role = 0; role < 3; role++)
                    list[at++] = make_move(from, to, TAG_PROMOTE_KNIGHT + role);
            }
        }
        list[at++] = make_move(from, to, tag);
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
            const bool possible =
                lane < 8 && (rights >> lane & 1) && !(path & rank & ~(1u << king) & ~(1u << rook));
            const u32 lanes = warp::ballot(possible);
            const int at = total + popcount32(lanes & warp::lanes_before());
            if (possible && at < capacity)
                list[at] = make_move(home + king, home + rook, TAG_CASTLE);
            total += popcount32(lanes);
        }
    }
    warp::sync();
    return total;
}
