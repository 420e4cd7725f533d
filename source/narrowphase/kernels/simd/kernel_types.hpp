#pragma once

#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// Answers may exceed the minimum by this part of both radii: the rounding of the depths themselves.
constexpr float kSlack = 2.4e-7f;

/// Edges of two boxes are parallel where the square of their sine is below this: the noise of the rotation's
/// own entries.
constexpr float kParallelBoxEdges = 1e-14f;

/// Three floats in a vector register; the fourth is 0.
struct alignas(16) Float4 {
    float v[4];
};

/// B as A sees it: both hulls about their centers.
struct RelativePose {
    Float4 columns[3];  ///< of the rotation from B's frame to A's
    Float4 rows[3];     ///< the same transposed: from A's frame to B's
    Float4 centerBInA;
    double scaleA;  ///< 2 over the square of the length of A's rotation
};

/// A vertex of each hull.
struct SupportingVertices {
    std::uint32_t ofA, ofB;
};

/// What a kernel has found.
enum class Verdict : std::uint8_t {
    Separated,    ///< or touching; along `best.normal`, where that is not zero
    Overlapping,  ///< `best` is the minimum translation
    Undecided,    ///< rounding left no feature to name, or a question too close to call: ask for more
    NotFinite,    ///< a pose is not: overlaps nothing
};

/// What has shown that no push is shorter.
enum class Proof : std::uint8_t {
    Search,
    SearchBesideCertificate,  ///< the cached certificate proves what the search has found, too
    Ball,
    Certificate,
    MendedCertificate,
};

/// One way to push the hulls apart. Features are in the kernels' numbering (see namesInMesh).
struct Push {
    FeaturePair features;
    float depth;
    Float4 normal;  ///< A's frame, from A to B; unit, but of any length where Separated
};

/// How the certified test went. Numbers that nobody has found are not set.
struct KernelResult {
    Verdict verdict = Verdict::Separated;
    Proof proof = Proof::Search;
    bool hasFormer = false;  ///< whether the cached feature still stands: `former` is the push along it
    RelativePose pose;
    Push best;
    Push former;
};

/// How short a push must be for the feature of the last frame to give way to it, where features stick: such a
/// push is 5 %, and 1 % of size, shorter.
[[nodiscard]] inline float depthThatEndsSticking(float formerDepth, const KernelHull& a,
                                                 const KernelHull& b) {
    constexpr float kShare = 1.05f, kOfSize = 0.01f;
    return (formerDepth - kOfSize * 0.5f * (a.radius + b.radius)) / kShare;
}

/// Features numbered as the hulls' meshes number them.
[[nodiscard]] inline FeaturePair namesInMesh(const KernelHull& a, const KernelHull& b,
                                             const FeaturePair& features) {
    switch (features.kind) {
        case FeaturePair::Kind::FaceOfA:
            return {features.kind, a.faceIds[features.a], features.b};
        case FeaturePair::Kind::FaceOfB:
            return {features.kind, features.a, b.faceIds[features.b]};
        default:
            return {features.kind, a.edgeIds[features.a], b.edgeIds[features.b]};
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail
