#include "narrowphase/pair/canonical_order.hpp"

#include "narrowphase/pair/visit_shape.hpp"

#include <concepts>

namespace sat3d::SAT3D_ABI {

namespace {

/// Compares the bits of a plain shape.
template <class S>
int compareContents(const S& a, const S& b) {
    using Bits = std::array<std::uint32_t, sizeof(S) / sizeof(std::uint32_t)>;
    return compareValues(std::bit_cast<Bits>(a), std::bit_cast<Bits>(b));
}
int compareContents(const ConvexHull& a, const ConvexHull& b) {
    return compareValues(a.contentHash(), b.contentHash());
}
int compareContents(const Compound& a, const Compound& b) {
    return compareChildren(a, b);
}

}  // namespace

int compareShapes(const ShapeRef& a, const ShapeRef& b) noexcept {
    if (a.kind() != b.kind()) {
        return compareValues(a.kind(), b.kind());
    }
    return visitShape(a, [&]<class S>(const S& shape) {
        if constexpr (Convex<S> || std::same_as<S, Compound>) {
            return compareContents(shape, b.as<S>());
        } else {
            return 0;
        }
    });
}

}  // namespace sat3d::SAT3D_ABI
