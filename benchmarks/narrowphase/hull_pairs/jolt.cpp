#include "peers/jolt.hpp"

#include "contenders.hpp"
#include "half_extents.hpp"

#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <memory>

namespace sat3d::benchmarks {

namespace {

/// How far Jolt rounds shapes, and how far apart they may be in contact, in meters.
struct JoltExact {
    static constexpr float kConvexRadius = 0, kSpeculativeDistance = 0;
};
struct JoltDefaults {
    static constexpr float kConvexRadius = JPH::cDefaultConvexRadius;
    static constexpr float kSpeculativeDistance = JPH::PhysicsSettings().mSpeculativeContactDistance;
};

template <class Settings>
struct JoltEngine {
    using Shape = JPH::Ref<JPH::Shape>;
    using Pose = JoltPose;
    using Answer = JoltManifold;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) {
        static const JoltLibrary library;
        const auto halfExtents = halfExtentsOf(hull);
        Shape shape = halfExtents ? new JPH::BoxShape(joltVector(*halfExtents), Settings::kConvexRadius)
                                  : joltHull(hull, Settings::kConvexRadius);
        return shape != nullptr ? std::make_unique<Shape>(shape) : nullptr;
    }
    static Pose pose(const sat3d::Pose& pose, const Shape& shape) { return joltPose(pose, *shape); }
    static Answer ask(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB) {
        return joltManifold(*a, poseA, *b, poseB, Settings::kSpeculativeDistance);
    }
    static pair_timing::GivenAnswer given(const Answer& manifold) {
        const JPH::Vec3& n = manifold.normalAToB;
        return {manifold.depth > 0, manifold.depth, glm::dvec3(n.GetX(), n.GetY(), n.GetZ())};
    }
};

}  // namespace

std::unique_ptr<Contender> makeJoltManifold() {
    return std::make_unique<pair_timing::EngineContender<JoltEngine<JoltExact>>>("Jolt manifold");
}
std::unique_ptr<Contender> makeJoltDefaults() {
    return std::make_unique<pair_timing::EngineContender<JoltEngine<JoltDefaults>>>("Jolt defaults");
}

}  // namespace sat3d::benchmarks
