// Sixteen pairs of boxes, a pair to a lane. Every lane computes what relativePose and boxSat compute for one
// pair, by the same operations in the same order: the answers are the same bits.
#if defined(SAT3D_KERNELS_BOX_BATCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_BATCH_INL_HPP
#undef SAT3D_KERNELS_BOX_BATCH_INL_HPP
#else
#define SAT3D_KERNELS_BOX_BATCH_INL_HPP
#endif

#include "narrowphase/kernels/box_batch.hpp"
#include "narrowphase/kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

// Highway's vectors have operators wherever their size is fixed, which it is on all targets here: one
// operation each, so that formulas read as the scalar ones do.

HWY_INLINE void relativePosesOf(BoxBatch& batch, std::size_t first) {
    const hn::CappedTag<double, BoxBatch::kSize> dd;
    const hn::Rebind<float, decltype(dd)> df;
    using Double = hn::Vec<decltype(dd)>;
    const auto promote = [&](const float* row)
                             HWY_ATTR { return hn::PromoteTo(dd, hn::Load(df, row + first)); };
    const auto load = [&](const double* row) HWY_ATTR { return hn::Load(dd, row + first); };
    const auto demote = [&](float* row, Double value)
                            HWY_ATTR { hn::Store(hn::DemoteTo(df, value), df, row + first); };
    const Double one = hn::Set(dd, 1.0), two = hn::Set(dd, 2.0);

    const Double ax = promote(batch.rotationA[0]), ay = promote(batch.rotationA[1]),
                 az = promote(batch.rotationA[2]), aw = promote(batch.rotationA[3]);
    const Double bx = promote(batch.rotationB[0]), by = promote(batch.rotationB[1]),
                 bz = promote(batch.rotationB[2]), bw = promote(batch.rotationB[3]);
    const Double lengthSquaredA = ax * ax + ay * ay + az * az + aw * aw;
    const Double lengthsSquared = lengthSquaredA * (bx * bx + by * by + bz * bz + bw * bw);
    const Double scaleA = two / lengthSquaredA;
    const Double w = aw * bw + ax * bx + ay * by + az * bz;
    const Double x = aw * bx - ax * bw - ay * bz + az * by;
    const Double y = aw * by + ax * bz - ay * bw - az * bx;
    const Double z = aw * bz - ax * by + ay * bx - az * bw;
    const Double scale = two / lengthsSquared;
    const Double sx = scale * x, sy = scale * y, sz = scale * z;
    const Double xx = sx * x, yy = sy * y, zz = sz * z, xy = sx * y, xz = sx * z, yz = sy * z;
    const Double wx = sx * w, wy = sy * w, wz = sz * w;
    const Double r[3][3] = {{one - (yy + zz), xy - wz, xz + wy},
                            {xy + wz, one - (xx + zz), yz - wx},
                            {xz - wy, yz + wx, one - (xx + yy)}};
    const Double dx = promote(batch.positionB[0]) - promote(batch.positionA[0]);
    const Double dy = promote(batch.positionB[1]) - promote(batch.positionA[1]);
    const Double dz = promote(batch.positionB[2]) - promote(batch.positionA[2]);
    const Double ux = dy * az - dz * ay, uy = dz * ax - dx * az, uz = dx * ay - dy * ax;
    const Double t[3] = {dx + scaleA * (aw * ux + (uy * az - uz * ay)),
                         dy + scaleA * (aw * uy + (uz * ax - ux * az)),
                         dz + scaleA * (aw * uz + (ux * ay - uy * ax))};
    const Double cx = load(batch.centerB[0]), cy = load(batch.centerB[1]), cz = load(batch.centerB[2]);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            demote(batch.rows[i][j], r[i][j]);
        }
        demote(batch.centerBInA[i],
               t[i] + (r[i][0] * cx + r[i][1] * cy + r[i][2] * cz) - load(batch.centerA[i]));
    }
}

/// The largest separation so far and the axis it was found on; earlier axes win ties.
struct BestAxes {
    FloatVector separation;
    IntVector axis;

    HWY_INLINE void offer(FloatVector candidate, std::int32_t index) {
        const IntTag di;
        const auto better = hn::Gt(candidate, separation);
        separation = hn::IfThenElse(better, candidate, separation);
        axis = hn::IfThenElse(hn::RebindMask(di, better), hn::Set(di, index), axis);
    }
};

HWY_INLINE void fifteenAxesOf(BoxBatch& batch, std::size_t first) {
    const FloatTag d;
    const IntTag di;
    const auto load = [&](const float* row) HWY_ATTR { return hn::Load(d, row + first); };
    const auto abs = [](FloatVector a) HWY_ATTR { return hn::Abs(a); };
    FloatVector r[3][3], absR[3][3], t[3], a[3], b[3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            r[i][j] = load(batch.rows[i][j]);
            absR[i][j] = abs(r[i][j]);
        }
        t[i] = load(batch.centerBInA[i]);
        a[i] = load(batch.halfExtentsA[i]);
        b[i] = load(batch.halfExtentsB[i]);
    }
    const FloatVector least = hn::Set(d, -1e30f);
    BestAxes faces{least, hn::Zero(di)}, edges{least, hn::Zero(di)};
    for (int i = 0; i < 3; ++i) {
        const FloatVector reach = absR[i][0] * b[0] + absR[i][1] * b[1] + absR[i][2] * b[2];
        faces.offer((abs(t[i]) - (a[i] + reach)), i);
    }
    for (int j = 0; j < 3; ++j) {
        const FloatVector along = r[0][j] * t[0] + r[1][j] * t[1] + r[2][j] * t[2];
        const FloatVector reach = absR[0][j] * a[0] + absR[1][j] * a[1] + absR[2][j] * a[2];
        faces.offer((abs(along) - (b[j] + reach)), 3 + j);
    }
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const FloatVector along = r[i1][j] * t[i2] - r[i2][j] * t[i1];
            const FloatVector reachA = absR[i2][j] * a[i1] + absR[i1][j] * a[i2];
            const FloatVector reachB = absR[i][j2] * b[j1] + absR[i][j1] * b[j2];
            const FloatVector lengthSquared = r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];
            const FloatVector separation = (abs(along) - (reachA + reachB)) / hn::Sqrt(lengthSquared);
            const auto crossing = hn::Gt(lengthSquared, hn::Set(d, kParallelBoxEdges));
            edges.offer(hn::IfThenElse(crossing, separation, least), 6 + 3 * i + j);
        }
    }
    const auto edgesWin =
        hn::Gt(edges.separation, hn::Add(faces.separation, hn::Load(d, batch.slack + first)));
    const FloatVector separation = hn::IfThenElse(edgesWin, edges.separation, faces.separation);
    // A pose that is not finite shows in the center, and overlaps nothing: no axis of its has won above.
    const FloatVector sum = t[0] + t[1] + t[2];
    const auto finite = hn::Eq(sum - sum, hn::Zero(d));
    hn::Store(hn::IfThenElse(finite, separation, hn::Set(d, 1e30f)), d, batch.separation + first);
    hn::Store(hn::IfThenElse(hn::RebindMask(di, edgesWin), edges.axis, faces.axis), di, batch.axis + first);
}

void boxBatch(BoxBatch& batch) {
    const hn::CappedTag<double, BoxBatch::kSize> dd;
    for (std::size_t i = 0; i < BoxBatch::kSize; i += hn::MaxLanes(dd)) {
        relativePosesOf(batch, i);
    }
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kLanes) {
        fifteenAxesOf(batch, i);
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
