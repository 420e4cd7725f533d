#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "planar/shapes/visit_planar_shape.hpp"
#include "response/dynamics/contact_order.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/rigid_math.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/dynamics/standing_seams.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/planar/collide.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

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

/// Returns all manifolds of a pair: collide() with as much memory as it takes.
template <class T>
std::span<const typename Space<T>::Manifold> allManifolds(const BasicObject<T>& a, const BasicObject<T>& b,
                                                          float margin,
                                                          std::vector<typename Space<T>::Manifold>& memory) {
    constexpr std::size_t kFirstSize = 16;
    memory.resize(std::max(memory.size(), kFirstSize));
    for (;;) {
        const auto found =
            collide(typename Space<T>::ShapeRef(a.shape), a.pose, typename Space<T>::ShapeRef(b.shape),
                    b.pose, std::span(memory), {.margin = margin});
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

/// The motion of a body at the start of the step. Objects without a body, and sleeping ones, stand still.
template <class T>
struct StartMotion {
    using Vector = typename Space<T>::Dimension::Vector;
    using Position = typename Space<T>::Position;

    Position center{0};
    Vector velocity{0.0f};
    typename Space<T>::Dimension::Spin angularVelocity{0.0f};

    explicit StartMotion(const BodyRecord<T>* record) {
        if (record != nullptr && !record->isAsleep()) {
            center = record->center();
            velocity = record->body.velocity;
            angularVelocity = record->body.angularVelocity;
        }
    }
    [[nodiscard]] Vector velocityAt(const Position& point) const {
        return velocity + spinCross(angularVelocity, Vector(point - center));
    }
    /// Whether a core of some radius around the center may pass through the other object in this step.
    [[nodiscard]] bool passes(const StartMotion& other, float radius, float dt) const {
        return glm::length(velocity - other.velocityAt(center)) * dt > 0.5f * radius;
    }
};

/// Whether the contact will close in this step.
template <class T>
bool touches(const BasicDynamicContact<T>& contact, float dt) {
    return std::ranges::any_of(contact.points(), [&](const auto& point) {
        return point.separation <= std::max(0.0f, contact.approachSpeed * dt);
    });
}

}  // namespace

/// Finds the contacts of awake bodies. What they touch wakes, and then its contacts are found, too.
template <class T>
void DynamicsStep<T>::findContacts() {
    s_.found.clear();
    s_.fastBodies.clear();
    do {
        setBoxes();
        collidePairs(s_.broadPhase.findPairs(parallelFor_));
    } while (wakeTouched());
    sortFound();
    dropSeams(s_, 0.1f * s_.options.solver.margin);
    continueContacts();
}

/// Sets the boxes of awake bodies, with room for their motion.
template <class T>
void DynamicsStep<T>::setBoxes() {
    for (const std::uint32_t at : s_.awake) {
        Record& record = s_.records[at];
        s_.broadPhase.set(record.id.index, sweptBox(*world_.find(record.id), record));
    }
}

template <class T>
Aabb DynamicsStep<T>::sweptBox(const Object& object, Record& record) const {
    const Aabb box = boxInSpace(object.shape, object.pose);
    const glm::vec3 center = inSpace(record.center());
    const float reach = glm::length(glm::max(glm::abs(box.upper - center), glm::abs(box.lower - center)));
    record.reach = std::isfinite(reach) ? reach : 0.0f;
    const float turn = std::min(sizeOf(record.body.angularVelocity) * dt_, 2.0f) * record.reach;
    const float fall = glm::length(s_.options.gravity) * dt_ * dt_;
    return grown(box, inSpace(record.body.velocity * dt_), 0.5f * s_.options.solver.margin + turn + fall);
}

/// The gap up to which two bodies get a contact: as far as they can come closer in this step, also if one of
/// them is stopped by something else.
template <class T>
float DynamicsStep<T>::marginOf(const Record* a, const Record* b) const {
    const auto turnOf = [&](const Record* record) {
        return isMover(record) ? std::min(sizeOf(record->body.angularVelocity) * dt_, 2.0f) * record->reach
                               : 0.0f;
    };
    const auto velocityOf = [](const Record* record) {
        return record != nullptr && !record->isAsleep() ? record->body.velocity : Vector(0.0f);
    };
    const Vector velocityA = velocityOf(a), velocityB = velocityOf(b);
    const float speed =
        std::max({glm::length(velocityA - velocityB), glm::length(velocityA), glm::length(velocityB)});
    return std::max(s_.options.solver.margin, speed * dt_ + turnOf(a) + turnOf(b));
}

/// Tests pairs in chunks, on all threads, and lists what they find in the order of the pairs.
template <class T>
void DynamicsStep<T>::collidePairs(std::span<const PairIndices> pairs) {
    constexpr std::size_t kPairsPerChunk = 32;
    const std::size_t chunkCount = (pairs.size() + kPairsPerChunk - 1) / kPairsPerChunk;
    if (s_.blocks.size() < chunkCount) {
        s_.blocks.resize(chunkCount);
    }
    parallelFor_(chunkCount, [&](std::size_t chunk) {
        FoundBlock<T>& block = s_.blocks[chunk];
        block.contacts.clear();
        block.fastBodies.clear();
        const std::size_t first = chunk * kPairsPerChunk;
        for (const PairIndices& pair : pairs.subspan(first, std::min(kPairsPerChunk, pairs.size() - first))) {
            collidePair(pair, block);
        }
    });
    for (const FoundBlock<T>& block : std::span(s_.blocks).first(chunkCount)) {
        s_.found.insert(s_.found.end(), block.contacts.begin(), block.contacts.end());
        s_.fastBodies.insert(s_.fastBodies.end(), block.fastBodies.begin(), block.fastBodies.end());
    }
}

template <class T>
void DynamicsStep<T>::collidePair(const PairIndices& pair, FoundBlock<T>& block) const {
    const std::uint32_t atA = s_.recordAt(pair.a), atB = s_.recordAt(pair.b);
    const Record* a = atA != kNone ? &s_.records[atA] : nullptr;
    const Record* b = atB != kNone ? &s_.records[atB] : nullptr;
    const ObjectPair ids{s_.seen[pair.a].id, s_.seen[pair.b].id};
    const auto isSolid = [](const Object& object) { return object.kind != ObjectKind::Sensor; };
    const Object &objectA = *world_.find(ids.a), &objectB = *world_.find(ids.b);
    const auto moves = [](const Record* record) { return record != nullptr && record->solverBody != kNone; };
    const auto isDynamic = [](const Record* record) {
        return record != nullptr && record->inverseMass > 0.0f;
    };
    const bool isActive = (moves(a) || moves(b)) && (isDynamic(a) || isDynamic(b));
    if (!isActive || !isSolid(objectA) || !isSolid(objectB) || !world_.mayTouch(ids.a, ids.b)) {
        return;
    }
    const typename Space<T>::ShapeRef shapeA(objectA.shape), shapeB(objectB.shape);
    const StartMotion<T> motionA(a), motionB(b);
    if (isMover(a) && motionA.passes(motionB, a->innerRadius, dt_)) {
        block.fastBodies.push_back({pair.a, pair.b});
    }
    if (isMover(b) && motionB.passes(motionA, b->innerRadius, dt_)) {
        block.fastBodies.push_back({pair.b, pair.a});
    }
    std::uint32_t order = 0;
    for (const auto& manifold : allManifolds<T>(objectA, objectB, marginOf(a, b), block.manifolds)) {
        Found& found = block.contacts.emplace_back();
        const ChildPair children = childrenOf(manifold.penetration);
        found.order = order++;
        found.radiusA = roundRadius(shapeA, children.a), found.radiusB = roundRadius(shapeB, children.b);
        Contact& contact = found.contact;
        contact.objects = ids;
        contact.children = {childOf(shapeA, children.a), childOf(shapeB, children.b)};
        contact.normal = manifold.normal;
        contact.pointCount = manifold.pointCount;
        contact.approachSpeed = -std::numeric_limits<float>::infinity();
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            const auto& point = manifold.pointArray[i];
            contact.pointArray[i] = {point.position, point.separation, 0.0f, 0.0f, point.id};
            const Vector relative = motionA.velocityAt(point.position) - motionB.velocityAt(point.position);
            contact.approachSpeed = std::max(contact.approachSpeed, glm::dot(relative, manifold.normal));
        }
    }
}

