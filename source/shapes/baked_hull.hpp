#pragma once

/// Hulls in baked models: all that took time to find is stored, all that follows quickly is computed again.

#include "shapes/baked_stream.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

void writeHull(BakedWriter& writer, const ConvexHull& hull);

/// Nothing, and a fault in the reader, where the bytes make no hull.
[[nodiscard]] std::optional<ConvexHull> readHull(BakedReader& reader);

}  // namespace sat3d::inline SAT3D_ABI::detail
