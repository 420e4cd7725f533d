/// Times queries over many hulls in memory: 20,000 hulls of their own beside 16 that all pairs share. Both
/// ask for the same pairs in the same random order, so only the memory of the hulls differs. In the table of
/// ratios, "sat3d" is the one with 20,000: a factor of 0.77 says that it takes 1.3 times as long.

#include "harness/ratio_reporter.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

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

/// @param ask  ask(hull, hull, pose of the second one)
template <class Ask>
void timePairs(benchmark::State& state, ShapeType type, std::size_t hullCount, const Ask& ask) {
    const Scene scene(type, hullCount);
    std::size_t next = 0;
    for (auto _ : state) {
        const std::uint32_t pair = scene.order[next],
                            first = 2 * pair % static_cast<std::uint32_t>(hullCount);
        benchmark::DoNotOptimize(
            ask(scene.hulls[first], scene.hulls[first + 1], scene.poses[pair % (kShapes / 2)]));
        next = next + 1 == scene.order.size() ? 0 : next + 1;
    }
}

template <class Ask>
void registerPairs(const std::string& name, ShapeType type, const Ask& ask) {
    for (const auto& [contender, hulls] : {std::pair{"shared", kShapes}, std::pair{"sat3d", kHulls}}) {
        benchmark::RegisterBenchmark(
            (name + "/" + contender).c_str(),
            [=, count = hulls](benchmark::State& state) { timePairs(state, type, count, ask); });
    }
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
        registerPairs(std::string("penetration_") + name, type, penetrates);
    }
    return benchmarks::runRegistered(argc, argv);
}
