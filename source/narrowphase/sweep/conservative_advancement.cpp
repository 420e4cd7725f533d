#include "narrowphase/sweep/conservative_advancement.hpp"

#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A wheel that rolls a radian at a tenth of the usual tolerance over a floor takes as many.
constexpr int kMostRounds = 256;

/// Steps along one axis end when this share of the tolerance is left.
constexpr double kLeft = 0.25;
constexpr int kMostCuts = 24;

/// An overlap of this share of the tolerance is rounding.
constexpr double kNothing = 1e-3;

/// The farthest that a point of the core is from the axis it turns about.
double reachFromAxis(const CoreShape& core, const glm::dvec3& center, const glm::dvec3& turn) {
    const double angle = glm::length(turn);
    if (!(angle > 0.0)) {
        return 0.0;
    }
    const glm::dvec3 axis = turn / angle;
    double squared = 0.0;
    for (std::uint32_t i = 0; i < core.vertexCount(); ++i) {
        const glm::dvec3 across = glm::cross(axis, core.vertex(i) - center);
        squared = std::max(squared, glm::dot(across, across));
    }
    return std::sqrt(squared);
}

/// How wide a shape is at least, whichever way it is looked at: no more than in truth.
double leastWidth(const detail::ShapeRef& shape) {
    using Kind = detail::ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
            return 2.0 * double(shape.sphere().radius);
        case Kind::Capsule:
            return 2.0 * double(shape.capsule().radius);
        case Kind::Box: {
            const glm::vec3& half = shape.box().halfExtents;
            return 2.0 * double(std::min({half.x, half.y, half.z}));
        }
        case Kind::ConvexHull:
            return 2.0 * shape.hull().data().kernel.innerRadius;
        case Kind::HalfSpace:
            return std::numeric_limits<double>::infinity();
        default:
            return 0.0;  // a triangle
    }
}

/// How a gap along an axis closes from some time on: never less than
///     b's least (height + rate * time) - a's greatest (height + rate * time) - bend / 2 * time^2,
/// where heights and rates are those of the vertices now. Heights change at a rate linear in the vertex, so
/// the extremes are those of one support each, and the whole is concave in time.
class GapBound {
public:
    GapBound(double bend, double radii) : bend_(bend), radii_(radii) {}

    struct Side {
        const CoreShape* core = nullptr;
        glm::dvec3 center{0.0};
        glm::dvec3 axis{0.0},
            axisRate{0.0};                ///< height of a point: dot(axis + time * axisRate, point - center)
        double height = 0.0, rate = 0.0;  ///< of the centre
    };
    Side a, b;  ///< b without a core is a plane at its centre

    [[nodiscard]] double at(double time) const {
        double gap = b.height + time * b.rate - a.height - time * a.rate;
        gap -= reach(a, time, 1.0) + (b.core ? reach(b, time, -1.0) : 0.0);
        return gap - radii_ - 0.5 * bend_ * time * time;
    }

    /// The longest time, up to `most`, for which the gap is sure to stay above a level. @param now  at(0) >
    /// level
    [[nodiscard]] double timeAbove(double level, double most, double slack) const {
        double low = 0.0, high = most, gapLow = at(low), gapHigh = at(high);
        if (gapHigh >= level) {
            return most;
        }
        for (int cut = 0; cut < kMostCuts && gapLow > level + slack; ++cut) {
            // A concave function lies above its chord: safe. Halving keeps the chord short.
            low += (high - low) * (gapLow - level) / (gapLow - gapHigh);
            gapLow = at(low);
            const double middle = 0.5 * (low + high), gapMiddle = at(middle);
            (gapMiddle >= level ? low : high) = middle;
            (gapMiddle >= level ? gapLow : gapHigh) = gapMiddle;
        }
        return low;
    }

private:
    static double reach(const Side& side, double time, double sign) {
        const glm::dvec3 direction = sign * (side.axis + time * side.axisRate);
        return glm::dot(direction, side.core->vertex(side.core->support(direction)) - side.center);
    }

    double bend_, radii_;
};

