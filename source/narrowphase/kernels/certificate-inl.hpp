// Whether a cached certificate still proves a depth.
#if defined(SAT3D_KERNELS_CERTIFICATE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CERTIFICATE_INL_HPP
#undef SAT3D_KERNELS_CERTIFICATE_INL_HPP
#else
#define SAT3D_KERNELS_CERTIFICATE_INL_HPP
#endif

#include "narrowphase/certificate.hpp"
#include "narrowphase/kernels/support-inl.hpp"
#include "narrowphase/kernels/transposing-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

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
    /// @param push  unit, in A's frame, from A to B
    HWY_INLINE CertificateSurface(const PairCache::Certificate& certificate, const KernelHull& a,
                                  const KernelHull& b, const RelativePose& pose, const Float4& push)
        : certificate_(certificate) {
        // Numbers from a damaged cache need only be in range: any vertices will do.
        const std::uint32_t count =
            std::clamp<std::uint32_t>(certificate.pointCount, 1, Certificate::kMaxPoints);
        lastPoint_ = count - 1;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Float4 ofA =
                vertexOf(a, std::min<std::uint32_t>(certificate.verticesOfA[i], a.vertexCount - 1));
            const Float4 ofB =
                vertexOf(b, std::min<std::uint32_t>(certificate.verticesOfB[i], b.vertexCount - 1));
            const Float4 ofBInA = transform(pose.columns, pose.centerBInA, ofB);
            // Whole in registers, and written once: numbers written one by one and read as a vector wait for
            // each other.
            Float4 point{{ofA.v[0] - ofBInA.v[0], ofA.v[1] - ofBInA.v[1], ofA.v[2] - ofBInA.v[2], 0.0f}};
            point.v[AlongPush] = dot(point, push);
            points_[i] = point;
        }
    }

    /// Whether no push is shorter than the depth.
    /// @param depth  more than 0
    HWY_INLINE bool proves(float depth) const {
        const FloatTag d;
        const FloatVector least = hn::Set(d, depth);
        FloatVector lowest = least;
        auto fails = hn::FirstN(d, 0);
        const std::uint32_t count =
            std::min<std::uint32_t>(certificate_.triangleCount, Certificate::kMaxTriangles);
        for (std::uint32_t first = 0; first < count; first += kLanes) {
            FloatVector corners[3][4];
            for (std::size_t k = 0; k < 3; ++k) {
                cornersFrom(first, k, count - 1, corners[k]);
            }
            const FloatVector along =
                lowestOfThree(corners[0][AlongPush], corners[1][AlongPush], corners[2][AlongPush]);
            fails = hn::Or(fails, hn::Not(hn::Or(keepsOff(corners, least), hn::Ge(along, least))));
            lowest = hn::Min(lowest, along);
        }
        // A surface around a ball of the depth reaches that far back: half is well beyond rounding.
        return hn::AllFalse(d, fails) && hn::GetLane(hn::MinOfLanes(d, lowest)) <= -0.5f * depth;
    }

private:
    using Certificate = PairCache::Certificate;
    enum Number : std::uint8_t { X, Y, Z, AlongPush };

    HWY_INLINE static FloatVector lowestOfThree(FloatVector a, FloatVector b, FloatVector c) {
        return hn::Min(a, hn::Min(b, c));
    }

    /// One corner of as many triangles as there are lanes; the last triangle again where there are no more.
    HWY_INLINE void cornersFrom(std::uint32_t first, std::size_t corner, std::uint32_t last,
                                FloatVector (&numbers)[4]) const {
        alignas(64) float rows[4][kLanes];
        transposeFours(
            [&](std::size_t lane) HWY_ATTR {
                const std::size_t triangle = std::min<std::size_t>(first + lane, last);
                return points_[std::min<std::uint32_t>(certificate_.triangles[triangle][corner], lastPoint_)]
                    .v;
            },
            rows[X], rows[Y], rows[Z], rows[AlongPush]);
        for (std::size_t i = 0; i < 4; ++i) {
            numbers[i] = hn::Load(FloatTag(), rows[i]);
        }
    }

    /// Whether all three corners are that far along the triangle's own normal. How far they are is true
    /// whatever rounding has made of the normal, as any direction would do; which side it points to is not
    /// where the triangle is a needle, and that proves nothing.
    HWY_INLINE static FloatMask keepsOff(const FloatVector (&corners)[3][4], FloatVector least) {
        const FloatTag d;
        FloatVector edges[2][3];
        for (int i = 0; i < 3; ++i) {
            edges[0][i] = hn::Sub(corners[1][i], corners[0][i]);
            edges[1][i] = hn::Sub(corners[2][i], corners[0][i]);
        }
        const auto cross = [&](int i, int j) HWY_ATTR {
            return hn::Sub(hn::Mul(edges[0][i], edges[1][j]), hn::Mul(edges[0][j], edges[1][i]));
        };
        const Broadcast3 normal{cross(Y, Z), cross(Z, X), cross(X, Y)};
        const auto alongNormal = [&](const FloatVector(&v)[4])
                                     HWY_ATTR { return dot(v[X], v[Y], v[Z], normal); };
        const FloatVector lengthSquared = dot(normal.x, normal.y, normal.z, normal);
        const FloatVector height =
            lowestOfThree(alongNormal(corners[0]), alongNormal(corners[1]), alongNormal(corners[2]));
        const auto squared = [&](const FloatVector(&v)[3]) HWY_ATTR {
            return dot(v[X], v[Y], v[Z], {v[X], v[Y], v[Z]});
        };
        constexpr float kSineSquared = 1e-10f;
        const FloatMask isThere = hn::Gt(
            lengthSquared, hn::Mul(hn::Set(d, kSineSquared), hn::Mul(squared(edges[0]), squared(edges[1]))));
        return hn::And(isThere, hn::Ge(height, hn::Mul(least, hn::Sqrt(lengthSquared))));
    }

    const Certificate& certificate_;
    Float4 points_[Certificate::kMaxPoints];
    std::uint32_t lastPoint_ = 0;
};

/// Whether no push is shorter than the depth, as far as the certificate tells.
/// @param push  unit, in A's frame, from A to B
HWY_NOINLINE bool proves(const PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                         const RelativePose& pose, const Float4& push, float depth) {
    return certificate.triangleCount != 0 && certificate.checkSum == checkSumOf(certificate) &&
           CertificateSurface(certificate, a, b, pose, push).proves(depth);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
