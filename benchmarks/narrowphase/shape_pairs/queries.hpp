#pragma once

/// @file
/// Random queries of spheres, capsules, boxes and hulls, and the accuracy of the answers.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_shape.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

enum class Verb { Penetration, Distance, Ray, Sweep };
inline constexpr std::array kVerbs{Verb::Penetration, Verb::Distance, Verb::Ray, Verb::Sweep};

/// Alternatives of ConvexShape: 0 sphere, 1 capsule, 2 box, 3 hull of a tank. Rays have no hulls.
struct PairOfTypes {
    std::size_t a, b;
};
/// Returns a name such as "distance/sphere_box".
[[nodiscard]] std::string nameOf(Verb verb, PairOfTypes types);

/// Shapes are centered at the origins of their frames; capsules lie along y.
struct ShapeQuery {
    ConvexShape a, b;
    Pose poseA, poseB;
    Ray ray;                 ///< ends far behind A
    glm::vec3 translationB;  ///< roughly toward A
    double size;             ///< mean bounding radius
};

/// Returns 1,000 random queries. About half of the penetration queries overlap; distances and sweeps start
/// separated. No pair occurs twice, so that the branch predictor cannot learn it.
[[nodiscard]] std::vector<ShapeQuery> shapeQueriesOf(Verb verb, PairOfTypes types);

/// A contender's answer in the common form.
struct GivenAnswer {
    bool hit = false;
    double value = 0.0;          ///< depth, distance, distance along the ray, or fraction of the sweep
    glm::dvec3 normalAToB{0.0};  ///< for penetrations and distances
};

/// Accuracy of one contender's answers. Errors are fractions of the pair's size.
struct Accuracy {
    std::size_t falseHits = 0, falseMisses = 0;
    std::size_t measured = 0;  ///< number of hits and distances
    double worst = 0.0, sum = 0.0;

    /// Adds one answer. Cases within 1e-6 of size (sweeps: 1e-3) of touching are not judged as hits or
    /// misses. The error is
    ///   penetration, distance: the difference to the greater of two separations, along the contender's
    ///              normal and along the normal of the same query in double (from support functions)
    ///   ray:       the difference to the first root of the point's distance, which is convex along the ray
    ///   sweep:     the distance at the answered fraction
    /// Ternary search finds the minimum distance on the path, which decides between hit and miss.
    void judge(Verb verb, const ShapeQuery& query, const GivenAnswer& answer);

    [[nodiscard]] double mean() const { return measured == 0 ? 0.0 : sum / static_cast<double>(measured); }

private:
    void judgeSeparation(Verb verb, const ShapeQuery& query, const GivenAnswer& answer);
    void judgeCast(Verb verb, const ShapeQuery& query, const GivenAnswer& answer);
    void measure(double error);
};

}  // namespace sat3d::benchmarks
