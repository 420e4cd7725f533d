#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/step_motion.hpp"
#include "world/contacts/pair_key.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/planar/penetration.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Objects touch until their gap is wider than this fraction of the solver's margin.
constexpr float kTouchingGap = 0.05f;

/// Merges two sorted lists.
template <class Item, class KeyOf>
void mergeInto(std::span<const Item> a, std::span<const Item> b, std::vector<Item>& to, const KeyOf& keyOf) {
    to.clear();
    std::ranges::merge(a, b, std::back_inserter(to), {}, keyOf, keyOf);
}

/// Bounds of the least gap of a contact at the end of the step. At rest this is all it takes to know whether
/// two objects touch.
struct GapRange {
    float least, most;
};
template <class T>
GapRange gapRange(const DynamicsState<T>& state, const FoundContact<T>& found) {
    using Vector = typename Space<T>::Dimension::Vector;
    float farthest = 0.0f;
    const auto wayOf = [&](std::uint32_t body) {
        farthest += body != kNone ? state.solvedSwings[body] : 0.0f;
        return body != kNone ? state.solverBodies[body].translation : Vector(0.0f);
    };
    const Vector way = wayOf(found.stepBodyB) - wayOf(found.stepBodyA);
    farthest += glm::length(way);
    const float gap = leastSeparation(found.contact);
    return {gap - farthest, gap + farthest};
}

}  // namespace

/// Lists the pairs that have touched at the end of the step before.
template <class T>
void DynamicsStep<T>::listFormerTouching() {
    const auto find = [&](std::size_t i, std::vector<ObjectPair>& touching) {
        const Contact& contact = s_.lastContacts[i].contact;
        if (contact.isTouching && (touching.empty() || touching.back() != contact.objects)) {
            touching.push_back(contact.objects);
        }
    };
    s_.pairLists.collect(parallelFor_, s_.lastContacts.size(), kContactsPerTask, s_.formerTouching, find);
    const auto end = std::unique(s_.formerTouching.begin(), s_.formerTouching.end());  // pairs of two tasks
    s_.formerTouching.erase(end, s_.formerTouching.end());
}

/// Finds out which pairs have begun to touch, go on, and have stopped.
template <class T>
void DynamicsStep<T>::findEvents() {
    findTouches();
    if (s_.sensors.isIdle()) {
        s_.events.compare(s_.formerTouching, s_.touches);
        return;
    }
    listChangedObjects();
    const auto keyOfPair = [](const ObjectPair& pair) { return keyOf(pair); };
    const auto keyOfFound = [](const FoundTouch<T>& found) { return keyOf(found.touch.objects); };
    const std::span<const FoundTouch<T>> sensed = s_.sensors.find(world_, s_.changedObjects, parallelFor_);
    mergeInto<ObjectPair>(s_.formerTouching, s_.sensors.touching(), s_.formerAndSensed, keyOfPair);
    mergeInto<FoundTouch<T>>(s_.touches, sensed, s_.touchesAndSensed, keyOfFound);
    s_.events.compare(s_.formerAndSensed, s_.touchesAndSensed);
    s_.sensors.finish();
}

/// Lists what contacts tell of each pair of objects.
template <class T>
void DynamicsStep<T>::findTouches() {
    s_.solvedSwings.resize(s_.stepBodies.size());
    detail::forEachIndex(parallelFor_, s_.stepBodies.size(), kBodiesPerTask, [&](std::size_t i) {
        const Record& record = s_.records[s_.awake[i]];
        s_.solvedSwings[i] =
            record.partWay + (record.reach > 0.0f ? farthestSwing(s_.solvedMotions[i].turn, record.reach)
                                                  : std::numeric_limits<float>::infinity());  // it has no end
    });
    const auto objectsOf = [&](std::size_t i) { return s_.lastContacts[i].contact.objects; };
    s_.touchLists.collect(parallelFor_, s_.lastContacts.size(), kContactsPerTask, s_.touches,
                          [&](std::size_t i, std::vector<FoundTouch<T>>& touches) {
                              if (i > 0 && objectsOf(i - 1) == objectsOf(i)) {
                                  return;
                              }
                              const FoundTouch<T> found = touchOfPair(i);
                              if (found.touch.objects != ObjectPair{}) {
                                  touches.push_back(found);
                              }
                          });
}

