#include "core/parallel/task_lists.hpp"
#include "response/contacts/contact_settings.hpp"
#include "response/contacts/found_contact.hpp"
#include "response/contacts/pair_contacts.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "world/contacts/contact_search.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/parallel_for.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Walks through a list that is sorted by pairs, beside pairs in the same order.
template <class Item, class PairOf>
class PairWalk {
public:
    PairWalk(const std::vector<Item>& list, const PairIndices& first, const PairOf& pairOf)
        : at_(std::ranges::lower_bound(list, first, {}, pairOf)), end_(list.end()), pairOf_(pairOf) {}

    /// The items of a pair.
    [[nodiscard]] std::span<const Item> next(const PairIndices& pair) {
        at_ = std::find_if(at_, end_, [&](const Item& one) { return !(pairOf_(one) < pair); });
        const auto first = at_;
        at_ = std::find_if(at_, end_, [&](const Item& one) { return pairOf_(one) != pair; });
        return {first, at_};
    }

private:
    typename std::vector<Item>::const_iterator at_, end_;
    PairOf pairOf_;
};

}  // namespace

/// Tests pairs in chunks, on all threads, and lists what they find in the order of the pairs.
template <class T>
void DynamicsStep<T>::collidePairs() {
    const std::span<const PairIndices> pairs = s_.nearPairs.all();
    constexpr std::size_t kPairsPerChunk = 32;
    const std::size_t chunkCount = (pairs.size() + kPairsPerChunk - 1) / kPairsPerChunk;
    if (s_.blocks.size() < chunkCount) {
        s_.blocks.resize(chunkCount);
    }
    parallelFor_(chunkCount, [&](std::size_t chunk) {
        const std::size_t first = chunk * kPairsPerChunk;
        collideChunk(pairs.subspan(first, std::min(kPairsPerChunk, pairs.size() - first)), s_.blocks[chunk]);
    });
    using Block = FoundBlock<T>;
    const auto blocks = std::span(s_.blocks).first(chunkCount);
    joinBlocks(blocks, &Block::meetings, &Block::firstMeeting, s_.meetings, parallelFor_);
    joinBlocks(blocks, &Block::searched, &Block::firstSearched, s_.searched, parallelFor_);
    joinBlocks(blocks, &Block::settings, &Block::firstSettings, s_.hookedSettings, parallelFor_);
    joinBlocks(blocks, &Block::permeable, &Block::firstPermeable, s_.permeable, parallelFor_);
    parallelFor_(blocks.size(), [&](std::size_t chunk) {
        Block& block = blocks[chunk];
        if (!block.meetings.empty() || !block.settings.empty()) {
            const auto shift = [](std::uint32_t& place, std::size_t first) {
                place += place != kNone ? static_cast<std::uint32_t>(first) : 0;
            };
            for (Found& found : block.contacts) {
                shift(found.meeting, block.firstMeeting);
                shift(found.settings, block.firstSettings);
            }
        }
    });
    joinBlocks(blocks, &Block::contacts, &Block::firstFound, s_.found, parallelFor_);
}

template <class T>
void DynamicsStep<T>::collideChunk(std::span<const PairIndices> pairs, FoundBlock<T>& block) const {
    block.contacts.clear();
    block.meetings.clear();
    block.searched.clear();
    block.settings.clear();
    block.permeable.clear();
    const StepSettings settings{s_.options.solver, dt_, substepScale()};
    const auto ofContact = [](const Found& found) { return pairOf(found); };
    PairWalk contacts(s_.lastContacts, pairs.front(), ofContact),
        covered(s_.lastCovered, pairs.front(), ofContact);
    PairWalk searched(s_.lastSearched, pairs.front(), [](const SearchedPair<T>& one) { return one.objects; });
    const auto isEdited = [&](std::uint32_t object) {
        return !s_.edited.empty() && std::ranges::binary_search(s_.edited, object);
    };
    for (const PairIndices& pair : pairs) {
        if ((s_.stepBodyAt(pair.a) == kNone && s_.stepBodyAt(pair.b) == kNone) ||
            !s_.nearPairs.overlap(pair)) {
            continue;
        }
        const PairSide<T> a = sideOf(pair.a), b = sideOf(pair.b);
        if (!canTouch(pair, a, b)) {
            continue;
        }
        const ObjectPair ids{s_.seen[pair.a].id, s_.seen[pair.b].id};
        FormerPair<T> former{.contacts = contacts.next(pair), .covered = covered.next(pair)};
        const auto known = searched.next(pair);
        former.searched = known.empty() ? nullptr : known.data();
        if (!former.contacts.empty() && former.contacts.front().contact.objects != ids) {
            former = {};  // another object had this number
        }
        const std::size_t first = block.contacts.size();
        findPairContacts<T>({ids, a, b, former, isEdited(pair.a) || isEdited(pair.b)}, settings, block);
        if (hook_ != nullptr) {
            callHook(pair, first, block);
        }
    }
}

