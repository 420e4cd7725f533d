#include "import/bodies/declared_bodies.hpp"

#include "core/enum_names.hpp"
#include "core/format_numbers.hpp"
#include "import/bodies/declared_shapes.hpp"
#include "import/report/mesh_warnings.hpp"
#include "import/report/size_warnings.hpp"
#include "import/scene/node_transforms.hpp"
#include "math/is_finite.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

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
