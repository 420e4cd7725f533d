#pragma once

/// What takes meshes apart: this library, and its peers where they are installed.

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

/// Bullet's HACD: concavity is in thousandths of the mesh's diagonal; the rest as in Bullet's demo.
Contender hacd(double concavity);

}  // namespace sat3d::benchmarks
