#include "import/body.hpp"

#include "core/figures.hpp"
#include "import/face_tags.hpp"
#include "import/fitting.hpp"
#include "import/islands.hpp"
#include "import/pieces.hpp"
#include "import/surface.hpp"
#include "import/surface_checks.hpp"

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using WarningCode = NodeReport::Warning::Code;

// What is larger or smaller has most likely lost its unit: the largest things that drive, and a pebble.
constexpr double kHugeMetres = 200.0;
constexpr double kTinyMetres = 0.005;
constexpr double kLongestTank = 20.0;  // what would be longer, read as centimetres, is in millimetres
// A notch shallower than this share of the largest extent is an artist's rounding, not a shape.
constexpr double kConvexTolerance = 1e-4;
// The same for the share of the body that the mesh leaves empty between its parts.
constexpr double kEmptyTolerance = 1e-3;

void warn(NodeReport& report, WarningCode code, std::string message) {
    report.warnings.push_back({code, std::move(message)});
}

void checkNormals(const Surface& surface, NodeReport& report) {
    if (surface.facesAgainstNormals > 0) {
        warn(report, WarningCode::NormalsDisagree,
             count(surface.facesAgainstNormals, "face", "faces") + " of " +
                 std::to_string(surface.facesWithNormals) +
                 " with normals are wound against them; the winding counts here. Recalculate the normals, or "
                 "flip those faces");
    }
}

void checkDegenerate(const Surface& surface, const Topology& found, NodeReport& report) {
    if (found.areaLessFaces > 0) {
        warn(report, WarningCode::Degenerate,
             count(found.areaLessFaces, "face has", "faces have") + " no area, of " +
                 std::to_string(surface.faceCount()) + "; harmless here, but worth removing");
    }
}

/// Holes, faces without area, and which way round.
void checkTopology(const Surface& surface, const Topology& found, NodeReport& report) {
    checkDegenerate(surface, found, report);
    if (!found.closed()) {
        warn(report, WarningCode::Open,
             "the surface is open at " + count(found.openEdges, "edge", "edges") + ", the longest at " +
                 place(found.openEdgeMiddle) + "; the body is closed all the same. Fill the hole");
    }
    if (found.clashingEdges > 0) {
        warn(report, WarningCode::Inverted,
             "neighbouring faces are wound against each other along " +
                 count(found.clashingEdges, "edge", "edges") +
                 ": some are inside out. Recalculate the normals");
    } else if (found.closed() && report.meshVolume < 0.0) {
        warn(report, WarningCode::Inverted,
             "is inside out (its volume is " + figure(report.meshVolume) +
                 " m3); the body is not. Flip the normals");
    }
}

bool has(const NodeReport& report, WarningCode code) {
    return std::ranges::find(report.warnings, code, &NodeReport::Warning::code) != report.warnings.end();
}

/// In the artist's tool, or here.
constexpr const char* kCureOfNotches =
    "Split the mesh into convex parts, or ask for pieces (notConvexAs, --pieces)";

/// @param part  "" or which part of the node it is, with a blank behind
void checkConvexity(const Surface& surface, const HullView& hull, const std::string& part,
                    NodeReport& report) {
    const Notch notch = deepestNotch(surface, hull, kConvexTolerance * extents(surface.vertices).largest());
    if (notch.found) {
        warn(report, WarningCode::NotConvex,
             part + "is not convex: the mesh lies " + (notch.complete ? "" : "at least ") +
                 figure(notch.depth) + " m inside the body at " + place(notch.place) +
                 "; the body fills the notch. " + kCureOfNotches);
    }
}

/// Parts side by side may have every corner on the hull and yet be apart: volumes tell.
void checkEmptiness(const Topology& found, NodeReport& report) {
    const double empty = report.volume - report.meshVolume;
    const bool isSolid = found.closed() && found.clashingEdges == 0 && report.meshVolume > 0.0;
    if (isSolid && empty > kEmptyTolerance * report.volume && !has(report, WarningCode::NotConvex)) {
        warn(report, WarningCode::NotConvex,
             "is not convex: the body fills " + figure(empty) + " m3 between parts of the mesh. " +
                 kCureOfNotches);
    }
}

