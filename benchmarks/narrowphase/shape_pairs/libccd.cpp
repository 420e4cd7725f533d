#include "contenders.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>

#include <ccd/ccd.h>
#include <variant>

namespace sat3d::benchmarks {

namespace {

struct PosedShape {
    ConvexShape shape;
    RigidTransform toWorld;
};

glm::dvec3 farthestOf(const ConvexShape& shape, const glm::dvec3& direction) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return glm::normalize(direction) * double(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return glm::dvec3(direction.y > 0.0 ? capsule->end : capsule->start) +
               glm::normalize(direction) * double(capsule->radius);
    }
    const glm::dvec3 half(std::get<Box>(shape).halfExtents);
    return {direction.x > 0.0 ? half.x : -half.x, direction.y > 0.0 ? half.y : -half.y,
            direction.z > 0.0 ? half.z : -half.z};
}

void farthest(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const auto& posed = *static_cast<const PosedShape*>(object);
    // A row vector times a rotation: the direction in the shape's frame.
    const glm::dvec3 local =
        glm::dvec3(direction->v[0], direction->v[1], direction->v[2]) * posed.toWorld.rotation;
    const glm::dvec3 world =
        posed.toWorld.rotation * farthestOf(posed.shape, local) + posed.toWorld.translation;
    ccdVec3Set(out, world.x, world.y, world.z);
}

/// libccd has no other query of this benchmark.
struct AskPenetration {
    struct Answer {
        bool overlapping = false;
        ccd_real_t depth = 0;
        ccd_vec3_t normalAToB{};
    };
    PosedShape a, b;

    explicit AskPenetration(const ShapeQuery& q)
        : a{q.a, localToWorld(q.poseA)}, b{q.b, localToWorld(q.poseB)} {}
    [[nodiscard]] Answer ask() const {
        ccd_t settings;
        CCD_INIT(&settings);
        settings.support1 = settings.support2 = farthest;
        settings.max_iterations = 500;  // FCL's limit; without one, the iteration may not end
        Answer answer;
        ccd_vec3_t position;
        answer.overlapping =
            ccdGJKPenetration(&a, &b, &settings, &answer.depth, &answer.normalAToB, &position) == 0;
        return answer;
    }
    [[nodiscard]] static GivenAnswer given(const Answer& answer) {
        const auto& n = answer.normalAToB.v;
        return {answer.overlapping, answer.depth, glm::dvec3(n[0], n[1], n[2])};
    }
};

}  // namespace

void addLibccd(Verb verb, PairOfTypes types) {
    if (verb == Verb::Penetration) {
        addContender<AskPenetration>(verb, types, "libccd");
    }
}

}  // namespace sat3d::benchmarks
