#include "world/world_state.hpp"

#include "broadphase/run_tasks.hpp"
#include "broadphase/storable_box.hpp"
#include "world/contacts/contact_search.hpp"
#include "world/objects/object_faults.hpp"
#include "world/objects/space_math.hpp"

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Few pairs, because those with terrain cost a hundred times as much as others; and several groups (see
/// ContactSearch).
constexpr std::size_t kPairsPerChunk = 128;
/// Each task has memory for what it finds. It takes every 64th chunk, because pairs with terrain stand
/// together.
constexpr std::size_t kMaxTasks = 64;
constexpr std::size_t kBoxesPerTask = 512;

constexpr std::size_t dividedUp(std::size_t count, std::size_t part) {
    return (count + part - 1) / part;
}

}  // namespace

template <class T>
WorldState<T>& WorldState<T>::operator=(const WorldState& other) {
    if (this != &other) {
        options = other.options;
        objects = other.objects;
        contacts = other.contacts;
        parts.set({other.parts.touching().begin(), other.parts.touching().end()});
        broadPhase = {};
    }
    return *this;
}

template <class T>
Aabb WorldState<T>::boxOf(const BasicObject<T>& object) const {
    const Aabb tight = boxInSpace(object.shape, object.pose);
    const double reach =
        0.5 * (static_cast<double>(options.margin) + static_cast<double>(options.hysteresis));
    return reach == 0.0 ? tight
                        : Aabb::around(glm::dvec3(tight.lower) - reach, glm::dvec3(tight.upper) + reach);
}

template <class T>
void WorldState<T>::refresh(ParallelFor parallelFor) {
    const std::span<const std::uint32_t> waiting = objects.waiting();
    for (const std::uint32_t index : waiting) {
        if (const auto& slot = objects[index]; slot.isAlive) {
            const bool isStatic = slot.object.kind == ObjectKind::Static;
            broadPhase.set(index, Aabb{},
                           isStatic ? BroadPhase::Mobility::Static : BroadPhase::Mobility::Moving);
        }
    }
    runTasks(parallelFor, dividedUp(waiting.size(), kBoxesPerTask), [&](std::size_t task) {
        const std::size_t end = std::min((task + 1) * kBoxesPerTask, waiting.size());
        for (std::size_t i = task * kBoxesPerTask; i < end; ++i) {
            if (const auto& slot = objects[waiting[i]]; slot.isAlive) {
                broadPhase.setBox(waiting[i], boxOf(slot.object));
            }
        }
    });
    objects.setRefreshed();
    broadPhase.update(parallelFor);
}

template <class T>
void WorldState<T>::update(ParallelFor parallelFor) {
    refresh(parallelFor);
    const std::span<const PairIndices> pairs = broadPhase.findPairs(parallelFor);
    contacts.start(options.detail == ContactDetail::Manifolds ? 1 : 0);
    const ContactSearch<T> search(options, objects, contacts, parts);
    const auto found = inChunks(pairs, parallelFor, [&](std::span<const PairIndices> chunk, auto& ofTask) {
        search.test(chunk, ofTask);
    });
    contacts.finish(found, objects);
    parts.finish(found, objects);
    // Contacts are computed where they stay, so that the memory of their manifolds is needed once.
    contacts.setManifolds(
        inChunks(contacts.newSlots(), parallelFor,
                 [&](std::span<const std::uint32_t> chunk, auto& ofTask) { search.compute(chunk, ofTask); }));
    objects.setUpdated();
}

/// Calls work(chunk, found) for chunks of items, on the caller's threads. Returns what the tasks have found.
template <class T>
template <class Item, class Work>
std::span<FoundContacts<T>> WorldState<T>::inChunks(std::span<const Item> items, ParallelFor parallelFor,
                                                    const Work& work) {
    const std::size_t chunkCount = dividedUp(items.size(), kPairsPerChunk),
                      taskCount = std::min(chunkCount, kMaxTasks);
    if (memory_.found.size() < taskCount) {
        memory_.found.resize(taskCount);
    }
    const std::span<FoundContacts<T>> found = std::span(memory_.found).first(taskCount);
    runTasks(parallelFor, taskCount, [&](std::size_t task) {
        found[task].clear();
        for (std::size_t chunk = task; chunk < chunkCount; chunk += taskCount) {
            const std::size_t first = chunk * kPairsPerChunk;
            work(items.subspan(first, std::min(kPairsPerChunk, items.size() - first)), found[task]);
        }
    });
    return found;
}

template <class T>
std::optional<std::string> WorldState<T>::validate() const {
    for (const auto& fault : {objects.validate(), contacts.validate(), parts.validate(contacts.touching()),
                              broadPhase.validate()}) {
        if (fault) {
            return fault;
        }
    }
    for (std::uint32_t index = 0; index < objects.slots().size(); ++index) {
        const auto& slot = objects[index];
        const bool isKnown = broadPhase.contains(index);
        if (slot.isAlive
                ? !slot.isWaiting && (!isKnown || broadPhase.bounds(index) != storable(boxOf(slot.object)))
                : isKnown) {
            return describeObject(slot.object.name, index) + " has another box in the broad phase";
        }
    }
    return std::nullopt;
}

template struct detail::WorldState<float>;
template struct detail::WorldState<double>;
template struct detail::WorldState<Planar<float>>;
template struct detail::WorldState<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