/// Lets the hook change the settings of a contact.
template <class T>
auto DynamicsStep<T>::hooked(const Contact& contact, const ContactSettings& before) const -> ContactSettings {
    ContactSettings settings = before;
    (*hook_)(contact, settings);
    SAT3D_ASSERT(isSound(settings), "a hook sets numbers in their range");
    return isSound(settings) ? settings : before;
}

/// Lets the hook change or drop the contacts of a pair. Those that are dropped are searched again in the next
/// step, so that the hook sees them.
/// @param first  of the contacts in the block
template <class T>
void DynamicsStep<T>::callHook(const PairIndices& pair, std::size_t first, FoundBlock<T>& block) const {
    bool isAnyIgnored = false, isPermeable = false;
    std::size_t end = first;
    for (std::size_t i = first; i < block.contacts.size(); ++i) {
        Found& found = block.contacts[i];
        const auto settings = hooked(found.contact, settingsOf<T>(found, s_.record(found.recordA),
                                                                  s_.record(found.recordB), s_.options));
        isAnyIgnored = isAnyIgnored || settings.isIgnored;
        isPermeable = isPermeable || settings.isIgnored || std::isfinite(settings.maxImpulse);
        if (!settings.isIgnored) {
            found.settings = static_cast<std::uint32_t>(block.settings.size());
            block.settings.push_back(settings);
            block.contacts[end++] = found;
        }
    }
    block.contacts.resize(end);
    if (isAnyIgnored && !block.searched.empty() && block.searched.back().objects == pair) {
        block.searched.pop_back();
    }
    if (isPermeable) {
        block.permeable.push_back(pair);
    }
}

/// Whether two objects of which the step moves one can have contacts.
/// @param pair  sorted
template <class T>
bool DynamicsStep<T>::canTouch(const PairIndices& pair, const PairSide<T>& a, const PairSide<T>& b) const {
    const auto isDynamic = [](const PairSide<T>& side) {
        return side.record != nullptr && side.record->inverseMass > 0.0f;
    };
    const auto isSolid = [](const PairSide<T>& side) { return side.object.kind != ObjectKind::Sensor; };
    return (isDynamic(a) || isDynamic(b)) && isSolid(a) && isSolid(b) &&
           !s_.joints.keepsApart(pair.a, pair.b) && mayTouch(a.object, b.object, world_.options());
}

template <class T>
PairSide<T> DynamicsStep<T>::sideOf(std::uint32_t object) const {
    static const StepBody<T> kStill;
    const std::uint32_t record = s_.recordAt(object), at = s_.stepBodyAt(object);
    return {*world_.find(s_.seen[object].id),
            s_.record(record),
            at != kNone ? s_.stepBodies[at] : kStill,
            record,
            at,
            s_.partMotionsOf(s_.record(record))};
}

#define SAT3D_INSTANTIATE(T)                                                                              \
    template bool DynamicsStep<T>::canTouch(const PairIndices&, const PairSide<T>&, const PairSide<T>&)   \
        const;                                                                                            \
    template auto DynamicsStep<T>::hooked(const Contact&, const ContactSettings&) const->ContactSettings; \
    template PairSide<T> DynamicsStep<T>::sideOf(std::uint32_t) const;                                    \
    template void DynamicsStep<T>::collidePairs()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
