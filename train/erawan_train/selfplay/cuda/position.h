// Positions in forty-eight bytes, moves in sixteen bits, and the two games.
#pragma once

#include "facts.h"
#include "warp.h"

using namespace facts;

// What stands on a square, as three bits; one bitboard for each of them is the
// whole board ("quad bitboards", with the colour as the fourth). A set of
// pieces is then one or two three-input logical instructions, and a position
// is small enough for a stack of them in shared memory.
enum Code : u32 {
    EMPTY = 0,
    PAWN = 1,      // bia
    KNIGHT = 2,    // ma
    BISHOP = 3,    // khon
    ROOK = 4,      // rua
    QUEEN = 5,     // met
    KING = 6,      // khun
    PROMOTED = 7,  // Makruk: a bia that became a met, and moves like one
};

// Moves are sixteen bits: origin, target and tag. Castling is the king taking its own rook.
SHARED_CODE u32 move_from(u32 move) { return move & 63; }
SHARED_CODE u32 move_to(u32 move) { return move >> MOVE_TO_SHIFT & 63; }
SHARED_CODE u32 move_tag(u32 move) { return move >> MOVE_TAG_SHIFT & 15; }
// What moves, a nibble of a constant; of a promoted bia, a met.
SHARED_CODE u32 code_of_tag(u32 tag) { return u32(0x1111006654321111ull >> 4 * tag) & 15; }
SHARED_CODE u32 make_move(u32 from, u32 to, u32 tag) {
    return from | to << MOVE_TO_SHIFT | tag << MOVE_TAG_SHIFT;
}

static constexpr u64 FILE_A = 0x0101010101010101ull;
static constexpr u64 FILE_H = 0x8080808080808080ull;
static constexpr u64 LIGHT = 0x55aa55aa55aa55aaull;
static constexpr u64 DARK = ~LIGHT;

struct Chess {
    static constexpr int NUMBER = 0;
    static constexpr bool MAKRUK = false;
    // Values for exchanges and move order.
    static constexpr int PAWN_VALUE = CHESS_VALUES[0], KNIGHT_VALUE = CHESS_VALUES[1],
                         BISHOP_VALUE = CHESS_VALUES[2], ROOK_VALUE = CHESS_VALUES[3],
                         QUEEN_VALUE = CHESS_VALUES[4];
};

struct Makruk {
    static constexpr int NUMBER = 1;
    static constexpr bool MAKRUK = true;
    static constexpr int PAWN_VALUE = MAKRUK_VALUES[0], KNIGHT_VALUE = MAKRUK_VALUES[1],
                         BISHOP_VALUE = MAKRUK_VALUES[2], ROOK_VALUE = MAKRUK_VALUES[3],
                         QUEEN_VALUE = MAKRUK_VALUES[4];
};

// A value by code: a byte of a constant, in steps of four.
template <class Game>
SHARED_CODE int value_of(u32 code) {
    constexpr u64 bytes =
        u64(Game::PAWN_VALUE / 4) << 8 * PAWN | u64(Game::KNIGHT_VALUE / 4) << 8 * KNIGHT |
        u64(Game::BISHOP_VALUE / 4) << 8 * BISHOP | u64(Game::ROOK_VALUE / 4) << 8 * ROOK |
        u64(Game::QUEEN_VALUE / 4) << 8 * QUEEN | u64(Game::QUEEN_VALUE / 4) << 8 * PROMOTED;
    return int(bytes >> 8 * code & 255) * 4;
}

struct alignas(16) Position {
    u64 plane0, plane1, plane2;  // the bits of the codes
    u64 white;                   // White's pieces
    u64 key;
    // Bits 0-15: rooks that may castle, by file, White's and Black's;
    // 16-19: the file + 1 of a pawn that can legally be taken in passing;
    // 20: Black is to move.
    u32 state;
    // Bits 0-15: plies since the last capture or pawn move;
    // 16-23: Makruk's limit in plies; 24-31: plies counted.
    u32 clock;

    SHARED_CODE u32 side() const { return state >> 20 & 1; }
    SHARED_CODE u32 castling() const { return state & 0xffff; }
    SHARED_CODE u32 en_passant() const { return state >> 16 & 15; }
    SHARED_CODE u32 halfmoves() const { return clock & 0xffff; }
    SHARED_CODE u32 count_limit() const { return clock >> 16 & 255; }
    SHARED_CODE u32 count_ply() const { return clock >> 24; }

    SHARED_CODE u64 occupied() const { return plane0 | plane1 | plane2; }
    SHARED_CODE u64 black() const { return occupied() & ~white; }
    SHARED_CODE u64 of(u32 color) const { return color ? black() : white; }
    SHARED_CODE u64 pawns() const { return plane0 & ~plane1 & ~plane2; }
    SHARED_CODE u64 knights() const { return ~plane0 & plane1 & ~plane2; }
    SHARED_CODE u64 bishops() const { return plane0 & plane1 & ~plane2; }
    SHARED_CODE u64 rooks() const { return ~plane0 & ~plane1 & plane2; }
    // Queens; in Makruk all mets.
    SHARED_CODE u64 queens() const { return plane0 & plane2; }
    SHARED_CODE u64 kings() const { return ~plane0 & plane1 & plane2; }

    SHARED_CODE u32 code_at(u32 square) const {
        return u32(plane0 >> square & 1) | u32(plane1 >> square & 1) << 1 |
               u32(plane2 >> square & 1) << 2;
    }
    SHARED_CODE void remove(u64 squares) {
        plane0 &= ~squares;
        plane1 &= ~squares;
        plane2 &= ~squares;
        white &= ~squares;
    }
    // The squares must be empty.
    SHARED_CODE void put(u64 squares, u32 code, u32 color) {
        if (code & 1) plane0 |= squares;
        if (code & 2) plane1 |= squares;
        if (code & 4) plane2 |= squares;
        if (color == 0) white |= squares;
    }
};

// The index of the highest bit; there must be one.
DEVICE u32 highest(u64 bits) {
    const u32 high = u32(bits >> 32);
    return u32(highest32(high ? high : u32(bits))) + (high ? 32 : 0);
}

// The square of a king; every position has both.
DEVICE u32 king_square(const Position& p, u32 color) {
    return highest(p.kings() & (color ? ~p.white : p.white)) & 63;
}

// Keys are computed, not looked up: a few multiplications are cheaper than a
// table in memory.
SHARED_CODE u64 mix(u32 number) {
    u64 z = u64(number + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 32) * 0xbf58476d1ce4e5b9ull;
    return z ^ z >> 29;
}
// A promoted bia is a met: repetition does not tell them apart.
SHARED_CODE u64 piece_key(u32 code, u32 color, u32 square) {
    const u32 role = code == PROMOTED ? u32(QUEEN) : code;
    return mix((color * 8 + role) * 64 + square);
}
static constexpr u64 BLACK_KEY = 0xd1b54a32d192ed03ull;
// Castling rights and the chance to take in passing.
SHARED_CODE u64 rights_key(u32 state) { return u64(state & 0xfffff) * 0xda942042e4dd58b5ull; }

// The key made from scratch.
SHARED_CODE u64 whole_key(const Position& p) {
    u64 key = rights_key(p.state) ^ (p.side() ? BLACK_KEY : 0);
    for (u32 square = 0; square < 64; square++) {
        const u32 code = p.code_at(square);
        if (code) key ^= piece_key(code, u32(~p.white >> square & 1), square);
    }
    return key;
}
