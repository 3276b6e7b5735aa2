// Whole games: random openings, searched moves, exact ends, records. When and
// why games end is as in crates/selfplay.
#pragma once

#include "records.h"
#include "search.h"

static constexpr u32 MAX_GAME = 512;  // plies, the opening included
static constexpr s16 NOT_SEARCHED = -32768;
#ifdef TUNING
static constexpr int PLAYERS = 2;  // that learn each for itself
#else
static constexpr int PLAYERS = 1;
#endif

// What the host decides. The order is part of the interface (generator.py).
struct Settings {
    u32 soft_nodes, hard_nodes;
    u32 opening_min, opening_max;  // random plies
    u32 shuffled_per_mille;        // chess: games from shuffled back ranks
    u32 opening_score;             // games that begin beyond it are dropped
    u32 win_score, win_plies;      // adjudication; 0 plies: none
    u32 draw_score, draw_plies, draw_from;
    u32 sample_every;   // one game in this many is kept whole; 0: none
    u32 only_training;  // leave out records the trainer would filter
    u32 table_bits;     // entries of a game's table, as a power of two
    u32 max_plies;      // longer games are drawn
    u32 first_ply;      // with only_training: no records before it
};

enum Phase : u32 { NEW_GAME, OPENING, PLAYING, OVER };

// A game between two launches.
struct alignas(16) GameState {
    Position start, now;
    u64 random;
    u64 number;
    u32 phase;
    u32 ply;            // moves played
    u32 opening_plies;  // of them at random
    u32 records;        // waiting for the result
    u32 result;         // for White: 0 loss, 1 draw, 2 win
    u32 reason;
    s32 winning;  // plies in a row that one side is far ahead, + White
    u32 drawish;  // plies in a row that are level
#ifdef TUNING
    u64 signs;  // which numbers White has; Black has the others
#endif
};

struct Counters {
    u64 games, records, nodes, searches, rejected, plies;
    u64 white_wins, draws, black_wins;
    u64 reasons[REASONS];
};

// A game kept whole: this header, then `plies` pairs of a move (u16) and its
// score for the side to move (i16, -32768 if it was not searched).
struct alignas(16) SampleHeader {
    Record start;
    u32 bytes;  // of header and moves, a multiple of 16
    u16 plies;
    u8 game;    // 0 chess, 1 Makruk
    u8 result;  // for White: 0 loss, 1 draw, 2 win
    u8 reason;
    u8 opening_plies;
    u8 spare[22];
};
static_assert(sizeof(SampleHeader) == 64, "four quads");

// Device memory of all games; the arrays have a part for each warp.
struct GameMemory {
    GameState* states;
    u64* keys;        // [MAX_GAME]
    u16* moves;       // [MAX_GAME]
    s16* scores;      // [MAX_GAME]
    Record* records;  // [MAX_GAME]
    s16* histories;   // [1024]
    s16* replies;     // [REPLY_ROWS * REPLY_ROW]
    Quad* tables;     // [1 << table_bits]
    u32* slots;       // accumulators
    Counters* counters;
    // Shared by all: the records handed out, and the games kept whole.
    Record* output;
    u32* output_used;
    u32 output_capacity;
    u8* samples;
    u32* samples_used;
    u32 samples_capacity;
    // Positions that games begin with, if there are any.
    const PackedPosition* openings;
    u32 opening_count;
#ifdef TUNING
    const u32* numbers;  // two for each index
    s64* sums;           // for each index the points of those who had the second
    u32 as_one;          // a player has all of the first or all of the second
#endif
};

