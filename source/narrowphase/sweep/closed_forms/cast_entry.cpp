#include "narrowphase/sweep/closed_forms/cast_entry.hpp"

#include "math/componentwise.hpp"
#include "narrowphase/ray/ray_capsule.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

using Corners = std::array<glm::dvec3, 3>;

constexpr double kNever = std::numeric_limits<double>::infinity();

/// The axis after another one, without the multiplications of a remainder.
constexpr int nextAxis(int index) {
    return index == 2 ? 0 : index + 1;
}

/// An axis that separates two shapes: an axis of a box, the normal of the triangle, or the cross product of
/// an axis or edge of each.
struct Separator {
    enum class Kind : std::uint8_t { None, FaceOfA, FaceOfB, Edges };
    Kind kind = Kind::None;
    int ofA = 0, ofB = 0;
};

/// The times at which no axis separates two shapes, of which A moves.
class OverlapTimes {
public:
    /// Restricts the times to those at which the extents along an axis overlap.
    /// @param reach        half the extent of A, which is centered at 0
    /// @param speed        of A along the axis
    /// @param lower,upper  the extent of B
    /// @return whether there may be times left
    bool meets(double reach, double speed, double lower, double upper, const Separator& axis) {
        const double before = enter_;
        const bool mayMeet = isBeyond(lower - reach, speed) && isBeyond(-(upper + reach), -speed);
        if (enter_ > before) {
            last_ = axis;
        }
        return mayMeet && enter_ <= leave_;
    }
    [[nodiscard]] double entry() const { return enter_; }
    /// The axis that separates the shapes until the entry.
    [[nodiscard]] const Separator& last() const { return last_; }

private:
    /// Restricts the times to those at which a coordinate, which begins at 0, is at least a bound.
    bool isBeyond(double bound, double speed) {
        if (bound > 0.0) {
            enter_ = std::max(enter_, bound / speed);
            return speed > bound;
        }
        leave_ = speed < bound ? std::min(leave_, bound / speed) : leave_;
        return true;
    }

    double enter_ = 0.0, leave_ = 1.0;
    Separator last_;
};

glm::dvec3 areaNormalOf(const Corners& corners) {
    return glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
}

/// A ball against the triangle grown by its radius: a prism, and a capsule around each edge.
double entryOfBall(const glm::dvec3& center, double radius, const Corners& corners,
                   const glm::dvec3& displacement) {
    const glm::dvec3 normal = areaNormalOf(corners);
    const double area = glm::length(normal);
    if (!(area > 0.0)) {
        return 0.0;
    }
    const double height = glm::dot(normal, center - corners[0]), reach = radius * area;
    const double fall = height >= 0.0 ? -glm::dot(normal, displacement) : glm::dot(normal, displacement);
    const double atPlane = std::abs(height) > reach ? (std::abs(height) - reach) / fall : 0.0;
    if (!(atPlane >= 0.0 && atPlane <= 1.0)) {
        return kNever;
    }
    const glm::dvec3 onPath = center + atPlane * displacement, atEnd = center + displacement;
    std::array<bool, 3> isOutside{};  // of an edge, at the plane or later: only such edges can be touched
    bool isOverFace = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3& from = corners[i];
        const glm::dvec3 outward = glm::cross(corners[(i + 1) % 3] - from, normal);
        const double beyond = glm::dot(outward, onPath - from), beyondAtEnd = glm::dot(outward, atEnd - from);
        const double nearest = std::min(beyond, beyondAtEnd);
        if (nearest > 0.0 && nearest * nearest > radius * radius * glm::dot(outward, outward)) {
            return kNever;
        }
        isOutside[i] = beyond > 0.0 || beyondAtEnd > 0.0;
        isOverFace = isOverFace && beyond <= 0.0;
    }
    if (isOverFace) {
        return atPlane;
    }
    double first = kNever;
    const Line line{center, displacement};
    for (std::size_t i = 0; i < 3; ++i) {
        if (!isOutside[i]) {
            continue;
        }
        const RayInterval inside = throughCapsule(line, corners[i], corners[(i + 1) % 3], radius);
        if (!inside.isEmpty() && inside.exit.t >= 0.0 && inside.entry.t <= 1.0) {
            first = std::min(first, std::max(inside.entry.t, 0.0));
        }
    }
    return first;
}