const char* shapeWithoutVolume(HullError::Code code, std::size_t points) {
    return points == 1                                      ? "a single point"
           : points == 2 || code == HullError::Code::Linear ? "a straight line"
                                                            : "flat";
}

void reportHullError(const HullError& error, std::size_t points, const std::string& part,
                     NodeReport& report) {
    switch (error.code) {
        case HullError::Code::SinglePoint:
        case HullError::Code::TooFewPoints:
        case HullError::Code::Linear:
        case HullError::Code::Flat:
            return warn(report, WarningCode::Flat,
                        part + "is " + shapeWithoutVolume(error.code, points) +
                            ", which is no body. Give it a thickness, or delete the node");
        case HullError::Code::NotFinite:
            return warn(report, WarningCode::NotFinite,
                        part + "has coordinates that are no numbers: no body");
        case HullError::Code::Empty:
            return warn(report, WarningCode::Empty, part + "has no faces: no body");
        case HullError::Code::TooLarge:
        case HullError::Code::TooManyPoints:
        case HullError::Code::BadOptions:
            return warn(report, WarningCode::Skipped, part + "gives no body: " + error.message);
    }
}

const char* nameOf(ShapeKind kind) {
    return kind == ShapeKind::Box ? "box" : kind == ShapeKind::Sphere ? "sphere" : "capsule";
}

/// How far the mesh is from what it should be, in figures; "" where it is near enough.
std::string misfit(ShapeKind wanted, const std::optional<Fit>& fit, double size, double tolerance) {
    if (!fit) {
        return ": none comes near it";
    }
    if (fit->error > tolerance * size) {
        const std::string far =
            figure(fit->error) + " m (" + figure(100.0 * fit->error / size) + " % of its size)";
        return wanted == ShapeKind::Box
                   ? ": the best box reaches " + far + " beyond it at " + place(fit->place)
                   : ": a corner lies " + far + " below the surface of the best " + nameOf(wanted) + ", at " +
                         place(fit->place);
    }
    if (fit->roundness < kLeastRoundness) {
        return ": its faces are too few, the best " + std::string(nameOf(wanted)) + " bulges out by " +
               figure(100.0 * (1.0 - fit->roundness)) + " % of its radius";
    }
    return {};
}

bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The welded surface with its figures in the report; no faces, and a warning, where there is nothing to
/// build on.
Surface measuredSurface(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel,
                        const ImportOptions& options, NodeReport& report) {
    Surface surface = assembleSurface(scene, meshes, toModel);
    report.mirrored = glm::determinant(glm::dmat3(toModel)) < 0.0;
    report.verticesRead = surface.verticesRead;
    report.facesRead = static_cast<std::uint32_t>(surface.faceCount());
    if (surface.faceCount() == 0) {
        warn(report, WarningCode::Empty, "has no faces: no body. Points and edges alone bound nothing");
        return {};
    }
    if (const auto broken = std::ranges::find_if_not(surface.vertices, isFinite);
        broken != surface.vertices.end()) {
        warn(report, WarningCode::NotFinite,
             "has coordinates that are no numbers, first at vertex " +
                 std::to_string(broken - surface.vertices.begin()) + " of " +
                 std::to_string(surface.verticesRead) + ": no body. Export the model again");
        return {};
    }
    weld(surface, options.weldTolerance);
    const Extents box = extents(surface.vertices);
    report.verticesWelded = static_cast<std::uint32_t>(surface.vertices.size());
    report.minimum = box.minimum;
    report.maximum = box.maximum;
    report.meshVolume = signedVolume(surface);
    return surface;
}

struct Part {
    const Surface* surface;
    std::string name;  // "" or which part of the node it is, with a blank behind
    HullMesh hull;
};

