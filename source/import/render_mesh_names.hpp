#pragma once

/// The meshes that are shown, to be found by the names that collision meshes give them.

#include "import/naming.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

class RenderMeshNames {
public:
    explicit RenderMeshNames(std::span<const NamedNode> nodes) : nodes_(nodes) {}

    void add(std::uint32_t node);

    /// The mesh that `target`, the middle of a collision mesh's name, means. The name as it stands counts
    /// before one with the number taken off; capital letters count only where they decide between meshes.
    /// @param parent  of the collision mesh: of meshes with one name, its sibling is meant, else the first.
    /// @param appendedDatablocks  either name may have an underscore and the name of its data appended, which
    ///     is left out where the names match in no other way, and one mesh alone does so.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view target, std::uint32_t parent,
                                                    bool appendedDatablocks) const;

private:
    using Index = std::map<std::string, std::vector<std::uint32_t>>;

    [[nodiscard]] std::optional<std::uint32_t> findWhole(std::string_view target, std::uint32_t parent) const;
    [[nodiscard]] std::optional<std::uint32_t> findWithoutDatablock(std::string_view target) const;

    std::span<const NamedNode> nodes_;
    Index byName_;             // in small letters
    Index byNameWithoutData_;  // the same names without the part from the last underscore on
};

}  // namespace sat3d::inline SAT3D_ABI::importing
