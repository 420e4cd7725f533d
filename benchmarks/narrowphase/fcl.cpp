#include "peers/fcl.hpp"

#include "contenders.hpp"

#include <fcl/narrowphase/collision.h>

namespace sat3d::benchmarks {

namespace {

struct FclEngine {
    using Shape = fcl::Convexd;
    using Pose = fcl::Transform3d;
    struct Answer {
        bool overlapping = false;
        double depth = 0.0;
        glm::dvec3 normalAToB{0.0};
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return fclHull(hull); }
    static fcl::Transform3d pose(const sat3d::Pose& pose) { return fclPose(pose); }
    static Answer ask(const Shape& a, const fcl::Transform3d& poseA, const Shape& b,
                      const fcl::Transform3d& poseB) {
        const fcl::CollisionRequestd request(1, true);
        fcl::CollisionResultd result;
        if (fcl::collide(&a, poseA, &b, poseB, request, result) == 0) {
            return {};
        }
        const fcl::Contactd& contact = result.getContact(0);
        return {true, contact.penetration_depth,
                glm::dvec3(contact.normal.x(), contact.normal.y(), contact.normal.z())};
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
