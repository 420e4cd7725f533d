#include "core/parallel/for_each_index.hpp"
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

/// Whether the contact will close in this step.
template <class T>
bool touches(const BasicDynamicContact<T>& contact, float dt) {
    return std::ranges::any_of(contact.points(), [&](const auto& point) {
        return point.separation <= std::max(0.0f, contact.approachSpeed * dt);
    });
}

}  // namespace

/// Finds the contacts of awake bodies. What they touch wakes, and then all is found again.
template <class T>
void DynamicsStep<T>::findContacts() {
    do {
        setBoxes();
        setStepBodies();
        collidePairs(sortedPairs(s_.broadPhase.findPairs(parallelFor_)));
    } while (wakeTouched());
    dropSeams(s_, 0.1f * s_.options.solver.margin);
    continueContacts();
}

/// Sets the boxes of awake bodies, with room for their motion.
template <class T>
void DynamicsStep<T>::setBoxes() {
    for (const std::uint32_t at : s_.awake) {
        s_.broadPhase.set(s_.records[at].id.index, Aabb{});
    }
    forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        Record& record = s_.records[s_.awake[i]];
        s_.broadPhase.setBox(record.id.index, sweptBox(*world_.find(record.id), record));
    });
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

template <class T>
void DynamicsStep<T>::setStepBodies() {
    s_.stepBodyOf.assign(s_.seen.size(), kNone);
    s_.stepBodies.resize(s_.awake.size());
    forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        const Record& record = s_.records[s_.awake[i]];
        s_.stepBodyOf[record.id.index] = static_cast<std::uint32_t>(i);
        StepBody<T>& body = s_.stepBodies[i];
        body.center = record.center();
        body.velocity = record.body.velocity;
        body.angularVelocity = record.body.angularVelocity;
        body.speed = glm::length(body.velocity);
        body.isDynamic = isMover(&record);
        body.turn = body.isDynamic ? std::min(sizeOf(body.angularVelocity) * dt_, 2.0f) * record.reach : 0.0f;
        body.innerRadius = record.innerRadius;
    });
}

/// Sorts pairs: the broad phase has them in the order of its trees. So contacts are found in their order.
template <class T>
std::span<const PairIndices> DynamicsStep<T>::sortedPairs(std::span<const PairIndices> pairs) {
    constexpr std::size_t kFew = 8;
    if (pairs.size() * kFew < s_.seen.size()) {
        s_.sortedPairs.assign(pairs.begin(), pairs.end());
        std::ranges::sort(s_.sortedPairs);
        return s_.sortedPairs;
    }
    // By counting, which is stable: by the second object, then by the first.
    const auto sortBy = [&](auto member, std::span<const PairIndices> from, std::vector<PairIndices>& to) {
        s_.pairStarts.assign(s_.seen.size() + 1, 0);
        for (const PairIndices& pair : from) {
            ++s_.pairStarts[pair.*member + 1];
        }
        std::partial_sum(s_.pairStarts.begin(), s_.pairStarts.end(), s_.pairStarts.begin());
        to.resize(from.size());
        for (const PairIndices& pair : from) {
            to[s_.pairStarts[pair.*member]++] = pair;
        }
    };
    sortBy(&PairIndices::b, pairs, s_.pairs);
    sortBy(&PairIndices::a, s_.pairs, s_.sortedPairs);
    return s_.sortedPairs;
}

/// The gap up to which two bodies get a contact: as far as they can come closer in this step, also if one of
/// them is stopped by something else.
template <class T>
float DynamicsStep<T>::marginOf(const StepBody<T>& a, const StepBody<T>& b) const {
    const float speed = std::max({glm::length(a.velocity - b.velocity), a.speed, b.speed});
    return std::max(s_.options.solver.margin, speed * dt_ + a.turn + b.turn);
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
    s_.fastBodies.clear();
    std::size_t count = 0;
    for (FoundBlock<T>& block : std::span(s_.blocks).first(chunkCount)) {
        block.firstFound = count;
        count += block.contacts.size();
        s_.fastBodies.insert(s_.fastBodies.end(), block.fastBodies.begin(), block.fastBodies.end());
    }
    s_.found.resize(count);
    parallelFor_(chunkCount, [&](std::size_t chunk) {
        const FoundBlock<T>& block = s_.blocks[chunk];
        std::ranges::copy(block.contacts, s_.found.begin() + static_cast<std::ptrdiff_t>(block.firstFound));
    });
}

