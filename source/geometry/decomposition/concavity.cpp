#include "geometry/decomposition/concavity.hpp"

#include "geometry/primitives/linear_program.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

using TrianglePoints = std::array<glm::dvec3, 3>;

/// Upper bound of the depth of triangles.
class DepthBound {
public:
    explicit DepthBound(std::span<const Plane> faces) : faces_(faces) {}

    /// Upper bound of the depth of one triangle. The search stops at a face that gives a bound of at most
    /// `shallow`. The next call tests that face first.
    double of(const TrianglePoints& triangle, double shallow) {
        double bound = under(faces_[last_], triangle);
        for (std::size_t k = 0; k < faces_.size() && bound > shallow; ++k) {
            if (const double depth = under(faces_[k], triangle); depth < bound) {
                bound = depth;
                last_ = k;
            }
        }
        return bound;
    }

private:
    static double under(const Plane& face, const TrianglePoints& triangle) {
        return -std::min({face.signedDistance(triangle[0]), face.signedDistance(triangle[1]),
                          face.signedDistance(triangle[2])});
    }

    std::span<const Plane> faces_;
    std::size_t last_ = 0;
};

double depthAt(const glm::dvec3& point, std::span<const Plane> faces) {
    double depth = std::numeric_limits<double>::infinity();
    for (const Plane& face : faces) {
        depth = std::min(depth, -face.signedDistance(point));
    }
    return depth;
}

/// The deepest point of a triangle, by a linear program. Its variables are the barycentric coordinates u, v
/// of the second and third vertex, and a lower bound of the depth below all faces, as a fraction of `size`.
glm::dvec3 deepestOf(const TrianglePoints& triangle, std::span<const Plane> faces, double size) {
    const double slant = std::sqrt(0.5);
    std::vector<Plane> limits{
        {{1.0, 0.0, 0.0}, 0.0}, {{0.0, 1.0, 0.0}, 0.0}, {{-slant, -slant, 0.0}, -slant}};
    for (const Plane& face : faces) {
        const double a = -face.signedDistance(triangle[0]) / size,
                     b = -face.signedDistance(triangle[1]) / size,
                     c = -face.signedDistance(triangle[2]) / size;
        const glm::dvec3 row(b - a, c - a, -1.0);
        const double length = glm::length(row);
        limits.push_back({row / length, -a / length});
    }
    const auto found = lowestPointAbove(limits, {0.0, 0.0, -1.0}, 4.0);
    const double u = found ? std::clamp(found->x, 0.0, 1.0) : 0.0;
    const double v = found ? std::clamp(found->y, 0.0, 1.0 - u) : 0.0;
    return triangle[0] + u * (triangle[1] - triangle[0]) + v * (triangle[2] - triangle[0]);
}

}  // namespace

DeepestPoint deepestPoint(std::span<const glm::vec3> points,
                          std::span<const std::array<std::uint32_t, 3>> triangles,
                          std::span<const Plane> faces, double ignored) {
    DeepestPoint deepest{ignored, glm::dvec3(0.0)};
    if (faces.empty()) {
        return deepest;
    }
    DepthBound bound(faces);
    for (const auto& [a, b, c] : triangles) {
        const TrianglePoints triangle{glm::dvec3(points[a]), glm::dvec3(points[b]), glm::dvec3(points[c])};
        const double most = bound.of(triangle, 1.01 * deepest.depth);
        if (most <= 1.01 * deepest.depth) {
            continue;
        }
        const double size = std::max(
            {glm::distance(triangle[0], triangle[1]), glm::distance(triangle[0], triangle[2]), most});
        const glm::dvec3 place = deepestOf(triangle, faces, size);
        if (const double depth = depthAt(place, faces); depth > deepest.depth) {
            deepest = {depth, place};
        }
    }
    return deepest;
}

}  // namespace sat3d::SAT3D_ABI