class Advancement {
public:
    Advancement(const TurningShape& a, const TurningShape& b, double tolerance, double limit)
        : a_(a),
          b_(b),
          tolerance_(tolerance),
          limit_(limit),
          isHalfSpace_(b.shape().kind() == detail::ShapeRef::Kind::HalfSpace),
          reachA_(reachFromAxis(CoreShape(a.shape(), a.at(0.0)), a.centerAt(0.0), a.turn())),
          reachB_(isHalfSpace_ ? 0.0
                               : reachFromAxis(CoreShape(b.shape(), b.at(0.0)), b.centerAt(0.0), b.turn())),
          slackOverTriangle_(isTriangle() ? tolerance * shareOfA(a.shape(), b.shape()) : 0.0),
          rounding_(overlapByRounding(CoreShape(a.shape(), a.at(0.0)), glm::length(a.way() - b.way()) +
                                                                           glm::length(a.turn()) * reachA_ +
                                                                           glm::length(b.turn()) * reachB_)),
          isThin_(leastWidth(a.shape()) + leastWidth(b.shape()) <= tolerance) {}

    [[nodiscard]] std::optional<TurningHit> run(const Separation& start) const {
        TurningHit now{0.0, start, true}, free = now;
        for (int round = 0; round < kMostRounds; ++round) {
            // From afar up to a gap that is still safe; through what is as good as touching, unless they
            // overlap beyond it.
            const bool isNear = now.contact.separation <= tolerance_;
            const double left = 1.0 - now.fraction;
            if (staysOverTriangle(now.fraction, left, isNear)) {
                return std::nullopt;
            }
            if (isNear && isThin_) {
                const std::optional<TurningHit> closed = whereTheGapCloses(now, left);
                const bool isBeside = closed && closed->contact.separation > tolerance_;
                if (!closed || (isBeside && closed->fraction > limit_)) {
                    return std::nullopt;
                }
                if (isBeside) {
                    now = free = *closed;
                    continue;
                }
            }
            const double time =
                timeAbove(isNear ? -tolerance_ : 0.5 * tolerance_, now, left, kLeft * tolerance_);
            if (!(time < left)) {
                return isNear && endsBeyond(now) ? std::optional(withPoints(free)) : std::nullopt;
            }
            now.fraction += time;
            const std::optional<Separation> next = separationAt(now.fraction, now.contact);
            if (!next || next->separation <= -0.5 * tolerance_ ||
                (isNear && havePassed(now.contact.normalAToB, next->normalAToB, now.fraction))) {
                return withPoints(free);
            }
            now.contact = *next;
            if (next->separation > -kNothing * tolerance_) {
                free = now;
                if (free.fraction > limit_) {
                    return std::nullopt;
                }
            }
        }
        free.converged = false;
        return withPoints(free);
    }

private:
    [[nodiscard]] bool isTriangle() const { return b_.shape().kind() == detail::ShapeRef::Kind::Triangle; }

    /// A's size as a share of the pair's, at most 1; of points, which have none, the whole.
    static double shareOfA(const detail::ShapeRef& a, const detail::ShapeRef& b) {
        const double sizeA = reachOf(a);
        return sizeA > 0.0 ? std::min(1.0, 2.0 * sizeA / (sizeA + reachOf(b))) : 1.0;
    }

    [[nodiscard]] double timeAbove(double level, const TurningHit& now, double most, double slack) const {
        const CoreShape a(a_.shape(), a_.at(now.fraction));
        const glm::dvec3& normal = now.contact.normalAToB;
        if (isHalfSpace_) {
            return gapToHalfSpace(a, now).timeAbove(level, most, slack);
        }
        const CoreShape b(b_.shape(), b_.at(now.fraction));
        return gapAlong(normal, a, b, now.fraction).timeAbove(level, most, slack);
    }