// splitmix64: a stream of random numbers for each warp.
DEVICE u64 next_random(u64& state) {
    state += 0x9e3779b97f4a7c15ull;
    u64 z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
DEVICE u32 below(u64& state, u32 n) { return u32((next_random(state) >> 32) * n >> 32); }

// The back rank with Scharnagl's number, a nibble for the code on each file.
SHARED_CODE u32 back_rank(u32 number) {
    u32 rank = 0;
    const u32 light = number % 4 * 2 + 1;
    number /= 4;
    const u32 dark = number % 4 * 2;
    number /= 4;
    rank |= u32(BISHOP) << 4 * light | u32(BISHOP) << 4 * dark;
    auto put_on_free = [&rank](u32 nth, u32 code) {
        for (u32 file = 0; file < 8; file++) {
            if (rank >> 4 * file & 15) continue;
            if (nth-- == 0) {
                rank |= code << 4 * file;
                return;
            }
        }
    };
    put_on_free(number % 6, QUEEN);
    number /= 6;
    // The two knights on ten pairs of the five free files.
    u32 first = 0, second = 1;
    for (u32 pair = 0; pair < number; pair++) {
        if (++second == 5) {
            first++;
            second = first + 1;
        }
    }
    put_on_free(second, KNIGHT);
    put_on_free(first, KNIGHT);
    put_on_free(0, ROOK);
    put_on_free(0, KING);
    put_on_free(0, ROOK);
    return rank;
}

template <class Game>
DEVICE Position start_position(u32 white_number, u32 black_number) {
    Position p{};
    const u32 white_pawns = Game::MAKRUK ? 16 : 8, black_pawns = Game::MAKRUK ? 40 : 48;
    // Makruk, from the a-file: rua ma khon khun met khon ma rua.
    const u32 white = Game::MAKRUK ? 0x42356324u : back_rank(white_number);
    const u32 black = Game::MAKRUK ? 0x42365324u : back_rank(black_number);
    p.put(0xffull << white_pawns, PAWN, 0);
    p.put(0xffull << black_pawns, PAWN, 1);
    for (u32 file = 0; file < 8; file++) {
        p.put(1ull << file, white >> 4 * file & 15, 0);
        p.put(1ull << (56 + file), black >> 4 * file & 15, 1);
        if (!Game::MAKRUK && (white >> 4 * file & 15) == ROOK) p.state |= 1u << file;
        if (!Game::MAKRUK && (black >> 4 * file & 15) == ROOK) p.state |= 256u << file;
    }
    p.key = whole_key(p);
    return p;
}

template <class Game, int HIDDEN>
struct Player {
    WarpMemory& m;
    const Tables& t;
    const Settings settings;
    const GameMemory g;
    const u32 index;  // of this warp
    GameState s;

    DEVICE Player(WarpMemory& memory, const Tables& tables, const Settings* chosen,
                  const GameMemory* games, u32 warp_index)
        : m(memory),
          t(tables),
          settings(load_uniform(chosen)),
          g(load_uniform(games)),
          index(warp_index) {}

    DEVICE u64* keys() { return in_global(g.keys) + size_t(index) * MAX_GAME; }
    DEVICE u16* moves() { return in_global(g.moves) + size_t(index) * MAX_GAME; }
    DEVICE s16* scores() { return in_global(g.scores) + size_t(index) * MAX_GAME; }
    DEVICE Record* records() { return in_global(g.records) + size_t(index) * MAX_GAME; }

    // A game between two launches, and between two searches.
    DEVICE void load() { s = load_uniform(g.states + index); }
    DEVICE void store() {
        warp::sync();
        if (warp::lane() == 0) in_global(g.states)[index] = s;
        warp::sync();
    }
    DEVICE void load_history() {
        for (int i = warp::lane(); i < 1024; i += 32)
            m.history[i] = in_global(g.histories)[size_t(index) * PLAYERS * 1024 + i];
        warp::sync();
    }
    DEVICE void store_history() {
        warp::sync();
        for (int i = warp::lane(); i < 1024; i += 32)
            in_global(g.histories)[size_t(index) * PLAYERS * 1024 + i] = m.history[i];
    }

    DEVICE void begin() {
        u32 white = 518, black = 518, fewest = settings.opening_min;
        if (!Game::MAKRUK && !g.opening_count &&
            below(s.random, 1000) < settings.shuffled_per_mille) {
            // No two of these games begin alike: random moves are not needed.
            fewest = 0;
            white = below(s.random, 960);
            black = below(s.random, 960);
        }
        if (g.opening_count)
            s.start =
                unpack(load_uniform(g.openings + below(s.random, g.opening_count)), Game::MAKRUK);
        else
            s.start = start_position<Game>(white, black);
        // The table keeps entries of earlier games; another key hides them.
        s.start.key ^= next_random(s.random);
        s.now = s.start;
        s.number++;
        s.ply = s.records = s.drawish = 0;
        s.winning = 0;
        s.opening_plies = fewest + below(s.random, settings.opening_max - fewest + 1);
        s.phase = OPENING;
        prepare_search(m, true);
#ifdef TUNING
        swap_history();
        prepare_search(m, true);
#endif
        Quad* replies = (Quad*)(g.replies + size_t(index) * PLAYERS * REPLY_ROWS * REPLY_ROW);
        NO_UNROLL for (int i = warp::lane(); i < PLAYERS * REPLY_ROWS * REPLY_ROW / 8; i += 32)
            store_global(replies + i, Quad{0, 0, 0, 0});
#ifdef TUNING
        s.signs = next_random(s.random);
        if (g.as_one) s.signs = s.signs & 1 ? ~0ull : 0;
#endif
        warp::sync();
    }

    // Plays a move on the board of the game.
    DEVICE void make(u32 move, Value score) {
        if (warp::lane() == 0) {
            keys()[s.ply] = s.now.key;
            moves()[s.ply] = u16(move);
            scores()[s.ply] = s16(score);
        }
        s.now = position_after<Game>(m, s.now, move, captured_by<Game>(s.now, move));
        s.ply++;
        warp::sync();
    }

#ifdef TUNING
    // The player to move has a history of its own; the other's rests.
    DEVICE void swap_history() {
        warp::sync();
        for (int i = warp::lane(); i < 1024; i += 32) {
            s16& resting = in_global(g.histories)[(size_t(index) * PLAYERS + 1) * 1024 + i];
            const s16 mine = m.history[i];
            m.history[i] = resting;
            resting = mine;
        }
        warp::sync();
    }
#endif

    // One random move; false if there is none.
    DEVICE bool play_randomly() {
        const Restrictions r = look_from_king<Game>(s.now, t);
        u32 total = u32(generate<Game, false>(s.now, t, r, ALL_MOVES, m.moves, MOVE_STACK,
                                              m.squares, nullptr, nullptr));
        total = total < MOVE_STACK ? total : MOVE_STACK;
        while (total > 0) {
            const u32 choice = below(s.random, total);
            const u32 move = m.moves[choice];
            if (is_playable<Game, OTHERS>(s.now, move)) {
                make(move, NOT_SEARCHED);
                return true;
            }
            total--;
            const u32 last = m.moves[total];
            warp::sync();
            if (warp::lane() == 0) m.moves[choice] = last;
            warp::sync();
        }
        return false;
    }

    // How often the position on the board has been there, now included. The
    // game proper begins after its random opening.
    DEVICE u32 repetitions() {
        u32 count = 1;
        const u32 played = s.ply - s.opening_plies;
        const u32 reach = s.now.halfmoves() < played ? s.now.halfmoves() : played;
        for (u32 back = 4; back <= reach; back += 64) {
            const u32 mine = back + 2 * u32(warp::lane());
            const bool same = mine <= reach && keys()[s.ply - mine] == s.now.key;
            count += u32(popcount32(warp::ballot(same)));
        }
        return count;
    }

    DEVICE void end(u32 white_result, u32 reason) {
        s.result = white_result;
        s.reason = reason;
        s.phase = OVER;
    }

    // Ends the game if the rules do. Mate and stalemate go before all else.
    DEVICE bool is_over() {
        warp::sync();
        if (warp::lane() == 0) m.frames[0].position = s.now;
        warp::sync();
        if (!has_legal_move<Game, OTHERS>(0)) {
            if (look_from_king<Game>(s.now, t).in_check)
                end(s.now.side() ? 2 : 0, CHECKMATE);
            else
                end(1, STALEMATE);
        } else if (Game::MAKRUK && s.now.count_limit() && s.now.count_ply() > s.now.count_limit()) {
            end(1, COUNTING);
        } else if (is_insufficient<Game>(s.now)) {
            end(1, INSUFFICIENT_MATERIAL);
        } else if (s.now.halfmoves() >= 8 && repetitions() >= 3) {
            end(1, REPETITION);
        } else if (!Game::MAKRUK && s.now.halfmoves() >= 100) {
            end(1, FIFTY_MOVES);
        }
        return s.phase == OVER;
    }

    // Remembers what the scores say of the game.
    DEVICE void hear(Value score) {
        const Value for_white = s.now.side() ? -score : score;
        const Value size = score < 0 ? -score : score;
        if (size <= Value(settings.win_score))
            s.winning = 0;
        else if (for_white > 0)
            s.winning = s.winning > 0 ? s.winning + 1 : 1;
        else
            s.winning = s.winning < 0 ? s.winning - 1 : -1;
        s.drawish = size <= Value(settings.draw_score) ? s.drawish + 1 : 0;
    }

    // Ends the game if the scores leave no doubt.
    DEVICE bool is_adjudicated() {
        bool counted = false;
        if (Game::MAKRUK) {
            // There the count decides, not the score.
            const u64 white = s.now.white, black = s.now.black();
            counted = s.now.count_limit() || !(white & (white - 1)) || !(black & (black - 1));
        }
        const u32 streak = u32(s.winning < 0 ? -s.winning : s.winning);
        if (settings.win_plies && streak >= settings.win_plies && !counted)
            end(s.winning > 0 ? 2 : 0, WIN_BY_SCORE);
        else if (settings.draw_plies && s.drawish >= settings.draw_plies &&
                 s.ply >= settings.draw_from)
            end(1, DRAW_BY_SCORE);
        else if (s.ply >= settings.max_plies)
            end(1, TOO_LONG);
        return s.phase == OVER;
    }

    // Begins to search the position on the board.
    DEVICE void think() {
        const u32 lane = u32(warp::lane());
        const u32 other = 2 * lane + 1, same = 2 * lane + 2;
        warp::sync();
        m.earlier_other[lane] = other <= s.ply ? u32(keys()[s.ply - other]) : 0;
        m.earlier_same[lane] = same <= s.ply ? u32(keys()[s.ply - same]) : 0;
#ifdef TUNING
        swap_history();
#endif
        prepare_search(m, false);
        const size_t player = size_t(index) * PLAYERS + (PLAYERS > 1 ? s.now.side() : 0);
        if (lane == 0) {
            m.frames[0].position = s.now;
            m.tt = g.tables + (size_t(index) << settings.table_bits);
            m.tt_mask = (1u << settings.table_bits) - 1;
            m.slots = g.slots + size_t(index) * MAX_PLY * Accumulators<HIDDEN>::SLOT;
            m.replies = g.replies + player * REPLY_ROWS * REPLY_ROW;
#ifdef TUNING
            m.numbers = g.numbers;
            m.signs = s.now.side() ? ~s.signs : s.signs;
            m.salt = s.now.side() ? 0x5851f42d4c957f2dull : 0;
#endif
            m.soft_nodes = settings.soft_nodes;
            m.hard_nodes = settings.hard_nodes;
            begin_search<Game>(m);
        }
        warp::sync();
    }

    DEVICE void record(u32 move, Value score) {
        const bool in_check = look_from_king<Game>(s.now, t).in_check;
        const bool noisy =
            captured_by<Game>(s.now, move) != EMPTY || move_tag(move) >= TAG_PROMOTE_KNIGHT;
        const Value size = score < 0 ? -score : score;
        if (settings.only_training &&
            (in_check || noisy || size >= Value(MAX_SCORE) || s.ply < settings.first_ply))
            return;
        const u32 flags = (in_check ? u32(FLAG_IN_CHECK) : 0) | (noisy ? u32(FLAG_NOISY) : 0);
        write_record<Game>(records() + s.records, s.now, score, flags, s.ply, m.squares);
        s.records++;
    }

    // A search is done: its move is played, or the game ends.
    DEVICE void use_search() {
        const u32 move = m.found_move;
        const Value score = m.found_value;
        if (warp::lane() == 0) {
            atomic_add(&in_global(g.counters)->nodes, u64(m.nodes));
            atomic_add(&in_global(g.counters)->searches, u64(1));
        }
        const Value size = score < 0 ? -score : score;
        if (s.ply == s.opening_plies && size > Value(settings.opening_score)) {
            if (warp::lane() == 0) atomic_add(&in_global(g.counters)->rejected, u64(1));
            s.phase = NEW_GAME;
            return;
        }
        record(move, score);
        hear(score);
        make(move, score);
    }

    // Takes `bytes` or places of a buffer; `capacity` if there is no room. A
    // warp that finds none gives back what it took, so nothing is left out
    // between two that found room.
    DEVICE u32 reserve(u32* used, u32 amount, u32 capacity) {
        u32 at = 0;
        if (warp::lane() == 0) {
            used = in_global(used);
            at = atomic_add(used, amount);
            if (at > capacity || amount > capacity - at) {
                atomic_add(used, 0u - amount);
                at = capacity;
            }
        }
        return warp::shuffle(at, 0);
    }

    DEVICE void keep_whole() {
        const int lane = warp::lane();
        const u32 bytes = (u32(sizeof(SampleHeader)) + 4 * s.ply + 15) & ~15u;
        const u32 at = reserve(g.samples_used, bytes, g.samples_capacity);
        if (at == g.samples_capacity) return;
        SampleHeader* header = (SampleHeader*)(in_global(g.samples) + at);
        write_record<Game>(&header->start, s.start, 0, 0, 0, m.squares);
        if (lane == 0) {
            header->bytes = bytes;
            header->plies = u16(s.ply);
            header->game = Game::NUMBER;
            header->result = u8(s.result);
            header->reason = u8(s.reason);
            header->opening_plies = u8(s.opening_plies);
            for (u8& byte : header->spare) byte = 0;
        }
        u32* pairs = (u32*)(header + 1);
        const u32 words = (bytes - u32(sizeof(SampleHeader))) / 4;
        NO_UNROLL for (u32 base = 0; base < words; base += 32) {
            const u32 i = base + u32(lane);
            if (i < words) pairs[i] = i < s.ply ? moves()[i] | u32(u16(scores()[i])) << 16 : 0;
        }
        warp::sync();
    }

    // Hands out the records of a game that is over. False if there is no room.
    DEVICE bool deliver() {
        const int lane = warp::lane();
        const u32 at = reserve(g.output_used, s.records, g.output_capacity);
        if (s.records && at == g.output_capacity) return false;
        NO_UNROLL for (u32 base = 0; base < s.records; base += 32) {
            const u32 i = base + u32(lane);
            if (i >= s.records) continue;
            Record record = records()[i];
            const u32 black = record.outcome >> FLAGS_SHIFT & FLAG_BLACK_TO_MOVE;
            record.outcome |= (black ? 2 - s.result : s.result) << RESULT_SHIFT;
            in_global(g.output)[at + i] = record;
        }
        warp::sync();
        if (settings.sample_every && u32(s.number) % settings.sample_every == 0) keep_whole();
        warp::sync();
#ifdef TUNING
        for (u32 i = u32(lane); i < tuning::COUNT; i += 32) {
            const s64 points = s64(s.result) - 1;
            atomic_add((u64*)in_global(g.sums) + i, u64(s.signs >> i & 1 ? points : -points));
        }
#endif
        if (lane == 0) {
            Counters& c = *in_global(g.counters);
            atomic_add(&c.games, u64(1));
            atomic_add(&c.records, u64(s.records));
            atomic_add(&c.plies, u64(s.ply));
            atomic_add(s.result == 2   ? &c.white_wins
                       : s.result == 1 ? &c.draws
                                       : &c.black_wins,
                       u64(1));
            atomic_add(&c.reasons[s.reason], u64(1));
        }
        warp::sync();
        s.phase = NEW_GAME;
        return true;
    }

    // Goes on to the next search, if there is one to come: not after the last
    // move asked for, nor without room for the records of a game.
    DEVICE bool reach_search() {
        NO_UNROLL while (m.moves_left > 0) {
            if (s.phase == NEW_GAME) {
                begin();
            } else if (s.phase == OPENING) {
                if (s.ply == s.opening_plies)
                    s.phase = PLAYING;
                else if (!play_randomly())
                    s.phase = NEW_GAME;
            } else if (s.phase == PLAYING) {
                if (!is_over() && !is_adjudicated()) {
                    think();
                    return true;
                }
            } else if (!deliver()) {
                return false;
            }
        }
        return false;
    }
};

// What a launch is about, in device memory.
struct Arena {
    Settings settings;
    GameMemory memory;
    u64 deadline;  // nanoseconds
    u32 games;
    u32 moves;  // to search in each game
};

// Between two searches of a game: plays the move that was found and begins
// the next search, or lets the game rest.
template <class Game, int HIDDEN>
DEVICE_CALL void between_searches(const Arena* arena, u32 index, bool first) {
    WarpMemory& m = shared_warp_memory();
    Player<Game, HIDDEN> player(m, shared_tables(), &arena->settings, &arena->memory, index);
    player.load();
    bool rests = false;
    if (first) {
        player.load_history();
    } else {
        player.use_search();
        rests = warp::shuffle(nanoseconds(), 0) >= load_uniform(&arena->deadline);
        if (warp::lane() == 0) m.moves_left--;
        warp::sync();
    }
    const bool searches = !rests && player.reach_search();
    player.store();
    if (!searches) {
        player.store_history();
        if (warp::lane() == 0) m.searching = 0;
    }
    warp::sync();
}

// Plays the game of a warp until the deadline, until it has searched its moves
// or until there is no room for its records.
template <class Game, int HIDDEN>
DEVICE void play_game(u32 index, const Arena* arena) {
    WarpMemory& m = shared_warp_memory();
    m.moves_left = load_uniform(&arena->moves);
    m.searching = 0;
    warp::sync();
    between_searches<Game, HIDDEN>(arena, index, true);
    NO_UNROLL while (m.searching) {
        search_position<Game, HIDDEN>();
        between_searches<Game, HIDDEN>(arena, index, false);
    }
}
