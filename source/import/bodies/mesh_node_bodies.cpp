#include "import/bodies/mesh_node_bodies.hpp"

#include "geometry/hull_measures/hull_measures.hpp"
#include "geometry/primitives/connected_components.hpp"
#include "import/fitting/primitive_fit.hpp"
#include "import/mesh/hull_face_materials.hpp"
#include "import/mesh/welded_mesh.hpp"
#include "import/names/name_effect.hpp"
#include "import/names/name_rules.hpp"
#include "import/report/mesh_warnings.hpp"
#include "import/report/size_warnings.hpp"
#include "math/is_finite.hpp"

#include <sat3d/shapes/convex_decomposition.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Splits a welded surface into the sets of faces that are connected through vertices, in the order of their
/// first vertices. Vertices and faces keep their order. Linear time, no recursion.
std::vector<WeldedMesh> connectedComponents(const WeldedMesh& surface) {
    const ConnectedComponents found = sat3d::connectedComponents(
        surface.vertices.size(), surface.faceCount(), [&](std::size_t k) { return surface.face(k); });
    std::vector<WeldedMesh> parts(found.count);
    for (std::size_t vertex = 0; vertex < surface.vertices.size(); ++vertex) {
        parts[found.componentOf[vertex]].vertices.push_back(surface.vertices[vertex]);
    }
    for (std::size_t k = 0; k < surface.faceCount(); ++k) {
        WeldedMesh& part = parts[found.componentOf[surface.face(k).front()]];
        for (const std::uint32_t vertex : surface.face(k)) {
            part.indices.push_back(found.indexInComponent[vertex]);
        }
        part.faceEndOffsets.push_back(static_cast<std::uint32_t>(part.indices.size()));
        part.faceTags.push_back(surface.faceTags[k]);
    }
    return parts;
}

using WarningCode = NodeReport::Warning::Code;

/// The mesh of a node, or a connected component of it.
struct Part {
    const WeldedMesh* surface;
    std::string name;  // "", or "part 1 of 2 "
    Result<HullMesh, HullError> hull;
    HullOptions options = {};  // with which the hull is built
    std::optional<Notch> notch = std::nullopt;

    [[nodiscard]] double size() const { return largestExtent(boxAround(surface->vertices)); }
};

/// Builds the hulls of the surfaces. Doubled corners get a larger tolerance, unless the caller has chosen
/// one.
std::vector<Part> partsOf(std::span<const WeldedMesh> surfaces, const HullOptions& options,
                          NodeReport& report) {
    const bool isDefault = options.coplanarTolerance == HullOptions().coplanarTolerance;
    std::vector<Part> parts;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const std::string name =
            "part " + std::to_string(k + 1) + " of " + std::to_string(surfaces.size()) + " ";
        Part& part = parts.emplace_back(Part{&surfaces[k], surfaces.size() > 1 ? name : "",
                                             buildHull(surfaces[k].vertices, options), options});
        if (!part.hull || !isDefault) {
            continue;
        }
        if (auto mended = withoutDoubledCorners(surfaces[k].vertices, *part.hull)) {
            warnOfDoubledCorners(*mended, part.name, report);
            part.options.coplanarTolerance = mended->coplanarTolerance;
            part.hull = std::move(mended->hull);
        }
    }
    return parts;
}

/// Finds the notches of all parts that have a hull. If there are no notches, returns the volume of the gaps
/// in the hulls, otherwise 0. Gaps without notches occur between loose parts if every vertex is a vertex of
/// the hull.
double findConcavities(const WeldedMesh& surface, std::vector<Part>& parts) {
    constexpr double kMinNotch = 1e-4;  // fraction of the largest extent; shallower notches are rounding
    constexpr double kMinGaps = 1e-3;   // fraction of the volume of the hulls
    constexpr double kRounding = 1e-6;  // fraction of the volume of the hulls
    const auto count = std::ranges::count_if(parts, [](const Part& part) { return part.hull.has_value(); });
    double hullVolume = 0.0, gaps = 0.0;
    if (surface.topology.isSolid()) {
        for (const Part& part : parts) {
            hullVolume += part.hull ? massProperties(HullView(*part.hull)).volume : 0.0;
        }
        gaps = hullVolume - signedVolume(surface);
        // If the volumes are equal, the hull has no notches: its internal faces are where solids touch each
        // other.
        if (count == 1 && std::abs(gaps) <= kRounding * hullVolume) {
            return 0.0;
        }
    }
    bool hasNotch = false;
    for (Part& part : parts) {
        if (part.hull) {
            // A tolerance moves the faces of the hull by up to twice as much.
            const double ignored = std::max(kMinNotch, 2.0 * double(part.options.coplanarTolerance));
            part.notch = deepestNotch(*part.surface, *part.hull, ignored * part.size());
            hasNotch = hasNotch || part.notch;
        }
    }
    const bool hasGaps =
        surface.topology.isSolid() && gaps < hullVolume && gaps > kMinGaps * hullVolume && !hasNotch;
    return hasGaps ? gaps : 0.0;
}

