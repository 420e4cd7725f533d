#include "narrowphase/reference/plane_sat.hpp"

#include "math/componentwise.hpp"
#include "planar/polygon/loop_separation.hpp"

#include <sat3d/planar/graham_scan.hpp>

#include <glm/geometric.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

using Source = PlaneReport::Source;

struct CandidatePlane {
    Source source;
    std::uint32_t index;
    glm::dvec3 direction;  ///< unit, pair frame
};

void addPlanes(std::vector<CandidatePlane>& planes, Source source, std::span<const glm::dvec3> directions,
               const glm::dmat3& toPairFrame) {
    for (std::uint32_t i = 0; i < directions.size(); ++i) {
        planes.push_back({source, i, glm::normalize(toPairFrame * directions[i])});
    }
}

/// Whether A provides the candidate planes. The planes of the hull with fewer edge directions suffice: they
/// contain every cross product of two edges, and every face normal of that hull.
bool planesComeFromA(const HullsInPairFrame& pair) {
    return pair.a.distinctEdgeDirections.size() <= pair.b.distinctEdgeDirections.size();
}

std::vector<CandidatePlane> candidatePlanes(const HullsInPairFrame& pair, PlaneChoice choice) {
    const glm::dmat3 unchanged{1.0};
    std::vector<CandidatePlane> planes;
    if (choice == PlaneChoice::FaceNormals) {
        addPlanes(planes, Source::FaceOfA, pair.a.distinctNormals, unchanged);
        addPlanes(planes, Source::FaceOfB, pair.b.distinctNormals, pair.rotationB);
    } else if (planesComeFromA(pair)) {
        addPlanes(planes, Source::EdgeOfA, pair.a.distinctEdgeDirections, unchanged);
    } else {
        addPlanes(planes, Source::EdgeOfB, pair.b.distinctEdgeDirections, pair.rotationB);
    }
    return planes;
}

/// The face normals of the other hull, which need not lie in a candidate plane.
std::vector<glm::dvec3> candidateAxes(const HullsInPairFrame& pair, PlaneChoice choice) {
    std::vector<glm::dvec3> axes;
    if (choice == PlaneChoice::EdgeDirections) {
        const bool fromB = planesComeFromA(pair);
        const auto normals = fromB ? pair.b.distinctNormals : pair.a.distinctNormals;
        for (const glm::dvec3& normal : normals) {
            axes.push_back(fromB ? glm::normalize(pair.rotationB * normal) : normal);
        }
    }
    return axes;
}

/// Two axes that span the plane perpendicular to a unit direction: u x v == direction.
std::pair<glm::dvec3, glm::dvec3> tangents(const glm::dvec3& direction) {
    const glm::dvec3 size = absOf(direction);
    const glm::dvec3 farthest = size.x <= size.y && size.x <= size.z ? glm::dvec3(1, 0, 0)
                                : size.y <= size.z                   ? glm::dvec3(0, 1, 0)
                                                                     : glm::dvec3(0, 0, 1);
    const glm::dvec3 u = glm::normalize(glm::cross(farthest, direction));
    return {u, glm::cross(direction, u)};
}

/// Projects vertices onto a plane and computes their 2D hull. All planes reuse the memory.
class ProjectedHull {
public:
    std::span<const glm::dvec2> project(std::span<const glm::dvec3> vertices, const glm::dvec3& u,
                                        const glm::dvec3& v) {
        points_.clear();
        for (const glm::dvec3& vertex : vertices) {
            points_.emplace_back(glm::dot(u, vertex), glm::dot(v, vertex));
        }
        // An edge along the direction of projection becomes one point, up to rounding. In spite of such
        // points, the exact predicates of the scan give a convex 2D hull that contains every point. Therefore
        // its supports are those of all vertices, and no depth is too small.
        grahamScan(points_, hullIndices_);
        hull_.clear();
        for (const std::uint32_t index : hullIndices_) {
            hull_.push_back(points_[index]);
        }
        return hull_;
    }

private:
    std::vector<glm::dvec2> points_;
    std::vector<std::uint32_t> hullIndices_;
    std::vector<glm::dvec2> hull_;
};

ProjectedPair project(const HullsInPairFrame& pair, const CandidatePlane& plane, ProjectedHull& hullA,
                      ProjectedHull& hullB) {
    const auto [u, v] = tangents(plane.direction);
    ProjectedPair projected{plane.source, plane.index, plane.direction, u, v, {}, {}, {}};
    projected.projectedHullA = hullA.project(pair.verticesA, u, v);
    projected.projectedHullB = hullB.project(pair.verticesB, u, v);
    projected.best = separationOfLoops(projected.projectedHullA, projected.projectedHullB);
    return projected;
}

/// Projects both hulls onto an axis. Of its two directions, the one with the larger separation points from A
/// to B.
ProjectedAxis project(const HullsInPairFrame& pair, const glm::dvec3& axis) {
    const Interval a = intervalAlong<3>(axis, pair.verticesA);
    const Interval b = intervalAlong<3>(axis, pair.verticesB);
    if (a.min - b.max > b.min - a.max) {
        return {-axis, {-a.max, -a.min}, {-b.max, -b.min}};
    }
    return {axis, a, b};
}

/// Returns a 2D axis in space, normalized again.
glm::dvec3 lift(const glm::dvec2& normal, const glm::dvec3& u, const glm::dvec3& v) {
    return glm::normalize(normal.x * u + normal.y * v);
}

}  // namespace

PlaneSatResult planeSat(const Polytope& a, const Polytope& b, const RigidTransform& bInA, PlaneChoice choice,
                        PlaneSatObserver* observer) {
    const HullsInPairFrame pair(a, b, bInA);
    PlaneSatResult winner;
    winner.separation = -std::numeric_limits<double>::infinity();

    ProjectedHull hullA, hullB;
    std::int32_t planeCount = 0;
    for (const CandidatePlane& candidate : candidatePlanes(pair, choice)) {
        const ProjectedPair plane = project(pair, candidate, hullA, hullB);
        if (observer != nullptr) {
            observer->onPlane(plane);
        }
        if (plane.best.separation > winner.separation) {
            winner.normalAToB = lift(plane.best.normalAToB, plane.tangentU, plane.tangentV);
            winner.separation = plane.best.separation;
            winner.bestPlane = planeCount;
        }
        ++planeCount;
    }

    std::int32_t axisCount = 0;
    for (const glm::dvec3& candidate : candidateAxes(pair, choice)) {
        const ProjectedAxis axis = project(pair, candidate);
        if (observer != nullptr) {
            observer->onFaceAxis(axis);
        }
        if (axis.separation() > winner.separation) {
            winner.normalAToB = axis.normalAToB;
            winner.separation = axis.separation();
            winner.bestPlane = -1;
            winner.bestFaceAxis = axisCount;
        }
        ++axisCount;
    }

    static_cast<FeatureAxis&>(winner) = nameFeatures(pair, winner.normalAToB);
    return winner;
}

}  // namespace sat3d::SAT3D_ABI
