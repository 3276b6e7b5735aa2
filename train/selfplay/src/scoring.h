// The order in which moves are tried. Each lane scores a move of its own.
#pragma once

#include "memory.h"

// Scores are sixteen bits; 0 means: not to be tried, or tried already.
// Bands, from the top: the table's move, good captures and promotions,
// killers, quiet moves by history, quiet moves that lose material, captures
// that do.
// Histories of both kinds are added up.
enum Band : u32 {
    TABLE_MOVE = 65535,
    GOOD_NOISY = 48000,
    FIRST_KILLER = 44000,
    SECOND_KILLER = 43000,
    QUIET = 29000,          // +- QUIET_MAX
    BAD_QUIET_END = 15000,  // quiet moves that lose material are below
    BAD_QUIET = 13000,      // +- HISTORY_MAX / 8
    BAD_NOISY_END = 11000,  // bad captures are below
    BAD_NOISY = 3000,
};
static constexpr int HISTORY_MAX = 8192, QUIET_MAX = 13900;

// What a check is worth in the order of quiet moves, and what leaving danger
// is for each unit of the piece.
static constexpr int CHECK_BONUS = 3000, DANGER_BONUS = 4;

// Besides the history of moves there is one of replies: how good a move was after
// the move before it, a row of 384 numbers (code and target) for each of 768
// (colour, code and target). It is too large for shared memory; a search waits
// for so much that one more load from afar does not matter.
static constexpr int REPLY_ROW = 6 * 64, REPLY_ROWS = 2 * 6 * 64;

// What moves; of a promoted bia, a met.
DEVICE u32 moving_code(u32 move) {
    const u32 tag = move_tag(move);
    return tag < 4 || tag >= TAG_PROMOTE ? u32(PAWN) : tag == TAG_CASTLE ? u32(KING) : tag - 2;
}

DEVICE int history_index(u32 color, u32 move) {
    return int((color * 8 + moving_code(move)) * 64 + move_to(move));
}

// The least valuable of these men in the order of their values.
template <class Game>
DEVICE u64 least_valuable(const Position& p, u64 men) {
    u64 some = men & p.pawns();
    if (Game::MAKRUK) {
        if (!some) some = men & p.queens();
        if (!some) some = men & p.bishops();
        if (!some) some = men & p.knights();
        if (!some) some = men & p.rooks();
    } else {
        if (!some) some = men & p.knights();
        if (!some) some = men & p.bishops();
        if (!some) some = men & p.rooks();
        if (!some) some = men & p.queens();
    }
    if (!some) some = men;
    return some & (0 - some);
}

// True if the exchange that a capture begins loses material. Sliders behind
// the moving piece join in, those behind the others do not: enough to order
// moves. For one lane alone.
template <class Game>
DEVICE bool loses_exchange(const Position& p, const Tables& t, u32 move, int won, int risked) {
    int balance = won - risked;
    if (balance >= 0) return false;
    const u32 us = p.side(), from = move_from(move), to = move_to(move);
    const u64 occupied = p.occupied() & ~(1ull << from);
    u64 attackers = (t.knight[to] & p.knights()) | (t.king[to] & p.kings()) |
                    (pawn_attacks(1ull << to, 0) & p.pawns() & ~p.white) |
                    (pawn_attacks(1ull << to, 1) & p.pawns() & p.white);
    if (Game::MAKRUK) {
        attackers |= (met_attacks(to, t) & (p.queens() | p.bishops())) |
                     (rook_attacks(occupied, to, t) & p.rooks()) |
                     (ahead(1ull << to, 1) & p.bishops() & p.white) |
                     (ahead(1ull << to, 0) & p.bishops() & ~p.white);
    } else {
        NO_UNROLL
        for (int line = 0; line < 4; line++)
            attackers |= along(occupied, 1ull << to, t.lines[line][to]) & (p.queens() | (line < 2 ? p.rooks() : p.bishops()));
    }
    attackers &= occupied;
    u32 side = us ^ 1;
    NO_UNROLL
    for (;;) {
        const u64 mine = attackers & p.of(side);
        if (!mine) return side == us;
        const u64 taker = least_valuable<Game>(p, mine);
        attackers ^= taker;
        // A king takes only what nobody defends.
        if ((taker & p.kings()) && (attackers & p.of(side ^ 1))) return side == us;
        balance = -balance - 1 - value_of<Game>(p.code_at(u32(lowest(taker))));
        if (balance >= 0) return side != us;
        side ^= 1;
    }
}

