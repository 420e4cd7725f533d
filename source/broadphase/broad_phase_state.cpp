#include "broadphase/broad_phase_state.hpp"

#include "broadphase/storable_box.hpp"
#include "core/tight_growth.hpp"

#include <sat3d/core/assert.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

/// If more than this part of a group has moved, its tree is built from nothing, and all pairs are found anew.
constexpr std::uint32_t kMinForBuild = 4;
constexpr std::uint32_t kMaxItems = 1u << 31;
/// If more than this part of a group is in the overflow, its tree is built from nothing.
constexpr std::uint32_t kLargestOverflow = 16;

[[maybe_unused]] bool hasNan(const Aabb& box) {
    const glm::vec3 &l = box.lower, &u = box.upper;
    return std::isnan(l.x) || std::isnan(l.y) || std::isnan(l.z) || std::isnan(u.x) || std::isnan(u.y) ||
           std::isnan(u.z);
}

}  // namespace

void BroadPhase::State::set(std::uint32_t item, const Aabb& box, Mobility mobility) {
    SAT3D_ASSERT(item < kMaxItems, "item numbers are below 2^31");
    SAT3D_ASSERT(!hasNan(box), "the box of an item has a NaN");
    if (item >= kMaxItems) {
        return;
    }
    if (item >= states_.size()) {
        resizeTightly(boxes_, item + std::size_t{1});
        resizeTightly(slots_, item + std::size_t{1});
        resizeTightly(states_, item + std::size_t{1});
    }
    std::uint8_t& state = states_[item];
    const std::uint8_t kind = mobility == Mobility::Static ? kStatic : 0;
    if ((state & kPlaces) == kAbsent || (state & kStatic) != kind) {
        takeOut(item);
        state = static_cast<std::uint8_t>((state & (kListed | kChanged)) | kind | kWaiting);
        ++groupOf(item).count;
    }
    boxes_[item] = storable(box);
    if ((state & kListed) == 0) {
        reserveTightly(moved_, moved_.size() + 1);
        moved_.push_back(item);
    }
    state |= kListed | kChanged;
}

void BroadPhase::State::setBox(std::uint32_t item, const Aabb& box) noexcept {
    const bool isSet = contains(item) && (states_[item] & kListed) != 0;
    SAT3D_ASSERT(isSet, "the item has been set since the last update()");
    SAT3D_ASSERT(!hasNan(box), "the box of an item has a NaN");
    if (isSet) {
        boxes_[item] = storable(box);
    }
}

bool BroadPhase::State::remove(std::uint32_t item) noexcept {
    if (!contains(item)) {
        return false;
    }
    takeOut(item);
    return true;
}

/// Takes an item out of its tree and its group.
void BroadPhase::State::takeOut(std::uint32_t item) noexcept {
    Group& group = groupOf(item);
    const std::uint8_t place = states_[item] & kPlaces;
    if (place == kInMain) {
        group.main.erase(slots_[item]);
    } else if (place == kInOverflow) {
        group.overflow.erase(slots_[item]);
    }
    group.count -= place == kAbsent ? 0 : 1;
    setPlace(item, kAbsent);
}

void BroadPhase::State::setPlace(std::uint32_t item, std::uint8_t place) {
    states_[item] = static_cast<std::uint8_t>((states_[item] & ~kPlaces) | place);
}

void BroadPhase::State::update(ParallelFor parallelFor) {
    if (changed().empty()) {
        return;
    }
    updateGroup(0, parallelFor);
    updateGroup(kStatic, parallelFor);
    for (const std::uint32_t item : changed()) {
        states_[item] &= static_cast<std::uint8_t>(~kListed);
    }
    if (moved_.size() > 2 * states_.size()) {  // the caller may never ask for pairs
        (void)sortMoved();
    }
    updated_ = moved_.size();
}

/// Brings the trees of one group up to date.
void BroadPhase::State::updateGroup(std::uint8_t mobility, ParallelFor parallelFor) {
    Group& group = groups_[mobility / kStatic];
    const auto isOfGroup = [&](std::uint32_t item) {
        return contains(item) && (states_[item] & kStatic) == mobility;
    };
    const auto changes = static_cast<std::uint64_t>(std::ranges::count_if(changed(), isOfGroup));
    if (changes == 0) {
        return;
    }
    if (changes * kMinForBuild > group.count) {
        buildMain(group, mobility, parallelFor);
        return;
    }
    // An item that was removed and set again is waiting, and listed anew below.
    std::erase_if(group.overflowItems, [&](std::uint32_t item) {
        return !isOfGroup(item) || (states_[item] & kPlaces) != kInOverflow;
    });
    bool isOverflowNew = false;
    for (const std::uint32_t item : changed()) {
        if (isOfGroup(item) && !moveInMain(group, item)) {
            isOverflowNew = true;
        }
    }
    const std::uint64_t overflow = group.overflowItems.size();
    const bool hasGaps = group.main.size() > 2 * std::uint64_t{group.count} + kLargestOverflow;
    if (overflow * kLargestOverflow > group.count || hasGaps) {
        buildMain(group, mobility, parallelFor);
    } else if (isOverflowNew) {
        buildOverflow(group);
    }
}

/// Moves an item in the main tree, or into the list of the overflow. Returns whether it is in the main tree.
bool BroadPhase::State::moveInMain(Group& group, std::uint32_t item) {
    const std::uint8_t place = states_[item] & kPlaces;
    if (place == kInMain) {
        if (group.main.move(slots_[item], boxes_[item])) {
            return true;
        }
        group.main.erase(slots_[item]);
    }
    if (place != kInOverflow) {
        group.overflowItems.push_back(item);
        setPlace(item, kInOverflow);
    }
    return false;
}

