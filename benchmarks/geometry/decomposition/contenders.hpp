#pragma once

/// The contenders of the decomposition benchmark: this library, and HACD if it is installed.

#include "support/meshes.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <functional>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

struct Contender {
    std::string name;
    std::function<std::vector<ConvexHull>(const test::Mesh&)> decompose;
};

/// Returns Bullet's HACD with the parameters of Bullet's demo, apart from the concavity.
/// @param concavity  in thousandths of the mesh's diagonal
Contender hacd(double concavity);

}  // namespace sat3d::benchmarks
