#pragma once

/// Hulls in baked models: all that took time to find is stored, all that follows quickly is computed again.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

void writeHull(BakedWriter& writer, const ConvexHull& hull);

/// Scratch, kept from hull to hull.
struct HullRoom {
    std::vector<std::uint32_t> numbers;
    std::vector<glm::dvec3> positions;
};

/// Nothing, and a fault in the reader, where the bytes make no hull.
[[nodiscard]] std::optional<ConvexHull> readHull(BakedReader& reader, HullRoom& room);

}  // namespace sat3d::inline SAT3D_ABI::detail
