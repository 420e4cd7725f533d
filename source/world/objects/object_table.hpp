#pragma once

/// @file
/// The objects of a world, with what is derived from each of them.

#include "broadphase/oriented_boxes.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/world/change_log.hpp>
#include <sat3d/world/object.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// An object. What the tests of pairs read stands in the first cache lines.
template <class T>
struct alignas(64) ObjectSlot {
    LocalBoxIn<T> localBox = {};  ///< of the shape
    std::uint32_t generation = 1;
    bool isAlive = false;
    /// Changed since the last refresh: the broad phase has its box of before, or none.
    bool isWaiting = false;
    BasicObject<T> object = {};
    std::uint64_t shapeHash = 0;  ///< see hashOfShape()
};

/// The objects of a world by index, their hash, and which of them have changed. Ids and arguments of all
/// functions are valid. A copy has the same objects, all of which count as changed.
template <class T>
class detail::ObjectTable {
public:
    using Object = BasicObject<T>;
    using Slot = ObjectSlot<T>;
    using Pose = typename Space<T>::Pose;

    ObjectTable() = default;
    /// Takes objects whose localBox is not set.
    explicit ObjectTable(std::vector<Slot> slots);
    ObjectTable(const ObjectTable& other) : ObjectTable() { *this = other; }
    ObjectTable(ObjectTable&&) noexcept = default;
    ObjectTable& operator=(const ObjectTable& other);
    ObjectTable& operator=(ObjectTable&&) noexcept = default;
    ~ObjectTable() = default;

    [[nodiscard]] std::size_t size() const { return slots_.size() - free_.size(); }
    /// All slots, also those without an object.
    [[nodiscard]] std::span<const Slot> slots() const { return slots_; }
    [[nodiscard]] const Slot& operator[](std::uint32_t index) const { return slots_[index]; }
    [[nodiscard]] bool isAlive(ObjectId id) const {
        return id.index < slots_.size() && slots_[id.index].generation == id.generation &&
               slots_[id.index].isAlive;
    }
    [[nodiscard]] ObjectId idOf(std::uint32_t index) const { return {index, slots_[index].generation}; }
    /// The index of the next object that is added: the lowest that is free.
    [[nodiscard]] std::uint32_t nextIndex() const {
        return free_.empty() ? static_cast<std::uint32_t>(slots_.size()) : free_.front();
    }

    ObjectId add(Object object);
    void remove(std::uint32_t index);
    void setPose(std::uint32_t index, const Pose& pose);
    void setShape(std::uint32_t index, typename Space<T>::Shape shape);
    void setPartPose(std::uint32_t index, std::uint32_t part, const typename Space<T>::PartPose& pose);
    void setKind(std::uint32_t index, ObjectKind kind);
    void setFilter(std::uint32_t index, const ObjectFilter& filter);
    /// @param changesPairs  whether user data decides about contacts
    void setUserData(std::uint32_t index, std::uint64_t userData, bool changesPairs);

    /// Hash of all objects but their names. A sum, so the order of changes makes no difference.
    [[nodiscard]] std::uint64_t hash() const { return hash_; }
    /// Hash of an object without its pose and name.
    [[nodiscard]] std::uint64_t contentHash(std::uint32_t index) const;
    /// Hash of the pose of an object.
    [[nodiscard]] std::uint64_t poseHash(std::uint32_t index) const;
    /// Hash of an object without its name.
    [[nodiscard]] std::uint64_t objectHash(std::uint32_t index) const {
        return contentHash(index) + poseHash(index);
    }

    /// Whether an object was set, added or removed since the last update.
    [[nodiscard]] bool isChanged(std::uint32_t index) const { return isChanged_[index]; }
    /// The objects that the broad phase does not know as they are. May contain removed ones.
    [[nodiscard]] std::span<const std::uint32_t> waiting() const {
        return std::span(changed_).subspan(refreshed_);
    }
    void setRefreshed();
    void setUpdated();
    [[nodiscard]] const ChangeLog& log() const { return log_; }
    /// Starts the change log anew, when this table takes the place of another one.
    void replaceLog(ChangeLog::Moment ofOther) { log_.restart(ofOther); }

    /// Returns what is wrong, or nothing.
    [[nodiscard]] std::optional<std::string> validate() const;

private:
    template <class Change>
    void edit(std::uint32_t index, const Change& change);
    void mark(std::uint32_t index);
    void markAll();

    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;  ///< a heap: the lowest free index first
    std::uint64_t hash_ = 0;           ///< sum of objectHash()
    std::vector<bool> isChanged_;      ///< by index
    /// Changed since the last update. Those changed again after a refresh occur more than once.
    std::vector<std::uint32_t> changed_;
    std::size_t refreshed_ = 0;  ///< number of those in changed_ that the broad phase knows
    ChangeLog log_;
};
using detail::ObjectTable;

}  // namespace sat3d::SAT3D_ABI
