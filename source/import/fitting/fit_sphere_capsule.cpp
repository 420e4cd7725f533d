#include "geometry/primitives/closest_point.hpp"
#include "import/fitting/primitive_fit.hpp"
#include "shapes/convex_hull/enclosing_sphere.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Collects equations `dot(row, x) = value` and solves their normal equations for x by Gauss-Jordan
/// elimination.
template <std::size_t N>
class LeastSquares {
public:
    using Vector = std::array<double, N>;

    void add(const Vector& row, double value) {
        for (std::size_t i = 0; i < N; ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                matrix_[i][j] += row[i] * row[j];
            }
            right_[i] += row[i] * value;
        }
    }

    /// Returns nothing if the equations do not determine x.
    /// @param damping  fraction of the diagonal of the normal equations that is added to it
    [[nodiscard]] std::optional<Vector> solve(double damping = 0.0) const {
        auto a = matrix_;
        Vector x = right_;
        for (std::size_t i = 0; i < N; ++i) {
            a[i][i] *= 1.0 + damping;
        }
        for (std::size_t step = 0; step < N; ++step) {
            std::size_t pivot = step;
            for (std::size_t i = step + 1; i < N; ++i) {
                pivot = std::abs(a[i][step]) > std::abs(a[pivot][step]) ? i : pivot;
            }
            if (!(std::abs(a[pivot][step]) > 1e-14 * std::abs(matrix_[step][step]))) {
                return std::nullopt;
            }
            std::swap(a[step], a[pivot]);
            std::swap(x[step], x[pivot]);
            for (std::size_t i = 0; i < N; ++i) {
                const double factor = i == step ? 0.0 : a[i][step] / a[step][step];
                for (std::size_t j = step; j < N; ++j) {
                    a[i][j] -= factor * a[step][j];
                }
                x[i] -= factor * x[step];
            }
        }
        for (std::size_t i = 0; i < N; ++i) {
            x[i] /= a[i][i];
        }
        return x;
    }

private:
    std::array<Vector, N> matrix_{};
    Vector right_{};
};

/// Largest number of vertices in the least-squares fit. The final check uses all vertices.
constexpr std::size_t kMaxSamples = 2000;

/// A sphere (start == end) or a capsule.
struct RoundShape {
    glm::dvec3 start{0.0}, end{0.0};
    double radius = 0.0;
};

/// Samples of the hull's vertices, normalized to their enclosing sphere.
struct Samples {
    glm::dvec3 middle{0.0};
    double size = 0.0;
    std::vector<glm::dvec3> points;

    explicit Samples(const HullView& hull) {
        const BoundingSphere around = enclosingSphere(hull.vertices);
        middle = around.center;
        size = static_cast<double>(around.radius);
        const std::size_t stride = (hull.vertices.size() + kMaxSamples - 1) / kMaxSamples;
        for (std::size_t k = 0; k < hull.vertices.size(); k += stride) {
            points.push_back((glm::dvec3(hull.vertices[k]) - middle) / size);
        }
    }
    [[nodiscard]] RoundShape inMeters(const RoundShape& core) const {
        return {middle + size * core.start, middle + size * core.end, size * core.radius};
    }
};

/// Returns the fit with the ends of `core` and the smallest radius that contains every vertex.
Fit measured(RoundShape core, const HullView& hull) {
    Fit fit;
    core.radius = 0.0;
    double least = std::numeric_limits<double>::infinity();
    for (const glm::vec3& vertex : hull.vertices) {
        const double distance = distanceToSegment(core.start, core.end, glm::dvec3(vertex));
        core.radius = std::max(core.radius, distance);
        if (distance < least) {
            least = distance;
            fit.place = vertex;
        }
    }
    fit.error = core.radius - least;
    for (const HullMesh::Face& face : hull.faces) {
        const double below =
            -std::max(face.plane.signedDistance(core.start), face.plane.signedDistance(core.end)) /
            core.radius;
        fit.roundness = std::min(fit.roundness, below);
    }
    const auto radius = static_cast<float>(core.radius);
    if (core.start == core.end) {
        fit.shape = Sphere{glm::vec3(core.start), radius};
    } else {
        fit.shape = Capsule{glm::vec3(core.start), glm::vec3(core.end), radius};
    }
    return fit;
}

