#pragma once

/// @file
/// The joints of a Dynamics.

#include "response/records/slot_table.hpp"
#include "response/solver/joints/solver_joint.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/joint.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Whether a joint holds two points together, and nothing else.
template <class T>
[[nodiscard]] bool isPoint(const BasicJoint<T>& joint) {
    const auto isHeld = [](const JointAxis& axis) { return axis == JointAxis{}; };
    bool isFree = joint.distance.isFree() && joint.turns.twist.isFree();
    if constexpr (Spatial<T>) {
        isFree = isFree && joint.turns.swing.isFree();
    }
    return isFree && std::ranges::all_of(joint.offsets, isHeld);
}

/// Whether two joints differ in drives and strength at most.
template <class T>
[[nodiscard]] bool holdSamePlaces(const BasicJoint<T>& a, const BasicJoint<T>& b) {
    const auto haveSameLimits = [](const JointAxis& one, const JointAxis& other) {
        return one.lower == other.lower && one.upper == other.upper;
    };
    bool areSame = haveSameLimits(a.distance, b.distance) && haveSameLimits(a.turns.twist, b.turns.twist) &&
                   std::ranges::equal(a.offsets, b.offsets, haveSameLimits);
    if constexpr (Spatial<T>) {
        areSame = areSame && haveSameLimits(a.turns.swing, b.turns.swing);
    }
    return areSame && a.a == b.a && a.b == b.b && haveSameBits(a.frameInA, b.frameInA) &&
           haveSameBits(a.frameInB, b.frameInB);
}

/// A tear as large as a joint is open.
inline constexpr JointTear kAnyTear{std::numeric_limits<float>::infinity(),
                                    std::numeric_limits<float>::infinity()};

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
    JointTear tear = {};                     ///< kAnyTear if the game may have torn it since the last step
    typename Dimension::Vector force{0.0f};  ///< see BasicJointState
    typename Dimension::Spin torque{0.0f};
};

template <class T>
class JointTable : public SlotTable<JointId, JointRecord<T>> {
public:
    using Slots = SlotTable<JointId, JointRecord<T>>;
    using Record = JointRecord<T>;

    JointId add(const BasicJoint<T>& joint) {
        const JointId id = Slots::add();
        set(id.index, joint);
        this->at(id.index).tear = kAnyTear;
        return id;
    }
    void set(std::uint32_t index, const BasicJoint<T>& joint) {
        Record& record = this->at(index);
        if (isPoint(joint) != isPoint(record.joint)) {
            record.impulses = {};  // along other axes
        }
        if (!holdSamePlaces(joint, record.joint)) {
            record.tear = kAnyTear;
        }
        record.joint = joint;
        areParted_ = false;
    }
    void remove(std::uint32_t index) {
        Slots::remove(index);
        areParted_ = false;
    }
    void restore(std::vector<Record> slots) {
        Slots::restore(std::move(slots));
        areParted_ = false;
    }

    /// Lists the objects that joints keep from touching each other. Before keepsApart(), after changes.
    void listParted() {
        if (areParted_) {
            return;
        }
        areParted_ = true;
        parted_.clear();
        for (const JointId id : this->ids()) {
            const BasicJoint<T>& joint = this->at(id.index).joint;
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
    // Derived.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> parted_;  ///< objects, sorted
    bool areParted_ = true;
};

}  // namespace sat3d::SAT3D_ABI
