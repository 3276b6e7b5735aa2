// The search of one move: iterative deepening around alpha-beta, as a state
// machine that all lanes of a warp walk through together.
#pragma once

#include "network.h"
#include "numbers.h"
#include "scoring.h"
#include "value.h"

#ifdef __CUDACC__
__constant__
#else
static
#endif
    const u16 LOGARITHMS[64] = {// of n, in 64ths
                                0,   0,   44,  70,  89,  103, 115, 125, 133, 141, 147, 153, 159,
                                164, 169, 173, 177, 181, 185, 188, 192, 195, 198, 201, 203, 206,
                                209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233,
                                234, 236, 238, 239, 241, 242, 244, 245, 246, 248, 249, 250, 252,
                                253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265};

#ifdef __CUDACC__
__constant__
#else
static
#endif
    const u16 PARTS[32] = {// 1 / (n + 1), in 1024ths
                           1024, 512, 341, 256, 205, 171, 146, 128, 114, 102, 93,
                           85,   79,  73,  68,  64,  60,  57,  54,  51,  49,  47,
                           45,   43,  41,  39,  38,  37,  35,  34,  33,  32};

// Which search of a move is on its way.
enum Stage : u32 { FULL_WINDOW, ZERO_WINDOW, REDUCED_ZERO_WINDOW, NULL_MOVE };

enum Bound : u32 { NO_BOUND = 0, LOWER = 1, UPPER = 2, EXACT = 3 };

// An entry of the transposition table: the whole key, move and value, then
// evaluation, depth and bound. Every game has a table of its own, so nothing
// races and a game does not depend on which others run beside it.
struct TtEntry {
    u64 key;
    u32 move;
    Value value, eval;
    int depth;
    u32 bound;

    DEVICE static TtEntry unpack(const Quad& q) {
        TtEntry e;
        e.key = q.x | u64(q.y) << 32;
        e.move = q.z & 0xffff;
        e.value = s16(q.z >> 16);
        e.eval = s16(q.w & 0xffff);
        e.depth = int(q.w >> 16 & 255);
        e.bound = q.w >> 24;
        return e;
    }
    DEVICE static Quad pack(u64 key, u32 move, Value value, Value eval, int depth, u32 bound) {
        return Quad{u32(key), u32(key >> 32), move | u32(value) << 16,
                    (u32(eval) & 0xffff) | u32(depth) << 16 | bound << 24};
    }
};

// The key for the table: the position, and roughly how far its clock has run.
template <class Game>
DEVICE u64 tt_key(const Position& p) {
    u32 clock;
    if (Game::MAKRUK) {
        if (!p.count_limit()) return p.key;
        const int left = int(p.count_limit()) - int(p.count_ply());
        clock = p.count_limit() << 8 | u32((left > 0 ? left : 0) / (left < 24 ? 2 : 8)) | 1 << 16;
    } else {
        if (!unlikely(p.halfmoves() > 15)) return p.key;
        clock = (p.halfmoves() - 8) / 8;
    }
    return p.key ^ u64(clock) * 0x9e3779b97f4a7c15ull;
}

// True if the position in a frame has a legal move. A function of its own that
// reads it from there: rare, and nothing hot is kept in memory for it.
template <class Game, Caller CALLER>
DEVICE_CALL bool has_legal_move(int ply) {
    WarpMemory& m = shared_warp_memory();
    const Tables& t = shared_tables();
    Position p;
    p = m.frames[ply].position;
    const Restrictions r = look_from_king<Game>(p, t);
    const int first = ply > 0 ? m.frames[ply - 1].node.last : 0;
    const int total = generate<Game, false>(p, t, r, ALL_MOVES, m.moves + first, MOVE_STACK - first,
                                            m.squares, nullptr, nullptr);
    if (first + total > MOVE_STACK) return true;
    for (int i = 0; i < total; i++)
        if (is_playable<Game, CALLER>(p, m.moves[first + i])) return true;
    return false;
}

// Tests the move that a node wants to play: it is struck off or known to be
// legal.
template <class Game>
DEVICE_CALL void test_move(int ply) {
    WarpMemory& m = shared_warp_memory();
    Node& n = m.frames[ply].node;
    const u32 index = m.doubtful;
    const bool legal = is_playable<Game, SEARCH>(m.frames[ply].position, m.moves[index] & 0xffff);
    warp::sync();
    if (warp::lane() == 0) {
        if (legal)
            n.flags |= TESTED;
        else
            m.moves[index] = 0;
    }
    warp::sync();
}

// What a search wants to do next. The rare ones are calls; between two states
// little is kept in registers, and the frequent ones need not keep theirs for a
// call in their midst.
enum State : s32 { ENTER, MOVE, FINISH, BACK, DONE, RARE = 8, TEST = RARE, UNFINISHED, LAST_MOVE };

