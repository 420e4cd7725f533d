#include "narrowphase/sat/convex_sat.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/sat/box_sat.hpp"
#include "narrowphase/sat/face_plane_bounds.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

using FeatureKind = FeaturePair::Kind;

class AxisSearch {
public:
    /// @param barred  unit vector: axes with a positive component along it are skipped; zero skips none
    AxisSearch(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& barred = glm::dvec3(0.0))
        : a_(a), b_(b), barred_(barred), tie_(kTiedAxes * roundingScale(a, b)) {
        best_.separation = -std::numeric_limits<double>::infinity();
        supportsOfA_.fill(a.vertex(0));
        if (FacePlaneBounds::canTake(a, b)) {
            planesOfA_.emplace(a, b);
        } else if (FacePlaneBounds::canTake(b, a)) {
            planesOfB_.emplace(b, a);
        }
    }

    [[nodiscard]] const SeparatingAxis& best() const { return best_; }

    void tryFaces() {
        for (std::uint32_t face = 0; face < a_.faceCount(); ++face) {
            if (planesOfA_ && !isBetter(planesOfA_->mostOverFace(face))) {
                continue;
            }
            const glm::dvec3 normal = a_.faceNormal(face);
            const std::uint32_t vertex = b_.support(-normal);
            const double reach = glm::dot(normal, a_.vertex(a_.faceVertices(face)[0]));
            tryAxis(normal, glm::dot(normal, b_.vertex(vertex)) - reach, {FeatureKind::FaceA, face, vertex});
        }
        for (std::uint32_t face = 0; face < b_.faceCount(); ++face) {
            if (planesOfB_ && !isBetter(planesOfB_->mostOverFace(face))) {
                continue;
            }
            const glm::dvec3 normal = -b_.faceNormal(face);
            const std::uint32_t vertex = a_.support(normal);
            const double reach = glm::dot(normal, b_.vertex(b_.faceVertices(face)[0]));
            tryAxis(normal, reach - glm::dot(normal, a_.vertex(vertex)), {FeatureKind::FaceB, vertex, face});
        }
    }

    void tryEdges() {
        if (planesOfB_) {  // B's edges form the outer loop: their bounds are evaluated once
            forEachEdge(b_, planesOfB_, [&](const glm::dvec3& edgeB) {
                forEachEdge(a_, {},
                            [&](const glm::dvec3& edgeA) { tryPair(edgeA, edgeB, FeatureKind::EdgeEdge); });
            });
            return;
        }
        forEachEdge(a_, planesOfA_, [&](const glm::dvec3& edgeA) {
            forEachEdge(b_, {},
                        [&](const glm::dvec3& edgeB) { tryPair(edgeA, edgeB, FeatureKind::EdgeEdge); });
        });
    }

    /// Tests the axes of the prism behind B: those of its side faces, and those of the edges that start at
    /// B's vertices.
    void tryBehind(const glm::dvec3& front) {
        for (std::uint32_t j = 0; j < b_.edgeDirectionCount(); ++j) {
            tryPair(front, b_.edgeDirection(j), FeatureKind::VertexEdge);
        }
        forEachEdge(a_, planesOfA_,
                    [&](const glm::dvec3& edgeA) { tryPair(edgeA, front, FeatureKind::EdgeVertex); });
    }

    /// Finds an axis for pairs that span no volume. Any direction perpendicular to both shapes is valid.
    void tryAcross() {
        const glm::dvec3 along = a_.edgeDirectionCount() > 0   ? a_.edgeDirection(0)
                                 : b_.edgeDirectionCount() > 0 ? b_.edgeDirection(0)
                                                               : glm::dvec3(0.0, 0.0, 1.0);
        const bool mostlyX = std::abs(along.x) > std::abs(along.y);
        const glm::dvec3 other = mostlyX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
        tryBothDirections(glm::normalize(glm::cross(along, other)), FeatureKind::EdgeEdge);
    }

