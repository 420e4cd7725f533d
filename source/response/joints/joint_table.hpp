#pragma once

/// @file
/// The joints of a Dynamics.

#include "response/solver/joints/solver_joint.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/joint.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// A joint, or the place of a removed one.
template <class T>
struct JointRecord {
    using Dimension = typename Space<T>::Dimension;
    struct Impulses {
        float hold = 0.0f, drive = 0.0f;
    };

    std::uint32_t generation = 0;  ///< of the joint, or of the last one here
    bool exists = false;
    BasicJoint<T> joint;
    std::array<Impulses, JointSizes<Dimension>::kCoordinates> impulses = {};  ///< of the last substep
    typename Dimension::Vector force{0.0f};                                   ///< see BasicJointState
    typename Dimension::Spin torque{0.0f};
};

/// The lowest free place gets the next joint, so equal calls give equal ids.
template <class T>
class JointTable {
public:
    using Record = JointRecord<T>;

    [[nodiscard]] std::span<const JointId> ids() const { return ids_; }
    [[nodiscard]] Record& at(std::uint32_t index) { return slots_[index]; }
    [[nodiscard]] const Record& at(std::uint32_t index) const { return slots_[index]; }
    [[nodiscard]] const Record* find(JointId id) const {
        const bool isHere = id.index < slots_.size() && slots_[id.index].exists &&
                            slots_[id.index].generation == id.generation;
        return isHere ? &slots_[id.index] : nullptr;
    }
    /// All places, also those of removed joints.
    [[nodiscard]] std::span<const Record> slots() const { return slots_; }

    JointId add(const BasicJoint<T>& joint) {
        std::uint32_t index = 0;
        if (ids_.size() == slots_.size()) {
            index = static_cast<std::uint32_t>(slots_.size());
            slots_.emplace_back();
        } else {
            while (slots_[firstFree_].exists) {
                ++firstFree_;
            }
            index = firstFree_;
        }
        const std::uint32_t generation = slots_[index].generation + 1;
        slots_[index] = {};
        slots_[index].generation = generation;
        slots_[index].exists = true;
        const JointId id{index, generation};
        ids_.insert(std::ranges::lower_bound(ids_, id), id);
        set(index, joint);
        return id;
    }
    void set(std::uint32_t index, const BasicJoint<T>& joint) {
        slots_[index].joint = joint;
        areParted_ = false;
    }
    void remove(std::uint32_t index) {
        ids_.erase(std::ranges::lower_bound(ids_, JointId{index, slots_[index].generation}));
        slots_[index].exists = false;
        firstFree_ = std::min(firstFree_, index);
        areParted_ = false;
    }
    /// Takes the places of a snapshot.
    void restore(std::vector<Record> slots) {
        slots_ = std::move(slots);
        ids_.clear();
        firstFree_ = 0;
        areParted_ = false;
        for (std::uint32_t i = 0; i < slots_.size(); ++i) {
            if (slots_[i].exists) {
                ids_.push_back({i, slots_[i].generation});
            }
        }
    }

    /// Lists the objects that joints keep from touching each other. Before keepsApart(), after changes.
    void listParted() {
        if (areParted_) {
            return;
        }
        areParted_ = true;
        parted_.clear();
        for (const JointId id : ids_) {
            const BasicJoint<T>& joint = slots_[id.index].joint;
            if (!joint.collides && joint.a != kWorldFrame) {
                parted_.push_back(std::minmax(joint.a.index, joint.b.index));
            }
        }
        std::ranges::sort(parted_);
    }
    [[nodiscard]] bool keepsApart(std::uint32_t a, std::uint32_t b) const {
        return !parted_.empty() && std::ranges::binary_search(
                                       parted_, std::pair<std::uint32_t, std::uint32_t>(std::minmax(a, b)));
    }

private:
    std::vector<Record> slots_;

    // Derived.
    std::vector<JointId> ids_;
    std::uint32_t firstFree_ = 0;                                  ///< no free place is before it
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parted_;  ///< objects, sorted
    bool areParted_ = true;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