// Begins to search frame 0 with the window and depth of the iteration. For one
// lane.
DEVICE void open_root(WarpMemory& m) {
    Node& root = m.frames[0].node;
    root.alpha = s16(m.alpha);
    root.beta = s16(m.beta);
    root.depth = s16(m.depth);
    root.flags = IS_PV;
}

// The root has come back: a wider window, the next iteration (none begins after
// the soft limit), or the end. Rare, and a function of its own; all lanes.
template <class Game>
DEVICE_CALL State conclude(Value value, u32 nodes) {
    WarpMemory& m = shared_warp_memory();
    Value alpha = m.alpha, beta = m.beta;
    s32 delta = m.delta * 3, depth = m.depth;
    if (value <= alpha && alpha > -INFINITE) {
        alpha = delta > 1000 ? -INFINITE : clamp(value - delta, -INFINITE, INFINITE);
    } else if (value >= beta && beta < INFINITE) {
        beta = delta > 1000 ? INFINITE : clamp(value + delta, -INFINITE, INFINITE);
    } else {
        const Value found = m.found_value, size = found < 0 ? -found : found;
        if (nodes >= m.soft_nodes || size >= MATE - depth || depth >= tuning::MAX_DEPTH)
            return DONE;
        depth++;
        delta = tuning::aspiration<Game>();
        const bool narrow = depth >= 4 && size < MATE_BOUND;
        alpha = narrow ? found - delta : -INFINITE;
        beta = narrow ? found + delta : INFINITE;
    }
    warp::sync();
    if (warp::lane() == 0) {
        m.alpha = alpha;
        m.beta = beta;
        m.delta = delta;
        m.depth = depth;
        open_root(m);
    }
    warp::sync();
    return ENTER;
}

template <class Game>
DEVICE int capped_bonus(int for_each_ply, int depth) {
    const int most = tuning::bonus_max<Game>();
    return for_each_ply * depth < most ? for_each_ply * depth : most;
}
DEVICE s16 updated(int old, int bonus) {
    const int size = bonus < 0 ? -bonus : bonus;
    return s16(old + bonus - old * size / HISTORY_MAX);
}
DEVICE void update_history(WarpMemory& m, int index, int bonus) {
    m.history[index] = updated(m.history[index], bonus);
}
DEVICE void update_reply(s16* reply, int bonus) {
    store_global(reply, updated(load_global(reply), bonus));
}

// The good move of the node at a ply gains in the history, those tried before
// it lose as much. Rare, and a function of its own.
template <class Game>
DEVICE_CALL void reward(int ply, u32 move) {
    WarpMemory& m = shared_warp_memory();
    const Position& p = m.frames[ply].position;
    Node& n = m.frames[ply].node;
    const int lane = warp::lane();
    const int bonus = capped_bonus<Game>(tuning::bonus<Game>(), n.depth);
    const u32 side = p.side();
    const int good = history_index(side, move);
    s16* const replies = reply_row(m, ply);
    const int last = n.last;
    const u64 occupied = p.occupied();
    // All read before any writes: two lanes on one entry then write the same.
    NO_UNROLL for (int first = n.first; first < last; first += 32) {
        const u32 other = first + lane < last ? m.moves[first + lane] : 0;
        const u32 tag = move_tag(other);
        const int index = history_index(side, other);
        const bool loses = other && !(other >> 16) && index != good && tag < TAG_PROMOTE_KNIGHT &&
                           tag != TAG_EN_PASSANT &&
                           (tag == TAG_CASTLE || !(occupied >> move_to(other) & 1));
        s16* const reply = loses && replies ? replies + reply_index(other) : nullptr;
        const s16 worse = loses ? updated(m.history[index], -bonus) : s16(0);
        const s16 worse_reply = reply ? updated(load_global(reply), -bonus) : s16(0);
        warp::sync();
        if (loses) m.history[index] = worse;
        if (reply) store_global(reply, worse_reply);
        warp::sync();
    }
    if (lane == 0) {
        update_history(m, good, bonus);
        if (replies) update_reply(replies + reply_index(move), bonus);
        const u32 killer = n.killers[0];
        if (killer != move) {
            n.killers[1] = u16(killer);
            n.killers[0] = u16(move);
        }
    }
    warp::sync();
}

// What is found out about a node before its moves are tried.
struct Outlook {
    u64 key;
    TtEntry found;  // in the table, if it is a hit
    bool hit, in_check, improving;
    u32 entered;  // the flags that the node was entered with
    Value alpha, beta;
    int depth;
    u32 bound, tt_move;
    Value tt_value;
    Value raw, standing;  // the evaluation, before and after the clocks have their say
    Value eval;           // and what the table knows better
};

