#pragma once

/// @file
/// Penetrations, distances and sweeps of convex shapes in FCL, with its default solver, which is libccd.

#include "peers/fcl.hpp"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

namespace sat3d::benchmarks {

struct FclPenetration {
    bool overlapping = false;
    double depth = 0.0;
    glm::dvec3 normalAToB{0.0};
};
inline FclPenetration fclPenetration(const fcl::CollisionGeometryd& a, const fcl::Transform3d& poseA,
                                     const fcl::CollisionGeometryd& b, const fcl::Transform3d& poseB) {
    const fcl::CollisionRequestd request(1, true);
    fcl::CollisionResultd result;
    if (fcl::collide(&a, poseA, &b, poseB, request, result) == 0) {
        return {};
    }
    const fcl::Contactd& contact = result.getContact(0);
    return {true, contact.penetration_depth,
            glm::dvec3(contact.normal.x(), contact.normal.y(), contact.normal.z())};
}

struct FclDistance {
    double distance = 0.0;
    fcl::Vector3d between{0.0, 0.0, 0.0};  ///< from A's nearest point to B's

    [[nodiscard]] glm::dvec3 normalAToB() const {
        const fcl::Vector3d n = between.normalized();
        return {n.x(), n.y(), n.z()};
    }
};
inline FclDistance fclDistance(const fcl::CollisionGeometryd& a, const fcl::Transform3d& poseA,
                               const fcl::CollisionGeometryd& b, const fcl::Transform3d& poseB) {
    const fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    const double distance = fcl::distance(&a, poseA, &b, poseB, request, result);
    return {distance, result.nearest_points[1] - result.nearest_points[0]};
}

struct FclSweep {
    bool hit = false;
    double time = 1.0;
};
inline FclSweep fclSweep(const fcl::CollisionGeometryd& a, const fcl::Transform3d& poseA,
                         const fcl::CollisionGeometryd& b, const fcl::Transform3d& startOfB,
                         const fcl::Transform3d& endOfB) {
    fcl::ContinuousCollisionRequestd request;
    request.ccd_motion_type = fcl::CCDM_TRANS;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(&a, poseA, poseA, &b, startOfB, endOfB, request, result);
    return {result.is_collide, result.time_of_contact};
}

}  // namespace sat3d::benchmarks