    [[nodiscard]] GapBound gapAlong(const glm::dvec3& normal, const CoreShape& a, const CoreShape& b,
                                    double fraction) const {
        // A point turning at w bends off its tangent by at most |n x w| |w| times its distance from the axis.
        const glm::dvec3 rateA = glm::cross(normal, a_.turn()), rateB = glm::cross(normal, b_.turn());
        const double bend = glm::length(rateA) * glm::length(a_.turn()) * reachA_ +
                            glm::length(rateB) * glm::length(b_.turn()) * reachB_;
        GapBound bound(bend, a.radius() + b.radius());
        const glm::dvec3 centerA = a_.centerAt(fraction), centerB = b_.centerAt(fraction);
        bound.a = {&a, centerA, normal, rateA, glm::dot(normal, centerA), glm::dot(normal, a_.way())};
        bound.b = {&b, centerB, normal, rateB, glm::dot(normal, centerB), glm::dot(normal, b_.way())};
        return bound;
    }

    /// Whether A gets below the plane of a triangle by no more than the tolerance, from a fraction on. So
    /// does what lies on a floor, whatever edges of triangles are ahead. Or keeps clear of the plane until
    /// the hit that is known already.
    /// Or, when it is near, keeps it beyond one of its own faces, as on a ridge.
    [[nodiscard]] bool staysOverTriangle(double fraction, double left, bool isNear) const {
        if (!isTriangle()) {
            return false;
        }
        const CoreShape a(a_.shape(), a_.at(fraction)), b(b_.shape(), b_.at(fraction));
        // What has no thickness is not in the plane then, but beyond.
        const double slack = leastWidth(a_.shape()) > slackOverTriangle_ ? slackOverTriangle_ : rounding_;
        const glm::dvec3 outward = outwardToward(a, b, b_.shape().triangle().sides);
        const GapBound gap = gapAlong(-outward, a, b, fraction);
        const auto isAbove = [](const GapBound& bound, double level, double time) {
            return std::min(bound.at(0.0), bound.at(time)) >= level;  // it is concave
        };
        if (isAbove(gap, -slack, left) ||
            (limit_ < 1.0 && isAbove(gap, tolerance_, std::clamp(limit_ - fraction, 0.0, left)))) {
            return true;
        }
        return isNear && anyFaceToward(a, b, slack, [&](const glm::dvec3& normal) {
                   return isAbove(gapAlong(normal, a, b, fraction), -slack, left);
               });
    }

    /// Where the gap along the normal closes between shapes too thin to be seen within each other, and how
    /// far they are apart there: if clearly, they pass beside each other. Nothing if they stay on this side
    /// but for rounding.
    [[nodiscard]] std::optional<TurningHit> whereTheGapCloses(const TurningHit& now, double left) const {
        const double slack = kNothing * rounding_;
        if (!(timeAbove(-rounding_, now, left, slack) < left)) {
            return std::nullopt;
        }
        // Not where rounding ends: by then they may have passed through, and on beyond an edge.
        const double fraction = now.fraction + timeAbove(0.0, now, left, slack);
        return TurningHit{fraction, separationAt(fraction, now.contact).value_or(now.contact), true};
    }

    /// Whether shapes too thin to be seen within each other are now on the other sides of each other.
    [[nodiscard]] bool havePassed(const glm::dvec3& before, const glm::dvec3& after, double fraction) const {
        if (isHalfSpace_ || glm::dot(before, after) >= 0.0) {
            return false;
        }
        const auto width = [&](const TurningShape& shape) {
            const CoreShape core(shape.shape(), shape.at(fraction));
            const glm::dvec3 across = core.vertex(core.support(before)) - core.vertex(core.support(-before));
            return glm::dot(before, across) + 2.0 * core.radius();
        };
        return width(a_) + width(b_) <= tolerance_;
    }

    /// Whether they are on the other sides of each other when the step ends, by more than rounding: the next
    /// one would start there.
    [[nodiscard]] bool endsBeyond(const TurningHit& now) const {
        const std::optional<Separation> end = separationAt(1.0, now.contact);
        return end && end->separation > rounding_ && havePassed(now.contact.normalAToB, end->normalAToB, 1.0);
    }

