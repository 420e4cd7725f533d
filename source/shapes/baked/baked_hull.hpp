#pragma once

/// Hulls in baked models. Stores all that is slow to compute; the rest is computed again when it is read.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

void writeHull(BakedWriter& writer, const ConvexHull& hull);

/// Scratch memory, kept from hull to hull.
struct HullScratch {
    std::vector<std::uint32_t> numbers;
    std::vector<glm::dvec3> positions;
};

/// Returns nothing, and sets a fault in the reader, if the bytes are not a hull.
[[nodiscard]] std::optional<ConvexHull> readHull(BakedReader& reader, HullScratch& scratch);

}  // namespace sat3d::inline SAT3D_ABI::detail
