// The relative poses and the fifteen axes of sixteen pairs of boxes (see box_batch-inl.hpp).
#if defined(SAT3D_KERNELS_BOX_BATCH_AXES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_BATCH_AXES_INL_HPP
#undef SAT3D_KERNELS_BOX_BATCH_AXES_INL_HPP
#else
#define SAT3D_KERNELS_BOX_BATCH_AXES_INL_HPP
#endif

#include "narrowphase/kernels/box/box_batch.hpp"
#include "narrowphase/kernels/simd/simd-inl.hpp"
#include "narrowphase/kernels/simd/transpose-inl.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::detail::HWY_NAMESPACE {

// Formulas use the operators of Highway's vectors. Each operator is one operation. Highway defines them on
// all targets with a fixed vector size, and the kernels are compiled for such targets only.

/// The batch as rows of lanes: the input, and the results that one step passes to the next.
struct BoxRows {
    static constexpr std::size_t kSize = BoxBatch::kSize;
    alignas(64) float poseA[7][kSize], poseB[7][kSize];  ///< position, rotation
    alignas(64) double centerA[3][kSize], centerB[3][kSize];
    alignas(64) float halfExtentsA[4][kSize], halfExtentsB[4][kSize];

    alignas(64) double scaleA[kSize];     ///< 2 / |q|^2 of A's quaternion q
    alignas(64) float rows[3][3][kSize];  ///< rows of the rotation from B's frame to A's
    alignas(64) float centerBInA[3][kSize];
    alignas(64) std::int32_t axis[kSize];  ///< the code of the best axis: see axisCode
    alignas(64) float normalInA[3][kSize];
};

using DoubleTag = hn::CappedTag<double, BoxBatch::kSize>;
using DoubleVector = hn::Vec<DoubleTag>;
// Rows of a pose. GLM stores quaternions as x, y, z, w or as w, x, y, z.
constexpr std::size_t kRotation = 3, kX = kRotation + offsetof(glm::quat, x) / sizeof(float),
                      kY = kRotation + offsetof(glm::quat, y) / sizeof(float),
                      kZ = kRotation + offsetof(glm::quat, z) / sizeof(float),
                      kW = kRotation + offsetof(glm::quat, w) / sizeof(float);
constexpr std::size_t kDoubles = hn::MaxLanes(DoubleTag());

HWY_INLINE DoubleVector promoted(const float* row) {
    return hn::PromoteTo(DoubleTag(), hn::Load(hn::Rebind<float, DoubleTag>(), row));
}

HWY_INLINE void storeDemoted(DoubleVector value, float* row) {
    const hn::Rebind<float, DoubleTag> df;
    hn::Store(hn::DemoteTo(df, value), df, row);
}

HWY_INLINE void loadRows(const BoxBatch& batch, BoxRows& rows) {
    static_assert(sizeof(Pose) == 7 * sizeof(float));
    const auto numbersOf = [](const Pose* pose) HWY_ATTR { return reinterpret_cast<const float*>(pose); };
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kWideLanes) {
        const auto pose = [&](const Pose* const(&poses)[BoxBatch::kSize],
                              float(&into)[7][BoxBatch::kSize]) HWY_ATTR {
            transposeFours(
                WideTag(), [&](std::size_t lane) HWY_ATTR { return numbersOf(poses[i + lane]); }, into[0] + i,
                into[1] + i, into[2] + i, into[3] + i);
            transposeFours(
                WideTag(), [&](std::size_t lane) HWY_ATTR { return numbersOf(poses[i + lane]) + 3; },
                into[3] + i, into[4] + i, into[5] + i, into[6] + i);
        };
        pose(batch.poseA, rows.poseA);
        pose(batch.poseB, rows.poseB);
        const auto halfExtents = [&](const KernelBox* const(&hulls)[BoxBatch::kSize],
                                     float(&into)[4][BoxBatch::kSize]) HWY_ATTR {
            transposeFours(
                WideTag(),
                [&](std::size_t lane) HWY_ATTR { return hulls[i + lane]->box->halfExtents.data(); },
                into[0] + i, into[1] + i, into[2] + i, into[3] + i);
        };
        halfExtents(batch.a, rows.halfExtentsA);
        halfExtents(batch.b, rows.halfExtentsB);
    }
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kDoubles) {
        const auto center = [&](const KernelBox* const(&hulls)[BoxBatch::kSize],
                                double(&into)[3][BoxBatch::kSize]) HWY_ATTR {
            transposeThrees(
                DoubleTag(), [&](std::size_t lane) HWY_ATTR { return &hulls[i + lane]->center.x; },
                into[0] + i, into[1] + i, into[2] + i);
        };
        center(batch.a, rows.centerA);
        center(batch.b, rows.centerB);
    }
}

