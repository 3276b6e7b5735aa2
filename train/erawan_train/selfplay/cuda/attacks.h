// Who attacks what. Sliders are computed by hyperbola quintessence: the GPU
// reverses bits in one instruction and has no room for large tables.
#pragma once

#include "position.h"

// Arrays of a network in device memory (see net_file.h and network.h).
struct Network {
    const u32* rows;     // [buckets * 768][32 lanes][words]: two values a word
    const u32* bias;     // [32][words]
    const u32* outputs;  // [out_buckets][32][2 perspectives][words / 2]: four bytes a word
    const s32* output_bias;
    const u8* buckets;  // king bucket by oriented and mirrored square
    u32 king_buckets, out_buckets;
};

// Who attacks what on an empty board.
struct Attacks {
    // Whole lines through a square, without it: rank, file, diagonal, antidiagonal.
    u64 lines[4][64];
    u64 knight[64], king[64];
    u64 pawn[2][64];  // what a pawn of each colour attacks
};

// Four kilobytes in shared memory, one copy for all warps of a block.
struct Tables : Attacks {
    Network net;
};

constexpr Attacks make_attacks() {
    Attacks tables{};
    for (int square = 0; square < 64; square++) {
        const int rank = square >> 3, file = square & 7;
        for (int other = 0; other < 64; other++) {
            if (other == square) continue;
            const int up = (other >> 3) - rank, right = (other & 7) - file;
            const int rows = up < 0 ? -up : up, columns = right < 0 ? -right : right;
            const u64 bit = 1ull << other;
            if (up == 0) tables.lines[0][square] |= bit;
            if (right == 0) tables.lines[1][square] |= bit;
            if (up == right) tables.lines[2][square] |= bit;
            if (up == -right) tables.lines[3][square] |= bit;
            if (rows * columns == 2) tables.knight[square] |= bit;
            if (rows <= 1 && columns <= 1) tables.king[square] |= bit;
            if (rows == 1 && columns == 1) tables.pawn[up < 0][square] |= bit;
        }
    }
    return tables;
}

// What a slider sees along a line.
DEVICE u64 along(u64 occupied, u64 slider, u64 line) {
    const u64 blockers = occupied & line;
    const u64 forward = blockers - 2 * slider;
    const u64 backward = reversed(reversed(blockers) - 2 * reversed(slider));
    return (forward ^ backward) & line;
}

SHARED_CODE u64 ahead(u64 squares, u32 color) { return color ? squares >> 8 : squares << 8; }
SHARED_CODE u64 pawn_attacks(u64 pawns, u32 color) {
    const u64 steps = ahead(pawns, color);
    return (steps & ~FILE_H) << 1 | (steps & ~FILE_A) >> 1;
}
DEVICE u64 met_attacks(u32 square, const Tables& t) {
    return t.pawn[0][square] | t.pawn[1][square];
}
DEVICE u64 khon_attacks(u32 square, u32 color, const Tables& t) {
    return met_attacks(square, t) | ahead(1ull << square, color);
}

DEVICE Tables& shared_tables();

// Who calls: the search has copies of its own of rare functions. If others call
// them too, the compiler keeps what all lanes share in registers for that, which
// costs the search a tenth more instructions to move them there and back.
enum Caller { SEARCH, OTHERS };

// True if `by` attacks a square, with `occupied` in the way of sliders and
// `gone` no longer attacking. One lane for each kind of attack.
template <class Game>
DEVICE bool is_attacked(const Position& p, const Tables& t, u32 square, u32 by, u64 occupied,
                        u64 gone) {
    const int lane = warp::lane();
    const u64 enemies = p.of(by) & ~gone;
    u64 hits = 0;
    if (Game::MAKRUK) {
        if (lane < 2)
            hits = along(occupied, 1ull << square, t.lines[lane][square]) & p.rooks();
        else if (lane == 2)
            hits = met_attacks(square, t) & (p.queens() | p.bishops());
        else if (lane == 3)
            hits = ahead(1ull << square, by ^ 1) & p.bishops();
    } else {
        if (lane < 4) {
            const u64 line = t.lines[lane][square];
            hits = along(occupied, 1ull << square, line) &
                   (p.queens() | (lane < 2 ? p.rooks() : p.bishops()));
        }
    }
    if (lane == 4) hits = t.knight[square] & p.knights();
    if (lane == 5) hits = t.king[square] & p.kings();
    if (lane == 6) hits = t.pawn[by ^ 1][square] & p.pawns();
    return warp::any((hits & enemies) != 0);
}

// The same as a function of its own, for rare questions: the position goes in
// registers, so that no caller must keep it in memory.
template <class Game, Caller CALLER>
DEVICE_CALL bool is_attacked_rarely(u64 plane0, u64 plane1, u64 plane2, u64 white, u64 occupied,
                                    u64 gone, u32 square, u32 by) {
    const Position p{plane0, plane1, plane2, white, 0, 0, 0};
    return is_attacked<Game>(p, shared_tables(), square, by, occupied, gone);
}

// What restricts the moves of the side to move.
struct Restrictions {
    u64 check;  // where a piece other than the king must go: all squares without check
    u64 pins;   // the pinned men, and perhaps some of theirs
    bool in_check;
};

// Looks out from the king: leapers by all lanes alike, sliders along the rays
// (a lane for each, the other lanes do the same again), and only if there is one on
// a line of the king.
template <class Game>
DEVICE Restrictions look_from_king(const Position& p, const Tables& t) {
    constexpr int LINES = Game::MAKRUK ? 2 : 4;
    const int lane = warp::lane(), direction = lane & (LINES - 1);
    const u32 us = p.side();
    const u64 occupied = p.occupied(), ours = p.of(us), theirs = occupied & ~ours;
    const u32 king = king_square(p, us);
    u64 leapers = (t.knight[king] & p.knights()) | (t.pawn[us][king] & p.pawns());
    if (Game::MAKRUK)
        leapers |= (met_attacks(king, t) & (p.queens() | p.bishops())) |
                   (ahead(1ull << king, us) & p.bishops());
    leapers &= theirs;
    u64 snipers = Game::MAKRUK || direction < 2 ? p.rooks() : p.bishops();
    if (!Game::MAKRUK) snipers |= p.queens();
    snipers &= theirs;

    Restrictions result{~0ull, 0, leapers != 0};
    if (result.in_check) result.check = leapers & (leapers - 1) ? 0 : leapers;
    if (!warp::any((t.lines[direction][king] & snipers) != 0)) return result;
    // Downward rays are upward ones on the board turned by 180 degrees.
    const bool down = lane & LINES;
    const u32 square = down ? 63 - king : king;
    const u64 board = down ? reversed(occupied) : occupied,
              hostile = down ? reversed(snipers) : snipers;
    const u64 ray = t.lines[direction][square] & ~((2ull << square) - 1);
    const u64 blockers = board & ray, first = blockers & (0 - blockers);
    const u64 rest = blockers ^ first, second = rest & (0 - rest);
    const bool checks = first & hostile;
    u64 found = checks ? ray & (first | (first - 1)) : second & hostile ? first : 0;
    if (down) found = reversed(found);
    result.pins = warp::bit_or(checks ? 0 : found);
    const u32 lanes = warp::ballot(checks) & ((1u << 2 * LINES) - 1);
    if (unlikely(lanes)) {
        const u64 squares = warp::shuffle(found, lowest32(lanes));
        result.check = result.in_check || (lanes & (lanes - 1)) ? 0 : squares;
        result.in_check = true;
    }
    return result;
}
