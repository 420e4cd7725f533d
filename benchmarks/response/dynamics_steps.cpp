/// Times steps of dynamics: a block of crates at rest that does not sleep, and crates that fall into a heap.
/// sat3d and Bullet's discrete dynamics world. Says how far the crates drift at rest: those of the block in
/// the timed steps, those of the heap in as many steps 10 s later.

#include "harness/ratio_reporter.hpp"
#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <benchmark/benchmark.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet.hpp"

#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <btBulletDynamicsCommon.h>
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kStep = 1.0f / 60.0f;
constexpr float kMass = 1000.0f;  ///< of a crate of 1 m
constexpr std::size_t kSide = 10;
constexpr int kSteps = 120;  ///< timed

/// Layers of 100 crates. At rest, or apart, turned at random.
std::vector<Pose> cratePoses(std::size_t count, bool fall) {
    Random random(11);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 place(i % kSide, i / kSide / kSide, i / kSide % kSide);
        if (fall) {
            poses.push_back({2.0f * place + glm::vec3(0.0f, 2.0f, 0.0f), glm::quat(random.rotation())});
        } else {
            poses.push_back(
                {1.05f * place * glm::vec3(1.0f, 1.0f / 1.05f, 1.0f) + glm::vec3(0.0f, 0.5f, 0.0f)});
        }
    }
    return poses;
}

class Ours {
public:
    explicit Ours(const std::vector<Pose>& poses) : dynamics_({.sleepSpeed = 0.0f}) {
        (void)world_.add({.shape = HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
        const Box crate{.halfExtents = glm::vec3(0.5f)};
        const Body body{.mass = *massOfShape(crate, kMass)};
        for (const Pose& pose : poses) {
            ids_.push_back(*world_.add({.shape = crate, .pose = pose}));
            dynamics_.setBody(world_, ids_.back(), body);
        }
    }
    void step() { dynamics_.step(world_, kStep); }
    [[nodiscard]] glm::vec3 position(std::size_t crate) const {
        return world_.find(ids_[crate])->pose.position;
    }

private:
    World world_;
    Dynamics dynamics_;
    std::vector<ObjectId> ids_;
};

#ifdef SAT3D_BENCHMARK_BULLET
class Bullet {
public:
    explicit Bullet(const std::vector<Pose>& poses) {
        world_.setGravity({0.0f, -9.81f, 0.0f});
        add(plane_, Pose{}, 0.0f);
        for (const Pose& pose : poses) {
            add(crate_, pose, kMass);
        }
    }
    ~Bullet() {
        for (const auto& body : bodies_) {
            world_.removeRigidBody(body.get());
        }
    }
    Bullet(const Bullet&) = delete;
    Bullet& operator=(const Bullet&) = delete;

    void step() { world_.stepSimulation(kStep, 0); }
    [[nodiscard]] glm::vec3 position(std::size_t crate) const {
        const btVector3& at = bodies_[crate + 1]->getWorldTransform().getOrigin();
        return {at.x(), at.y(), at.z()};
    }

private:
    void add(btCollisionShape& shape, const Pose& pose, float mass) {
        btVector3 inertia(0.0f, 0.0f, 0.0f);
        if (mass > 0.0f) {
            shape.calculateLocalInertia(mass, inertia);
        }
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform = benchmarks::bulletPose(pose);
        info.m_friction = 0.775f;  // Bullet multiplies: 0.6 for a pair
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(bodies_.back().get());
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadPhase_, &solver_, &configuration_};
    btStaticPlaneShape plane_{{0.0f, 1.0f, 0.0f}, 0.0f};
    btBoxShape crate_{{0.5f, 0.5f, 0.5f}};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};
#endif

template <class Contender>
void timeSteps(benchmark::State& state, std::size_t count, bool fall) {
    const std::vector<Pose> poses = cratePoses(count, fall);
    Contender contender(poses);
    const auto stepTimes = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            contender.step();
        }
    };
    const auto positions = [&] {
        std::vector<glm::vec3> all;
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back(contender.position(i));
        }
        return all;
    };
    constexpr int kSettle = 60, kComeToRest = 600;
    stepTimes(kSettle);
    std::vector<glm::vec3> start = positions();
    for (auto _ : state) {
        contender.step();
    }
    if (fall) {
        stepTimes(kComeToRest);
        start = positions();
        stepTimes(kSteps);
    }
    const std::vector<glm::vec3> end = positions();
    double drift = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        drift += static_cast<double>(glm::distance(end[i], start[i]));
    }
    state.counters["drift_mm"] = 1000.0 * drift / static_cast<double>(count);
}

template <class Contender>
void add(const std::string& name) {
    for (const std::size_t count : {1'000u, 4'000u}) {
        for (const bool fall : {false, true}) {
            benchmark::RegisterBenchmark(
                ((fall ? "heap/" : "block/") + std::to_string(count) + "/" + name).c_str(),
                [=](benchmark::State& state) { timeSteps<Contender>(state, count, fall); })
                ->Unit(benchmark::kMicrosecond)
                ->Iterations(kSteps);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    add<Ours>("sat3d");
#ifdef SAT3D_BENCHMARK_BULLET
    add<Bullet>("Bullet");
#endif
    return sat3d::benchmarks::runRegistered(argc, argv);
}
