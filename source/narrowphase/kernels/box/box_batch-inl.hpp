// The separating axis test of sixteen pairs of boxes, one pair per lane. Each lane computes the same
// operations in the same order as findRelativePose and boxPenetration, so the answers have the same bits.
#if defined(SAT3D_KERNELS_BOX_BATCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_BATCH_INL_HPP
#undef SAT3D_KERNELS_BOX_BATCH_INL_HPP
#else
#define SAT3D_KERNELS_BOX_BATCH_INL_HPP
#endif

#include "narrowphase/kernels/box/box_batch_axes-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::detail::HWY_NAMESPACE {

/// Selects one of three vectors in each lane, by an index 0, 1 or 2.
class Choice {
public:
    HWY_INLINE explicit Choice(WideIntVector index)
        : isFirst_(hn::RebindMask(WideTag(), hn::Eq(index, hn::Zero(WideIntTag())))),
          isSecond_(hn::RebindMask(WideTag(), hn::Eq(index, hn::Set(WideIntTag(), 1)))) {}

    HWY_INLINE WideVector of(WideVector first, WideVector second, WideVector third) const {
        return hn::IfThenElse(isFirst_, first, hn::IfThenElse(isSecond_, second, third));
    }

private:
    WideMask isFirst_, isSecond_;
};

/// Returns `bit` in the lanes of the mask and 0 in the others.
HWY_INLINE WideIntVector bitWhere(WideMask mask, std::int32_t bit) {
    const WideIntTag di;
    return hn::IfThenElseZero(hn::RebindMask(di, mask), hn::Set(di, bit));
}

/// Computes the normals, in A's frame, and the features of the best axes. Every lane computes a face of A, a
/// face of B and an edge pair, and then selects one of them, without a branch.
HWY_INLINE void findFeatures(BoxBatch& batch, BoxRows& rows, std::size_t first) {
    const WideTag d;
    const WideIntTag di;
    const BoxLanes lanes(rows, first);
    const auto& r = lanes.r;
    const auto& t = lanes.t;
    const WideVector zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    const auto signOf = [&](WideVector along) HWY_ATTR { return hn::CopySign(one, along); };
    const WideIntVector code = hn::Load(di, rows.axis + first);
    const WideIntVector three = hn::Set(di, 3);
    const WideIntVector i = hn::And(hn::ShiftRight<2>(code), three), j = hn::And(code, three);
    const Choice byI(i), byJ(j);
    const WideMask isFaceOfA = hn::RebindMask(d, hn::Lt(code, hn::Set(di, kFaceOfB)));
    const WideMask isEdges = hn::RebindMask(d, hn::Gt(code, hn::Set(di, kEdges - 1)));
    const WideVector row[3] = {byI.of(r[0][0], r[1][0], r[2][0]), byI.of(r[0][1], r[1][1], r[2][1]),
                               byI.of(r[0][2], r[1][2], r[2][2])};
    const WideVector column[3] = {byJ.of(r[0][0], r[0][1], r[0][2]), byJ.of(r[1][0], r[1][1], r[1][2]),
                                  byJ.of(r[2][0], r[2][1], r[2][2])};

    // Faces: the face normal, and the deepest vertex of the other box.
    const WideVector signA = signOf(byI.of(t[0], t[1], t[2]));
    const WideVector signB = signOf(column[0] * t[0] + column[1] * t[1] + column[2] * t[2]);
    const WideVector normalB[3] = {signB * column[0], signB * column[1], signB * column[2]};
    WideIntVector vertexOfA = hn::Zero(di), vertexOfB = hn::Zero(di);
    for (int k = 0; k < 3; ++k) {
        vertexOfA = hn::Or(vertexOfA, bitWhere(hn::Gt(normalB[k], zero), 1 << k));
        vertexOfB = hn::Or(vertexOfB, bitWhere(hn::Lt(signA * row[k], zero), 1 << k));
    }
    const auto faceOf = [&](WideIntVector axis, WideMask positive) HWY_ATTR {
        return hn::Add(hn::Add(hn::Set(di, KernelHull::Box::kFaces), hn::Add(axis, axis)),
                       bitWhere(positive, 1));
    };
    const WideIntVector faceOfA = faceOf(i, hn::Gt(signA, zero)), faceOfB = faceOf(j, hn::Lt(signB, zero));

    // Edges: the unit cross product, oriented toward B. "Next" and "after" are the axes (i + 1) % 3 and (i +
    // 2) % 3.
    const WideVector columnNext = byI.of(column[1], column[2], column[0]),
                     columnAfter = byI.of(column[2], column[0], column[1]);
    const WideVector along = columnNext * byI.of(t[2], t[0], t[1]) - columnAfter * byI.of(t[1], t[2], t[0]);
    const WideVector scale = signOf(along) / hn::Sqrt(columnNext * columnNext + columnAfter * columnAfter);
    const WideVector normalNext = hn::Neg(scale) * columnAfter, normalAfter = scale * columnNext;
    const auto edgeOf = [&](WideIntVector axis, WideMask next, WideMask after) HWY_ATTR {
        return hn::Add(hn::Add(hn::Set(di, KernelHull::Box::kEdges), hn::ShiftLeft<2>(axis)),
                       hn::Or(bitWhere(next, 1), bitWhere(after, 2)));
    };
    const WideIntVector edgeOfA = edgeOf(i, hn::Gt(normalNext, zero), hn::Gt(normalAfter, zero));
    const WideIntVector edgeOfB = edgeOf(j, hn::Lt(scale * byJ.of(row[2], row[0], row[1]), zero),
                                         hn::Gt(scale * byJ.of(row[1], row[2], row[0]), zero));

    const auto choose = [&](auto faceA, auto faceB, auto edges, auto isA, auto isE) HWY_ATTR {
        return hn::IfThenElse(isA, faceA, hn::IfThenElse(isE, edges, faceB));
    };
    const WideVector normalA[3] = {byI.of(signA, zero, zero), byI.of(zero, signA, zero),
                                   byI.of(zero, zero, signA)};
    const WideVector normalE[3] = {byI.of(zero, normalAfter, normalNext),
                                   byI.of(normalNext, zero, normalAfter),
                                   byI.of(normalAfter, normalNext, zero)};
    for (int k = 0; k < 3; ++k) {
        hn::Store(choose(normalA[k], normalB[k], normalE[k], isFaceOfA, isEdges), d,
                  rows.normalInA[k] + first);
    }
    const auto isA = hn::RebindMask(di, isFaceOfA), isE = hn::RebindMask(di, isEdges);
    hn::Store(choose(faceOfA, vertexOfA, edgeOfA, isA, isE), di, batch.featureA + first);
    hn::Store(choose(vertexOfB, faceOfB, edgeOfB, isA, isE), di, batch.featureB + first);
    static_assert(static_cast<int>(FeaturePair::Kind::FaceA) == 0 &&
                  static_cast<int>(FeaturePair::Kind::FaceB) == 1 &&
                  static_cast<int>(FeaturePair::Kind::EdgeEdge) == 2);
    const WideIntVector isSwapped = hn::Load(di, batch.isSwapped + first);
    hn::Store(choose(isSwapped, hn::Sub(hn::Set(di, 1), isSwapped), hn::Set(di, 2), isA, isE), di,
              batch.kind + first);
}

