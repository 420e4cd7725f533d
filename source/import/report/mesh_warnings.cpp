#include "import/report/mesh_warnings.hpp"

#include "core/format_numbers.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using WarningCode = NodeReport::Warning::Code;

constexpr const char* kRemedyOfNotches =
    "Split the mesh into convex parts, or ask for pieces (nonConvexPolicy, --pieces)";

/// Returns why a primitive does not fit, or "" if it fits.
std::string misfit(ShapeType wanted, const std::string& name, const std::optional<Fit>& fit, double size,
                   double tolerance) {
    if (!fit) {
        return ": none comes near it";
    }
    if (fit->error > tolerance * size) {
        const std::string distance =
            formatNumber(fit->error) + " m (" + formatNumber(100.0 * fit->error / size) + " % of its size)";
        return wanted == ShapeType::Box
                   ? ": the best box reaches " + distance + " beyond it at " + formatPoint(fit->place)
                   : ": a vertex lies " + distance + " below the surface of the best " + name + ", at " +
                         formatPoint(fit->place);
    }
    if (fit->roundness < kMinRoundness) {
        return ": its faces are too few, the best " + name + " bulges out by " +
               formatNumber(100.0 * (1.0 - fit->roundness)) + " % of its radius";
    }
    return {};
}

/// Returns the resolution of floats at the farthest coordinate, meters.
double resolutionAt(const Aabb& box) {
    double farthest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        farthest = std::max({farthest, std::abs(static_cast<double>(box.lower[axis])),
                             std::abs(static_cast<double>(box.upper[axis]))});
    }
    return 0x1p-23 * farthest;
}

}  // namespace

void warn(NodeReport& report, WarningCode code, std::string message) {
    report.warnings.push_back({code, std::move(message)});
}

void warnOfSurface(const WeldedMesh& surface, bool asTriangleMesh, NodeReport& report) {
    const EdgeTopology& topology = surface.topology;
    if (topology.facesWithoutArea > 0) {
        warn(report, WarningCode::Degenerate,
             formatCount(topology.facesWithoutArea, "face has", "faces have") + " no area, of " +
                 std::to_string(surface.faceCount()) + "; harmless here, but worth removing");
    }
    if (!topology.isClosed() && !asTriangleMesh) {
        warn(report, WarningCode::Open,
             "the surface is open at " + formatCount(topology.openEdges, "edge", "edges") +
                 ", the longest at " + formatPoint(topology.openEdgeMiddle) +
                 "; the body is closed all the same. Fill the hole");
    }
    const double volume = topology.isSolid() ? signedVolume(surface) : 0.0;
    if (volume < 0.0) {
        warn(report, WarningCode::Inverted,
             "is inside out (its volume is " + formatNumber(volume) +
                 (asTriangleMesh ? " m3): it collides on both sides, but has no inside. Flip the normals"
                                 : " m3); the body is not. Flip the normals"));
    } else if (topology.clashingEdges > 0 && !asTriangleMesh) {
        warn(report, WarningCode::Inverted,
             "neighboring faces are wound against each other along " +
                 formatCount(topology.clashingEdges, "edge", "edges") +
                 ", and no winding fits all of them: more than two faces meet there, or the surface has one "
                 "side. "
                 "Delete inner faces, then recalculate the normals");
    }
    if (surface.turnedFaces > 0 && !asTriangleMesh) {
        warn(report, WarningCode::Inverted,
             formatCount(surface.turnedFaces, "face was", "faces were") + " inside out, of " +
                 std::to_string(surface.faceCount()) +
                 "; turned here, so the body is right. Recalculate the normals");
    }
    if (surface.facesAgainstNormals > 0 && !asTriangleMesh) {
        warn(report, WarningCode::NormalsDisagree,
             formatCount(surface.facesAgainstNormals, "face", "faces") + " of " +
                 std::to_string(surface.facesWithNormals) +
                 " with normals are wound against them; the winding counts here. Recalculate the normals, or "
                 "flip those faces");
    }
}

bool warnOfDistance(const WeldedMesh& surface, NodeReport& report) {
    constexpr double kBlurred = 1e-3;  // fraction of the largest extent
    constexpr double kVisible = 1e-4;  // meters: a mesh without an extent may lie near the origin
    const Aabb box = boxAround(surface.vertices);
    const double resolution = resolutionAt(box), size = largestExtent(box);
    if (resolution <= std::max(kBlurred * size, kVisible)) {
        return false;
    }
    const double distance = glm::length(0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper)));
    warn(report, WarningCode::FarAway,
         "lies " + formatNumber(distance) + " m from the origin, where numbers are " +
             formatNumber(resolution) +
             " m apart: its shape is blurred or lost. Move it to the origin, "
             "and place it in the game");
    return true;
}

