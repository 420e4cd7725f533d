// Lower bounds of the depth along every face normal of one hull, from points known to lie in the other.
#if defined(SAT3D_KERNELS_FACE_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#undef SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#else
#define SAT3D_KERNELS_FACE_BOUNDS_INL_HPP
#endif

#include "narrowphase/kernels/support-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Up to this many faces queries keep a number per face on the stack.
constexpr std::uint32_t kStoredFaces = 64 * KernelHull::kBlock;

/// Depth along the face normals i .. i + kLanes if the other hull were the point alone.
HWY_INLINE FloatVector depthsAgainst(const KernelHull& hull, std::uint32_t i, const Broadcast3& point) {
    const FloatTag d;
    return hn::Sub(hn::Load(d, hull.faceOffset + i),
                   dot(hn::Load(d, hull.normalX + i), hn::Load(d, hull.normalY + i),
                       hn::Load(d, hull.normalZ + i), point));
}

/// Whether a ball of this radius around the point lies inside the hull. If the point belongs to the other
/// hull, no push shorter than that separates the two.
template <SizeClass kSize>
HWY_INLINE bool containsBall(const KernelHull& hull, const Float4& center, float radius) {
    const FloatTag d;
    const Broadcast3 point = broadcast(center);
    const std::uint32_t end = kSize == SizeClass::Small ? KernelHull::kSmall : hull.paddedFaceCount;
    FloatVector nearest = depthsAgainst(hull, 0, point);
    for (std::uint32_t i = kLanes; i < end; i += kLanes) {
        nearest = hn::Min(nearest, depthsAgainst(hull, i, point));
    }
    return hn::AllTrue(d, hn::Ge(nearest, hn::Set(d, radius)));
}

/// Points of the other hull in this hull's frame, and what the ball about its center adds. Any point of the
/// other hull gives a lower bound: the depth along a normal is at least that against the point.
struct Witnesses {
    static constexpr std::uint32_t kCapacity = 32;
    /// x y z of each, and the depth against it that proves a face for a given limit (see proofDepths).
    alignas(64) float x[kCapacity], y[kCapacity], z[kCapacity], proof[kCapacity];
    std::uint32_t vertices[kCapacity];  ///< the hull vertex each is; the first is the center, no vertex
    std::uint32_t count = 0;
    float ballRadius = 0.0f;

    /// Starts with the center of the other hull and the ball around it.
    HWY_INLINE Witnesses(const Float4& center, float innerRadius) : ballRadius(innerRadius) {
        add(center, ~0u);
    }

    /// When full, the newest gives way: its bound lives on in the face bounds, only proofs of edges may need
    /// it.
    HWY_INLINE void add(const Float4& point, std::uint32_t vertex) {
        const std::uint32_t slot = count < kCapacity ? count++ : kCapacity - 1;
        x[slot] = point.v[0];
        y[slot] = point.v[1];
        z[slot] = point.v[2];
        vertices[slot] = vertex;
    }

    HWY_INLINE Float4 point(std::uint32_t i) const { return {{x[i], y[i], z[i], 0.0f}}; }

    /// A point proves `limit` for a face when the depth against it reaches the limit. The ball needs less:
    /// its radius adds to every depth. But never less than the rounding of depths, and so never less than
    /// nothing: on the arc between two faces the two depths add up with weights of sum >= 1, large ones where
    /// the edge is sharp, which helps only as long as the depths are surely not negative.
    HWY_INLINE void setProofDepths(float limit, float rounding) {
        std::fill(proof, proof + count, std::max(limit, rounding));
        proof[0] = std::max(limit - ballRadius, rounding);
    }
};

/// Bounds of the faces i .. i + kLanes from the ball and all witnesses.
HWY_INLINE FloatVector boundsFromAll(const KernelHull& hull, std::uint32_t i, const Witnesses& witnesses) {
    FloatVector bounds = hn::Add(depthsAgainst(hull, i, broadcast(witnesses.point(0))),
                                 hn::Set(FloatTag(), witnesses.ballRadius));
    for (std::uint32_t k = 1; k < witnesses.count; ++k) {
        bounds = hn::Max(bounds, depthsAgainst(hull, i, broadcast(witnesses.point(k))));
    }
    return bounds;
}

/// The face with the smallest lower bound, kept up to date as witnesses come in.
template <SizeClass kSize>
class FaceBounds {
public:
    /// Bounds from the ball and all witnesses there are.
    HWY_INLINE void start(const KernelHull& hull, const Witnesses& witnesses) {
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bounds_[i] = boundsFromAll(hull, i * kLanes, witnesses);
        }
    }

    /// By the newest witness.
    HWY_INLINE void raise(const KernelHull& hull, const Witnesses& witnesses) {
        const Broadcast3 point = broadcast(witnesses.point(witnesses.count - 1));
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bounds_[i] = hn::Max(bounds_[i], depthsAgainst(hull, i * kLanes, point));
        }
    }

    /// Nothing to gain in so few faces.
    HWY_INLINE void close(float /*limit*/) {}

    HWY_INLINE void findSmallest() {
        const FloatTag d;
        FloatVector smallest = bounds_[0];
        for (std::uint32_t i = 1; i < kVectors; ++i) {
            smallest = hn::Min(smallest, bounds_[i]);
        }
        smallest = hn::MinOfLanes(d, smallest);
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bits |= toBits(hn::Eq(bounds_[i], smallest)) << (i * kLanes);
        }
        value_ = hn::GetLane(smallest);
        face_ = static_cast<std::uint32_t>(std::countr_zero(bits));
    }

    HWY_INLINE float value() const { return value_; }
    HWY_INLINE std::uint32_t face() const { return face_; }

