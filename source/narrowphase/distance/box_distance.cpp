#include "narrowphase/distance/box_distance.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/sat/box_sat.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// What a point of A lies between: one corner, or the two ends of an edge.
struct EdgeCorners {
    std::array<std::uint32_t, 2> indices;
    std::uint32_t count;
};

/// From a point to the nearest of a box, by clamping: the simplex is of corners of the face, edge or vertex
/// it lies on.
CoreDistance pointAndBox(const glm::dvec3& point, const EdgeCorners& corners, const CoreShape& box,
                         double touching) {
    const glm::dvec3 inBox = glm::transpose(box.axes()) * (point - box.center());
    const NearestOnBox nearest(inBox, box.halfExtents());
    CoreDistance result;
    const glm::dvec3 apart = box.axes() * (nearest.point - inBox);
    const double distance = glm::length(apart);
    if (!(distance > touching)) {
        return result;
    }
    result.distance = distance;
    result.normalAToB = apart / distance;
    result.onA = point;
    result.onB = point + apart;
    std::array<std::uint32_t, 3> onBox{};  // two axes are free at most, and a point is not inside
    onBox[0] = nearest.corner;
    std::uint32_t count = 1;
    for (std::uint32_t bit = 1; bit <= 4; bit *= 2) {
        if ((nearest.freeAxes & bit) != 0 && count < onBox.size()) {
            onBox[count++] = nearest.corner | bit;
        }
    }
    result.simplex.count = std::max(corners.count, count);
    for (std::uint32_t i = 0; i < result.simplex.count; ++i) {
        result.simplex.pairs[i] = {corners.indices[i % corners.count], onBox[std::min(i, count - 1)]};
    }
    return result;
}

CoreDistance turnedRound(const CoreDistance& distance) {
    CoreDistance turned = distance;
    turned.normalAToB = -turned.normalAToB;
    std::swap(turned.onA, turned.onB);
    for (auto& [onA, onB] : turned.simplex.pairs) {
        std::swap(onA, onB);
    }
    return turned;
}

/// Along a segment, in a box's axes. The squared distance to the box is convex, and quadratic from each plane
/// of a face that the segment crosses to the next; this is half its derivative.
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

    /// The share where it crosses zero: 0 or 1 where it does not.
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

    /// Between two crossings the slope is a straight line.
    void narrow(Bracket& bracket, double crossing) const {
        if (crossing > bracket.low && crossing < bracket.high) {
            const double slope = at(crossing);
            (slope < 0.0 ? bracket.low : bracket.high) = crossing;
            (slope < 0.0 ? bracket.slopeAtLow : bracket.slopeAtHigh) = slope;
        }
    }

    std::array<double, 3> start_, along_, half_;
};

/// Nearest points of the edges that an axis lies across, if within both; else nothing.
CoreDistance edgeAndEdge(const CoreShape& a, const CoreShape& b, const FeaturePair& edges) {
    const CoreShape::Edge edgeA = a.edge(edges.a), edgeB = b.edge(edges.b);
    const glm::dvec3 startA = a.vertex(edgeA.from), alongA = a.vertex(edgeA.to) - startA;
    const glm::dvec3 startB = b.vertex(edgeB.from), alongB = b.vertex(edgeB.to) - startB;
    const glm::dvec3 between = startB - startA;
    const double squaredA = glm::dot(alongA, alongA), squaredB = glm::dot(alongB, alongB);
    const double both = glm::dot(alongA, alongB), determinant = squaredA * squaredB - both * both;
    const double fromA = glm::dot(alongA, between), fromB = glm::dot(alongB, between);
    const double shareA = (fromA * squaredB - both * fromB) / determinant;
    const double shareB = (fromA * both - squaredA * fromB) / determinant;
    CoreDistance result;
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

/// The points that the features of an axis lead to: not always the nearest.
CoreDistance candidate(const CoreShape& a, const CoreShape& b, const FeaturePair& features, double touching) {
    switch (features.kind) {
        case FeaturePair::Kind::FaceOfA:
            return turnedRound(pointAndBox(b.vertex(features.b), {{features.b}, 1}, a, touching));
        case FeaturePair::Kind::FaceOfB:
            return pointAndBox(a.vertex(features.a), {{features.a}, 1}, b, touching);
        case FeaturePair::Kind::Edges:
            return edgeAndEdge(a, b, features);
        default:
            return {};
    }
}

}  // namespace

CoreDistance segmentAndBox(const CoreShape& segment, const CoreShape& box, double touching) noexcept {
    const glm::dvec3 start = segment.vertex(0);
    if (segment.isPoint()) {
        return pointAndBox(start, {{0}, 1}, box, touching);
    }
    const glm::dvec3 along = segment.vertex(1) - start;
    const glm::dmat3 toBox = glm::transpose(box.axes());
    const double share = Slope(toBox * (start - box.center()), toBox * along, box.halfExtents()).root();
    const EdgeCorners corners =
        share > 0.0 && share < 1.0 ? EdgeCorners{{0, 1}, 2} : EdgeCorners{{share > 0.0 ? 1u : 0u}, 1};
    return pointAndBox(share < 1.0 ? start + share * along : segment.vertex(1), corners, box, touching);
}

std::optional<CoreDistance> boxDistance(const CoreShape& a, const CoreShape& b,
                                        const CoreAxis& axis) noexcept {
    const double size = roundingScale(a, b), provable = kProof * size;
    const CoreDistance found = candidate(a, b, axis.features, kTouchingCores * size);
    if (!(found.distance > kTouchingCores * size)) {
        return std::nullopt;
    }
    const auto isProven = [&] {
        const glm::dvec3& n = found.normalAToB;
        const double gap = glm::dot(n, b.center() - a.center()) - halfWidth(a, n) - halfWidth(b, n);
        return found.distance - gap <= provable;
    };
    return found.distance - axis.separation <= provable || isProven() ? std::optional(found) : std::nullopt;
}

}  // namespace sat3d::inline SAT3D_ABI
