#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "planar/shapes/visit_planar_shape.hpp"
#include "response/dynamics/contact_order.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/meeting.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/planar/collide.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Contacts of points that are closer than this fraction of the solver's margin need no proof that the bodies
/// will meet there. Nor do contacts of bodies that move sideways by less.
constexpr float kNear = 0.05f;

bool isSurface(PlanarShapeRef) {
    return false;
}

/// The child as a part of the identity of a contact. The number of a triangle is not: it changes while a body
/// slides.
template <class ShapeRef>
std::uint32_t childOf(ShapeRef shape, std::uint32_t child) {
    return isSurface(shape) ? 0 : child;
}

ChildPair childrenOf(const Penetration& penetration) {
    return penetration.children;
}
ChildPair childrenOf(const PlanarPenetration& penetration) {
    return {penetration.features.childA, penetration.features.childB};
}

/// Returns all manifolds of two shapes: collide() with as much memory as it takes.
template <class D>
std::span<const typename Space<D>::Manifold> allManifolds(typename Space<D>::ShapeRef a,
                                                          const typename Space<D>::Pose& poseA,
                                                          typename Space<D>::ShapeRef b,
                                                          const typename Space<D>::Pose& poseB, float margin,
                                                          std::vector<typename Space<D>::Manifold>& memory) {
    constexpr std::size_t kFirstSize = 16;
    memory.resize(std::max(memory.size(), kFirstSize));
    for (;;) {
        const auto found = collide(a, poseA, b, poseB, std::span(memory), {.margin = margin});
        if (found.size() < memory.size()) {
            return found;
        }
        memory.resize(2 * memory.size());
    }
}

/// Radius of a sphere, circle or capsule, otherwise 0.
template <class ShapeRef>
float roundRadius(const ShapeRef& shape, std::uint32_t child) {
    return visitShape(shape, [&](const auto& alternative) {
        if constexpr (requires { alternative.radius; }) {
            return alternative.radius;
        } else if constexpr (requires { alternative.children(); }) {
            return roundRadius(ShapeRef(alternative.children()[child].shape), 0);
        } else {
            return 0.0f;
        }
    });
}

/// One object of a pair.
template <class T>
struct PairSide {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using D = Precise<T>;

    const BasicObject<T>& object;
    const BodyRecord<T>* record;  ///< nullptr for an object without a body
    const StepBody<T>& body;      ///< what stands still, if the step does not move it
    std::uint32_t recordAt, stepBodyAt;

    [[nodiscard]] typename Space<T>::ShapeRef shape() const { return object.shape; }

    /// A child of the object, or the whole object if it is no compound, with its motion.
    [[nodiscard]] MovingPart<D> part(std::uint32_t child) const {
        const auto parts = partsOf(object.shape);
        const Vector center = record != nullptr ? Vector(record->body.mass.center) : Vector(0.0f);
        if (parts.empty()) {
            return {shape(), partInWorld(object.pose), motionOf(body.motion, center)};
        }
        return {typename Space<T>::ShapeRef(parts[child].shape), partInWorld(object.pose, parts[child].pose),
                motionOf(body.motion, parts[child].pose.inverse() * center)};
    }
};

/// The contacts of two objects in this step.
template <class T>
class PairContacts {
public:
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;
    using Position = typename Space<T>::Position;
    using D = Precise<T>;

    PairContacts(const ObjectPair& ids, const PairSide<T>& a, const PairSide<T>& b,
                 const SolverOptions& options, float dt, FoundBlock<T>& block)
        : ids_(ids),
          a_(a),
          b_(b),
          near_(kNear * options.margin),
          margin_(marginFor(options.margin)),
          substeps_(options.substeps),
          dt_(dt),
          block_(block) {}

