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
DEVICE u32 captured_by(const Position& p, u32 move) {
    const u32 tag = move_tag(move);
    if (tag == TAG_CASTLE) return EMPTY;
    return tag == TAG_EN_PASSANT ? u32(PAWN) : p.code_at(move_to(move));
}

// True if taking in passing leaves the own king safe.
template <class Game>
DEVICE bool is_en_passant_legal(const Position& p, u32 from, u32 to) {
    const u32 us = from >> 3 == 4 ? 0 : 1;
    const u64 taken = 1ull << (us ? to + 8 : to - 8);
    const u64 occupied = (p.occupied() & ~(1ull << from) & ~taken) | 1ull << to;
    return !is_attacked_rarely<Game>(p.plane0, p.plane1, p.plane2, p.white, occupied, taken, king_square(p, us),
                                     us ^ 1);
}

// True if a generated move is legal: a look at what generation leaves open.
template <class Game>
DEVICE bool is_playable(const Position& p, const Tables& t, u32 move) {
    const u32 tag = move_tag(move), us = p.side();
    const u32 from = move_from(move), to = move_to(move);
    if (tag == TAG_KING)
        return !is_attacked<Game>(p, t, to, us ^ 1, p.occupied() & ~(1ull << from), 1ull << to);
    if (Game::MAKRUK) return true;
    if (tag == TAG_EN_PASSANT) return is_en_passant_legal<Game>(p, from, to);
    if (tag == TAG_CASTLE) {
        // The king's way must be safe. The rook is taken off the board: what
        // it shields it will not shield when it has jumped.
        const u32 target = castling_king_target(from, to);
        const u64 occupied = p.occupied() & ~(1ull << from) & ~(1ull << to);
        const u32 low = from < target ? from : target, high = from < target ? target : from;
        NO_UNROLL
        for (u32 square = low; square <= high; square++)
            if (is_attacked_rarely<Game>(p.plane0, p.plane1, p.plane2, p.white, occupied, 0, square, us ^ 1))
                return false;
    }
    return true;
}

// The limit of the pieces' honour in moves, from the chaser's pieces.
SHARED_CODE u32 pieces_limit(int rooks, int khons, int mas) {
    if (rooks >= 2) return 8;
    if (rooks == 1) return 16;
    if (khons >= 2) return 22;
    if (mas >= 2) return 32;
    return khons == 1 ? 44 : 64;
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
        const u32 chase = 2 * pieces_limit(popcount(chasers & p.rooks()), popcount(chasers & p.bishops()),
                                           popcount(chasers & p.knights()));
        if (captured == PAWN && we_are_bare && !they_are_bare) {
            limit = chase;
            ply = 2 * men - 1;
        }
        const bool starts = limit == 0 || ((captured != EMPTY || promoted) && they_are_bare);
        if (starts && !we_are_bare) {
            limit = they_are_bare ? chase : 128;
            ply = they_are_bare ? 2 * men : 0;
        }
    }
    return halfmoves | limit << 16 | ply << 24;
}

// Plays a legal move that takes `captured` (see captured_by).
template <class Game>
DEVICE Position play(const Position& before, u32 move, u32 captured) {
    const int lane = warp::lane();
    Position p = before;
    const u32 us = p.side(), them = us ^ 1;
    const u32 from = move_from(move), to = move_to(move), tag = move_tag(move);
    const u64 origin = 1ull << from, target = 1ull << to;
    const u32 moved = p.code_at(from);
    u32 placed = moved;
    if (tag >= TAG_PROMOTE) placed = Game::MAKRUK ? u32(PROMOTED) : tag - TAG_PROMOTE + KNIGHT;

    const u32 old_rights = p.state & 0xfffff;
    u32 rights = p.state & 0xffff;  // a chance to take in passing is gone
    u32 landing = to, taken_at = to, rook_to = 64;
    if (!Game::MAKRUK && tag == TAG_CASTLE) {
        landing = castling_king_target(from, to);
        rook_to = castling_rook_target(from, to);
    }
    if (!Game::MAKRUK && tag == TAG_EN_PASSANT) taken_at = us ? to + 8 : to - 8;
    p.remove(origin | target | 1ull << taken_at);
    p.put(1ull << landing, placed, us);
    if (!Game::MAKRUK && rook_to < 64) p.put(1ull << rook_to, ROOK, us);
    if (!Game::MAKRUK && rights) {
        const u32 home = us ? 56 : 0, away = us ? 0 : 56;
        if (moved == KING) rights &= us ? 0x00ffu : 0xff00u;
        if ((from & 56) == home) rights &= ~(1u << ((from & 7) + (us ? 8 : 0)));
        if ((to & 56) == away) rights &= ~(1u << ((to & 7) + (us ? 0 : 8)));
    }

    // The key: one lane for each man that comes or goes.
    u32 code = EMPTY, color = us, square = 0;
    if (lane == 0) code = moved, square = from;
    if (lane == 1) code = placed, square = landing;
    if (lane == 2) code = captured, square = taken_at, color = them;
    if (!Game::MAKRUK && rook_to < 64) {
        if (lane == 3) code = ROOK, square = to;
        if (lane == 4) code = ROOK, square = rook_to;
    }
    const u64 change = code ? piece_key(code, color, square) : 0;
    p.key ^= warp::bit_xor(u32(change)) | u64(warp::bit_xor(u32(change >> 32))) << 32;

    p.key ^= BLACK_KEY;
    p.state = rights | them << 20;
    const u32 halfmoves = captured != EMPTY || moved == PAWN ? 0 : before.halfmoves() + 1;
    p.clock = (p.clock & 0xffff0000u) | (halfmoves < 0xffff ? halfmoves : 0xffff);
    if (Game::MAKRUK) {
        p.clock = count_after(p, us, captured, tag >= TAG_PROMOTE);
        return p;
    }
    if (tag == TAG_DOUBLE) {
        // Only a capture that is legal counts as a chance to take in passing:
        // repetition depends on it.
        const u64 beside = ((target & ~FILE_H) << 1 | (target & ~FILE_A) >> 1) & p.pawns() & p.of(them);
        const u32 passed = us ? to + 8 : to - 8;
        bool legal = false;
        NO_UNROLL
        for (u64 takers = beside; takers && !legal; takers &= takers - 1)
            legal = is_en_passant_legal<Game>(p, u32(lowest(takers)), passed);
        if (legal) {
            rights |= ((to & 7) + 1) << 16;
            p.state |= ((to & 7) + 1) << 16;
        }
    }
    if (rights != old_rights) p.key ^= rights_key(old_rights) ^ rights_key(rights);
    return p;
}

// Passing the turn. The count of Makruk does not tick.
DEVICE Position pass(const Position& before) {
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
