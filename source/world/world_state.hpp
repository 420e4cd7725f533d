#pragma once

/// @file
/// The data of a world.

#include "world/contacts/contact_table.hpp"
#include "world/contacts/part_contacts.hpp"
#include "world/objects/object_table.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/world/world.hpp>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// State: the objects, the pairs of objects that touch, and the pairs of parts. Everything else is derived
/// from it and decides about no answer. A copy has the state alone.
template <class T>
struct detail::WorldState {
    explicit WorldState(BasicWorldOptions<T> chosen) : options(std::move(chosen)) {}
    WorldState(const WorldState& other) : WorldState(other.options) { *this = other; }
    WorldState& operator=(const WorldState& other);
    ~WorldState() = default;

    /// The box of an object in the broad phase. Objects that are closer than the largest margin have boxes
    /// that overlap.
    [[nodiscard]] Aabb boxOf(const BasicObject<T>& object) const;
    /// Tells the broad phase what has changed.
    void refresh(ParallelFor parallelFor);
    /// Finds what touches.
    void update(ParallelFor parallelFor);
    /// Returns what is wrong, or nothing.
    [[nodiscard]] std::optional<std::string> validate() const;

    BasicWorldOptions<T> options;
    ObjectTable<T> objects;
    ContactTable<T> contacts;
    PartContacts<T> parts{options};
    BroadPhase broadPhase;

private:
    template <class Item, class Work>
    std::span<FoundContacts<T>> inChunks(std::span<const Item> items, ParallelFor parallelFor,
                                         const Work& work);

    struct Memory {
        std::vector<FoundContacts<T>> found;  ///< by task
    };
    Scratch<Memory> memory_;
};
using detail::WorldState;

}  // namespace sat3d::SAT3D_ABI