/// Whether two objects have touched or touch still, and where. If not, the pair is empty.
/// @param first  the first of their contacts
template <class T>
FoundTouch<T> DynamicsStep<T>::touchOfPair(std::size_t first) {
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    FoundTouch<T> pair;
    BasicTouch<T>& touch = pair.touch;
    touch.objects = s_.lastContacts[first].contact.objects;
    touch.approachSpeed = kNever;
    float hardest = kNever, approach = kNever;
    std::size_t end = first, hardestContact = first;
    std::uint32_t hardestPoint = 0;
    for (; end < s_.lastContacts.size(); ++end) {
        const Found& found = s_.lastContacts[end];
        const Contact& contact = found.contact;
        if (contact.objects != touch.objects) {
            break;
        }
        const float impulse = contact.impulse();
        const bool hasTouched = impulse > 0.0f || (found.meeting == kNone && leastSeparation(contact) < 0.0f);
        pair.hasTouched = pair.hasTouched || hasTouched;
        touch.impulse += impulse;
        const float speed = approachAtMeeting(found);
        approach = std::max(approach, speed);
        touch.approachSpeed = hasTouched ? std::max(touch.approachSpeed, speed) : touch.approachSpeed;
        for (std::uint32_t k = 0; k < contact.pointCount; ++k) {
            if (contact.pointArray[k].totalImpulse > hardest) {
                hardest = contact.pointArray[k].totalImpulse;
                hardestContact = end;
                hardestPoint = k;
            }
        }
    }
    // At rest, most pairs have touched in the step, or are far from it: only the others need the search.
    if (pair.hasTouched || std::ranges::binary_search(s_.formerTouching, touch.objects)) {
        pair.isNear = areNearAtEnd(std::span(s_.lastContacts).subspan(first, end - first));
    }
    for (std::size_t i = first; i < end; ++i) {
        s_.lastContacts[i].contact.isTouching = pair.isNear;
    }
    if (!pair.hasTouched && !pair.isNear) {
        return {};
    }
    touch.normal = s_.lastContacts[hardestContact].contact.normal;
    touch.position = placeOfTouch(s_.lastContacts[hardestContact], hardestPoint);
    touch.approachSpeed = pair.hasTouched ? touch.approachSpeed : approach;
    return pair;
}

/// The speed with which the surfaces of a contact have approached when they met.
template <class T>
float DynamicsStep<T>::approachAtMeeting(const Found& found) const {
    const auto accelerationOf = [&](std::uint32_t stepBody) {
        return stepBody != kNone ? s_.stepBodies[stepBody].acceleration : Vector(0.0f);
    };
    const Vector change = accelerationOf(found.stepBodyA) - accelerationOf(found.stepBodyB);
    return found.contact.approachSpeed + glm::dot(change, found.contact.normal) * (found.fraction * dt_);
}

/// Where a point of a contact is when the bodies meet.
template <class T>
auto DynamicsStep<T>::placeOfTouch(const Found& found, std::uint32_t point) const -> Position {
    if (found.fraction == 0.0f) {
        return found.contact.pointArray[point].position;
    }
    if (found.meeting != kNone) {
        const MeetingArms<T>& meeting = s_.meetings[found.meeting];
        return Position(0.5) * (meeting.onA[point] + meeting.onB[point]);
    }
    const auto wayOf = [&](std::uint32_t stepBody, bool isA) {
        if (stepBody == kNone) {
            return DVector(0.0);
        }
        const StepMotion<Dimension>& motion = s_.stepBodies[stepBody].motion;
        const double time = static_cast<double>(found.fraction);
        return time * DVector(motion.translation) + swingOf(motion.turn, time, armAtStart(found, point, isA));
    };
    const DVector way = 0.5 * (wayOf(found.stepBodyA, true) + wayOf(found.stepBodyB, false));
    return found.contact.pointArray[point].position + Position(way);
}

/// From the center of mass of one of the bodies to a point of a contact, at the start of the step. Cores
/// turn, but not the surfaces of round parts: so the point is that of the core.
template <class T>
auto DynamicsStep<T>::armAtStart(const Found& found, std::uint32_t point, bool isA) const -> DVector {
    const StepBody<T>& body = s_.stepBodies[isA ? found.stepBodyA : found.stepBodyB];
    const DVector normal(found.contact.normal);
    const DVector toSurface = static_cast<double>(isA ? found.radiusA : -found.radiusB) * normal;
    if (found.meeting != kNone) {
        const MeetingArms<T>& meeting = s_.meetings[found.meeting];
        const DVector then = DVector(isA ? meeting.a[point] : meeting.b[point]) - toSurface;
        return then + swingOf(body.motion.turn, -static_cast<double>(found.fraction), then);
    }
    const auto& from = found.contact.pointArray[point];
    const double half = static_cast<double>(isA ? -0.5f * from.separation : 0.5f * from.separation);
    return DVector(from.position) + half * normal - DVector(body.center) - toSurface;
}

