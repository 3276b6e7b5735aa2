// Reading a network file into the arrays of network.h. Host code.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "network.h"

struct NetFile {
    int game = 0, hidden = 0, king_buckets = 0, out_buckets = 0;
    std::vector<u32> rows, bias, outputs;
    std::vector<s32> output_bias;
    std::vector<u8> buckets;
};

namespace net_file {

template <class T>
inline T read(const u8* from) {
    T value;
    memcpy(&value, from, sizeof(T));
    return value;
}

// The FNV-1a hash of a file; the place of the hash itself counts as zeros.
inline u64 file_hash(const u8* bytes, size_t length) {
    u64 hash = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (i - NET_HASH < 8 ? 0 : bytes[i])) * 0x100000001b3ull;
    return hash;
}

// Fills `net`; the result is empty or says what is wrong.
inline std::string parse(const u8* bytes, size_t length, NetFile& net) {
    constexpr size_t FIXED = NET_FIXED;
    if (length < FIXED || memcmp(bytes, NET_MAGIC_BYTES, 8) != 0) return "not a network file";
    const size_t header = read<u32>(bytes + NET_LENGTH);
    net.game = bytes[NET_GAME];
    net.hidden = read<u16>(bytes + NET_HIDDEN);
    net.king_buckets = read<u16>(bytes + NET_KING_BUCKETS);
    net.out_buckets = read<u16>(bytes + NET_OUTPUT_BUCKETS);
    if (header < FIXED || header > length || header % 64) return "bad header length";
    if (net.game > 1) return "unknown game";
    if (bytes[NET_ACTIVATION] != 0) return "unknown activation";
    if (read<u16>(bytes + NET_QA) != QA || read<u16>(bytes + NET_QB) != QB)
        return "other quantisation than 255, 64";
    // What the engine makes of the output. The search here stays with the
    // network's own unit, in which its games are kept.
    const u32 scale = read<u16>(bytes + NET_SCALE);
    if (scale < 1 || scale > MOST_SCALE) return "scale out of range";
    if (read<u16>(bytes + NET_COVER) != NET_WHOLE_FILE) return "the hash leaves the header out";
    if (net.hidden != 128 && net.hidden != 256 && net.hidden != 512)
        return "hidden width is not 128, 256 or 512";
    if (net.king_buckets < 1 || net.king_buckets > 64) return "bad number of king buckets";
    if (net.out_buckets != 1 && net.out_buckets != 8) return "output buckets are neither 1 nor 8";
    const size_t hidden = size_t(net.hidden);
    const size_t features = size_t(net.king_buckets) * INPUTS;
    const size_t weights = (features * hidden + hidden + size_t(net.out_buckets) * 2 * hidden) * 2 +
                           size_t(net.out_buckets) * 4;
    if (length != header + weights) return "wrong length";
    if (file_hash(bytes, length) != read<u64>(bytes + NET_HASH))
        return "the file does not match its hash";
    net.buckets.assign(bytes + NET_BUCKET_TABLE, bytes + NET_HASH);
    for (u8 bucket : net.buckets)
        if (bucket >= net.king_buckets) return "king bucket out of range";

    const u8* at = bytes + header;
    auto next = [&at]() {
        const s16 value = read<s16>(at);
        at += 2;
        return s32(value);
    };
    auto pairs = [&next](std::vector<u32>& into, size_t words, u32 offset) {
        into.resize(words);
        for (u32& word : into) {
            const s32 low = next(), high = next();
            word = (u32(high) << 16) + u32(low) + offset;
        }
    };
    pairs(net.rows, features * hidden / 2, 0);
    pairs(net.bias, hidden / 2, LOW_OFFSET);
    // Of each half a lane holds hidden / 32 neighbouring values.
    const size_t share = hidden / 32;
    std::vector<u8> packed(size_t(net.out_buckets) * 2 * hidden);
    for (size_t bucket = 0; bucket < size_t(net.out_buckets); bucket++)
        for (size_t side = 0; side < 2; side++)
            for (size_t i = 0; i < hidden; i++) {
                const s32 weight = next();
                if (weight < -127 || weight > 127) return "output weight out of range";
                packed[((bucket * 32 + i / share) * 2 + side) * share + i % share] = u8(s8(weight));
            }
    net.outputs.resize(packed.size() / 4);
    memcpy(net.outputs.data(), packed.data(), packed.size());
    net.output_bias.resize(size_t(net.out_buckets));
    memcpy(net.output_bias.data(), at, net.output_bias.size() * 4);
    // So that the arithmetic of the output fits into 32 bits.
    for (const s32 bias : net.output_bias)
        if (bias < -100000000 || bias > 100000000) return "output bias out of range";
    return "";
}

}  // namespace net_file