/// The axes of a box and a triangle, in the frame of the box, whose center is the origin.
/// @param last  receives the axis that separates them until the entry
double entryOfBox(const glm::dvec3& half, const Corners& corners, const glm::dvec3& displacement, double gap,
                  Separator& last) {
    using Kind = Separator::Kind;
    const auto& [a, b, c] = corners;
    OverlapTimes times;
    const glm::dvec3 lower = minOf(minOf(a, b), c), upper = maxOf(maxOf(a, b), c);
    for (int axis = 0; axis < 3; ++axis) {
        if (!times.meets(half[axis] + gap, displacement[axis], lower[axis], upper[axis],
                         {Kind::FaceOfA, axis, 0})) {
            return kNever;
        }
    }
    const glm::dvec3 normal = areaNormalOf(corners);
    const double height = glm::dot(normal, a);
    if (!times.meets(glm::dot(absOf(normal), half) + gap * glm::length(normal),
                     glm::dot(normal, displacement), height, height, {Kind::FaceOfB, 0, 0})) {
        return kNever;
    }
    // The cross products of the axes of the box and the edges of the triangle, which span the same extent at
    // both ends of an edge.
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 edge = corners[(i + 1) % 3] - corners[i], opposite = corners[(i + 2) % 3];
        for (int axis = 0; axis < 3; ++axis) {
            const int u = nextAxis(axis), v = nextAxis(u);
            const double alongU = -edge[v], alongV = edge[u];
            const double ofEdge = alongU * corners[i][u] + alongV * corners[i][v],
                         ofOpposite = alongU * opposite[u] + alongV * opposite[v];
            const double size = std::abs(alongU) + std::abs(alongV);
            // The gap is measured along an axis of about this length.
            const double reach = half[u] * std::abs(alongU) + half[v] * std::abs(alongV) + gap * size;
            if (!times.meets(reach, alongU * displacement[u] + alongV * displacement[v],
                             std::min(ofEdge, ofOpposite), std::max(ofEdge, ofOpposite),
                             {Kind::Edges, axis, static_cast<int>(i)})) {
                return kNever;
            }
        }
    }
    last = times.last();
    return times.entry();
}

/// The fifteen axes of two boxes, in the frame of A, whose center is the origin.
/// @param last  receives the axis that separates them until the entry
double entryOfBoxes(const glm::dvec3& halfA, const glm::dvec3& centerB, const glm::dmat3& axesB,
                    const glm::dvec3& halfB, const glm::dvec3& displacement, double gap, Separator& last) {
    using Kind = Separator::Kind;
    OverlapTimes times;
    const glm::dmat3 size(absOf(axesB[0]), absOf(axesB[1]), absOf(axesB[2]));
    const auto meets = [&](double reach, double speed, double middle, const Separator& axis) {
        return times.meets(reach + gap, speed, middle, middle, axis);
    };
    const glm::dvec3 extentsB = size * halfB, extentsA = halfA * size;  // along the axes of the other box
    const glm::dvec3 centerInB = centerB * axesB, displacementInB = displacement * axesB;
    for (int i = 0; i < 3; ++i) {
        if (!meets(halfA[i] + extentsB[i], displacement[i], centerB[i], {Kind::FaceOfA, i, 0}) ||
            !meets(halfB[i] + extentsA[i], displacementInB[i], centerInB[i], {Kind::FaceOfB, 0, i})) {
            return kNever;
        }
    }
    for (int i = 0; i < 3; ++i) {
        const int u = nextAxis(i), v = nextAxis(u);
        for (int j = 0; j < 3; ++j) {
            const int k = nextAxis(j), m = nextAxis(k);
            // The cross product of A's axis i and B's axis j: at most 1 long. Nearly parallel ones prove
            // nothing new.
            const double alongU = -axesB[j][v], alongV = axesB[j][u];
            const double reach = halfA[u] * std::abs(alongU) + halfA[v] * std::abs(alongV) +
                                 halfB[k] * size[m][i] + halfB[m] * size[k][i];
            if (!meets(reach, alongU * displacement[u] + alongV * displacement[v],
                       alongU * centerB[u] + alongV * centerB[v], {Kind::Edges, i, j})) {
                return kNever;
            }
        }
    }
    last = times.last();
    return times.entry();
}

/// A ball against the faces of a box, moved outward by its radius.
double entryOfBallIntoBox(const glm::dvec3& center, double radius, const ConvexProxy& box,
                          const glm::dvec3& displacement) {
    OverlapTimes times;
    const glm::dvec3 from = (box.center() - center) * box.axes(), along = displacement * box.axes();
    for (int axis = 0; axis < 3; ++axis) {
        if (!times.meets(box.halfExtents()[axis] + radius, along[axis], from[axis], from[axis], {})) {
            return kNever;
        }
    }
    return times.entry();
}

/// A ball against the planes of a hull, moved outward by its radius.
double entryOfBallIntoHull(const glm::dvec3& center, double radius, const ConvexProxy& hull,
                           const glm::dvec3& displacement) {
    OverlapTimes times;
    const glm::dvec3 from = hull.inHull(center), along = hull.directionInHull(displacement);
    for (const ConvexHull::Face& face : hull.hull()->faces()) {
        const double height = face.plane.signedDistance(from) - radius;
        if (!times.meets(0.0, glm::dot(face.plane.normal, along), -kNever, -height, {})) {
            return kNever;
        }
    }
    return times.entry();
}

Corners cornersInBox(const ConvexProxy& box, const Corners& corners) {
    Corners result;
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = (corners[i] - box.center()) * box.axes();
    }
    return result;
}

/// The number of an edge of a triangle, or of a box's edge along an axis and highest in a direction.
std::uint32_t edgeAlong(const ConvexProxy& shape, int edge, const glm::dvec3& outward) {
    const auto index = static_cast<std::uint32_t>(edge);
    return shape.isTriangle() ? index : boxEdge(index, shape.support(outward));
}

