/// Spheres, capsules and boxes against each other: sat3d beside what Bullet's dispatcher finds for the pair,
/// in time and depth.

#include "ratio_reporter.hpp"
#include "support/random.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/shape.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet_contacts.hpp"
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kPairs = 1000;
constexpr std::array kTypes{"sphere", "capsule", "box"};

/// About the origin, capsules along y, as Bullet has them.
ConvexShape shapeOf(Random& random, std::size_t type) {
    const auto length = [&] { return static_cast<float>(random.uniform(0.3, 1.5)); };
    if (type == 0) {
        return Sphere{glm::vec3(0.0f), length()};
    }
    if (type == 1) {
        const float half = length();
        return Capsule{{0.0f, -half, 0.0f}, {0.0f, half, 0.0f}, 0.5f * length()};
    }
    const float x = length(), y = length(), z = length();
    return Box{glm::vec3(0.0f), {x, y, z}};
}

struct Pair {
    ConvexShape a, b;
    Pose poseA, poseB;
};

/// About half of them overlap; no pair comes twice, so that no branch predictor learns one by heart.
std::vector<Pair> pairsOf(std::size_t typeA, std::size_t typeB) {
    Random random(511);
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < kPairs; ++i) {
        Pair pair{shapeOf(random, typeA), shapeOf(random, typeB), {}, {}};
        pair.poseA = {glm::vec3(random.inBox(20.0)), glm::quat(random.rotation())};
        const double away = random.uniform(0.0, 3.4);
        pair.poseB = {pair.poseA.position + glm::vec3(away * random.direction()),
                      glm::quat(random.rotation())};
        pairs.push_back(pair);
    }
    return pairs;
}

template <class A, class B, class Ask>
void timeOurs(benchmark::State& state, std::size_t typeA, std::size_t typeB, const Ask& ask) {
    struct Typed {
        A a;
        B b;
        Pose poseA, poseB;
    };
    std::vector<Typed> pairs;
    for (const Pair& pair : pairsOf(typeA, typeB)) {
        pairs.push_back({std::get<A>(pair.a), std::get<B>(pair.b), pair.poseA, pair.poseB});
    }
    std::size_t next = 0;
    for (auto _ : state) {
        const Typed& pair = pairs[next];
        next = next + 1 == kPairs ? 0 : next + 1;
        benchmark::DoNotOptimize(ask(pair.a, pair.poseA, pair.b, pair.poseB));
    }
}

#ifdef SAT3D_BENCHMARK_BULLET
std::unique_ptr<btConvexShape> bulletShape(const ConvexShape& shape) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return std::make_unique<btSphereShape>(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return std::make_unique<btCapsuleShape>(capsule->radius, capsule->end.y - capsule->start.y);
    }
    const glm::vec3& half = std::get<Box>(shape).halfExtents;
    return std::make_unique<btBoxShape>(btVector3(half.x, half.y, half.z));
}

/// The shapes and what Bullet makes of them.
class BulletPairs {
public:
    explicit BulletPairs(const std::vector<Pair>& pairs) {
        for (const Pair& pair : pairs) {
            shapes_.push_back(bulletShape(pair.a));
            shapes_.push_back(bulletShape(pair.b));
            contacts_.add(*shapes_[shapes_.size() - 2], pair.poseA, *shapes_.back(), pair.poseB);
        }
    }
    /// Of a pair that overlaps: less than 0.
    btScalar separation(std::size_t pair) { return contacts_.deepest(pair).least; }

private:
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    benchmarks::BulletContacts contacts_;
};

void timeBullet(benchmark::State& state, std::size_t typeA, std::size_t typeB) {
    const std::vector<Pair> pairs = pairsOf(typeA, typeB);
    BulletPairs theirs(pairs);
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(theirs.separation(next));
        next = next + 1 == kPairs ? 0 : next + 1;
    }
    double worst = 0.0, sum = 0.0, count = 0.0;
    for (std::size_t i = 0; i < kPairs; ++i) {
        if (const auto hit = penetration(pairs[i].a, pairs[i].poseA, pairs[i].b, pairs[i].poseB)) {
            const double error = std::abs(double(hit->depth) + double(theirs.separation(i)));
            worst = std::max(worst, std::min(error, 10.0));
            sum += std::min(error, 10.0);
            count += 1.0;
        }
    }
    state.counters["worstError"] = worst;
    state.counters["meanError"] = sum / count;
}
#endif

template <class A, class B>
void addPair(std::size_t typeA, std::size_t typeB) {
    const std::string name = std::string(kTypes[typeA]) + "_" + kTypes[typeB];
    const auto add = [&](const std::string& verb, const auto& ask) {
        benchmark::RegisterBenchmark((verb + "/" + name + "/sat3d").c_str(), [=](benchmark::State& state) {
            timeOurs<A, B>(state, typeA, typeB, ask);
        });
    };
    add("penetration", [](const A& a, const Pose& poseA, const B& b, const Pose& poseB) {
        return penetration(a, poseA, b, poseB);
    });
    add("distance", [](const A& a, const Pose& poseA, const B& b, const Pose& poseB) {
        return distance(a, poseA, b, poseB);
    });
#ifdef SAT3D_BENCHMARK_BULLET
    benchmark::RegisterBenchmark(("penetration/" + name + "/Bullet").c_str(),
                                 [=](benchmark::State& state) { timeBullet(state, typeA, typeB); });
#endif
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    addPair<Sphere, Sphere>(0, 0);
    addPair<Sphere, Capsule>(0, 1);
    addPair<Sphere, Box>(0, 2);
    addPair<Capsule, Capsule>(1, 1);
    addPair<Capsule, Box>(1, 2);
    addPair<Box, Box>(2, 2);
    sat3d::benchmarks::RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}
