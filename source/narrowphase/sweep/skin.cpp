#include "narrowphase/sweep/skin.hpp"

#include "math/compose.hpp"
#include "math/directed_rounding.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/sweep/limited_sweep.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Each step goes back by as much as the gap is too small. Two are usual, and none for most misses.
constexpr int kMaxShortenings = 8;

/// Steps forward to the skin after a glancing hit. A few are usual.
constexpr int kMaxLengthenings = 24;

/// Halvings of the motion where no such step helps: to a millionth of it.
constexpr int kHalvings = 20;

/// The share of the skin by which a hit may end too early.
constexpr double kPrecision = 1e-4;

/// How far ahead along the normal of a hit its place is sought, in skins.
constexpr double kReach = 8.0;

/// The share of a gap that a motion along a surface may lose to the rounding of poses.
constexpr double kLoss = 1.0 / 16.0;

/// The pose that the user computes from a fraction, to the bit if the shape only translates.
template <class T>
BasicPose<T> poseAfter(const BasicPose<T>& pose, const RigidMotion& motion, float fraction) {
    return motion.rotationVector == glm::vec3(0.0f)
               ? BasicPose<T>{pose.position + glm::vec<3, T>(motion.translation * fraction), pose.rotation}
               : poseAtFraction(pose, motion, fraction);
}

/// A motion of two shapes that is shortened until they keep a gap.
template <class T>
class SkinnedSweep {
public:
    SkinnedSweep(const PosedPair<T>& pair, const RigidMotion& motionA, const RigidMotion& motionB,
                 double skin, std::span<const RigidMotion> motionsOfChildren)
        : pair_(pair),
          motionA_(motionA),
          motionB_(motionB),
          skin_(skin),
          motionsOfChildren_(motionsOfChildren) {}

    [[nodiscard]] BasicSweep<T> shortened(BasicSweep<T> sweep) const {
        float tooFar = sweep.fraction;
        if (sweep) {
            sweep.fraction = before(sweep, skin_);
        }
        for (int step = 0; step < kMaxShortenings && sweep.fraction > 0.0f; ++step) {
            const WorldSeparation<T> now =
                separationAt(sweep.fraction, sweep ? std::numeric_limits<double>::infinity() : skin_);
            if (isEnough(now.separation)) {
                return sweep ? reached(sweep, now, tooFar) : sweep;
            }
            touch(sweep, now);
            tooFar = sweep.fraction;
            sweep.fraction = before(sweep, skin_ - double(now.separation));
        }
        return halved(sweep, tooFar);
    }

private:
    /// Takes the place where the shapes are closest.
    static void touch(BasicSweep<T>& sweep, const WorldSeparation<T>& now) {
        sweep.status = sweep ? sweep.status : SweepStatus::Hit;
        sweep.normal = now.normal;
        sweep.point = (now.pointA + now.pointB) * T(0.5);
        sweep.features = now.features;
        sweep.children = now.children;
    }

    /// The end of a hit that keeps the skin: its normal and point are those of the places that are closest
    /// there. Without the skin, the shapes would touch elsewhere, far along a glancing path. But a floor
    /// along which a shape slides up to a wall is no such place, though it may be closer: the wall is met
    /// along the normal.
    ///
    /// The gap may still be wider than the skin, because the motion was shortened along the normal of the
    /// touch. Newton's method closes the rest. It never goes beyond the skin where the gap is a convex
    /// function, as it is of convex shapes in a straight motion. Of others, another place may come closer
    /// faster: then the rest is halved.
    [[nodiscard]] BasicSweep<T> reached(BasicSweep<T> sweep, WorldSeparation<T> now, float tooFar) const {
        constexpr double kStops = 0.5;
        for (int step = 0; step < kMaxLengthenings && isTooWide(now.separation); ++step) {
            const float next = between(sweep, now, tooFar);
            if (!(next > sweep.fraction && next < tooFar)) {
                break;
            }
            const WorldSeparation<T> there = separationAt(next, std::numeric_limits<double>::infinity());
            if (isEnough(there.separation)) {
                sweep.fraction = next;
                now = there;
            } else {
                tooFar = next;
            }
        }
        BasicSweep<T> end = sweep;
        touch(end, now);
        return approach(end) > kStops * approach(sweep) ? end : metAlongNormal(sweep);
    }

    /// A fraction between that of a sweep, where the gap is too wide, and one that is too far.
    [[nodiscard]] float between(BasicSweep<T> sweep, const WorldSeparation<T>& now, float tooFar) const {
        touch(sweep, now);
        const float newton = before(sweep, skin_ - double(now.separation));
        return newton > sweep.fraction && newton < tooFar ? newton : 0.5f * (sweep.fraction + tooFar);
    }

    /// Halves the motion up to a place where the shapes are too close, if they start with the skin. The gap
    /// along the normal there does not always lead back to a place where they are not: shapes that slide past
    /// each other within the skin come from afar, with a normal across their motion.
    [[nodiscard]] BasicSweep<T> halved(BasicSweep<T> sweep, float tooFar) const {
        sweep.fraction = 0.0f;
        const bool startsClose = double(separationAt(0.0f, skin_).separation) < skin_;
        for (int i = 0; i < kHalvings && !startsClose; ++i) {
            const float middle = 0.5f * (sweep.fraction + tooFar);
            const WorldSeparation<T> now = separationAt(middle, skin_);
            if (double(now.separation) >= skin_) {
                sweep.fraction = middle;
            } else {
                tooFar = middle;
                touch(sweep, now);
            }
        }
        return startsClose ? metAlongNormal(sweep) : sweep;
    }

