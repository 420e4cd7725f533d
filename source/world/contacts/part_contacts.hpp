#pragma once

#include "world/contacts/contact_table.hpp"
#include "world/objects/object_table.hpp"

#include <sat3d/core/scratch.hpp>
#include <sat3d/world/contact.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Which parts of the objects touch: state, like the pairs of objects.
template <class T>
class PartContacts {
public:
    /// @param options  of the world, which outlive this
    explicit PartContacts(const BasicWorldOptions<T>& options) : options_(options) {}
    PartContacts(const PartContacts&) = delete;
    PartContacts& operator=(const PartContacts&) = delete;
    ~PartContacts() = default;

    /// Sets the pairs that touch. There are no events then.
    /// @param touching  sorted
    void set(std::vector<PartPair> touching);

    /// Sorted by the indices of the objects, then by the parts.
    [[nodiscard]] std::span<const PartPair> touching() const { return touching_; }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }
    [[nodiscard]] PartEvents events() const { return {begun_, stayed_, ended_}; }

    /// Appends the pairs of parts that touch, of two objects that do. On any thread.
    void find(const BasicObject<T>& a, const BasicObject<T>& b, const ObjectPair& objects,
              std::vector<PartPair>& found) const;
    /// Compares what touched with what the tasks of an update have found.
    void finish(std::span<const FoundContacts<T>> found, const ObjectTable<T>& objects);

    /// Whether a list is sorted, and has only objects that are in another list.
    [[nodiscard]] static bool areValid(std::span<const PartPair> parts, std::span<const ObjectPair> touching);
    /// Returns what is wrong, or nothing.
    [[nodiscard]] std::optional<std::string> validate(std::span<const ObjectPair> touching) const;

private:
    struct Memory {
        std::vector<PartPair> found, next;
    };

    const BasicWorldOptions<T>& options_;
    std::vector<PartPair> touching_;  ///< state
    std::uint64_t hash_ = 0;          ///< sum of the hashes of the pairs
    std::vector<PartPair> begun_, stayed_, ended_;
    Scratch<Memory> memory_;
};

}  // namespace sat3d::SAT3D_ABI