/// Returns the thickness of the hull: the smallest distance of two parallel planes that enclose it, one of
/// them through a face. Returns `limit` if the thickness is not smaller.
double thickness(const HullView& hull, double limit) {
    double least = limit;
    for (const HullMesh::Face& face : hull.faces) {
        double depth = 0.0;
        for (std::size_t k = 0; k < hull.vertices.size() && depth < least; ++k) {
            depth = std::max(depth, -face.plane.signedDistance(glm::dvec3(hull.vertices[k])));
        }
        least = std::min(least, depth);
    }
    return least;
}

/// Warns about the first part that is a sliver.
void checkThickness(std::span<const Part> parts, NodeReport& report) {
    constexpr double kSliver = 5e-4;             // fraction of the largest extent
    constexpr std::size_t kMaxWork = 4'000'000;  // faces times vertices
    for (const Part& part : parts) {
        if (!part.hull || part.hull->faces.size() * part.hull->vertices.size() > kMaxWork) {
            continue;
        }
        const double limit = kSliver * part.size();
        if (const double least = thickness(*part.hull, limit); least < limit) {
            return warnOfSliver(least, part.size(), part.name, report);
        }
    }
}

/// Returns the primitive that the name requests if it fits, otherwise the hull.
ConvexShape shapeOf(const Part& part, ShapeType wanted, const ImportOptions& options, NodeReport& report) {
    if (wanted != ShapeType::ConvexHull) {
        const std::optional<Fit> fit = wanted == ShapeType::Box      ? fitBox(*part.hull)
                                       : wanted == ShapeType::Sphere ? fitSphere(*part.hull)
                                                                     : fitCapsule(*part.hull);
        if (checkFit(wanted, fit, part.size(), options.fitTolerance, report)) {
            return fit->shape;
        }
    }
    return tagged(ConvexHull::fromMesh(*part.hull), *part.surface);
}

ColliderBodies convexBodies(std::span<const Part> parts, ShapeType wanted, const ImportOptions& options,
                            NodeReport& report) {
    ColliderBodies result;
    for (const Part& part : parts) {
        if (part.hull) {
            report.hullVertices += static_cast<std::uint32_t>(part.hull->vertices.size());
            report.hullFaces += static_cast<std::uint32_t>(part.hull->faces.size());
            result.shapes.push_back({shapeOf(part, wanted, options, report), mainTag(*part.surface)});
            report.volume += massProperties(result.shapes.back().shape).volume;
        }
    }
    return result;
}

/// Decomposes the parts into convex pieces.
ColliderBodies convexPieces(std::span<const Part> parts, const ImportOptions& options, NodeReport& report) {
    ColliderBodies result{.arePieces = true};
    DecompositionOptions wanted = options.pieces;
    for (const Part& part : parts) {
        if (!part.hull) {
            continue;
        }
        wanted.hull = part.options;
        const auto found = decompose(part.surface->vertices, triangles(*part.surface).indices, wanted);
        if (!found) {
            continue;  // canceled: the mesh has a hull, and the options are valid
        }
        NodeReport::Pieces& pieces = report.pieces;
        pieces.count += static_cast<std::uint32_t>(found->pieces.size());
        pieces.concavity = std::max(pieces.concavity, found->concavity());
        pieces.maxUncoveredDistance = std::max(pieces.maxUncoveredDistance, found->maxUncoveredDistance);
        if (!found->reachedTolerance) {
            warnOfPieces(*found, wanted.maxPieces, part.name, report);
        }
        for (const ConvexPiece& piece : found->pieces) {
            report.hullVertices += static_cast<std::uint32_t>(piece.hull.vertices().size());
            report.hullFaces += static_cast<std::uint32_t>(piece.hull.faces().size());
            report.volume += piece.hull.massProperties().volume;
            result.shapes.push_back({taggedPiece(piece.hull, *part.surface), mainTag(*part.surface)});
        }
    }
    return result;
}

ColliderBodies triangleMesh(const WeldedMesh& surface, double metersPerUnit, NodeReport& report) {
    const SurfaceTriangles all = triangles(surface);
    auto mesh = TriangleMesh::fromTriangles(surface.vertices, all.indices, {.tags = all.tags});
    const bool isFarAway = warnOfDistance(surface, report);
    if (!mesh && isFarAway) {
        return {};
    }
    if (!mesh) {
        const bool isFlat = mesh.error().code == MeshError::Code::Empty;
        warn(report, isFlat ? WarningCode::Flat : WarningCode::Skipped,
             isFlat ? "has no face with an area: no surface. Give it one, or delete the node"
                    : "gives no surface: " + mesh.error().message);
        return {};
    }
    checkSize(boxAround(surface.vertices), metersPerUnit, report);
    warnOfSurface(surface, true, report);
    report.triangles += mesh->triangleCount();
    return {.triangleMesh = *std::move(mesh)};
}

}  // namespace

void extend(NodeReport& report, const Aabb& box) {
    const Aabb before{report.minimum, report.maximum};
    const Aabb whole = before.lower == before.upper ? box : join(before, box);
    report.minimum = whole.lower;
    report.maximum = whole.upper;
}

