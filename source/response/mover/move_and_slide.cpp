#include "math/is_finite.hpp"
#include "math/motion_contract.hpp"
#include "math/pose_contract.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "response/mover/bottom_of.hpp"
#include "response/mover/free_place.hpp"
#include "response/mover/mover.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/capsule.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

glm::vec3 spinOf(const RigidMotion& motion) {
    return motion.rotationVector;
}

float spinOf(const PlanarMotion& motion) {
    return motion.angle;
}

/// How a point moves that turns, in a first step. @param arm  from the center
glm::dvec3 turnOf(const glm::dvec3& spin, const glm::dvec3& arm) {
    return glm::cross(spin, arm);
}

glm::dvec2 turnOf(double spin, const glm::dvec2& arm) {
    return {-spin * arm.y, spin * arm.x};
}

template <class T>
[[nodiscard]] glm::dvec3 directionInWorld(const BasicPose<T>& pose, const glm::dvec3& direction) {
    return localToWorld(pose).rotation * direction;
}

template <class T>
[[nodiscard]] glm::dvec2 directionInWorld(const BasicPlanarPose<T>& pose, const glm::dvec2& direction) {
    return localToWorld(pose).transformDirection(direction);
}

Capsule capsuleAt(const glm::dvec3& a, const glm::dvec3& b, float radius) {
    return {glm::vec3(a), glm::vec3(b), radius};
}

PlanarCapsule capsuleAt(const glm::dvec2& a, const glm::dvec2& b, float radius) {
    return {glm::vec2(a), glm::vec2(b), radius};
}

/// The center of a box. @param like  tells the space
template <class Vector>
Vector middleOf(const Aabb& box, const Vector&) {
    return Vector(0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper)));
}

/// Below this share of its way, the mover tries to step up; and it must gain that much.
constexpr double kStopped = 0.9, kGain = 0.1;
/// How often a turn continues after the mover has moved away from what stopped it.
constexpr int kTurns = 4;

/// Bounding radius of a shape about its position.
template <class T>
double sizeOf(typename Space<T>::ShapeRef shape) {
    const Aabb box = tightBoxInSpace(shape, typename Space<T>::Pose{});
    return glm::length(glm::max(glm::abs(glm::dvec3(box.lower)), glm::abs(glm::dvec3(box.upper))));
}

}  // namespace

template <class T>
Mover<T>::Mover(const BasicWorld<T>& world, ShapeRef shape, const Pose& pose,
                const BasicMoveOptions<Dimension>& options)
    : world_(world), shape_(shape), options_(options), pose_(pose), skin_(options.skin) {
    const double steepest = std::clamp(double(options.steepest), 0.0, 1.5);
    const glm::dvec3 direction = rotationFromVector({steepest, 0.0, 0.0}) * glm::dvec3(0.0, 0.0, 1.0);
    cosine_ = direction.z;  // with the same bits on every platform
    tangent_ = std::abs(direction.y) / direction.z;
    size_ = sizeOf<T>(shape);
    if (options.up != decltype(options.up)(0.0f)) {
        up_ = glm::normalize(Vector(options.up));
    }
}

template <class T>
BasicMoved<T> Mover<T>::run(const Motion& motion) {
    const Vector translation(motion.translation);
    leaveOverlap();
    turn(Spin(spinOf(motion)), Vector(motion.localCenter));
    const Pose start = pose_;
    Vector unmade = translation;
    if (hasGround()) {
        const double rise = glm::dot(translation, up_);
        moveOnGround(levelPart(translation), rise);
        const double risen = glm::dot(movedSince(start), up_);
        const double made = std::clamp(risen, std::min(rise, 0.0), std::max(rise, 0.0));
        unmade = levelPart(translation - movedSince(start));
        unmade += (result_.isStanding() ? std::min(rise, 0.0) : rise - made) * up_;
    } else {
        slide(translation, Slide::Free);
        unmade -= movedSince(start);
    }
    result_.left = typename Dimension::Vector(unmade);
    result_.pose = pose_;
    return result_;
}

/// Moves level, then up or down.
/// @param rise  meters, negative to fall
template <class T>
void Mover<T>::moveOnGround(const Vector& level, double rise) {
    bottom_ = bottomOf(shape_, pose_, up_);
    const bool stood = rise <= 0.0 && groundBelow().has_value();
    const Pose start = pose_;
    if (rise > 0.0) {
        slide(rise * up_, Slide::Free);
    }
    moveLevel(level, stood);
    const double pace = glm::length(levelPart(movedSince(start)));
    if (rise <= 0.0) {
        result_.ground = stood ? landOnGround(-rise + tangent_ * pace + skin_) : std::nullopt;
        result_.ground = result_.ground ? result_.ground : fall(-rise);
    }
}

