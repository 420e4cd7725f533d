#include "world/pair_hash.hpp"
#include "world/pair_key.hpp"

#include <sat3d/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Inserts items into a list. Both are sorted by keyOf(). From the back, so that each item moves once.
template <class Item, class Items>
void insertSorted(std::vector<Item>& list, const Items& items, const auto& itemOf) {
    auto rest = static_cast<std::ptrdiff_t>(list.size());
    list.resize(list.size() + items.size());
    auto end = list.end();
    for (std::size_t i = items.size(); i-- > 0;) {
        const Item item = itemOf(items[i]);
        const auto place = std::ranges::upper_bound(list.begin(), list.begin() + rest, keyOf(item), {},
                                                    [](const Item& other) { return keyOf(other); });
        end = std::move_backward(place, list.begin() + rest, end);
        rest = place - list.begin();
        *--end = item;
    }
}

}  // namespace

template <class T>
BasicEvents<T> BasicWorld<T>::update(ParallelFor parallelFor) {
    refresh(parallelFor);
    freeChangedManifolds();
    findContacts(parallelFor);
    mergeContacts();
    mergeParts();
    for (const std::uint32_t index : changed_) {
        isChanged_[index] = false;
    }
    changed_.clear();
    return events();
}

/// Gives the manifolds back of all contacts that are computed anew.
template <class T>
void BasicWorld<T>::freeChangedManifolds() {
    if (current_.manifolds.empty()) {
        return;
    }
    for (const auto* contacts : {&current_.begun, &current_.stayed}) {
        for (const Contact& contact : *contacts) {
            if (hasChanged(contact.objects)) {
                const auto first = current_.isManifoldUsed.begin() + contact.firstManifold;
                std::fill(first, first + contact.manifoldCount, false);
            }
        }
    }
}

/// Compares the pairs that touched with the contacts that were found. A pair of which no object has changed
/// keeps its contact, and where it is.
template <class T>
void BasicWorld<T>::mergeContacts() {
    Contacts& contacts = current_;
    ended_.clear();
    memory_.begun.clear();
    memory_.joining.clear();
    // A restored world has pairs without contacts. It has found all that goes on.
    const bool isRestored = contacts.begun.size() + contacts.stayed.size() != touching_.size();
    if (isRestored) {
        contacts.begun.clear();
        contacts.stayed.clear();
    }
    auto found = memory_.found.begin();
    const auto takeFound = [&] { return &memory_.foundContacts[(found++)->contact]; };
    /// Returns the contact that was found for a pair, or nullptr. Those before it have begun.
    const auto findBegunUntil = [&](const ObjectPair& pair) -> const Contact* {
        while (found != memory_.found.end() && found->key < keyOf(pair)) {
            memory_.begun.push_back(*takeFound());
        }
        const bool isFound = found != memory_.found.end() &&
                             memory_.foundContacts[found->contact].objects == pair;  // same generations
        return isFound ? takeFound() : nullptr;
    };
    std::size_t begun = 0, stayed = 0, kept = 0, keptPairs = 0;
    for (std::size_t i = 0; i < touching_.size(); ++i) {
        const ObjectPair pair = touching_[i];
        const bool isJoining =
            isRestored || (begun < contacts.begun.size() && contacts.begun[begun].objects == pair);
        const Contact* contact = nullptr;
        if (!isRestored) {
            contact = isJoining ? &contacts.begun[begun++] : &contacts.stayed[stayed++];
        }
        if (hasChanged(pair)) {
            contact = findBegunUntil(pair);
        }
        if (contact == nullptr) {
            ended_.push_back(pair);
            touchingHash_ -= hashOfPair(pair);
            continue;
        }
        touching_[keptPairs++] = pair;
        if (isJoining) {
            memory_.joining.push_back(*contact);
        } else {
            contacts.stayed[kept++] = *contact;
        }
    }
    while (found != memory_.found.end()) {
        memory_.begun.push_back(*takeFound());
    }
    touching_.resize(keptPairs);
    contacts.stayed.resize(kept);
    insertSorted(contacts.stayed, memory_.joining, [](const Contact& contact) { return contact; });
    insertSorted(touching_, memory_.begun, [](const Contact& contact) { return contact.objects; });
    std::swap(contacts.begun, memory_.begun);
    for (const Contact& contact : contacts.begun) {
        touchingHash_ += hashOfPair(contact.objects);
    }
}

template BasicEvents<float> BasicWorld<float>::update(ParallelFor);
template BasicEvents<double> BasicWorld<double>::update(ParallelFor);

}  // namespace sat3d::inline SAT3D_ABI