/// Whether two objects are so close at the end of the step that they go on touching. Their contacts are of
/// its start: who has passed an edge since then is near a plane, but not near what ends there. So where
/// bounds do not tell, the surfaces themselves do.
template <class T>
bool DynamicsStep<T>::areNearAtEnd(std::span<const Found> contacts) const {
    const float touching = kTouchingGap * s_.options.solver.margin;
    const auto isNear = [&](const Found& found) { return gapRange(s_, found).most <= touching; };
    const auto isFar = [&](const Found& found) { return gapRange(s_, found).least > touching; };
    if (std::ranges::any_of(contacts, isNear)) {
        return true;
    }
    const ObjectPair& objects = contacts.front().contact.objects;
    const PairSide<T> a = sideOf(objects.a.index), b = sideOf(objects.b.index);
    const ChildPair* tested = nullptr;
    for (const Found& found : contacts) {
        const ChildPair& children = found.contact.children;
        if (isFar(found) || (tested != nullptr && *tested == children)) {
            continue;
        }
        tested = &children;
        const auto partA = a.part(children.a), partB = b.part(children.b);
        if (overlaps(partA.shape, partA.pose, partB.shape, partB.pose, {.margin = touching})) {
            return true;
        }
    }
    return false;
}

/// Lists the objects that this step has moved or the game has changed, with their ways.
template <class T>
void DynamicsStep<T>::listChangedObjects() {
    findMeetTimes();
    s_.changedObjects.resize(s_.awake.size());
    detail::forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask,
                         [&](std::size_t i) { setPath(s_.changedObjects[i], i); });
    for (const std::uint32_t index : s_.edited) {
        const auto id = world_.idAt(index);
        if (id && s_.stepBodyAt(index) == kNone) {
            const Object& object = *world_.find(*id);
            s_.changedObjects.push_back({*id, {object.pose}, boxInSpace(object.shape, object.pose)});
        }
    }
    if (s_.changedObjects.size() > s_.awake.size()) {
        std::ranges::sort(s_.changedObjects, {}, [](const ChangedObject<T>& one) { return one.id.index; });
    }
}

/// Finds the moment at which each body has met something first, if it has been pushed there.
template <class T>
void DynamicsStep<T>::findMeetTimes() {
    s_.meetTimes.assign(s_.stepBodies.size(), 1.0f);
    for (std::size_t i = 0; i < s_.lastContacts.size(); ++i) {
        const Found& found = s_.lastContacts[i];
        for (const std::uint32_t body : {found.stepBodyA, found.stepBodyB}) {
            if (body != kNone && hasPushed(s_.solverContacts[i])) {
                s_.meetTimes[body] = std::min(s_.meetTimes[body], found.fraction);
            }
        }
    }
}

template <class T>
void DynamicsStep<T>::setPath(ChangedObject<T>& changed, std::size_t stepBody) const {
    const Record& record = s_.records[s_.awake[stepBody]];
    const Object& object = *world_.find(record.id);
    const Vector center = record.body.mass.center;
    const auto boxOf = [&](const typename Space<T>::Pose& pose, const typename Space<T>::Motion& motion) {
        return grown(boxInSpace(object.shape, pose), inSpace(motion.translation),
                     farthestSwing(turnOf(motion), record.coreReach));
    };
    StepPath<T>& path = changed.path;
    changed.id = record.id;
    path = {.before = record.formerPose, .motion = motionFromTo(record.formerPose, record.pose, center)};
    const float bend = s_.meetTimes[stepBody];
    if (bend > 0.0f && bend < 1.0f && !path.isStill()) {
        const auto predicted = motionOf(s_.stepBodies[stepBody].motion, center);
        path.bend = bend;
        path.motion = partOf(predicted, bend);
        path.atBend = poseAtFraction(record.formerPose, predicted, static_cast<double>(bend));
        path.motionAfterBend = motionFromTo(path.atBend, record.pose, center);
    }
    changed.box = boxOf(path.before, path.motion);
    if (path.bend < 1.0f) {
        changed.box = join(changed.box, boxOf(path.atBend, path.motionAfterBend));
    }
}

#define SAT3D_INSTANTIATE(T)                             \
    template void DynamicsStep<T>::listFormerTouching(); \
    template void DynamicsStep<T>::findEvents()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
