/// Many questions in one call beside the same questions one by one: rays against one shape, pairs of boxes.
/// No other library has such calls. In the table of ratios, "sat3d" are the calls for many. Last: many
/// threads that ask at once.

#include "ratio_reporter.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
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

/// From outside, past or through a shape of about one metre.
std::vector<Ray> raysAt(const Pose& pose) {
    Random random(512);
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < kRays; ++i) {
        const glm::vec3 from(4.0 * random.direction()), past(random.inBox(0.7));
        rays.push_back({pose.position + from, past - from, 10.0f});
    }
    return rays;
}

using Hits = std::span<std::optional<RayHit>>;

/// @param ask  fills the hits of some of the rays
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
    state.counters["each"] =
        benchmark::Counter(static_cast<double>(kRays),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Shape>
void addRays(const std::string& name, const Shape& shape) {
    for (const std::size_t aCall : {std::size_t(4), std::size_t(8), kRays}) {
        const std::string workload = "raycasts/" + name + ", " + std::to_string(aCall) + " a call/";
        benchmark::RegisterBenchmark((workload + "sat3d").c_str(), [=](benchmark::State& state) {
            timeRays(state, aCall, [&](const Pose& pose, std::span<const Ray> rays, Hits hits) {
                raycasts(shape, pose, rays, hits);
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

/// Hulls in no order; about three quarters overlap where `reach` is 1, few where it is 3.
std::vector<PosedPair> pairsOf(const std::vector<ConvexHull>& hulls, double reach, std::uint32_t seed = 513) {
    Random random(seed);
    const auto any = [&] { return &hulls[random.below(static_cast<std::uint32_t>(hulls.size()))]; };
    std::vector<PosedPair> pairs;
    for (std::size_t i = 0; i < kPairs; ++i) {
        const glm::vec3 position(random.inBox(100.0));
        const glm::vec3 away(random.uniform(0.5, 1.5) * reach * random.direction());
        pairs.push_back({any(),
                         {position, glm::quat(random.rotation())},
                         any(),
                         {position + away, glm::quat(random.rotation())}});
    }
    return pairs;
}

std::vector<ConvexHull> boxes() {
    Random random(514);
    std::vector<ConvexHull> result;
    for (int i = 0; i < 48; ++i) {
        const auto half = [&] { return static_cast<float>(random.uniform(0.4, 1.2)); };
        const float x = half(), y = half(), z = half();
        result.push_back(*ConvexHull::box({x, y, z}));
    }
    return result;
}

/// @param ask  fills the answers to all pairs
template <class Answer, class Ask>
void timePairs(benchmark::State& state, double reach, const Ask& ask) {
    const std::vector<ConvexHull> shapes = boxes();
    const std::vector<PosedPair> pairs = pairsOf(shapes, reach);
    const auto answers = std::make_unique<Answer[]>(kPairs);
    for (auto _ : state) {
        ask(pairs, std::span(answers.get(), kPairs));
        benchmark::DoNotOptimize(answers.get());
    }
    state.counters["each"] =
        benchmark::Counter(static_cast<double>(kPairs),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// @param one, many  a pair, and a span of them
template <class Answer, class One, class Many>
void addPairs(const std::string& verb, const One& one, const Many& many) {
    for (const double reach : {1.0, 3.0}) {
        const std::string workload = verb + "/boxes, " + (reach == 1.0 ? "mixed/" : "apart/");
        benchmark::RegisterBenchmark((workload + "sat3d").c_str(),
                                     [=](benchmark::State& state) { timePairs<Answer>(state, reach, many); });
        benchmark::RegisterBenchmark((workload + "one by one").c_str(), [=](benchmark::State& state) {
            timePairs<Answer>(state, reach, [&](std::span<const PosedPair> pairs, std::span<Answer> answers) {
                for (std::size_t i = 0; i < pairs.size(); ++i) {
                    answers[i] = one(pairs[i]);
                }
            });
        });
    }
}

/// Each thread has pairs of its own; they share the hulls, which nobody writes. Time is the wall's.
void addThreads() {
    std::vector<ConvexHull> hulls;
    for (std::uint32_t i = 0; i < 32; ++i) {
        hulls.push_back(roundHull(32, i));
    }
    const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    benchmark::RegisterBenchmark("penetrations/32 points, each thread its own",
                                 [hulls](benchmark::State& state) {
                                     const auto seed = static_cast<std::uint32_t>(state.thread_index());
                                     const std::vector<PosedPair> pairs = pairsOf(hulls, 1.0, seed);
                                     std::vector<std::optional<Penetration>> answers(kPairs);
                                     for (auto _ : state) {
                                         penetrations(pairs, answers);
                                         benchmark::DoNotOptimize(answers.data());
                                     }
                                     state.counters["a_second"] =
                                         benchmark::Counter(static_cast<double>(kPairs),
                                                            benchmark::Counter::kIsIterationInvariantRate |
                                                                benchmark::Counter::kAvgThreads);
                                 })
        ->ThreadRange(1, cores)
        ->UseRealTime();
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    addRays("box as a hull", *ConvexHull::box({0.6f, 0.5f, 0.4f}));
    for (const std::size_t vertices : {16u, 64u, 128u}) {
        addRays(std::to_string(vertices) + " points", roundHull(vertices));
    }
    addRays("box", Box{.halfExtents = {0.6f, 0.5f, 0.4f}});
    addRays("sphere", Sphere{.radius = 0.6f});
    using MaybePenetration = std::optional<Penetration>;
    addPairs<MaybePenetration>(
        "penetrations", [](const PosedPair& p) { return penetration(*p.a, p.poseA, *p.b, p.poseB); },
        [](std::span<const PosedPair> pairs, std::span<MaybePenetration> answers) {
            penetrations(pairs, answers);
        });
    addPairs<bool>(
        "overlaps", [](const PosedPair& p) { return overlaps(*p.a, p.poseA, *p.b, p.poseB); },
        [](std::span<const PosedPair> pairs, std::span<bool> answers) { overlaps(pairs, answers); });
    addThreads();
    sat3d::benchmarks::RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}
