#include "narrowphase/pair/canonical_order.hpp"

#include "narrowphase/pair/visit_shape.hpp"

#include <concepts>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr auto compare = [](const auto& left, const auto& right) {
    return left < right ? -1 : right < left ? 1 : 0;
};

/// Compares the bits of a plain shape.
template <class S>
int compareContents(const S& a, const S& b) {
    using Bits = std::array<std::uint32_t, sizeof(S) / sizeof(std::uint32_t)>;
    return compare(std::bit_cast<Bits>(a), std::bit_cast<Bits>(b));
}
int compareContents(const ConvexHull& a, const ConvexHull& b) {
    return compare(a.contentHash(), b.contentHash());
}
/// Compares the numbers of children, then the children one by one.
int compareContents(const Compound& a, const Compound& b) {
    int order = compare(a.children().size(), b.children().size());
    for (std::size_t i = 0; order == 0 && i < a.children().size(); ++i) {
        const CompoundChild &left = a.children()[i], &right = b.children()[i];
        order = compare(bitsOf(left.pose), bitsOf(right.pose));
        order = order != 0 ? order : compareShapes(ShapeRef(left.shape), ShapeRef(right.shape));
    }
    return order;
}

}  // namespace

int compareShapes(const ShapeRef& a, const ShapeRef& b) noexcept {
    if (a.kind() != b.kind()) {
        return compare(a.kind(), b.kind());
    }
    return visitShape(a, [&]<class S>(const S& shape) {
        if constexpr (Convex<S> || std::same_as<S, Compound>) {
            return compareContents(shape, b.as<S>());
        } else {
            return 0;
        }
    });
}

template <class T>
bool needsSwap(const PosedPair<T>& pair) noexcept {
    const int order = compareShapes(pair.a, pair.b);
    return order != 0 ? order > 0 : bitsOf(pair.poseB) < bitsOf(pair.poseA);
}
template bool needsSwap(const PosedPair<float>& pair) noexcept;
template bool needsSwap(const PosedPair<double>& pair) noexcept;

}  // namespace sat3d::SAT3D_ABI
