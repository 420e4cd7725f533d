#include "contenders.hpp"
#include "peers/fcl_verbs.hpp"

#include <memory>

namespace sat3d::benchmarks {

namespace {

struct FclEngine {
    using Shape = fcl::Convexd;
    using Pose = fcl::Transform3d;
    using Answer = FclPenetration;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return fclHull(hull); }
    static fcl::Transform3d pose(const sat3d::Pose& pose) { return fclPose(pose); }
    static Answer ask(const Shape& a, const fcl::Transform3d& poseA, const Shape& b,
                      const fcl::Transform3d& poseB) {
        return fclPenetration(a, poseA, b, poseB);
    }
    static pair_timing::GivenAnswer given(const Answer& answer) {
        return {answer.overlapping, answer.depth, answer.normalAToB};
    }
};

}  // namespace

std::unique_ptr<Contender> makeFcl() {
    return std::make_unique<pair_timing::EngineContender<FclEngine>>("FCL");
}

}  // namespace sat3d::benchmarks