HWY_INLINE DoubleVector lengthSquared(DoubleVector x, DoubleVector y, DoubleVector z, DoubleVector w) {
    return (x * x + y * y) + (z * z + w * w);
}

/// Converts a quaternion q to a rotation matrix.
/// @param scale  2 / |q|^2
HWY_INLINE void rotationOf(DoubleVector x, DoubleVector y, DoubleVector z, DoubleVector w, DoubleVector scale,
                           DoubleVector (&r)[3][3]) {
    const DoubleVector one = hn::Set(DoubleTag(), 1.0);
    const DoubleVector xx = x * x, yy = y * y, zz = z * z, xy = x * y, yz = y * z, zx = z * x;
    const DoubleVector wx = x * w, wy = y * w, wz = z * w;
    r[0][0] = one - scale * (yy + zz), r[0][1] = scale * (xy - wz), r[0][2] = scale * (zx + wy);
    r[1][0] = scale * (xy + wz), r[1][1] = one - scale * (zz + xx), r[1][2] = scale * (yz - wx);
    r[2][0] = scale * (zx - wy), r[2][1] = scale * (yz + wx), r[2][2] = one - scale * (xx + yy);
}

HWY_INLINE void findRelativePoses(BoxRows& rows, std::size_t first) {
    const DoubleTag dd;
    const auto load = [&](const double* row) HWY_ATTR { return hn::Load(dd, row + first); };
    const DoubleVector two = hn::Set(dd, 2.0);
    DoubleVector a[7], b[7];
    for (int i = 0; i < 7; ++i) {
        a[i] = promoted(rows.poseA[i] + first);
        b[i] = promoted(rows.poseB[i] + first);
    }
    const DoubleVector ax = a[kX], ay = a[kY], az = a[kZ], aw = a[kW];
    const DoubleVector bx = b[kX], by = b[kY], bz = b[kZ], bw = b[kW];
    const DoubleVector lengthSquaredA = lengthSquared(ax, ay, az, aw);
    const DoubleVector lengthsSquared = lengthSquared(bx, by, bz, bw) * lengthSquaredA;
    const DoubleVector scaleA = two / lengthSquaredA;
    hn::Store(scaleA, dd, rows.scaleA + first);
    const DoubleVector w = aw * bw + ax * bx + ay * by + az * bz;
    const DoubleVector x = aw * bx - ax * bw - ay * bz + az * by;
    const DoubleVector y = aw * by + ax * bz - ay * bw - az * bx;
    const DoubleVector z = aw * bz - ax * by + ay * bx - az * bw;
    DoubleVector r[3][3];
    rotationOf(x, y, z, w, two / lengthsSquared, r);
    const DoubleVector dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
    const DoubleVector ux = dy * az - dz * ay, uy = dz * ax - dx * az, uz = dx * ay - dy * ax;
    const DoubleVector t[3] = {dx + scaleA * (aw * ux + (uy * az - uz * ay)),
                               dy + scaleA * (aw * uy + (uz * ax - ux * az)),
                               dz + scaleA * (aw * uz + (ux * ay - uy * ax))};
    const DoubleVector c[3] = {load(rows.centerB[0]), load(rows.centerB[1]), load(rows.centerB[2])};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            storeDemoted(r[i][j], rows.rows[i][j] + first);
        }
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        storeDemoted(
            (t[i] - load(rows.centerA[i])) + (r[i][i] * c[i] + r[i][next] * c[next] + r[i][last] * c[last]),
            rows.centerBInA[i] + first);
    }
}

// The code of an axis: the kind, then the axis of A, then the axis of B, two bits each.
constexpr std::int32_t kFaceOfA = 0, kFaceOfB = 16, kEdges = 32;
constexpr std::int32_t axisCode(std::int32_t kind, std::int32_t axisOfA, std::int32_t axisOfB) {
    return kind + 4 * axisOfA + axisOfB;
}

constexpr float kNoSeparation = -1e30f;

/// The largest separation so far.
struct Largest {
    WideVector separation;

    static HWY_INLINE Largest none() { return {hn::Set(WideTag(), kNoSeparation)}; }
    HWY_INLINE void offer(WideVector candidate, std::int32_t /*code*/) {
        separation = hn::Max(candidate, separation);
    }
    static HWY_INLINE void storeWinner(WideMask, const Largest&, const Largest&, std::int32_t*) {}
};

/// The largest separation so far and the code of its axis. If separations are equal, the earlier axis is
/// kept.
struct LargestAndAxis {
    WideVector separation;
    WideIntVector axis;

