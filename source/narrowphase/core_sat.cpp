#include "narrowphase/core_sat.hpp"

#include "narrowphase/box_axes.hpp"
#include "narrowphase/core_distance.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Kind = FeaturePair::Kind;

class AxisSearch {
public:
    AxisSearch(const CoreShape& a, const CoreShape& b) : a_(a), b_(b), tie_(kTiedAxes * sizeOf(a, b)) {
        best_.separation = -std::numeric_limits<double>::infinity();
    }

    [[nodiscard]] const CoreAxis& best() const { return best_; }

    void tryFaces() {
        for (std::uint32_t face = 0; face < a_.faceCount(); ++face) {
            const glm::dvec3 normal = a_.faceNormal(face);
            const std::uint32_t vertex = b_.support(-normal);
            const double reach = glm::dot(normal, a_.vertex(a_.faceVertices(face)[0]));
            tryAxis(normal, glm::dot(normal, b_.vertex(vertex)) - reach, {Kind::FaceOfA, face, vertex});
        }
        for (std::uint32_t face = 0; face < b_.faceCount(); ++face) {
            const glm::dvec3 normal = -b_.faceNormal(face);
            const std::uint32_t vertex = a_.support(normal);
            const double reach = glm::dot(normal, b_.vertex(b_.faceVertices(face)[0]));
            tryAxis(normal, reach - glm::dot(normal, a_.vertex(vertex)), {Kind::FaceOfB, vertex, face});
        }
    }

    void tryEdges() {
        for (std::uint32_t i = 0; i < a_.edgeDirectionCount(); ++i) {
            for (std::uint32_t j = 0; j < b_.edgeDirectionCount(); ++j) {
                const glm::dvec3 across = glm::cross(a_.edgeDirection(i), b_.edgeDirection(j));
                const double sine = glm::length(across);
                if (sine > kParallelEdges) {
                    tryBothWays(across / sine);
                }
            }
        }
    }

    /// Pairs that span no volume: any direction across both will do.
    void tryAcross() {
        const glm::dvec3 along = a_.edgeDirectionCount() > 0   ? a_.edgeDirection(0)
                                 : b_.edgeDirectionCount() > 0 ? b_.edgeDirection(0)
                                                               : glm::dvec3(0.0, 0.0, 1.0);
        const bool mostlyX = std::abs(along.x) > std::abs(along.y);
        const glm::dvec3 other = mostlyX ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
        tryBothWays(glm::normalize(glm::cross(along, other)));
    }

    /// Edges are looked for once, for the winner.
    void nameEdges() {
        if (best_.features.kind == Kind::Edges) {
            const bool edgeA = a_.edgeCount() > 0, edgeB = b_.edgeCount() > 0;
            best_.features.kind = edgeA ? (edgeB ? Kind::Edges : Kind::EdgeAndVertex)
                                        : (edgeB ? Kind::VertexAndEdge : Kind::Vertices);
            best_.features.a = edgeA ? a_.supportingEdge(best_.normalAToB) : 0;
            best_.features.b = edgeB ? b_.supportingEdge(-best_.normalAToB) : 0;
        }
    }

private:
    void tryAxis(const glm::dvec3& normalAToB, double separation, const FeaturePair& features) {
        if (separation > best_.separation + tie_ || !std::isfinite(best_.separation)) {
            best_ = {separation, normalAToB, features};
        }
    }

    void tryBothWays(const glm::dvec3& normal) {
        const auto reach = [](const CoreShape& core, const glm::dvec3& direction) {
            return glm::dot(direction, core.vertex(core.support(direction)));
        };
        tryAxis(normal, -reach(b_, -normal) - reach(a_, normal), {Kind::Edges, 0, 0});
        tryAxis(-normal, -reach(b_, normal) - reach(a_, -normal), {Kind::Edges, 0, 0});
    }

    const CoreShape &a_, &b_;
    double tie_;
    CoreAxis best_;
};

}  // namespace

CoreAxis coreSat(const CoreShape& a, const CoreShape& b, double limit) noexcept {
    if (a.isBox() && b.isBox()) {
        return boxAxes(a, b, limit);
    }
    AxisSearch search(a, b);
    search.tryFaces();
    search.tryEdges();
    if (!std::isfinite(search.best().separation)) {
        search.tryAcross();
    }
    search.nameEdges();
    return search.best();
}

}  // namespace sat3d::inline SAT3D_ABI
