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
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Size class of a pair. For small hulls, loops have compile-time bounds and their data stays in registers.
enum class SizeClass : std::uint8_t { Small, Any };

template <SizeClass kSize>
using TagOf = std::conditional_t<kSize == SizeClass::Small, FloatTag, WideTag>;

/// Number of vectors for all vertices, or all faces, of a small hull.
constexpr std::uint32_t kVectors = KernelHull::kSmall / kLanes;

/// Support of a hull in a direction. The constructor computes the value; vertex() finds the vertex, which a
/// separated pair does not need.
template <SizeClass kSize>
class SupportScan {
public:
    HWY_INLINE SupportScan(const KernelHull& hull, const Float4& direction) {
        const FloatTag d;
        const Broadcast3<> n = broadcast(direction);
        for (std::uint32_t i = 0; i < kVectors; ++i) {
            dots_[i] = dot(hn::Load(d, hull.vertexX + i * kLanes), hn::Load(d, hull.vertexY + i * kLanes),
                           hn::Load(d, hull.vertexZ + i * kLanes), n);
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
        const Broadcast3<WideTag> n = broadcast(direction, d);
        const WideIntVector step = hn::Set(di, static_cast<std::int32_t>(kWideLanes));
        WideIntVector index = hn::Zero(di);
        dots_ = dot(hn::Load(d, hull.vertexX), hn::Load(d, hull.vertexY), hn::Load(d, hull.vertexZ), n);
        blocks_ = index;
        for (std::uint32_t i = kWideLanes; i < hull.paddedVertexCount; i += kWideLanes) {
            const WideVector next = dot(hn::Load(d, hull.vertexX + i), hn::Load(d, hull.vertexY + i),
                                        hn::Load(d, hull.vertexZ + i), n);
            index = hn::Add(index, step);
            blocks_ = hn::IfThenElse(hn::RebindMask(di, hn::Gt(next, dots_)), index, blocks_);
            dots_ = hn::Max(dots_, next);
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
    return {{hull.vertexX[vertex], hull.vertexY[vertex], hull.vertexZ[vertex], 0.0f}};
}

HWY_INLINE Float4 normalOf(const KernelHull& hull, std::uint32_t face) {
    return {{hull.normalX[face], hull.normalY[face], hull.normalZ[face], 0.0f}};
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
