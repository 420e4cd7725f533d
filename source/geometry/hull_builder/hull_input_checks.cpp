#include "geometry/hull_builder/hull_input_checks.hpp"

#include "core/enum_names.hpp"
#include "core/format_numbers.hpp"
#include "geometry/primitives/invalid_indices.hpp"
#include "math/is_finite.hpp"
#include "math/largest_magnitude.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using Code = HullError::Code;

constexpr float kLargestTolerance = 0.01f;
/// Smallest extent of a shape, in units of the float noise.
constexpr double kSmallestExtentInNoises = 32.0;

std::string text(double value) {
    return formatNumber(value, 6);
}

std::string text(const glm::dvec3& v) {
    return std::string("(")
        .append(text(v.x))
        .append(", ")
        .append(text(v.y))
        .append(", ")
        .append(text(v.z))
        .append(")");
}

Unexpected<HullError> fail(Code code, std::string message, std::vector<std::uint32_t> indices = {}) {
    return Unexpected{HullError{code, std::move(message), std::move(indices)}};
}

std::optional<HullError> checkCoordinates(std::span<const glm::vec3> points) {
    const InvalidIndices broken =
        findInvalidIndices(points.size(), [&](std::size_t i) { return !isFinite(points[i]); });
    if (broken.total > 0) {
        return fail(Code::NotFinite,
                    formatCount(broken.total, "point holds", "points hold") +
                        " a NaN or an infinity, first point " + std::to_string(broken.indices.front()) +
                        ": remove them, or repair what computed them",
                    broken.indices)
            .error;
    }
    const InvalidIndices huge = findInvalidIndices(points.size(), [&](std::size_t i) {
        return largestMagnitude(points[i]) > double(kLargestCoordinate);
    });
    if (huge.total > 0) {
        const std::uint32_t first = huge.indices.front();
        return fail(Code::TooLarge,
                    formatCount(huge.total, "point has", "points have") +
                        " a coordinate beyond 1e15, first point " + std::to_string(first) + " at " +
                        text(points[first]) + ": choose a larger unit of length",
                    huge.indices)
            .error;
    }
    return std::nullopt;
}

/// Checks that there are at least four distinct points.
std::optional<HullError> checkDistinct(std::span<const glm::vec3> points) {
    std::array<glm::vec3, 4> distinct;
    std::size_t known = 0;  // number of distinct points so far
    std::vector<std::uint32_t> duplicates;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::span<const glm::vec3> before(distinct.data(), known);
        if (std::find(before.begin(), before.end(), points[i]) != before.end()) {
            if (duplicates.size() < kListedIndices) {
                duplicates.push_back(static_cast<std::uint32_t>(i));
            }
            continue;
        }
        distinct[known++] = points[i];
        if (known == distinct.size()) {
            return std::nullopt;
        }
    }
    if (known == 1 && points.size() > 1) {
        return fail(Code::Coincident,
                    "all " + std::to_string(points.size()) + " points coincide at " + text(distinct.front()) +
                        ": a hull needs four that do not lie in one plane",
                    duplicates)
            .error;
    }
    return fail(Code::TooFewPoints,
                "only " + formatCount(known, "distinct point", "distinct points") + " among " +
                    std::to_string(points.size()) +
                    ": a hull needs four that do not lie in one plane; for a point, a line or a triangle "
                    "take a sphere, a capsule or a thin prism",
                duplicates)
        .error;
}

struct Bounds {
    glm::vec3 lower;
    glm::vec3 upper;
    std::array<std::uint32_t, 6> extremes{};  ///< points with the smallest and largest x, y, z
};

Bounds boundsOf(std::span<const glm::vec3> points) {
    Bounds bounds{points[0], points[0]};
    for (std::uint32_t i = 1; i < points.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const float value = points[i][axis];
            const auto slot = static_cast<std::size_t>(2 * axis);
            if (value < bounds.lower[axis]) {
                bounds.lower[axis] = value;
                bounds.extremes[slot] = i;
            } else if (value > bounds.upper[axis]) {
                bounds.upper[axis] = value;
                bounds.extremes[slot + 1] = i;
            }
        }
    }
    return bounds;
}

/// Returns the point with the largest measure, and that measure. Of equal points, returns the first one.
template <class Measure>
std::pair<std::uint32_t, double> farthest(std::span<const glm::vec3> points, Measure measure) {
    std::uint32_t best = 0;
    double bestValue = -1.0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const double value = measure(glm::dvec3(points[i]));
        if (value > bestValue) {
            bestValue = value;
            best = i;
        }
    }
    return {best, bestValue};
}

