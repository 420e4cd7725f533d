/// Times rays against one shape in batches beside single rays. No other library has batch queries. In the
/// table of ratios, "sat3d" is the batch query. The last benchmark asks for pairs of hulls on many threads at
/// once.

#include "harness/ratio_reporter.hpp"
#include "support/hulls.hpp"
#include "support/queries/batch_objects.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kRays = 1600;
constexpr std::size_t kPairs = 4000;

ConvexHull roundHull(std::size_t vertices, std::uint32_t seed = 77) {
    Random random(seed);
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) {
        points.push_back(glm::vec3(random.direction()));
    }
    return test::hullOf(points);
}

/// Rays that start outside a shape of about one meter and pass through it or near it.
std::vector<Ray> raysAt(const Pose& pose) {
    Random random(512);
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < kRays; ++i) {
        const glm::vec3 from(4.0 * random.direction()), past(random.inBox(0.7));
        rays.push_back({pose.position + from, past - from, 10.0f});
    }
    return rays;
}

/// Items per second. kInvert in the flags makes it seconds per item.
benchmark::Counter rateOf(std::size_t items, benchmark::Counter::Flags flags) {
    return {static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate | flags};
}

using Hits = std::span<std::optional<RayHit>>;

/// @param ask  computes the hits of some of the rays
template <class Ask>
void timeRays(benchmark::State& state, std::size_t aCall, const Ask& ask) {
    const Pose pose{{3.0f, -7.0f, 2.0f}, glm::angleAxis(0.7f, glm::vec3(0.6f, 0.8f, 0.0f))};
    const std::vector<Ray> rays = raysAt(pose);
    std::vector<std::optional<RayHit>> hits(kRays);
    for (auto _ : state) {
        for (std::size_t i = 0; i < kRays; i += aCall) {
            ask(pose, std::span(rays).subspan(i, aCall), Hits(hits).subspan(i, aCall));
        }
        benchmark::DoNotOptimize(hits.data());
    }
    state.counters["each"] = rateOf(kRays, benchmark::Counter::kInvert);
}

template <class Shape>
void addRays(const std::string& name, const Shape& shape) {
    for (const std::size_t aCall : {std::size_t(4), std::size_t(8), kRays}) {
        const std::string workload = "raycastBatch/" + name + ", " + std::to_string(aCall) + " a call/";
        benchmark::RegisterBenchmark((workload + "sat3d").c_str(), [=](benchmark::State& state) {
            timeRays(state, aCall, [&](const Pose& pose, std::span<const Ray> rays, Hits hits) {
                raycastBatch(shape, pose, rays, hits);
            });
        });
        benchmark::RegisterBenchmark((workload + "one by one").c_str(), [=](benchmark::State& state) {
            timeRays(state, aCall, [&](const Pose& pose, std::span<const Ray> rays, Hits hits) {
                for (std::size_t i = 0; i < rays.size(); ++i) {
                    hits[i] = raycast(shape, pose, rays[i]);
                }
            });
        });
    }
}

/// Pairs of random hulls. About three quarters overlap if `reach` is 1, and few if it is 3.
test::BatchObjects<float> pairsOf(const std::vector<ConvexHull>& hulls, double reach,
                                  std::uint32_t seed = 513) {
    Random random(seed);
    const auto any = [&]() -> const ConvexHull& {
        return hulls[random.below(static_cast<std::uint32_t>(hulls.size()))];
    };
    test::BatchObjects<float> objects;
    for (std::size_t i = 0; i < kPairs; ++i) {
        const glm::vec3 position(random.inBox(100.0));
        const glm::vec3 away(random.uniform(0.5, 1.5) * reach * random.direction());
        const ConvexHull &a = any(), &b = any();
        objects.addPair(a, {position, glm::quat(random.rotation())}, b,
                        {position + away, glm::quat(random.rotation())});
    }
    return objects;
}

/// Each thread has its own pairs. All threads share the hulls, which they only read. The time is wall time.
void addThreads() {
    std::vector<ConvexHull> hulls;
    for (std::uint32_t i = 0; i < 32; ++i) {
        hulls.push_back(roundHull(32, i));
    }
    const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    benchmark::RegisterBenchmark("penetrationBatch/32 points, each thread its own",
                                 [hulls](benchmark::State& state) {
                                     const auto seed = static_cast<std::uint32_t>(state.thread_index());
                                     const auto [shapes, poses, pairs] = pairsOf(hulls, 1.0, seed);
                                     std::vector<std::optional<Penetration>> answers(kPairs);
                                     for (auto _ : state) {
                                         penetrationBatch(shapes, poses, pairs, answers);
                                         benchmark::DoNotOptimize(answers.data());
                                     }
                                     state.counters["a_second"] =
                                         rateOf(kPairs, benchmark::Counter::kAvgThreads);
                                 })
        ->ThreadRange(1, cores)
        ->UseRealTime();
}

}  // namespace

int main(int argc, char** argv) {
    addRays("box as a hull", *ConvexHull::box({0.6f, 0.5f, 0.4f}));
    for (const std::size_t vertices : {16u, 64u, 128u}) {
        addRays(std::to_string(vertices) + " points", roundHull(vertices));
    }
    addRays("box", Box{.halfExtents = {0.6f, 0.5f, 0.4f}});
    addRays("sphere", Sphere{.radius = 0.6f});
    addThreads();
    return sat3d::benchmarks::runRegistered(argc, argv);
}
