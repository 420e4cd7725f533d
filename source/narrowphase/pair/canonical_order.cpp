#include "narrowphase/pair/canonical_order.hpp"

#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;

/// The numbers of a plain shape.
template <class S>
auto bitsOfShape(const S& shape) {
    return std::bit_cast<std::array<std::uint32_t, sizeof(S) / sizeof(std::uint32_t)>>(shape);
}

int compareContent(const ShapeRef& a, const ShapeRef& b);

constexpr auto compare = [](const auto& left, const auto& right) {
    return left < right ? -1 : right < left ? 1 : 0;
};

/// By number of parts, then part by part.
int compareParts(const Compound& a, const Compound& b) {
    int order = compare(a.parts().size(), b.parts().size());
    for (std::size_t i = 0; order == 0 && i < a.parts().size(); ++i) {
        const CompoundPart &left = a.parts()[i], &right = b.parts()[i];
        const ShapeRef leftShape(left.shape), rightShape(right.shape);
        order = compare(bitsOf(left.pose), bitsOf(right.pose));
        order = order != 0 ? order : compare(leftShape.kind(), rightShape.kind());
        order = order != 0 ? order : compareContent(leftShape, rightShape);
    }
    return order;
}

/// Negative, zero or positive, as a comes before, with or after b. @param a, b  of one kind
int compareContent(const ShapeRef& a, const ShapeRef& b) {
    switch (a.kind()) {
        case ShapeRef::Kind::Sphere:
            return compare(bitsOfShape(a.sphere()), bitsOfShape(b.sphere()));
        case ShapeRef::Kind::Capsule:
            return compare(bitsOfShape(a.capsule()), bitsOfShape(b.capsule()));
        case ShapeRef::Kind::Box:
            return compare(bitsOfShape(a.box()), bitsOfShape(b.box()));
        case ShapeRef::Kind::ConvexHull:
            return compare(a.hull().contentHash(), b.hull().contentHash());
        case ShapeRef::Kind::Compound:
            return compareParts(a.compound(), b.compound());
        default:
            return 0;  // two of these never meet
    }
}

template <class T>
bool isSecond(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b, const BasicPose<T>& poseB) {
    if (a.kind() != b.kind()) {
        return b.kind() < a.kind();
    }
    const int order = compareContent(a, b);
    return order != 0 ? order > 0 : bitsOf(poseB) < bitsOf(poseA);
}

}  // namespace

bool comesSecond(const ShapeRef& a, const Pose& poseA, const ShapeRef& b, const Pose& poseB) {
    return isSecond(a, poseA, b, poseB);
}
bool comesSecond(const ShapeRef& a, const DPose& poseA, const ShapeRef& b, const DPose& poseB) {
    return isSecond(a, poseA, b, poseB);
}

bool isSameShape(ShapeRef a, ShapeRef b) {
    return a.kind() == b.kind() && compareContent(a, b) == 0;
}

}  // namespace sat3d::inline SAT3D_ABI
