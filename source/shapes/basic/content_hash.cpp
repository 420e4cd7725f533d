#include "shapes/basic/content_hash.hpp"

#include <variant>

namespace sat3d::SAT3D_ABI {

std::uint64_t contentHash(const ConvexShape& shape) noexcept {
    return std::visit(
        [&](const auto& alternative) { return hashOf(shape.index(), contentHash(alternative)); }, shape);
}

std::uint64_t contentHash(const Compound& compound) noexcept {
    std::uint64_t hash = 0, index = 0;
    for (const CompoundChild& child : compound.children()) {
        hash += hashTerm(index++, contentHash(child.shape) + hashOfBits(child.pose));
    }
    return hash;
}

}  // namespace sat3d::SAT3D_ABI