/// Pushes the mover out of what was moved into it.
template <class T>
void Mover<T>::leaveOverlap() {
    const auto near = nearSurfaces(0.0);
    if (!near.surfaces().empty() && near.surfaces().front().gap < 0.0) {
        const auto place = freePlace(
            world_, shape_, pose_,
            {.gap = options_.skin, .farthest = static_cast<float>(size_), .filter = options_.filter},
            [&](const Pose& free) { return passesNothing(free); });
        result_.isCrushed = !place.has_value();
        pose_ = place.value_or(pose_);
    }
}

/// Whether the middle of the mover meets nothing on its way to a place. What it meets there would push the
/// mover out on its other side: a thin door that closes.
template <class T>
bool Mover<T>::passesNothing(const Pose& place) const {
    constexpr double kEnds = 0.1;  // of the height: the middle is above the ground
    Pose upright;
    upright.position = pose_.position;
    Pose turned;
    turned.rotation = pose_.rotation;
    const Vector middle = middleOf(tightBoxInSpace(shape_, turned), Vector(0.0));
    Vector low = middle, high = middle;
    if (hasGround()) {
        const double bottom = bottomOf(shape_, pose_, up_), top = -bottomOf(shape_, pose_, -up_),
                     ends = kEnds * (top - bottom);
        low = levelPart(middle) + (bottom + ends) * up_;
        high = levelPart(middle) + (top - ends) * up_;
    }
    const typename Dimension::Vector way(Vector(place.position - pose_.position));
    const auto hit = sweep(world_, capsuleAt(low, high, options_.skin), upright, way, options_.filter);
    return !hit || hit->sweep.status == SweepStatus::InitialOverlap;
}

/// Turns in place. What stops the turn is left as far as necessary, if there is room.
template <class T>
void Mover<T>::turn(const Spin& rotation, const Vector& localCenter) {
    using Single = typename Dimension::Vector;
    Spin rest = rotation;
    for (int i = 0; i < kTurns && rest != Spin(0.0); ++i) {
        const Motion motion{Single(0.0f), typename Dimension::Spin(rest), Single(localCenter)};
        const SweepOptions options{.skin = 0.5f * options_.skin};
        const auto hit = sweep(world_, shape_, pose_, motion, options_.filter, options);
        const float fraction = hit ? hit->sweep.fraction : 1.0f;
        pose_ = poseAtFraction(pose_, motion, fraction);
        rest *= 1.0 - double(fraction);
        if (!hit || !moveAwayFrom(*hit, rest, localCenter)) {
            break;
        }
    }
    result_.leftTurn = typename Dimension::Spin(rest);
}

/// Moves away from what stopped a turn, by as much as the rest of the turn would move the contact point.
/// @return whether there was room
template <class T>
bool Mover<T>::moveAwayFrom(const BasicWorldSweep<T>& hit, const Spin& turn, const Vector& localCenter) {
    const Vector center = directionInWorld(pose_, localCenter) + Vector(pose_.position);
    const Vector arm = Vector(hit.sweep.point) - center;
    const double approach = glm::dot(Vector(hit.sweep.normal), turnOf(turn, arm));
    addStop(contactOf(hit));
    if (!(approach > 0.0)) {
        return false;
    }
    const Pose before = pose_;
    slide(-glm::normalize(Vector(hit.sweep.normal)) * (approach + skin_), Slide::Free);
    return glm::length(movedSince(before)) > 0.1 * skin_;
}

/// Moves level, and up a step if something is in the way of a mover that stood.
template <class T>
void Mover<T>::moveLevel(const Vector& displacement, bool stood) {
    const double length = glm::length(displacement);
    if (!(length > 0.0)) {
        return;
    }
    const Pose start = pose_;
    slide(displacement, Slide::Level);
    const double made = glm::dot(movedSince(start), displacement) / length;
    if (!stood || !(options_.stepHeight > 0.0f) || made >= kStopped * length) {
        return;
    }
    const Pose slid = pose_;
    const std::uint32_t stopCount = result_.stopCount;
    const bool gains = stepUp(displacement, start) &&
                       glm::dot(movedSince(start), displacement) / length > made + kGain * length;
    if (!gains) {
        pose_ = slid;
        result_.stopCount = stopCount;
    }
}