void warnOfDoubledCorners(const MendedHull& hull, const std::string& part, NodeReport& report) {
    const auto tolerance = static_cast<double>(hull.coplanarTolerance);
    warn(report, WarningCode::DoubledCorners,
         part + "has corners twice, up to " + formatNumber(hull.apart) +
             " m apart, which splits its faces: the body is built with coplanarTolerance = " +
             formatNumber(tolerance) + ", and lies up to " + formatNumber(2.0 * hull.apart) +
             " m beside them. Merge the vertices by distance, or set hull.coplanarTolerance");
}

void warnOfHullError(const HullError& error, std::size_t vertices, const std::string& part,
                     NodeReport& report) {
    using ErrorCode = HullError::Code;
    if (error.code < ErrorCode::Coincident || error.code > ErrorCode::Coplanar) {
        return warn(report, WarningCode::Skipped, part + "gives no body: " + error.message);
    }
    const bool isLine = vertices == 2 || error.code == ErrorCode::Collinear;
    warn(report, WarningCode::Flat,
         part + "is " +
             (vertices == 1 ? "a single point"
              : isLine      ? "a straight line"
                            : "flat") +
             ", which is no body. Give it a thickness, end its name with -col for a triangle mesh, or delete "
             "the node");
}

void warnOfNotch(const Notch& notch, const std::string& part, NodeReport& report) {
    warn(report, WarningCode::NotConvex,
         part + "is not convex: the mesh lies " + (notch.isComplete ? "" : "at least ") +
             formatNumber(notch.depth) + " m inside the body at " + formatPoint(notch.place) +
             "; the body fills the notch. " + kRemedyOfNotches);
}

void warnOfGaps(double volume, NodeReport& report) {
    warn(report, WarningCode::NotConvex,
         "is not convex: the body fills " + formatNumber(volume) + " m3 between parts of the mesh. " +
             kRemedyOfNotches);
}

void warnOfPieces(const Decomposition& found, std::uint32_t maxPieces, const std::string& part,
                  NodeReport& report) {
    const std::string depth = "the mesh lies up to " + formatNumber(found.concavity()) + " m inside one. ";
    if (found.ranOutOfPieces) {
        const bool isOne = found.pieces.size() == 1;
        return warn(report, WarningCode::NotConvex,
                    part + "is not convex, and " + formatCount(found.pieces.size(), "piece", "pieces") +
                        ", of at most " + std::to_string(maxPieces) + (isOne ? ", does" : ", do") +
                        " not suffice: " + depth +
                        "Allow more pieces (--max-pieces), or more depth (--tolerance)");
    }
    const std::string mending = found.unpairedEdges > 0
                                    ? "Mend its surface, which is not closed at " +
                                          formatCount(found.unpairedEdges, "edge", "edges") + ", or allow"
                                    : "Allow";
    warn(report, WarningCode::NotConvex,
         part + "is not convex, and no cut brings its " +
             formatCount(found.pieces.size(), "piece", "pieces") + " closer: " + depth + mending +
             " more depth (--tolerance)");
}

void warnOfSliver(double thickness, double size, const std::string& part, NodeReport& report) {
    warn(
        report, WarningCode::Thin,
        part + "is only " + formatNumber(thickness) + " m thick and " + formatNumber(size) +
            " m long: contacts on such a sliver are unreliable. Give it a thickness, or delete it if it is a "
            "remnant");
}

bool checkFit(ShapeType wanted, const std::optional<Fit>& fit, double size, double tolerance,
              NodeReport& report) {
    const std::string name = wanted == ShapeType::Box      ? "box"
                             : wanted == ShapeType::Sphere ? "sphere"
                                                           : "capsule";
    const std::string why = misfit(wanted, name, fit, size, tolerance);
    if (!why.empty()) {
        warn(report, WarningCode::PrimitiveFitFailed,
             "is not a " + name + why + "; the body is its convex hull. Move, turn and scale the " + name +
                 " as a whole only, or write UCX_");
    }
    return why.empty();
}

}  // namespace sat3d::SAT3D_ABI::importing
