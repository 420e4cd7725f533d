#include "peers/fcl.hpp"

#include "contenders.hpp"

#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

namespace sat3d::benchmarks {

namespace {

using pair_timing::GivenAnswer;

struct Engine {
    using Shape = fcl::Convexd;
    struct Asked {
        fcl::Transform3d poseA, poseB, endB;
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return fclHull(hull); }
    static Asked asked(const Question& q) {
        Asked asked{fclPose(q.poseA), fclPose(q.poseB), fclPose(q.poseB)};
        asked.endB.translation() += fcl::Vector3d(q.wayOfB.x, q.wayOfB.y, q.wayOfB.z);
        return asked;
    }
};

/// FCL's own default, which is libccd underneath.
struct DistanceEngine : Engine {
    struct Answer {
        double distance = 0.0;
        fcl::Vector3d between{0.0, 0.0, 0.0};
    };
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        const fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        const double distance = fcl::distance(&a, asked.poseA, &b, asked.poseB, request, result);
        return {distance, result.nearest_points[1] - result.nearest_points[0]};
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        const fcl::Vector3d n = answer.between.normalized();
        return {true, answer.distance, glm::dvec3(n.x(), n.y(), n.z())};
    }
};

struct SweepEngine : Engine {
    struct Answer {
        bool hit = false;
        double time = 1.0;
    };
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        fcl::ContinuousCollisionRequestd request;
        request.ccd_motion_type = fcl::CCDM_TRANS;
        request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
        request.gjk_solver_type = fcl::GST_LIBCCD;
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(&a, asked.poseA, asked.poseA, &b, asked.poseB, asked.endB, request, result);
        return {result.is_collide, result.time_of_contact};
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {answer.hit, answer.time, glm::dvec3(0.0)};
    }
};

}  // namespace

void addFcl(Verb verb, Contenders& contenders) {
    if (verb == Verb::Distance) {
        contenders.push_back(std::make_unique<VerbContender<DistanceEngine>>("FCL on libccd"));
    } else if (verb == Verb::Sweep) {
        contenders.push_back(std::make_unique<VerbContender<SweepEngine>>("FCL advancement"));
    }
}

}  // namespace sat3d::benchmarks