// A move that a node looks at.
struct Candidate {
    u32 move, score, captured;
    bool noisy;
    int reduction, history;  // of a full depth in 1024ths; behind the score
};

template <class Game, int HIDDEN>
struct Search {
    WarpMemory& m;
    const Tables& t;
    u32 nodes;
    u32 saved;  // plies whose accumulators are there

    DEVICE Search(WarpMemory& memory, const Tables& tables)
        : m(memory), t(tables), nodes(0), saved(0) {}

    // The position at this ply is a new one.
    DEVICE void forget(int ply) { saved &= (1u << ply) - 1; }

    DEVICE Value evaluate(int ply) {
        const s32 value =
            Accumulators<HIDDEN>::template evaluate<Game>(ply, saved, m.slots, m, t.net);
        return clamp(value, -EVAL_LIMIT, EVAL_LIMIT);
    }

    // What is rare.
    DEVICE State handle(State state, int ply, Value& value) {
        if (state == TEST) {
            test_move<Game>(ply);
            return MOVE;
        }
        if (state == UNFINISHED) {
            const Node& last = m.frames[ply - 1].node;
            finish_move<Game, SEARCH>(m.frames[ply].position, last.move, last.captured);
            return ENTER;
        }
        // LAST_MOVE: the clock has run out, with a check on the board.
        value = warp::uniform(has_legal_move<Game, SEARCH>(ply)) ? 0 : ply - MATE;
        return BACK;
    }

    // The two players of a game that is played for tuning share a table.
    DEVICE u64 salted(u64 key) const {
#ifdef TUNING
        key ^= m.salt;
#endif
        return key;
    }

    DEVICE Quad* entry(u64 key) { return m.tt + (u32(key) & m.tt_mask); }

    // True if the position was there since the root, or twice before.
    DEVICE bool is_repetition(const Position& p, int ply) {
        const int reach = int(p.halfmoves());
        if (reach < 4) return false;
        const int lane = warp::lane();
        const u32 key = u32(p.key);
        const int back = 4 + 2 * lane;
        const bool in_line =
            back <= ply && back <= reach && u32(m.frames[ply - back].position.key) == key;
        if (warp::any(in_line)) return true;
        const int before = ply + 2 * lane + (ply & 1 ? 1 : 2);
        const bool in_game =
            before <= reach && (ply & 1 ? m.earlier_other : m.earlier_same)[lane] == key;
        return popcount32(warp::ballot(in_game)) >= 2;
    }

    // Sends a child node on its way.
    DEVICE void open_child(int ply, Value alpha, Value beta, int depth, u32 flags) {
        Node& child = m.frames[ply + 1].node;
        child.alpha = s16(alpha);
        child.beta = s16(beta);
        child.depth = s16(depth);
        child.flags = u16(flags);
    }

    // A quiet move that made the evaluation better gains in the history.
    DEVICE void judge_last_move(int ply, Value now) {
        const Node& last = m.frames[ply - 1].node;
        const u32 move = last.move;
        if (!move || last.captured || move_tag(move) >= TAG_PROMOTE_KNIGHT || last.eval == NO_VALUE)
            return;
        const Value most = tuning::judgement_max<Game>();
        const Value bonus = clamp(-(last.eval + now) * tuning::judgement<Game>(), -most, most);
        s16& entry = m.history[history_index(m.frames[ply - 1].position.side(), move)];
        const s16 better = updated(entry, bonus);
        warp::order();
        entry = better;
        warp::order();
    }

    // Where something was taken nothing repeats, and only there, or where a bia became a
    // met, too little is left.
    DEVICE bool is_drawn(const Position& p, int ply) {
        const Node& last = m.frames[ply - 1].node;
        const bool taken = last.captured;
        const bool less = taken || (Game::MAKRUK && move_tag(last.move) >= TAG_PROMOTE_KNIGHT);
        return (!taken && is_repetition(p, ply)) || (less && is_insufficient<Game>(p));
    }

    // The transposition table. True if it knows the value of the node.
    DEVICE bool look_up(Outlook& o, const Quad& packed, int ply) {
        o.found = TtEntry::unpack(packed);
        o.hit = o.found.key == o.key;
        o.bound = o.hit ? o.found.bound : u32(NO_BOUND);
        o.tt_value = from_tt(o.found.value, ply);
        if (o.bound && !(o.entered & IS_PV) && o.found.depth >= o.depth &&
            (o.bound & (o.tt_value >= o.beta ? LOWER : UPPER)))
            return true;
        o.tt_move = o.hit ? o.found.move : 0;
        if (ply == 0 && m.found_move) o.tt_move = m.found_move;
        return false;
    }

