// What is launched: games, perft, evaluations, lines of moves, searches.
#pragma once

#include "game.h"
#include "perft.h"

template <class Game, int HIDDEN>
struct PlayJob {
    Network net;
    const Arena* arena;
    JOB void operator()(u32 warp_index, WarpMemory&, const Tables&) const {
        play_game<Game, HIDDEN>(warp_index, arena);
    }
};

template <class Game>
struct PerftJob {
    const PackedPosition* position;
    u64* counts;  // one for each warp
    u32* overflow;
    u32 warps;
    int depth;
    static constexpr Network net{};
    JOB void operator()(u32 warp_index, WarpMemory& m, const Tables& t) const {
        const Position root = unpack(*position, Game::MAKRUK);
        const u64 count = perft<Game>(root, depth, warp_index, warps, m, t, overflow);
        if (warp::lane() == 0) counts[warp_index] = count;
    }
};

template <class Game, int HIDDEN>
struct EvaluateJob {
    Network net;
    const Record* records;
    s32* values;
    u32* slots;
    u32 count, warps;
    JOB void operator()(u32 warp_index, WarpMemory& m, const Tables&) const {
        u32* mine = slots + size_t(warp_index) * MAX_PLY * Accumulators<HIDDEN>::SLOT;
        for (u32 i = warp_index; i < count; i += warps) {
            const Position p = unpack(records[i], Game::MAKRUK);
            warp::sync();
            if (warp::lane() == 0) m.frames[0].position = p;
            warp::sync();
            u32 saved = 0;
            const s32 value = Accumulators<HIDDEN>::template evaluate<Game>(0, saved, mine, m, net);
            if (warp::lane() == 0) values[i] = value;
        }
    }
};

// Plays a line of moves: the positions after each, up to one that is not
// legal, and how many there were. With a network the accumulators are carried
// along and `values` are the evaluations, of two positions in three.
template <class Game, int HIDDEN>
struct LineJob {
    Network net;  // none if rows is null
    const PackedPosition* start;
    const u16* moves;
    u32 count;
    PackedPosition* positions;
    s32* values;
    u32* played;
    u32* slots;
    JOB void operator()(u32, WarpMemory& m, const Tables& t) const {
        Position p = unpack(*start, Game::MAKRUK);
        u32 saved = 0;
        int ply = 0;
        for (u32 i = 0; i < count; i++) {
            const u32 move = moves[i];
            const Restrictions r = look_from_king<Game>(p, t);
            const int total = generate<Game, false>(p, t, r, ALL_MOVES, m.moves, MOVE_STACK,
                                                    m.squares, nullptr, nullptr);
            bool listed = false;
            for (int k = warp::lane(); k < total && k < MOVE_STACK; k += 32)
                listed |= m.moves[k] == move;
            if (!warp::any(listed) || !is_playable<Game, OTHERS>(p, move)) break;
            const u32 captured = captured_by<Game>(p, move);
            const Position next = position_after<Game>(m, p, move, captured);
            s32 value = 0;
            if (net.rows) {
                // As in a search: the line lies in the frames, and begins anew
                // when they are full.
                if (ply == MAX_PLY - 1) {
                    ply = 0;
                    saved = 0;
                }
                warp::sync();
                if (warp::lane() == 0) {
                    m.frames[ply].position = p;
                    m.frames[ply].node.move = u16(move);
                    m.frames[ply].node.captured = u8(captured);
                    m.frames[ply + 1].position = next;
                }
                warp::sync();
                saved &= (2u << ply) - 1;
                // Not every position, so that some are several moves away.
                if (i % 3 != 1 || i + 1 == count)
                    value = Accumulators<HIDDEN>::template evaluate<Game>(ply + 1, saved, slots, m,
                                                                          net);
                ply++;
            }
            p = next;
            if (warp::lane() == 0) {
                positions[i] = pack(p, Game::MAKRUK);
                values[i] = value;
                *played = i + 1;
            }
        }
        warp::sync();
    }
};

