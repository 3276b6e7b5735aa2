// The thirty-two lanes of a warp: what the device code may ask of them.
//
// Everything above this header is written once. nvcc compiles it for a GPU;
// any other C++17 compiler compiles it against emulator.h, where the lanes are
// fibers that run one after the other between two collective operations.
//
// Collective operations (the ones in namespace `warp`) must be called by all
// lanes together. The emulator stops the program if they are not.
#pragma once

#include <cstddef>
#include <cstdint>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef int64_t s64;
typedef int32_t s32;
typedef int16_t s16;
typedef int8_t s8;

#ifdef __CUDACC__
#define UNROLL      _Pragma("unroll")
#define NO_UNROLL   _Pragma("unroll 1")
#define DEVICE      __device__ __forceinline__
#define DEVICE_CALL __device__ __noinline__
#define SHARED_CODE __host__ __device__ __forceinline__
// Tells the compiler to put what follows out of the way of the rest.
#define unlikely(condition) __builtin_expect(bool(condition), 0)
#else
#define unlikely(condition) (condition)
#define UNROLL
#define NO_UNROLL
#define DEVICE      inline
#define DEVICE_CALL inline
#define SHARED_CODE inline
#include "emulator.h"
#endif

// Sixteen bytes that are loaded and stored at once.
struct alignas(16) Quad {
    u32 x, y, z, w;
};

#ifdef __CUDACC__

namespace warp {
static constexpr u32 ALL = 0xffffffffu;
// Registers of the hardware: the compiler reads them again rather than keep
// them, so there should be nothing to compute after that.
DEVICE int lane() {
    u32 lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return int(lane);
}
// A bit for each lane before this one.
DEVICE u32 lanes_before() {
    u32 mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}
DEVICE void sync() { __syncwarp(ALL); }
// Before and after all lanes write the same to a place that they read. Lanes that
// are together stay so without a branch between them, and their accesses
// to memory keep their order: the compiler alone must be told.
DEVICE void order() { asm volatile("" ::: "memory"); }
DEVICE u32 ballot(bool value) { return __ballot_sync(ALL, value); }
DEVICE bool any(bool value) { return __any_sync(ALL, value); }
DEVICE u32 shuffle(u32 value, int from) { return __shfl_sync(ALL, value, from); }
// A value that is the same in all lanes, for a compiler that cannot know it.
DEVICE u32 uniform(u32 value) { return __shfl_sync(ALL, value, 0); }
DEVICE Quad uniform(const Quad& q) {
    return Quad{uniform(q.x), uniform(q.y), uniform(q.z), uniform(q.w)};
}
DEVICE u64 shuffle(u64 value, int from) {
    return __shfl_sync(ALL, (unsigned long long)value, from);
}
DEVICE u32 max(u32 value) { return __reduce_max_sync(ALL, value); }
DEVICE u32 sum(u32 value) { return __reduce_add_sync(ALL, value); }
DEVICE u32 bit_or(u32 value) { return __reduce_or_sync(ALL, value); }
DEVICE u64 bit_or(u64 value) { return bit_or(u32(value)) | u64(bit_or(u32(value >> 32))) << 32; }
DEVICE u32 bit_xor(u32 value) { return __reduce_xor_sync(ALL, value); }
// The sum of the values of this lane and all before it.
DEVICE u32 prefix_sum(u32 value) {
    UNROLL for (int distance = 1; distance < 32; distance <<= 1)
        // The instruction says itself whether there is such a lane.
        asm volatile(
            "{ .reg .u32 r; .reg .pred p; shfl.sync.up.b32 r|p, %0, %1, 0, 0xffffffff; @p add.u32 "
            "%0, %0, r; }"
            : "+r"(value)
            : "r"(distance));
    return value;
}
}  // namespace warp

DEVICE int popcount(u64 bits) { return __popcll(bits); }
DEVICE int popcount32(u32 bits) { return __popc(bits); }
// The index of the lowest bit; bits must not be empty.
DEVICE int lowest(u64 bits) { return __ffsll((long long)bits) - 1; }
DEVICE int lowest32(u32 bits) { return __ffs((int)bits) - 1; }
// The index of the highest bit, -1 if there is none: one instruction.
DEVICE int highest32(u32 bits) {
    u32 index;
    asm("bfind.u32 %0, %1;" : "=r"(index) : "r"(bits));
    return int(index);
}
DEVICE u64 reversed(u64 bits) { return __brevll(bits); }
// min(max(a, 0), b) for the two signed halves of a word.
DEVICE u32 clamp_halves(u32 a, u32 b) { return __vimin_s16x2_relu(a, b); }
// c + the two unsigned halves of a times the two low (high) signed bytes of b.
DEVICE s32 dot_low(u32 a, u32 b, s32 c) {
    asm("dp2a.lo.u32.s32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b));
    return c;
}
DEVICE s32 dot_high(u32 a, u32 b, s32 c) {
    asm("dp2a.hi.u32.s32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b));
    return c;
}
// A pointer to device memory: without this the compiler must fear that a store
// through it, where lanes are apart, changes shared memory for some of them.
template <class T>
DEVICE T* in_global(T* at) {
    size_t address = __cvta_generic_to_global(at);
    asm("" : "+l"(address));  // or the two ways cancel out
    return (T*)__cvta_global_to_generic(address);
}
// Memory that nobody writes while a kernel runs.
DEVICE Quad load_constant(const Quad* at) {
    const uint4 q = __ldg((const uint4*)at);
    return Quad{q.x, q.y, q.z, q.w};
}
// Memory of one warp, too large for the first cache.
DEVICE Quad load_global(const Quad* at) {
    const uint4 q = __ldcg((const uint4*)at);
    return Quad{q.x, q.y, q.z, q.w};
}
DEVICE void store_global(Quad* at, const Quad& q) {
    __stcg((uint4*)at, make_uint4(q.x, q.y, q.z, q.w));
}
DEVICE u64 load_global(const u64* at) { return __ldcg((const unsigned long long*)at); }
DEVICE s16 load_global(const s16* at) { return __ldcg((const short*)at); }
DEVICE void store_global(s16* at, s16 value) { __stcg((short*)at, (short)value); }
DEVICE void store_global(u64* at, u64 value) {
    __stcg((unsigned long long*)at, (unsigned long long)value);
}
DEVICE u32 load_constant(const u32* at) { return __ldg(at); }
// The same object of device memory for all lanes.
template <class T>
DEVICE T load_uniform(const T* at) {
    static_assert(sizeof(T) % 4 == 0, "whole words");
    union {
        u32 words[sizeof(T) / 4];
        T object;
    } copy;
    UNROLL for (u32 i = 0; i < sizeof(T) / 4; i++)
        copy.words[i] = warp::uniform(__ldcg((const u32*)at + i));
    return copy.object;
}
DEVICE u64 load_constant(const u64* at) { return __ldg((const unsigned long long*)at); }
DEVICE u32 atomic_add(u32* at, u32 value) { return atomicAdd(at, value); }
DEVICE u64 atomic_add(u64* at, u64 value) {
    return atomicAdd((unsigned long long*)at, (unsigned long long)value);
}
// Nanoseconds on a clock that all warps share.
DEVICE u64 nanoseconds() {
    u64 now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

#endif
