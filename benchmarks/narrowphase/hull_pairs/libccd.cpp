#include "contenders.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <ccd/ccd.h>
#include <memory>
#include <vector>

namespace sat3d::benchmarks {

namespace {

struct PosedPoints {
    const std::vector<glm::dvec3>& points;
    const RigidTransform& toWorld;
};

void farthest(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const auto& posed = *static_cast<const PosedPoints*>(object);
    // A row vector times a rotation: the direction in the shape's frame.
    const glm::dvec3 local =
        glm::dvec3(direction->v[0], direction->v[1], direction->v[2]) * posed.toWorld.rotation;
    const glm::dvec3* best = posed.points.data();
    double farthestYet = glm::dot(local, *best);
    for (const glm::dvec3& point : posed.points) {
        const double along = glm::dot(local, point);
        if (along > farthestYet) {
            farthestYet = along;
            best = &point;
        }
    }
    const glm::dvec3 world = posed.toWorld.rotation * *best + posed.toWorld.translation;
    ccdVec3Set(out, world.x, world.y, world.z);
}

struct LibccdEngine {
    using Shape = std::vector<glm::dvec3>;
    using Pose = RigidTransform;
    struct Answer {
        bool overlapping = false;
        ccd_real_t depth = 0;
        ccd_vec3_t normalAToB{};
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) {
        return std::make_unique<Shape>(hull.vertices().begin(), hull.vertices().end());
    }
    static RigidTransform pose(const sat3d::Pose& pose) { return localToWorld(pose); }
    static Answer ask(const Shape& a, const RigidTransform& poseA, const Shape& b,
                      const RigidTransform& poseB) {
        ccd_t settings;
        CCD_INIT(&settings);
        settings.support1 = settings.support2 = farthest;
        settings.max_iterations = 500;  // FCL's limit; without one, the iteration may not end
        const PosedPoints posedA{a, poseA}, posedB{b, poseB};
        Answer answer;
        ccd_vec3_t position;
        answer.overlapping =
            ccdGJKPenetration(&posedA, &posedB, &settings, &answer.depth, &answer.normalAToB, &position) == 0;
        return answer;
    }
    static pair_timing::GivenAnswer given(const Answer& answer) {
        const auto& n = answer.normalAToB.v;
        return {answer.overlapping, answer.depth, glm::dvec3(n[0], n[1], n[2])};
    }
};

}  // namespace

std::unique_ptr<Contender> makeLibccd() {
    return std::make_unique<pair_timing::EngineContender<LibccdEngine>>("libccd GJK+EPA");
}

}  // namespace sat3d::benchmarks