/// Whether an object has a body of finite mass, awake or not.
template <class T>
bool DynamicsStep<T>::isDynamic(std::uint32_t object) const {
    const std::uint32_t at = s_.recordAt(object);
    return at != kNone && s_.records[at].inverseMass > 0.0f;
}

template <class T>
void DynamicsStep<T>::collidePair(const PairIndices& pair, FoundBlock<T>& block) const {
    static const StepBody<T> kStill;
    const std::uint32_t atA = s_.stepBodyOf[pair.a], atB = s_.stepBodyOf[pair.b];
    const StepBody<T>& a = atA != kNone ? s_.stepBodies[atA] : kStill;
    const StepBody<T>& b = atB != kNone ? s_.stepBodies[atB] : kStill;
    const bool isAnyMoved = atA != kNone || atB != kNone;
    const bool isActive =
        isAnyMoved && (a.isDynamic || b.isDynamic || isDynamic(pair.a) || isDynamic(pair.b));
    if (!isActive) {
        return;
    }
    const ObjectPair ids{s_.seen[pair.a].id, s_.seen[pair.b].id};
    const auto isSolid = [](const Object& object) { return object.kind != ObjectKind::Sensor; };
    const Object &objectA = *world_.find(ids.a), &objectB = *world_.find(ids.b);
    if (!isSolid(objectA) || !isSolid(objectB) || !world_.mayTouch(ids.a, ids.b)) {
        return;
    }
    if (a.isDynamic && a.passes(b, dt_)) {
        block.fastBodies.push_back({pair.a, pair.b});
    }
    if (b.isDynamic && b.passes(a, dt_)) {
        block.fastBodies.push_back({pair.b, pair.a});
    }
    const typename Space<T>::ShapeRef shapeA(objectA.shape), shapeB(objectB.shape);
    const std::size_t first = block.contacts.size();
    for (const auto& manifold : allManifolds<T>(objectA, objectB, marginOf(a, b), block.manifolds)) {
        Found& found = block.contacts.emplace_back();
        const ChildPair children = childrenOf(manifold.penetration);
        found.order = static_cast<std::uint32_t>(block.contacts.size() - 1 - first);
        found.radiusA = roundRadius(shapeA, children.a), found.radiusB = roundRadius(shapeB, children.b);
        found.recordA = s_.recordAt(pair.a), found.recordB = s_.recordAt(pair.b);
        found.stepBodyA = atA, found.stepBodyB = atB;
        Contact& contact = found.contact;
        contact.objects = ids;
        contact.children = {childOf(shapeA, children.a), childOf(shapeB, children.b)};
        contact.normal = manifold.normal;
        contact.pointCount = manifold.pointCount;
        contact.approachSpeed = -std::numeric_limits<float>::infinity();
        for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
            const auto& point = manifold.pointArray[i];
            contact.pointArray[i] = {point.position, point.separation, 0.0f, 0.0f, point.id};
            const Vector relative = a.velocityAt(point.position) - b.velocityAt(point.position);
            contact.approachSpeed = std::max(contact.approachSpeed, glm::dot(relative, manifold.normal));
        }
    }
    sortFound(std::span(block.contacts).subspan(first));
}

/// Wakes the islands that awake bodies touch.
/// @return whether there were any
template <class T>
bool DynamicsStep<T>::wakeTouched() {
    if (s_.sleepingCount == 0) {
        return false;
    }
    s_.islandsToWake.clear();
    for (const Found& found : s_.found) {
        const auto wake = [&](std::uint32_t record, std::uint32_t other) {
            if (record != kNone && s_.records[record].isAsleep() && other != kNone &&
                touches(found.contact, dt_)) {
                s_.islandsToWake.push_back(s_.records[record].island);
            }
        };
        wake(found.recordA, found.stepBodyB);
        wake(found.recordB, found.stepBodyA);
    }
    if (s_.islandsToWake.empty()) {
        return false;
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
    listAwake();
    return true;
}

/// Sorts the contacts of a pair: those of triangles are found in the order of the mesh.
template <class T>
void DynamicsStep<T>::sortFound(std::span<Found> ofPair) {
    const auto keyOf = [](const Found& found) {
        return std::tuple_cat(orderOf(found.contact), std::tuple(found.order));
    };
    if (!std::ranges::is_sorted(ofPair, {}, keyOf)) {
        std::ranges::sort(ofPair, {}, keyOf);
    }
}

template void DynamicsStep<float>::findContacts();
template void DynamicsStep<double>::findContacts();
template void DynamicsStep<Planar<float>>::findContacts();
template void DynamicsStep<Planar<double>>::findContacts();

}  // namespace sat3d::inline SAT3D_ABI::detail
