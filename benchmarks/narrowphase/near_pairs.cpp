/// Times contact manifolds of pairs within the margin: 2 mm apart ("near") beside 2 mm deep ("overlapping").
/// In the table of ratios, "sat3d" is the near pair: a factor of 0.67 says that it takes 1.5 times as long.
/// Bodies lie on a slab, lie on each other, or meet in a random orientation.

#include "harness/ratio_reporter.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/convex_shape.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kPairs = 256;
constexpr float kMargin = 0.01f, kGap = 0.002f;  // meters

enum class Scene : std::uint8_t { Slab, Stack, Free };

struct Workload {
    const char* body;
    Scene scene;
};
constexpr std::array kWorkloads{Workload{"box", Scene::Slab},         Workload{"box", Scene::Stack},
                                Workload{"box", Scene::Free},         Workload{"box_hull", Scene::Slab},
                                Workload{"box_hull", Scene::Stack},   Workload{"box_hull", Scene::Free},
                                Workload{"tank", Scene::Slab},        Workload{"tank", Scene::Stack},
                                Workload{"tank", Scene::Free},        Workload{"cylinder32", Scene::Slab},
                                Workload{"cylinder32", Scene::Stack}, Workload{"cylinder32", Scene::Free},
                                Workload{"points16", Scene::Free},    Workload{"points32", Scene::Free},
                                Workload{"points64", Scene::Free}};

std::string nameOf(const Workload& workload) {
    constexpr std::array kNames{"on_slab", "on_each_other", "free"};
    return std::string(workload.body) + "_" + kNames[static_cast<std::size_t>(workload.scene)];
}

ConvexHull roundHull(std::size_t vertices, Random& random) {
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) {
        points.push_back(glm::vec3(random.direction()));
    }
    return test::hullOf(points);
}

ConvexHull cylinder() {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 32; ++i) {
        const float angle = 0.19634954f * float(i);
        points.emplace_back(std::cos(angle), std::sin(angle), -0.5f);
        points.emplace_back(std::cos(angle), std::sin(angle), 0.5f);
    }
    return test::hullOf(points);
}

ConvexShape bodyOf(const std::string& name, Random& random) {
    if (name == "box") {
        return Box{.halfExtents = {0.5f, 0.6f, 0.4f}};
    }
    if (name == "box_hull") {
        return test::boxHull({0.5, 0.6, 0.4});
    }
    if (name == "tank") {
        return test::hullOf(test::tankCloud(random));
    }
    if (name == "cylinder32") {
        return cylinder();
    }
    return roundHull(name == "points16" ? 16 : name == "points32" ? 32 : 64, random);
}

/// A pair at two distances.
struct Pair {
    ConvexShape a, b;
    Pose poseA, near, overlapping;
};

Pair pairOf(const Workload& workload, Random& random) {
    const bool onSlab = workload.scene == Scene::Slab, isFree = workload.scene == Scene::Free;
    const std::string body = workload.body;
    const ConvexShape slab = body == "box" ? ConvexShape(Box{.halfExtents = {10, 10, 0.5f}})
                                           : ConvexShape(test::boxHull({10.0, 10.0, 0.5}));
    Pair pair{onSlab ? slab : bodyOf(body, random), bodyOf(body, random), {}, {}, {}};
    const glm::vec3 level(1, 1, 0), up(0, 0, 1);
    const glm::quat turned = glm::angleAxis(float(random.uniform(0.0, 6.2)), up),
                    tilted = glm::angleAxis(float(random.uniform(-1e-4, 1e-4)),
                                            glm::normalize(glm::vec3(random.inBox(1.0)) * level));
    const glm::vec3 way = isFree ? glm::vec3(random.direction()) : up;
    if (isFree) {
        pair.poseA.rotation = glm::quat(random.rotation());
        pair.near = {10.0f * way, glm::quat(random.rotation())};
    } else {
        pair.near = {10.0f * up + glm::vec3(random.inBox(onSlab ? 5.0 : 0.1)) * level,
                     glm::normalize(turned * tilted)};
    }
    // No step passes the goal, because no way changes the separation by more than its length.
    const auto moveTo = [&](Pose& pose, float separation) {
        for (int i = 0; i < 100; ++i) {
            pose.position += (separation - distance(pair.a, pair.poseA, pair.b, pose).separation) * way;
        }
    };
    moveTo(pair.near, kGap);
    pair.overlapping = pair.near;
    moveTo(pair.overlapping, -kGap);
    return pair;
}

std::vector<Pair> pairsOf(const Workload& workload) {
    Random random(17);
    std::vector<Pair> pairs;
    while (pairs.size() < kPairs) {
        pairs.push_back(pairOf(workload, random));
    }
    return pairs;
}

void timePairs(benchmark::State& state, const Workload& workload, Pose Pair::*pose) {
    const std::vector<Pair> pairs = pairsOf(workload);
    std::size_t next = 0, points = 0;
    for (auto _ : state) {
        const Pair& pair = pairs[next];
        benchmark::DoNotOptimize(collide(pair.a, pair.poseA, pair.b, pair.*pose, {.margin = kMargin}));
        next = next + 1 == pairs.size() ? 0 : next + 1;
    }
    for (const Pair& pair : pairs) {
        const auto manifold = collide(pair.a, pair.poseA, pair.b, pair.*pose, {.margin = kMargin});
        points += manifold ? manifold->pointCount : 0;
    }
    state.counters["points"] = double(points) / kPairs;
}

}  // namespace

int main(int argc, char** argv) {
    for (const Workload& workload : kWorkloads) {
        for (const auto& [name, pose] :
             {std::pair{"overlapping", &Pair::overlapping}, std::pair{"sat3d", &Pair::near}}) {
            benchmark::RegisterBenchmark((nameOf(workload) + "/" + name).c_str(), timePairs, workload, pose);
        }
    }
    return benchmarks::runRegistered(argc, argv);
}
