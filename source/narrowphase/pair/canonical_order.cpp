#include "narrowphase/pair/canonical_order.hpp"

#include "narrowphase/pair/visit_shape.hpp"

#include <concepts>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr auto compare = [](const auto& left, const auto& right) {
    return left < right ? -1 : right < left ? 1 : 0;
};

/// Compares the bits of a plain shape.
template <class S>
int compareShapes(const S& a, const S& b) {
    using Bits = std::array<std::uint32_t, sizeof(S) / sizeof(std::uint32_t)>;
    return compare(std::bit_cast<Bits>(a), std::bit_cast<Bits>(b));
}
int compareShapes(const ConvexHull& a, const ConvexHull& b) {
    return compare(a.contentHash(), b.contentHash());
}
int compareShapes(const ShapeRef& a, const ShapeRef& b);

/// Compares the numbers of children, then the children one by one.
int compareShapes(const Compound& a, const Compound& b) {
    int order = compare(a.children().size(), b.children().size());
    for (std::size_t i = 0; order == 0 && i < a.children().size(); ++i) {
        const CompoundChild &left = a.children()[i], &right = b.children()[i];
        order = compare(bitsOf(left.pose), bitsOf(right.pose));
        order = order != 0 ? order : compareShapes(ShapeRef(left.shape), ShapeRef(right.shape));
    }
    return order;
}

/// Returns a negative number if a comes before b, a positive number if it comes after b, and 0 if both are
/// equal. Two surfaces of one kind count as equal: such a pair has no answer.
int compareShapes(const ShapeRef& a, const ShapeRef& b) {
    if (a.kind() != b.kind()) {
        return compare(a.kind(), b.kind());
    }
    return visitShape(a, [&]<class S>(const S& shape) {
        if constexpr (Convex<S> || std::same_as<S, Compound>) {
            return compareShapes(shape, b.as<S>());
        } else {
            return 0;
        }
    });
}

}  // namespace

template <class T>
bool needsSwap(const PosedPair<T>& pair) noexcept {
    const int order = compareShapes(pair.a, pair.b);
    return order != 0 ? order > 0 : bitsOf(pair.poseB) < bitsOf(pair.poseA);
}
template bool needsSwap(const PosedPair<float>& pair) noexcept;
template bool needsSwap(const PosedPair<double>& pair) noexcept;

bool isSameShape(ShapeRef a, ShapeRef b) noexcept {
    return compareShapes(a, b) == 0;
}

}  // namespace sat3d::inline SAT3D_ABI