    // The evaluation, and what the table knows better.
    DEVICE void weigh(Outlook& o, int ply) {
        o.raw = o.eval = o.standing = NO_VALUE;
        if (!o.in_check)
            o.raw = o.entered & NULL_MOVE_FAILED ? Value(m.frames[ply].node.raw_eval)
                    : o.hit                      ? o.found.eval
                                                 : NO_VALUE;
        // The root's accumulators are always made: all others come from them.
        if (saved == 0 || (!o.in_check && o.raw == NO_VALUE)) {
            const Value made = evaluate(ply);
            if (!o.in_check) o.raw = made;
        }
        if (!o.in_check) {
            o.standing = scale<Game>(ply, o.raw);
            o.eval = o.standing;
            if (o.bound && o.tt_value < MATE_BOUND && o.tt_value > -MATE_BOUND &&
                (o.bound & (o.tt_value > o.eval ? LOWER : UPPER)))
                o.eval = o.tt_value;
        }
        if (!o.in_check && ply > 0) judge_last_move(ply, o.standing);
        const int before = ply >= 2 ? m.frames[ply - 2].node.eval : NO_VALUE;
        o.improving = !o.in_check && before != NO_VALUE && o.standing > before;
    }

    // Reverse futility, razoring and standing pat: true if the node is done, with its value.
    // `best` is what quiescence has without a move.
    DEVICE bool is_pruned(Outlook& o, u32& flags, Value& best, Value& value) {
        bool stand = o.depth == 0;
        if (!stand && !(o.entered & IS_PV)) {
            // So far above beta that a few quiet moves will not change it.
            const Value margin = tuning::reverse_futility<Game>() * o.depth -
                                 (o.improving ? tuning::reverse_futility_improving<Game>() : 0);
            if (o.depth <= tuning::REVERSE_FUTILITY_DEPTH && o.eval - margin >= o.beta &&
                o.beta > -MATE_BOUND) {
                value = o.beta + (o.eval - o.beta) / 3;
                return true;
            }
            // So far below alpha that only captures could help.
            if (o.depth <= tuning::RAZOR_DEPTH &&
                o.eval + tuning::razor_base<Game>() + tuning::razor<Game>() * o.depth < o.alpha) {
                stand = true;
                o.depth = 0;
            }
        }
        if (!stand) return false;
        if (o.eval >= o.beta) {
            if (!o.hit) store_global(entry(o.key), TtEntry::pack(o.key, 0, 0, o.raw, 0, NO_BOUND));
            value = o.eval < MATE_BOUND ? (o.eval + o.beta) / 2 : o.eval;
            return true;
        }
        best = o.eval;
        o.alpha = o.alpha > o.eval ? o.alpha : o.eval;
        flags |= ONLY_NOISY;
        return false;
    }

    // Whether to let the opponent move twice: with pieces left, and where a move is
    // expected to be good enough.
    DEVICE bool tries_null_move(const Outlook& o, const Position& p) {
        return (o.entered & CUT_NODE) && o.depth >= 3 && o.eval >= o.beta &&
               o.standing + 20 * o.depth >= o.beta + tuning::null_move_margin<Game>() &&
               !(o.entered & (AFTER_NULL_MOVE | NULL_MOVE_FAILED)) && o.beta > -MATE_BOUND &&
               popcount(p.of(p.side()) & ~p.pawns()) >= 3;
    }

    // If a null move is good enough, a move is too.
    DEVICE void make_null_move(const Outlook& o, int ply, u32 flags) {
        Node& n = m.frames[ply].node;
        const int unit = tuning::null_move_reduction_eval<Game>();
        const int by_eval = unit > 0 ? (o.eval - o.beta) / unit : 0;  // tuning may try anything
        const int by_depth = (tuning::null_move_reduction<Game>() +
                              tuning::null_move_reduction_slope<Game>() * o.depth) >>
                             10;
        const int reduction = by_depth + (by_eval < 4 ? by_eval : 4) + (flags & TT_NOISY ? 1 : 0);
        const Position passed = after_null_move(m.frames[ply].position);
        warp::order();
        n.move = 0;
        n.captured = EMPTY;
        n.stage = NULL_MOVE;
        n.first = n.last = ply > 0 ? m.frames[ply - 1].node.last : 0;
        m.frames[ply + 1].position = passed;
        open_child(ply, -o.beta, 1 - o.beta, o.depth - reduction, AFTER_NULL_MOVE);
        warp::order();
    }

