// Playing moves: the board, the keys, the clocks and Makruk's count.
#pragma once

#include "generate.h"

SHARED_CODE u32 castling_king_target(u32 king, u32 rook) {
    return (king & 56) + (rook > king ? 6 : 2);
}
SHARED_CODE u32 castling_rook_target(u32 king, u32 rook) {
    return (king & 56) + (rook > king ? 5 : 3);
}

// What a move takes: a code, EMPTY for nothing.
template <class Game>
DEVICE u32 captured_by(const Position& p, u32 move) {
    if (Game::MAKRUK) return p.code_at(move_to(move));
    const u32 tag = move_tag(move);
    if (tag == TAG_CASTLE) return EMPTY;
    return tag == TAG_EN_PASSANT ? u32(PAWN) : p.code_at(move_to(move));
}

// True if taking in passing leaves the own king safe.
template <class Game, Caller CALLER>
DEVICE bool is_en_passant_legal(const Position& p, u32 from, u32 to) {
    const u32 us = from >> 3 == 4 ? 0 : 1;
    const u64 taken = 1ull << (us ? to + 8 : to - 8);
    const u64 occupied = (p.occupied() & ~(1ull << from) & ~taken) | 1ull << to;
    return !is_attacked_rarely<Game, CALLER>(p.plane0, p.plane1, p.plane2, p.white, occupied, taken,
                                             king_square(p, us), us ^ 1);
}

// True if generation leaves open whether this move is legal.
template <class Game>
DEVICE bool is_doubtful(u32 move, bool king_tested) {
    const u32 tag = move_tag(move);
    return (tag == TAG_KING && !king_tested) ||
           (!Game::MAKRUK && (tag == TAG_CASTLE || tag == TAG_EN_PASSANT));
}

// True if a generated move is legal: a look at what generation leaves open.
template <class Game, Caller CALLER>
DEVICE bool is_playable(const Position& p, u32 move) {
    const u32 tag = move_tag(move), us = p.side();
    const u32 from = move_from(move), to = move_to(move);
    if (unlikely(tag == TAG_KING))
        return !is_attacked_rarely<Game, CALLER>(p.plane0, p.plane1, p.plane2, p.white,
                                                 p.occupied() & ~(1ull << from), 1ull << to, to,
                                                 us ^ 1);
    if (Game::MAKRUK) return true;
    if (unlikely(tag == TAG_EN_PASSANT)) return is_en_passant_legal<Game, CALLER>(p, from, to);
    if (unlikely(tag == TAG_CASTLE)) {
        // The king's way must be safe. The rook is taken off the board: what
        // it shields it will not shield when it has jumped.
        const u32 target = castling_king_target(from, to);
        const u64 occupied = p.occupied() & ~(1ull << from) & ~(1ull << to);
        const u32 low = from < target ? from : target, high = from < target ? target : from;
        NO_UNROLL for (u32 square = low; square <= high; square++)
            if (is_attacked_rarely<Game, CALLER>(p.plane0, p.plane1, p.plane2, p.white, occupied, 0,
                                                 square, us ^ 1))
                return false;
    }
    return true;
}

// A comparison that the compiler may know the answer of.
SHARED_CODE bool at_least(u32 count, u32 least) { return count >= least; }

// The limit of the pieces' honour in moves, from the chaser's pieces.
SHARED_CODE u32 pieces_limit(u32 rooks, u32 khons, u32 mas) {
#define ROW(r, k, m, moves) \
    if (at_least(rooks, r) && at_least(khons, k) && at_least(mas, m)) return moves;
    PIECES_LIMITS(ROW)
#undef ROW
    return BOARD_LIMIT / 2;
}

