/// Times steps of worlds in which boxes and hulls fly through each other, from new poses to all contacts:
/// sat3d and Bullet's collision world.

#include "harness/ratio_reporter.hpp"
#include "harness/thread_pool.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/world/world.hpp>

#include <benchmark/benchmark.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr float kStep = 1.0f / 60.0f;
constexpr int kWarmUp = 10;
constexpr std::size_t kShapes = 48;  ///< different boxes, and different tank hulls

/// Bodies that fly at up to 2 m/s and rotate at up to 1 rad/s in a cube, in which each overlaps about four
/// others. Every other body is a box.
class FlyingBodies {
public:
    /// @param density  bodies per cubic meter
    explicit FlyingBodies(std::size_t count, double density = 0.112)
        : reach_(0.5f * static_cast<float>(std::cbrt(static_cast<double>(count) / density))) {
        Random random(911);
        for (std::size_t i = 0; i < kShapes; ++i) {
            boxes_.push_back({.halfExtents = glm::vec3(test::randomExtents(random))});
            boxHulls_.push_back(*ConvexHull::box(boxes_.back().halfExtents));
            tanks_.push_back(test::hullOf(test::tankCloud(random)));
        }
        for (std::size_t i = 0; i < count; ++i) {
            poses_.push_back({glm::vec3(random.inBox(reach_)), glm::quat(random.rotation())});
            ways_.push_back(glm::vec3(random.direction() * random.uniform(0.0, 2.0)) * kStep);
            turns_.push_back(glm::angleAxis(static_cast<float>(random.uniform(0.0, 1.0)) * kStep,
                                            glm::vec3(random.direction())));
        }
    }

    [[nodiscard]] std::size_t size() const { return poses_.size(); }
    [[nodiscard]] const std::vector<Pose>& poses() const { return poses_; }
    [[nodiscard]] static bool isBox(std::size_t body) { return body % 2 == 0; }
    [[nodiscard]] const Box& box(std::size_t body) const { return boxes_[body / 2 % kShapes]; }
    [[nodiscard]] const ConvexHull& boxHull(std::size_t body) const { return boxHulls_[body / 2 % kShapes]; }
    [[nodiscard]] const ConvexHull& tank(std::size_t body) const { return tanks_[body / 2 % kShapes]; }

    /// Moves the next `count` bodies.
    /// @param set  function of (index, pose)
    template <class Set>
    void move(std::size_t count, const Set& set) {
        for (std::size_t i = 0; i < count; ++i) {
            Pose& pose = poses_[next_];
            glm::vec3& way = ways_[next_];
            pose = {pose.position + way, glm::normalize(turns_[next_] * pose.rotation)};
            for (int axis = 0; axis < 3; ++axis) {
                const bool leaves = std::abs(pose.position[axis]) > reach_;
                way[axis] = leaves ? -std::copysign(way[axis], pose.position[axis]) : way[axis];
            }
            set(next_, pose);
            next_ = next_ + 1 == poses_.size() ? 0 : next_ + 1;
        }
    }

private:
    float reach_;
    std::vector<Box> boxes_;
    std::vector<ConvexHull> boxHulls_, tanks_;
    std::vector<Pose> poses_;
    std::vector<glm::vec3> ways_;
    std::vector<glm::quat> turns_;
    std::size_t next_ = 0;
};

/// @tparam kDetail    what the world computes of contacts
/// @tparam kUseHulls  whether boxes are hulls; else they are Box shapes
/// @tparam kThreads   number of threads
template <ContactDetail kDetail, bool kUseHulls, std::size_t kThreads = 1>
class Ours {
public:
    explicit Ours(const FlyingBodies& bodies) : world_({.detail = kDetail, .maxManifolds = 1}) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const bool isBox = FlyingBodies::isBox(i);
            Shape shape = !isBox      ? Shape(bodies.tank(i))
                          : kUseHulls ? Shape(bodies.boxHull(i))
                                      : Shape(bodies.box(i));
            ids_.push_back(*world_.add({.shape = std::move(shape), .pose = bodies.poses()[i]}));
        }
    }
    void set(std::size_t body, const Pose& pose) { world_.setPose(ids_[body], pose); }
    std::size_t step() {
        const Events events = kThreads > 1 ? world_.update(pool_) : world_.update();
        return events.begun.size() + events.stayed.size();
    }

private:
    World world_;
    std::vector<ObjectId> ids_;
    benchmarks::ThreadPool pool_{kThreads};
};

#ifdef SAT3D_BENCHMARK_BULLET
/// Bullet's collision world, with its default broad phase and manifolds. Shapes have no margin.
class Bullet {
public:
    explicit Bullet(const FlyingBodies& bodies) {
        for (std::size_t i = 0; i < 2 * kShapes; ++i) {
            if (FlyingBodies::isBox(i)) {
                shapes_.push_back(
                    std::make_unique<btBoxShape>(benchmarks::bulletVector(bodies.box(i).halfExtents)));
                shapes_.back()->setMargin(0);
            } else {
                shapes_.push_back(benchmarks::bulletHull(bodies.tank(i)));
            }
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            auto object = std::make_unique<btCollisionObject>();
            object->setCollisionShape(shapes_[i % shapes_.size()].get());
            object->setWorldTransform(benchmarks::bulletPose(bodies.poses()[i]));
            world_.addCollisionObject(object.get());
            objects_.push_back(std::move(object));
        }
    }
    ~Bullet() {
        for (const auto& object : objects_) {
            world_.removeCollisionObject(object.get());
        }
    }
    Bullet(const Bullet&) = delete;
    Bullet& operator=(const Bullet&) = delete;

