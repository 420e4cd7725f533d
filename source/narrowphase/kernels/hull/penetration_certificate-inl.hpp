// Checks whether a cached certificate still proves a depth.
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

/// The vertex of A and the vertex of B whose difference is a point of the certificate. Indices from a damaged
/// cache are clamped, which is enough: the difference of any two vertices lies in the Minkowski difference.
HWY_INLINE VertexPair verticesOf(const PairCache::Certificate& certificate, std::uint32_t point,
                                 const KernelHull& a, const KernelHull& b) {
    return {std::min<std::uint32_t>(certificate.verticesOfA[point], a.vertexCount - 1),
            std::min<std::uint32_t>(certificate.verticesOfB[point], b.vertexCount - 1)};
}

/// A point of the Minkowski difference in A's frame.
HWY_INLINE Float4 differenceOf(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                               VertexPair vertices) {
    const Float4 ofA = vertexOf(a, vertices.vertexOfA), ofB = vertexOf(b, vertices.vertexOfB);
    return store(hn::Sub(assemble(ofA), hn::Add(combine(pose.columns, ofB), load(pose.centerBInA))));
}

/// Triangles of a certificate, one per lane.
struct TriangleLanes {
    FloatVector along;          ///< the smallest dot product of a vertex with the push
    Broadcast3<> normal;        ///< of any length
    FloatVector lengthSquared;  ///< squared length of the normal
    FloatVector height;         ///< the smallest dot product of a vertex with the normal
    FloatMask hasNormal;        ///< false for slivers: their normal is only rounding error

    /// @param address  address(lane, k): the coordinates of vertex k (0, 1, 2) of the lane's triangle
    template <class Address>
    HWY_INLINE TriangleLanes(const Broadcast3<>& push, const Address& address) {
        const auto loadVertices = [&](std::size_t k) HWY_ATTR {
            const FloatTag d;
            alignas(64) float rows[4][kLanes];
            transposeFours(
                d, [&](std::size_t lane) HWY_ATTR { return address(lane, k); }, rows[0], rows[1], rows[2],
                rows[3]);
            return Broadcast3<>{hn::Load(d, rows[0]), hn::Load(d, rows[1]), hn::Load(d, rows[2])};
        };
        const Broadcast3<> vertices[] = {loadVertices(0), loadVertices(1), loadVertices(2)};
        const auto minAlong = [&](const Broadcast3<>& direction) HWY_ATTR {
            const auto of = [&](const Broadcast3<>& v) HWY_ATTR { return dot(v.x, v.y, v.z, direction); };
            return hn::Min(of(vertices[0]), hn::Min(of(vertices[1]), of(vertices[2])));
        };
        along = minAlong(push);
        const Broadcast3<> edges[] = {minus(vertices[1], vertices[0]), minus(vertices[2], vertices[0])};
        normal = cross(edges[0], edges[1]);
        lengthSquared = squared(normal);
        height = minAlong(normal);
        constexpr float kSineSquared = 1e-10f;
        hasNormal = hn::Gt(lengthSquared, hn::Mul(hn::Set(FloatTag(), kSineSquared),
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

/// The surface of a certificate at the current poses.
///
/// The surface proves a depth under two conditions. (1) Each triangle has all three vertices at least `depth`
/// away from the origin, measured along the push or along the triangle's own outward normal. (2) Some vertex
/// lies behind the origin, seen along the push. If the required distance along the triangle's own normal is
/// larger than `depth` by some rounding errors, the surface proves more: a facet of the difference that is as
/// near as that of the push has nearly the normal of the push (see LoneFacet).
///
/// Proof: the surface is closed. So for every ray from the origin, the number of crossings outward minus the
/// number of crossings inward is the same. A ray into the half-space behind the origin only meets triangles
/// that satisfy (1) along their own normals, and crosses them outward. By (2) there is such a ray that meets
/// a triangle. So this number is positive, and every ray crosses the surface. The crossing is a point of the
/// Minkowski difference and at least `depth` away from the origin. The difference is convex, so it contains a
/// ball of radius `depth` around the origin. The surface need not be convex, and the motion of the hulls does
/// not matter. Source: van den Bergen, "Proximity queries and penetration depth computation on 3D game
/// objects", 2001 (the inner polytope as a lower bound).
class CertificateSurface {
public:
    /// @param certificate  intact
    /// @param push         unit normal in A's frame, from A to B
    HWY_INLINE CertificateSurface(const PairCache::Certificate& certificate, const KernelHull& a,
                                  const KernelHull& b, const RelativePose& pose, const Float4& push)
        : certificate_(certificate), push_(broadcast(push)) {
        for (std::uint32_t i = 0; i < certificate.pointCount; ++i) {
            points_[i] = differenceOf(a, b, pose, verticesOf(certificate, i, a, b));
        }
    }

    /// Whether no push is shorter than the depth.
    /// @param depth      greater than 0
    /// @param elsewhere  the least distance along a triangle's own normal, at least the depth
    HWY_INLINE bool proves(float depth, float elsewhere) const {
        const FloatTag d;
        const FloatVector least = hn::Set(d, depth), leastElsewhere = hn::Set(d, elsewhere);
        FloatVector lowest = least;
        auto fails = hn::FirstN(d, 0);
        // The last vector is filled up with triangles of the previous one.
        const std::uint32_t count = std::max<std::uint32_t>(certificate_.triangleCount, kLanes);
        for (std::uint32_t next = 0; next < count; next += kLanes) {
            const auto* const triangle = certificate_.triangles.data() + std::min(next, count - kLanes);
            const TriangleLanes triangles(push_, [&](std::size_t lane, std::size_t k)
                                                     HWY_ATTR { return points_[triangle[lane][k]].v; });
            // Distances along the computed normal are valid for any rounding error of the normal. But the
            // normal of a sliver may point to the wrong side, so it proves nothing.
            const FloatVector leastHeight = hn::Mul(leastElsewhere, hn::Sqrt(triangles.lengthSquared));
            const FloatMask isFar = hn::And(triangles.hasNormal, hn::Ge(triangles.height, leastHeight));
            fails = hn::Or(fails, hn::Not(hn::Or(isFar, hn::Ge(triangles.along, least))));
            lowest = hn::Min(lowest, triangles.along);
        }
        // A surface around a ball of radius `depth` extends by `depth` behind the origin. Half of it exceeds
        // rounding errors.
        return hn::AllFalse(d, fails) && hn::GetLane(hn::MinOfLanes(d, lowest)) <= -0.5f * depth;
    }

private:
    const PairCache::Certificate& certificate_;
    Broadcast3<> push_;
    Float4 points_[PairCache::Certificate::kMaxPoints];
};

/// Whether the certificate proves that no push is shorter than the depth.
/// @param push       unit normal in A's frame, from A to B
/// @param depth, elsewhere  see CertificateSurface::proves
HWY_NOINLINE bool proves(const PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                         const RelativePose& pose, const Float4& push, float depth, float elsewhere) {
    return isIntact(certificate) &&
           CertificateSurface(certificate, a, b, pose, push).proves(depth, elsewhere);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
