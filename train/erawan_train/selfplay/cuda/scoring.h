// The order in which moves are tried. Each lane scores a move of its own.
#pragma once

#include "memory.h"

// Scores are sixteen bits; 0 means: not to be tried, or tried already.
// Bands, from the top: the table's move, good captures and promotions,
// killers, quiet moves by history, quiet moves that lose material, captures
// that do.
// Histories of both kinds are added up.
enum Band : u32 {
    TT_MOVE = 65535,
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

// Besides the history of moves there is one of replies: how good a move was after
// the move before it, a row of 384 numbers (code and target) for each of 768
// (colour, code and target). It is too large for shared memory; a search waits
// for so much that one more load from afar does not matter.
static constexpr int REPLY_ROW = 6 * 64, REPLY_ROWS = 2 * 6 * 64;

// What moves; of a promoted bia, a met.
DEVICE u32 moving_code(u32 move) { return code_of_tag(move_tag(move)); }

DEVICE int history_index(u32 color, u32 move) {
    return int((color * 8 + moving_code(move)) * 64 + move_to(move));
}

DEVICE int reply_index(u32 move) { return int((moving_code(move) - 1) * 64 + move_to(move)); }

// The row for replies to the last move of the line before a ply, nothing if the
// last one was a null move or the game began there.
DEVICE s16* reply_row(WarpMemory& m, int ply) {
    const u32 move = ply > 0 ? m.frames[ply - 1].node.move : 0;
    if (!move) return nullptr;
    const int row = int(m.frames[ply - 1].position.side()) * (REPLY_ROWS / 2) + reply_index(move);
    return m.replies + row * REPLY_ROW;
}

// One bit of a map: 32 bits of it are enough to load.
DEVICE bool is_on(const u64& map, u32 square) {
    return ((const u32*)&map)[square >> 5] >> (square & 31) & 1;
}

// What a node knows that bears on the order.
struct OrderHints {
    u32 tt_move, first_killer, second_killer;
    bool only_noisy;
    const s16* history;
    const s16* replies;
    const MoveMaps* maps;
};

// The histories and the urgency behind the score of a quiet move; 0 if it does not
// tell.
DEVICE int history_behind(u32 score) {
    if (score >= FIRST_KILLER || score == SECOND_KILLER || score < BAD_NOISY_END) return 0;
    return score < BAD_QUIET_END ? (int(score) - int(BAD_QUIET)) * 16
                                 : (int(score) - int(QUIET)) * 2;
}

template <class Game>
DEVICE u32 score_move(const Position& p, const OrderHints& hints, u32 move) {
    if (move == hints.tt_move) return TT_MOVE;
    const u32 tag = move_tag(move), to = move_to(move), code = moving_code(move);
    const u32 captured = captured_by<Game>(p, move);
    const bool promotes = tag >= TAG_PROMOTE_KNIGHT, best_promotion = tag == TAG_PROMOTE_QUEEN;
    int gain = value_of<Game>(captured), risked = value_of<Game>(code);
    if (unlikely(promotes)) {
        if (!best_promotion) return hints.only_noisy ? 0 : 1 + u32(gain);
        gain += Game::QUEEN_VALUE - Game::PAWN_VALUE;
        risked = Game::QUEEN_VALUE;
    }
    // A rook that takes a minor piece risks no more than one; a queen that takes a rook no more
    // than that.
    const bool for_much = (code == ROOK && (captured == KNIGHT || captured == BISHOP)) ||
                          (code == QUEEN && captured == ROOK);
    const bool loses = is_on(hints.maps->loses[for_much ? code - 1 : code], to);
    if (captured || promotes) {
        return loses && gain < risked ? BAD_NOISY + u32(gain * 4) - u32(risked)
                                      : GOOD_NOISY + u32(gain * 8) - u32(risked / 4);
    }
    if (move == hints.first_killer) return FIRST_KILLER;
    if (move == hints.second_killer) return SECOND_KILLER;
    int score = hints.history[history_index(p.side(), move)];
    if (hints.replies) score += load_global(hints.replies + reply_index(move));
    if (loses) return u32(int(BAD_QUIET) + score / 16);
    if (is_on(hints.maps->danger[code], move_from(move)))
        score += tuning::danger_bonus<Game>() * risked >> 4;
    if (is_on(hints.maps->checks[code], to)) score += tuning::check_bonus<Game>();
    score /= 2;
    return u32(int(QUIET) + (score < -QUIET_MAX  ? -QUIET_MAX
                             : score > QUIET_MAX ? QUIET_MAX
                                                 : score));
}
