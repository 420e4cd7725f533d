#pragma once

/// Hulls in baked models. A file stores what is slow to compute; the rest is computed when the hull is read.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI {

void writeHull(BakedWriter& writer, const ConvexHull& hull);

/// Scratch memory, kept from hull to hull.
struct HullScratch {
    std::vector<std::uint32_t> numbers;
    std::vector<glm::dvec3> positions;
};

/// Reads a hull. If the bytes are not a hull, returns nothing and sets a fault in the reader.
[[nodiscard]] std::optional<ConvexHull> readHull(BakedReader& reader, HullScratch& scratch);

}  // namespace sat3d::SAT3D_ABI