    static HWY_INLINE LargestAndAxis none() {
        return {hn::Set(WideTag(), kNoSeparation), hn::Zero(WideIntTag())};
    }
    HWY_INLINE void offer(WideVector candidate, std::int32_t code) {
        const WideIntTag di;
        const auto better = hn::Gt(candidate, separation);
        separation = hn::IfThenElse(better, candidate, separation);
        axis = hn::IfThenElse(hn::RebindMask(di, better), hn::Set(di, code), axis);
    }
    static HWY_INLINE void storeWinner(WideMask edgesWin, const LargestAndAxis& edges,
                                       const LargestAndAxis& faces, std::int32_t* axis) {
        const WideIntTag di;
        hn::Store(hn::IfThenElse(hn::RebindMask(di, edgesWin), edges.axis, faces.axis), di, axis);
    }
};

/// The relative poses and the boxes of the lanes of one vector.
struct BoxLanes {
    WideVector r[3][3], t[3], a[3], b[3];

    HWY_INLINE BoxLanes(const BoxRows& rows, std::size_t first) {
        const WideTag d;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                r[i][j] = hn::Load(d, rows.rows[i][j] + first);
            }
            t[i] = hn::Load(d, rows.centerBInA[i] + first);
            a[i] = hn::Load(d, rows.halfExtentsA[i] + first);
            b[i] = hn::Load(d, rows.halfExtentsB[i] + first);
        }
    }
};

template <class Best>
HWY_INLINE void separateFaces(const BoxLanes& lanes, const WideVector (&absR)[3][3], Best& best) {
    const auto& [r, t, a, b] = lanes;
    for (int i = 0; i < 3; ++i) {
        const WideVector reach = absR[i][0] * b[0] + absR[i][1] * b[1] + absR[i][2] * b[2];
        best.offer(hn::Abs(t[i]) - (a[i] + reach), axisCode(kFaceOfA, i, 0));
    }
    for (int j = 0; j < 3; ++j) {
        const WideVector along = r[0][j] * t[0] + r[1][j] * t[1] + r[2][j] * t[2];
        const WideVector reach = absR[0][j] * a[0] + absR[1][j] * a[1] + absR[2][j] * a[2];
        best.offer(hn::Abs(along) - (b[j] + reach), axisCode(kFaceOfB, 0, j));
    }
}

template <class Best>
HWY_INLINE void separateEdges(const BoxLanes& lanes, const WideVector (&absR)[3][3], Best& best) {
    const WideTag d;
    const auto& [r, t, a, b] = lanes;
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const WideVector along = r[i1][j] * t[i2] - r[i2][j] * t[i1];
            const WideVector reachA = absR[i2][j] * a[i1] + absR[i1][j] * a[i2];
            const WideVector reachB = absR[i][j2] * b[j1] + absR[i][j1] * b[j2];
            const WideVector lengthSquared = r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];
            const WideVector separation = (hn::Abs(along) - (reachA + reachB)) / hn::Sqrt(lengthSquared);
            const auto crossing = hn::Gt(lengthSquared, hn::Set(d, kParallelBoxEdges));
            best.offer(hn::IfThenElse(crossing, separation, hn::Set(d, kNoSeparation)),
                       axisCode(kEdges, i, j));
        }
    }
}

template <class Best>
HWY_INLINE void testAxes(BoxBatch& batch, BoxRows& rows, std::size_t first) {
    const WideTag d;
    const BoxLanes lanes(rows, first);
    const auto& [r, t, a, b] = lanes;
    const WideVector absR[3][3] = {{hn::Abs(r[0][0]), hn::Abs(r[0][1]), hn::Abs(r[0][2])},
                                   {hn::Abs(r[1][0]), hn::Abs(r[1][1]), hn::Abs(r[1][2])},
                                   {hn::Abs(r[2][0]), hn::Abs(r[2][1]), hn::Abs(r[2][2])}};
    Best faces = Best::none(), edges = Best::none();
    separateFaces(lanes, absR, faces);
    if (!hn::AllFalse(d, hn::Lt(faces.separation, hn::Zero(d)))) {
        separateEdges(lanes, absR, edges);
    }
    const auto edgesWin =
        hn::Gt(edges.separation, hn::Add(faces.separation, hn::Load(d, batch.slack + first)));
    // A pose that is not finite makes the center not finite. Such a pair does not overlap.
    const WideVector largest = hn::Set(d, std::numeric_limits<float>::max());
    const auto finite = hn::And(hn::And(hn::Le(hn::Abs(t[0]), largest), hn::Le(hn::Abs(t[1]), largest)),
                                hn::Le(hn::Abs(t[2]), largest));
    const WideVector separation = hn::IfThenElse(
        finite, hn::IfThenElse(edgesWin, edges.separation, faces.separation), hn::Set(d, 1e30f));
    hn::Store(separation, d, batch.separation + first);
    Best::storeWinner(edgesWin, edges, faces, rows.axis + first);
    batch.finite = batch.finite && hn::AllTrue(d, finite);
    batch.anyOverlap = batch.anyOverlap || !hn::AllFalse(d, hn::Lt(separation, hn::Zero(d)));
}

}  // namespace sat3d::SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
