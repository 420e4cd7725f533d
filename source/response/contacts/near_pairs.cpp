#include "response/contacts/near_pairs.hpp"

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace sat3d::SAT3D_ABI {

void NearPairs::place(std::uint32_t object, const Aabb& box, BroadPhase::Mobility mobility) {
    if (boxes_.size() <= object) {
        boxes_.resize(object + 1);
        isChanged_.resize(object + 1, 0);
    }
    boxes_[object] = box;
    change(object, box, mobility);
}

void NearPairs::remove(std::uint32_t object) {
    if (broadPhase_.remove(object)) {
        boxes_[object] = {};
        markChanged(object);
    }
}

void NearPairs::follow(std::uint32_t object, float room) {
    constexpr float kLoose = 4.0f;  // rooms: a box that is so much larger has that of a former motion
    if (!broadPhase_.contains(object)) {
        return;
    }
    const Aabb known = broadPhase_.bounds(object), &box = boxes_[object];
    const auto grownBy = [&](float distance) { return grown(box, glm::vec3(0.0f), distance); };
    if (room == 0.0f || !known.contains(box) || !grownBy(kLoose * room).contains(known)) {
        change(object, room > 0.0f ? grownBy(room) : box, BroadPhase::Mobility::Moving);
    }
}

void NearPairs::change(std::uint32_t object, const Aabb& box, BroadPhase::Mobility mobility) {
    broadPhase_.set(object, box, mobility);
    markChanged(object);
}

void NearPairs::markChanged(std::uint32_t object) {
    if (isChanged_[object] == 0) {
        isChanged_[object] = 1;
        changed_.push_back(object);
    }
}

/// Drops the pairs of what has changed, and adds those that it has now.
void NearPairs::update(ParallelFor parallelFor) {
    if (changed_.empty()) {
        return;
    }
    sortFound(broadPhase_.findPairs(parallelFor));
    kept_.clear();
    std::ranges::copy_if(pairs_, std::back_inserter(kept_), [&](const PairIndices& pair) {
        return isChanged_[pair.a] == 0 && isChanged_[pair.b] == 0;
    });
    pairs_.resize(kept_.size() + found_.size());
    std::ranges::merge(kept_, found_, pairs_.begin());
    for (const std::uint32_t object : changed_) {
        isChanged_[object] = 0;
    }
    changed_.clear();
}

/// Sorts pairs: the broad phase has them in the order of its trees.
void NearPairs::sortFound(std::span<const PairIndices> found) {
    constexpr std::size_t kFew = 8;
    if (found.size() * kFew < boxes_.size()) {
        found_.assign(found.begin(), found.end());
        std::ranges::sort(found_);
        return;
    }
    // By counting, which is stable: by the second object, then by the first.
    const auto sortBy = [&](auto member, std::span<const PairIndices> from, std::vector<PairIndices>& to) {
        starts_.assign(boxes_.size() + 1, 0);
        for (const PairIndices& pair : from) {
            ++starts_[pair.*member + 1];
        }
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        to.resize(from.size());
        for (const PairIndices& pair : from) {
            to[starts_[pair.*member]++] = pair;
        }
    };
    sortBy(&PairIndices::b, found, halfSorted_);
    sortBy(&PairIndices::a, halfSorted_, found_);
}

}  // namespace sat3d::SAT3D_ABI
