// A warp of thirty-two lanes on an ordinary processor.
//
// Each lane is a fiber with a stack of its own. A collective operation puts
// the lane's value on a board and hands over to the next lane; when all have
// done so the first one goes on and reads the board. Between two collective
// operations the lanes run in an order that can be shuffled: code that forgot
// a sync then gives different answers, and a test notices.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace emulator {

constexpr int LANES = 32;

#if defined(__x86_64__)
extern "C" void erawan_switch_fiber(void** save, void* load) __attribute__((visibility("hidden")));
asm(R"(
.text
.p2align 4
.hidden erawan_switch_fiber
.globl erawan_switch_fiber
.type erawan_switch_fiber, @function
erawan_switch_fiber:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size erawan_switch_fiber, .-erawan_switch_fiber
)");
#endif

// The operations, to notice lanes that do not do the same thing.
enum Operation : u32 { SYNC = 1, BALLOT, SHUFFLE, MAX, SUM, OR, XOR, PREFIX };

struct Warp {
    static constexpr size_t STACK = 256 << 10;

    const std::function<void(int)>* work = nullptr;
    // Two boards: a fast lane may write the next values while slow ones still
    // read the last. What is computed from a board is computed once.
    struct Board {
        u64 values[LANES];
        u32 sums[LANES];
        u64 result;
        bool done;
    } board[2];
    int current = 0;       // the lane that runs
    int position = 0;      // its place in the order
    u8 order[LANES];       // of this round
    u32 rounds[LANES];     // collective operations so far, by lane
    u32 operation = 0;     // that of this round
    u32 shuffle_seed = 0;  // 0: lanes run in order
    std::unique_ptr<char[]> stacks;
#if defined(__x86_64__)
    void* saved[LANES];
    void* home = nullptr;
#else
    ucontext_t saved[LANES];
    ucontext_t home;
#endif

    static Warp& instance() {
        static thread_local Warp warp;
        return warp;
    }

    Warp() : stacks(new char[STACK * LANES]) {}

    void reorder() {
        if (shuffle_seed == 0) return;
        for (int i = LANES - 1; i > 0; i--) {
            shuffle_seed = shuffle_seed * 1664525u + 1013904223u;
            const int j = int((shuffle_seed >> 16) % u32(i + 1));
            std::swap(order[i], order[j]);
        }
    }

    static void enter() {
        Warp& warp = instance();
        const int lane = warp.current;
        (*warp.work)(lane);
        warp.leave();
        std::abort();  // a lane that has ended is never called again
    }

    // Lets the lanes do the work. All must end in the same round.
    void run(const std::function<void(int)>& what) {
        work = &what;
        for (int lane = 0; lane < LANES; lane++) {
            order[lane] = u8(lane);
            rounds[lane] = 0;
            char* top = stacks.get() + STACK * (lane + 1);
#if defined(__x86_64__)
            // As if erawan_switch_fiber had been called at the start of enter.
            u64* frame = (u64*)((u64)top & ~u64(15)) - 2;
            *frame = (u64)(void*)&Warp::enter;
            frame -= 6;
            memset(frame, 0, 6 * sizeof(u64));
            saved[lane] = frame;
#else
            getcontext(&saved[lane]);
            saved[lane].uc_stack.ss_sp = top - STACK;
            saved[lane].uc_stack.ss_size = STACK;
            saved[lane].uc_link = nullptr;
            makecontext(&saved[lane], (void (*)())&Warp::enter, 0);
#endif
        }
        reorder();
        position = 0;
        current = order[0];
#if defined(__x86_64__)
        erawan_switch_fiber(&home, saved[current]);
#else
        swapcontext(&home, &saved[current]);
#endif
    }

    void go(int from, int to) {
        current = to;
        if (from == to) return;
#if defined(__x86_64__)
        erawan_switch_fiber(&saved[from], saved[to]);
#else
        swapcontext(&saved[from], &saved[to]);
#endif
    }

    void leave() {
        const int lane = current;
        check(0);
        if (++position < LANES) {
            go(lane, order[position]);
        } else {
#if defined(__x86_64__)
            erawan_switch_fiber(&saved[lane], home);
#else
            swapcontext(&saved[lane], &home);
#endif
        }
    }

    void check(u32 what) {
        if (position == 0) operation = what;
        if (operation != what) {
            fprintf(stderr, "lane %d: collective operation %u, the others %u\n", current, what,
                    operation);
            std::abort();
        }
    }

    // Hands in a value; afterwards all values of the round are on the board.
    Board& exchange(Operation what, u64 value) {
        const int lane = current;
        check(what);
        Board& here = board[rounds[lane]++ & 1];
        here.values[lane] = value;
        if (position == 0) here.done = false;
        if (++position == LANES) {
            position = 0;
            reorder();
        }
        go(lane, order[position]);
        return here;
    }
};

}  // namespace emulator

