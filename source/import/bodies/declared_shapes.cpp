#include "import/bodies/declared_shapes.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr int kSegments = 24;                                 // around the y axis
constexpr int kBelts = kSegments / 2;                         // rings of faces from pole to pole
constexpr double kStep = 2.0 * std::numbers::pi / kSegments;  // angle between adjacent vertices

/// Vertices of a hull that approximates a shape.
struct Approximation {
    std::vector<glm::dvec3> vertices;
    double deviation = 0.0;  // meters
};

/// Returns the factor by which the vertices move outward, so that vertices and centers of faces have the same
/// distance from the surface.
/// @param depth  distance of a face's center from the axis, if its vertices have distance 1
double outwardFactor(double depth) {
    return 2.0 / (1.0 + depth);
}

/// The center of a ring's face is half a step away from its vertices.
const double kRingFactor = outwardFactor(std::cos(0.5 * kStep));
/// The center of a sphere's face is half a step away from its vertices in both directions.
const double kSphereFactor = outwardFactor(std::cos(0.5 * kStep) * std::cos(0.5 * kStep));

void addRing(double radius, double y, Approximation& hull) {
    if (radius == 0.0) {
        hull.vertices.emplace_back(0.0, y, 0.0);
        return;
    }
    for (int k = 0; k < kSegments; ++k) {
        hull.vertices.emplace_back(radius * std::cos(k * kStep), y, radius * std::sin(k * kStep));
    }
}

void addSphere(double radius, double y, Approximation& hull) {
    const double out = radius * kSphereFactor;
    for (int belt = 0; belt <= kBelts; ++belt) {
        const double latitude = -0.5 * std::numbers::pi + belt * kStep;
        const bool isPole = belt == 0 || belt == kBelts;
        addRing(isPole ? 0.0 : out * std::cos(latitude), y + out * std::sin(latitude), hull);
    }
    hull.deviation = std::max(hull.deviation, radius * (kSphereFactor - 1.0));
}

Approximation approximationOf(const DeclaredShape& shape) {
    Approximation hull;
    const double half = 0.5 * shape.height;
    switch (shape.kind) {
        case DeclaredShape::Kind::Box:
            for (unsigned k = 0; k < 8; ++k) {
                hull.vertices.push_back(0.5 * shape.size *
                                        glm::dvec3(k & 1u ? 1 : -1, k & 2u ? 1 : -1, k & 4u ? 1 : -1));
            }
            break;
        case DeclaredShape::Kind::Cylinder:
            addRing(shape.radiusBottom * kRingFactor, -half, hull);
            addRing(shape.radiusTop * kRingFactor, half, hull);
            hull.deviation = std::max(shape.radiusBottom, shape.radiusTop) * (kRingFactor - 1.0);
            break;
        case DeclaredShape::Kind::Sphere:
            addSphere(shape.radiusBottom, 0.0, hull);
            break;
        case DeclaredShape::Kind::Capsule:
            addSphere(shape.radiusBottom, -half, hull);
            addSphere(shape.radiusTop, half, hull);
            break;
        case DeclaredShape::Kind::Mesh:
            break;
    }
    return hull;
}

/// Returns an upper bound of the factor by which a map increases lengths.
double largestStretch(const glm::dmat3& map) {
    const double x = glm::length(map[0]), y = glm::length(map[1]), z = glm::length(map[2]);
    const double skew = std::abs(glm::dot(map[0], map[1])) + std::abs(glm::dot(map[1], map[2])) +
                        std::abs(glm::dot(map[2], map[0]));
    const double longest = std::max({x, y, z});
    return skew <= 1e-6 * longest * longest ? longest : std::sqrt(x * x + y * y + z * z);
}

/// Returns the shape in the node's frame, or nothing if there is no such shape.
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
            // If one end contains the other, the capsule is a sphere.
            if (std::abs(shape.radiusBottom - shape.radiusTop) >= shape.height) {
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

/// Returns the shape in the model's frame, or nothing if a hull must replace it.
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
    return validate(placed) ? std::optional(std::move(placed)) : std::nullopt;
}

}  // namespace

ConvertedShape convertDeclaredShape(const DeclaredShape& declared, const glm::dmat4& toModel,
                                    const HullOptions& options) {
    ConvertedShape result;
    const glm::dmat3 map(toModel);
    if (map == glm::dmat3(0.0)) {
        result.fault = "is scaled to nothing, which switches its collider off";
        return result;
    }
    if (auto exact = exactShape(declared, toModel)) {
        result.shape = std::move(exact);
        return result;
    }
    const Approximation approximation = approximationOf(declared);
    std::vector<glm::vec3> points;
    for (const glm::dvec3& vertex : approximation.vertices) {
        points.emplace_back(glm::dvec3(toModel * glm::dvec4(vertex, 1.0)));
    }
    if (auto hull = ConvexHull::fromPoints(points, options)) {
        result.shape = ConvexShape(*std::move(hull));
        result.deviation = approximation.deviation * largestStretch(map);
    } else {
        result.fault = "has a collider that gives no body: " + hull.error().message;
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI::importing