    /// The axis turns with the plane here.
    [[nodiscard]] GapBound gapToHalfSpace(const CoreShape& a, const TurningHit& now) const {
        const PairHalfSpace plane(b_.shape().halfSpace(), b_.at(now.fraction));
        const glm::dvec3 normal = -plane.normal, centerA = a_.centerAt(now.fraction),
                         pivot = b_.centerAt(now.fraction);
        const glm::dvec3 normalRate = glm::cross(b_.turn(), normal), wayA = a_.way() - b_.way();
        // Second derivative of dot(normal, point - pivot), by the product rule.
        const double turnA = glm::length(a_.turn()), turnB = glm::length(b_.turn());
        const double farthest = glm::length(a.center() - pivot) + a.coreReach() + a.radius() +
                                glm::length(wayA) + 2.0 * turnA * reachA_;
        const double bend =
            turnB * turnB * farthest + 2.0 * turnB * (glm::length(wayA) + turnA * reachA_) +
            turnA * std::min(turnA, glm::length(glm::cross(normal, a_.turn())) + turnA * turnB) * reachA_;
        GapBound bound(bend, a.radius());
        const glm::dvec3 between = centerA - pivot;
        bound.a = {&a,
                   centerA,
                   normal,
                   normalRate + glm::cross(normal, a_.turn()),
                   glm::dot(normal, between),
                   glm::dot(normalRate, between) + glm::dot(normal, wayA)};
        // The plane keeps its distance from the pivot.
        bound.b.height = -(plane.offset - glm::dot(plane.normal, pivot));
        return bound;
    }

    /// Signed. Nothing where cores overlap: then they have met, and no more need be known.
    [[nodiscard]] std::optional<Separation> separationAt(double fraction, const Separation& former) const {
        const CoreShape a(a_.shape(), a_.at(fraction));
        if (isHalfSpace_) {
            const PairHalfSpace plane(b_.shape().halfSpace(), b_.at(fraction));
            return separationOf(a, plane.normal, plane.offset);
        }
        const CoreShape b(b_.shape(), b_.at(fraction));
        const CoreDistance apart = coreDistance(a, b, former.simplex);
        if (!(apart.distance > 0.0)) {
            return std::nullopt;
        }
        return separationOf(a, b, apart);
    }

    [[nodiscard]] TurningHit withPoints(TurningHit hit) const {
        const CoreShape a(a_.shape(), a_.at(hit.fraction));
        if (isHalfSpace_) {
            const PairHalfSpace plane(b_.shape().halfSpace(), b_.at(hit.fraction));
            hit.contact = separationOf(a, plane.normal, plane.offset);
        } else {
            const CoreShape b(b_.shape(), b_.at(hit.fraction));
            addPoints(a, b, hit.contact, hit.contact.simplex);
            if (isTriangle()) {
                hit.contact.normalAToB = normalOfHit(a, b, b_.shape().triangle().sides,
                                                     hit.contact.normalAToB, slackOverTriangle_);
            }
        }
        return hit;
    }

    const TurningShape &a_, &b_;
    double tolerance_, limit_;
    bool isHalfSpace_;
    double reachA_, reachB_;
    double slackOverTriangle_;  ///< of A's own size: beside a large triangle the pair's would be too much
    double rounding_;           ///< an overlap by no more is none
    bool isThin_;               ///< some way an overlap by the tolerance is a way through
};

}  // namespace

TurningShape::TurningShape(detail::ShapeRef shape, const RigidTransform& start, const DRigidMotion& motion,
                           const glm::dmat3& toWorld)
    : shape_(shape),
      start_(start),
      localCenter_(motion.center),
      center_(start.rotation * localCenter_ + start.translation),
      way_(glm::transpose(toWorld) * motion.way),
      turn_(glm::transpose(toWorld) * motion.turn) {}

RigidTransform TurningShape::at(double fraction) const {
    RigidTransform result;
    result.rotation = glm::mat3_cast(rotationBy(fraction * turn_)) * start_.rotation;
    result.translation = centerAt(fraction) - result.rotation * localCenter_;
    return result;
}

std::optional<TurningHit> turningSweep(const TurningShape& a, const TurningShape& b, const Separation& start,
                                       double tolerance, double limit) noexcept {
    return Advancement(a, b, tolerance, limit).run(start);
}

}  // namespace sat3d::inline SAT3D_ABI