/// The two extreme points with the largest distance.
std::pair<std::uint32_t, std::uint32_t> longestSpan(std::span<const glm::vec3> points,
                                                    const std::array<std::uint32_t, 6>& extremes) {
    std::pair<std::uint32_t, std::uint32_t> best{extremes[0], extremes[1]};
    double bestLength = -1.0;
    for (std::size_t i = 0; i < extremes.size(); ++i) {
        for (std::size_t j = i + 1; j < extremes.size(); ++j) {
            const double length =
                glm::distance(glm::dvec3(points[extremes[i]]), glm::dvec3(points[extremes[j]]));
            if (length > bestLength) {
                bestLength = length;
                best = {extremes[i], extremes[j]};
            }
        }
    }
    return best;
}

/// Finds four points that span a large tetrahedron. Returns the error Collinear or Coplanar if there are
/// none.
Result<std::array<std::uint32_t, 4>, HullError> findSimplex(std::span<const glm::vec3> points,
                                                            const Bounds& bounds, double noise) {
    const auto [a, b] = longestSpan(points, bounds.extremes);
    const glm::dvec3 origin(points[a]);
    const glm::dvec3 along = glm::dvec3(points[b]) - origin;
    const glm::dvec3 direction = along / glm::length(along);
    const auto [c, width] =
        farthest(points, [&](const glm::dvec3& p) { return glm::length(glm::cross(direction, p - origin)); });
    if (width <= noise) {
        return fail(Code::Collinear, "all " + std::to_string(points.size()) + " points lie within " +
                                         text(width) + " of the line through " + text(origin) + " along " +
                                         text(direction) + ", less than float noise (" + text(noise) +
                                         "): add points beside it, or take a capsule");
    }
    const glm::dvec3 area = glm::cross(direction, glm::dvec3(points[c]) - origin);
    const glm::dvec3 normal = area / glm::length(area);
    const auto [d, thickness] =
        farthest(points, [&](const glm::dvec3& p) { return std::abs(glm::dot(normal, p - origin)); });
    if (thickness <= noise) {
        return fail(Code::Coplanar,
                    "all " + std::to_string(points.size()) + " points lie within " + text(thickness) +
                        " of the plane through " + text(origin) + " with normal " + text(normal) +
                        ", less than float noise (" + text(noise) +
                        "): give the shape a thickness, for example by adding the points moved along the "
                        "normal");
    }
    return std::array<std::uint32_t, 4>{a, b, c, d};
}

}  // namespace

std::string_view toString(HullError::Code code) noexcept {
    return enumName<HullError::Code::BadOptions>(
        code, {"Empty", "NotFinite", "TooLarge", "TooManyPoints", "Coincident", "TooFewPoints", "Collinear",
               "Coplanar", "BadOptions"});
}

Result<HullInput, HullError> checkHullInput(std::span<const glm::vec3> points, const HullOptions& options) {
    if (!(options.coplanarTolerance >= 0.0f && options.coplanarTolerance <= kLargestTolerance)) {
        return fail(Code::BadOptions, "coplanarTolerance is " +
                                          text(static_cast<double>(options.coplanarTolerance)) +
                                          ": it must be from 0 to 0.01");
    }
    if (points.empty()) {
        return fail(Code::Empty, "there are no points: a hull needs four that do not lie in one plane");
    }
    if (points.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return fail(Code::TooManyPoints, std::to_string(points.size()) +
                                             " points: at most 4294967294 fit 32-bit indices; split the "
                                             "cloud, and build the hull of the parts' hulls");
    }
    if (auto error = checkCoordinates(points)) {
        return Unexpected{*std::move(error)};
    }
    if (auto error = checkDistinct(points)) {
        return Unexpected{*std::move(error)};
    }
    const Bounds bounds = boundsOf(points);
    const glm::dvec3 extent = glm::dvec3(bounds.upper) - glm::dvec3(bounds.lower);
    const double largestExtent = std::max({extent.x, extent.y, extent.z});
    const double noise =
        kFloatNoise * std::max(largestMagnitude(bounds.lower), largestMagnitude(bounds.upper));
    if (largestExtent < kSmallestExtentInNoises * noise) {
        return fail(Code::TooLarge, "an extent of " + text(largestExtent) + " at coordinates around " +
                                        text(bounds.lower) +
                                        " is too small for float precision, whose noise is " + text(noise) +
                                        ": subtract the shape's origin in double before rounding to float");
    }
    const auto simplex = findSimplex(points, bounds, noise);
    if (!simplex) {
        return Unexpected{simplex.error()};
    }
    const glm::dvec3 middle = 0.5 * (glm::dvec3(bounds.lower) + glm::dvec3(bounds.upper));
    const auto squaredDistance = [&](const glm::dvec3& p) { return glm::dot(p - middle, p - middle); };
    return HullInput{*simplex, std::sqrt(farthest(points, squaredDistance).second)};
}

}  // namespace sat3d::SAT3D_ABI
