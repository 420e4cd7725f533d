// Writing of contact points in world frame.
#if defined(SAT3D_KERNELS_STORE_MANIFOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_STORE_MANIFOLD_INL_HPP
#undef SAT3D_KERNELS_STORE_MANIFOLD_INL_HPP
#else
#define SAT3D_KERNELS_STORE_MANIFOLD_INL_HPP
#endif

#include "narrowphase/kernels/manifold/contact_candidates.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/kernels/simd/relative_pose-inl.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The rotation of a pose, whose quaternion may have any length except 0.
HWY_INLINE RotationDiagonals rotationOf(const LoadedPose& pose) {
    const Double4& q = pose.rotation;
    const auto squares = sums(q * q, q * q);
    return diagonalsOf(q, all4(2.0 / hn::GetLane(squares)));
}

/// The frame of a hull in the world.
struct HullInWorld {
    RotationDiagonals rotation;
    Double4 center;

    HWY_INLINE HullInWorld(const glm::dvec4& hullCenter, const LoadedPose& pose)
        : rotation(rotationOf(pose)), center(pose.position + rotate(rotation, load4(&hullCenter.x))) {}

    [[nodiscard]] HWY_INLINE Vector4 direction(Vector4 inHull) const {
        return rounded(rotate(rotation, promoted(inHull)));
    }
    /// The axes of the hull.
    HWY_INLINE void storeAxes(Float4 (&axes)[3]) const {
        storeFromDiagonals(rounded(rotation.main), rounded(zxy(rotation.below)), rounded(rotation.above),
                           axes);
    }
};

/// Writes a point, each number directly to its final place (see storePenetration).
/// @param fromCenter  world axes, from the center of the hull
template <class T>
HWY_INLINE void storeContact(const HullInWorld& hull, Vector4 fromCenter, float separation, std::uint64_t id,
                             BasicContactPoint<T>& point) {
    const Double4 position = hull.center + promoted(fromCenter);
    if constexpr (sizeof(T) == sizeof(float)) {
        const Tag4 d;
        static_assert(offsetof(BasicContactPoint<float>, separation) == 3 * sizeof(float));
        hn::StoreU(withFourth(rounded(position), separation), d, &point.position.x);
    } else {
        alignas(32) double numbers[4];
        storeLanes(position, numbers);
        point.position = {numbers[0], numbers[1], numbers[2]};
        point.separation = separation;
    }
    point.id = id;
}

/// The reference face's plane in the world.
struct PlaneInWorld {
    HullInWorld hull;
    Vector4 u, v, normal;
    float offset;

    HWY_INLINE PlaneInWorld(const HullInWorld& referenceHull, Vector4 uInWorld, Vector4 vInWorld,
                            Vector4 normalInWorld, float planeOffset)
        : hull(referenceHull), u(uInWorld), v(vInWorld), normal(normalInWorld), offset(planeOffset) {}

    /// Writes the chosen candidates: points midway between the surfaces.
    /// @param isFirst  whether the reference face's codes come first in ids
    template <class T>
    HWY_INLINE void storeContacts(const ContactCandidates& candidates, const ChosenContacts& chosen,
                                  bool isFirst, BasicManifold<T>& manifold) const {
        const Tag4 d;
        const int turn = isFirst ? 0 : 32;
        for (std::uint32_t i = 0; i < chosen.count; ++i) {
            const std::uint32_t at = chosen.at[i];
            const float z = candidates.z[at];
            const Vector4 inPlane =
                hn::Add(hn::Mul(u, hn::Set(d, candidates.x[at])), hn::Mul(v, hn::Set(d, candidates.y[at])));
            const Vector4 fromCenter = hn::Add(inPlane, hn::Mul(normal, hn::Set(d, offset + 0.5f * z)));
            const std::uint64_t features = candidates.features(at);
            storeContact(hull, fromCenter, z, std::rotl(features, turn), manifold.pointArray[i]);
        }
        manifold.pointCount = chosen.count;
    }

    /// Writes the normal of the manifold. If the plane is that of the penetration, it is the penetration's
    /// normal, bit for bit. Otherwise it is the plane's normal.
    /// @param isReversed  whether the plane's normal points from the caller's B to the caller's A
    template <class T>
    HWY_INLINE void storeNormal(bool isOfPush, bool isReversed, BasicManifold<T>& manifold) const {
        if (isOfPush) {
            manifold.normal = manifold.penetration.normal;
            return;
        }
        const Float4 n = store(normal);
        const float sign = isReversed ? -1.0f : 1.0f;
        manifold.normal = {n.v[0] * sign, n.v[1] * sign, n.v[2] * sign};
    }
};

/// Writes the contact of two edges that cross, with the normal of the penetration.
/// @param middle  midway between the edges, from the center of the hull, in its axes
template <class T>
HWY_INLINE void storeEdgeContact(const HullInWorld& hull, Vector4 middle, float depth, std::uint64_t id,
                                 BasicManifold<T>& manifold) {
    storeContact(hull, hull.direction(middle), -depth, id, manifold.pointArray[0]);
    manifold.pointCount = 1;
    manifold.normal = manifold.penetration.normal;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
