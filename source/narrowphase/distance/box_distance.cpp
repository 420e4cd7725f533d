#include "narrowphase/distance/box_distance.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/sat/box_sat.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Vertices of the feature of A that holds a point: one vertex, or the two ends of an edge.
struct EdgeVertices {
    std::array<std::uint32_t, 2> indices;
    std::uint32_t count;
};

/// The distance of a point from a box, by clamping. The simplex consists of vertices of the box's closest
/// feature.
GjkResult pointAndBox(const glm::dvec3& point, const EdgeVertices& vertices, const ConvexProxy& box,
                      double touching) {
    const glm::dvec3 inBox = glm::transpose(box.axes()) * (point - box.center());
    const NearestOnBox nearest(inBox, box.halfExtents());
    GjkResult result;
    const glm::dvec3 apart = box.axes() * (nearest.point - inBox);
    const double distance = glm::length(apart);
    if (!(distance > touching)) {
        return result;
    }
    result.distance = distance;
    result.normalAToB = apart / distance;
    result.onA = point;
    result.onB = point + apart;
    std::array<std::uint32_t, 3> onBox{};  // the point is outside, so at most two axes are free
    onBox[0] = nearest.vertex;
    std::uint32_t count = 1;
    for (std::uint32_t bit = 1; bit <= 4; bit *= 2) {
        if ((nearest.freeAxes & bit) != 0 && count < onBox.size()) {
            onBox[count++] = nearest.vertex | bit;
        }
    }
    result.simplex.count = std::max(vertices.count, count);
    for (std::uint32_t i = 0; i < result.simplex.count; ++i) {
        result.simplex.pairs[i] = {vertices.indices[i % vertices.count], onBox[std::min(i, count - 1)]};
    }
    return result;
}

GjkResult flipped(const GjkResult& distance) {
    GjkResult result = distance;
    result.normalAToB = -result.normalAToB;
    std::swap(result.onA, result.onB);
    for (auto& [onA, onB] : result.simplex.pairs) {
        std::swap(onA, onB);
    }
    return result;
}

/// Half the derivative of the squared distance between a box and a point that moves along a segment, in the
/// box's axes. The squared distance is convex, and quadratic between the face planes that the segment
/// crosses.
class Slope {
public:
    Slope(const glm::dvec3& start, const glm::dvec3& along, const glm::dvec3& half)
        : start_{start.x, start.y, start.z},
          along_{along.x, along.y, along.z},
          half_{half.x, half.y, half.z} {}

    [[nodiscard]] double at(double share) const {
        double slope = 0.0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double place = start_[i] + share * along_[i];
            slope += (place - std::clamp(place, -half_[i], half_[i])) * along_[i];
        }
        return slope;
    }

    /// The parameter at which the derivative crosses zero, clamped to 0 .. 1.
    [[nodiscard]] double root() const {
        Bracket bracket{0.0, 1.0, at(0.0), at(1.0)};
        if (bracket.slopeAtLow >= 0.0) {
            return 0.0;
        }
        if (bracket.slopeAtHigh <= 0.0) {
            return 1.0;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            narrow(bracket, (half_[i] - start_[i]) / along_[i]);
            narrow(bracket, (-half_[i] - start_[i]) / along_[i]);
        }
        const double share = bracket.slopeAtLow / (bracket.slopeAtLow - bracket.slopeAtHigh);
        return bracket.low + share * (bracket.high - bracket.low);
    }

private:
    struct Bracket {
        double low, high, slopeAtLow, slopeAtHigh;
    };

    /// Narrows the bracket at the crossing of a face plane. Between two crossings, the slope is linear.
    void narrow(Bracket& bracket, double crossing) const {
        if (crossing > bracket.low && crossing < bracket.high) {
            const double slope = at(crossing);
            (slope < 0.0 ? bracket.low : bracket.high) = crossing;
            (slope < 0.0 ? bracket.slopeAtLow : bracket.slopeAtHigh) = slope;
        }
    }

    std::array<double, 3> start_, along_, half_;
};

/// Returns the closest points of two edges, or a distance of 0 if they do not lie in the interior of both
/// edges.
GjkResult edgeAndEdge(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& edges) {
    const ConvexProxy::Edge edgeA = a.edge(edges.a), edgeB = b.edge(edges.b);
    const glm::dvec3 startA = a.vertex(edgeA.from), alongA = a.vertex(edgeA.to) - startA;
    const glm::dvec3 startB = b.vertex(edgeB.from), alongB = b.vertex(edgeB.to) - startB;
    const glm::dvec3 between = startB - startA;
    const double squaredA = glm::dot(alongA, alongA), squaredB = glm::dot(alongB, alongB);
    const double both = glm::dot(alongA, alongB), determinant = squaredA * squaredB - both * both;
    const double fromA = glm::dot(alongA, between), fromB = glm::dot(alongB, between);
    const double shareA = (fromA * squaredB - both * fromB) / determinant;
    const double shareB = (fromA * both - squaredA * fromB) / determinant;
    GjkResult result;
    if (shareA > 0.0 && shareA < 1.0 && shareB > 0.0 && shareB < 1.0) {
        result.onA = startA + shareA * alongA;
        result.onB = startB + shareB * alongB;
        result.distance = glm::length(result.onB - result.onA);
        result.normalAToB = (result.onB - result.onA) / result.distance;
        result.simplex.count = 2;
        result.simplex.pairs[0] = {edgeA.from, edgeB.from};
        result.simplex.pairs[1] = {edgeA.to, edgeB.to};
    }
    return result;
}

/// Returns the closest points of the features of an axis. Other features of the boxes may be closer.
GjkResult candidate(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features,
                    double touching) {
    switch (features.kind) {
        case FeaturePair::Kind::FaceA:
            return flipped(pointAndBox(b.vertex(features.b), {{features.b}, 1}, a, touching));
        case FeaturePair::Kind::FaceB:
            return pointAndBox(a.vertex(features.a), {{features.a}, 1}, b, touching);
        case FeaturePair::Kind::EdgeEdge:
            return edgeAndEdge(a, b, features);
        default:
            return {};
    }
}

}  // namespace

GjkResult segmentAndBox(const ConvexProxy& segment, const ConvexProxy& box, double touching) noexcept {
    const glm::dvec3 start = segment.vertex(0);
    if (segment.isPoint()) {
        return pointAndBox(start, {{0}, 1}, box, touching);
    }
    const glm::dvec3 along = segment.vertex(1) - start;
    const glm::dmat3 toBox = glm::transpose(box.axes());
    const double share = Slope(toBox * (start - box.center()), toBox * along, box.halfExtents()).root();
    const EdgeVertices vertices =
        share > 0.0 && share < 1.0 ? EdgeVertices{{0, 1}, 2} : EdgeVertices{{share > 0.0 ? 1u : 0u}, 1};
    return pointAndBox(share < 1.0 ? start + share * along : segment.vertex(1), vertices, box, touching);
}

std::optional<GjkResult> boxDistance(const ConvexProxy& a, const ConvexProxy& b,
                                     const SeparatingAxis& axis) noexcept {
    const double scale = roundingScale(a, b), provable = kProof * scale;
    const GjkResult found = candidate(a, b, axis.features, kTouchingCores * scale);
    if (!(found.distance > kTouchingCores * scale)) {
        return std::nullopt;
    }
    const auto isProven = [&] {
        const glm::dvec3& n = found.normalAToB;
        const double gap = glm::dot(n, b.center() - a.center()) - halfWidth(a, n) - halfWidth(b, n);
        return found.distance - gap <= provable;
    };
    return found.distance - axis.separation <= provable || isProven() ? std::optional(found) : std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
