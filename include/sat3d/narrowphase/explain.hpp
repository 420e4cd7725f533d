#pragma once

/// @file
/// The readable method, with everything it looked at on the way: why two hulls collide, or why not.
/// bounding spheres -> candidate planes -> projection -> 2D hulls (Graham scan) -> 2D SAT -> smallest MTV ->
/// back to 3D. Proof: docs/method.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// What the hulls cover on one axis.
struct AxisReport {
    glm::dvec3 normalAToB{0.0};     ///< unit, world frame
    double minA = 0.0, maxA = 0.0;  ///< interval of A along normalAToB, metres from `Explanation::origin`
    double minB = 0.0, maxB = 0.0;  ///< interval of B
    double separation = 0.0;        ///< minB - maxA: negative is overlap
};

/// One candidate plane: both hulls projected along `direction`, their 2D hulls and their 2D SAT.
struct PlaneReport {
    enum class Source : std::uint8_t { EdgeOfA, EdgeOfB, FaceOfA, FaceOfB };
    Source source = Source::EdgeOfA;
    std::uint32_t index = 0;                  ///< of the distinct edge direction or distinct face normal
    glm::dvec3 direction{0.0};                ///< unit normal of the plane, world frame
    glm::dvec3 tangentU{0.0}, tangentV{0.0};  ///< axes of the plane, world frame; u x v == direction
    std::vector<glm::dvec2> outlineA;  ///< 2D hull, counter-clockwise, metres from `Explanation::origin`
    std::vector<glm::dvec2> outlineB;
    std::vector<AxisReport> axes;  ///< every edge normal of both outlines (2D SAT), as axes in space
    std::uint32_t best = 0;        ///< the axis of largest separation
};

/// Which planes the method looks at.
enum class PlaneChoice : std::uint8_t {
    /// Perpendicular to the distinct edge directions of one hull (the one with fewer), plus the face normals
    /// of the other as axes: exact for every pair and pose.
    EdgeDirections,
    /// Perpendicular to the distinct face normals of both hulls: exact for boxes only. For teaching: it
    /// reports collisions between separated tetrahedra.
    FaceNormals,
};

struct ExplainOptions {
    PlaneChoice planes = PlaneChoice::EdgeDirections;
    /// Whether to stop at bounding spheres that do not touch (then there are no planes to show).
    bool earlyOut = false;
};

/// Everything the readable method looked at, in double, world frame.
struct Explanation {
    glm::dvec3 origin{0.0};  ///< world point that plane coordinates and intervals are measured from
    double sphereGap = 0.0;  ///< between the bounding spheres; positive: the hulls cannot touch
    bool stoppedAtSpheres = false;
    std::vector<PlaneReport> planes;
    std::vector<AxisReport> faceAxes;  ///< face normals of the other hull, tested as single axes
    /// The step that found the best axis; the answer below may be that of a face whose own normal is as good,
    /// up to float noise of the vertices.
    std::int32_t winningPlane = -1;  ///< index into planes, or -1 when a face axis wins
    std::int32_t winningFaceAxis = -1;

    glm::dvec3 normalAToB{0.0};  ///< of the winner, or between the spheres' centres when stopped there
    /// Of the winner: negative is overlap, minus its depth; positive a gap along the best axis, which is a
    /// lower bound of the distance.
    double separation = 0.0;
    FeaturePair features;

    [[nodiscard]] bool overlapping() const { return separation < 0.0; }
    /// The answer in the form of penetration(). Within 1e-6 of size both are the same; where several axes are
    /// that good, they may name different ones.
    [[nodiscard]] SAT3D_API std::optional<Penetration> penetration() const;
};

/// Runs the readable method and records it. Allocates; tens of microseconds for small hulls.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted).
[[nodiscard]] SAT3D_API Explanation explain(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                            const Pose& poseB, const ExplainOptions& options = {});
[[nodiscard]] SAT3D_API Explanation explain(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                            const DPose& poseB, const ExplainOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