    /// Takes the place where the shapes would meet if they went toward each other along the normal of a hit.
    /// They meet at a wall there, and slide along a floor beside it, whichever is closer.
    [[nodiscard]] BasicSweep<T> metAlongNormal(BasicSweep<T> sweep) const {
        const auto [a, poseA] = movedA(sweep.children.a, sweep.fraction);
        const BasicPose<T> poseB = poseAfter(pair_.poseB, motionB_, sweep.fraction);
        const glm::vec3 way = float(0.5 * kReach * skin_) * sweep.normal;
        const BasicSweep<T> met =
            sweepUpTo(1.0, a, poseA, pair_.b, poseB, RigidMotion{way}, RigidMotion{-way}, {});
        if (met.status == SweepStatus::Hit) {
            sweep.point = met.point;
            sweep.features = met.features;
            sweep.children.a = motionsOfChildren_.empty() ? met.children.a : sweep.children.a;
            sweep.children.b = met.children.b;
        }
        return sweep;
    }

    /// @param limit  a gap beyond it need not be exact
    [[nodiscard]] WorldSeparation<T> separationAt(float fraction, double limit) const {
        SeparationQuery query;
        query.limit = limit;
        query.points = Points::Yes;
        const BasicPose<T> poseB = poseAfter(pair_.poseB, motionB_, fraction);
        const auto separationOf = [&](std::uint32_t child) {
            const auto [a, poseA] = movedA(child, fraction);
            return separationInWorld(PosedPair<T>{a, poseA, pair_.b, poseB}, query);
        };
        if (motionsOfChildren_.empty()) {
            return separationOf(0);
        }
        WorldSeparation<T> least;
        for (std::uint32_t i = 0; i < motionsOfChildren_.size(); ++i) {
            const WorldSeparation<T> here = separationOf(i);
            if (here.separation < least.separation) {
                least = here;
                least.children.a = i;
            }
        }
        return least;
    }

    /// What moves as a whole, after a fraction: A, or the child of A if each has its own motion.
    [[nodiscard]] std::pair<ShapeRef, BasicPose<T>> movedA(std::uint32_t child, float fraction) const {
        if (motionsOfChildren_.empty()) {
            return {pair_.a, poseAfter(pair_.poseA, motionA_, fraction)};
        }
        return {pair_.a.compound().children()[child].shape,
                poseAfter(childPose(child), motionsOfChildren_[child], fraction)};
    }

    /// The pose of a child of A before the motion.
    [[nodiscard]] BasicPose<T> childPose(std::uint32_t child) const {
        const DPose pose = composed(pair_.poseA, pair_.a.compound().children()[child].pose);
        return {glm::vec<3, T>(pose.position), glm::qua<T>(pose.rotation)};
    }

    [[nodiscard]] bool isTooWide(double gap) const { return gap > (1.0 + kPrecision) * skin_; }

    /// Whether a gap is the skin, or no less than the gap at the start. Both up to the loss, but not below
    /// half the skin, so that losses do not add up.
    [[nodiscard]] bool isEnough(double gap) const {
        if (gap >= (1.0 - kLoss) * skin_) {
            return true;
        }
        const double former = std::min(double(separationAt(0.0f, skin_).separation), skin_);
        const double atLeast = (1.0 - kLoss) * former;
        return gap >= (former >= 0.5 * skin_ ? std::max(atLeast, 0.5 * skin_) : atLeast);
    }

    /// How fast the shapes approach each other at the point of a sweep, meters per motion.
    [[nodiscard]] double approach(const BasicSweep<T>& sweep) const {
        const auto velocity = [&](const BasicPose<T>& pose, const RigidMotion& motion) {
            const BasicPose<T> now = poseAfter(pose, motion, sweep.fraction);
            const glm::dvec3 center(now * glm::vec<3, T>(motion.localCenter));
            return glm::dvec3(motion.translation) +
                   glm::cross(glm::dvec3(motion.rotationVector), glm::dvec3(sweep.point) - center);
        };
        const std::uint32_t child = sweep.children.a;
        const glm::dvec3 ofA = motionsOfChildren_.empty()
                                   ? velocity(pair_.poseA, motionA_)
                                   : velocity(childPose(child), motionsOfChildren_[child]);
        return glm::dot(glm::dvec3(sweep.normal), ofA - velocity(pair_.poseB, motionB_));
    }
    /// Returns the fraction at which the gap is wider by a length, which may be below 0, by the speed of the
    /// approach.
    [[nodiscard]] float before(const BasicSweep<T>& sweep, double wider) const {
        const double speed = approach(sweep), earlier = double(sweep.fraction) - wider / speed;
        return speed > 0.0 && earlier > 0.0 ? roundedDown(earlier) : 0.0f;
    }

    const PosedPair<T>& pair_;
    const RigidMotion &motionA_, &motionB_;
    double skin_;
    std::span<const RigidMotion> motionsOfChildren_;  ///< of A; empty if A moves as a whole
};

}  // namespace

template <class T>
BasicSweep<T> withSkin(const BasicSweep<T>& sweep, const PosedPair<T>& pair, const RigidMotion& motionA,
                       const RigidMotion& motionB, double skin,
                       std::span<const RigidMotion> motionsOfChildren) {
    return sweep.status == SweepStatus::InitialOverlap || !isUsable(pair)
               ? sweep
               : SkinnedSweep<T>(pair, motionA, motionB, skin, motionsOfChildren).shortened(sweep);
}
template BasicSweep<float> withSkin(const BasicSweep<float>&, const PosedPair<float>&, const RigidMotion&,
                                    const RigidMotion&, double, std::span<const RigidMotion>);
template BasicSweep<double> withSkin(const BasicSweep<double>&, const PosedPair<double>&, const RigidMotion&,
                                     const RigidMotion&, double, std::span<const RigidMotion>);

}  // namespace sat3d::SAT3D_ABI
