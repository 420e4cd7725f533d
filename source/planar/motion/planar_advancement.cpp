#include "planar/motion/planar_advancement.hpp"

#include "planar/contact/edge_search.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr int kMaxRounds = 256;
/// Enough for a tangent motion, where each step only halves the square root of the gap.
constexpr int kMaxNewtonSteps = 64;
/// Newton's steps end when the gap is this fraction of the coordinates: a few times their rounding.
constexpr double kTouching = 1e-13;
/// Rotating shapes that overlap by less than this share of the tolerance do not overlap.
constexpr double kNegligible = 1e-3;

PlanarGap gapBetween(const PlanarProxy& a, const PlanarTransform& aToWorld, const PlanarProxy& b,
                     const PlanarTransform& bToWorld) {
    PlanarGap gap;
    static_cast<void>(
        findGap(a, b, relative(aToWorld, bToWorld), std::numeric_limits<double>::infinity(), gap));
    return gap;
}

/// The axis of a gap while its shapes move. It stands still, but that of a half-plane turns with it.
struct TurningAxis {
    glm::dvec2 direction{0.0};  ///< now
    double angle = 0.0;         ///< by which it turns in the step
    glm::dvec2 center{0.0};     ///< about which it turns, now
};

/// One of the two shapes, seen along an axis that points out of it.
class SupportBound {
public:
    /// @param passing  the translation relative to the other shape
    SupportBound(const MovingProxy& shape, const PlanarTransform& toWorld, const glm::dvec2& center,
                 const TurningAxis& axis, const glm::dvec2& passing)
        : shape_(shape), toWorld_(toWorld), center_(center), axis_(axis) {
        double squared = 0.0, squaredToAxis = 0.0, top = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < shape.core.vertexCount(); ++i) {
            const glm::dvec2 point = toWorld * shape.core.vertex(i), arm = point - center_,
                             toAxis = point - axis.center;
            squared = std::max(squared, glm::dot(arm, arm));
            squaredToAxis = std::max(squaredToAxis, glm::dot(toAxis, toAxis));
            top = std::max(top, glm::dot(axis.direction, point));
        }
        top_ = shape.core.isBounded() ? top : 0.0;
        const double reach = std::sqrt(squared), angle = std::abs(shape.path.angle),
                     axisAngle = std::abs(axis.angle), passed = glm::length(passing);
        // Half the second derivative of dot(axis, point), each of which turns.
        bend_ = 0.5 * (angle * angle * reach + axisAngle * axisAngle * (std::sqrt(squaredToAxis) + passed) +
                       2.0 * axisAngle * (passed + angle * reach));
    }

    /// How far a vertex is beyond the farthest one of now, as a linear function of the time.
    struct Line {
        double height = 0.0, slope = 0.0;
    };
    /// The vertex that is farthest along the axis after a time.
    [[nodiscard]] Line farthest(double time) const {
        Line best{shape_.core.isBounded() ? -std::numeric_limits<double>::infinity() : 0.0, 0.0};
        for (std::uint32_t i = 0; i < shape_.core.vertexCount(); ++i) {
            const glm::dvec2 point = toWorld_ * shape_.core.vertex(i);
            const Line line{glm::dot(axis_.direction, point) - top_,
                            shape_.path.angle * glm::dot(axis_.direction, turnedLeft(point - center_)) +
                                axis_.angle * glm::dot(turnedLeft(axis_.direction), point - axis_.center)};
            if (line.height + time * line.slope > best.height + time * best.slope) {
                best = line;
            }
        }
        return best;
    }

    /// Rotations bend the linear functions by at most this times the squared time.
    [[nodiscard]] double bend() const { return bend_; }

private:
    const MovingProxy& shape_;
    const PlanarTransform& toWorld_;
    glm::dvec2 center_;
    TurningAxis axis_;
    double top_ = 0.0, bend_ = 0.0;
};

