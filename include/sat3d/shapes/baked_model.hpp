#pragma once

/// @file
/// Baked models: collision models in a binary file format that loads in microseconds, without Assimp.
/// docs/baked_format.md describes the format.

#include <sat3d/core/file_path.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Reason why bytes are not a baked model.
struct BakedError {
    enum class Code {
        NotFound,            ///< the file does not exist
        Unreadable,          ///< the file cannot be opened, read or written
        WrongMagic,          ///< the first bytes are not those of a baked model
        UnsupportedVersion,  ///< the file has another version of the format
        SizeMismatch,        ///< the header gives another length than the file has
        ChecksumMismatch,    ///< the checksum does not match the content
        Malformed,           ///< the content is inconsistent; the message names the body and the fault
    };
    Code code;
    std::string message;  ///< one sentence: the file, what is wrong, what to do
};

/// Serializes a model. The bytes are the same on every platform. The numbers are not checked: a shape that
/// the program itself filled with bad numbers (a radius of NaN) is written, and loadBaked refuses it.
[[nodiscard]] SAT3D_API std::vector<std::byte> saveBaked(const CollisionModel& model);
/// Writes a baked model to a file. Replaces an existing file completely or not at all: the bytes are first
/// written to a temporary folder beside it, `.sat3d-*.part`, which remains only if the program is killed.
/// Returns the error, if any.
[[nodiscard]] SAT3D_API std::optional<BakedError> saveBaked(const CollisionModel& model, FilePath file);

/// Loads a baked model. Queries on it give the same bits as on the model that was saved.
/// @code
/// if (auto tank = loadBaked("tank.s3d")) {
///     const CollisionBody* turret = tank->find("turret");
/// }
/// @endcode
/// Untrusted bytes are safe: all indices, counts and numbers are checked, memory stays below 100 times the
/// size of the input, and a model is returned only if all queries can run on it. (The checksum finds
/// accidental damage; the other checks also stop intended damage.)
/// @note  Linear time for hulls: one to two microseconds for a hull of 20 vertices. The trees of triangle
/// meshes are built again, in O(n log n).
[[nodiscard]] SAT3D_API Result<CollisionModel, BakedError> loadBaked(std::span<const std::byte> bytes);
[[nodiscard]] SAT3D_API Result<CollisionModel, BakedError> loadBaked(FilePath file);

/// Returns the name of the enumerator: "SizeMismatch".
[[nodiscard]] SAT3D_API std::string_view toString(BakedError::Code code) noexcept;

}  // namespace sat3d::SAT3D_ABI
