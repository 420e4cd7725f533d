#include "narrowphase/sweep/conservative_advancement.hpp"

#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// A wheel that rolls by one radian over a floor at a tenth of the usual tolerance needs about as many.
constexpr int kMaxRounds = 256;

/// Steps along one axis end when this share of the tolerance is left.
constexpr double kSlackOfStep = 0.25;

/// An overlap of this share of the tolerance, or of the rounding, counts as none.
constexpr double kNegligibleOverlap = 1e-3;

/// A lower bound of a shape's width over all directions.
double minWidth(const ShapeRef& shape) {
    return visitShape(
        shape, [](const Sphere& sphere) { return 2.0 * double(sphere.radius); },
        [](const Capsule& capsule) { return 2.0 * double(capsule.radius); },
        [](const Box& box) {
            const glm::vec3& half = box.halfExtents;
            return 2.0 * double(std::min({half.x, half.y, half.z}));
        },
        [](const ConvexHull& hull) { return 2.0 * hull.data().kernel.innerRadius; },
        [](const HalfSpace&) { return std::numeric_limits<double>::infinity(); },
        [](const auto&) { return 0.0; });
}

/// A shape may pass over a triangle's edge if it stays above the triangle's plane.
class TrianglePassRule {
public:
    TrianglePassRule(const MovingPair& pair, double tolerance, double limit, double rounding)
        : pair_(pair), tolerance_(tolerance), limit_(limit), rounding_(rounding) {}

    /// Whether, from a fraction on, A overlaps the triangle's plane by no more than the tolerance, as a shape
    /// that lies on a floor. Also if A stays clear of the plane up to the limit. If near, also if the
    /// triangle stays beyond one of A's own faces, as on a ridge.
    [[nodiscard]] bool passes(double fraction, bool isNear) const {
        if (!pair_.isTriangle()) {
            return false;
        }
        const double left = 1.0 - fraction;
        const ConvexProxy &a = pair_.proxyA(fraction), &b = pair_.proxyB(fraction);
        // A shape thinner than the tolerance would not be in the plane but beyond it.
        const double slack = minWidth(pair_.a().shape()) > tolerance_ ? tolerance_ : rounding_;
        const glm::dvec3 outward = outwardToward(a, b, pair_.b().shape().triangle().sides);
        const auto isAbove = [](const SeparationBound& bound, double level, double time) {
            return std::min(bound.at(0.0), bound.at(time)) >= level;  // sufficient, as the bound is concave
        };
        const SeparationBound overPlane = pair_.boundAlong(-outward, a, b, fraction);
        if (isAbove(overPlane, -slack, left) ||
            (limit_ < 1.0 && isAbove(overPlane, tolerance_, std::clamp(limit_ - fraction, 0.0, left)))) {
            return true;
        }
        return isNear && anyFaceToward(a, b, slack, [&](const glm::dvec3& normal) {
                   return isAbove(pair_.boundAlong(normal, a, b, fraction), -slack, left);
               });
    }

    /// Replaces the normal of a hit by the triangle's own where its plane separates.
    void correctNormal(AdvancementHit& hit) const {
        if (pair_.isTriangle()) {
            hit.contact.normalAToB =
                normalOfHit(pair_.proxyA(hit.fraction), pair_.proxyB(hit.fraction),
                            pair_.b().shape().triangle().sides, hit.contact.normalAToB, tolerance_);
        }
    }

private:
    const MovingPair& pair_;
    double tolerance_, limit_, rounding_;
};

/// Shapes that are together thinner than the tolerance can pass through each other without a large overlap.
class ThinPassRule {
public:
    ThinPassRule(const MovingPair& pair, double tolerance, double rounding)
        : pair_(pair),
          tolerance_(tolerance),
          rounding_(rounding),
          isThin_(minWidth(pair.a().shape()) + minWidth(pair.b().shape()) <= tolerance) {}

    [[nodiscard]] bool isThin() const { return isThin_; }

    /// Returns the time at which the gap along the contact's normal closes, with the separation then: if that
    /// is large, the shapes pass beside each other. Returns nothing if the gap stays open, up to rounding.
    [[nodiscard]] std::optional<AdvancementHit> gapClosing(const AdvancementHit& now) const {
        const double slack = kNegligibleOverlap * rounding_;
        if (!(pair_.timeAbove(-rounding_, now, slack) < 1.0 - now.fraction)) {
            return std::nullopt;
        }
        // Level 0, not -rounding: at -rounding they may have passed through each other already, and beyond an
        // edge.
        const double fraction = now.fraction + pair_.timeAbove(0.0, now, slack);
        return AdvancementHit{fraction, pair_.separationAt(fraction, now.contact).value_or(now.contact),
                              true};
    }

    /// Whether thin shapes have changed sides since the normal was `before`.
    [[nodiscard]] bool havePassed(const glm::dvec3& before, const glm::dvec3& after, double fraction) const {
        if (pair_.isHalfSpace() || glm::dot(before, after) >= 0.0) {
            return false;
        }
        const auto width = [&](const ConvexProxy& core) {
            const glm::dvec3 across = core.vertex(core.support(before)) - core.vertex(core.support(-before));
            return glm::dot(before, across) + 2.0 * core.convexRadius();
        };
        return width(pair_.proxyA(fraction)) + width(pair_.proxyB(fraction)) <= tolerance_;
    }

