// The numbers of the search, tuned by games on a GPU (tune.py). Margins are in the
// network's unit, of which the engine counts half.
//
// In a library built with TUNING they are no constants: each game has two
// players with numbers of their own, so that some hundred thousand games tell
// which way each should go.
#pragma once

#include "warp.h"

// Name, value in chess, value in Makruk, and a step that should make itself felt.
#define SEARCH_NUMBERS(NUMBER)                      \
    NUMBER(aspiration, 27, 15, 5)                   \
    NUMBER(reverse_futility, 83, 62, 20)            \
    NUMBER(reverse_futility_improving, 41, 23, 20)  \
    NUMBER(razor_base, 359, 565, 80)                \
    NUMBER(razor, 866, 895, 120)                    \
    NUMBER(late_moves, 9687, 7721, 1000)            \
    NUMBER(late_moves_slope, 2355, 2396, 350)       \
    NUMBER(futility_base, 7, 10, 40)                \
    NUMBER(futility, 165, 134, 30)                  \
    NUMBER(futility_history, 20, 22, 4)             \
    NUMBER(bad_capture, 310, 218, 40)               \
    NUMBER(bad_quiet_move, 43, 83, 15)              \
    NUMBER(bad_history, 5180, 4095, 700)            \
    NUMBER(bonus, 343, 362, 50)                     \
    NUMBER(bonus_max, 1850, 1180, 400)              \
    NUMBER(judgement, 6, 9, 1)                      \
    NUMBER(judgement_max, 1780, 1966, 300)          \
    NUMBER(reduction, 832, 757, 60)                 \
    NUMBER(reduction_quiet, 1377, 1553, 250)        \
    NUMBER(reduction_pv, 1618, 910, 300)            \
    NUMBER(reduction_cut, 472, 1100, 250)           \
    NUMBER(reduction_not_improving, -307, -40, 250) \
    NUMBER(reduction_tt_noisy, 814, 1198, 250)      \
    NUMBER(reduction_killer, 2123, 1666, 300)       \
    NUMBER(reduction_history, 128, 128, 30)         \
    NUMBER(deeper, 56, 54, 24)                      \
    NUMBER(shallower, 26, 33, 8)                    \
    NUMBER(null_move_margin, 194, 187, 40)          \
    NUMBER(null_move_reduction, 5333, 5486, 500)    \
    NUMBER(null_move_reduction_slope, 63, 62, 80)   \
    NUMBER(null_move_reduction_eval, 157, 340, 50)  \
    NUMBER(check_bonus, 4423, 4697, 800)            \
    NUMBER(danger_bonus, 112, 144, 20)              \
    NUMBER(prior_bonus, 164, 203, 50)

namespace tuning {

static constexpr int REVERSE_FUTILITY_DEPTH = 8, RAZOR_DEPTH = 3, MAX_DEPTH = 30;

#define NUMBER(name, chess, makruk, step) name##_index,
enum Index : u32 { SEARCH_NUMBERS(NUMBER) COUNT };
#undef NUMBER
static_assert(COUNT <= 64, "a bit of a word for each");

#ifdef TUNING
DEVICE s32 number(u32 index);  // of the player whose search it is; memory.h
#define NUMBER(name, chess, makruk, step) \
    template <class Game>                 \
    DEVICE s32 name() {                   \
        return number(name##_index);      \
    }
#else
#define NUMBER(name, chess, makruk, step)     \
    template <class Game>                     \
    SHARED_CODE constexpr s32 name() {        \
        return Game::MAKRUK ? makruk : chess; \
    }
#endif
SEARCH_NUMBERS(NUMBER)
#undef NUMBER

}  // namespace tuning
