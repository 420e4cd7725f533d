/// Times the first hits of rays among 10,000 boxes and hulls: sat3d and Bullet's collision world.

#include "harness/ratio_reporter.hpp"
#include "world/flying_bodies.hpp"

#include <sat3d/geometry/ray.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <benchmark/benchmark.h>
#include <glm/geometric.hpp>

#ifdef SAT3D_BENCHMARK_BULLET
#include "world/bullet_world.hpp"
#endif

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sat3d;
using benchmarks::FlyingBodies;
using test::Random;

constexpr std::size_t kBodies = 10'000;

/// Rays of one workload through a cube of bodies.
std::vector<Ray> makeRays(std::string_view workload, float reach, std::size_t count) {
    Random random(20);
    std::vector<Ray> rays;
    const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)));
    for (std::size_t i = 0; i < count; ++i) {
        if (workload == "camera") {  // pixel by pixel, from outside the cube
            const auto pixel = [&](std::size_t at) {
                return (static_cast<float>(at) + 0.5f) / static_cast<float>(side) - 0.5f;
            };
            const glm::vec3 direction(1.0f, pixel(i / side % side), pixel(i % side));
            rays.push_back({{-2.0f * reach, 0.0f, 0.0f}, glm::normalize(direction), 6.0f * reach});
        } else {
            rays.push_back({glm::vec3(random.inBox(static_cast<double>(reach))),
                            glm::vec3(random.direction()), workload == "5 m" ? 5.0f : 4.0f * reach});
        }
    }
    return rays;
}

class Ours {
public:
    explicit Ours(const FlyingBodies& bodies) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const ConvexHull& hull = bodies.kinds()[bodies.kindOf(i)].hull;
            (void)world_.add({.shape = hull, .pose = bodies.poses()[i]}).value();
        }
        world_.refresh();
    }
    [[nodiscard]] double castRay(const Ray& ray) const {
        const auto hit = raycast(world_, ray);
        return hit ? static_cast<double>(hit->hit.entry.distance) : -1.0;
    }

private:
    World world_;
};

/// Casts all rays in each iteration. Reports nanoseconds per ray.
template <class Contender>
void add(const std::string& name, std::size_t rayCount) {
    for (const bool isDense : {true, false}) {
        const auto bodies =
            std::make_shared<FlyingBodies>(kBodies, benchmarks::Scene::Uniform, isDense ? 0.112 : 0.002);
        const auto contender = std::make_shared<Contender>(*bodies);
        for (const char* workload : {"random", "camera", "5 m"}) {
            const std::string title = std::string(isDense ? "dense, " : "sparse, ") + workload;
            const auto cast = [=](benchmark::State& state) {
                const std::vector<Ray> rays = makeRays(workload, bodies->reach(), rayCount);
                std::size_t hits = 0;
                for (auto _ : state) {
                    hits = 0;
                    for (const Ray& ray : rays) {
                        hits += contender->castRay(ray) >= 0.0 ? 1 : 0;
                    }
                    benchmark::DoNotOptimize(hits);
                }
                state.counters["hits"] = static_cast<double>(hits) / static_cast<double>(rays.size());
                state.counters["per ray"] = benchmark::Counter(
                    static_cast<double>(rays.size()),
                    benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
            };
            benchmark::RegisterBenchmark((title + "/" + name).c_str(), cast)->Unit(benchmark::kMicrosecond);
        }
    }
}

}  // namespace

/// Environment: SAT3D_RAYS, number of rays of each workload (10,000 by default).
int main(int argc, char** argv) {
    const char* wanted = std::getenv("SAT3D_RAYS");
    const std::size_t count = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 10'000;
    add<Ours>("sat3d", count);
#ifdef SAT3D_BENCHMARK_BULLET
    add<benchmarks::BulletWorld>("Bullet", count);
#endif
    return benchmarks::runRegistered(argc, argv);
}