/// Moves up, level and down again.
/// @return whether it landed on ground that is not too high
template <class T>
bool Mover<T>::stepUp(const Vector& displacement, const Pose& start) {
    pose_ = start;
    (void)advance(double(options_.stepHeight) * up_, 0.5 * skin_);
    slide(displacement, Slide::Level);
    const auto foot =
        landOnGround(glm::dot(movedSince(start), up_) + tangent_ * glm::length(displacement) + skin_);
    // A round foot must not roll over an edge that is higher than a step.
    return foot && glm::dot(Vector(foot->point) - Vector(start.position), up_) - bottom_ <=
                       double(options_.stepHeight) + 0.5 * skin_;
}

/// Sweeps down, and stays there if it meets ground.
/// @return what it stands on, or nothing
template <class T>
std::optional<BasicMoverContact<T>> Mover<T>::landOnGround(double depth) {
    const Pose before = pose_;
    const auto hit = advance(-depth * up_, skin_);
    if (hit && isGround(-glm::normalize(Vector(hit->sweep.normal)), hit->sweep.point)) {
        return contactOf(*hit);
    }
    if (auto ground = hit ? groundBelow() : std::nullopt) {  // it met an edge beside the ground
        return ground;
    }
    pose_ = before;
    return std::nullopt;
}

/// Falls, and slides down what is too steep, until it meets ground. Each round goes to the point nearest to
/// the end of the free fall: so a slope takes from the fall what its normal force would take, and no energy
/// is gained.
/// @return the ground, or nothing
template <class T>
std::optional<BasicMoverContact<T>> Mover<T>::fall(double depth) {
    const Vector target = Vector(pose_.position) - depth * up_;
    const double negligible = 1e-6 * depth;
    for (std::uint32_t round = 0; round < options_.rounds; ++round) {
        const Vector rest = target - Vector(pose_.position);
        const double height = -glm::dot(rest, up_);
        if (height <= negligible) {
            break;
        }
        if (auto ground = landOnGround(height)) {
            return ground;
        }
        const Pose before = pose_;
        (void)advance(slideStep(rest, Slide::Free), 0.5 * skin_);
        if (-glm::dot(movedSince(before), up_) <= negligible) {
            break;
        }
    }
    return groundBelow();
}

/// Returns the contact at the end of a sweep.
template <class T>
BasicMoverContact<T> Mover<T>::contactOf(const BasicWorldSweep<T>& hit) {
    Contact contact{hit.object, -hit.sweep.normal, hit.sweep.point};
    if constexpr (requires { hit.sweep.faceTagB; }) {
        contact.faceTag = hit.sweep.faceTagB;
    }
    return contact;
}

template class Mover<float>;
template class Mover<double>;
template class Mover<Planar<float>>;
template class Mover<Planar<double>>;

template <class T>
BasicMoved<T> moveAndSlide(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                           const typename Space<T>::Pose& pose, const typename Space<T>::Motion& motion,
                           const BasicMoveOptions<typename Space<T>::Dimension>& options) {
    const bool isSound = std::isfinite(options.skin) && options.skin > 0.0f && options.stepHeight >= 0.0f &&
                         std::isfinite(options.stepHeight) && std::isfinite(options.steepest) &&
                         isFinite(options.up);
    SAT3D_ASSERT(isSound, "skin above 0, stepHeight 0 or more, all options finite");
    SAT3D_ASSERT(isFinite(motion), "a motion must be finite");
    if (!isUsable(pose) || !isSound || !isFinite(motion)) {
        BasicMoved<T> stays;
        stays.pose = pose;
        stays.left = motion.translation;
        stays.leftTurn = spinOf(motion);
        return stays;
    }
    return Mover<T>(world, shape, pose, options).run(motion);
}

template SAT3D_API Moved moveAndSlide(const World&, ShapeRef, const Pose&, const RigidMotion&,
                                      const MoveOptions&);
template SAT3D_API DMoved moveAndSlide(const DWorld&, ShapeRef, const DPose&, const RigidMotion&,
                                       const MoveOptions&);
template SAT3D_API PlanarMoved moveAndSlide(const PlanarWorld&, PlanarShapeRef, const PlanarPose&,
                                            const PlanarMotion&, const PlanarMoveOptions&);
template SAT3D_API BasicMoved<Planar<double>> moveAndSlide(const DPlanarWorld&, PlanarShapeRef,
                                                           const DPlanarPose&, const PlanarMotion&,
                                                           const PlanarMoveOptions&);

}  // namespace sat3d::SAT3D_ABI
