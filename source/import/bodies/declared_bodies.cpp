#include "import/bodies/declared_bodies.hpp"

#include "core/enum_names.hpp"
#include "core/format_numbers.hpp"
#include "import/report/mesh_warnings.hpp"
#include "import/report/size_warnings.hpp"
#include "import/scene/node_transforms.hpp"
#include "import/scene/physics_declarations.hpp"
#include "math/is_finite.hpp"

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

struct ConvertedShape {
    std::optional<ConvexShape> shape;  ///< empty if the conversion failed: see `fault`
    double deviation = 0.0;            ///< largest distance of its surface from the declared surface, meters
    std::string fault;
};

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

/// Converts boxes, spheres and capsules to the shape of that type if the transform permits it. Otherwise the
/// result is a hull. The hull of a sheared box is exact. The hull of a round shape is an approximation: its
/// vertices are as far outside the declared surface as its faces are inside.
/// @param toModel  transform from the node's frame to the model's frame
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

using Kind = DeclaredShape::Kind;
using WarningCode = NodeReport::Warning::Code;

void warnOfApproximation(const DeclaredShape& declared, const ConvexHull& hull, double deviation,
                         NodeReport& report) {
    const std::string name(
        enumName<Kind::Mesh>(declared.kind, {"box", "sphere", "capsule", "cylinder", "mesh"}));
    const bool isTapered = declared.radiusBottom != declared.radiusTop;
    const std::string why =
        declared.kind == Kind::Cylinder || isTapered
            ? "is a " + std::string(isTapered ? "tapered " : "") + name + ", for which there is no shape"
            : "is a " + name + " that its node stretches unevenly";
    warn(report, WarningCode::Approximated,
         why + ": the body is a hull of " + std::to_string(hull.vertices().size()) + " vertices, at most " +
             formatNumber(deviation) + " m off");
}

ColliderBodies buildImplicit(const DeclaredShape& declared, const glm::dmat4& toModel, double metersPerUnit,
                             const HullOptions& options, NodeReport& report) {
    ConvertedShape built = convertDeclaredShape(declared, toModel, options);
    if (!built.shape) {
        warn(report, WarningCode::Skipped, std::move(built.fault));
        return {};
    }
    if (const auto* hull = std::get_if<ConvexHull>(&*built.shape)) {
        if (built.deviation > 0.0) {
            warnOfApproximation(declared, *hull, built.deviation, report);
        }
        report.hullVertices += static_cast<std::uint32_t>(hull->vertices().size());
        report.hullFaces += static_cast<std::uint32_t>(hull->faces().size());
    }
    const Aabb box = bounds(*built.shape, RigidTransform{});
    checkSize(box, metersPerUnit, report);
    extend(report, box);
    report.volume += massProperties(*built.shape).volume;
    return {.shapes = {{*std::move(built.shape), 0}}};
}

}  // namespace

ShapeType requestedTypeOf(const DeclaredShape& shape) {
    constexpr ShapeType kTypes[] = {ShapeType::Box, ShapeType::Sphere, ShapeType::Capsule,
                                    ShapeType::ConvexHull, ShapeType::TriangleMesh};  // per Kind
    const bool isHull = shape.kind == Kind::Mesh && shape.isHull;
    return isHull ? ShapeType::ConvexHull : kTypes[static_cast<std::size_t>(shape.kind)];
}

std::vector<ColliderBodies> buildDeclaredBodies(const Scene& scene, const Node& node,
                                                const glm::dmat4& toModel, bool isDynamic,
                                                double metersPerUnit, const ImportOptions& options,
                                                NodeReport& report) {
    for (const std::string& fault : node.physics.faults) {
        warn(report, WarningCode::InvalidPhysics, fault);
    }
    std::vector<ColliderBodies> result;
    for (const DeclaredCollider& collider : node.physics.colliders) {
        const DeclaredShape& shape = collider.shape;
        result.push_back(shape.kind == Kind::Mesh
                             ? buildBodies(measuredSurface(scene, shape.meshes, toModel, options, report),
                                           requestOfDeclared(shape.isHull, metersPerUnit, isDynamic, options),
                                           options, report)
                             : buildImplicit(shape, toModel, metersPerUnit, options.hull, report));
    }
    return result;
}

std::optional<RigidBody> inModel(const RigidBody& inNode, const glm::dmat4& toModel, double metersPerUnit) {
    RigidBody body = inNode;
    const glm::quat rotation = restPoseOf(toModel).rotation;
    const auto unit = static_cast<float>(metersPerUnit);
    if (body.centerOfMass) {
        body.centerOfMass = glm::vec3(toModel * glm::dvec4(glm::dvec3(*body.centerOfMass), 1.0));
    }
    if (body.inertia) {
        body.inertia = glm::max(*body.inertia * unit * unit, std::numeric_limits<float>::min());
    }
    body.inertiaAxes = glm::normalize(rotation * body.inertiaAxes);
    body.linearVelocity = rotation * body.linearVelocity * unit;
    body.angularVelocity = rotation * body.angularVelocity;
    const bool isInRange = isFinite(body.centerOfMass.value_or(glm::vec3(0.0f))) &&
                           isFinite(body.linearVelocity) && isFinite(body.angularVelocity);
    return isInRange ? std::optional(body) : std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI::importing
