// The C interface of the library, for generator.py. Compiled by nvcc for a GPU
// or, as plain C++, for the emulator.
//
// Functions that can fail return a negative number; selfplay_error() says why.

#include "backend.h"
#include "jobs.h"
#include "net_file.h"

namespace {

thread_local std::string last_error;

template <class Work>
s64 guarded(Work work) {
    try {
        last_error.clear();
        return work();
    } catch (const std::exception& error) {
        last_error = error.what();
        return -1;
    }
}

// Device memory that frees itself.
struct Buffer {
    void* memory = nullptr;
    size_t bytes = 0;
    Buffer() = default;
    explicit Buffer(size_t size) : memory(backend::allocate(size)), bytes(size) {}
    Buffer(Buffer&& other) : memory(other.memory), bytes(other.bytes) { other.memory = nullptr; }
    Buffer& operator=(Buffer&& other) {
        std::swap(memory, other.memory);
        std::swap(bytes, other.bytes);
        return *this;
    }
    ~Buffer() {
        if (memory) backend::release(memory);
    }
    template <class T>
    T* as() const {
        return (T*)memory;
    }
    template <class T>
    static Buffer holding(const T* data, size_t count) {
        Buffer buffer(count * sizeof(T));
        backend::copy_in(buffer.memory, data, count * sizeof(T));
        return buffer;
    }
};

struct DeviceNet {
    int game = 0, hidden = 0;
    Buffer rows, bias, outputs, output_bias, buckets;
    Network net{};

    void load(const u8* bytes, size_t length, int expected_game) {
        NetFile file;
        const std::string problem = net_file::parse(bytes, length, file);
        if (!problem.empty()) throw std::runtime_error("network: " + problem);
        if (file.game != expected_game) throw std::runtime_error("network: made for another game");
        game = file.game;
        hidden = file.hidden;
        rows = Buffer::holding(file.rows.data(), file.rows.size());
        bias = Buffer::holding(file.bias.data(), file.bias.size());
        outputs = Buffer::holding(file.outputs.data(), file.outputs.size());
        output_bias = Buffer::holding(file.output_bias.data(), file.output_bias.size());
        buckets = Buffer::holding(file.buckets.data(), file.buckets.size());
        net = Network{rows.as<u32>(),        bias.as<u32>(),   outputs.as<u32>(),
                      output_bias.as<s32>(), buckets.as<u8>(), u32(file.king_buckets),
                      u32(file.out_buckets)};
    }
};

// Calls `work` with the game as a type.
template <class Work>
s64 with_game(int game, Work work) {
    if (game == 0) return work(Chess());
    if (game == 1) return work(Makruk());
    throw std::runtime_error("no such game");
}

template <int N>
struct Width {
    static constexpr int VALUE = N;
};

// Calls `work` with the game and the network's width as types.
template <class Work>
s64 with_net(int game, int hidden, Work work) {
    return with_game(game, [&](auto rules) -> s64 {
        switch (hidden) {
#ifndef ONLY_256
            case 128:
                return work(rules, Width<128>());
            case 512:
                return work(rules, Width<512>());
#endif
            case 256:
                return work(rules, Width<256>());
            default:
                throw std::runtime_error("this library was not built for the network's width");
        }
    });
}

void validate(const Settings& s) {
    if (s.soft_nodes < 1 || s.hard_nodes < s.soft_nodes)
        throw std::runtime_error("settings: bad node budget");
    if (s.opening_max < s.opening_min || s.opening_max > 100)
        throw std::runtime_error("settings: bad opening length");
    if (s.table_bits < 4 || s.table_bits > 20)
        throw std::runtime_error("settings: table_bits is not 4 to 20");
    if (s.max_plies < 16 || s.max_plies > MAX_GAME - 2)
        throw std::runtime_error("settings: bad greatest length of a game");
    if (s.first_ply > s.max_plies)
        throw std::runtime_error("settings: no game reaches the first ply to learn from");
}

#ifdef TUNING
struct NumberEntry {
    const char* name;
    s32 usual[2];  // by game
    s32 step;
};
#define NUMBER(name, chess, makruk, step) {#name, {chess, makruk}, step},
const NumberEntry NUMBERS[] = {SEARCH_NUMBERS(NUMBER)};
#undef NUMBER
#endif

constexpr size_t SAMPLE_BYTES = size_t(64) << 20;

struct Generator {
    int game = 0;
    u32 games = 0;
    Settings settings{};
    DeviceNet net;
    Buffer states, keys, moves, scores, records, histories, replies, tables, slots, counters,
        output_used, samples, samples_used, arena, openings, numbers, sums;
    u32 as_one = 0;
    u32 opening_count = 0;

