#pragma once

// Errors of worlds as statuses.

#include "checks.hpp"

#include <sat3d/world/object.hpp>

#include <optional>

namespace sat3d::c {

/// Stores the sentence, and returns the status.
s3_status failWith(const WorldError& error) noexcept;

[[nodiscard]] inline s3_status statusOf(const std::optional<WorldError>& error) noexcept {
    return error ? failWith(*error) : s3_status{S3_OK};
}

/// S3_OK, or an error: the world is none, or has no object with that id. Worlds themselves assert that ids are valid.
[[nodiscard]] s3_status checkObject(const s3_world* world, s3_id id);
/// S3_OK, or an error: the object has no body.
[[nodiscard]] s3_status checkBody(const s3_world* world, s3_id id);

}  // namespace sat3d::c
