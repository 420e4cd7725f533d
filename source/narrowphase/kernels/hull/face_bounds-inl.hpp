// Lower bounds of the depth along every face normal of one hull, from points known to lie in the other.
#if defined(SAT3D_KERNELS_FACE_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#undef SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#else
#define SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#endif

#include "narrowphase/kernels/hull/support_scan-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Depth along the face normals from i on, as many as there are lanes, if the other hull were the point
/// alone.
template <class D>
HWY_INLINE hn::Vec<D> depthsAgainst(const KernelHull& hull, std::uint32_t i, const Broadcast3<D>& point) {
    const D d;
    return hn::Sub(hn::Load(d, hull.faceOffset + i),
                   dot(hn::Load(d, hull.normalX + i), hn::Load(d, hull.normalY + i),
                       hn::Load(d, hull.normalZ + i), point));
}

/// The lowest depths of a block of faces against the point, lane by lane.
template <class D>
HWY_INLINE hn::Vec<D> lowestInBlock(const KernelHull& hull, std::uint32_t firstFace,
                                    const Broadcast3<D>& point) {
    constexpr std::uint32_t kStep = static_cast<std::uint32_t>(hn::MaxLanes(D()));
    hn::Vec<D> lowest = depthsAgainst(hull, firstFace, point);
    for (std::uint32_t i = kStep; i < KernelHull::kBlock; i += kStep) {
        lowest = hn::Min(lowest, depthsAgainst(hull, firstFace + i, point));
    }
    return lowest;
}

/// Whether a ball of this radius around the point lies inside the hull. If the point belongs to the other
/// hull, no push shorter than that separates the two.
template <SizeClass kSize>
HWY_INLINE bool containsBall(const KernelHull& hull, const Float4& center, float radius) {
    const TagOf<kSize> d;
    const Broadcast3 point = broadcast(center, d);
    const std::uint32_t end = kSize == SizeClass::Small ? KernelHull::kSmall : hull.paddedFaceCount;
    // Most that fail do so early.
    constexpr std::uint32_t kAtOnce = 4 * KernelHull::kBlock;
    for (std::uint32_t i = 0; i < end; i += kAtOnce) {
        hn::Vec<TagOf<kSize>> nearest = lowestInBlock(hull, i, point);
        for (std::uint32_t k = i + KernelHull::kBlock; k < std::min(i + kAtOnce, end);
             k += KernelHull::kBlock) {
            nearest = hn::Min(nearest, lowestInBlock(hull, k, point));
        }
        if (!hn::AllTrue(d, hn::Ge(nearest, hn::Set(d, radius)))) {
            return false;
        }
    }
    return true;
}

/// Points of the other hull in this hull's frame, and what the ball about its center adds. Any point of the
/// other hull gives a lower bound: the depth along a normal is at least that against the point.
struct Witnesses {
    static constexpr std::uint32_t kCapacity = 32;
    static_assert(kCapacity % KernelHull::kWidestVector == 0);
    /// x y z of each, and the depth against it that proves a face for a given limit (see setProofDepths).
    alignas(64) float x[kCapacity], y[kCapacity], z[kCapacity], proof[kCapacity];
    std::uint32_t count = 0;
    float ballRadius = 0.0f;

    /// Starts with the center of the other hull and the ball around it.
    HWY_INLINE Witnesses(const Float4& center, float innerRadius) : ballRadius(innerRadius) { add(center); }

    /// When full, the newest gives way: its bound lives on in the face bounds, only proofs of edges may need
    /// it.
    HWY_INLINE void add(const Float4& point) {
        const std::uint32_t slot = std::min(count, kCapacity - 1);
        x[slot] = point.v[0];
        y[slot] = point.v[1];
        z[slot] = point.v[2];
        count = slot + 1;
    }

    HWY_INLINE Float4 point(std::uint32_t i) const { return {{x[i], y[i], z[i], 0.0f}}; }
    template <class D>
    HWY_INLINE Broadcast3<D> broadcastOf(std::uint32_t i, D d) const {
        return {hn::Set(d, x[i]), hn::Set(d, y[i]), hn::Set(d, z[i])};
    }

    /// A point proves `limit` for a face when the depth against it reaches the limit. The ball needs less:
    /// its radius adds to every depth. But never less than the rounding of depths, and so never less than
    /// nothing: on the arc between two faces the two depths add up with weights of sum >= 1, large ones where
    /// the edge is sharp, which helps only as long as the depths are surely not negative.
    HWY_INLINE float proofDepth(std::uint32_t witness, float limit, float rounding) const {
        return std::max(witness == 0 ? limit - ballRadius : limit, rounding);
    }

    /// Those of all, for whole vectors.
    HWY_INLINE void setProofDepths(float limit, float rounding) {
        const WideTag d;
        const WideVector ofPoints = hn::Set(d, std::max(limit, rounding)), unreachable = hn::Set(d, 3e38f);
        for (std::uint32_t i = 0; i < count; i += kWideLanes) {
            const auto isThere = hn::FirstN(d, count - i);
            hn::Store(hn::IfThenElse(isThere, ofPoints, unreachable), d, proof + i);
            for (float* row : {x, y, z}) {
                hn::Store(hn::IfThenElseZero(isThere, hn::Load(d, row + i)), d, row + i);
            }
        }
        proof[0] = proofDepth(0, limit, rounding);
    }
};

