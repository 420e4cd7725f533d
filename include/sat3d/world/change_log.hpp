#pragma once

/// @file
/// Which objects of a world have changed, for those that keep a copy of them.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace detail {
template <class T>
class ObjectTable;
}

/// The objects of a World that were added, removed or changed, in order. A renderer or a solver that keeps a
/// copy of them reads what is new to it:
/// @code
/// if (const auto changed = world.changes().since(seen)) {
///     for (const std::uint32_t index : *changed) { refresh(index); }
/// } else {
///     refreshAll();
/// }
/// seen = world.changes().now();
/// @endcode
/// An index can occur more than once. Any number of readers can read at their own pace. To them, all objects
/// may have changed when the world was restored, assigned or moved from.
class ChangeLog {
public:
    /// A moment in the life of a world. 0 is its beginning.
    using Moment = std::uint64_t;

    [[nodiscard]] Moment now() const noexcept { return first_ + indices_.size(); }

    /// Returns the indices of the objects that have changed since a moment, valid until the next change.
    /// @return nothing if the log no longer knows: then all objects may have changed
    [[nodiscard]] std::optional<std::span<const std::uint32_t>> since(Moment moment) const noexcept {
        if (moment < first_ || moment > now()) {
            return std::nullopt;
        }
        return std::span(indices_).subspan(static_cast<std::size_t>(moment - first_));
    }

private:
    template <class T>
    friend class detail::ObjectTable;

    /// Adds a change. The log remembers the last change of each object, and as many more before it is full.
    void add(std::uint32_t index, std::size_t objects) {
        const std::size_t most = 1024 + 2 * objects;
        if (indices_.size() >= most) {
            const std::size_t dropped = indices_.size() - most / 2;
            indices_.erase(indices_.begin(), indices_.begin() + static_cast<std::ptrdiff_t>(dropped));
            first_ += dropped;
        }
        if (indices_.size() == indices_.capacity()) {
            indices_.reserve(indices_.size() + indices_.size() / 16 + 16);  // twice as many are never needed
        }
        indices_.push_back(index);
    }
    /// Forgets everything, for readers of this log and of another one: all objects may have changed.
    void restart(Moment ofOther) noexcept {
        first_ = (now() < ofOther ? ofOther : now()) + 1;
        indices_.clear();
    }

    std::vector<std::uint32_t> indices_;
    Moment first_ = 0;  ///< of the first index
};

}  // namespace sat3d::SAT3D_ABI