// Makruk's count after a move of `us`, as crates/board/src/play.rs keeps it.
DEVICE u32 count_after(const Position& p, u32 us, u32 captured, bool promoted) {
    u32 limit = p.count_limit(), ply = p.count_ply();
    const u32 halfmoves = p.halfmoves();
    if (p.pawns() && limit == 0) return halfmoves;
    const u64 ours = p.of(us), theirs = p.of(us ^ 1);
    const bool we_are_bare = (ours & (ours - 1)) == 0;
    const bool they_are_bare = (theirs & (theirs - 1)) == 0;
    if (limit > 0 && ply < 255) ply++;
    if (!p.pawns()) {
        const u32 men = u32(popcount(p.occupied()));
        const u64 chasers = we_are_bare ? theirs : ours;
        const u32 chase = 2 * pieces_limit(u32(popcount(chasers & p.rooks())),
                                           u32(popcount(chasers & p.bishops())),
                                           u32(popcount(chasers & p.knights())));
        if (captured == PAWN && we_are_bare && !they_are_bare) {
            limit = chase;
            ply = 2 * men - 1;
        }
        const bool starts = limit == 0 || ((captured != EMPTY || promoted) && they_are_bare);
        if (starts && !we_are_bare) {
            limit = they_are_bare ? chase : BOARD_LIMIT;
            ply = they_are_bare ? 2 * men : 0;
        }
    }
    return halfmoves | limit << 16 | ply << 24;
}

// True if `play` leaves something to finish_move, because it is rare: castling, a
// double step, and in Makruk the count.
template <class Game>
DEVICE bool is_unfinished(const Position& after, u32 move) {
    if (Game::MAKRUK) return after.count_limit() || !after.pawns();
    return move_tag(move) == TAG_DOUBLE || move_tag(move) == TAG_CASTLE;
}

// Castling: the king stands where its rook was, and there is no rook.
DEVICE void finish_castling(Position& p, u32 king, u32 rook) {
    const int lane = warp::lane();
    const u32 us = p.side() ^ 1, white = us ? 0 : 8;
    const u32 king_to = castling_king_target(king, rook),
              rook_to = castling_rook_target(king, rook);
    const u64 word = lane < 5 ? ((const u64*)&p)[lane] : 0;
    u64 mine = word & ~(1ull << rook);
    if ((KING | white) >> lane & 1) mine |= 1ull << king_to;
    if ((ROOK | white) >> lane & 1) mine |= 1ull << rook_to;
    if (lane == 4)
        mine = word ^ piece_key(KING, us, rook) ^ piece_key(KING, us, king_to) ^
               piece_key(ROOK, us, rook) ^ piece_key(ROOK, us, rook_to);
    warp::sync();
    if (lane < 5) ((u64*)&p)[lane] = mine;
    warp::sync();
}

// What `play` has left to do: castling, Makruk's count. After a double step: whether a pawn can
// legally be taken in passing. Only then does the position say so, because repetition depends on
// it.
template <class Game, Caller CALLER>
DEVICE_CALL void finish_move(Position& p, u32 move, u32 captured) {
    if (Game::MAKRUK) {
        const u32 clock =
            count_after(p, p.side() ^ 1, captured, move_tag(move) >= TAG_PROMOTE_KNIGHT);
        warp::sync();
        p.clock = clock;
        warp::sync();
        return;
    }
    const u32 to = move_to(move);
    if (move_tag(move) == TAG_CASTLE) {
        finish_castling(p, move_from(move), to);
        return;
    }
    const u32 them = p.side(), us = them ^ 1;
    const u64 target = 1ull << to;
    const u64 beside = ((target & ~FILE_H) << 1 | (target & ~FILE_A) >> 1) & p.pawns() & p.of(them);
    const u32 passed = us ? to + 8 : to - 8;
    bool legal = false;
    NO_UNROLL for (u64 takers = beside; takers && !legal; takers &= takers - 1)
        legal = is_en_passant_legal<Game, CALLER>(p, u32(lowest(takers)), passed);
    const u32 state = p.state, noted = state | ((to & 7) + 1) << 16;
    const u64 key = p.key ^ rights_key(state) ^ rights_key(noted);
    warp::sync();
    if (legal && warp::lane() == 0) {
        p.state = noted;
        p.key = key;
    }
    warp::sync();
}