    /// Finds the features of the best axis. Only this axis needs a search for supporting edges.
    void nameFeatures() {
        auto& [kind, ofA, ofB] = best_.features;
        if (kind == FeatureKind::FaceA || kind == FeatureKind::FaceB) {
            return;
        }
        const bool edgeA = a_.edgeCount() > 0 && kind != FeatureKind::VertexEdge;
        const bool edgeB = b_.edgeCount() > 0 && kind != FeatureKind::EdgeVertex;
        kind = edgeA ? (edgeB ? FeatureKind::EdgeEdge : FeatureKind::EdgeVertex)
                     : (edgeB ? FeatureKind::VertexEdge : FeatureKind::VertexVertex);
        const glm::dvec3& normal = best_.normalAToB;
        ofA = edgeA ? a_.supportingEdge(normal) : a_.support(normal);
        ofB = edgeB ? b_.supportingEdge(-normal) : b_.support(-normal);
    }

private:
    [[nodiscard]] bool isBetter(double separation) const {
        return separation > best_.separation + tie_ || !std::isfinite(best_.separation);
    }

    /// Calls take(direction) for the edge directions of a core. Skips edges that the bounds from its face
    /// planes rule out.
    template <class Take>
    void forEachEdge(const ConvexProxy& core, const std::optional<FacePlaneBounds>& planes,
                     const Take& take) {
        if (!planes) {
            for (std::uint32_t i = 0; i < core.edgeDirectionCount(); ++i) {
                take(core.edgeDirection(i));
            }
            return;
        }
        for (std::uint32_t i = 0; i < core.edgeCount(); ++i) {
            if (!planes->noneIsBetter(i, best_.separation)) {
                take(core.hullEdgeDirection(i));
            }
        }
    }

    void tryPair(const glm::dvec3& edgeA, const glm::dvec3& edgeB, FeatureKind kind) {
        const glm::dvec3 across = glm::cross(edgeA, edgeB);
        const double sine = glm::length(across);
        if (sine > kParallelEdges) {
            tryBothDirections(across / sine, kind);
        }
    }

    void tryAxis(const glm::dvec3& normalAToB, double separation, const FeaturePair& features) {
        if (glm::dot(normalAToB, barred_) > kAlongPlane) {
            return;
        }
        // A point is never behind both sides of a triangle, however little it is in front of one.
        const bool isOtherWay = (a_.isPoint() || b_.isPoint()) && separation > best_.separation &&
                                normalAToB == -best_.normalAToB;
        if (isBetter(separation) || isOtherWay) {
            best_.separation = separation;
            best_.normalAToB = normalAToB;
            best_.features = features;
        }
    }

    void tryBothDirections(const glm::dvec3& normal, FeatureKind kind) {
        tryDirection(normal, kind);
        tryDirection(-normal, kind);
    }

    /// First tests A's latest support vertices. They bound A's support from below, which usually rules out
    /// the axis without a support query.
    void tryDirection(const glm::dvec3& normal, FeatureKind kind) {
        const double reachB = -glm::dot(-normal, b_.vertex(b_.support(-normal)));
        for (const glm::dvec3& vertex : supportsOfA_) {
            if (reachB - glm::dot(normal, vertex) <= best_.separation + tie_) {
                return;
            }
        }
        const glm::dvec3 vertex = a_.vertex(a_.support(normal));
        supportsOfA_[next_++ % supportsOfA_.size()] = vertex;
        tryAxis(normal, reachB - glm::dot(normal, vertex), {kind, 0, 0});
    }

    const ConvexProxy &a_, &b_;
    std::optional<FacePlaneBounds> planesOfA_, planesOfB_;
    glm::dvec3 barred_;
    double tie_;
    std::array<glm::dvec3, 6> supportsOfA_;
    std::size_t next_ = 0;
    SeparatingAxis best_;
};

}  // namespace

SeparatingAxis convexSat(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept {
    if (a.isBox() && b.isBox()) {
        return boxSat(a, b, limit);
    }
    if (a.isBox() && b.isTriangle()) {
        return boxTriangleSat(a, b, limit);
    }
    AxisSearch search(a, b);
    search.tryFaces();
    search.tryEdges();
    if (!std::isfinite(search.best().separation)) {
        search.tryAcross();
    }
    search.nameFeatures();
    return search.best();
}

SeparatingAxis convexSatInFront(const ConvexProxy& a, const ConvexProxy& triangle) noexcept {
    const glm::dvec3 front = triangle.faceNormal(0);
    AxisSearch search(a, triangle, front);
    search.tryFaces();
    search.tryEdges();
    search.tryBehind(front);
    search.nameFeatures();
    return search.best();
}

}  // namespace sat3d::SAT3D_ABI