    Generator(int which, u32 how_many, const u8* bytes, size_t length, u64 seed,
              const Settings& chosen)
        : game(which), games(how_many ? how_many : backend::default_warps()), settings(chosen) {
        validate(settings);
        net.load(bytes, length, game);
        const size_t n = games;
        std::vector<GameState> fresh(n);
        for (size_t i = 0; i < n; i++) {
            fresh[i] = GameState{};
            fresh[i].phase = NEW_GAME;
            fresh[i].random = mix(u32(i)) ^ seed * 0xd6e8feb86659fd93ull;
            fresh[i].number = i;
        }
        states = Buffer::holding(fresh.data(), n);
        keys = Buffer(n * MAX_GAME * 8);
        moves = Buffer(n * MAX_GAME * 2);
        scores = Buffer(n * MAX_GAME * 2);
        records = Buffer(n * MAX_GAME * sizeof(Record));
        histories = Buffer(n * PLAYERS * 1024 * 2);
        replies = Buffer(n * PLAYERS * REPLY_ROWS * REPLY_ROW * 2);
#ifdef TUNING
        std::vector<s32> values;
        for (const NumberEntry& number : NUMBERS)
            values.insert(values.end(), 2, number.usual[game]);
        numbers = Buffer::holding(values.data(), values.size());
        sums = Buffer(tuning::COUNT * 8);
#endif
        tables = Buffer((n << settings.table_bits) * 16);
        slots = Buffer(n * MAX_PLY * Accumulators<512>::SLOT * 4);
        counters = Buffer(sizeof(Counters));
        output_used = Buffer(16);
        samples = Buffer(SAMPLE_BYTES);
        samples_used = Buffer(16);
        arena = Buffer(sizeof(Arena));
    }

