#include "peers/box3d.hpp"

#include "contenders.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace sat3d::benchmarks {

namespace {

struct Box3dEngine {
    using Shape = Box3dHull;
    using Pose = b3WorldTransform;
    using Answer = Box3dManifold;
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) {
        Shape shape = box3dHull(hull);
        return shape ? std::make_unique<Shape>(std::move(shape)) : nullptr;
    }
    static Pose pose(const sat3d::Pose& pose) { return box3dPose(pose); }
    static Answer ask(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB) {
        b3SATCache cache{};
        return box3dManifold(*a, poseA, *b, poseB, cache);
    }
    /// Answers with the deepest point.
    static pair_timing::GivenAnswer given(const Answer& manifold) {
        float separation = 0;  // positive separations are within the speculative distance
        for (std::size_t i = 0; i < manifold.pointCount; ++i) {
            separation = b3MinFloat(separation, manifold.points[i].separation);
        }
        const b3Vec3& n = manifold.normalAToB;
        return {separation < 0, -double{separation}, glm::dvec3(n.x, n.y, n.z)};
    }
};

struct KeepingBox3dEngine : Box3dEngine {
    using Memory = b3SATCache;
    static Answer ask(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB, Memory& cache) {
        return box3dManifold(*a, poseA, *b, poseB, cache);
    }
};

}  // namespace

std::unique_ptr<Contender> makeBox3dManifold(bool keep) {
    constexpr const char* kName = "Box3D manifold";
    if (keep) {
        return std::make_unique<pair_timing::EngineContender<KeepingBox3dEngine>>(kName);
    }
    return std::make_unique<pair_timing::EngineContender<Box3dEngine>>(kName);
}

}  // namespace sat3d::benchmarks
