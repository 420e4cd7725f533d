#pragma once

/// @file
/// What is asked of a pair: its distance, a ray through A, or when B on its way meets A.

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

struct Question {
    std::size_t a, b;
    Pose poseA, poseB;
    Ray ray;           ///< ends well beyond A
    glm::vec3 wayOfB;  ///< towards A, more or less
    double size;       ///< mean bounding radius
};

/// One for each query of a list; rays and ways are random, from a fixed seed.
[[nodiscard]] std::vector<Question> questionsOf(const pair_timing::QueryList& list,
                                                const std::vector<ConvexHull>& hulls);

}  // namespace sat3d::benchmarks
