/// Times steps of scenes of moving boxes, from new boxes to all overlapping pairs, and rays among boxes:
/// sat3d and Bullet's tree.

#include "harness/ratio_reporter.hpp"
#include "support/boxes/box_scenes.hpp"
#include "support/random.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/geometry/ray.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::BoxScene;
using test::Random;

constexpr float kStep = 1.0f / 60.0f;
constexpr int kWarmUp = 20;
constexpr std::size_t kBoxesOfRays = 10'000, kRays = 5'000;
constexpr float kRayLength = 1000.0f;

/// Boxes that fly at up to 2 m/s in a cube, in which each overlaps about ten others.
class MovingBoxes {
public:
    explicit MovingBoxes(std::size_t count) : reach_(float(test::reachOf(count))) {
        Random random(901);
        boxes_ = test::sceneBoxes(BoxScene::Uniform, random, count);
        for (std::size_t i = 0; i < count; ++i) {
            ways_.push_back(glm::vec3(random.direction() * random.uniform(0.0, 2.0)) * kStep);
        }
    }

    /// Moves the next `count` boxes, which have nothing to do with each other.
    /// @param set  function of (index, box)
    template <class Set>
    void move(std::size_t count, const Set& set) {
        for (std::size_t i = 0; i < count; ++i) {
            Aabb& box = boxes_[next_];
            glm::vec3& way = ways_[next_];
            box.lower += way;
            box.upper += way;
            for (int axis = 0; axis < 3; ++axis) {
                const float beyond = way[axis] > 0 ? box.lower[axis] - reach_ : -reach_ - box.upper[axis];
                way[axis] = beyond > 0 ? -way[axis] : way[axis];
            }
            set(static_cast<std::uint32_t>(next_), box);
            next_ = next_ + 1 == boxes_.size() ? 0 : next_ + 1;
        }
    }
    [[nodiscard]] const std::vector<Aabb>& boxes() const { return boxes_; }

private:
    float reach_;
    std::vector<Aabb> boxes_;
    std::vector<glm::vec3> ways_;
    std::size_t next_ = 0;
};

/// Our broad phase, as the loops below use it.
class Ours {
public:
    explicit Ours(const std::vector<Aabb>& boxes) {
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            set(i, boxes[i]);
        }
        (void)findPairs();
    }
    void set(std::uint32_t item, const Aabb& box) { broadPhase_.set(item, box); }
    std::size_t findPairs() { return broadPhase_.findPairs().size(); }
    [[nodiscard]] double firstHit(const Ray& ray, const std::vector<Aabb>& boxes) const {
        return broadPhase_.cast(ray, [&](std::uint32_t item, double limit) {
            return std::min(limit, entryDistance(ray, boxes[item]));
        });
    }

private:
    BroadPhase broadPhase_;
};

#ifdef SAT3D_BENCHMARK_BULLET
using benchmarks::bulletVector;