glm::dvec3 edgeDirectionOf(const ConvexProxy& shape, int edge) {
    const auto index = static_cast<std::uint32_t>(edge);
    return shape.isTriangle() ? shape.vertex((index + 1) % 3) - shape.vertex(index) : shape.axes()[edge];
}

/// The face of a box or a triangle along an axis that points out of it.
std::uint32_t faceAlong(const ConvexProxy& shape, int axis, const glm::dvec3& outward) {
    const bool isPositive = shape.isTriangle() ? glm::dot(shape.faceNormal(0), outward) < 0.0
                                               : glm::dot(shape.axes()[axis], outward) > 0.0;
    return 2 * static_cast<std::uint32_t>(axis) + (isPositive ? 1u : 0u);
}

glm::dvec3 faceNormalOf(const ConvexProxy& shape, int axis) {
    return shape.isTriangle() ? shape.faceNormal(0) : shape.axes()[axis];
}

/// The features of two shapes that are farthest along an axis.
FeaturePair featuresAlong(const Separator& separator, const ConvexProxy& a, const ConvexProxy& b,
                          const glm::dvec3& axis) {
    using Kind = FeaturePair::Kind;
    const auto& [kind, ofA, ofB] = separator;
    switch (kind) {
        case Separator::Kind::FaceOfA:
            return {Kind::FaceA, faceAlong(a, ofA, axis), b.support(-axis)};
        case Separator::Kind::FaceOfB:
            return {Kind::FaceB, a.support(axis), faceAlong(b, ofB, -axis)};
        default:
            return {Kind::EdgeEdge, edgeAlong(a, ofA, axis), edgeAlong(b, ofB, -axis)};
    }
}

/// The axis that separates two shapes until the entry.
/// @param centerOfA  at the entry
std::optional<SeparatingAxis> axisOf(const Separator& separator, const ConvexProxy& a, const ConvexProxy& b,
                                     const glm::dvec3& centerOfA) {
    using Kind = Separator::Kind;
    const auto& [kind, ofA, ofB] = separator;
    if (kind == Kind::None) {
        return std::nullopt;
    }
    SeparatingAxis axis;
    axis.normalAToB = kind == Kind::FaceOfA ? faceNormalOf(a, ofA)
                      : kind == Kind::FaceOfB
                          ? faceNormalOf(b, ofB)
                          : glm::normalize(glm::cross(edgeDirectionOf(a, ofA), edgeDirectionOf(b, ofB)));
    if (glm::dot(axis.normalAToB, b.center() - centerOfA) < 0.0) {
        axis.normalAToB = -axis.normalAToB;
    }
    axis.features = featuresAlong(separator, a, b, axis.normalAToB);
    axis.separation = glm::dot(axis.normalAToB, b.vertex(b.support(-axis.normalAToB))) -
                      glm::dot(axis.normalAToB, a.vertex(a.support(axis.normalAToB)));
    return axis;
}

}  // namespace

double entryIntoTriangle(const ConvexProxy& a, const std::array<glm::dvec3, 3>& triangle,
                         const glm::dvec3& displacement, double gap) noexcept {
    Separator last;
    return a.isPoint() ? entryOfBall(a.center(), a.convexRadius() + gap, triangle, displacement)
           : a.isBox()
               ? entryOfBox(a.halfExtents(), cornersInBox(a, triangle), displacement * a.axes(), gap, last)
               : 0.0;
}

CastEntry castEntry(const ConvexProxy& a, const ConvexProxy& b, const glm::dvec3& displacement,
                    double gap) noexcept {
    CastEntry entry;
    Separator last;
    if (a.isPoint()) {
        const double radius = a.convexRadius() + gap;
        if (b.isTriangle()) {
            entry.fraction =
                entryOfBall(a.center(), radius, {b.vertex(0), b.vertex(1), b.vertex(2)}, displacement);
        } else if (b.isBox()) {
            entry.fraction = entryOfBallIntoBox(a.center(), radius, b, displacement);
        } else if (b.hull() != nullptr) {
            entry.fraction = entryOfBallIntoHull(a.center(), radius, b, displacement);
        }
    } else if (a.isBox() && b.isTriangle()) {
        entry.fraction = entryOfBox(a.halfExtents(), cornersInBox(a, {b.vertex(0), b.vertex(1), b.vertex(2)}),
                                    displacement * a.axes(), gap, last);
    } else if (a.isBox() && b.isBox()) {
        const glm::dmat3 toA = glm::transpose(a.axes());
        entry.fraction = entryOfBoxes(a.halfExtents(), toA * (b.center() - a.center()), toA * b.axes(),
                                      b.halfExtents(), toA * displacement, gap, last);
    }
    if (entry.fraction > 0.0 && entry.fraction < 1.0) {
        entry.axis = axisOf(last, a, b, a.center() + entry.fraction * displacement);
    }
    return entry;
}

}  // namespace sat3d::SAT3D_ABI
