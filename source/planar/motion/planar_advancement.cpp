#include "planar/motion/planar_advancement.hpp"

#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

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

/// One of the two shapes, seen along an axis that points out of it.
class SupportBound {
public:
    SupportBound(const MovingProxy& shape, const PlanarTransform& toWorld, double fraction,
                 const glm::dvec2& axis)
        : shape_(shape),
          toWorld_(toWorld),
          center_(shape.path.center + fraction * shape.path.translation),
          axis_(axis) {
        double squared = 0.0, top = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < shape.core.vertexCount(); ++i) {
            const glm::dvec2 point = toWorld * shape.core.vertex(i), arm = point - center_;
            squared = std::max(squared, glm::dot(arm, arm));
            top = std::max(top, glm::dot(axis, point));
        }
        reach_ = std::sqrt(squared);
        top_ = shape.core.isBounded() ? top : 0.0;
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
            const Line line{glm::dot(axis_, point) - top_,
                            shape_.path.angle * glm::dot(axis_, turnedLeft(point - center_))};
            if (line.height + time * line.slope > best.height + time * best.slope) {
                best = line;
            }
        }
        return best;
    }

    /// The rotation bends the linear functions by at most this times the squared time.
    [[nodiscard]] double bend() const { return 0.5 * shape_.path.angle * shape_.path.angle * reach_; }

    /// The axis of a half-plane turns with it, about a center from which the other shape may be far. Returns
    /// a bound of the speed that this causes.
    [[nodiscard]] double turningSpeed(const SupportBound& other) const {
        const glm::dvec2 passing = other.shape_.path.translation - shape_.path.translation;
        return shape_.core.isBounded() || shape_.path.angle == 0.0
                   ? 0.0
                   : std::abs(shape_.path.angle) *
                         (other.reach_ + glm::length(other.center_ - center_) + glm::length(passing));
    }

private:
    const MovingProxy& shape_;
    const PlanarTransform& toWorld_;
    glm::dvec2 center_, axis_;
    double reach_ = 0.0, top_ = 0.0;
};

/// A lower bound of the gap along an axis, as a concave function of the time.
class GapBound {
public:
    /// @param normal  the axis, from A to B, in world frame
    /// @param gap     along it, now
    GapBound(const MovingProxy& a, const PlanarTransform& aToWorld, const MovingProxy& b,
             const PlanarTransform& bToWorld, double fraction, const glm::dvec2& normal, double gap)
        : a_(a, aToWorld, fraction, normal), b_(b, bToWorld, fraction, -normal), gap_(gap) {
        opening_ = glm::dot(normal, b.path.translation - a.path.translation) - a_.turningSpeed(b_) -
                   b_.turningSpeed(a_);
        bend_ = a_.bend() + b_.bend();
    }

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

/// Whether the core has no width: a point or a segment without radius.
bool isThin(const PlanarProxy& core) {
    return core.isBounded() && core.vertexCount() <= 2 && core.radius() == 0.0;
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
    const bool isThinPair = isThin(a.core) && isThin(b.core);
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
    const bool isThinPair = isThin(a.core) && isThin(b.core);
    PlanarTransform bToWorld;
    PlanarImpact now = stateAt(a, b, 0.0, bToWorld), lastFree = now;
    if (now.gap.normal == glm::dvec2(0.0)) {
        return std::nullopt;  // two half-planes
    }
    for (int round = 0; round < kMaxRounds; ++round) {
        const double above = now.gap.separation - level.gap, left = 1.0 - now.fraction;
        const bool isNear = above <= tolerance;
        const glm::dvec2 normal = rotatedBy(now.aToWorld.rotation, now.gap.normal);
        const GapBound bound(a, now.aToWorld, b, bToWorld, now.fraction, normal, above);
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

}  // namespace sat3d::inline SAT3D_ABI
