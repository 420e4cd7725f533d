#pragma once

/// @file
/// The projection SAT with a record of every step: why two shapes collide, or why not.
/// bounding spheres -> candidate planes -> projection -> 2D hulls (Graham scan) -> 2D SAT -> smallest MTV ->
/// back to 3D. Proof: docs/method.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/child_pair.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The projections of both hulls onto one axis.
struct AxisReport {
    glm::dvec3 normalAToB{0.0};     ///< unit, world frame
    double minA = 0.0, maxA = 0.0;  ///< interval of A along normalAToB, meters from `Explanation::origin`
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
    /// 2D hulls, counterclockwise, meters from `Explanation::origin`.
    std::vector<glm::dvec2> projectedHullA, projectedHullB;
    std::vector<AxisReport> axes;  ///< the edge normals of both 2D hulls (2D SAT), as axes in space
    std::uint32_t best = 0;        ///< the axis with the largest separation
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(PlaneReport::Source source) noexcept;

/// The set of candidate planes.
enum class PlaneChoice : std::uint8_t {
    /// Planes perpendicular to the distinct edge directions of the hull that has fewer, and the face normals
    /// of the other hull as axes. Exact for every pair and pose.
    EdgeDirections,
    /// Planes perpendicular to the distinct face normals of both hulls. Exact for boxes only. For teaching:
    /// this choice reports collisions between separated tetrahedra.
    FaceNormals,
};
/// Returns the name of the enumerator.
[[nodiscard]] SAT3D_API std::string_view toString(PlaneChoice choice) noexcept;

struct ExplainOptions {
    PlaneChoice planes = PlaneChoice::EdgeDirections;
    /// Whether to stop if the bounding spheres do not touch. Then no planes are recorded.
    bool earlyOut = false;
    /// The children of composite shapes to explain: those of a contact, for example. Below the number of
    /// children (asserted; otherwise ignored). By default the children that decide the answer.
    std::optional<std::uint32_t> childA = {}, childB = {};
};

/// The record of the projection SAT, in double, world frame.
struct Explanation {
    glm::dvec3 origin{0.0};  ///< world point, the origin of plane coordinates and intervals
    double sphereGap = 0.0;  ///< between the bounding spheres; positive: the hulls cannot touch
    bool rejectedByBoundingSpheres = false;
    std::vector<PlaneReport> planes;
    std::vector<AxisReport> faceAxes;  ///< face normals of the other hull, tested as single axes
    /// The step that found the best axis. The normal and the features may belong to a face whose normal is
    /// equally good, up to float rounding of the vertices.
    std::int32_t bestPlane = -1;  ///< index into planes, or -1 if a face axis is best
    std::int32_t bestFaceAxis = -1;

    glm::dvec3 normalAToB{
        0.0};  ///< of the best axis, or between the spheres' centers if they reject the pair
    /// Along the best axis. Negative: minus the penetration depth. Positive: a lower bound of the distance.
    double separation = 0.0;
    FeaturePair features;
    ChildPair children;  ///< which children of composite shapes are explained

    /// Where the features of the best axis meet, world frame. If the shapes overlap, or have no planes:
    /// pointB == pointA + separation * normalAToB.
    glm::dvec3 pointA{0.0}, pointB{0.0};
    /// The vertices of the features, world frame: one of a vertex, two of an edge, all of a face. None of a
    /// half-space.
    std::vector<glm::dvec3> featureA, featureB;
    /// Meters: above 0 if the prism behind a triangle stands for the triangle, see explain(). Its faces 2 to
    /// 4 are its sides.
    double prismDepth = 0.0;

    [[nodiscard]] bool overlapping() const { return separation < 0.0; }
    /// Returns the answer in the form of penetration(). Both agree to 1e-6 of size. If several axes are
    /// equally good to this precision, the two answers may name different axes.
    [[nodiscard]] SAT3D_API std::optional<Penetration> penetration() const;
};

/// Runs the projection SAT and records it.
///
///     Explanation why = explain(hullA, poseA, hullB, poseB);
///     if (why.bestPlane >= 0) draw(why.planes[why.bestPlane]);
///
/// Explains hulls, boxes and triangles of surfaces. A triangle is a flat hull with two faces. If its surface
/// has one side, and the shortest push leads behind it, then the prism behind the triangle stands for it,
/// through which no push leads. For other shapes, and for a Box without a volume, there are no planes and
/// axes. Separation, normal, features and points are then those of distance().
///
/// Explains one child of a Compound or a surface: that of the options, or the one that distance() names.
/// If two shapes have no distance (see there), the separation is infinite and the normal zero.
///
/// Allocates. Takes tens of microseconds for small hulls.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted). Without asserts, a broken pose
/// gives an infinite separation.
template <class T>
[[nodiscard]] SAT3D_API Explanation explain(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                            const std::type_identity_t<BasicPose<T>>& poseB,
                                            const ExplainOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
