// The support function of a hull: a scan of all vertices.
#if defined(SAT3D_KERNELS_SUPPORT_SCAN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SUPPORT_SCAN_INL_HPP
#undef SAT3D_KERNELS_SUPPORT_SCAN_INL_HPP
#else
#define SAT3D_KERNELS_SUPPORT_SCAN_INL_HPP
#endif

#include "narrowphase/kernels/simd/simd-inl.hpp"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Size class of a pair. For small hulls, loops have compile-time bounds and their data stays in registers.
enum class SizeClass : std::uint8_t { Small, Any };

template <SizeClass kSize>
using TagOf = std::conditional_t<kSize == SizeClass::Small, FloatTag, WideTag>;

/// Number of vectors for all vertices, or all faces, of a small hull.
constexpr std::uint32_t kVectors = KernelHull::kSmall / kLanes;

/// The block of a small hull that has vector i of its vertices or faces, and the vector's first lane there.
template <class Block>
struct SmallVector {
    const Block& block;
    std::uint32_t lane;

    HWY_INLINE SmallVector(const std::span<const Block>& blocks, const Block* second, std::uint32_t i)
        : block(i * kLanes < KernelHull::kBlock ? *blocks.data() : *second),
          lane(i * kLanes % KernelHull::kBlock) {}
};

/// The dot products of a direction with the vertices of a block from a lane on, one vertex per lane.
template <class D>
HWY_INLINE hn::Vec<D> heightsOf(const KernelHull::VertexBlock& block, std::uint32_t lane,
                                const Vector3<D>& direction) {
    const D d;
    return dot(hn::Load(d, block.x + lane), hn::Load(d, block.y + lane), hn::Load(d, block.z + lane),
               direction);
}

/// Support of a hull in a direction. The constructor computes the value; vertex() finds the vertex, which a
/// separated pair does not need.
template <SizeClass kSize>
class SupportScan {
public:
    HWY_INLINE SupportScan(const KernelHull& hull, const Float4& direction) {
        const FloatTag d;
        const Vector3<> n = broadcast(direction);
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            const SmallVector at(hull.vertices, hull.secondVertices, i);
            dots_[i] = heightsOf(at.block, at.lane, n);
        }
        FloatVector largest = dots_[0];
        for (std::uint32_t i = 1; i < kVectors; ++i) {
            largest = hn::Max(largest, dots_[i]);
        }
        largest_ = hn::MaxOfLanes(d, largest);
    }

    HWY_INLINE float value() const { return hn::GetLane(largest_); }

    /// Index of the support vertex. If several vertices tie, it is the lowest index, so that the answer does
    /// not depend on the vector width.
    HWY_INLINE std::uint32_t vertex() const {
        std::uint32_t bits = 0;
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            bits |= toBits(FloatTag(), hn::Eq(dots_[i], largest_)) << (i * kLanes);
        }
        return static_cast<std::uint32_t>(std::countr_zero(bits));
    }

private:
    FloatVector dots_[kVectors];
    FloatVector largest_;
};

template <>
class SupportScan<SizeClass::Any> {
public:
    HWY_INLINE SupportScan(const KernelHull& hull, const Float4& direction) {
        const WideTag d;
        const WideIntTag di;
        const Vector3<WideTag> n = broadcast(direction, d);
        const WideIntVector step = hn::Set(di, static_cast<std::int32_t>(kWideLanes));
        WideIntVector index = hn::Zero(di);
        dots_ = hn::Set(d, -3e38f);
        blocks_ = index;
        for (const KernelHull::VertexBlock& block : hull.vertices) {
            for (std::uint32_t lane = 0; lane < KernelHull::kBlock; lane += kWideLanes) {
                const WideVector next = heightsOf(block, lane, n);
                blocks_ = hn::IfThenElse(hn::RebindMask(di, hn::Gt(next, dots_)), index, blocks_);
                dots_ = hn::Max(dots_, next);
                index = hn::Add(index, step);
            }
        }
        largest_ = hn::MaxOfLanes(d, dots_);
    }

    HWY_INLINE float value() const { return hn::GetLane(largest_); }

    HWY_INLINE std::uint32_t vertex() const {
        const WideIntTag di;
        return minOfChosen(hn::Add(blocks_, hn::Iota(di, 0)), hn::Eq(dots_, largest_));
    }

private:
    WideVector dots_, largest_;
    WideIntVector blocks_;
};

HWY_INLINE Float4 vertexOf(const KernelHull& hull, std::uint32_t vertex) {
    const glm::vec3 v = hull.vertex(vertex);
    return {{v.x, v.y, v.z, 0.0f}};
}

HWY_INLINE Float4 normalOf(const KernelHull& hull, std::uint32_t face) {
    const glm::vec3 n = hull.normal(face);
    return {{n.x, n.y, n.z, 0.0f}};
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