private:
    FloatVector bounds_[kVectors];
    float value_ = 0.0f;
    std::uint32_t face_ = 0;
};

/// For hulls of any size. Up to kStoredFaces faces the bounds stay on the stack, and blocks of faces that are
/// proven are never looked at again; beyond that, bounds are computed again from all witnesses each time:
/// more work, no memory.
template <>
class FaceBounds<SizeClass::Any> {
public:
    HWY_INLINE void start(const KernelHull& hull, const Witnesses& witnesses) {
        const std::uint32_t blocks = hull.paddedFaceCount / KernelHull::kBlock;
        stored_ = hull.paddedFaceCount <= kStoredFaces;
        open_ = blocks >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << blocks) - 1;
        update(hull, [&](std::uint32_t i) HWY_ATTR { return boundsFromAll(hull, i, witnesses); });
    }

    HWY_INLINE void raise(const KernelHull& hull, const Witnesses& witnesses) {
        if (stored_) {
            const Broadcast3 newest = broadcast(witnesses.point(witnesses.count - 1));
            update(hull, [&](std::uint32_t i) HWY_ATTR {
                return hn::Max(hn::Load(FloatTag(), bounds_ + i), depthsAgainst(hull, i, newest));
            });
        } else {
            update(hull, [&](std::uint32_t i) HWY_ATTR { return boundsFromAll(hull, i, witnesses); });
        }
    }

    /// Closes blocks of faces that are all proven. The limit only ever falls, so they stay so.
    HWY_INLINE void close(float limit) {
        const FloatTag d;
        for (std::uint64_t blocks = stored_ ? open_ : 0; blocks != 0; blocks &= blocks - 1) {
            const auto block = static_cast<std::uint32_t>(std::countr_zero(blocks));
            FloatVector lowest = hn::Load(d, bounds_ + block * KernelHull::kBlock);
            for (std::uint32_t i = kLanes; i < KernelHull::kBlock; i += kLanes) {
                lowest = hn::Min(lowest, hn::Load(d, bounds_ + block * KernelHull::kBlock + i));
            }
            if (hn::AllTrue(d, hn::Ge(lowest, hn::Set(d, limit)))) {
                open_ &= ~(std::uint64_t{1} << block);
            }
        }
    }

    HWY_INLINE void findSmallest() {
        const FloatVector smallest = hn::MinOfLanes(FloatTag(), smallest_);
        value_ = hn::GetLane(smallest);
        face_ = lowestIndexOf(smallest_, smallest, blocks_);
    }

    HWY_INLINE float value() const { return value_; }
    HWY_INLINE std::uint32_t face() const { return face_; }

private:
    /// Sets the bounds of all open faces and remembers the smallest of every lane.
    template <class BoundsAt>
    HWY_INLINE void update(const KernelHull& hull, const BoundsAt& boundsAt) {
        const FloatTag d;
        const IntTag di;
        FloatVector smallest = hn::Set(d, 3e38f);  // locals: stores to the bounds could alias members
        IntVector blocks = hn::Zero(di);
        const auto visit = [&](std::uint32_t i) HWY_ATTR {
            const FloatVector bounds = boundsAt(i);
            if (stored_) {
                hn::Store(bounds, d, bounds_ + i);
            }
            blocks = hn::IfThenElse(hn::RebindMask(di, hn::Lt(bounds, smallest)),
                                    hn::Set(di, static_cast<std::int32_t>(i)), blocks);
            smallest = hn::Min(smallest, bounds);
        };
        if (stored_) {
            for (std::uint64_t open = open_; open != 0; open &= open - 1) {
                const auto block = static_cast<std::uint32_t>(std::countr_zero(open)) * KernelHull::kBlock;
                for (std::uint32_t i = 0; i < KernelHull::kBlock; i += kLanes) {
                    visit(block + i);
                }
            }
        } else {
            for (std::uint32_t i = 0; i < hull.paddedFaceCount; i += kLanes) {
                visit(i);
            }
        }
        smallest_ = smallest;
        blocks_ = blocks;
    }

    alignas(64) float bounds_[kStoredFaces];
    std::uint64_t open_ = 0;  ///< blocks of kBlock faces that may hold the nearest, when bounds are stored
    bool stored_ = true;
    FloatVector smallest_;
    IntVector blocks_;
    float value_ = 0.0f;
    std::uint32_t face_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
