#pragma once

/// What an FBX file connects to what. The reader follows connections by calling itself, so that a file
/// decides how much of the stack it takes.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

class FbxGraph {
public:
    /// @param key   what the file calls its kind: Model, Geometry, Deformer, ...
    /// @param name  for messages
    void addObject(std::string_view key, std::uint64_t id, std::string_view name);
    /// @param toProperty  of the destination, and not to it as a whole
    void connect(std::uint64_t source, std::uint64_t destination, bool toProperty);

    /// Demands that models form trees (see demandBoundedWalk), and that no object needs another that needs
    /// another, and so on, through more than 64 of them. Throws VettingFault. No recursion.
    void check(const ImportOptions& options);

private:
    struct Object {
        std::uint64_t id;
        std::uint32_t kinds;  // a bit each
        std::string_view name;
    };
    struct Connection {
        std::uint64_t source, destination;
        bool toProperty;
    };
    /// To read one object, the reader first reads the other.
    struct Need {
        std::size_t object, needed;
    };

    void mergeObjects();
    [[nodiscard]] std::size_t find(std::uint64_t id) const;  // objects_.size(): nowhere
    void checkNeeds(std::vector<Need> needs) const;
    static std::vector<std::size_t> peel(std::vector<Need>& needs, std::size_t Need::*own,
                                         std::size_t Need::*other, std::vector<bool>& isLeft);
    [[nodiscard]] std::string nameOf(std::size_t object) const;

    std::vector<Object> objects_;
    std::vector<Connection> connections_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