    GameMemory memory(void* output, u32 capacity) const {
        return GameMemory{states.as<GameState>(),
                          keys.as<u64>(),
                          moves.as<u16>(),
                          scores.as<s16>(),
                          records.as<Record>(),
                          histories.as<s16>(),
                          replies.as<s16>(),
                          tables.as<Quad>(),
                          slots.as<u32>(),
                          counters.as<Counters>(),
                          (Record*)output,
                          output_used.as<u32>(),
                          capacity,
                          samples.as<u8>(),
                          samples_used.as<u32>(),
                          u32(SAMPLE_BYTES),
                          openings.as<PackedPosition>(),
                          opening_count
#ifdef TUNING
                          ,
                          numbers.as<u32>(),
                          sums.as<s64>(),
                          as_one
#endif
        };
    }
};

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const char* selfplay_error() { return last_error.c_str(); }
EXPORT const char* selfplay_backend() { return backend::name(); }

EXPORT Generator* selfplay_create(int game, u32 games, const u8* net, u64 net_length, u64 seed,
                                  const Settings* settings) {
    Generator* made = nullptr;
    guarded([&] {
        made = new Generator(game, games, net, net_length, seed, *settings);
        return 0;
    });
    return made;
}

EXPORT void selfplay_destroy(Generator* g) { delete g; }
EXPORT u32 selfplay_games(const Generator* g) { return g->games; }

EXPORT s64 selfplay_set_net(Generator* g, const u8* bytes, u64 length) {
    return guarded([&] {
        DeviceNet fresh;
        fresh.load(bytes, length, g->game);
        g->net = std::move(fresh);
        // What the old network thought of positions is no longer true.
        g->tables = Buffer(g->tables.bytes);
        return 0;
    });
}

EXPORT s64 selfplay_set_settings(Generator* g, const Settings* settings) {
    return guarded([&] {
        validate(*settings);
        if (settings->table_bits != g->settings.table_bits)
            throw std::runtime_error("settings: the size of the tables cannot change");
        g->settings = *settings;
        return 0;
    });
}

// Plays on for `seconds`, or for `moves` searched moves of every game, or
// until `output` (device memory) holds `capacity` records. Returns how many
// were written. Games that are not over go on with the next call.
EXPORT s64 selfplay_generate(Generator* g, void* output, u32 capacity, double seconds, u32 moves) {
    return guarded([&]() -> s64 {
        const u32 none = 0;
        backend::copy_in(g->output_used.memory, &none, 4);
        const u64 deadline =
            seconds > 0 && seconds < 1e6 ? backend::clock() + u64(seconds * 1e9) : ~0ull;
        with_net(g->game, g->net.hidden, [&](auto rules, auto width) -> s64 {
            typedef PlayJob<decltype(rules), decltype(width)::VALUE> Job;
            const Arena arena{g->settings, g->memory(output, capacity), deadline, g->games,
                              moves ? moves : ~0u};
            backend::copy_in(g->arena.memory, &arena, sizeof arena);
            backend::launch(Job{g->net.net, g->arena.as<Arena>()}, g->games);
            return 0;
        });
        u32 used = 0;
        backend::copy_out(&used, g->output_used.memory, 4);
        return used;
    });
}

// Copies the games kept whole since the last call to host memory. Returns the
// number of bytes; those beyond `capacity` are lost.
EXPORT s64 selfplay_samples(Generator* g, void* into, u64 capacity) {
    return guarded([&]() -> s64 {
        u32 used = 0;
        backend::copy_out(&used, g->samples_used.memory, 4);
        const u64 bytes = used < capacity ? used : capacity;
        if (into) {
            if (bytes) backend::copy_out(into, g->samples.memory, bytes);
            const u32 none = 0;
            backend::copy_in(g->samples_used.memory, &none, 4);
        }
        return s64(into ? bytes : used);
    });
}

EXPORT s64 selfplay_stats(Generator* g, u64* into, u32 count) {
    return guarded([&]() -> s64 {
        Counters counters;
        backend::copy_out(&counters, g->counters.memory, sizeof counters);
        const u32 all = u32(sizeof counters / 8);
        memcpy(into, &counters, (count < all ? count : all) * 8);
        return all;
    });
}

// Perft of `count` packed positions, `warps` warps for each.
EXPORT s64 selfplay_perft(int game, const PackedPosition* positions, u32 count, int depth,
                          u32 warps, u64* results) {
    return guarded([&]() -> s64 {
        if (depth < 0 || depth >= MAX_PLY - 1) throw std::runtime_error("perft: bad depth");
        const u32 many = warps ? warps : backend::default_warps();
        Buffer position(sizeof(PackedPosition)), counts(size_t(many) * 8), overflow(16);
        std::vector<u64> parts(many);
        for (u32 i = 0; i < count; i++) {
            backend::copy_in(position.memory, &positions[i], sizeof(PackedPosition));
            with_game(game, [&](auto rules) -> s64 {
                backend::launch(
                    PerftJob<decltype(rules)>{position.as<PackedPosition>(), counts.as<u64>(),
                                              overflow.as<u32>(), many, depth},
                    many);
                return 0;
            });
            backend::copy_out(parts.data(), counts.memory, size_t(many) * 8);
            results[i] = 0;
            for (u64 part : parts) results[i] += part;
        }
        u32 overflowed = 0;
        backend::copy_out(&overflowed, overflow.memory, 4);
        if (overflowed) throw std::runtime_error("perft: too many moves in a line");
        return 0;
    });
}

// Evaluates records in host memory with the generator's network.
EXPORT s64 selfplay_evaluate(Generator* g, const Record* records, u32 count, s32* values) {
    return guarded([&]() -> s64 {
        Buffer in = Buffer::holding(records, count), out(size_t(count) * 4);
        with_net(g->game, g->net.hidden, [&](auto rules, auto width) -> s64 {
            typedef EvaluateJob<decltype(rules), decltype(width)::VALUE> Job;
            backend::launch(Job{g->net.net, in.as<Record>(), out.as<s32>(), g->slots.as<u32>(),
                                count, g->games},
                            g->games);
            return 0;
        });
        backend::copy_out(values, out.memory, size_t(count) * 4);
        return 0;
    });
}

// Plays a line from a position. Fills the positions after each move, with a
// generator also their evaluations, and returns how many moves were legal.
EXPORT s64 selfplay_line(Generator* g, int game, const PackedPosition* start, const u16* moves,
                         u32 count, PackedPosition* positions, s32* values) {
    return guarded([&]() -> s64 {
        Buffer from = Buffer::holding(start, 1), line = Buffer::holding(moves, count);
        Buffer out(size_t(count) * sizeof(PackedPosition)), evaluations(size_t(count) * 4),
            played(16);
        Buffer slots(size_t(MAX_PLY) * Accumulators<512>::SLOT * 4);
        with_net(game, g ? g->net.hidden : 256, [&](auto rules, auto width) -> s64 {
            typedef LineJob<decltype(rules), decltype(width)::VALUE> Job;
            backend::launch(Job{g ? g->net.net : Network{}, from.as<PackedPosition>(),
                                line.as<u16>(), count, out.as<PackedPosition>(),
                                evaluations.as<s32>(), played.as<u32>(), slots.as<u32>()},
                            1);
            return 0;
        });
        u32 legal = 0;
        backend::copy_out(&legal, played.memory, 4);
        backend::copy_out(positions, out.memory, size_t(legal) * sizeof(PackedPosition));
        if (values) backend::copy_out(values, evaluations.memory, size_t(legal) * 4);
        return legal;
    });
}

// Searches the positions at the ends of lines of legal moves as games would.
// `ends` says where in `moves` each line ends, `games` whose table and history
// each search has; no two may be the same. Of each: move, value, nodes,
// reason + 1 if the game is over there.
EXPORT s64 selfplay_search(Generator* g, const PackedPosition* starts, const u16* moves,
                           const u32* ends, const u32* games, u32 count, u32* results) {
    return guarded([&]() -> s64 {
        std::vector<bool> taken(g->games);
        for (u32 i = 0; i < count; i++) {
            if (games[i] >= g->games || taken[games[i]])
                throw std::runtime_error("search: no such game, or twice");
            taken[games[i]] = true;
        }
        if (!count) return 0;
        Buffer from = Buffer::holding(starts, count),
               lines = Buffer::holding(moves, ends[count - 1]);
        Buffer until = Buffer::holding(ends, count), whose = Buffer::holding(games, count),
               out(size_t(count) * 16);
        with_net(g->game, g->net.hidden, [&](auto rules, auto width) -> s64 {
            typedef SearchJob<decltype(rules), decltype(width)::VALUE> Job;
            const Arena arena{g->settings, g->memory(nullptr, 0), ~0ull, count, 1};
            backend::copy_in(g->arena.memory, &arena, sizeof arena);
            backend::launch(
                Job{g->net.net, g->arena.as<Arena>(), from.as<PackedPosition>(), lines.as<u16>(),
                    until.as<u32>(), whose.as<u32>(), count, out.as<u32>()},
                count);
            return 0;
        });
        backend::copy_out(results, out.memory, size_t(count) * 16);
        return 0;
    });
}

// Lets new games begin with these positions instead of the start position, or
// with that again if there are none.
EXPORT s64 selfplay_set_openings(Generator* g, const PackedPosition* positions, u32 count) {
    return guarded([&]() -> s64 {
        Buffer fresh;
        if (count) {
            fresh = Buffer::holding(positions, count);
            Buffer faults(size_t(count) * 4);
            with_game(g->game, [&](auto rules) -> s64 {
                const u32 warps = backend::default_warps();
                backend::launch(OpeningJob<decltype(rules)>{fresh.as<PackedPosition>(),
                                                            faults.as<u32>(), count, warps},
                                warps);
                return 0;
            });
            std::vector<u32> found(count);
            backend::copy_out(found.data(), faults.memory, size_t(count) * 4);
            static const char* const WHAT[] = {"", "not one king of each side",
                                               "the side that has moved is in check",
                                               "no legal move"};
            for (u32 i = 0; i < count; i++)
                if (found[i])
                    throw std::runtime_error("opening " + std::to_string(i + 1) + ": " +
                                             WHAT[found[i]]);
        }
        g->openings = std::move(fresh);
        g->opening_count = count;
        return 0;
    });
}

#ifdef TUNING
// The numbers of the search of a game: how many, and of each the name, the usual
// value and a step.
EXPORT u32 selfplay_number_count() { return tuning::COUNT; }
EXPORT const char* selfplay_number(u32 index, int game, s32* value, s32* step) {
    *value = NUMBERS[index].usual[game];
    *step = NUMBERS[index].step;
    return NUMBERS[index].name;
}

// Lets the players have these, two for each number; `as_one` if a player is to
// have all of the first or all of the second. Forgets the points.
EXPORT s64 selfplay_set_numbers(Generator* g, const s32* values, u32 as_one) {
    return guarded([&]() -> s64 {
        g->numbers = Buffer::holding(values, 2 * tuning::COUNT);
        g->sums = Buffer(tuning::COUNT * 8);
        g->as_one = as_one;
        return 0;
    });
}

// For each number the points (wins less losses) of those who had the second.
EXPORT s64 selfplay_sums(Generator* g, s64* into) {
    return guarded([&]() -> s64 {
        backend::copy_out(into, g->sums.memory, tuning::COUNT * 8);
        return 0;
    });
}
#endif