    /// Whether the shapes will have changed sides at the end of the motion, by more than rounding. The next
    /// step would start there.
    [[nodiscard]] bool endsBeyond(const AdvancementHit& now) const {
        const std::optional<Separation> end = pair_.separationAt(1.0, now.contact);
        return end && end->separation > rounding_ && havePassed(now.contact.normalAToB, end->normalAToB, 1.0);
    }

private:
    const MovingPair& pair_;
    double tolerance_, rounding_;
    bool isThin_;
};

/// The loop. It asks the rules whether a pair may pass although its separation gets small.
class Advancement {
public:
    Advancement(const MovingPair& pair, const Separation& start, double tolerance, double limit)
        : pair_(pair),
          tolerance_(tolerance),
          limit_(limit),
          rounding_(overlapByRounding(pair.proxyA(0.0), pair.pathLength())),
          triangleRule_(pair, tolerance, limit, rounding_),
          thinRule_(pair, tolerance, rounding_),
          now_{0.0, start, true},
          lastFree_(now_) {}

    [[nodiscard]] std::optional<AdvancementHit> run() {
        State state = State::Advancing;
        for (int round = 0; round < kMaxRounds && state == State::Advancing; ++round) {
            state = advance();
        }
        if (state == State::Miss) {
            return std::nullopt;
        }
        lastFree_.converged = state == State::Hit;
        if (pair_.isStraight() && !pair_.isHalfSpace()) {
            closeGap();
        }
        addPointsTo(lastFree_);
        return lastFree_;
    }

private:
    enum class State { Advancing, Hit, Miss };

    /// One round. From afar, advances to a gap that is still safe. A near pair advances through touching,
    /// until it overlaps by more than the tolerance.
    [[nodiscard]] State advance() {
        const bool isNear = now_.contact.separation <= tolerance_;
        if (triangleRule_.passes(now_.fraction, isNear)) {
            return State::Miss;
        }
        if (isNear && thinRule_.isThin()) {
            const std::optional<AdvancementHit> closing = thinRule_.gapClosing(now_);
            const bool isBeside = closing && closing->contact.separation > tolerance_;
            if (!closing || (isBeside && closing->fraction > limit_)) {
                return State::Miss;
            }
            if (isBeside) {
                now_ = lastFree_ = *closing;
                return State::Advancing;
            }
        }
        const double level = isNear ? -tolerance_ : 0.5 * tolerance_;
        const double time = pair_.timeAbove(level, now_, kSlackOfStep * tolerance_);
        if (!(time < 1.0 - now_.fraction)) {
            return isNear && thinRule_.endsBeyond(now_) ? State::Hit : State::Miss;
        }
        now_.fraction += time;
        const std::optional<Separation> next = pair_.separationAt(now_.fraction, now_.contact);
        if (!next || next->separation <= -0.5 * tolerance_ ||
            (isNear && thinRule_.havePassed(now_.contact.normalAToB, next->normalAToB, now_.fraction))) {
            return State::Hit;
        }
        now_.contact = *next;
        if (next->separation > -kNegligibleOverlap * tolerance_) {
            lastFree_ = now_;
        }
        return lastFree_.fraction > limit_ ? State::Miss : State::Advancing;
    }

    /// Ends a straight motion, which has no tolerance, where the gap closes along its own normal.
    void closeGap() {
        const double touching =
            2.0 * kTouchingCores *
            roundingScale(pair_.proxyA(lastFree_.fraction), pair_.proxyB(lastFree_.fraction));
        constexpr int kMostSteps = 8;
        for (int step = 0; step < kMostSteps && lastFree_.contact.separation > 2.0 * touching; ++step) {
            const double time = pair_.timeAbove(touching, lastFree_, 0.5 * touching);
            const double fraction = lastFree_.fraction + time;
            if (!(fraction < 1.0)) {
                return;  // the shapes pass beside each other along this normal
            }
            const std::optional<Separation> next = pair_.separationAt(fraction, lastFree_.contact);
            if (!next) {
                return;
            }
            lastFree_.fraction = fraction;
            lastFree_.contact = *next;
        }
    }

    void addPointsTo(AdvancementHit& hit) const {
        if (pair_.isHalfSpace()) {
            hit.contact = *pair_.separationAt(hit.fraction, hit.contact);
        } else {
            hit.contact.points = touchingPoints(pair_.proxyA(hit.fraction), pair_.proxyB(hit.fraction),
                                                hit.contact, hit.contact.simplex);
            triangleRule_.correctNormal(hit);
        }
    }

    const MovingPair& pair_;
    double tolerance_, limit_;
    double rounding_;  ///< a smaller overlap counts as none
    TrianglePassRule triangleRule_;
    ThinPassRule thinRule_;
    AdvancementHit now_, lastFree_;
};

}  // namespace

std::optional<AdvancementHit> conservativeAdvancement(const MovingShape& a, const MovingShape& b,
                                                      const Separation& start, double tolerance,
                                                      double limit) noexcept {
    const MovingPair pair(a, b);
    return Advancement(pair, start, tolerance, limit).run();
}

}  // namespace sat3d::SAT3D_ABI