// Searches the positions at the ends of lines of moves, each with the table
// and the history of one of the games.
template <class Game, int HIDDEN>
struct SearchJob {
    Network net;
    const Arena* arena;
    const PackedPosition* starts;
    const u16* moves;  // of all lines
    const u32* ends;   // where each line ends
    const u32* games;
    u32 count;
    u32* results;  // of each: move, value, nodes, reason + 1 if the game is over
    JOB void operator()(u32 warp_index, WarpMemory& m, const Tables& t) const {
        warp::sync();
        if (warp::lane() == 0) m.searching = 0;
        warp::sync();
        Player<Game, HIDDEN> player(m, t, &arena->settings, &arena->memory, games[warp_index]);
        player.load();
        player.load_history();
        player.s.start = player.s.now = unpack(starts[warp_index], Game::MAKRUK);
        player.s.ply = player.s.opening_plies = 0;
        const u32 first = warp_index ? ends[warp_index - 1] : 0, length = ends[warp_index] - first;
        const u32 skip = length > MAX_GAME - 2 ? length - (MAX_GAME - 2) : 0;
        for (u32 i = 0; i < length; i++) {
            if (i <= skip) player.s.ply = 0;
            player.make(moves[first + i], NOT_SEARCHED);
        }
        player.s.phase = PLAYING;
        const bool over = player.is_over();
        if (!over) {
            player.think();
            search_position<Game, HIDDEN>();
        }
        if (warp::lane() == 0) {
            u32* result = results + 4 * warp_index;
            result[0] = over ? 0 : m.found_move;
            result[1] = over ? 0 : u32(m.found_value);
            result[2] = over ? 0 : m.nodes;
            result[3] = over ? player.s.reason + 1 : 0;
        }
        player.s.phase = NEW_GAME;
        player.store();
        player.store_history();
    }
};

// Looks at positions that games are to begin with: what is wrong with each, and
// whether a pawn can be taken in passing as it says (if not, it no longer does).
enum OpeningFault : u32 { NO_FAULT, KINGS, IN_CHECK_AFTER_MOVE, NO_MOVE };

template <class Game>
struct OpeningJob {
    PackedPosition* positions;
    u32* faults;
    u32 count, warps;
    static constexpr Network net{};
    JOB void operator()(u32 warp_index, WarpMemory& m, const Tables& t) const {
        for (u32 i = warp_index; i < count; i += warps) {
            Position p = unpack(positions[i], Game::MAKRUK);
            u32 fault = NO_FAULT;
            if (popcount(p.kings() & p.white) != 1 || popcount(p.kings() & ~p.white) != 1) {
                fault = KINGS;
            } else {
                if (p.en_passant()) {
                    const u32 square = p.en_passant() - 1 + (p.side() ? 16 : 40);
                    const u64 stepped = 1ull << (p.side() ? square + 8 : square - 8);
                    bool legal =
                        (stepped & p.pawns() & p.of(p.side() ^ 1)) && !(p.occupied() >> square & 1);
                    bool taken = false;
                    for (u32 from = 0; legal && from < 64; from++) {
                        const u64 bit = 1ull << from;
                        if (!(bit & p.pawns() & p.of(p.side())) ||
                            !(pawn_attacks(bit, p.side()) >> square & 1))
                            continue;
                        taken |= is_en_passant_legal<Game, OTHERS>(p, from, square);
                    }
                    if (!taken) p.state &= ~0xf0000u;
                }
                if (is_attacked<Game>(p, t, king_square(p, p.side() ^ 1), p.side(), p.occupied(),
                                      0)) {
                    fault = IN_CHECK_AFTER_MOVE;
                } else {
                    warp::sync();
                    if (warp::lane() == 0) m.frames[0].position = p;
                    warp::sync();
                    if (!has_legal_move<Game, OTHERS>(0)) fault = NO_MOVE;
                }
            }
            warp::sync();
            if (warp::lane() == 0) {
                positions[i] = pack(p, Game::MAKRUK);
                faults[i] = fault;
            }
            warp::sync();
        }
    }
};
