#pragma once

/// @file
/// Queries of pairs of hulls: the distance, a ray cast against A, or a sweep of B against A.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <array>
#include <cstddef>
#include <pair_timing/query_list.hpp>
#include <vector>

namespace sat3d::benchmarks {

enum class Verb { Distance, Ray, Sweep };
inline constexpr std::array kVerbs{Verb::Distance, Verb::Ray, Verb::Sweep};
[[nodiscard]] const char* nameOf(Verb verb);

struct VerbQuery {
    std::size_t a, b;
    Pose poseA, poseB;
    Ray ray;                 ///< ends far behind A
    glm::vec3 translationB;  ///< roughly toward A
    double size;             ///< mean bounding radius
};

/// Returns one query for each query of a list. Rays and translations are random, with a fixed seed.
[[nodiscard]] std::vector<VerbQuery> verbQueriesOf(const pair_timing::QueryList& list,
                                                   const std::vector<ConvexHull>& hulls);

}  // namespace sat3d::benchmarks
