// Lower bounds of the depth along every face normal of one hull, from witnesses: points of the other hull.
#if defined(SAT3D_KERNELS_FACE_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#undef SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#else
#define SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#endif

#include "narrowphase/kernels/hull/support_scan-inl.hpp"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The depths of a point along the face normals of a block from a lane on, one face per lane.
template <class D>
HWY_INLINE hn::Vec<D> depthsAgainst(const KernelHull::FaceBlock& faces, std::uint32_t lane,
                                    const Vector3<D>& point) {
    const D d;
    return hn::Sub(
        hn::Load(d, faces.offset + lane),
        dot(hn::Load(d, faces.x + lane), hn::Load(d, faces.y + lane), hn::Load(d, faces.z + lane), point));
}

/// For each lane, the lowest depth of a point along the face normals of a block.
template <class D>
HWY_INLINE hn::Vec<D> lowestInBlock(const KernelHull::FaceBlock& faces, const Vector3<D>& point) {
    constexpr std::uint32_t kStep = static_cast<std::uint32_t>(hn::MaxLanes(D()));
    hn::Vec<D> lowest = depthsAgainst(faces, 0, point);
    for (std::uint32_t lane = kStep; lane < KernelHull::kBlock; lane += kStep) {
        lowest = hn::Min(lowest, depthsAgainst(faces, lane, point));
    }
    return lowest;
}

/// Whether a ball lies inside the hull. If its center is a point of the other hull, no push shorter than the
/// radius separates the two.
template <SizeClass kSize>
HWY_INLINE bool containsBall(const KernelHull& hull, const Float4& center, float radius) {
    const TagOf<kSize> d;
    const Vector3 point = broadcast(center, d);
    const auto isWithin = [&](hn::Vec<TagOf<kSize>> depths)
                              HWY_ATTR { return hn::AllTrue(d, hn::Ge(depths, hn::Set(d, radius))); };
    if constexpr (kSize == SizeClass::Small) {
        return isWithin(
            hn::Min(lowestInBlock(hull.faces[0], point), lowestInBlock(*hull.secondFaces, point)));
    } else {
        // Tests a few blocks at once, because most balls that are not inside fail early.
        constexpr std::size_t kAtOnce = 4;
        for (std::size_t i = 0; i < hull.faces.size(); i += kAtOnce) {
            hn::Vec<TagOf<kSize>> nearest = lowestInBlock(hull.faces[i], point);
            for (std::size_t k = i + 1; k < std::min(i + kAtOnce, hull.faces.size()); ++k) {
                nearest = hn::Min(nearest, lowestInBlock(hull.faces[k], point));
            }
            if (!isWithin(nearest)) {
                return false;
            }
        }
        return true;
    }
}

/// Witnesses: points of the other hull, in this hull's frame. The depth along a normal is at least the depth
/// of a witness. Witness 0 is the center of the other hull's inner ball. The radius of the ball adds to the
/// depths of this witness.
struct Witnesses {
    static constexpr std::uint32_t kCapacity = 32;
    static_assert(kCapacity % KernelHull::kWidestVector == 0);
    /// Coordinates, and the depth that proves a face (see setProofDepths).
    alignas(64) float x[kCapacity], y[kCapacity], z[kCapacity], proof[kCapacity];
    std::uint32_t count = 0;
    float ballRadius = 0.0f;

    /// Starts with the center of the other hull and its inner ball.
    HWY_INLINE Witnesses(const Float4& center, float innerRadius) : ballRadius(innerRadius) { add(center); }

    /// Adds a witness. If the list is full, it replaces the last one. The face bounds still include the
    /// replaced witness; only proofs of edges lose it.
    HWY_INLINE void add(const Float4& point) {
        const std::uint32_t slot = std::min(count, kCapacity - 1);
        x[slot] = point.v[0];
        y[slot] = point.v[1];
        z[slot] = point.v[2];
        count = slot + 1;
    }

    HWY_INLINE Float4 point(std::uint32_t i) const { return {{x[i], y[i], z[i], 0.0f}}; }
    template <class D>
    HWY_INLINE Vector3<D> broadcastOf(std::uint32_t i, D d) const {
        return {hn::Set(d, x[i]), hn::Set(d, y[i]), hn::Set(d, z[i])};
    }

    /// The smallest depth with which a witness proves a face. For a point, this is the limit. For the ball,
    /// it is smaller, because the radius adds to the depths. It is never below the rounding error of depths,
    /// so that proven depths are never negative. (Along an arc, the depths of two faces are added with
    /// weights of sum >= 1. These are large at sharp edges and would amplify a negative depth.)
    HWY_INLINE float proofDepth(std::uint32_t witness, float limit, float rounding) const {
        return std::max(witness == 0 ? limit - ballRadius : limit, rounding);
    }

