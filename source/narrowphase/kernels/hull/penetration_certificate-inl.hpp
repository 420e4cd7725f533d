// Whether a cached certificate still proves a depth.
#if defined(SAT3D_KERNELS_PENETRATION_CERTIFICATE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_PENETRATION_CERTIFICATE_INL_HPP
#undef SAT3D_KERNELS_PENETRATION_CERTIFICATE_INL_HPP
#else
#define SAT3D_KERNELS_PENETRATION_CERTIFICATE_INL_HPP
#endif

#include "narrowphase/kernels/hull/penetration_certificate.hpp"
#include "narrowphase/kernels/hull/support_scan-inl.hpp"
#include "narrowphase/kernels/simd/transpose-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Of a point. Numbers from a damaged cache need only be in range: any vertices will do.
HWY_INLINE SupportingVertices verticesOf(const PairCache::Certificate& certificate, std::uint32_t point,
                                         const KernelHull& a, const KernelHull& b) {
    return {std::min<std::uint32_t>(certificate.verticesOfA[point], a.vertexCount - 1),
            std::min<std::uint32_t>(certificate.verticesOfB[point], b.vertexCount - 1)};
}

/// A point of the Minkowski difference in A's frame.
HWY_INLINE Float4 differenceOf(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                               SupportingVertices vertices) {
    const Float4 ofA = vertexOf(a, vertices.ofA), ofB = vertexOf(b, vertices.ofB);
    return store(hn::Sub(together(ofA), hn::Add(combine(pose.columns, ofB), load(pose.centerBInA))));
}

/// As many triangles as there are lanes.
struct TriangleLanes {
    FloatVector along;          ///< the push, of the corner least far
    Broadcast3<> normal;        ///< of any length
    FloatVector lengthSquared;  ///< of the normal
    FloatVector height;         ///< of the corner least far along the normal, times the normal's length
    FloatMask isThere;          ///< false for needles, whose normal is all rounding

    /// @param corner  where the corner (0, 1, 2) of the triangle in a lane lies in memory
    template <class Corner>
    HWY_INLINE TriangleLanes(const Broadcast3<>& push, const Corner& corner) {
        Broadcast3<> corners[3];
        for (std::size_t k = 0; k < 3; ++k) {
            alignas(64) float rows[4][kLanes];
            transposeFours(
                FloatTag(), [&](std::size_t lane) HWY_ATTR { return corner(lane, k); }, rows[0], rows[1],
                rows[2], rows[3]);
            const FloatTag d;
            corners[k] = {hn::Load(d, rows[0]), hn::Load(d, rows[1]), hn::Load(d, rows[2])};
        }
        const auto leastAlong = [&](const Broadcast3<>& direction) HWY_ATTR {
            const auto of = [&](const Broadcast3<>& v) HWY_ATTR { return dot(v.x, v.y, v.z, direction); };
            return hn::Min(of(corners[0]), hn::Min(of(corners[1]), of(corners[2])));
        };
        along = leastAlong(push);
        const Broadcast3<> edges[] = {minus(corners[1], corners[0]), minus(corners[2], corners[0])};
        normal = cross(edges[0], edges[1]);
        lengthSquared = squared(normal);
        height = leastAlong(normal);
        constexpr float kSineSquared = 1e-10f;
        isThere = hn::Gt(lengthSquared, hn::Mul(hn::Set(FloatTag(), kSineSquared),
                                                hn::Mul(squared(edges[0]), squared(edges[1]))));
    }

private:
    HWY_INLINE static Broadcast3<> minus(const Broadcast3<>& a, const Broadcast3<>& b) {
        return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
    }
    HWY_INLINE static Broadcast3<> cross(const Broadcast3<>& a, const Broadcast3<>& b) {
        const auto minor = [](FloatVector ai, FloatVector bj, FloatVector aj, FloatVector bi)
                               HWY_ATTR { return hn::Sub(hn::Mul(ai, bj), hn::Mul(aj, bi)); };
        return {minor(a.y, b.z, a.z, b.y), minor(a.z, b.x, a.x, b.z), minor(a.x, b.y, a.y, b.x)};
    }
    HWY_INLINE static FloatVector squared(const Broadcast3<>& v) { return dot(v.x, v.y, v.z, v); }
};

/// The surface of a certificate at today's poses.
///
/// What has to hold: every triangle has all its corners the depth away from the origin along the push, or
/// along its own normal, and then the origin on its inner side; and some corner is behind the origin, seen
/// along the push. The proof: the surface is closed, so every ray from the origin leaves through it equally
/// often, counted by sides. A ray that points back meets only triangles of the second kind, which it all
/// leaves through; one of them has the corner behind the origin, so there is a ray that leaves, and with it
/// every ray does. Where it leaves it is at least the depth away from the origin, in the Minkowski
/// difference. As that is convex, a ball of this depth lies in it. Neither need the surface be convex, nor
/// does it matter how the hulls got there. Source: van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", 2001 (the inner polytope as a lower bound).
class CertificateSurface {
public:
    /// @param certificate  intact
    /// @param push         unit, in A's frame, from A to B
    HWY_INLINE CertificateSurface(const PairCache::Certificate& certificate, const KernelHull& a,
                                  const KernelHull& b, const RelativePose& pose, const Float4& push)
        : certificate_(certificate), push_(broadcast(push)) {
        for (std::uint32_t i = 0; i < certificate.pointCount; ++i) {
            points_[i] = differenceOf(a, b, pose, verticesOf(certificate, i, a, b));
        }
    }

    /// Whether no push is shorter than the depth.
    /// @param depth  more than 0
    HWY_INLINE bool proves(float depth) const {
        const FloatTag d;
        const FloatVector least = hn::Set(d, depth);
        FloatVector lowest = least;
        auto fails = hn::FirstN(d, 0);
        // Whole vectors: where there are no more triangles, some again.
        const std::uint32_t count = std::max<std::uint32_t>(certificate_.triangleCount, kLanes);
        for (std::uint32_t next = 0; next < count; next += kLanes) {
            const auto* const corners = certificate_.triangles.data() + std::min(next, count - kLanes);
            const TriangleLanes triangles(push_, [&](std::size_t lane, std::size_t corner)
                                                     HWY_ATTR { return points_[corners[lane][corner]].v; });
            // How far corners are along the triangle's own normal is true whatever rounding has made of that,
            // as any direction would do; which side it points to is not where the triangle is a needle, and
            // that proves nothing.
            const FloatVector leastHeight = hn::Mul(least, hn::Sqrt(triangles.lengthSquared));
            const FloatMask keepsOff = hn::And(triangles.isThere, hn::Ge(triangles.height, leastHeight));
            fails = hn::Or(fails, hn::Not(hn::Or(keepsOff, hn::Ge(triangles.along, least))));
            lowest = hn::Min(lowest, triangles.along);
        }
        // A surface around a ball of the depth reaches that far back: half is well beyond rounding.
        return hn::AllFalse(d, fails) && hn::GetLane(hn::MinOfLanes(d, lowest)) <= -0.5f * depth;
    }

private:
    const PairCache::Certificate& certificate_;
    Broadcast3<> push_;
    Float4 points_[PairCache::Certificate::kMaxPoints];
};

/// Whether no push is shorter than the depth, as far as the certificate tells.
/// @param push  unit, in A's frame, from A to B
HWY_NOINLINE bool proves(const PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                         const RelativePose& pose, const Float4& push, float depth) {
    return isIntact(certificate) && CertificateSurface(certificate, a, b, pose, push).proves(depth);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