/// Wakes the islands that awake bodies touch.
/// @return whether there were any
template <class T>
bool DynamicsStep<T>::wakeTouched() {
    s_.islandsToWake.clear();
    for (const Found& found : s_.found) {
        const auto& [a, b] = found.contact.objects;
        for (const ObjectId id : {a, b}) {
            const Record* record = s_.find(id);
            const Record* other = s_.find(id == a ? b : a);
            const bool isMoved = other != nullptr && other->solverBody != kNone;
            if (record != nullptr && record->isAsleep() && isMoved && touches(found.contact, dt_)) {
                s_.islandsToWake.push_back(record->island);
            }
        }
    }
    if (s_.islandsToWake.empty()) {
        return false;
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
    listAwake();
    return true;
}

/// Sorts what was found, and drops what a second round has found again.
template <class T>
void DynamicsStep<T>::sortFound() {
    const auto keyOf = [&](std::uint32_t i) {
        return std::tuple_cat(orderOf(s_.found[i].contact), std::tuple(s_.found[i].order));
    };
    s_.order.resize(s_.found.size());
    std::iota(s_.order.begin(), s_.order.end(), 0u);
    if (std::ranges::adjacent_find(s_.order, std::greater_equal{}, keyOf) == s_.order.end()) {
        return;  // one round over sorted pairs
    }
    std::ranges::sort(s_.order, {}, keyOf);
    const auto isSame = [&](std::uint32_t a, std::uint32_t b) { return keyOf(a) == keyOf(b); };
    s_.order.erase(std::unique(s_.order.begin(), s_.order.end(), isSame), s_.order.end());
    s_.sortedFound.clear();
    for (const std::uint32_t i : s_.order) {
        s_.sortedFound.push_back(s_.found[i]);
    }
    std::swap(s_.found, s_.sortedFound);
}

template void DynamicsStep<float>::findContacts();
template void DynamicsStep<double>::findContacts();
template void DynamicsStep<Planar<float>>::findContacts();
template void DynamicsStep<Planar<double>>::findContacts();

}  // namespace sat3d::inline SAT3D_ABI::detail
