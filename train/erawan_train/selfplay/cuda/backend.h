// Memory and launches, on a GPU or in the emulator. Host code.
//
// A job is a small object, passed by value, whose operator() all lanes of
// every warp call with the warp's number and its shared memory.
#pragma once

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "memory.h"

#ifndef WARPS_PER_BLOCK
#define WARPS_PER_BLOCK 32
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 1
#endif

#ifdef __CUDACC__

#define JOB __device__ __forceinline__

namespace backend {

inline void check(cudaError_t error, const char* what) {
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

inline void* allocate(size_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes ? bytes : 16), "allocating device memory");
    check(cudaMemset(memory, 0, bytes ? bytes : 16), "clearing device memory");
    return memory;
}
inline void release(void* memory) { cudaFree(memory); }
inline void copy_in(void* device, const void* host, size_t bytes) {
    check(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), "copying to the device");
}
inline void copy_out(void* host, const void* device, size_t bytes) {
    check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "copying from the device");
}

__device__ const Attacks ATTACKS = make_attacks();

template <class Job>
__global__ void __launch_bounds__(WARPS_PER_BLOCK * 32, BLOCKS_PER_SM)
    entry(const Job job, u32 warps) {
    Tables& tables = shared_tables();
    constexpr u32 WORDS = sizeof(Attacks) / 8;
    for (u32 base = 0; base < WORDS; base += WARPS_PER_BLOCK * 32) {
        const u32 word = base + threadIdx.x;
        if (word < WORDS) ((u64*)&tables)[word] = ((const u64*)&ATTACKS)[word];
    }
    tables.net = job.net;  // all write the same
    __syncthreads();
    const u32 warp_index = blockIdx.x * WARPS_PER_BLOCK + warp::uniform(threadIdx.x / 32);
    if (warp_index < warps) job(warp_index, shared_warp_memory(), tables);
}

template <class Job>
void launch(const Job& job, u32 warps) {
    const size_t bytes = sizeof(Tables) + WARPS_PER_BLOCK * sizeof(WarpMemory);
    check(cudaFuncSetAttribute(entry<Job>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)),
          "asking for shared memory");
    const u32 blocks = (warps + WARPS_PER_BLOCK - 1) / WARPS_PER_BLOCK;
    entry<Job><<<blocks, WARPS_PER_BLOCK * 32, bytes>>>(job, warps);
    check(cudaGetLastError(), "launching");
    check(cudaDeviceSynchronize(), "running");
}

// The device's clock, to which deadlines refer.
static __global__ void read_clock(u64* into) { *into = nanoseconds(); }
inline u64 clock() {
    u64* memory = (u64*)allocate(8);
    read_clock<<<1, 1>>>(memory);
    u64 now = 0;
    copy_out(&now, memory, 8);
    release(memory);
    return now;
}

inline u32 default_warps() {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0), "looking for a device");
    return u32(properties.multiProcessorCount) * WARPS_PER_BLOCK * BLOCKS_PER_SM;
}
inline const char* name() { return "cuda"; }

}  // namespace backend

#else

#define JOB inline

namespace backend {

inline void* allocate(size_t bytes) {
    void* memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!memory) throw std::runtime_error("out of memory");
    memset(memory, 0, bytes);
    return memory;
}
inline void release(void* memory) { free(memory); }
inline void copy_in(void* device, const void* host, size_t bytes) { memcpy(device, host, bytes); }
inline void copy_out(void* host, const void* device, size_t bytes) { memcpy(host, device, bytes); }

template <class Job>
void launch(const Job& job, u32 warps) {
    Tables& tables = shared_tables();
    static_cast<Attacks&>(tables) = make_attacks();
    tables.net = job.net;
    const char* seed = getenv("SELFPLAY_SHUFFLE_LANES");
    emulator::Warp::instance().shuffle_seed = seed ? u32(atoi(seed)) : 0;
    for (u32 index = 0; index < warps; index++)
        emulator::Warp::instance().run([&](int) { job(index, shared_warp_memory(), tables); });
}

inline u64 clock() { return nanoseconds(); }
inline u32 default_warps() { return 4; }
inline const char* name() { return "emulator"; }

}  // namespace backend

#endif
