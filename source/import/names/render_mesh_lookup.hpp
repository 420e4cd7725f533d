#pragma once

/// Search for the render mesh of a collision mesh.

#include "import/names/name_rules.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Render meshes by name.
class RenderMeshLookup {
public:
    explicit RenderMeshLookup(std::span<const NamedNode> nodes) : nodes_(nodes) {}

    void add(std::uint32_t node);

    /// Finds the render mesh for the name of a collision mesh without its prefix or suffix. The whole name
    /// has precedence over the name without its number. Capital and small letters are different only if
    /// several meshes match.
    /// @param parent  parent of the collision mesh. If several meshes have the same name, a mesh with this
    /// parent is preferred, otherwise the first mesh.
    /// @param appendedDatablocks  both names may end in '_' and the name of the mesh data. These endings are
    ///     ignored if nothing else matches; then exactly one mesh must match.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view target, std::uint32_t parent,
                                                    bool appendedDatablocks) const;

private:
    using Index = std::map<std::string, std::vector<std::uint32_t>>;

    [[nodiscard]] std::optional<std::uint32_t> findWhole(std::string_view target, std::uint32_t parent) const;
    [[nodiscard]] std::optional<std::uint32_t> findWithoutDatablock(std::string_view target) const;

    std::span<const NamedNode> nodes_;
    Index byName_;             // in lower case
    Index byNameWithoutData_;  // the same names up to the last underscore
};

}  // namespace sat3d::SAT3D_ABI::importing