    void find() {
        const auto manifolds = allManifolds<T>(a_.shape(), a_.object.pose, b_.shape(), b_.object.pose,
                                               margin_, block_.manifolds);
        for (auto first = manifolds.begin(); first != manifolds.end(); ++first) {
            const ChildPair children = keyOf(*first);
            const auto isOfPair = [&](const auto& one) { return keyOf(one) == children; };
            if (std::any_of(manifolds.begin(), first, isOfPair)) {
                continue;
            }
            bool isNear = false, mayMeet = false;
            for (auto one = first; one != manifolds.end(); ++one) {
                if (isOfPair(*one)) {
                    isNear = isNear || leastSeparation(*one) <= near_;
                    mayMeet = mayMeet || needsProof(*one);
                }
            }
            const bool isPassing = !isNear && mayMeet;
            const bool isReplaced = isPassing && meet(children);
            for (auto one = first; !isReplaced && one != manifolds.end(); ++one) {
                if (isOfPair(*one)) {
                    add(*one, children, isPassing);
                }
            }
        }
    }

private:
    /// The gap up to which the objects get a contact: as far as they can come closer in this step, also if
    /// one of them is stopped by something else.
    [[nodiscard]] float marginFor(float solverMargin) const {
        const float way = std::max({glm::length(this->way()), a_.body.way, b_.body.way});
        return std::max(solverMargin, way + a_.body.swing + b_.body.swing);
    }

    [[nodiscard]] ChildPair keyOf(const auto& manifold) const {
        const ChildPair children = childrenOf(manifold.penetration);
        return {childOf(a_.shape(), children.a), childOf(b_.shape(), children.b)};
    }

    /// The way of A's center relative to B's.
    [[nodiscard]] Vector way() const { return a_.body.motion.translation - b_.body.motion.translation; }

    /// Whether the motion of this step may close the gap of a manifold, and goes so far sideways that the
    /// bodies may pass each other instead.
    [[nodiscard]] bool needsProof(const auto& manifold) const {
        const float sideways = glm::length(way() - glm::dot(way(), manifold.normal) * manifold.normal);
        return leastSeparation(manifold) < closing(manifold.normal) && sideways + swing() > near_;
    }
    /// The farthest that points of the bodies come closer along a normal in this step.
    [[nodiscard]] float closing(const Vector& normal) const { return glm::dot(way(), normal) + swing(); }
    [[nodiscard]] float swing() const { return a_.body.swing + b_.body.swing; }

    /// Adds the contacts of two children where their motions make them meet.
    /// @return whether there is nothing else to add
    bool meet(const ChildPair& children) {
        const MovingPart<D> partA = a_.part(children.a), partB = b_.part(children.b);
        const std::optional<float> fraction = fractionOfMeeting(partA, partB);
        if (!fraction) {
            return false;
        }
        const auto manifolds = allManifolds<D>(partA.shape, partA.poseAt(*fraction), partB.shape,
                                               partB.poseAt(*fraction), margin_, block_.manifoldsAtMeeting);
        for (const auto& manifold : manifolds) {
            addMeeting(manifold, children, *fraction);
        }
        return !manifolds.empty();
    }

    /// How much wider gaps have to be for the motion of this step not to close them.
    [[nodiscard]] float roomFor(const FoundContact<T>& found) const {
        const double share = 1.0 / static_cast<double>(substeps_);
        const DVector normal(found.contact.normal);
        // Cores turn, but not the surfaces of round parts.
        const DVector outOfA = static_cast<double>(found.radiusA) * normal,
                      outOfB = -static_cast<double>(found.radiusB) * normal;
        double closest = std::numeric_limits<double>::infinity();
        for (const auto& point : found.contact.points()) {
            const DVector halfGap = 0.5 * static_cast<double>(point.separation) * normal;
            const DVector armA = DVector(point.position) - halfGap - DVector(a_.body.center),
                          armB = DVector(point.position) + halfGap - DVector(b_.body.center);
            // The solver sees in each substep how fast the gap closes, with the arms of the start.
            const Vector speed = way() + spinCross(a_.body.motion.turn, Vector(armA)) -
                                 spinCross(b_.body.motion.turn, Vector(armB));
            const double next = share * std::max(glm::dot(normal, DVector(speed)), 0.0);
            for (std::uint32_t i = 0; i <= substeps_; ++i) {
                const double time = share * static_cast<double>(i);
                const DVector closed = time * DVector(way()) +
                                       swingOf(a_.body.motion.turn, time, armA - outOfA) -
                                       swingOf(b_.body.motion.turn, time, armB - outOfB);
                closest = std::min(closest,
                                   static_cast<double>(point.separation) - glm::dot(normal, closed) - next);
            }
        }
        // Acceleration bends the way.
        constexpr float kSlack = 0.1f;
        const float bend = 0.25f * glm::length(a_.body.acceleration - b_.body.acceleration) * dt_ * dt_;
        // Substeps turn by the arc tangent of an angle, in the plane, or a little more.
        const auto lag = [&](const StepBody<T>& body) {
            const float turn = sizeOf(body.motion.turn) * static_cast<float>(share);
            return body.swing * turn * turn * (1.0f / 3.0f);
        };
        return std::max(kSlack * near_ + bend + lag(a_.body) + lag(b_.body) - static_cast<float>(closest),
                        0.0f);
    }

