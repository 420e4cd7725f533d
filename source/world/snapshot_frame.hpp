#pragma once

/// @file
/// The frame of snapshots: what kind they are, their version, and a checksum.

#include "core/checksum.hpp"
#include "core/little_endian.hpp"
#include "world/state_stream.hpp"

#include <sat3d/core/result.hpp>
#include <sat3d/world/object.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A snapshot is the magic number, the version, the checksum of the rest, and the rest.
struct SnapshotKind {
    std::uint32_t magic;
    std::uint32_t version;
    const char* name;  ///< for messages: "a world"
};

inline constexpr std::size_t kSnapshotHeaderSize = 16;

[[nodiscard]] inline WorldError badSnapshot(std::string what) {
    return {WorldError::Code::BadSnapshot, "the snapshot " + std::move(what)};
}

/// @param write  write(stream) writes the state
template <class Write>
[[nodiscard]] std::vector<std::byte> writeSnapshot(const SnapshotKind& kind, const Write& write) {
    StateSize size;
    write(size);
    std::vector<std::byte> bytes(kSnapshotHeaderSize + size.bytes());
    StateWriter writer(bytes);
    writer(kind.magic, kind.version, std::uint64_t{0});
    write(writer);
    const auto sum = toLittleEndian(checksum(std::span(bytes).subspan(kSnapshotHeaderSize)));
    std::ranges::copy(sum, bytes.begin() + 8);
    return bytes;
}

/// Returns a reader of the state, or the error BadSnapshot.
[[nodiscard]] inline Result<StateReader, WorldError> openSnapshot(const SnapshotKind& kind,
                                                                  std::span<const std::byte> snapshot) {
    StateReader source(snapshot);
    if (source.read<std::uint32_t>() != kind.magic || snapshot.size() < kSnapshotHeaderSize) {
        return Unexpected{badSnapshot(std::string("is not one of ") + kind.name)};
    }
    if (const auto version = source.read<std::uint32_t>(); version != kind.version) {
        return Unexpected{badSnapshot("has version " + std::to_string(version) +
                                      "; this library reads version " + std::to_string(kind.version))};
    }
    if (source.read<std::uint64_t>() != checksum(snapshot.subspan(kSnapshotHeaderSize))) {
        return Unexpected{badSnapshot("is damaged: its checksum differs")};
    }
    return source;
}

}  // namespace sat3d::SAT3D_ABI