    // Keeps what the node needs while its children are searched.
    DEVICE void remember(const Outlook& o, Node& n, u32 flags, Value best) {
        warp::order();
        n.alpha = s16(o.alpha);
        n.beta = s16(o.beta);
        n.best = s16(best);
        n.eval = s16(o.standing);
        n.depth = s16(o.depth);
        n.raw_eval = s16(o.raw);
        n.best_move = 0;
        n.tt_move = u16(o.tt_move);
        n.flags = u16(flags);
        n.tried = 0;
        n.tt_depth = o.hit ? u8(o.found.depth) : 0;
        warp::order();
    }

    // The window and the depth of a node. False if it is over, with its value: the clock
    // or the count has run out, or no mate would be short enough.
    DEVICE bool open(Outlook& o, const Position& p, const Node& n, int ply, Value& value,
                     State& next) {
        o.entered = n.flags;
        o.alpha = n.alpha;
        o.beta = n.beta;
        o.depth = n.depth;
        if (ply > 0) {
            // Mate goes before the clock and before the count.
            const bool over = Game::MAKRUK ? p.count_limit() && p.count_ply() > p.count_limit()
                                           : p.halfmoves() >= 100;
            if (unlikely(over)) {
                value = 0;
                next = o.in_check ? LAST_MOVE : BACK;
                return false;
            }
            o.alpha = o.alpha > ply - MATE ? o.alpha : ply - MATE;
            o.beta = o.beta < MATE - ply - 1 ? o.beta : MATE - ply - 1;
            if (o.alpha >= o.beta) {
                value = o.alpha;
                next = BACK;
                return false;
            }
            if (o.in_check && (o.entered & REDUCED)) o.depth++;
        }
        o.depth = o.depth < 0 ? 0 : o.depth;
        return true;
    }

    // Begins a node. Either it is done (BACK, with its value) or it wants its
    // moves tried (MOVE), or it tries a null move first (ENTER, one ply on).
    DEVICE State enter(int& ply, Value& value) {
        const Position& p = m.frames[ply].position;
        Node& n = m.frames[ply].node;
        Outlook o;
        o.key = salted(tt_key<Game>(p));
        const Quad packed = warp::uniform(load_global(entry(o.key)));
        if (ply > 0 && is_drawn(p, ply)) {
            value = 0;
            return BACK;
        }
        {
            const Restrictions r = look_from_king<Game>(p, t);
            o.in_check = r.in_check;
            m.restrictions = r;
        }
        State next;
        if (!open(o, p, n, ply, value, next)) return next;
        if (look_up(o, packed, ply)) {
            value = o.tt_value;
            return BACK;
        }
        weigh(o, ply);
        if (ply >= MAX_PLY - 1) {
            value = o.in_check ? 0 : o.standing;
            return BACK;
        }
        u32 flags = (o.entered & (IS_PV | AFTER_NULL_MOVE | CUT_NODE)) |
                    (o.in_check ? IN_CHECK : NO_FLAGS) | (o.improving ? IMPROVING : NO_FLAGS);
        Value best = -INFINITE;
        bool null_move = false;
        if (!o.in_check) {
            if (is_pruned(o, flags, best, value)) return BACK;
            null_move = !(flags & ONLY_NOISY) && tries_null_move(o, p);
        }
        // Without a move to begin with a full search is a waste.
        if (o.depth >= 4 && !o.tt_move && !null_move && (o.entered & (IS_PV | CUT_NODE))) o.depth--;
        if (o.tt_move && move_tag(o.tt_move) != TAG_CASTLE &&
            ((p.occupied() >> move_to(o.tt_move) & 1) || move_tag(o.tt_move) >= TAG_PROMOTE_KNIGHT))
            flags |= TT_NOISY;
        remember(o, n, flags, best);
        if (!unlikely(null_move)) return MOVE;
        make_null_move(o, ply, flags);
        ply++;
        forget(ply);
        return ENTER;
    }

    // Writes the moves of a node and their scores. False if there is no room.
    DEVICE bool list_moves(int ply) {
        const Position& p = m.frames[ply].position;
        Node& n = m.frames[ply].node;
        const int lane = warp::lane();
        const bool only_noisy = n.flags & ONLY_NOISY;
        const Restrictions r = m.restrictions;  // those of the node just entered
        const int first = ply > 0 ? m.frames[ply - 1].node.last : 0;
        bool king_tested;
        const int total =
            generate<Game, true>(p, t, r, only_noisy ? NOISY_MOVES : ALL_MOVES, m.moves + first,
                                 MOVE_STACK - first, m.squares, &m.maps, &king_tested);
        if (first + total > MOVE_STACK) return false;
        const OrderHints hints{n.tt_move, n.killers[0],      n.killers[1], only_noisy,
                               m.history, reply_row(m, ply), &m.maps};
        NO_UNROLL for (int base = first; base < first + total; base += 32) {
            // All lanes go round as often: the compiler then sees that they stay together.
            const int i = base + lane;
            if (i >= first + total) continue;
            const u32 move = m.moves[i];
            m.moves[i] = move | score_move<Game>(p, hints, move) << 16;
        }
        const u16 flags = u16(n.flags | GENERATED | (king_tested ? KING_TESTED : NO_FLAGS));
        warp::sync();
        n.first = u16(first);
        n.last = u16(first + total);
        n.flags = flags;
        warp::order();
        return true;
    }

