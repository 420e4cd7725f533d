#include "contenders.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"

#include <memory>

namespace sat3d::benchmarks {

namespace {

struct ProjectionSatEngine {
    using Shape = ConvexHull;
    using Pose = sat3d::Pose;
    struct Answer {
        double separation = 0.0;
        glm::dvec3 normalAToB{0.0};
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return std::make_unique<Shape>(hull); }
    static Pose pose(const Pose& pose) { return pose; }
    static Answer ask(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
        const RigidTransform bInA = poseBInA(poseA, poseB);
        const SphereSeparation spheres = sphereSeparation(a, b, bInA);
        if (spheres.separation >= 0.0) {
            return {spheres.separation, spheres.normalAToB};
        }
        const PlaneSatResult best = planeSat(a, b, bInA);
        return {best.separation, localToWorld(poseA).rotation * best.normalAToB};
    }
    static pair_timing::GivenAnswer given(const Answer& answer) {
        return {answer.separation < 0.0, -answer.separation, answer.normalAToB};
    }
};

}  // namespace

std::unique_ptr<Contender> makeProjectionSat() {
    return std::make_unique<pair_timing::EngineContender<ProjectionSatEngine>>("projection SAT");
}

}  // namespace sat3d::benchmarks