double squaredErrors(const RoundShape& core, const std::vector<glm::dvec3>& points) {
    double sum = 0.0;
    for (const glm::dvec3& point : points) {
        const double error = distanceToSegment(core.start, core.end, point) - core.radius;
        sum += error * error;
    }
    return sum;
}

glm::dvec3 farthestPoint(const std::vector<glm::dvec3>& points, const glm::dvec3& from) {
    return *std::ranges::max_element(
        points, {}, [&](const glm::dvec3& point) { return glm::dot(point - from, point - from); });
}

/// Returns a capsule along the line between two points that are far apart. The radius is the distance from
/// that line to the farthest point, but at most 45 % of the distance between the two points.
RoundShape roughCapsule(const std::vector<glm::dvec3>& points) {
    const glm::dvec3 first = farthestPoint(points, glm::dvec3(0.0)), last = farthestPoint(points, first);
    const glm::dvec3 axis = glm::normalize(last - first);
    double radius = 0.0;
    for (const glm::dvec3& point : points) {
        radius = std::max(radius, glm::length(glm::cross(point - first, axis)));
    }
    radius = std::min(radius, 0.45 * glm::length(last - first));
    return {first + radius * axis, last - radius * axis, radius};
}

/// One Gauss-Newton step: linearizes the errors in both ends and the radius.
std::optional<RoundShape> improved(const RoundShape& core, const std::vector<glm::dvec3>& points,
                                   double damping) {
    LeastSquares<7> equations;
    for (const glm::dvec3& point : points) {
        const double t = closestSegmentParameter(core.start, core.end, point);
        const glm::dvec3 arm = point - (core.start + t * (core.end - core.start));
        const double distance = glm::length(arm);
        if (distance > 0.0) {
            const glm::dvec3 out = arm / distance;
            const glm::dvec3 ofStart = -(1.0 - t) * out, ofEnd = -t * out;
            equations.add({ofStart.x, ofStart.y, ofStart.z, ofEnd.x, ofEnd.y, ofEnd.z, -1.0},
                          core.radius - distance);
        }
    }
    const auto step = equations.solve(damping);
    if (!step) {
        return std::nullopt;
    }
    const auto& s = *step;
    return RoundShape{core.start + glm::dvec3(s[0], s[1], s[2]), core.end + glm::dvec3(s[3], s[4], s[5]),
                      core.radius + s[6]};
}

}  // namespace

std::optional<Fit> fitSphere(const HullView& hull) {
    const Samples samples(hull);
    // |p - c|^2 = r^2 is linear in c and in r^2 - |c|^2.
    LeastSquares<4> equations;
    for (const glm::dvec3& p : samples.points) {
        equations.add({2.0 * p.x, 2.0 * p.y, 2.0 * p.z, 1.0}, glm::dot(p, p));
    }
    const auto found = equations.solve();
    if (!found) {
        return std::nullopt;
    }
    const glm::dvec3 center((*found)[0], (*found)[1], (*found)[2]);
    return measured(samples.inMeters({center, center, 0.0}), hull);
}

/// Source: K. Levenberg, "A Method for the Solution of Certain Non-Linear Problems in Least Squares", 1944.
std::optional<Fit> fitCapsule(const HullView& hull) {
    constexpr int kMaxSteps = 60;
    const Samples samples(hull);
    RoundShape core = roughCapsule(samples.points);
    double errors = squaredErrors(core, samples.points);
    double damping = 1e-3;
    for (int step = 0; step < kMaxSteps && errors > 1e-28; ++step) {
        const std::optional<RoundShape> next = improved(core, samples.points, damping);
        const double nextErrors = next ? squaredErrors(*next, samples.points) : errors;
        const bool isSettled = next && damping <= 1e-3 && std::abs(errors - nextErrors) <= 1e-6 * errors;
        if (next && nextErrors < errors) {
            core = *next;
            errors = nextErrors;
            damping *= 0.1;
        } else {
            damping = std::max(10.0 * damping, 1e-12);
        }
        if (isSettled) {  // the remaining errors are roundings of the file's floats
            break;
        }
    }
    return measured(samples.inMeters(core), hull);
}

}  // namespace sat3d::SAT3D_ABI::importing