    FoundContact<T>& addContact(const ChildPair& children, const auto& manifold) {
        FoundContact<T>& found = block_.contacts.emplace_back();
        found.order = order_++;
        found.recordA = a_.recordAt, found.recordB = b_.recordAt;
        found.stepBodyA = a_.stepBodyAt, found.stepBodyB = b_.stepBodyAt;
        found.radiusA = roundRadius(a_.shape(), children.a),
        found.radiusB = roundRadius(b_.shape(), children.b);
        auto& contact = found.contact;
        contact.objects = ids_;
        contact.children = children;
        contact.normal = manifold.normal;
        contact.pointCount = manifold.pointCount;
        contact.approachSpeed = -std::numeric_limits<float>::infinity();
        return found;
    }
    void addApproach(BasicDynamicContact<T>& contact, const Position& point) const {
        const Vector relative = a_.body.velocityAt(point) - b_.body.velocityAt(point);
        contact.approachSpeed = std::max(contact.approachSpeed, glm::dot(relative, contact.normal));
    }

    /// @param isPassing  whether the bodies pass each other: then the motion of this step, alone, must not be
    /// stopped by the contact
    void add(const auto& manifold, const ChildPair& children, bool isPassing) {
        FoundContact<T>& found = addContact(children, manifold);
        auto& contact = found.contact;
        const float gap = leastSeparation(manifold), closes = closing(manifold.normal);
        const bool meets = !isPassing && gap < std::max(near_, closes);
        found.fraction = !meets ? 1.0f : gap <= near_ ? 0.0f : gap / closes;
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            const auto& point = manifold.pointArray[i];
            contact.pointArray[i] = {point.position, point.separation, 0.0f, 0.0f, point.id};
            addApproach(contact, point.position);
        }
        // The solver looks ahead by up to two substeps.
        constexpr float kAhead = 1.5f;
        if (isPassing || (!meets && gap < kAhead * closes)) {
            found.room = roomFor(found);
        }
    }

    /// A point of the surface of one side.
    struct SurfacePoint {
        DVector arm;    ///< when the bodies meet
        DVector start;  ///< where it is at the start of the step
    };
    /// @param toSurface  from the core. Cores turn, but not the surfaces of round parts
    [[nodiscard]] static SurfacePoint surfacePoint(const PairSide<T>& side, const DVector& point,
                                                   const DVector& toSurface, float fraction) {
        const double time = static_cast<double>(fraction);
        const DVector center(side.body.center),
            arm = point - (center + time * DVector(side.body.motion.translation));
        const DVector swung = swingOf(side.body.motion.turn, -time, arm - toSurface);
        return {arm, center + arm + swung};
    }

    /// Adds a contact that belongs to the poses after a fraction of the step. Its gaps are those of the start
    /// along the normal, so that the motion of this step closes them at that moment.
    void addMeeting(const auto& manifold, const ChildPair& children, float fraction) {
        FoundContact<T>& found = addContact(children, manifold);
        found.meeting = static_cast<std::uint32_t>(block_.meetings.size());
        MeetingArms<T>& arms = block_.meetings.emplace_back();
        found.fraction = fraction;
        auto& contact = found.contact;
        const DVector normal(manifold.normal);
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            const auto& point = manifold.pointArray[i];
            const DVector halfGap = 0.5 * static_cast<double>(point.separation) * normal;
            const SurfacePoint onA = surfacePoint(a_, DVector(point.position) - halfGap,
                                                  static_cast<double>(found.radiusA) * normal, fraction),
                               onB = surfacePoint(b_, DVector(point.position) + halfGap,
                                                  -static_cast<double>(found.radiusB) * normal, fraction);
            const DVector gap = onB.start - onA.start;
            const double separation = glm::dot(gap, normal);
            contact.slip = std::max(contact.slip, static_cast<float>(glm::length(gap - separation * normal)));
            contact.pointArray[i] = {Position(0.5 * (onA.start + onB.start)), static_cast<float>(separation),
                                     0.0f, 0.0f, point.id};
            arms.onA[i] = Position(DVector(point.position) - halfGap);
            arms.onB[i] = Position(DVector(point.position) + halfGap);
            arms.a[i] = a_.stepBodyAt != kNone ? Vector(onA.arm) : Vector(0.0f);
            arms.b[i] = b_.stepBodyAt != kNone ? Vector(onB.arm) : Vector(0.0f);
            addApproach(contact, contact.pointArray[i].position);
        }
    }

    const ObjectPair& ids_;
    const PairSide<T>&a_, &b_;
    float near_, margin_;
    std::uint32_t substeps_;
    float dt_;
    FoundBlock<T>& block_;
    std::uint32_t order_ = 0;
};