/// Rotates the normals to the world as directionInWorld does, and negates them for swapped pairs.
HWY_INLINE void storeNormalsInWorld(BoxBatch& batch, const BoxRows& rows, std::size_t first) {
    const DoubleTag dd;
    const hn::Rebind<float, DoubleTag> df;
    const hn::Rebind<std::int32_t, DoubleTag> di;
    const DoubleVector x = promoted(rows.poseA[kX] + first), y = promoted(rows.poseA[kY] + first),
                       z = promoted(rows.poseA[kZ] + first), w = promoted(rows.poseA[kW] + first);
    const DoubleVector dx = promoted(rows.normalInA[0] + first), dy = promoted(rows.normalInA[1] + first),
                       dz = promoted(rows.normalInA[2] + first);
    DoubleVector r[3][3];
    rotationOf(x, y, z, w, hn::Load(dd, rows.scaleA + first), r);
    const DoubleVector normal[3] = {r[0][0] * dx + r[0][1] * dy + r[0][2] * dz,
                                    r[1][1] * dy + r[1][2] * dz + r[1][0] * dx,
                                    r[2][2] * dz + r[2][0] * dx + r[2][1] * dy};
    const auto signBit = hn::BitCast(df, hn::ShiftLeft<31>(hn::Load(di, batch.isSwapped + first)));
    for (int k = 0; k < 3; ++k) {
        hn::Store(hn::Xor(hn::DemoteTo(df, normal[k]), signBit), df, batch.normal[k] + first);
    }
}

template <class Best>
HWY_INLINE void decideLanes(BoxBatch& batch, BoxRows& rows) {
    batch.finite = true;
    batch.anyOverlap = false;
    loadRows(batch, rows);
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kDoubles) {
        findRelativePoses(rows, i);
    }
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kWideLanes) {
        testAxes<Best>(batch, rows, i);
    }
}

/// Stores the relative poses of the lanes that overlap, and whether a face has the best axis.
HWY_INLINE void storeRelativePoses(BoxBatch& batch, const BoxRows& rows) {
    for (std::size_t lane = 0; lane < BoxBatch::kSize; ++lane) {
        if (!(batch.separation[lane] < 0.0f)) {
            continue;
        }
        RelativePose& pose = batch.relative[lane].pose;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                pose.rows[i].v[j] = pose.columns[j].v[i] = rows.rows[i][j][lane];
            }
            pose.centerBInA.v[i] = rows.centerBInA[i][lane];
            pose.rows[i].v[3] = pose.columns[i].v[3] = 0.0f;
        }
        pose.centerBInA.v[3] = 0.0f;
        pose.scaleA = rows.scaleA[lane];
        batch.relative[lane].isFaceBest = rows.axis[lane] < kEdges;
    }
}

void boxBatchPoses(BoxBatch& batch) {
    BoxRows rows;
    decideLanes<LargestAndAxis>(batch, rows);
    storeRelativePoses(batch, rows);
}

void boxBatchOverlaps(BoxBatch& batch) {
    BoxRows rows;
    decideLanes<Largest>(batch, rows);
}

void boxBatchPenetrations(BoxBatch& batch) {
    BoxRows rows;
    decideLanes<LargestAndAxis>(batch, rows);
    if (!batch.anyOverlap) {
        return;
    }
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kWideLanes) {
        findFeatures(batch, rows, i);
    }
    for (std::size_t i = 0; i < BoxBatch::kSize; i += kDoubles) {
        storeNormalsInWorld(batch, rows, i);
    }
}

}  // namespace sat3d::SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
