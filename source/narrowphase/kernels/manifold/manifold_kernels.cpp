#include "narrowphase/kernels/manifold/manifold_kernels.hpp"

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/manifold/manifold_kernels.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "narrowphase/kernels/manifold/box_manifold-inl.hpp"
#include "narrowphase/kernels/manifold/hull_manifold-inl.hpp"
// clang-format on

namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

// HWY_EXPORT takes names without template arguments. No code stands here that needs the attributes of the
// instruction set.
constexpr auto& hullManifoldOfPoses = hullManifold<float>;
constexpr auto& hullManifoldOfDPoses = hullManifold<double>;
constexpr auto& boxManifoldOfPoses = boxManifold<float>;
constexpr auto& boxManifoldOfDPoses = boxManifold<double>;

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(hullManifoldOfPoses);
HWY_EXPORT(hullManifoldOfDPoses);
HWY_EXPORT(boxManifoldOfPoses);
HWY_EXPORT(boxManifoldOfDPoses);

namespace {

bool haveAdjacency(const KernelHull& a, const KernelHull& b) {
    return !a.adjacency.faces.empty() && !b.adjacency.faces.empty();
}

}  // namespace

bool hullManifoldKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                        const KernelResult& result, const ContactRules& rules, Manifold& manifold,
                        ManifoldFaces& faces) {
    return haveAdjacency(a, b) &&
           SAT3D_DISPATCH(hullManifoldOfPoses)(a, poseA, b, poseB, result, rules, manifold, faces);
}
bool hullManifoldKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                        const KernelResult& result, const ContactRules& rules, DManifold& manifold,
                        ManifoldFaces& faces) {
    return haveAdjacency(a, b) &&
           SAT3D_DISPATCH(hullManifoldOfDPoses)(a, poseA, b, poseB, result, rules, manifold, faces);
}

Verdict boxManifoldKernel(const KernelBox& a, const Pose& poseA, const KernelBox& b, const Pose& poseB,
                          const ContactRules& rules, bool areApart, KernelResult& result, Manifold& manifold,
                          ManifoldFaces& faces) {
    return SAT3D_DISPATCH(boxManifoldOfPoses)(a, poseA, b, poseB, rules, areApart, result, manifold, faces);
}
Verdict boxManifoldKernel(const KernelBox& a, const DPose& poseA, const KernelBox& b, const DPose& poseB,
                          const ContactRules& rules, bool areApart, KernelResult& result, DManifold& manifold,
                          ManifoldFaces& faces) {
    return SAT3D_DISPATCH(boxManifoldOfDPoses)(a, poseA, b, poseB, rules, areApart, result, manifold, faces);
}

}  // namespace sat3d::SAT3D_ABI
#endif