void BroadPhase::State::buildMain(Group& group, std::uint8_t mobility, ParallelFor parallelFor) {
    memory_.list.clear();
    reserveTightly(memory_.list, group.count);
    for (std::uint32_t item = 0; item < states_.size(); ++item) {
        if (contains(item) && (states_[item] & kStatic) == mobility) {
            memory_.list.push_back(item);
            setPlace(item, kInMain);
        }
    }
    group.main.build(boxes_, memory_.list, parallelFor);
    for (std::uint32_t slot = 0; slot < group.main.size(); ++slot) {
        slots_[group.main.items()[slot]] = slot;
    }
    group.overflowItems.clear();
    group.overflow.build(boxes_, {});
}

void BroadPhase::State::buildOverflow(Group& group) {
    group.overflow.build(boxes_, group.overflowItems);
    for (std::uint32_t slot = 0; slot < group.overflow.size(); ++slot) {
        slots_[group.overflow.items()[slot]] = slot;
    }
}

std::span<const PairIndices> BroadPhase::State::findPairs(ParallelFor parallelFor) {
    update(parallelFor);
    memory_.pairs.clear();
    joins_.clear();
    const std::size_t movingCount = sortMoved();
    const std::span<const std::uint32_t> moving = std::span(moved_).first(movingCount);
    const std::span<const std::uint32_t> fixed = std::span(moved_).subspan(movingCount);
    if (std::uint64_t{moving.size()} * kMinForBuild > groups_[0].count) {
        findAllPairs(moving.size() < groups_[0].count, parallelFor);
    } else {
        findPairsOfMoved(moving, fixed, parallelFor);
    }
    for (const std::uint32_t item : moved_) {
        states_[item] &= static_cast<std::uint8_t>(~kChanged);
    }
    moved_.clear();
    updated_ = 0;
    return memory_.pairs;
}

/// Drops removed items and repetitions from the list of moved ones, and puts the static ones last. Returns
/// the number of the others.
std::size_t BroadPhase::State::sortMoved() {
    memory_.list.clear();
    std::size_t movingCount = 0;
    for (const std::uint32_t item : moved_) {
        std::uint8_t& state = states_[item];
        const bool isRepeated = (state & kListed) != 0;  // after update(), no item is listed
        if (!contains(item)) {
            state = kAbsent;
        } else if (!isRepeated) {
            state |= kListed;
            if ((state & kStatic) != 0) {
                memory_.list.push_back(item);
            } else {
                moved_[movingCount++] = item;
            }
        }
    }
    moved_.resize(movingCount);
    moved_.insert(moved_.end(), memory_.list.begin(), memory_.list.end());
    for (const std::uint32_t item : moved_) {
        states_[item] &= static_cast<std::uint8_t>(~kListed);
    }
    return movingCount;
}

/// @param isFiltered  whether to drop the pairs of which neither has changed
void BroadPhase::State::findAllPairs(bool isFiltered, ParallelFor parallelFor) {
    const auto& [moving, fixed] = groups_;
    joins_.add(moving.main, isFiltered);
    joins_.add(moving.overflow, isFiltered);
    joins_.add(moving.main, moving.overflow, isFiltered);
    for (const PackedTree* tree : {&moving.main, &moving.overflow}) {
        joins_.add(*tree, fixed.main, isFiltered);
        joins_.add(*tree, fixed.overflow, isFiltered);
    }
    const auto isOld = [&](const PairIndices& pair) { return !isChanged(pair.a) && !isChanged(pair.b); };
    joins_.appendPairs(parallelFor, isOld, memory_.pairs);
}

/// Finds the pairs of the moved items alone.
void BroadPhase::State::findPairsOfMoved(std::span<const std::uint32_t> moving,
                                         std::span<const std::uint32_t> fixed, ParallelFor parallelFor) {
    const auto appendPairsOfProbe = [&] {
        // If both have moved, they are a pair of the probe with itself or with the static items.
        const auto isDouble = [&](const PairIndices& pair) { return isChanged(pair.a) && isChanged(pair.b); };
        joins_.add(memory_.probe, groups_[0].main, true);
        joins_.add(memory_.probe, groups_[0].overflow, true);
        joins_.appendPairs(parallelFor, isDouble, memory_.pairs);
        joins_.clear();
    };
    if (!moving.empty()) {
        memory_.probe.build(boxes_, moving);
        joins_.add(memory_.probe);
        joins_.add(memory_.probe, groups_[1].main);
        joins_.add(memory_.probe, groups_[1].overflow);
        appendPairsOfProbe();
    }
    if (!fixed.empty()) {
        memory_.probe.build(boxes_, fixed);
        appendPairsOfProbe();
    }
}

bool BroadPhase::State::query(const Aabb& box, CallbackRef<bool(std::uint32_t)> visit) const {
    return std::ranges::all_of(groups_, [&](const Group& group) {
        return group.main.query(box, visit) && group.overflow.query(box, visit);
    });
}

double BroadPhase::State::cast(const Aabb& start, const glm::vec3& direction, double length,
                               Visit visit) const {
    for (const Group& group : groups_) {
        length = group.main.cast(start, direction, length, visit);
        length = group.overflow.cast(start, direction, length, visit);
    }
    return length;
}

double BroadPhase::State::traverse(double limit, CallbackRef<double(const Aabb&)> bound, Visit visit) const {
    for (const Group& group : groups_) {
        limit = group.main.traverse(limit, bound, visit);
        limit = group.overflow.traverse(limit, bound, visit);
    }
    return limit;
}

}  // namespace sat3d::SAT3D_ABI