    /// Computes the proof depths of all witnesses, and pads the rows to whole vectors.
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

/// The lower bounds of the depths along all face normals, and the face with the smallest one. This version is
/// for small hulls and keeps all bounds in registers.
template <SizeClass kSize>
class FaceBounds {
public:
    HWY_INLINE FaceBounds() {}

    /// Sets the bounds by the inner ball.
    HWY_INLINE void start(const KernelHull& hull, const Witnesses& witnesses) {
        const Vector3 center = witnesses.broadcastOf(0, FloatTag());
        const FloatVector radius = hn::Set(FloatTag(), witnesses.ballRadius);
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bounds_[i] = hn::Add(storeDepths(depthsOfVector(hull, i, center), 0, i), radius);
        }
    }

    /// Small hulls have no further faces.
    HWY_INLINE bool advance(const KernelHull&, const Witnesses&, float /*limit*/) { return false; }

    /// Raises the bounds with kCount witnesses, starting with `firstWitness`. Ignores the limit, which would
    /// save nothing for so few faces.
    template <std::uint32_t kCount>
    HWY_INLINE void raise(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t firstWitness,
                          float /*limit*/) {
        for (std::uint32_t k = 0; k < kCount; ++k) {
            const Vector3 point = witnesses.broadcastOf(firstWitness + k, FloatTag());
            for (std::uint32_t i = 0; i < kVectors; ++i) {
                bounds_[i] =
                    hn::Max(bounds_[i], storeDepths(depthsOfVector(hull, i, point), firstWitness + k, i));
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

    /// The faces of one vector that a witness proves.
    HWY_INLINE FloatMask provenBy(std::uint32_t witness, FloatVector proof, std::uint32_t vector) const {
        return hn::Ge(hn::Load(FloatTag(), depths_[witness] + vector * kLanes), proof);
    }

private:
    HWY_INLINE static FloatVector depthsOfVector(const KernelHull& hull, std::uint32_t vector,
                                                 const Vector3<>& point) {
        const SmallVector at(hull.faces, hull.secondFaces, vector);
        return depthsAgainst(at.block, at.lane, point);
    }
    HWY_INLINE FloatVector storeDepths(FloatVector depths, std::uint32_t witness, std::uint32_t vector) {
        hn::Store(depths, FloatTag(), depths_[witness] + vector * kLanes);
        return depths;
    }

    FloatVector bounds_[kVectors];
    /// The depth of each witness along each face normal.
    alignas(64) float depths_[Witnesses::kCapacity][KernelHull::kSmall];
    float value_ = 0.0f;
    std::uint32_t face_ = 0;
};

/// The version for hulls of any size. Blocks of faces that are proven as a whole are skipped from then on.
/// Bounds are stored for a window of faces, which contains all faces except for huge hulls. If a window is
/// proven, the next one replaces it.
template <>
class FaceBounds<SizeClass::Any> {
public:
    HWY_INLINE FaceBounds() {}

    /// Sets the bounds of the first window by the inner ball.
    HWY_INLINE void start(const KernelHull& hull, const Witnesses& witnesses) {
        first_ = 0;
        openWindow(hull, witnesses);
    }

    /// Moves on to the next window, with bounds from all witnesses; returns false if this was the last one.
    HWY_INLINE bool advance(const KernelHull& hull, const Witnesses& witnesses, float limit) {
        if (hull.faces.size() - first_ <= kWindow) {
            return false;
        }
        first_ += kWindow;
        openWindow(hull, witnesses);
        raiseByAll(hull, witnesses, limit);
        return true;
    }

    HWY_INLINE void raiseByAll(const KernelHull& hull, const Witnesses& witnesses, float limit) {
        for (std::uint32_t k = 1; k < witnesses.count; ++k) {
            raise<1>(hull, witnesses, k, limit);
        }
    }

    /// Raises the bounds with kCount witnesses, starting with `firstWitness`. Drops blocks whose bounds all
    /// reach the limit. The limit never rises, so these blocks stay proven.
    template <std::uint32_t kCount>
    HWY_INLINE void raise(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t firstWitness,
                          float limit) {
        const WideTag d;
        static_assert(kCount == 1 || kCount == 2);
        const Vector3 firstPoint = witnesses.broadcastOf(firstWitness, d),
                      lastPoint = witnesses.broadcastOf(firstWitness + kCount - 1, d);
        const WideVector proven = hn::Set(d, limit);
        dropProven(proven);
        Smallest smallest;
        smallest.reset();
        std::uint32_t kept = 0;
        for (std::uint32_t n = 0; n < unprovenCount_; ++n) {
            const std::uint32_t block = unproven_[n];
            const KernelHull::FaceBlock& faces = hull.faces[first_ + block];
            float* const bounds = bounds_[block];
            WideVector lowest = proven;
            for (std::uint32_t i = 0; i < KernelHull::kBlock; i += kWideLanes) {
                const WideVector nx = hn::Load(d, faces.x + i), ny = hn::Load(d, faces.y + i),
                                 nz = hn::Load(d, faces.z + i);
                WideVector along = dot(nx, ny, nz, firstPoint);
                if constexpr (kCount > 1) {
                    along = hn::Min(along, dot(nx, ny, nz, lastPoint));
                }
                const WideVector raised =
                    hn::Max(hn::Load(d, bounds + i), hn::Sub(hn::Load(d, faces.offset + i), along));
                hn::Store(raised, d, bounds + i);
                lowest = i == 0 ? raised : hn::Min(lowest, raised);
            }
            smallest.offer(lowest, block);
            unproven_[kept] = block;
            kept += hn::AllTrue(d, hn::Ge(lowest, proven)) ? 0u : 1u;
        }
        unprovenCount_ = kept;
        smallest_ = smallest;
    }

    /// Finds the smallest bound; the lowest index if faces tie.
    HWY_INLINE void findSmallest() {
        const WideTag d;
        const WideVector smallest = hn::MinOfLanes(d, smallest_.bounds);
        value_ = hn::GetLane(smallest);
        const std::uint32_t block = minOfChosen(smallest_.blocks, hn::Eq(smallest_.bounds, smallest));
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < KernelHull::kBlock; i += kWideLanes) {
            bits |= toBits(d, hn::Eq(hn::Load(d, bounds_[block] + i), smallest)) << i;
        }
        // If all blocks are proven, there are no bits, and any face is a valid result.
        face_ = (first_ + block) * KernelHull::kBlock +
                (bits == 0 ? 0u : static_cast<std::uint32_t>(std::countr_zero(bits)));
    }

    HWY_INLINE float value() const { return value_; }
    HWY_INLINE std::uint32_t face() const { return face_; }

private:
    static constexpr std::uint32_t kWindow = 64;  ///< blocks

    /// The smallest bound in each lane, and the block that contains it.
    struct Smallest {
        WideVector bounds;
        WideIntVector blocks;

        HWY_INLINE Smallest() {}

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

    /// Drops the blocks whose bounds all reach the limit.
    HWY_INLINE void dropProven(WideVector proven) {
        const WideTag d;
        std::uint32_t kept = 0;
        for (std::uint32_t n = 0; n < unprovenCount_; ++n) {
            const std::uint32_t block = unproven_[n];
            WideVector lowest = hn::Load(d, bounds_[block]);
            for (std::uint32_t i = kWideLanes; i < KernelHull::kBlock; i += kWideLanes) {
                lowest = hn::Min(lowest, hn::Load(d, bounds_[block] + i));
            }
            unproven_[kept] = block;
            kept += hn::AllTrue(d, hn::Ge(lowest, proven)) ? 0u : 1u;
        }
        unprovenCount_ = kept;
    }

    /// Starts a window with all of its blocks, and sets their bounds by the inner ball.
    HWY_INLINE void openWindow(const KernelHull& hull, const Witnesses& witnesses) {
        const WideTag d;
        const Vector3 center = witnesses.broadcastOf(0, d);
        const WideVector radius = hn::Set(d, witnesses.ballRadius);
        const std::uint32_t end = std::min(static_cast<std::uint32_t>(hull.faces.size()) - first_, kWindow);
        Smallest smallest;
        smallest.reset();
        unprovenCount_ = 0;
        for (std::uint32_t block = 0; block < end; ++block) {
            WideVector lowest = radius;
            for (std::uint32_t i = 0; i < KernelHull::kBlock; i += kWideLanes) {
                const WideVector bounds =
                    hn::Add(depthsAgainst(hull.faces[first_ + block], i, center), radius);
                hn::Store(bounds, d, bounds_[block] + i);
                lowest = i == 0 ? bounds : hn::Min(lowest, bounds);
            }
            smallest.offer(lowest, block);
            unproven_[unprovenCount_++] = block;
        }
        smallest_ = smallest;
    }

    alignas(64) float bounds_[kWindow][KernelHull::kBlock];
    std::uint32_t unproven_[kWindow];  ///< the unproven blocks, relative to the window
    std::uint32_t unprovenCount_ = 0;
    std::uint32_t first_ = 0;  ///< first block of the window
    Smallest smallest_;
    float value_ = 0.0f;
    std::uint32_t face_ = 0;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
