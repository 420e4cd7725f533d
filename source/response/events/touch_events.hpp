#pragma once

/// @file
/// The events of a step, from what touched before it and what has touched in it.

#include "world/contacts/pair_key.hpp"

#include <sat3d/response/step_events.hpp>
#include <sat3d/world/contact.hpp>

#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// What a step has found out about a pair of objects.
template <class T>
struct FoundTouch {
    BasicTouch<T> touch;
    bool hasTouched = false;  ///< in the step
    bool isNear = false;      ///< at its end

    /// Whether the pair touches at the end of the step.
    /// @param hasBefore  whether it did at its start
    [[nodiscard]] bool touchesAfter(bool hasBefore) const { return isNear && (hasBefore || hasTouched); }
};

/// The lists of events of one step.
template <class T>
struct TouchEvents {
    std::vector<BasicTouch<T>> begun, stayed;
    std::vector<ObjectPair> ended;

    void clear() {
        begun.clear();
        stayed.clear();
        ended.clear();
    }
    [[nodiscard]] BasicStepEvents<T> all() const { return {begun, stayed, ended}; }

    /// Compares pairs with those of the step before.
    /// @param former  the pairs that touched at the end of the step before, sorted
    /// @param found   sorted, each pair once. A pair that is missing does not touch
    void compare(std::span<const ObjectPair> former, std::span<const FoundTouch<T>> found) {
        clear();
        auto before = former.begin();
        for (const FoundTouch<T>& now : found) {
            const auto key = keyOf(now.touch.objects);
            for (; before != former.end() && keyOf(*before) < key; ++before) {
                ended.push_back(*before);
            }
            bool hasBefore = false;
            if (before != former.end() && keyOf(*before) == key) {
                hasBefore = *before == now.touch.objects;
                if (!hasBefore) {  // an index that another object has now
                    ended.push_back(*before);
                }
                ++before;
            }
            add(now, hasBefore);
        }
        ended.insert(ended.end(), before, former.end());
    }

private:
    void add(const FoundTouch<T>& now, bool hasBefore) {
        const bool touchesStill = now.touchesAfter(hasBefore);
        if (hasBefore && (now.hasTouched || touchesStill)) {
            stayed.push_back(now.touch);
        } else if (now.hasTouched) {
            begun.push_back(now.touch);
        }
        if ((hasBefore || now.hasTouched) && !touchesStill) {
            ended.push_back(now.touch.objects);
        }
    }
};

}  // namespace sat3d::SAT3D_ABI