    // A move that is not to be tried again: without a score.
    DEVICE void drop(u32 index, u32 move) {
        warp::order();
        m.moves[index] = move;
        warp::order();
    }

    // No quiet move is to be tried any more.
    DEVICE void skip_quiets(const Node& n) {
        const int lane = warp::lane(), last = n.last;
        NO_UNROLL for (int base = n.first; base < last; base += 32) {
            const int i = base + lane;
            const u32 entry = i < last ? m.moves[i] : 0, score = entry >> 16;
            if (score >= BAD_NOISY_END && score < GOOD_NOISY) m.moves[i] = entry & 0xffff;
        }
        warp::sync();
    }

    // The move with the best score, score << 16 | index; among equals the last in the list.
    DEVICE u32 best_choice(const Node& n) {
        const int lane = warp::lane(), last = n.last;
        u32 best = 0;
        NO_UNROLL for (int base = n.first; base < last; base += 32) {
            const int i = base + lane;
            const u32 choice = i < last ? (m.moves[i] & 0xffff0000u) | u32(i) : 0;
            if (choice > best) best = choice;
        }
        return warp::max(best);
    }

    // Moves that are hardly worth a look, once one is not losing: `skips` all quiet moves, or
    // `drops` this one. False if nothing is to be tried any more.
    DEVICE bool is_worth_it(const Node& n, const Candidate& c, u32 flags, int depth, int tried,
                            bool& skips, bool& drops) {
        const bool in_check = flags & IN_CHECK;
        if (depth == 0) {
            if (!in_check && c.score < BAD_NOISY_END) return false;
            skips = in_check && !c.noisy;
        } else if (c.noisy) {
            // SEE pruning, as far as the maps tell: at worst it costs the difference.
            const Value loss = value_of<Game>(moving_code(c.move)) - value_of<Game>(c.captured);
            drops = c.score < BAD_NOISY_END && loss > tuning::bad_capture<Game>() * depth;
        } else if (!in_check) {
            // Late move pruning, futility, and pruning by history.
            int late =
                (tuning::late_moves<Game>() + depth * depth * tuning::late_moves_slope<Game>()) >>
                10;
            if (!(flags & IMPROVING)) late /= 2;
            int reduced = depth - c.reduction / 1024;
            reduced = reduced < 0 ? 0 : reduced;
            const Value hope = n.eval + tuning::futility_base<Game>() +
                               tuning::futility<Game>() * reduced +
                               (c.history * tuning::futility_history<Game>() >> 10);
            skips = tried >= late || (reduced < 8 && hope <= n.alpha) ||
                    (reduced < 6 && c.history < -tuning::bad_history<Game>() * depth);
            drops = c.score < BAD_QUIET_END &&
                    value_of<Game>(moving_code(c.move)) > tuning::bad_quiet_move<Game>() * reduced;
        }
        return true;
    }

    // Late moves are searched less deep, and deeper if they surprise.
    DEVICE int reduced_depth(const Candidate& c, u32 flags, int new_depth) {
        int reduction = c.reduction;
        if (flags & IS_PV) reduction -= tuning::reduction_pv<Game>();
        if (flags & CUT_NODE) reduction += tuning::reduction_cut<Game>();
        if (!(flags & IMPROVING)) reduction += tuning::reduction_not_improving<Game>();
        if ((flags & TT_NOISY) && !c.noisy) reduction += tuning::reduction_tt_noisy<Game>();
        if (c.score == FIRST_KILLER || c.score == SECOND_KILLER)
            reduction -= tuning::reduction_killer<Game>();
        reduction -= c.history * tuning::reduction_history<Game>() >> 10;
        const int reduced = new_depth - reduction / 1024;
        return reduced < 1 ? 1 : reduced;
    }

