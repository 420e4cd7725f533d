#include "import/report/mesh_warnings.hpp"

#include "core/format_numbers.hpp"

#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
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

}  // namespace

void warn(NodeReport& report, WarningCode code, std::string message) {
    report.warnings.push_back({code, std::move(message)});
}

void warnOfSurface(const WeldedMesh& surface, const EdgeTopology& topology, bool asTriangleMesh,
                   NodeReport& report) {
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
                 ": some are inside out. Recalculate the normals");
    }
    if (surface.facesAgainstNormals > 0 && !asTriangleMesh) {
        warn(report, WarningCode::NormalsDisagree,
             formatCount(surface.facesAgainstNormals, "face", "faces") + " of " +
                 std::to_string(surface.facesWithNormals) +
                 " with normals are wound against them; the winding counts here. Recalculate the normals, or "
                 "flip those faces");
    }
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

void warnOfTooFewPieces(std::uint32_t maxPieces, double concavity, const std::string& part,
                        NodeReport& report) {
    warn(report, WarningCode::NotConvex,
         part + "is not convex, and " + formatCount(maxPieces, "piece does", "pieces do") +
             " not suffice: the mesh lies up to " + formatNumber(concavity) +
             " m inside one. Allow more pieces (--max-pieces), or more depth (--tolerance)");
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

}  // namespace sat3d::inline SAT3D_ABI::importing
