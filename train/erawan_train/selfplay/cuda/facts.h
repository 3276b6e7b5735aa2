// Facts that Rust, CUDA and Python share.
// `cargo run -p erawan-facts` writes this file from the Rust crates: do not edit it.
#pragma once

// clang-format off
namespace facts {

// Records of positions: where their fields are, and their flags.
constexpr unsigned RECORD_BYTES = 32;
constexpr unsigned RECORD_OCCUPIED = 0;
constexpr unsigned RECORD_MEN = 8;
constexpr unsigned RECORD_SCORE = 24;
constexpr unsigned RECORD_RESULT = 26;
constexpr unsigned RECORD_FLAGS = 27;
constexpr unsigned RECORD_PLY = 28;
constexpr unsigned RECORD_CLOCK = 30;
constexpr unsigned RECORD_EXTRA = 31;
constexpr unsigned FLAG_BLACK_TO_MOVE = 1;
constexpr unsigned FLAG_IN_CHECK = 2;
constexpr unsigned FLAG_NOISY = 4;
constexpr unsigned FLAG_INTERIOR = 8;
// The role of a rook that may castle, and of a promoted bia.
constexpr unsigned MARKED_ROLE = 6;
// Positions with scores from here on are not learnt from.
constexpr unsigned MAX_SCORE = 10000;
// The score of mate on the board; n plies away it is n less.
constexpr int MATE = 32000;

// Moves in sixteen bits: origin, target, tag.
constexpr unsigned MOVE_TO_SHIFT = 6;
constexpr unsigned MOVE_TAG_SHIFT = 12;
constexpr unsigned TAG_PUSH = 0;
constexpr unsigned TAG_DOUBLE = 1;
constexpr unsigned TAG_PAWN_CAPTURE = 2;
constexpr unsigned TAG_EN_PASSANT = 3;
constexpr unsigned TAG_KNIGHT = 4;
constexpr unsigned TAG_BISHOP = 5;
constexpr unsigned TAG_ROOK = 6;
constexpr unsigned TAG_QUEEN = 7;
constexpr unsigned TAG_KING = 8;
constexpr unsigned TAG_CASTLE = 9;
constexpr unsigned TAG_PROMOTE_KNIGHT = 12;
constexpr unsigned TAG_PROMOTE_BISHOP = 13;
constexpr unsigned TAG_PROMOTE_ROOK = 14;
constexpr unsigned TAG_PROMOTE_QUEEN = 15;

// What men are worth in exchanges, by role, pawn first.
constexpr int CHESS_VALUES[6] = {100, 300, 300, 500, 900, 0};
constexpr int MAKRUK_VALUES[6] = {100, 400, 300, 640, 180, 0};

// Networks: ones of the two layers, units of the output, inputs of a bucket.
constexpr unsigned QA = 255;
constexpr unsigned QB = 64;
constexpr unsigned SCALE = 400;
constexpr unsigned INPUTS = 768;
// No network's scale is larger.
constexpr unsigned MOST_SCALE = 4000;

// Network files of version 1: how they begin, and where the header's fields are.
constexpr char NET_MAGIC_BYTES[] = "ERAWANN1";
constexpr unsigned NET_FIXED = 104;
constexpr unsigned NET_WHOLE_FILE = 1;
constexpr unsigned NET_MAGIC = 0;
constexpr unsigned NET_LENGTH = 8;
constexpr unsigned NET_GAME = 12;
constexpr unsigned NET_ACTIVATION = 13;
constexpr unsigned NET_HIDDEN = 14;
constexpr unsigned NET_KING_BUCKETS = 16;
constexpr unsigned NET_OUTPUT_BUCKETS = 18;
constexpr unsigned NET_QA = 20;
constexpr unsigned NET_QB = 22;
constexpr unsigned NET_SCALE = 24;
constexpr unsigned NET_COVER = 26;
constexpr unsigned NET_BUCKET_TABLE = 28;
constexpr unsigned NET_HASH = 92;
constexpr unsigned NET_SUMMARY_LENGTH = 100;

// Makruk: the limit of the board's honour, in plies.
constexpr unsigned BOARD_LIMIT = 128;

// The fewest rua, khon and ma, and the moves of the pieces' honour; the first
// that fits.
#define PIECES_LIMITS(ROW) \
    ROW(2, 0, 0, 8) \
    ROW(1, 0, 0, 16) \
    ROW(0, 2, 0, 22) \
    ROW(0, 0, 2, 32) \
    ROW(0, 1, 0, 44) \
    ROW(0, 0, 0, 64)

// The fewest rua, khon, ma and met, these on both colours or not; the moves to
// mate a bare khun, fewer for each piece more, the fewest; the first that fits.
#define MATING_MATERIAL(ROW) \
    ROW(2, 0, 0, 0, false, 8, 0, 8) \
    ROW(1, 0, 0, 0, false, 15, 2, 8) \
    ROW(0, 2, 1, 0, false, 24, 0, 24) \
    ROW(0, 2, 0, 1, false, 24, 0, 24) \
    ROW(0, 2, 0, 0, false, 46, 0, 46) \
    ROW(0, 1, 1, 0, false, 34, 6, 18) \
    ROW(0, 1, 0, 2, false, 36, 0, 36) \
    ROW(0, 1, 0, 1, false, 52, 0, 52) \
    ROW(0, 0, 2, 1, false, 40, 0, 40) \
    ROW(0, 0, 1, 2, false, 48, 0, 48) \
    ROW(0, 0, 0, 3, true, 50, 0, 50) \
    ROW(0, 0, 3, 0, false, 40, 0, 40)

// Why a game ended.
enum Reason : unsigned {
    CHECKMATE = 0,
    STALEMATE = 1,
    INSUFFICIENT_MATERIAL = 2,
    REPETITION = 3,
    FIFTY_MOVES = 4,
    COUNTING = 5,
    WIN_BY_SCORE = 6,
    DRAW_BY_SCORE = 7,
    TOO_LONG = 8,
    REASONS = 9,
};

}  // namespace facts
// clang-format on