DEVICE int reply_index(u32 move) { return int((moving_code(move) - 1) * 64 + move_to(move)); }

// The row for replies to the last move of the line before a ply, nothing if the
// turn was passed or the game began there.
DEVICE s16* reply_row(WarpMemory& m, int ply) {
    const u32 move = ply > 0 ? m.frames[ply - 1].node.move : 0;
    if (!move) return nullptr;
    const int row = int(m.frames[ply - 1].position.side()) * (REPLY_ROWS / 2) + reply_index(move);
    return m.replies + row * REPLY_ROW;
}

// Draws the maps of quiet moves. A lane for each piece of both sides, the last
// ones for the lines of their king. A piece is lost where something worth less
// attacks it, or where anything does and nothing else of ours defends: not the
// whole exchange, but one bit for each move and no loop.
template <class Game>
DEVICE void map_quiet_moves(const Position& p, const Tables& t, QuietMaps& maps, u8* squares) {
    constexpr int LINES = Game::MAKRUK ? 2 : 4, MOST = 32 - LINES;
    const int lane = warp::lane();
    const u32 us = p.side(), them = us ^ 1;
    const u64 occupied = p.occupied(), theirs = p.of(them), pawns = p.pawns();
    const u64 men = occupied & ~pawns & ~p.kings();
    const int count = popcount(men) < MOST ? popcount(men) : MOST;
    const u32 king = king_square(p, them);
    list_men(men, squares);
    u32 code = EMPTY, square = king;
    if (lane < count) {
        square = squares[lane];
        code = p.code_at(square);
    }
    const u64 bit = 1ull << square;
    const bool hostile = (theirs & bit) != 0;
    const bool is_knight = code == KNIGHT, is_rook = code == ROOK, is_minor = is_knight || code == BISHOP;
    u64 seen = is_knight ? t.knight[square] : 0;
    int line = 0, end = 0;
    if (Game::MAKRUK) {
        if (is_rook) end = 2;
        if (code && !is_rook && !is_knight) seen = met_attacks(square, t);
        if (code == BISHOP) seen |= ahead(bit, hostile ? them : us);
    } else if (code && !is_knight) {
        line = code == BISHOP ? 2 : 0;
        end = is_rook ? 2 : 4;
    }
    if (lane >= MOST) {
        line = lane - MOST;
        end = line + 1;
    }
    NO_UNROLL
    for (; line < end; line++) seen |= along(occupied, bit, t.lines[line][square]);
    const u64 attacked = code && hostile ? seen : 0, defended = code && !hostile ? seen : 0;
    const u64 by_pawns = pawn_attacks(pawns & theirs, them);
    const u64 by_minors = warp::bit_or(is_minor ? attacked : 0);
    const u64 by_rooks = warp::bit_or(is_rook ? attacked : 0);
    const u64 by_queens = warp::bit_or(!is_rook && !is_minor ? attacked : 0);  // or mets
    const u64 orthogonal = warp::bit_or(lane >= MOST && lane < MOST + 2 ? seen : 0);
    const u64 diagonal = Game::MAKRUK ? 0 : warp::bit_or(lane >= MOST + 2 ? seen : 0);
    // A piece that goes to a square attacked it before, so that another one must
    // too. Where the count is even there are two; three are taken for one.
    const u64 once = warp::bit_or(defended);
    const u64 odd = warp::bit_xor(u32(defended)) | u64(warp::bit_xor(u32(defended >> 32))) << 32;
    const u64 sure = pawn_attacks(pawns & ~theirs, us) | t.king[king_square(p, us)];
    const u64 all = by_pawns | by_minors | by_rooks | by_queens | t.king[king];
    const u64 loose = all & ~(sure | (once & ~odd));
    const u64 for_minors = Game::MAKRUK ? by_pawns | by_queens : by_pawns;
    const u64 for_rooks = for_minors | by_minors;
    const u64 for_queens = Game::MAKRUK ? by_pawns : for_rooks | by_rooks;
    if (lane == 0) {
        maps.loses[PAWN] = all & ~(sure | once);
        maps.loses[KNIGHT] = maps.loses[BISHOP] = loose | for_minors;
        maps.loses[ROOK] = loose | for_rooks;
        maps.loses[QUEEN] = loose | for_queens;
        maps.loses[KING] = maps.danger[KING] = maps.checks[KING] = maps.danger[PAWN] = 0;
        maps.danger[KNIGHT] = maps.danger[BISHOP] = for_minors;
        maps.danger[ROOK] = for_rooks;
        maps.danger[QUEEN] = for_queens;
        maps.checks[PAWN] = pawn_attacks(1ull << king, them);
        maps.checks[KNIGHT] = t.knight[king];
        maps.checks[BISHOP] = Game::MAKRUK ? khon_attacks(king, them, t) : diagonal;
        maps.checks[ROOK] = orthogonal;
        maps.checks[QUEEN] = Game::MAKRUK ? met_attacks(king, t) : orthogonal | diagonal;
    }
    warp::sync();
}

