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
        attackers |= (rook_attacks(occupied, to, t) & (p.rooks() | p.queens())) |
                     (bishop_attacks(occupied, to, t) & (p.bishops() | p.queens()));
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

// What makes a quiet move urgent: a piece in danger of something worth less,
// and a check.
struct Urgency {
    u64 for_minors, for_rooks, for_queens;  // squares attacked by something worth less
    u64 orthogonal, diagonal;               // squares that see their king
    u32 king;                               // theirs
};

// One lane for each piece of theirs that may be worth less than another, four
// for the lines of their king.
template <class Game>
DEVICE Urgency look_for_urgency(const Position& p, const Tables& t, u8* squares) {
    const int lane = warp::lane();
    const u32 them = p.side() ^ 1;
    const u64 occupied = p.occupied(), theirs = p.of(them);
    const u64 pawns = pawn_attacks(p.pawns() & theirs, them);
    const u64 men = theirs & ((Game::MAKRUK ? p.queens() : p.rooks()) | p.knights() | p.bishops());
    const int count = popcount(men) < 28 ? popcount(men) : 28;
    Urgency u{};
    u.king = king_square(p, them);
    list_men(men, squares);
    u32 code = EMPTY, square = u.king;
    if (lane < count) {
        square = squares[lane];
        code = p.code_at(square);
    }
    const u64 bit = 1ull << square;
    u64 seen = 0;
    if (Game::MAKRUK) {
        if (code) seen = code == KNIGHT ? t.knight[square] : met_attacks(square, t);
        if (code == BISHOP) seen |= ahead(bit, them);
        if (lane >= 30) seen = along(occupied, bit, t.lines[lane - 30][square]);
    } else if (code || lane >= 28) {
        const int line = lane >= 28 ? lane - 28 : code == ROOK ? 0 : 2;
        seen = along(occupied, bit, t.lines[line][square]);
        if (lane < 28) seen |= along(occupied, bit, t.lines[line + 1][square]);
        if (code == KNIGHT) seen = t.knight[square];
    }
    const bool is_minor = code == KNIGHT || code == BISHOP;
    const u64 minors = warp::bit_or(is_minor ? seen : 0);
    const u64 others = warp::bit_or(code && !is_minor ? seen : 0);  // rooks or mets
    u.orthogonal = warp::bit_or(Game::MAKRUK ? lane >= 30 ? seen : 0 : (lane & 30) == 28 ? seen : 0);
    if (Game::MAKRUK) {
        u.for_queens = pawns;
        u.for_minors = pawns | others;
        u.for_rooks = u.for_minors | minors;
    } else {
        u.diagonal = warp::bit_or(lane >= 30 ? seen : 0);
        u.for_minors = pawns;
        u.for_rooks = pawns | minors;
        u.for_queens = u.for_rooks | others;
    }
    return u;
}

// For one lane alone.
template <class Game>
DEVICE int urgency_of(const Position& p, const Tables& t, const Urgency& u, u32 move) {
    const u32 tag = move_tag(move), them = p.side() ^ 1;
    u64 danger = 0, checks = 0;
    if (tag == TAG_KNIGHT) {
        danger = u.for_minors;
        checks = t.knight[u.king];
    } else if (tag == TAG_BISHOP) {
        danger = u.for_minors;
        checks = Game::MAKRUK ? khon_attacks(u.king, them, t) : u.diagonal;
    } else if (tag == TAG_ROOK) {
        danger = u.for_rooks;
        checks = u.orthogonal;
    } else if (tag == TAG_QUEEN) {
        danger = u.for_queens;
        checks = Game::MAKRUK ? met_attacks(u.king, t) : u.orthogonal | u.diagonal;
    } else if (tag < 4) {
        checks = pawn_attacks(1ull << u.king, them);
    }
    const int escape = int(danger >> move_from(move) & 1) - int(danger >> move_to(move) & 1);
    return escape * DANGER_BONUS * value_of<Game>(moving_code(move)) + (checks >> move_to(move) & 1 ? CHECK_BONUS : 0);
}

// What a node knows that bears on the order.
struct OrderHints {
    u32 table_move, first_killer, second_killer;
    int least_gain;  // captures must win this much to be tried
    bool only_noisy;
    const s16* history;
    const s16* replies;
    Urgency urgency;  // not with only_noisy
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
    if (noisy && gain < hints.least_gain) return 0;
    if (!noisy && move == hints.first_killer) return FIRST_KILLER;
    if (!noisy && move == hints.second_killer) return SECOND_KILLER;
    const bool loses = loses_exchange<Game>(p, t, move, gain, risked);
    if (noisy) return loses ? BAD_NOISY + u32(gain * 4) - u32(risked) : GOOD_NOISY + u32(gain * 8) - u32(risked / 4);
    int score = hints.history[history_index(p.side(), move)];
    if (hints.replies) score += load_global(hints.replies + reply_index(move));
    if (loses) return u32(int(BAD_QUIET) + score / 16);
    score = (score + urgency_of<Game>(p, t, hints.urgency, move)) / 2;
    return u32(int(QUIET) + (score < -QUIET_MAX ? -QUIET_MAX : score > QUIET_MAX ? QUIET_MAX : score));
}