/// Sorts the contacts of a pair: those of triangles are found in the order of the mesh.
template <class T>
void sortOfPair(std::span<FoundContact<T>> found) {
    const auto keyOf = [](const FoundContact<T>& one) {
        return std::tuple_cat(orderOf(one.contact), std::tuple(one.order));
    };
    if (!std::ranges::is_sorted(found, {}, keyOf)) {
        std::ranges::sort(found, {}, keyOf);
    }
}

}  // namespace

/// Whether two objects of which the step moves one can have contacts.
template <class T>
bool DynamicsStep<T>::canTouch(std::uint32_t a, std::uint32_t b) const {
    const auto isDynamic = [&](std::uint32_t object) {
        const std::uint32_t at = s_.recordAt(object);
        return at != kNone && s_.records[at].inverseMass > 0.0f;
    };
    const auto isSolid = [&](ObjectId id) { return world_.find(id)->kind != ObjectKind::Sensor; };
    const ObjectId idA = s_.seen[a].id, idB = s_.seen[b].id;
    return (isDynamic(a) || isDynamic(b)) && isSolid(idA) && isSolid(idB) && world_.mayTouch(idA, idB);
}

template <class T>
void DynamicsStep<T>::collidePair(const PairIndices& pair, FoundBlock<T>& block) const {
    static const StepBody<T> kStill;
    const std::uint32_t atA = s_.stepBodyAt(pair.a), atB = s_.stepBodyAt(pair.b);
    if ((atA == kNone && atB == kNone) || !canTouch(pair.a, pair.b)) {
        return;
    }
    const StepBody<T>& a = atA != kNone ? s_.stepBodies[atA] : kStill;
    const StepBody<T>& b = atB != kNone ? s_.stepBodies[atB] : kStill;
    const ObjectPair ids{s_.seen[pair.a].id, s_.seen[pair.b].id};
    const Object &objectA = *world_.find(ids.a), &objectB = *world_.find(ids.b);
    const auto sideOf = [&](std::uint32_t index, const Object& object, const StepBody<T>& body,
                            std::uint32_t at) {
        const std::uint32_t record = s_.recordAt(index);
        return PairSide<T>{object, s_.record(record), body, record, at};
    };
    const PairSide<T> sideA = sideOf(pair.a, objectA, a, atA), sideB = sideOf(pair.b, objectB, b, atB);
    const std::size_t first = block.contacts.size();
    PairContacts<T>(ids, sideA, sideB, s_.options.solver, dt_, block).find();
    sortOfPair<T>(std::span(block.contacts).subspan(first));
}

#define SAT3D_INSTANTIATE(T)                                                     \
    template bool DynamicsStep<T>::canTouch(std::uint32_t, std::uint32_t) const; \
    template void DynamicsStep<T>::collidePair(const PairIndices&, FoundBlock<T>&) const
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
