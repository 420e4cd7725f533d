// The contact of two edges.
#if defined(SAT3D_KERNELS_EDGE_CONTACT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_EDGE_CONTACT_INL_HPP
#undef SAT3D_KERNELS_EDGE_CONTACT_INL_HPP
#else
#define SAT3D_KERNELS_EDGE_CONTACT_INL_HPP
#endif

#include "narrowphase/kernels/simd/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// An edge in A's frame.
struct EdgeSegment {
    Float4 start, along;

    [[nodiscard]] HWY_INLINE Vector4 at(float share) const {
        return hn::Add(load(start), hn::Mul(load(along), hn::Set(Tag4(), share)));
    }
};

HWY_INLINE Float4 crossProduct(const Float4& a, const Float4& b) {
    return {{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
             a.v[0] * b.v[1] - a.v[1] * b.v[0], 0.0f}};
}

/// Computes the midpoint between the closest points of two edges. Returns false if one of these points lies
/// beyond an end. Rounding may cause this for nearly parallel edges. Of edges that are apart the contact is
/// the midpoint only if they are not nearly parallel: otherwise their ends are contacts, too.
HWY_INLINE bool edgeCrossing(const EdgeSegment& a, const EdgeSegment& b, bool areApart, Vector4& middle) {
    constexpr float kNearlyParallel = 1e-4f;  // squared sine
    constexpr float kBeyondEnd = 1e-4f;
    const Float4 between{
        {b.start.v[0] - a.start.v[0], b.start.v[1] - a.start.v[1], b.start.v[2] - a.start.v[2], 0.0f}};
    const Float4 across = crossProduct(a.along, b.along);
    const float squared = dot(across, across);
    if (areApart && !(squared > kNearlyParallel * dot(a.along, a.along) * dot(b.along, b.along))) {
        return false;
    }
    const float shareA = dot(crossProduct(between, b.along), across) / squared;
    const float shareB = dot(crossProduct(between, a.along), across) / squared;
    const auto isWithin = [](float share) { return share >= -kBeyondEnd && share <= 1.0f + kBeyondEnd; };
    if (!(isWithin(shareA) && isWithin(shareB))) {
        return false;
    }
    middle = hn::Mul(hn::Add(a.at(shareA), b.at(shareB)), hn::Set(Tag4(), 0.5f));
    return true;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
