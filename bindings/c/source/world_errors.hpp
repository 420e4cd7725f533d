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

/// What a function of Dynamics returns: it has refused numbers that are finite, but too large, perhaps
/// together.
[[nodiscard]] inline s3_status statusOfChange(bool isDone) noexcept {
    return isDone ? s3_status{S3_OK} : fail(S3_BAD_NUMBER, "the result is too large for numbers");
}

}  // namespace sat3d::c
