/// Times moves of a walker among walls, on rough terrain of triangles: moveAndSlide() and Bullet's kinematic
/// character controller, which tests a sweep for each part of a move and corrects overlaps afterwards. Counts
/// how often the walker overlaps something after a move by more than a millimeter, by sat3d's distance.

#include "harness/ratio_reporter.hpp"
#include "support/random.hpp"
#include "support/surfaces.hpp"

#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <benchmark/benchmark.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet.hpp"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletDynamicsCommon.h>
#endif

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace sat3d;

constexpr float kStep = 1.0f / 60.0f, kSpeed = 6.0f;
constexpr int kCells = 60;
const Capsule kWalker{{0.0f, -0.7f, 0.0f}, {0.0f, 0.7f, 0.0f}, 0.3f};
const Box kWall{.halfExtents = {0.2f, 2.0f, 3.0f}};

/// Hills with y up, around the origin, and walls in between.
struct Arena {
    test::TriangleList hills;
    std::vector<Pose> walls;
    World world;

    Arena() {
        test::Random random(3);
        std::vector<glm::vec3> points;
        for (int i = 0; i < (kCells + 1) * (kCells + 1); ++i) {
            points.push_back(
                {i % (kCells + 1) - kCells / 2, random.uniform(-0.3, 0.3), i / (kCells + 1) - kCells / 2});
        }
        for (int i = 0; i < kCells * kCells; ++i) {
            const auto a = static_cast<std::size_t>(i % kCells + i / kCells * (kCells + 1));
            const std::size_t below = a + kCells + 1;
            hills.addQuad(points[a], points[below], points[below + 1], points[a + 1]);
        }
        for (int i = 0; i < 20; ++i) {
            const glm::dvec3 place = random.inBox(22.0);
            const float turn = float(random.uniform(0.0, 3.0));
            walls.push_back({{place.x, 1.0, place.z}, glm::angleAxis(turn, glm::vec3(0, 1, 0))});
        }
        (void)world.add({.shape = test::meshOf(hills, Sides::Front), .kind = ObjectKind::Static});
        for (const Pose& pose : walls) {
            (void)world.add({.shape = kWall, .pose = pose, .kind = ObjectKind::Static});
        }
        world.refresh();
    }
};

class Ours {
public:
    explicit Ours(const Arena& arena) : world_(arena.world) {}
    void move(const glm::vec3& velocity) {
        fall_ -= 9.81f * kStep;
        const Moved moved =
            moveAndSlide(world_, kWalker, pose_, {(velocity + glm::vec3(0, fall_, 0)) * kStep, {}, {}});
        fall_ -= moved.left.y / kStep;
        pose_ = moved.pose;
    }
    [[nodiscard]] glm::vec3 position() const { return pose_.position; }

private:
    const World& world_;
    Pose pose_{{0.0f, 2.0f, 0.0f}};
    float fall_ = 0.0f;
};

#ifdef SAT3D_BENCHMARK_BULLET
class Bullet {
public:
    explicit Bullet(const Arena& arena) {
        for (std::size_t i = 0; i < arena.hills.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) {
                return benchmarks::bulletVector(arena.hills.vertices[arena.hills.indices[i + k]]);
            };
            triangles_.addTriangle(corner(0), corner(1), corner(2));
        }
        hills_ = std::make_unique<btBvhTriangleMeshShape>(&triangles_, true);
        add(*hills_, Pose{});
        for (const Pose& pose : arena.walls) {
            add(wall_, pose);
        }
        broadPhase_.getOverlappingPairCache()->setInternalGhostPairCallback(&ghostPairs_);
        ghost_.setWorldTransform(benchmarks::bulletPose(Pose{{0.0f, 2.0f, 0.0f}}));
        ghost_.setCollisionShape(&walker_);
        ghost_.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
        world_.addCollisionObject(&ghost_, btBroadphaseProxy::CharacterFilter,
                                  btBroadphaseProxy::StaticFilter | btBroadphaseProxy::DefaultFilter);
        controller_.setMaxSlope(0.8f);
    }
    ~Bullet() {
        world_.removeCollisionObject(&ghost_);
        for (const auto& object : objects_) {
            world_.removeCollisionObject(object.get());
        }
    }
    Bullet(const Bullet&) = delete;
    Bullet& operator=(const Bullet&) = delete;

    void move(const glm::vec3& velocity) {
        controller_.setWalkDirection(benchmarks::bulletVector(velocity * kStep));
        controller_.updateAction(&world_, kStep);
    }
    [[nodiscard]] glm::vec3 position() const {
        const btVector3& at = ghost_.getWorldTransform().getOrigin();
        return {at.x(), at.y(), at.z()};
    }

private:
    void add(btCollisionShape& shape, const Pose& pose) {
        objects_.push_back(std::make_unique<btCollisionObject>());
        objects_.back()->setCollisionShape(&shape);
        objects_.back()->setWorldTransform(benchmarks::bulletPose(pose));
        world_.addCollisionObject(objects_.back().get(), btBroadphaseProxy::StaticFilter);
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btGhostPairCallback ghostPairs_;
    btCollisionWorld world_{&dispatcher_, &broadPhase_, &configuration_};
    btTriangleMesh triangles_;
    std::unique_ptr<btBvhTriangleMeshShape> hills_;
    btBoxShape wall_{benchmarks::bulletVector(kWall.halfExtents)};
    btCapsuleShape walker_{0.3f, 1.4f};
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
    btPairCachingGhostObject ghost_;
    btKinematicCharacterController controller_{&ghost_, &walker_, 0.3f, {0.0f, 1.0f, 0.0f}};
};
#endif

template <class Contender>
void timeMoves(benchmark::State& state) {
    const Arena arena;
    Contender walker(arena);
    test::Random random(5);
    int step = 0, overlaps = 0;
    glm::vec3 velocity(0.0f);
    for (auto _ : state) {
        if (step++ % 60 == 0) {
            const glm::vec3 at = walker.position();
            const bool isFar = std::max(std::abs(at.x), std::abs(at.z)) > 20.0f;
            velocity = isFar ? -at : glm::vec3(random.direction());
            velocity.y = 0.0f;
            velocity *= kSpeed / glm::length(velocity);
        }
        walker.move(velocity);
        state.PauseTiming();
        const auto near = closest(arena.world, kWalker, Pose{walker.position()}, 0.1f);
        overlaps += near && near->distance.separation < -1e-3f ? 1 : 0;
        state.ResumeTiming();
    }
    state.counters["overlaps_percent"] = 100.0 * overlaps / step;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int kMoves = 6000;
    const auto add = [](const std::string& name, auto* time) {
        benchmark::RegisterBenchmark(("walk/" + name).c_str(), time)
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(kMoves);
    };
    add("sat3d", &timeMoves<Ours>);
#ifdef SAT3D_BENCHMARK_BULLET
    add("Bullet", &timeMoves<Bullet>);
#endif
    return sat3d::benchmarks::runRegistered(argc, argv);
}