/// The face with the smallest lower bound, kept up to date as witnesses come in. Small hulls: all bounds in
/// registers.
template <SizeClass kSize>
class FaceBounds {
public:
    /// Bounds from the ball alone.
    HWY_INLINE void start(const KernelHull& hull, const Witnesses& witnesses) {
        const Broadcast3 center = witnesses.broadcastOf(0, FloatTag());
        const FloatVector radius = hn::Set(FloatTag(), witnesses.ballRadius);
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bounds_[i] = hn::Add(note(depthsAgainst(hull, i * kLanes, center), 0, i), radius);
        }
    }

    /// There are no further faces.
    HWY_INLINE bool advance(const KernelHull&, const Witnesses&, float /*limit*/) { return false; }

    HWY_INLINE void raiseByAll(const KernelHull& hull, const Witnesses& witnesses, float limit) {
        for (std::uint32_t k = 1; k < witnesses.count; ++k) {
            raise<1>(hull, witnesses, k, limit);
        }
    }

    /// By so many witnesses from the given one on. (Nothing to gain from the limit in so few faces.)
    template <std::uint32_t kCount>
    HWY_INLINE void raise(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t firstWitness,
                          float /*limit*/) {
        for (std::uint32_t k = 0; k < kCount; ++k) {
            const Broadcast3 point = witnesses.broadcastOf(firstWitness + k, FloatTag());
            for (std::uint32_t i = 0; i < kVectors; ++i) {
                bounds_[i] =
                    hn::Max(bounds_[i], note(depthsAgainst(hull, i * kLanes, point), firstWitness + k, i));
            }
        }
    }

    HWY_INLINE void findSmallest() {
        const FloatTag d;
        FloatVector smallest = bounds_[0];
        for (std::uint32_t i = 1; i < kVectors; ++i) {
            smallest = hn::Min(smallest, bounds_[i]);
        }
        smallest = hn::MinOfLanes(d, smallest);
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bits |= toBits(d, hn::Eq(bounds_[i], smallest)) << (i * kLanes);
        }
        value_ = hn::GetLane(smallest);
        face_ = static_cast<std::uint32_t>(std::countr_zero(bits));
    }

    HWY_INLINE float value() const { return value_; }
    HWY_INLINE std::uint32_t face() const { return face_; }

    /// Which faces a witness proves, a mask for each vector.
    HWY_INLINE FloatMask provenBy(std::uint32_t witness, FloatVector proof, std::uint32_t vector) const {
        return hn::Ge(hn::Load(FloatTag(), depths_[witness] + vector * kLanes), proof);
    }

private:
    HWY_INLINE FloatVector note(FloatVector depths, std::uint32_t witness, std::uint32_t vector) {
        hn::Store(depths, FloatTag(), depths_[witness] + vector * kLanes);
        return depths;
    }

    FloatVector bounds_[kVectors];
    /// Of each face against each witness.
    alignas(64) float depths_[Witnesses::kCapacity][KernelHull::kSmall];
    float value_ = 0.0f;
    std::uint32_t face_ = 0;
};

/// For hulls of any size. Blocks of faces that are proven are never looked at again. Bounds are kept for a
/// window of faces, which for all but huge hulls is all of them; when a window is proven, the next one is
/// opened.
template <>
class FaceBounds<SizeClass::Any> {
public:
    /// Bounds of the first window, from the ball alone.
    HWY_INLINE void start(const KernelHull& hull, const Witnesses& witnesses) {
        first_ = 0;
        open(hull, witnesses);
    }

    /// The next window, with bounds from all witnesses there are; false when this was the last one.
    HWY_INLINE bool advance(const KernelHull& hull, const Witnesses& witnesses, float limit) {
        if (hull.paddedFaceCount - first_ <= kWindow) {
            return false;
        }
        first_ += kWindow;
        open(hull, witnesses);
        raiseByAll(hull, witnesses, limit);
        return true;
    }

    HWY_INLINE void raiseByAll(const KernelHull& hull, const Witnesses& witnesses, float limit) {
        for (std::uint32_t k = 1; k < witnesses.count; ++k) {
            raise<1>(hull, witnesses, k, limit);
        }
    }

