#pragma once

#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Relative error of a computed depth: an answer may exceed the minimum by this fraction of the sum of both
/// radii.
constexpr float kSlack = 2.4e-7f;

/// An axis separates hulls by more than a margin if it does so by this multiple of kSlack.
constexpr float kMarginSlack = 5.0f;

/// Two box edges count as parallel if the squared sine of their angle is below this. Such a sine is only a
/// rounding error of the rotation matrix.
constexpr float kParallelBoxEdges = 1e-14f;

/// Three floats and a 0, which fill a vector of four lanes.
struct alignas(16) Float4 {
    float v[4];
};

/// The pose of B in A's frame. The origins are the centers of the hulls.
struct RelativePose {
    Float4 columns[3];  ///< columns of the rotation from B's frame to A's
    Float4 rows[3];     ///< rows of that rotation: the columns of the rotation from A's frame to B's
    Float4 centerBInA;
    double scaleA;  ///< 2 / |q|^2 of A's quaternion q
};

/// The outcome of a kernel.
enum class Verdict : std::uint8_t {
    Separated,     ///< separated or touching
    Overlapping,   ///< `best` is the minimum translation
    Undecided,     ///< rounding errors prevent an answer; a more exact method must decide
    BeyondMargin,  ///< separated by more than the margin of the query, beyond all rounding errors
    NotFinite,     ///< a pose has an infinity or a NaN; such a pair does not overlap
};

/// A translation that separates the hulls. Features have the kernels' indices (see toMeshFeatures).
struct PenetrationCandidate {
    FeaturePair features;
    float depth;
    Float4 normal;  ///< A's frame, from A to B; unit length, but any length if it separates beyond the margin
};

/// The result of the certified test. Candidates that were not found are not initialized.
struct KernelResult {
    Verdict verdict = Verdict::Separated;
    /// Whether no push exists within the margin of the query: the hulls are separated by more than the
    /// margin, or the verdict is NotFinite.
    bool isBeyondMargin = false;
    RelativePose pose;
    RigidTransform exactPose;  ///< the pose before it is rounded; only if the query has a margin
    PenetrationCandidate best;
};

/// Converts feature indices of the kernels to those of the hulls' meshes.
[[nodiscard]] inline FeaturePair toMeshFeatures(const KernelHull& a, const KernelHull& b,
                                                const FeaturePair& features) {
    switch (features.kind) {
        case FeaturePair::Kind::FaceA:
            return {features.kind, a.faceIds[features.a], features.b};
        case FeaturePair::Kind::FaceB:
            return {features.kind, features.a, b.faceIds[features.b]};
        default:
            return {features.kind, a.edgeIds[features.a], b.edgeIds[features.b]};
    }
}

/// Converts feature indices of the hulls' meshes to those of the kernels. Vertices have the same.
[[nodiscard]] inline FeaturePair toKernelFeatures(const KernelHull& a, const KernelHull& b,
                                                  const FeaturePair& features) {
    using Kind = FeaturePair::Kind;
    const auto positionIn = [](std::span<const std::uint32_t> ids, std::uint32_t id) {
        return static_cast<std::uint32_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
    };
    const Kind kind = features.kind;
    const bool hasEdgeA = kind == Kind::EdgeEdge || kind == Kind::EdgeVertex,
               hasEdgeB = kind == Kind::EdgeEdge || kind == Kind::VertexEdge;
    return {kind,
            kind == Kind::FaceA ? positionIn(a.faceIds, features.a)
            : hasEdgeA          ? positionIn(a.edgeIds, features.a)
                                : features.a,
            kind == Kind::FaceB ? positionIn(b.faceIds, features.b)
            : hasEdgeB          ? positionIn(b.edgeIds, features.b)
                                : features.b};
}

}  // namespace sat3d::SAT3D_ABI