/// Bullet's broad phase with its default settings.
class Bullet {
public:
    explicit Bullet(const std::vector<Aabb>& boxes) {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            proxies_.push_back(broadPhase_.createProxy(bulletVector(boxes[i].lower),
                                                       bulletVector(boxes[i].upper), BOX_SHAPE_PROXYTYPE,
                                                       nullptr, 1, -1, &dispatcher_));
            proxies_.back()->m_clientObject = proxies_.back();
        }
        (void)findPairs();
    }
    ~Bullet() {
        for (btBroadphaseProxy* proxy : proxies_) {
            broadPhase_.destroyProxy(proxy, &dispatcher_);
        }
    }
    Bullet(const Bullet&) = delete;
    Bullet& operator=(const Bullet&) = delete;

    void set(std::uint32_t item, const Aabb& box) {
        broadPhase_.setAabb(proxies_[item], bulletVector(box.lower), bulletVector(box.upper), &dispatcher_);
    }
    std::size_t findPairs() {
        broadPhase_.calculateOverlappingPairs(&dispatcher_);
        return static_cast<std::size_t>(broadPhase_.getOverlappingPairCache()->getNumOverlappingPairs());
    }
    /// Tests the boxes as Ours does.
    [[nodiscard]] double firstHit(const Ray& ray, const std::vector<Aabb>&) {
        struct FirstHit : btBroadphaseRayCallback {
            const Ray& ray;
            double distance;

            explicit FirstHit(const Ray& of) : ray(of), distance(of.length) {
                const btVector3 way = bulletVector(ray.direction);  // of unit length
                m_lambda_max = ray.length;
                for (int axis = 0; axis < 3; ++axis) {
                    m_rayDirectionInverse[axis] = way[axis] == 0 ? btScalar(BT_LARGE_FLOAT) : 1 / way[axis];
                    m_signs[axis] = m_rayDirectionInverse[axis] < 0;
                }
            }
            bool process(const btBroadphaseProxy* proxy) override {
                const btVector3 &low = proxy->m_aabbMin, &high = proxy->m_aabbMax;
                const Aabb box{{low.x(), low.y(), low.z()}, {high.x(), high.y(), high.z()}};
                distance = std::min(distance, entryDistance(ray, box));
                return true;
            }
        };
        FirstHit result(ray);
        broadPhase_.rayTest(bulletVector(ray.origin), bulletVector(ray.origin + ray.direction * ray.length),
                            result);
        return result.distance;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    std::vector<btBroadphaseProxy*> proxies_;
};
#endif

/// @param share  of the boxes that move in each step
template <class Contender>
void timeSteps(benchmark::State& state, std::size_t count, double share) {
    MovingBoxes moving(count);
    Contender contender(moving.boxes());
    const auto moved = static_cast<std::size_t>(std::lround(share * static_cast<double>(count)));
    std::size_t pairs = 0;
    const auto step = [&] {
        moving.move(moved, [&](std::uint32_t item, const Aabb& box) { contender.set(item, box); });
        pairs = contender.findPairs();
    };
    for (int i = 0; i < kWarmUp; ++i) {
        step();
    }
    for (auto _ : state) {
        step();
    }
    state.counters["pairs"] = static_cast<double>(pairs);
}

/// @param space  cubic meters per box
template <class Contender>
void timeRays(benchmark::State& state, double space) {
    Random random(902);
    const double reach = 0.5 * std::cbrt(static_cast<double>(kBoxesOfRays) * space);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < kBoxesOfRays; ++i) {
        const glm::dvec3 center = random.inBox(reach);
        const double x = random.uniform(0.4, 1.9), y = random.uniform(0.4, 1.9), z = random.uniform(0.4, 1.9);
        boxes.push_back(test::boxAt(center, {x, y, z}));
    }
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < kRays; ++i) {
        const glm::vec3 origin(random.inBox(reach));
        rays.push_back({origin, glm::vec3(random.direction()), kRayLength});
    }
    Contender contender(boxes);
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(contender.firstHit(rays[next], boxes));
        next = next + 1 == rays.size() ? 0 : next + 1;
    }
    double sum = 0.0;
    for (const Ray& ray : rays) {
        sum += contender.firstHit(ray, boxes);
    }
    state.counters["meanLength"] = sum / static_cast<double>(kRays);
}

template <class Contender>
void add(const std::string& name) {
    for (const std::size_t count : {1'000u, 4'000u, 16'000u, 100'000u}) {
        for (const bool doAll : {true, false}) {
            benchmark::RegisterBenchmark(
                ((doAll ? "all move/" : "1 % moves/") + std::to_string(count) + "/" + name).c_str(),
                [=](benchmark::State& state) { timeSteps<Contender>(state, count, doAll ? 1.0 : 0.01); })
                ->Unit(benchmark::kMicrosecond);
        }
    }
    for (const bool isDense : {true, false}) {
        benchmark::RegisterBenchmark(
            ("ray/" + std::string(isDense ? "dense" : "sparse") + "/" + name).c_str(),
            [=](benchmark::State& state) { timeRays<Contender>(state, isDense ? 1.0 / 0.112 : 500.0); });
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