namespace warp {
inline int lane() { return emulator::Warp::instance().current; }
inline emulator::Warp::Board& exchange(emulator::Operation what, u64 value) {
    return emulator::Warp::instance().exchange(what, value);
}
inline void sync() { exchange(emulator::SYNC, 0); }
inline void order() { sync(); }
template <class T>
inline T uniform(T value) {
    return value;
}
template <class Combine>
inline u32 reduce(emulator::Operation what, u32 value, Combine combine) {
    emulator::Warp::Board& board = exchange(what, value);
    if (!board.done) {
        u32 result = u32(board.values[0]);
        for (int i = 1; i < emulator::LANES; i++) result = combine(result, u32(board.values[i]));
        board.result = result;
        board.done = true;
    }
    return u32(board.result);
}
inline u32 ballot(bool value) {
    return reduce(emulator::BALLOT, u32(value) << lane(), [](u32 a, u32 b) { return a | b; });
}
inline bool any(bool value) { return ballot(value) != 0; }
inline u64 shuffle(u64 value, int from) {
    return exchange(emulator::SHUFFLE, value).values[from & 31];
}
inline u32 shuffle(u32 value, int from) { return u32(shuffle(u64(value), from)); }
inline u32 max(u32 value) {
    return reduce(emulator::MAX, value, [](u32 a, u32 b) { return a > b ? a : b; });
}
inline u32 sum(u32 value) {
    return reduce(emulator::SUM, value, [](u32 a, u32 b) { return a + b; });
}
inline u32 bit_or(u32 value) {
    return reduce(emulator::OR, value, [](u32 a, u32 b) { return a | b; });
}
inline u64 bit_or(u64 value) { return bit_or(u32(value)) | u64(bit_or(u32(value >> 32))) << 32; }
inline u32 bit_xor(u32 value) {
    return reduce(emulator::XOR, value, [](u32 a, u32 b) { return a ^ b; });
}
inline u32 prefix_sum(u32 value) {
    emulator::Warp::Board& board = exchange(emulator::PREFIX, value);
    if (!board.done) {
        u32 total = 0;
        for (int i = 0; i < emulator::LANES; i++) board.sums[i] = total += u32(board.values[i]);
        board.done = true;
    }
    return board.sums[lane()];
}
inline u32 lanes_before() { return (1u << lane()) - 1; }
}  // namespace warp

inline int popcount(u64 bits) { return __builtin_popcountll(bits); }
inline int popcount32(u32 bits) { return __builtin_popcount(bits); }
inline int lowest(u64 bits) { return bits ? __builtin_ctzll(bits) : -1; }
inline int lowest32(u32 bits) { return bits ? __builtin_ctz(bits) : -1; }
inline int highest32(u32 bits) { return bits ? 31 - __builtin_clz(bits) : -1; }
inline u64 reversed(u64 bits) {
    bits = __builtin_bswap64(bits);
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0full) | (bits & 0x0f0f0f0f0f0f0f0full) << 4;
    bits = (bits >> 2 & 0x3333333333333333ull) | (bits & 0x3333333333333333ull) << 2;
    return (bits >> 1 & 0x5555555555555555ull) | (bits & 0x5555555555555555ull) << 1;
}
inline u32 clamp_halves(u32 a, u32 b) {
    auto one = [](s16 x, s16 most) -> u32 {
        const s16 least = x < most ? x : most;
        return u16(least < 0 ? 0 : least);
    };
    return one(s16(a), s16(b)) | one(s16(a >> 16), s16(b >> 16)) << 16;
}
inline s32 dot_low(u32 a, u32 b, s32 c) {
    return s32(u32(c) + (a & 0xffff) * u32(s32(s8(b))) + (a >> 16) * u32(s32(s8(b >> 8))));
}
inline s32 dot_high(u32 a, u32 b, s32 c) { return dot_low(a, b >> 16, c); }
template <class T>
inline T load_uniform(const T* at) {
    return *at;
}
template <class T>
inline T* in_global(T* at) {
    return at;
}
template <class T>
inline T load_constant(const T* at) {
    return *at;
}
template <class T>
inline T load_global(const T* at) {
    return *at;
}
template <class T>
inline void store_global(T* at, const T& value) {
    *at = value;
}
inline u32 atomic_add(u32* at, u32 value) {
    const u32 before = *at;
    *at += value;
    return before;
}
inline u64 atomic_add(u64* at, u64 value) {
    const u64 before = *at;
    *at += value;
    return before;
}
inline u64 nanoseconds() {
    return u64(std::chrono::duration_cast<std::chrono::nanoseconds>(
                   std::chrono::steady_clock::now().time_since_epoch())
                   .count());
}
