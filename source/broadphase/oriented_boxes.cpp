#include "broadphase/oriented_boxes.hpp"

#include <glm/ext/quaternion_float.hpp>

#include <cstddef>
#include <cstdint>

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broadphase/oriented_boxes.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "core/simd/lanes-inl.hpp"
#include "core/simd/transpose-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace {

// Formulas use the operators of Highway's vectors, one operation each.
using BoxTag = hn::CappedTag<float, 8>;
using BoxVector = hn::Vec<BoxTag>;
constexpr std::size_t kBoxLanes = hn::MaxLanes(BoxTag());

/// Three numbers per lane.
struct Vector3 {
    BoxVector v[3];

    HWY_INLINE BoxVector operator[](int i) const { return v[i]; }
};
HWY_INLINE BoxVector sumOfAbs(const Vector3& a) {
    return hn::Abs(a[0]) + hn::Abs(a[1]) + hn::Abs(a[2]);
}
HWY_INLINE Vector3 cross(const Vector3& a, const Vector3& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// Positions and quaternions, one pose per lane.
struct Poses {
    Vector3 position, q;  ///< q: the vector part
    BoxVector w;

    HWY_INLINE BoxVector lengthSquared() const { return (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + w * w); }
};
HWY_INLINE Poses loadPoses(const Pose* const* poses) {
    static_assert(sizeof(Pose) == 7 * sizeof(float));
    const auto numbersOf = [&](std::size_t lane)
                               HWY_ATTR { return reinterpret_cast<const float*>(poses[lane]); };
    BoxVector first[4], last[4];  // the fourth number is in both
    transposeFours(BoxTag(), numbersOf, first);
    transposeFours(
        BoxTag(), [&](std::size_t lane) HWY_ATTR { return numbersOf(lane) + 3; }, last);
    constexpr auto row = [](std::size_t offset) { return offset / sizeof(float); };
    return {{{first[0], first[1], first[2]}},
            {{last[row(offsetof(glm::quat, x))], last[row(offsetof(glm::quat, y))],
              last[row(offsetof(glm::quat, z))]}},
            last[row(offsetof(glm::quat, w))]};
}

struct Boxes {
    Vector3 center, halfExtents;
};
HWY_INLINE Boxes loadBoxes(const LocalBox* const* boxes) {
    static_assert(sizeof(LocalBox) == 6 * sizeof(float));
    const auto numbersOf = [&](std::size_t lane) HWY_ATTR { return &boxes[lane]->center.x; };
    BoxVector first[4], last[4];  // two numbers are in both
    transposeFours(BoxTag(), numbersOf, first);
    transposeFours(
        BoxTag(), [&](std::size_t lane) HWY_ATTR { return numbersOf(lane) + 2; }, last);
    return {{{first[0], first[1], first[2]}}, {{last[1], last[2], last[3]}}};
}

/// The largest separation along the fifteen axes, in a common frame. Axes that are cross products keep their
/// length, which is 1 at most: a separation is no greater than along the unit axis.
struct FifteenAxes {
    BoxVector r[3][3];  ///< rotation from B's frame to A's
    Vector3 t;          ///< center of B in A's frame, from the center of A
    Vector3 a, b;       ///< half extents

    HWY_INLINE BoxVector largestSeparation() const {
        BoxVector absR[3][3];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                absR[i][j] = hn::Abs(r[i][j]);
            }
        }
        BoxVector largest = hn::Set(BoxTag(), -1.0f);
        for (int i = 0; i < 3; ++i) {
            const BoxVector reach = absR[i][0] * b[0] + absR[i][1] * b[1] + absR[i][2] * b[2];
            largest = hn::Max(largest, hn::Abs(t[i]) - (a[i] + reach));
        }
        for (int j = 0; j < 3; ++j) {
            const BoxVector along = r[0][j] * t[0] + r[1][j] * t[1] + r[2][j] * t[2];
            const BoxVector reach = absR[0][j] * a[0] + absR[1][j] * a[1] + absR[2][j] * a[2];
            largest = hn::Max(largest, hn::Abs(along) - (b[j] + reach));
        }
        for (int i = 0; i < 3; ++i) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            for (int j = 0; j < 3; ++j) {
                const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                const BoxVector along = r[i1][j] * t[i2] - r[i2][j] * t[i1];
                const BoxVector reachA = absR[i2][j] * a[i1] + absR[i1][j] * a[i2];
                const BoxVector reachB = absR[i][j2] * b[j1] + absR[i][j1] * b[j2];
                largest = hn::Max(largest, hn::Abs(along) - (reachA + reachB));
            }
        }
        return largest;
    }
};