    // Plays a move and sends the child on its way.
    DEVICE State descend(int& ply, const Candidate& c, u32 flags, int depth, int tried) {
        Node& n = m.frames[ply].node;
        play<Game>(m.frames[ply].position, m.frames[ply + 1].position, c.move, c.captured);
        nodes++;
        forget(ply + 1);
        const int new_depth = depth > 0 ? depth - 1 : 0;
        int child_depth = new_depth;
        u32 child_flags = ~flags & CUT_NODE, stage = ZERO_WINDOW;
        if ((flags & IS_PV) && tried == 0) {
            stage = FULL_WINDOW;
            child_flags = IS_PV;
        } else if (depth >= 2 && tried > (ply == 0 ? 1 : 0)) {
            const int reduced = reduced_depth(c, flags, new_depth);
            if (reduced < new_depth) {
                stage = REDUCED_ZERO_WINDOW;
                child_depth = reduced;
                child_flags = REDUCED | CUT_NODE;
            }
        }
        const Value alpha = n.alpha, beta = stage == FULL_WINDOW ? Value(n.beta) : alpha + 1;
        warp::order();
        n.tried = u8(tried < 255 ? tried + 1 : 255);
        n.move = u16(c.move);
        n.captured = u8(c.captured);
        n.stage = u8(stage);
        n.flags = u16(flags);
        open_child(ply, -beta, -alpha, child_depth, child_flags);
        warp::order();
        ply++;
        return unlikely(is_unfinished<Game>(m.frames[ply].position, c.move)) ? UNFINISHED : ENTER;
    }

    // Plays the next move of a node (ENTER, one ply on) or finds none (FINISH).
    DEVICE State advance(int& ply, Value& value) {
        const Position& p = m.frames[ply].position;
        Node& n = m.frames[ply].node;
        if (!(n.flags & GENERATED) && !list_moves(ply)) {
            value = n.eval == NO_VALUE ? 0 : n.eval;
            return BACK;
        }
        u32 flags = n.flags;
        const int depth = n.depth, tried = n.tried;
        NO_UNROLL for (;;) {
            const u32 best = best_choice(n);
            if (best < 0x10000) break;
            const u32 index = best & 0xffff;
            Candidate c;
            c.score = best >> 16;
            c.move = m.moves[index] & 0xffff;
            c.captured = captured_by<Game>(p, c.move);
            c.noisy = c.captured != EMPTY || move_tag(c.move) == TAG_PROMOTE_QUEEN;
            c.reduction = c.history = 0;
            if (depth > 0) {
                const u32 logarithms = LOGARITHMS[depth < 63 ? depth : 63] *
                                       u32(LOGARITHMS[tried < 62 ? tried + 1 : 63]);
                c.reduction = int(logarithms) * tuning::reduction<Game>() >> 12;
                if (!c.noisy) {
                    c.reduction += tuning::reduction_quiet<Game>();
                    c.history = history_behind(c.score);
                }
            }
            if (ply > 0 && n.best > -MATE_BOUND) {
                bool skips = false, drops = false;
                if (!is_worth_it(n, c, flags, depth, tried, skips, drops)) break;
                if (skips) skip_quiets(n);
                if (skips || drops) {
                    drop(index, c.move);
                    continue;
                }
            }
            if (unlikely(is_doubtful<Game>(c.move, flags & KING_TESTED) && !(flags & TESTED))) {
                warp::order();
                n.flags = u16(flags);
                m.doubtful = index;
                warp::order();
                return TEST;
            }
            flags &= ~u32(TESTED);
            drop(index, c.move);
            return descend(ply, c, flags, depth, tried);
        }
        return FINISH;
    }

    // A child of the node at `ply` has come back with this value.
    DEVICE State digest(int& ply, Value& value) {
        Node& n = m.frames[ply].node;
        const Value v = -value, alpha = n.alpha, beta = n.beta;
        const u32 stage = n.stage;
        if (stage == NULL_MOVE) {
            if (v >= beta) {
                value = v >= MATE_BOUND ? beta : v;
                return BACK;
            }
            const u16 flags = u16(n.flags | NULL_MOVE_FAILED);
            warp::order();
            n.flags = flags;
            warp::order();
            return ENTER;
        }
        const bool reduced = stage == REDUCED_ZERO_WINDOW;
        if (v > alpha && (reduced || (stage == ZERO_WINDOW && (n.flags & IS_PV) && v < beta))) {
            // It surprised: look again, deeper or with the whole window.
            int depth = n.depth - 1;
            if (reduced)
                depth += (v > n.best + tuning::deeper<Game>() ? 1 : 0) -
                         (v < n.best + tuning::shallower<Game>() ? 1 : 0);
            const u32 flags = reduced ? ~n.flags & CUT_NODE : u32(IS_PV);
            warp::order();
            n.stage = reduced ? ZERO_WINDOW : FULL_WINDOW;
            open_child(ply, reduced ? -alpha - 1 : -beta, -alpha, depth, flags);
            warp::order();
            ply++;
            return ENTER;
        }
        if (v <= n.best) return MOVE;
        const u32 move = n.move;
        int depth = n.depth;
        // The others have more to beat now.
        if (v < beta && depth > 3 && depth < 12 && v < MATE_BOUND && v > -MATE_BOUND) depth--;
        warp::order();
        n.best = s16(v);
        if (v > alpha) {
            n.best_move = u16(move);
            n.alpha = s16(v);
            n.depth = s16(depth);
            if (ply == 0) {
                m.found_move = move;
                m.found_value = v;
            }
        }
        warp::order();
        return v >= beta ? FINISH : MOVE;
    }