/// Those that have one, their figures added up in the report; warnings for the others.
std::vector<Part> buildHulls(std::span<const Surface> surfaces, const ImportOptions& options,
                             NodeReport& report) {
    std::vector<Part> parts;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        std::string name;
        if (surfaces.size() > 1) {
            name = "part " + std::to_string(k + 1) + " of " + std::to_string(surfaces.size()) + " ";
        }
        Result<HullMesh, HullError> hull = buildHull(surfaces[k].vertices, options.hull);
        if (!hull) {
            reportHullError(hull.error(), surfaces[k].vertices.size(), name, report);
            continue;
        }
        report.hullVertices += static_cast<std::uint32_t>(hull->vertices.size());
        report.hullFaces += static_cast<std::uint32_t>(hull->faces.size());
        report.volume += volume(*hull);
        parts.push_back({&surfaces[k], std::move(name), *std::move(hull)});
    }
    return parts;
}

/// The shape that the name asks for where the mesh is one; else nothing, and why.
std::optional<ConvexShape> fitted(ShapeKind wanted, const Part& part, const ImportOptions& options,
                                  NodeReport& report) {
    const std::optional<Fit> fit = wanted == ShapeKind::Box      ? fitBox(part.hull)
                                   : wanted == ShapeKind::Sphere ? fitSphere(part.hull)
                                                                 : fitCapsule(part.hull);
    const std::string why =
        misfit(wanted, fit, extents(part.surface->vertices).largest(), options.fitTolerance);
    if (why.empty()) {
        return fit->shape;
    }
    const std::string name = nameOf(wanted);
    warn(report, WarningCode::NotPrimitive,
         "is no " + name + why + "; the body is its convex hull. Move, turn and scale the " + name +
             " as a whole only, or write UCX_");
    return std::nullopt;
}

/// A hull is baked only where it is what the part becomes.
ConvexShape shapeOf(const Part& part, const Treatment& treatment, const ImportOptions& options,
                    NodeReport& report) {
    if (treatment.fit != ShapeKind::ConvexHull) {
        if (std::optional<ConvexShape> shape = fitted(treatment.fit, part, options, report)) {
            return *std::move(shape);
        }
    }
    return tagged(ConvexHull::fromMesh(part.hull, options.hull), *part.surface);
}

/// Convex pieces of the parts, instead of hulls that fill their notches.
void takeApart(std::span<const Part> parts, const ImportOptions& options, NodeResult& result) {
    NodeReport& report = result.report;
    std::erase_if(report.warnings,
                  [](const NodeReport::Warning& warning) { return warning.code == WarningCode::NotConvex; });
    report.volume = 0.0;
    report.hullVertices = report.hullFaces = 0;
    for (const Part& part : parts) {
        for (ConvexHull& hull : convexPieces(*part.surface, part.name, options, report)) {
            report.hullVertices += static_cast<std::uint32_t>(hull.vertices().size());
            report.hullFaces += static_cast<std::uint32_t>(hull.faces().size());
            report.volume += hull.massProperties().volume;
            result.shapes.push_back({std::move(hull), mainTag(*part.surface), true});
        }
    }
}

/// The whole mesh as it is. Holes are no fault of a surface.
void addSurface(const Surface& surface, const Topology& found, const Treatment& treatment,
                NodeResult& result) {
    NodeReport& report = result.report;
    const SurfaceTriangles all = triangles(surface);
    Result<TriangleMesh, MeshError> mesh =
        TriangleMesh::fromTriangles(surface.vertices, all.corners, {.tags = all.tags});
    if (!mesh) {
        return mesh.error().code == MeshError::Code::Empty
                   ? warn(report, WarningCode::Flat,
                          "has no face with an area: no surface. Give it one, or delete the node")
                   : warn(report, WarningCode::Skipped, "gives no surface: " + mesh.error().message);
    }
    checkSize(extents(surface.vertices).largest(), treatment.metresPerUnit, report);
    checkDegenerate(surface, found, report);
    if (found.closed() && found.clashingEdges == 0 && report.meshVolume < 0.0) {
        warn(report, WarningCode::Inverted,
             "is inside out (its volume is " + figure(report.meshVolume) +
                 " m3): it collides on both sides, but has no inside. Flip the normals");
    }
    report.triangles = mesh->triangleCount();
    result.surfaces.push_back({*std::move(mesh)});
}