/// One bit for each pair of a vector, which begins at `first`.
HWY_INLINE std::uint32_t nearLanes(const OrientedBoxPairs& pairs, std::size_t first, float margin) {
    const BoxTag d;
    const Poses poseA = loadPoses(pairs.poseA + first), poseB = loadPoses(pairs.poseB + first);
    const Boxes boxA = loadBoxes(pairs.boxA + first), boxB = loadBoxes(pairs.boxB + first);
    const BoxVector two = hn::Set(d, 2.0f), one = hn::Set(d, 1.0f);
    const Vector3 &qa = poseA.q, &qb = poseB.q;
    const BoxVector wa = poseA.w, wb = poseB.w;
    const BoxVector lengthA = poseA.lengthSquared(), scaleA = two / lengthA,
                    scale = two / (lengthA * poseB.lengthSquared());

    // The quaternion of B in A, conjugate(a) * b, as a matrix; not normalized, so the scale is.
    const Vector3 ba = cross(qb, qa);
    const Vector3 q{
        {wa * qb[0] - wb * qa[0] + ba[0], wa * qb[1] - wb * qa[1] + ba[1], wa * qb[2] - wb * qa[2] + ba[2]}};
    const BoxVector w = wa * wb + qa[0] * qb[0] + qa[1] * qb[1] + qa[2] * qb[2];
    FifteenAxes axes{{}, {}, boxA.halfExtents, boxB.halfExtents};
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        axes.r[i][i] = one - scale * (q[j] * q[j] + q[k] * q[k]);
        axes.r[i][j] = scale * (q[i] * q[j] - w * q[k]);
        axes.r[j][i] = scale * (q[i] * q[j] + w * q[k]);
    }

    // The offset of the positions, rotated to A's frame, and between the centers.
    const Vector3 offset{{poseB.position[0] - poseA.position[0], poseB.position[1] - poseA.position[1],
                          poseB.position[2] - poseA.position[2]}};
    const Vector3 u = cross(offset, qa), uq = cross(u, qa);
    for (int i = 0; i < 3; ++i) {
        const BoxVector rotated = offset[i] + scaleA * (wa * u[i] + uq[i]);
        const BoxVector centerB =
            axes.r[i][0] * boxB.center[0] + axes.r[i][1] * boxB.center[1] + axes.r[i][2] * boxB.center[2];
        axes.t.v[i] = (rotated - boxA.center[i]) + centerB;
    }

    // All numbers above have errors of a few units of 2^-24 of these sizes, and so have the exact tests.
    constexpr float kRounding = 2e-5f;
    const BoxVector size = sumOfAbs(offset) + sumOfAbs(boxA.center) + sumOfAbs(boxB.center) +
                           sumOfAbs(axes.a) + sumOfAbs(axes.b);
    const BoxVector limit = hn::Set(d, margin) + hn::Set(d, kRounding) * size;
    const auto isFar = hn::Gt(axes.largestSeparation(), limit);  // false for NaN
    return ~toBits(d, isFar) & ((1u << kBoxLanes) - 1);
}

}  // namespace

std::uint32_t nearPairs(const OrientedBoxPairs& pairs, float margin) {
    std::uint32_t bits = 0;
    for (std::size_t first = 0; first < OrientedBoxPairs::kSize; first += kBoxLanes) {
        bits |= nearLanes(pairs, first, margin) << first;
    }
    return bits;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(nearPairs);

std::uint32_t findNear(const OrientedBoxPairs& pairs, float margin) {
    return SAT3D_DISPATCH(nearPairs)(pairs, margin);
}

}  // namespace sat3d::SAT3D_ABI
#endif
