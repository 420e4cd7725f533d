#include "import/implicit_shapes.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

constexpr int kSegments = 24;                                 // round the y axis
constexpr int kBelts = kSegments / 2;                         // from pole to pole
constexpr double kStep = 2.0 * std::numbers::pi / kSegments;  // from corner to corner either way

/// Points whose hull stands in for a shape of radius 1, and how far from it.
struct Corners {
    std::vector<glm::dvec3> points;
    double deviation = 0.0;
};

/// How much farther out than the surface corners stand, whose faces' middles are at `depth` where corners are
/// at 1, so that both are equally far off.
double spread(double depth) {
    return 2.0 / (1.0 + depth);
}

/// Faces of rings have their middles at cos(half a step).
const double kRingSpread = spread(std::cos(0.5 * kStep));
/// Those of balls lie half a step away from their corners in two directions.
const double kBallSpread = spread(std::cos(0.5 * kStep) * std::cos(0.5 * kStep));

void addRing(double radius, double y, Corners& corners) {
    if (radius == 0.0) {
        corners.points.emplace_back(0.0, y, 0.0);
        return;
    }
    for (int k = 0; k < kSegments; ++k) {
        corners.points.emplace_back(radius * std::cos(k * kStep), y, radius * std::sin(k * kStep));
    }
}

void addBall(double radius, double y, Corners& corners) {
    const double out = radius * kBallSpread;
    for (int belt = 0; belt <= kBelts; ++belt) {
        const double latitude = -0.5 * std::numbers::pi + belt * kStep;
        const bool isPole = belt == 0 || belt == kBelts;
        addRing(isPole ? 0.0 : out * std::cos(latitude), y + out * std::sin(latitude), corners);
    }
    corners.deviation = std::max(corners.deviation, radius * (kBallSpread - 1.0));
}

Corners cornersOf(const DeclaredShape& shape) {
    Corners corners;
    const double half = 0.5 * shape.height;
    switch (shape.kind) {
        case DeclaredShape::Kind::Box:
            for (unsigned k = 0; k < 8; ++k) {
                corners.points.push_back(0.5 * shape.size *
                                         glm::dvec3(k & 1u ? 1 : -1, k & 2u ? 1 : -1, k & 4u ? 1 : -1));
            }
            break;
        case DeclaredShape::Kind::Cylinder:
            addRing(shape.radiusBottom * kRingSpread, -half, corners);
            addRing(shape.radiusTop * kRingSpread, half, corners);
            corners.deviation = std::max(shape.radiusBottom, shape.radiusTop) * (kRingSpread - 1.0);
            break;
        case DeclaredShape::Kind::Sphere:
            addBall(shape.radiusBottom, 0.0, corners);
            break;
        case DeclaredShape::Kind::Capsule:
            addBall(shape.radiusBottom, -half, corners);
            addBall(shape.radiusTop, half, corners);
            break;
        case DeclaredShape::Kind::Mesh:
            break;
    }
    return corners;
}

/// How much longer the map makes anything, at most.
double largestStretch(const glm::dmat3& map) {
    const double x = glm::length(map[0]), y = glm::length(map[1]), z = glm::length(map[2]);
    const double skew = std::abs(glm::dot(map[0], map[1])) + std::abs(glm::dot(map[1], map[2])) +
                        std::abs(glm::dot(map[2], map[0]));
    const double longest = std::max({x, y, z});
    return skew <= 1e-6 * longest * longest ? longest : std::sqrt(x * x + y * y + z * z);
}

/// The shape in the node's frame, where the library has one of the kind.
std::optional<ConvexShape> primitive(const DeclaredShape& shape) {
    const auto bottom = static_cast<float>(shape.radiusBottom), top = static_cast<float>(shape.radiusTop);
    const auto half = static_cast<float>(0.5 * shape.height);
    switch (shape.kind) {
        case DeclaredShape::Kind::Box:
            return Box{glm::vec3(0.0f), glm::vec3(0.5 * shape.size)};
        case DeclaredShape::Kind::Sphere:
            return Sphere{glm::vec3(0.0f), bottom};
        case DeclaredShape::Kind::Capsule:
            if (shape.radiusBottom == shape.radiusTop) {
                return Capsule{{0.0f, -half, 0.0f}, {0.0f, half, 0.0f}, bottom};
            }
            if (std::abs(shape.radiusBottom - shape.radiusTop) >=
                shape.height) {  // one end lies inside the other
                return bottom > top ? Sphere{{0.0f, -half, 0.0f}, bottom} : Sphere{{0.0f, half, 0.0f}, top};
            }
            return std::nullopt;
        case DeclaredShape::Kind::Cylinder:
        case DeclaredShape::Kind::Mesh:
            return std::nullopt;
    }
    return std::nullopt;
}

ConvexShape moved(const ConvexShape& shape, const glm::vec3& by) {
    struct Move {
        glm::vec3 by;
        ConvexShape operator()(Sphere s) const { return s.center += by, s; }
        ConvexShape operator()(Capsule c) const { return c.start += by, c.end += by, c; }
        ConvexShape operator()(Box b) const { return b.center += by, b; }
        ConvexShape operator()(const ConvexHull& hull) const { return hull; }
    };
    return std::visit(Move{by}, shape);
}

struct IsSound {
    template <class S>
    bool operator()(const S& shape) const {
        return validated(shape).has_value();
    }
    bool operator()(const ConvexHull&) const { return true; }
};

/// Where the library has the shape and the transform leaves it one.
std::optional<ConvexShape> exactShape(const DeclaredShape& declared, const glm::dmat4& toModel) {
    const std::optional<ConvexShape> shape = primitive(declared);
    if (!shape) {
        return std::nullopt;
    }
    const auto stretched = transformed(*shape, glm::mat3(glm::dmat3(toModel)));
    if (!stretched) {
        return std::nullopt;
    }
    ConvexShape placed = moved(*stretched, glm::vec3(toModel[3]));
    return std::visit(IsSound{}, placed) ? std::optional(std::move(placed)) : std::nullopt;
}

}  // namespace

ImplicitShape implicitShape(const DeclaredShape& declared, const glm::dmat4& toModel,
                            const HullOptions& options) {
    ImplicitShape result;
    const glm::dmat3 map(toModel);
    if (map == glm::dmat3(0.0)) {
        result.fault = "is scaled to nothing, which switches its collider off";
        return result;
    }
    if (auto exact = exactShape(declared, toModel)) {
        result.shape = std::move(exact);
        return result;
    }
    const Corners corners = cornersOf(declared);
    std::vector<glm::vec3> points;
    points.reserve(corners.points.size());
    for (const glm::dvec3& point : corners.points) {
        points.emplace_back(glm::dvec3(toModel * glm::dvec4(point, 1.0)));
    }
    if (auto hull = ConvexHull::fromPoints(points, options)) {
        result.shape = ConvexShape(*std::move(hull));
        result.deviation = corners.deviation * largestStretch(map);
    } else {
        result.fault = "has a collider that gives no body: " + hull.error().message;
    }
    return result;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
