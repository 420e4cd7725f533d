#include "contenders.hpp"
#include "half_extents.hpp"

#include <sat3d/math/pose.hpp>

#include <array>
#include <memory>
#include <ode/ode.h>

namespace sat3d::benchmarks {

namespace {

struct OdeBoxBoxEngine {
    struct Shape {
        dVector3 sides;
    };
    struct Pose {
        dVector3 position;
        dMatrix3 rotation;
    };
    struct Answer {
        bool overlapping = false;
        dReal depth = 0;
        dVector3 normalAToB{};
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) {
        const auto halfExtents = halfExtentsOf(hull);
        if (!halfExtents) {
            return nullptr;
        }
        const glm::dvec3 sides = 2.0 * glm::dvec3(*halfExtents);
        return std::make_unique<Shape>(Shape{{sides.x, sides.y, sides.z, 0}});
    }
    static Pose pose(const sat3d::Pose& pose) {
        const RigidTransform transform = localToWorld(pose);
        const glm::dvec3& t = transform.translation;
        const glm::dmat3& r = transform.rotation;  // [column][row]
        return {{t.x, t.y, t.z, 0},
                {r[0][0], r[1][0], r[2][0], 0, r[0][1], r[1][1], r[2][1], 0, r[0][2], r[1][2], r[2][2], 0}};
    }
    static Answer ask(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB) {
        constexpr int kContacts = 8;  // large enough for all contacts
        std::array<dContactGeom, kContacts> contacts;
        Answer answer;
        int code = 0;
        answer.overlapping = dBoxBox(poseA.position, poseA.rotation, a.sides, poseB.position, poseB.rotation,
                                     b.sides, answer.normalAToB, &answer.depth, &code, kContacts,
                                     contacts.data(), sizeof(dContactGeom)) > 0;
        return answer;
    }
    static pair_timing::GivenAnswer given(const Answer& answer) {
        const dVector3& n = answer.normalAToB;
        return {answer.overlapping, answer.depth, glm::dvec3(n[0], n[1], n[2])};
    }
};

}  // namespace

std::unique_ptr<Contender> makeOdeBoxBox() {
    return std::make_unique<pair_timing::EngineContender<OdeBoxBoxEngine>>("ODE box-box");
}

}  // namespace sat3d::benchmarks