/// A lower bound of the gap along an axis, as a concave function of the time.
class GapOverTime {
public:
    /// @param normal  the axis, from A to B, in world frame
    /// @param gap     along it, now
    GapOverTime(const MovingProxy& a, const PlanarTransform& aToWorld, const MovingProxy& b,
                const PlanarTransform& bToWorld, double fraction, const glm::dvec2& normal, double gap)
        : a_(a, aToWorld, centerOf(a, fraction), axisOf(b, fraction, normal), passing(b, a)),
          b_(b, bToWorld, centerOf(b, fraction), axisOf(a, fraction, -normal), passing(a, b)),
          gap_(gap),
          opening_(glm::dot(normal, passing(a, b))),
          bend_(a_.bend() + b_.bend()) {}

    /// The time for which the gap stays at or above a level, which it has now; at most `limit`.
    [[nodiscard]] double timeAbove(double level, double limit) const {
        // The bound is the least of the parabolas of all pairs of vertices. The one that is least at the
        // current time falls below the level no earlier than the bound. Each round finds another one.
        double time = limit;
        for (int round = 0; round < kMaxRounds && time > 0.0; ++round) {
            const SupportBound::Line a = a_.farthest(time), b = b_.farthest(time);
            const double above = gap_ - a.height - b.height - level, slope = opening_ - a.slope - b.slope;
            if (above + time * (slope - bend_ * time) >= 0.0) {
                break;
            }
            const double earlier = rootOf(std::max(above, 0.0), slope);
            if (!(earlier < time)) {
                break;  // up to rounding
            }
            time = earlier;
        }
        return time;
    }

private:
    [[nodiscard]] static glm::dvec2 centerOf(const MovingProxy& shape, double fraction) {
        return shape.path.center + fraction * shape.path.translation;
    }
    /// The axis of a gap to the other shape.
    [[nodiscard]] static TurningAxis axisOf(const MovingProxy& other, double fraction,
                                            const glm::dvec2& direction) {
        return {direction, other.core.isBounded() ? 0.0 : other.path.angle, centerOf(other, fraction)};
    }
    /// How far one shape moves, seen from the other one.
    [[nodiscard]] static glm::dvec2 passing(const MovingProxy& from, const MovingProxy& shape) {
        return shape.path.translation - from.path.translation;
    }
    /// The root of height + slope t - bend t^2 that is not negative. @param height  0 or more
    [[nodiscard]] double rootOf(double height, double slope) const {
        if (!(height > 0.0)) {
            return slope > 0.0 && bend_ > 0.0 ? slope / bend_ : 0.0;
        }
        return 2.0 * height / (std::sqrt(slope * slope + 4.0 * bend_ * height) - slope);
    }

    SupportBound a_, b_;
    double gap_ = 0.0, opening_ = 0.0, bend_ = 0.0;
};

/// Whether a translation leads B past A at a distance, or along it: an axis across the motion separates them.
bool passesBeside(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA,
                  const glm::dvec2& motion, double gap) {
    if (!a.isBounded() || !b.isBounded()) {
        return false;
    }
    const glm::dvec2 across = turnedLeft(motion) / glm::length(motion);
    const auto lowest = [](const PlanarProxy& core, const PlanarTransform& frame, const glm::dvec2& axis) {
        return glm::dot(axis, frame * core.vertex(lowestVertex(core, rotatedBack(frame.rotation, axis))));
    };
    const auto gapAlong = [&](const glm::dvec2& axis) {
        return lowest(b, bInA, axis) + lowest(a, PlanarTransform{}, -axis) - a.radius() - b.radius();
    };
    return gapAlong(across) >= gap || gapAlong(-across) >= gap;
}

/// The state of the pair at a fraction.
PlanarImpact stateAt(const MovingProxy& a, const MovingProxy& b, double fraction, PlanarTransform& bToWorld) {
    PlanarImpact state;
    state.fraction = fraction;
    state.aToWorld = a.path.moved(a.core.toWorld(), fraction);
    bToWorld = b.path.moved(b.core.toWorld(), fraction);
    state.gap = gapBetween(a.core, state.aToWorld, b.core, bToWorld);
    return state;
}

}  // namespace

