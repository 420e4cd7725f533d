#include "contenders.hpp"
#include "peers/fcl_verbs.hpp"

#include <memory>

namespace sat3d::benchmarks {

namespace {

using pair_timing::GivenAnswer;

struct Engine {
    using Shape = fcl::Convexd;
    struct Asked {
        fcl::Transform3d poseA, poseB, endB;
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) { return fclHull(hull); }
    static Asked asked(const VerbQuery& q) {
        Asked asked{fclPose(q.poseA), fclPose(q.poseB), fclPose(q.poseB)};
        asked.endB.translation() += fcl::Vector3d(q.translationB.x, q.translationB.y, q.translationB.z);
        return asked;
    }
};

struct DistanceEngine : Engine {
    using Answer = FclDistance;
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        return fclDistance(a, asked.poseA, b, asked.poseB);
    }
    static GivenAnswer given(const Answer& answer, const Asked&) {
        return {true, answer.distance, answer.normalAToB()};
    }
};

struct SweepEngine : Engine {
    using Answer = FclSweep;
    static Answer ask(const Shape& a, const Shape& b, const Asked& asked) {
        return fclSweep(a, asked.poseA, b, asked.poseB, asked.endB);
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
