/// Times queries over many hulls in memory: 20,000 hulls of their own beside 16 that all pairs share. Both
/// ask for the same pairs in the same random order, so only the memory of the hulls differs. In the table of
/// ratios, "sat3d" is the one with 20,000: a factor of 0.77 says that it takes 1.3 times as long. The rows of
/// Box3D say how long another library waits for memory.

#include "harness/ratio_reporter.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#if defined(SAT3D_BENCHMARK_BOX3D)
#include "peers/box3d.hpp"
#endif

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;

constexpr std::size_t kShapes = 16, kHulls = 20000, kPairs = kHulls / 2;

/// Pairs of hulls 2 by 2. Pair i is of the hulls 2 i and 2 i + 1, and of the shapes with these numbers modulo
/// kShapes.
struct Scene {
    std::vector<ConvexHull> hulls;
    std::vector<Pose> poses;           ///< of the second hull, by shapes
    std::vector<std::uint32_t> order;  ///< of the pairs

    Scene(ShapeType type, std::size_t hullCount) {
        Random random(29);
        std::vector<HullMesh> meshes;
        for (std::size_t i = 0; i < kShapes; ++i) {
            meshes.push_back(*buildHull(test::randomCloud(random, type)));
        }
        for (std::size_t i = 0; i < hullCount; ++i) {
            hulls.push_back(ConvexHull::fromMesh(meshes[i % kShapes]));
        }
        for (std::size_t i = 0; i < kShapes / 2; ++i) {
            poses.push_back(touchingPose(hulls[2 * i], hulls[2 * i + 1], random));
        }
        order.resize(kPairs);
        std::iota(order.begin(), order.end(), 0u);
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
        }
    }

    [[nodiscard]] static Pose touchingPose(const ConvexHull& a, const ConvexHull& b, Random& random) {
        const glm::vec3 way(random.direction());
        Pose pose{10.0f * way, glm::quat(random.rotation())};
        for (int i = 0; i < 200 && !penetration(a, Pose{}, b, pose); ++i) {
            pose.position -= 0.05f * way;
        }
        return pose;
    }
};

/// Calls ask(number of the first hull, pose of the second one) for one pair after the other.
template <class Ask>
void forPairs(benchmark::State& state, const Scene& scene, const Ask& ask) {
    const auto hullCount = static_cast<std::uint32_t>(scene.hulls.size());
    std::size_t next = 0;
    for (auto _ : state) {
        const std::uint32_t pair = scene.order[next];
        ask(2 * pair % hullCount, scene.poses[pair % (kShapes / 2)]);
        next = next + 1 == scene.order.size() ? 0 : next + 1;
    }
}

/// @param ask  ask(hull, hull, pose of the second one)
template <class Ask>
void timePairs(benchmark::State& state, ShapeType type, std::size_t hullCount, const Ask& ask) {
    const Scene scene(type, hullCount);
    forPairs(state, scene, [&](std::uint32_t first, const Pose& pose) {
        benchmark::DoNotOptimize(ask(scene.hulls[first], scene.hulls[first + 1], pose));
    });
}

template <class Ask>
void registerPairs(const std::string& name, ShapeType type, const Ask& ask) {
    for (const auto& [contender, hulls] : {std::pair{"shared", kShapes}, std::pair{"sat3d", kHulls}}) {
        benchmark::RegisterBenchmark(
            (name + "/" + contender).c_str(),
            [=, count = hulls](benchmark::State& state) { timePairs(state, type, count, ask); });
    }
}

#if defined(SAT3D_BENCHMARK_BOX3D)
void timeBox3d(benchmark::State& state, ShapeType type, std::size_t hullCount) {
    const Scene scene(type, hullCount);
    std::vector<benchmarks::Box3dHull> hulls;
    for (const ConvexHull& hull : scene.hulls) {
        hulls.push_back(benchmarks::box3dHull(hull));
    }
    const b3WorldTransform origin = benchmarks::box3dPose(Pose{});
    forPairs(state, scene, [&](std::uint32_t first, const Pose& pose) {
        b3SATCache cache{};
        benchmark::DoNotOptimize(benchmarks::box3dManifold(*hulls[first], origin, *hulls[first + 1],
                                                           benchmarks::box3dPose(pose), cache));
    });
}
#endif

void registerPeers([[maybe_unused]] const std::string& name, [[maybe_unused]] ShapeType type) {
#if defined(SAT3D_BENCHMARK_BOX3D)
    for (const auto& [contender, hulls] : {std::pair{"Box3D shared", kShapes}, std::pair{"Box3D", kHulls}}) {
        benchmark::RegisterBenchmark(
            (name + "/" + contender).c_str(),
            [=, count = hulls](benchmark::State& state) { timeBox3d(state, type, count); });
    }
#endif
}

}  // namespace

int main(int argc, char** argv) {
    const auto collides = [](const ConvexHull& a, const ConvexHull& b, const Pose& pose) {
        return collide(a, Pose{}, b, pose);
    };
    const auto penetrates = [](const ConvexHull& a, const ConvexHull& b, const Pose& pose) {
        return penetration(a, Pose{}, b, pose);
    };
    for (const auto& [name, type] : {std::pair{"box", ShapeType::Box}, std::pair{"tank", ShapeType::Tank},
                                     std::pair{"points32", ShapeType::Ellipsoid32}}) {
        registerPairs(std::string("collide_") + name, type, collides);
        registerPeers(std::string("collide_") + name, type);
        registerPairs(std::string("penetration_") + name, type, penetrates);
    }
    return benchmarks::runRegistered(argc, argv);
}
