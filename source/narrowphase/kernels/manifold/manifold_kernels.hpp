#pragma once

/// @file
/// Contact manifolds of two hulls whose minimum translation a kernel has found.

#include "narrowphase/kernels/simd/kernel_types.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/pair/feature_id.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/manifold.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Parameters for the manifold of two hulls. Lengths are in meters.
struct ContactRules {
    float size;      ///< the mean bounding radius
    float margin;    ///< points with a larger separation are left out
    float faceBias;  ///< a face may exceed the depth of the minimum by this
    bool isSwapped;  ///< whether the caller has the hulls in the other order
    bool areEqual;   ///< whether both hulls are the same
    bool isBLarger;  ///< clearly

    /// Largest distance at which a point counts as on a side, as a fraction of size.
    static constexpr float kOnSide = 1e-6f;

    /// Whether A's features come first in ids.
    /// @param normal  of the penetration, in the caller's order
    [[nodiscard]] bool isAFirst(const glm::vec3& normal) const {
        return !areEqual || isNamedFirst(isSwapped ? -normal : normal);
    }
    /// Whether A's face is preferred to B's in ties.
    [[nodiscard]] bool prefersA(bool isAFirst) const { return isAFirst && !isBLarger; }
    // The tolerances in meters.
    [[nodiscard]] float faceTie() const { return static_cast<float>(kFaceTie) * faceBias; }
    [[nodiscard]] float mergedBias() const {
        return std::max(faceBias, static_cast<float>(kMergedBias) * size);
    }
    [[nodiscard]] float depthSlack() const { return static_cast<float>(kDepthSlack) * size; }
    [[nodiscard]] float crossing() const { return static_cast<float>(kCrossing) * size; }
    [[nodiscard]] float onSide() const { return kOnSide * size; }
};

/// The faces of a manifold, as indices of the meshes: the reference face and the incident face. For a contact
/// of two edges, the face of each edge whose normal is closer to the contact normal.
struct ManifoldFaces {
    std::uint32_t ofA = 0, ofB = 0;
};

/// Computes the contact manifold of two hulls, in float, in the frame of the reference face's hull. All
/// instruction sets give the same bits.
/// @param a, b      in canonical order (see canonical_order.hpp)
/// @param result  result of the certified test, with the verdict Overlapping. Or of hulls that are apart: its
/// pose, and as `best` their closest features, the unit normal in A's frame and the negative separation
/// @param manifold  holds the penetration of the result, in the caller's order; all other members except the
/// tags are written
/// @return false if the kernel has no answer, as for hulls that are apart with a vertex as a closest feature;
/// then the readable routine must compute the manifold
[[nodiscard]] bool hullManifoldKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                      const Pose& poseB, const KernelResult& result,
                                      const ContactRules& rules, Manifold& manifold, ManifoldFaces& faces);
[[nodiscard]] bool hullManifoldKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                      const DPose& poseB, const KernelResult& result,
                                      const ContactRules& rules, DManifold& manifold, ManifoldFaces& faces);

/// Computes penetration and contact manifold of two boxes, like boxPenetrationKernel(), or the manifold of
/// boxes that are apart, like hullManifoldKernel().
/// @param areApart  whether `result` holds the pose and the closest features. Of the features only the kind
/// counts
/// @param result  if Separated: their pose, and the features of the largest separation by the boxes' own
/// names
/// @param manifold  default-constructed; written if Overlapping, except for tags; if Undecided, only its
/// penetration. Holds the penetration already if areApart
/// @return Overlapping if the manifold is written. Undecided: the readable routine must compute the manifold
[[nodiscard]] Verdict boxManifoldKernel(const KernelBox& a, const Pose& poseA, const KernelBox& b,
                                        const Pose& poseB, const ContactRules& rules, bool areApart,
                                        KernelResult& result, Manifold& manifold, ManifoldFaces& faces);
[[nodiscard]] Verdict boxManifoldKernel(const KernelBox& a, const DPose& poseA, const KernelBox& b,
                                        const DPose& poseB, const ContactRules& rules, bool areApart,
                                        KernelResult& result, DManifold& manifold, ManifoldFaces& faces);

}  // namespace sat3d::SAT3D_ABI