// One bit of a map: 32 bits of it are enough to load.
DEVICE bool is_on(const u64& map, u32 square) { return ((const u32*)&map)[square >> 5] >> (square & 31) & 1; }

// What a node knows that bears on the order.
struct OrderHints {
    u32 table_move, first_killer, second_killer;
    int least_gain;  // captures must win this much to be tried
    bool only_noisy;
    const s16* history;
    const s16* replies;
    const QuietMaps* maps;  // drawn unless only_noisy
};

// The histories and the urgency behind the score of a quiet move; 0 if it does not
// tell.
DEVICE int history_behind(u32 score) {
    if (score >= FIRST_KILLER || score == SECOND_KILLER || score < BAD_NOISY_END) return 0;
    return score < BAD_QUIET_END ? (int(score) - int(BAD_QUIET)) * 16 : (int(score) - int(QUIET)) * 2;
}

template <class Game>
DEVICE u32 score_move(const Position& p, const Tables& t, const OrderHints& hints, u32 move) {
    if (move == hints.table_move) return TABLE_MOVE;
    const u32 tag = move_tag(move), to = move_to(move);
    const u32 captured = tag == TAG_CASTLE          ? u32(EMPTY)
                         : tag == TAG_EN_PASSANT ? u32(PAWN)
                                                 : p.code_at(to);
    const bool promotes = tag >= TAG_PROMOTE, best_promotion = tag == TAG_PROMOTE + 3;
    const bool noisy = captured || promotes;
    const int gain = value_of<Game>(captured) + (best_promotion ? Game::QUEEN_VALUE - Game::PAWN_VALUE : 0);
    const int risked = best_promotion ? Game::QUEEN_VALUE : value_of<Game>(moving_code(move));
    if (promotes && !best_promotion) return hints.only_noisy ? 0 : 1 + value_of<Game>(captured);
    if (noisy) {
        if (gain < hints.least_gain) return 0;
        return loses_exchange<Game>(p, t, move, gain, risked) ? BAD_NOISY + u32(gain * 4) - u32(risked)
                                                              : GOOD_NOISY + u32(gain * 8) - u32(risked / 4);
    }
    if (move == hints.first_killer) return FIRST_KILLER;
    if (move == hints.second_killer) return SECOND_KILLER;
    const u32 code = moving_code(move);
    int score = hints.history[history_index(p.side(), move)];
    if (hints.replies) score += load_global(hints.replies + reply_index(move));
    if (is_on(hints.maps->loses[code], to)) return u32(int(BAD_QUIET) + score / 16);
    if (is_on(hints.maps->danger[code], move_from(move))) score += DANGER_BONUS * risked;
    if (is_on(hints.maps->checks[code], to)) score += CHECK_BONUS;
    score /= 2;
    return u32(int(QUIET) + (score < -QUIET_MAX ? -QUIET_MAX : score > QUIET_MAX ? QUIET_MAX : score));
}