    /// By so many witnesses from the given one on. Closes blocks that reach the limit as a whole: it only
    /// ever falls, so they stay proven.
    template <std::uint32_t kCount>
    HWY_INLINE void raise(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t firstWitness,
                          float limit) {
        const WideTag d;
        Broadcast3<WideTag> points[kCount];
        for (std::uint32_t k = 0; k < kCount; ++k) {
            points[k] = witnesses.broadcastOf(firstWitness + k, d);
        }
        const WideVector proven = hn::Set(d, limit);
        close(proven);
        Smallest smallest;
        smallest.reset();
        std::uint32_t kept = 0;
        for (std::uint32_t n = 0; n < openCount_; ++n) {
            const std::uint32_t block = open_[n];
            float* const bounds = bounds_ + block;
            WideVector lowest = proven;
            for (std::uint32_t i = 0; i < KernelHull::kBlock; i += kWideLanes) {
                const std::uint32_t face = first_ + block + i;
                const WideVector nx = hn::Load(d, hull.normalX + face), ny = hn::Load(d, hull.normalY + face),
                                 nz = hn::Load(d, hull.normalZ + face);
                WideVector along = dot(nx, ny, nz, points[0]);
                for (std::uint32_t k = 1; k < kCount; ++k) {
                    along = hn::Min(along, dot(nx, ny, nz, points[k]));
                }
                const WideVector raised =
                    hn::Max(hn::Load(d, bounds + i), hn::Sub(hn::Load(d, hull.faceOffset + face), along));
                hn::Store(raised, d, bounds + i);
                lowest = i == 0 ? raised : hn::Min(lowest, raised);
            }
            smallest.offer(lowest, block);
            open_[kept] = block;
            kept += hn::AllTrue(d, hn::Ge(lowest, proven)) ? 0u : 1u;
        }
        openCount_ = kept;
        smallest_ = smallest;
    }

    /// The lowest numbered among equals.
    HWY_INLINE void findSmallest() {
        const WideTag d;
        const WideVector smallest = hn::MinOfLanes(d, smallest_.bounds);
        value_ = hn::GetLane(smallest);
        const std::uint32_t block = lowestOf(smallest_.blocks, hn::Eq(smallest_.bounds, smallest));
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < KernelHull::kBlock; i += kWideLanes) {
            bits |= toBits(d, hn::Eq(hn::Load(d, bounds_ + block + i), smallest)) << i;
        }
        // None when no block was open any more: any face will do then.
        face_ = first_ + block + (bits == 0 ? 0u : static_cast<std::uint32_t>(std::countr_zero(bits)));
    }

    HWY_INLINE float value() const { return value_; }
    HWY_INLINE std::uint32_t face() const { return face_; }

private:
    static constexpr std::uint32_t kWindow = 64 * KernelHull::kBlock;

    /// Lane by lane the smallest bound, and the block it stands in.
    struct Smallest {
        WideVector bounds;
        WideIntVector blocks;

        // Not by initialisers: the compiler's own constructors are not made for this instruction set.
        HWY_INLINE void reset() {
            bounds = hn::Set(WideTag(), 3e38f);
            blocks = hn::Zero(WideIntTag());
        }

        HWY_INLINE void offer(WideVector lowest, std::uint32_t block) {
            const WideIntTag di;
            blocks = hn::IfThenElse(hn::RebindMask(di, hn::Lt(lowest, bounds)),
                                    hn::Set(di, static_cast<std::int32_t>(block)), blocks);
            bounds = hn::Min(bounds, lowest);
        }
    };

    /// Drops the blocks that reach the limit already.
    HWY_INLINE void close(WideVector proven) {
        const WideTag d;
        std::uint32_t kept = 0;
        for (std::uint32_t n = 0; n < openCount_; ++n) {
            const std::uint32_t block = open_[n];
            WideVector lowest = hn::Load(d, bounds_ + block);
            for (std::uint32_t i = kWideLanes; i < KernelHull::kBlock; i += kWideLanes) {
                lowest = hn::Min(lowest, hn::Load(d, bounds_ + block + i));
            }
            open_[kept] = block;
            kept += hn::AllTrue(d, hn::Ge(lowest, proven)) ? 0u : 1u;
        }
        openCount_ = kept;
    }

    /// Opens all blocks of the window and sets their bounds by the ball.
    HWY_INLINE void open(const KernelHull& hull, const Witnesses& witnesses) {
        const WideTag d;
        const Broadcast3 center = witnesses.broadcastOf(0, d);
        const WideVector radius = hn::Set(d, witnesses.ballRadius);
        const std::uint32_t end = std::min(hull.paddedFaceCount - first_, kWindow);
        Smallest smallest;
        smallest.reset();
        openCount_ = 0;
        for (std::uint32_t block = 0; block < end; block += KernelHull::kBlock) {
            WideVector lowest = radius;
            for (std::uint32_t i = block; i < block + KernelHull::kBlock; i += kWideLanes) {
                const WideVector bounds = hn::Add(depthsAgainst(hull, first_ + i, center), radius);
                hn::Store(bounds, d, bounds_ + i);
                lowest = i == block ? bounds : hn::Min(lowest, bounds);
            }
            smallest.offer(lowest, block);
            open_[openCount_++] = block;
        }
        smallest_ = smallest;
    }

    alignas(64) float bounds_[kWindow];
    std::uint32_t
        open_[kWindow / KernelHull::kBlock];  ///< the first faces of blocks that may hold the nearest
    std::uint32_t openCount_ = 0;
    std::uint32_t first_ = 0;  ///< face of the window
    Smallest smallest_;
    float value_ = 0.0f;
    std::uint32_t face_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