PlanarTransform PlanarPath::moved(const PlanarTransform& start, double fraction) const noexcept {
    const glm::dvec2 shift = fraction * translation;
    if (angle == 0.0) {
        return {start.position + shift, start.rotation};
    }
    const glm::dvec2 turn = planarRotation(angle * fraction);
    return {center + shift + rotatedBy(turn, start.position - center),
            unitRotation(rotatedBy(turn, start.rotation))};
}

std::optional<PlanarImpact> planarLinearCast(const MovingProxy& a, const MovingProxy& b,
                                             const ImpactLevel& level) noexcept {
    const glm::dvec2 motion = rotatedBack(a.core.toWorld().rotation, b.path.translation - a.path.translation);
    const PlanarTransform start = relative(a.core.toWorld(), b.core.toWorld());
    const double scale = std::abs(start.position.x) + std::abs(start.position.y) + glm::length(motion) +
                         (a.core.isBounded() ? glm::length(a.core.vertex(0)) : 0.0) +
                         (b.core.isBounded() ? glm::length(b.core.vertex(0)) : 0.0);
    const double touching = kTouching * scale;
    const bool isThinPair = a.core.isThin() && b.core.isThin();
    if (motion == glm::dvec2(0.0) || passesBeside(a.core, b.core, start, motion, level.gap - touching)) {
        return std::nullopt;
    }
    PlanarImpact hit;
    for (int step = 0; step < kMaxNewtonSteps; ++step) {
        PlanarGap gap;
        const PlanarTransform moved{start.position + hit.fraction * motion, start.rotation};
        if (!findGap(a.core, b.core, moved, std::numeric_limits<double>::infinity(), gap)) {
            return std::nullopt;  // two half-planes
        }
        if (isThinPair && step > 0 && gap.separation - level.gap <= touching) {
            // Rounding may have put them on either side of each other: the normal of the last step holds.
            gap.normal = hit.gap.normal;
            gap.features = hit.gap.features;
            hit.gap = gap;
            break;
        }
        hit.gap = gap;
        // The gap along this normal is a bound of the distance: if it stays open there is no impact.
        const double above = std::max(gap.separation - level.gap, 0.0);
        const double approach = -glm::dot(gap.normal, motion);
        if (!(approach * (1.0 - hit.fraction) - above > touching)) {
            return std::nullopt;
        }
        if (above <= touching) {
            break;
        }
        hit.fraction += above / approach;
    }
    hit.aToWorld = a.path.moved(a.core.toWorld(), hit.fraction);
    return hit;
}

std::optional<PlanarImpact> planarAdvancement(const MovingProxy& a, const MovingProxy& b,
                                              const ImpactLevel& level) noexcept {
    const double tolerance = level.tolerance;
    const bool isThinPair = a.core.isThin() && b.core.isThin();
    PlanarTransform bToWorld;
    PlanarImpact now = stateAt(a, b, 0.0, bToWorld), lastFree = now;
    if (now.gap.normal == glm::dvec2(0.0)) {
        return std::nullopt;  // two half-planes
    }
    for (int round = 0; round < kMaxRounds; ++round) {
        const double above = now.gap.separation - level.gap, left = 1.0 - now.fraction;
        const bool isNear = above <= tolerance;
        const glm::dvec2 normal = rotatedBy(now.aToWorld.rotation, now.gap.normal);
        const GapOverTime bound(a, now.aToWorld, b, bToWorld, now.fraction, normal, above);
        // From afar the pair advances to a gap that is still safe. A near pair advances through touching,
        // until it overlaps by more than the tolerance. Thin shapes would pass through each other then.
        const double safe = isNear ? (isThinPair ? -kNegligible * tolerance : -tolerance) : 0.5 * tolerance;
        const double time = bound.timeAbove(safe, left);
        if (!(time < left)) {
            return std::nullopt;
        }
        now = stateAt(a, b, now.fraction + time, bToWorld);
        const double after = now.gap.separation - level.gap;
        const bool isHit = after <= -0.5 * tolerance || (isThinPair && isNear && after <= tolerance);
        if (isHit) {
            lastFree.converged = true;
            return lastFree;
        }
        if (after > -kNegligible * tolerance) {
            lastFree = now;
        }
    }
    lastFree.converged = false;
    return lastFree;
}

}  // namespace sat3d::SAT3D_ABI