    void set(std::size_t body, const Pose& pose) {
        objects_[body]->setWorldTransform(benchmarks::bulletPose(pose));
    }
    std::size_t step() {
        world_.performDiscreteCollisionDetection();
        std::size_t touching = 0;
        for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
            touching += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts() > 0 ? 1 : 0;
        }
        return touching;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btCollisionWorld world_{&dispatcher_, &broadPhase_, &configuration_};
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
};
#endif

/// @param share  of the bodies that move in each step
template <class Contender>
void timeSteps(benchmark::State& state, std::size_t count, double share) {
    FlyingBodies bodies(count);
    Contender contender(bodies);
    const auto moved = static_cast<std::size_t>(std::lround(share * static_cast<double>(count)));
    std::size_t touching = contender.step();
    const auto step = [&] {
        bodies.move(moved, [&](std::size_t body, const Pose& pose) { contender.set(body, pose); });
        touching = contender.step();
    };
    for (int i = 0; i < kWarmUp; ++i) {
        step();
    }
    for (auto _ : state) {
        step();
    }
    state.counters["touching"] = static_cast<double>(touching);
}

template <class Contender>
void add(const std::string& name, const std::vector<std::size_t>& counts) {
    for (const std::size_t count : counts) {
        for (const bool doAll : {true, false}) {
            benchmark::RegisterBenchmark(
                ((doAll ? "all move/" : "1 % moves/") + std::to_string(count) + "/" + name).c_str(),
                [=](benchmark::State& state) { timeSteps<Contender>(state, count, doAll ? 1.0 : 0.01); })
                ->Unit(benchmark::kMicrosecond);
        }
    }
}

#ifdef __GLIBC__
/// Bytes of the heap that a world takes after some steps, beside the shapes.
template <class World>
double memoryOf(std::size_t count, double density, std::size_t& touching) {
    FlyingBodies bodies(count, density);
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    World world(bodies);
    for (int i = 0; i < kWarmUp; ++i) {
        bodies.move(count, [&](std::size_t body, const Pose& pose) { world.set(body, pose); });
        touching = world.step();
    }
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    return static_cast<double>(after - before) -
           static_cast<double>(count * (sizeof(Shape) + sizeof(ObjectId)));
}

/// Counts memory per object in a world where nothing touches, and per pair what a dense world takes more.
template <ContactDetail kDetail>
void addMemory(const std::string& detail) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
        const auto measure = [=](benchmark::State& state) {
            std::size_t touching = 0;
            double ofObjects = 0.0, ofAll = 0.0;
            for (auto _ : state) {
                ofObjects = memoryOf<Ours<kDetail, true>>(count, 1e-9, touching);
                ofAll = memoryOf<Ours<kDetail, true>>(count, 0.112, touching);
            }
            state.counters["bytes per object"] = ofObjects / static_cast<double>(count);
            state.counters["bytes per pair"] = (ofAll - ofObjects) / static_cast<double>(touching);
        };
        benchmark::RegisterBenchmark(("memory, " + detail + "/" + std::to_string(count) + "/sat3d").c_str(),
                                     measure)
            ->Iterations(1);
    }
}
#endif

/// Compares times on the clock of 2 threads, called sat3d, and of one.
template <ContactDetail kDetail>
void addThreads(const std::string& detail) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u}) {
        const std::string name = "2 threads, " + detail + "/" + std::to_string(count);
        const auto add = [&](const char* contender, const auto& timeAll) {
            benchmark::RegisterBenchmark((name + contender).c_str(), timeAll)
                ->Unit(benchmark::kMicrosecond)
                ->UseRealTime();
        };
        add("/sat3d", [=](benchmark::State& state) { timeSteps<Ours<kDetail, true, 2>>(state, count, 1.0); });
        add("/1 thread", [=](benchmark::State& state) { timeSteps<Ours<kDetail, true>>(state, count, 1.0); });
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::size_t> counts{1'000, 4'000, 16'000}, more{1'000, 4'000, 16'000, 100'000};
    add<Ours<ContactDetail::Manifolds, true>>("sat3d", more);
    add<Ours<ContactDetail::Push, true>>("sat3d push", more);
    add<Ours<ContactDetail::Overlap, true>>("sat3d overlap", more);
    add<Ours<ContactDetail::Manifolds, false>>("sat3d Box shapes", counts);
#ifdef SAT3D_BENCHMARK_BULLET
    add<Bullet>("Bullet", counts);
#endif
    addThreads<ContactDetail::Manifolds>("manifolds");
    addThreads<ContactDetail::Push>("push");
#ifdef __GLIBC__
    addMemory<ContactDetail::Manifolds>("manifolds");
    addMemory<ContactDetail::Push>("push");
#endif
    return sat3d::benchmarks::runRegistered(argc, argv);
}
