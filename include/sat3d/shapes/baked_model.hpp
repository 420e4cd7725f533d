#pragma once

/// @file
/// Collision models as files of our own: imported once, loaded in microseconds, without Assimp. The format is
/// told in docs/baked_format.md.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Why bytes are no baked model.
struct BakedError {
    enum class Code {
        NotFound,    ///< no such file
        Unreadable,  ///< cannot be opened, read or written
        Foreign,     ///< does not begin as a baked model does
        Version,     ///< of another version of the format
        CutOff,      ///< shorter or longer than it says
        Altered,     ///< the checksum is not that of the content
        Malformed,   ///< what it says makes no model; the message names body and fault
    };
    Code code;
    std::string message;  ///< a sentence with the file, the place and the cure
};

/// The model in its baked form: the same bytes on every platform. A body that loadBaked would refuse, say a
/// sphere of radius NaN that the program put in itself, is not checked here.
[[nodiscard]] SAT3D_API std::vector<std::byte> saveBaked(const CollisionModel& model);
/// The same as a file, which is replaced as a whole or not at all. It is written in a folder
/// beside it first, .sat3d-*.part, which stays behind where the program is killed meanwhile. Returns what
/// went wrong, if anything did.
[[nodiscard]] SAT3D_API std::optional<BakedError> saveBaked(const CollisionModel& model,
                                                            const std::filesystem::path& file);

/// The model that was saved: every query on it answers with the same bits. Whatever the bytes, this returns,
/// takes memory in proportion to them (below 100 times), and hands out no model that queries could not take:
/// all indices, counts and numbers are checked, the checksum against accident, the rest against malice.
/// @note  Linear time for hulls, one or two microseconds for one of twenty corners; the trees of triangle
/// meshes are made anew, in n log n.
[[nodiscard]] SAT3D_API Result<CollisionModel, BakedError> loadBaked(std::span<const std::byte> bytes);
[[nodiscard]] SAT3D_API Result<CollisionModel, BakedError> loadBaked(const std::filesystem::path& file);

/// The enumerator's own name: "CutOff".
[[nodiscard]] SAT3D_API std::string_view toString(BakedError::Code code) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
