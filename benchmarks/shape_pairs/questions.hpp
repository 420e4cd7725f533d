#pragma once

/// @file
/// What is asked of plain shapes, and how good the answers are.

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

/// Alternatives of ConvexShape: 0 sphere, 1 capsule, 2 box.
struct PairOfTypes {
    std::size_t a, b;
};
/// "distance/sphere_box"
[[nodiscard]] std::string nameOf(Verb verb, PairOfTypes types);

/// Shapes lie about the origins of their frames, capsules along y.
struct Question {
    ConvexShape a, b;
    Pose poseA, poseB;
    Ray ray;           ///< ends well beyond A
    glm::vec3 wayOfB;  ///< towards A, more or less
    double size;       ///< mean bounding radius
};

/// Of penetrations about half overlap; distances and sweeps begin apart. No pair comes twice, so that no
/// branch predictor learns one by heart.
[[nodiscard]] std::vector<Question> questionsOf(Verb verb, PairOfTypes types);

/// What a contender said.
struct GivenAnswer {
    bool hit = false;
    double value = 0.0;  ///< the depth, the distance, the ray's length up to the hit, the sweep's fraction
    glm::dvec3 normalAToB{0.0};  ///< of penetrations and distances
};

/// Answers of one contender. Errors are fractions of the pair's size.
struct Accuracy {
    std::size_t falseHits = 0, falseMisses = 0;
    std::size_t measured = 0;  ///< hits, and distances
    double worst = 0.0, sum = 0.0;

    /// Hits and misses within 1e-6 of size are neither false nor right, of sweeps within 1e-3.
    ///   penetration, distance: beside the greatest separation that the contender's normal proves, or that of
    ///              the same question in double; supports of plain shapes are formulas of a line
    ///   ray:       beside the first zero of the distance of a point, which is convex along a line
    ///   sweep:     the distance at the time that was answered; how near they come is found by thirds
    void judge(Verb verb, const Question& question, const GivenAnswer& answer);

    [[nodiscard]] double mean() const { return measured == 0 ? 0.0 : sum / static_cast<double>(measured); }

private:
    void judgeSeparation(Verb verb, const Question& question, const GivenAnswer& answer);
    void judgeCast(Verb verb, const Question& question, const GivenAnswer& answer);
    void measure(double error);
};

}  // namespace sat3d::benchmarks