// Plays a legal move that takes `captured` (see captured_by); if it is unfinished,
// finish_move comes next. Both positions lie in shared memory: six lanes write a
// word each.
template <class Game>
DEVICE void play(const Position& before, Position& after, u32 move, u32 captured) {
    const int lane = warp::lane();
    const u32 state = before.state, us = state >> 20 & 1, them = us ^ 1;
    const u32 from = move_from(move), to = move_to(move), tag = move_tag(move);
    u32 moved = code_of_tag(tag);
    if (Game::MAKRUK && tag == TAG_QUEEN) moved = before.code_at(from);  // perhaps a promoted bia
    u32 placed = moved;
    if (tag >= TAG_PROMOTE_KNIGHT)
        placed = Game::MAKRUK ? u32(PROMOTED) : tag - TAG_PROMOTE_KNIGHT + KNIGHT;
    u32 taken_at = to;
    if (!Game::MAKRUK && tag == TAG_EN_PASSANT) taken_at ^= 8;
    const u32 old_rights = state & 0xfffff;
    u32 rights = state & 0xffff;  // a chance to take in passing is gone
    if (!Game::MAKRUK && rights) {
        // Those of the rooks on the squares left and entered, or all of a king.
        const u32 ours = us ? 8 : 0, theirs = us ? 0 : 8;
        if ((from & 56) == us * 56) rights &= ~(1u << ((from & 7) + ours));
        if ((to & 56) == them * 56) rights &= ~(1u << ((to & 7) + theirs));
        if (moved == KING) rights &= ~(0xffu << ours);
    }

    // The key: one lane for each man that comes or goes.
    u32 code = EMPTY, color = us, square = 0;
    if (lane == 0) code = moved, square = from;
    if (lane == 1) code = placed, square = to;
    if (lane == 2) code = captured, square = taken_at, color = them;
    const u64 change = code ? piece_key(code, color, square) : 0;
    const u64 changes = warp::bit_xor(u32(change)) | u64(warp::bit_xor(u32(change >> 32))) << 32;

    // The planes are words 0 to 3.
    const u64 word = lane < 5 ? ((const u64*)&before)[lane] : 0;
    const u32 white = us ? 0 : 8;
    u64 mine = word & ~(1ull << from | 1ull << to | 1ull << taken_at);
    if ((placed | white) >> lane & 1) mine |= 1ull << to;
    if (lane == 4) {
        mine = word ^ changes ^ BLACK_KEY;
        if (rights != old_rights) mine ^= rights_key(old_rights) ^ rights_key(rights);
    }
    const u32 old_clock = before.clock, plies = old_clock & 0xffff;
    const u32 halfmoves = captured != EMPTY || moved == PAWN ? 0 : plies + (plies < 0xffff);
    if (lane == 5) mine = (rights | them << 20) | u64((old_clock & 0xffff0000u) | halfmoves) << 32;
    if (lane < 6) ((u64*)&after)[lane] = mine;
    warp::sync();
}

// A null move: the turn is passed. The count of Makruk does not tick.
DEVICE Position after_null_move(const Position& before) {
    Position p = before;
    p.state = (p.state & 0xffff) | (before.side() ^ 1) << 20;
    p.key ^= BLACK_KEY;
    if (before.en_passant()) p.key ^= rights_key(before.state) ^ rights_key(p.state);
    if (before.halfmoves() < 0xffff) p.clock++;
    return p;
}

SHARED_CODE bool on_one_colour(u64 squares) { return !(squares & LIGHT) || !(squares & DARK); }

// True if neither side can mate, not even with help.
template <class Game>
DEVICE bool is_insufficient(const Position& p) {
    if (Game::MAKRUK) {
        if (p.rooks() | p.bishops()) return false;
        const u64 mets = p.queens(), men = p.occupied() & ~p.kings(), others = men & ~mets;
        if (mets && (!on_one_colour(mets) || others)) return false;
        return !(others && (men & (men - 1)));
    }
    if (p.pawns() | p.rooks() | p.queens()) return false;
    const u64 knights = p.knights(), bishops = p.bishops();
    if (knights) return popcount(knights | bishops) == 1;
    return on_one_colour(bishops);
}