    // All moves are tried or one was good enough: what the node is worth, and
    // what there is to remember.
    DEVICE State finish(int ply, Value& value) {
        const Position& p = m.frames[ply].position;
        Node& n = m.frames[ply].node;
        const u32 flags = n.flags;
        if (n.tried == 0 && !(flags & ONLY_NOISY)) {
            value = flags & IN_CHECK ? ply - MATE : 0;
            return BACK;
        }
        Value best = n.best;
        const Value beta = n.beta;
        const int depth = n.depth;
        const u32 move = n.best_move;
        const bool cut = best >= beta;
        // It is the last one that was tried.
        if (cut && depth > 0 && n.captured == EMPTY && move_tag(move) != TAG_PROMOTE_QUEEN)
            reward<Game>(ply, move);
        // The less was searched, the less far above it is.
        if (cut && depth > 0 && best < MATE_BOUND && beta > -MATE_BOUND)
            best -= (best - beta) * int(PARTS[depth & 31]) >> 10;
        const u32 bound = cut ? LOWER : (flags & IS_PV) && move ? EXACT : UPPER;
        if (bound == EXACT || n.tt_depth <= depth + 2) {
            const u64 key = salted(tt_key<Game>(p));
            store_global(entry(key), TtEntry::pack(key, move ? move : n.tt_move, to_tt(best, ply),
                                                   n.raw_eval, depth, bound));
        }
        // Nothing was good against the last move: it was.
        if (!cut && !move && depth > 0 && ply > 0) {
            const Node& last = m.frames[ply - 1].node;
            const u32 before = last.move;
            if (before && !last.captured && move_tag(before) < TAG_PROMOTE_KNIGHT) {
                const int bonus = capped_bonus<Game>(tuning::prior_bonus<Game>(), depth);
                s16& entry = m.history[history_index(p.side() ^ 1, before)];
                const s16 better = updated(entry, bonus);
                warp::order();
                entry = better;
                warp::order();
            }
        }
        value = best;
        return BACK;
    }
};

// Makes the warp's memory ready for another position, or for another game.
DEVICE void prepare_search(WarpMemory& m, bool new_game) {
    const int lane = warp::lane();
    NO_UNROLL for (int i = lane; i < 2 * 8 * 64; i += 32)
        m.history[i] = new_game ? 0 : s16(m.history[i] / 2);
    NO_UNROLL for (int i = lane; i < MAX_PLY; i += 32) {
        m.frames[i].node.killers[0] = 0;
        m.frames[i].node.killers[1] = 0;
    }
    if (lane < 8) m.maps.loses[lane] = m.maps.danger[lane] = m.maps.checks[lane] = 0;
    warp::sync();
}

// Begins a search of the position in frame 0. For one lane.
template <class Game>
DEVICE void begin_search(WarpMemory& m) {
    m.found_move = 0;
    m.found_value = 0;
    m.depth = 1;
    m.delta = tuning::aspiration<Game>();
    m.alpha = -INFINITE;
    m.beta = INFINITE;
    open_root(m);
    m.searching = 1;
}

// Searches the position in frame 0 (see begin_search). A function of its own, so that
// it has all registers for itself. A turn of the loop plays a move, enters the
// node and, if that is a leaf, comes back.
template <class Game, int HIDDEN>
DEVICE_CALL void search_position() {
    WarpMemory& m = shared_warp_memory();
    Search<Game, HIDDEN> search(m, shared_tables());
    int ply = 0;
    Value value = 0;
    State state = ENTER;
    NO_UNROLL while (state != DONE) {
        if (state == MOVE)
            state =
                search.nodes < m.hard_nodes || !m.found_move ? search.advance(ply, value) : DONE;
        if (unlikely(state >= RARE)) state = search.handle(state, ply, value);
        if (state == ENTER) state = search.enter(ply, value);
        if (state == FINISH) state = search.finish(ply, value);
        if (state == BACK) {
            if (ply > 0) {
                ply--;
                state = search.digest(ply, value);
            } else {
                state = State(warp::uniform(conclude<Game>(value, search.nodes)));
            }
        }
    }
    warp::order();
    m.nodes = search.nodes;
    warp::order();
}