WeldedMesh measuredSurface(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel,
                           const ImportOptions& options, NodeReport& report) {
    WeldedMesh surface = assembleSurface(scene, meshes, toModel);
    report.verticesRead += surface.verticesRead;
    report.facesRead += static_cast<std::uint32_t>(surface.faceCount());
    if (surface.faceCount() == 0) {
        warn(report, WarningCode::Empty, "has no faces: no body. Points and edges alone enclose no volume");
        return {};
    }
    const auto broken =
        std::ranges::find_if_not(surface.vertices, [](const glm::vec3& v) { return isFinite(v); });
    if (broken != surface.vertices.end()) {
        warn(report, WarningCode::NotFinite,
             "has coordinates that are not numbers, first at vertex " +
                 std::to_string(broken - surface.vertices.begin()) + " of " +
                 std::to_string(surface.verticesRead) + ": no body. Export the model again");
        return {};
    }
    weld(surface, options.weldTolerance);
    mendWinding(surface);
    report.verticesWelded += static_cast<std::uint32_t>(surface.vertices.size());
    report.meshVolume += signedVolume(surface);
    extend(report, boxAround(surface.vertices));
    return surface;
}

ColliderBodies buildBodies(const WeldedMesh& surface, const ColliderRequest& request,
                           const ImportOptions& options, NodeReport& report) {
    if (surface.faceCount() == 0) {
        return {};
    }
    if (request.asTriangleMesh) {
        return triangleMesh(surface, request.metersPerUnit, report);
    }
    std::vector<WeldedMesh> components;
    if (request.splitsComponents && surface.topology.isClosed()) {
        components = connectedComponents(surface);
    }
    std::vector<Part> parts =
        partsOf(components.size() > 1 ? std::span<const WeldedMesh>(components) : std::span(&surface, 1),
                options.hull, report);
    const double gaps = findConcavities(surface, parts);
    const auto hasHull = [](const Part& part) { return part.hull.has_value(); };
    const bool isConvex =
        gaps == 0.0 && std::ranges::none_of(parts, [](const Part& part) { return part.notch.has_value(); });
    if (request.nonConvexPolicy == NonConvexPolicy::TriangleMesh &&
        !(isConvex && std::ranges::all_of(parts, hasHull))) {
        return triangleMesh(surface, request.metersPerUnit, report);
    }
    const bool isFarAway = warnOfDistance(surface, report);
    for (const Part& part : parts) {
        if (!part.hull && !isFarAway) {
            warnOfHullError(part.hull.error(), part.surface->vertices.size(), part.name, report);
        }
    }
    if (std::ranges::none_of(parts, hasHull)) {
        return {};
    }
    checkSize(boxAround(surface.vertices), request.metersPerUnit, report);
    warnOfSurface(surface, false, report);
    if (!isConvex && request.nonConvexPolicy == NonConvexPolicy::Decompose) {
        checkThickness(parts, report);
        return convexPieces(parts, options, report);
    }
    for (const Part& part : parts) {
        if (part.notch) {
            warnOfNotch(*part.notch, part.name, report);
        }
    }
    if (gaps > 0.0) {
        warnOfGaps(gaps, report);
    }
    checkThickness(parts, report);
    return convexBodies(parts, request.fit, options, report);
}

namespace {

/// Returns the policy of the options, but a hull instead of a triangle mesh for a dynamic body.
NonConvexPolicy nonConvexPolicy(bool isDynamic, const ImportOptions& options) {
    const bool isImpossible = options.nonConvexPolicy == NonConvexPolicy::TriangleMesh && isDynamic;
    return isImpossible ? NonConvexPolicy::ConvexHull : options.nonConvexPolicy;
}

}  // namespace

ColliderRequest requestByName(const NodeRoleByName& role, double metersPerUnit, bool isDynamic,
                              const ImportOptions& options) {
    const bool isUnnamed = role.source == ColliderSource::None;
    const bool asksForMesh = role.wanted == ShapeType::TriangleMesh;
    ColliderRequest request{.metersPerUnit = metersPerUnit};
    request.asTriangleMesh =
        !isDynamic && (asksForMesh ? options.triangleMeshes : isUnnamed && options.unnamedAsTriangleMeshes);
    request.splitsComponents = isUnnamed ? options.splitUnnamedComponents
                                         : isUnreal(role.source) && role.wanted == ShapeType::ConvexHull &&
                                               options.splitUnrealComponents;
    if (isUnnamed || asksForMesh) {
        request.nonConvexPolicy = nonConvexPolicy(isDynamic, options);
    } else if (options.fitPrimitives) {
        request.fit = role.wanted;
    }
    return request;
}

ColliderRequest requestOfDeclared(bool isHull, double metersPerUnit, bool isDynamic,
                                  const ImportOptions& options) {
    ColliderRequest request{.metersPerUnit = metersPerUnit};
    if (!isHull) {
        request.asTriangleMesh = options.triangleMeshes && !isDynamic;
        request.nonConvexPolicy = nonConvexPolicy(isDynamic, options);
    }
    return request;
}

}  // namespace sat3d::SAT3D_ABI::importing
