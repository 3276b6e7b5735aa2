// Positions as records of thirty-two bytes, as the trainer reads them. What they are
// is told in crates/selfplay/src/position.rs; facts.h has where everything is.
#pragma once

#include "play.h"
#include "value.h"

struct alignas(16) Record {
    u64 occupied;
    u32 men[4];
    u32 outcome;  // score, result, flags
    u32 clock;    // ply, halfmoves, last byte
};
static_assert(sizeof(Record) == RECORD_BYTES && offsetof(Record, occupied) == RECORD_OCCUPIED &&
                  offsetof(Record, men) == RECORD_MEN &&
                  offsetof(Record, outcome) == RECORD_SCORE &&
                  offsetof(Record, clock) == RECORD_PLY,
              "two quads, as everybody reads them");

// Within the words `outcome` and `clock`.
static constexpr u32 RESULT_SHIFT = 8 * (RECORD_RESULT - RECORD_SCORE);
static constexpr u32 FLAGS_SHIFT = 8 * (RECORD_FLAGS - RECORD_SCORE);
static constexpr u32 CLOCK_SHIFT = 8 * (RECORD_CLOCK - RECORD_PLY);
static constexpr u32 EXTRA_SHIFT = 8 * (RECORD_EXTRA - RECORD_PLY);

// A position of an interface: a record and what it leaves out.
struct alignas(16) PackedPosition {
    Record record;
    u16 count_limit, count_ply;  // Makruk's count in plies
    u16 halfmoves;               // not capped
    u16 spare[5];
};
static_assert(sizeof(PackedPosition) == 48, "three quads");

// The file of a pawn that can be taken in passing, from 1, or the moves left in the count.
SHARED_CODE u32 last_byte(const Position& p, bool makruk) {
    if (!makruk) return p.en_passant();
    if (!p.count_limit()) return 0;
    const int left = (int(p.count_limit()) + 1 - int(p.count_ply())) / 2;
    return u32(left < 1 ? 1 : left);
}

// The nibble of a square that is not empty.
SHARED_CODE u32 nibble_at(const Position& p, u32 square) {
    const u32 code = p.code_at(square), black = u32(~p.white >> square & 1);
    u32 role = code == PROMOTED ? MARKED_ROLE : code - 1;
    const u32 home = black ? 56 : 0;
    if (code == ROOK && (square & 56) == home &&
        (p.castling() >> ((square & 7) + (black ? 8 : 0)) & 1))
        role = MARKED_ROLE;
    return role | black << 3;
}

// Writes a record; the result comes later. All lanes together.
template <class Game>
DEVICE void write_record(Record* to, const Position& p, Value score, u32 flags, u32 ply,
                         u8* squares) {
    const int lane = warp::lane();
    list_men(p.occupied(), squares);
    const u32 nibble = lane < popcount(p.occupied()) ? nibble_at(p, squares[lane]) : 0;
    Record record;
    record.occupied = p.occupied();
    UNROLL for (int word = 0; word < 4; word++)
        record.men[word] = warp::bit_or(lane >> 3 == word ? nibble << 4 * (lane & 7) : 0);
    flags |= p.side() ? FLAG_BLACK_TO_MOVE : 0;
    const u32 halfmoves = p.halfmoves() < 255 ? p.halfmoves() : 255;
    record.outcome = (u32(score) & 0xffff) | flags << FLAGS_SHIFT;
    record.clock =
        (ply & 0xffff) | halfmoves << CLOCK_SHIFT | last_byte(p, Game::MAKRUK) << EXTRA_SHIFT;
    if (lane == 0) *to = record;
    warp::sync();
}

// A record for an interface, by one thread.
SHARED_CODE PackedPosition pack(const Position& p, bool makruk) {
    PackedPosition packed{};
    packed.record.occupied = p.occupied();
    u32 index = 0;
    for (u32 square = 0; square < 64; square++) {
        if (!(p.occupied() >> square & 1) || index >= 32) continue;
        packed.record.men[index >> 3] |= nibble_at(p, square) << 4 * (index & 7);
        index++;
    }
    const u32 halfmoves = p.halfmoves() < 255 ? p.halfmoves() : 255;
    packed.record.outcome = (p.side() ? FLAG_BLACK_TO_MOVE : 0) << FLAGS_SHIFT;
    packed.record.clock = halfmoves << CLOCK_SHIFT | last_byte(p, makruk) << EXTRA_SHIFT;
    packed.count_limit = u16(p.count_limit());
    packed.count_ply = u16(p.count_ply());
    packed.halfmoves = u16(p.halfmoves());
    return packed;
}

SHARED_CODE Position unpack(const Record& record, bool makruk) {
    Position p{};
    u32 index = 0;
    for (u32 square = 0; square < 64; square++) {
        if (!(record.occupied >> square & 1) || index >= 32) continue;
        const u32 nibble = record.men[index >> 3] >> 4 * (index & 7) & 15;
        const u32 role = nibble & 7, black = nibble >> 3;
        index++;
        const bool marked = role == MARKED_ROLE;
        p.put(1ull << square, marked ? makruk ? u32(PROMOTED) : u32(ROOK) : role + 1, black);
        if (marked && !makruk) p.state |= 1u << ((square & 7) + (black ? 8 : 0));
    }
    if (record.outcome >> FLAGS_SHIFT & FLAG_BLACK_TO_MOVE) p.state |= 1u << 20;
    p.clock = record.clock >> CLOCK_SHIFT & 255;
    if (!makruk) p.state |= (record.clock >> EXTRA_SHIFT & 15) << 16;
    p.key = whole_key(p);
    return p;
}

SHARED_CODE Position unpack(const PackedPosition& packed, bool makruk) {
    Position p = unpack(packed.record, makruk);
    p.clock = packed.halfmoves;
    if (makruk)
        p.clock |= u32(packed.count_limit & 255) << 16 |
                   u32(packed.count_ply < 255 ? packed.count_ply : 255) << 24;
    return p;
}