/// The mesh instead of the hulls that its figures and warnings told of.
void replaceByMesh(const Surface& surface, const Topology& found, const Treatment& treatment,
                   NodeResult& result) {
    result.report.warnings.clear();
    result.report.volume = 0.0;
    result.report.hullVertices = result.report.hullFaces = 0;
    addSurface(surface, found, treatment, result);
}

}  // namespace

void checkSize(double size, double metresPerUnit, NodeReport& report) {
    const auto cure = [&](double factor) {
        return "Then set metresPerUnit (--unit) to " + figure(factor * metresPerUnit) + ", which makes it " +
               figure(factor * size) + " m";
    };
    if (size > kHugeMetres) {
        const bool isMillimetres = 0.01 * size > kLongestTank;
        warn(report, WarningCode::Huge,
             "is " + figure(size) + " m long: is the file in " +
                 (isMillimetres ? "millimetres? " : "centimetres? ") + cure(isMillimetres ? 0.001 : 0.01));
    } else if (size > 0.0 && size < kTinyMetres) {
        const bool isScaled = metresPerUnit < 1.0;
        warn(report, WarningCode::Tiny,
             "is only " + figure(size) + " m long: is the file in " +
                 (isScaled ? "metres? " + cure(1.0 / metresPerUnit)
                           : "a larger unit than metres? Then set metresPerUnit (--unit) to that"));
    }
}

NodeResult buildBodies(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel,
                       const Treatment& treatment, const ImportOptions& options) {
    NodeResult result;
    NodeReport& report = result.report;
    const Surface surface = measuredSurface(scene, meshes, toModel, options, report);
    if (options.keepMeshes) {
        result.mesh = surface;
    }
    if (surface.faceCount() == 0 || !treatment.isBody) {
        return result;
    }
    const Topology found = topology(surface);
    if (treatment.isSurface) {
        addSurface(surface, found, treatment, result);
        return result;
    }
    const bool keepsMesh = treatment.notConvexAs == NotConvexAs::Mesh;
    std::vector<Surface> loose;
    if (treatment.splitsIslands && found.closed()) {
        loose = islands(surface);
    }
    const std::span<const Surface> surfaces =
        loose.size() > 1 ? std::span<const Surface>(loose) : std::span(&surface, 1);
    const std::vector<Part> parts = buildHulls(surfaces, options, report);
    if (keepsMesh && parts.size() < surfaces.size()) {
        replaceByMesh(surface, found, treatment, result);
        return result;
    }
    if (parts.empty()) {
        return result;
    }
    checkSize(extents(surface.vertices).largest(), treatment.metresPerUnit, report);
    checkTopology(surface, found, report);
    checkNormals(surface, report);
    for (const Part& part : parts) {
        checkConvexity(*part.surface, part.hull, part.name, report);
    }
    checkEmptiness(found, report);
    if (keepsMesh && has(report, WarningCode::NotConvex)) {
        replaceByMesh(surface, found, treatment, result);
        return result;
    }
    if (treatment.notConvexAs == NotConvexAs::Pieces && has(report, WarningCode::NotConvex)) {
        takeApart(parts, options, result);
        return result;
    }
    report.volume = 0.0;
    for (const Part& part : parts) {
        result.shapes.push_back({shapeOf(part, treatment, options, report), mainTag(*part.surface)});
        report.volume += massProperties(result.shapes.back().shape).volume;
    }
    return result;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
