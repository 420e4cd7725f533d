#include "import/declared_bodies.hpp"

#include "core/figures.hpp"
#include "import/implicit_shapes.hpp"
#include "import/node_walk.hpp"
#include "import/surface.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using WarningCode = NodeReport::Warning::Code;

const char* nameOf(DeclaredShape::Kind kind) {
    switch (kind) {
        case DeclaredShape::Kind::Box:
            return "box";
        case DeclaredShape::Kind::Sphere:
            return "sphere";
        case DeclaredShape::Kind::Capsule:
            return "capsule";
        case DeclaredShape::Kind::Cylinder:
            return "cylinder";
        case DeclaredShape::Kind::Mesh:
            return "mesh";
    }
    return "?";
}

void growExtents(const ConvexShape& shape, bool isFirst, NodeReport& report) {
    const Aabb box = bounds(shape, RigidTransform{});
    report.minimum = isFirst ? box.lower : glm::min(report.minimum, box.lower);
    report.maximum = isFirst ? box.upper : glm::max(report.maximum, box.upper);
}

void buildImplicit(const DeclaredShape& declared, const glm::dmat4& toModel, double metresPerUnit,
                   const ImportOptions& options, NodeResult& result) {
    NodeReport& report = result.report;
    ImplicitShape built = implicitShape(declared, toModel, options.hull);
    if (!built.shape) {
        report.warnings.push_back({WarningCode::Skipped, std::move(built.fault)});
        return;
    }
    if (built.deviation > 0.0) {
        const bool isTapered = declared.radiusBottom != declared.radiusTop;
        const std::string name = nameOf(declared.kind);
        const std::string why =
            declared.kind == DeclaredShape::Kind::Cylinder || isTapered
                ? "is a " + std::string(isTapered ? "tapered " : "") + name + ", which no body here is"
                : "is a " + name + " that its node stretches unevenly";
        report.warnings.push_back({WarningCode::Approximated,
                                   why + ": the body is a hull of " +
                                       std::to_string(std::get<ConvexHull>(*built.shape).vertices().size()) +
                                       " corners, at most " + figure(built.deviation) + " m off"});
    }
    if (const auto* hull = std::get_if<ConvexHull>(&*built.shape)) {
        report.hullVertices += static_cast<std::uint32_t>(hull->vertices().size());
        report.hullFaces += static_cast<std::uint32_t>(hull->faces().size());
    }
    const Aabb box = bounds(*built.shape, RigidTransform{});
    const glm::vec3 size = box.upper - box.lower;
    checkSize(static_cast<double>(std::max({size.x, size.y, size.z})), metresPerUnit, report);
    growExtents(*built.shape, result.isEmpty(), report);
    report.volume += massProperties(*built.shape).volume;
    result.shapes.push_back({*std::move(built.shape), 0});
}

/// Adds what was built of one more collider.
void join(NodeResult&& more, NodeResult& result) {
    NodeReport& report = result.report;
    const bool isFirst = result.isEmpty();
    report.verticesRead += more.report.verticesRead;
    report.verticesWelded += more.report.verticesWelded;
    report.facesRead += more.report.facesRead;
    report.hullVertices += more.report.hullVertices;
    report.hullFaces += more.report.hullFaces;
    report.triangles += more.report.triangles;
    report.pieces.count += more.report.pieces.count;
    report.pieces.concavity = std::max(report.pieces.concavity, more.report.pieces.concavity);
    report.pieces.uncovered = std::max(report.pieces.uncovered, more.report.pieces.uncovered);
    report.volume += more.report.volume;
    report.meshVolume += more.report.meshVolume;
    report.minimum = isFirst ? more.report.minimum : glm::min(report.minimum, more.report.minimum);
    report.maximum = isFirst ? more.report.maximum : glm::max(report.maximum, more.report.maximum);
    std::ranges::move(more.report.warnings, std::back_inserter(report.warnings));
    std::ranges::move(more.shapes, std::back_inserter(result.shapes));
    std::ranges::move(more.surfaces, std::back_inserter(result.surfaces));
}

}  // namespace

ShapeKind wantedKind(const DeclaredShape& shape) {
    switch (shape.kind) {
        case DeclaredShape::Kind::Box:
            return ShapeKind::Box;
        case DeclaredShape::Kind::Sphere:
            return ShapeKind::Sphere;
        case DeclaredShape::Kind::Capsule:
            return ShapeKind::Capsule;
        case DeclaredShape::Kind::Cylinder:
            return ShapeKind::ConvexHull;
        case DeclaredShape::Kind::Mesh:
            return shape.isHull ? ShapeKind::ConvexHull : ShapeKind::TriangleMesh;
    }
    return ShapeKind::ConvexHull;
}

NodeResult buildDeclaredBodies(const Scene& scene, const Node& node, const glm::dmat4& toModel,
                               bool isDynamic, double metresPerUnit, const ImportOptions& options) {
    NodeResult result;
    result.report.mirrored = glm::determinant(glm::dmat3(toModel)) < 0.0;
    for (const std::string& fault : node.physics.faults) {
        result.report.warnings.push_back({WarningCode::BadPhysics, fault});
    }
    for (std::uint32_t k = 0; k < node.physics.colliders.size(); ++k) {
        const DeclaredShape& shape = node.physics.colliders[k].shape;
        const std::size_t before = result.shapes.size(), surfacesBefore = result.surfaces.size();
        if (shape.kind == DeclaredShape::Kind::Mesh) {
            Treatment treatment = treatmentOfDeclared(shape.isHull, isDynamic, options);
            treatment.metresPerUnit = metresPerUnit;
            join(buildBodies(scene, shape.meshes, toModel, treatment, options), result);
        } else {
            buildImplicit(shape, toModel, metresPerUnit, options, result);
        }
        for (std::size_t built = before; built < result.shapes.size(); ++built) {
            result.shapes[built].collider = k;
        }
        for (std::size_t built = surfacesBefore; built < result.surfaces.size(); ++built) {
            result.surfaces[built].collider = k;
        }
    }
    if (options.keepMeshes && !node.meshes.empty()) {
        result.mesh = buildBodies(scene, placedMeshes(node), toModel, {.isBody = false}, options).mesh;
    }
    return result;
}

std::optional<RigidBody> inModel(const RigidBody& inNode, const glm::dmat4& toModel, double metres) {
    RigidBody body = inNode;
    const glm::quat turn = pivotOf(toModel).rotation;
    const auto unit = static_cast<float>(metres);
    if (body.centerOfMass) {
        body.centerOfMass = glm::vec3(toModel * glm::dvec4(glm::dvec3(*body.centerOfMass), 1.0));
    }
    if (body.inertia) {
        body.inertia = glm::max(*body.inertia * unit * unit, std::numeric_limits<float>::min());
    }
    body.inertiaAxes = glm::normalize(turn * body.inertiaAxes);
    body.linearVelocity = turn * body.linearVelocity * unit;
    body.angularVelocity = turn * body.angularVelocity;
    // Anything but a number times 0 is no number.
    const glm::vec3 farthest = body.centerOfMass.value_or(glm::vec3(0.0f));
    const bool isFinite = std::isfinite(glm::dot(farthest, glm::vec3(0.0f))) &&
                          std::isfinite(glm::dot(body.linearVelocity, glm::vec3(0.0f))) &&
                          std::isfinite(glm::dot(body.angularVelocity, glm::vec3(0.0f)));
    return isFinite ? std::optional(body) : std::nullopt;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
