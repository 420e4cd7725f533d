/// Times the bounding boxes of many posed shapes, as a world computes them in every frame.

#include "harness/ratio_reporter.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/shapes/shape.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet.hpp"
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kObjects = 1000;

std::vector<Pose> randomPoses() {
    Random random(611);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < kObjects; ++i) {
        poses.push_back({glm::vec3(random.inBox(100.0)), glm::quat(random.rotation())});
    }
    return poses;
}

/// @param boundsAt  computes the bounds at a pose
template <class AnyPose, class BoundsAt>
void add(const std::string& name, const std::vector<AnyPose>& poses, const BoundsAt& boundsAt) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        using Bounds = decltype(boundsAt(poses[0]));
        std::vector<Bounds> answers(poses.size());
        for (auto _ : state) {
            for (std::size_t i = 0; i < poses.size(); ++i) {
                answers[i] = boundsAt(poses[i]);
            }
            benchmark::DoNotOptimize(answers.data());
        }
        state.counters["each"] = {
            static_cast<double>(poses.size()),
            benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
    });
}

template <class S>
void addShape(const std::string& name, const S& shape) {
    add("bounds/" + name + "/sat3d", randomPoses(), [=](const Pose& pose) { return bounds(shape, pose); });
}

void addHull(const std::string& name, const ConvexHull& hull) {
    addShape(name, hull);
    add("bounds/" + name + "/conservative", randomPoses(),
        [=](const Pose& pose) { return conservativeBounds(hull, pose); });
#ifdef SAT3D_BENCHMARK_BULLET
    struct Bounds {
        btVector3 lower, upper;
    };
    std::vector<btTransform> poses;
    for (const Pose& pose : randomPoses()) {
        poses.push_back(benchmarks::bulletPose(pose));
    }
    add("bounds/" + name + "/Bullet", poses,
        [shape = std::shared_ptr(benchmarks::bulletHull(hull))](const btTransform& pose) {
            Bounds bounds;
            shape->getAabb(pose, bounds.lower, bounds.upper);
            return bounds;
        });
#endif
}

}  // namespace

int main(int argc, char** argv) {
    addShape("sphere", Sphere{.radius = 0.6f});
    addShape("box", Box{.halfExtents = {0.6f, 0.5f, 0.4f}});
    addHull("box as a hull", *ConvexHull::box({0.6f, 0.5f, 0.4f}));
    for (const std::size_t vertices : {16u, 32u, 128u}) {
        Random random(77);
        std::vector<glm::vec3> points;
        for (std::size_t i = 0; i < vertices; ++i) {
            points.push_back(glm::vec3(random.direction()));
        }
        addHull(std::to_string(vertices) + " points", test::hullOf(points));
    }
    return benchmarks::runRegistered(argc, argv);
}
