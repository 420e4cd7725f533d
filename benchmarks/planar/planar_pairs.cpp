/// Times the verbs of pairs in the plane: boxes, polygons of 8 vertices and circles, overlapping, near and
/// far. Manifolds beside Box2D's manifold functions, in the same run and with the same margin. Each row has
/// the accuracy of its manifolds as counters, by brute force over all axes in long double.

#include "harness/ratio_reporter.hpp"
#include "support/planar/planar_shapes.hpp"
#include "support/random.hpp"

#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>
#include <sat3d/planar/sweep.hpp>

#include <benchmark/benchmark.h>
#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#ifdef SAT3D_BENCHMARK_BOX2D
#include "peers/box2d.hpp"
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;

constexpr std::size_t kPairs = 1024;
/// Pairs that are closer than this have a manifold: Box2D's speculative distance.
constexpr float kMargin = 0.02f;
/// A manifold is wrong if its depth or its normal misses the minimum by more than this, in meters.
constexpr double kExact = 1e-5;

struct Pair {
    PlanarShape a, b;
    PlanarPose poseA, poseB;
    double separation = 0.0;  ///< by brute force
};

/// What a manifold says about a pair.
struct Statement {
    float separation = 0.0f;  ///< of the deepest point
    glm::dvec2 normalAToB{0.0};
};

struct Regime {
    const char* name;
    double leastGap, mostGap;
};
constexpr std::array<Regime, 3> kRegimes{
    {{"overlapping", -0.3, -1e-3}, {"near", 1e-3, 0.019}, {"far", 0.05, 2.0}}};

struct Kinds {
    const char* name;
    PlanarShape (*a)(test::Random&);
    PlanarShape (*b)(test::Random&);
};

PlanarShape randomBox(test::Random& random) {
    const auto x = static_cast<float>(random.uniform(0.3, 1.0)),
               y = static_cast<float>(random.uniform(0.3, 1.0));
    return PlanarBox{.halfExtents = {x, y}};
}
PlanarShape randomCircle(test::Random& random) {
    return Circle{.radius = static_cast<float>(random.uniform(0.3, 1.0))};
}
/// Vertices at about equal angles on an ellipse.
PlanarShape randomOctagon(test::Random& random) {
    std::vector<glm::vec2> points;
    const double width = random.uniform(0.5, 1.0), height = random.uniform(0.5, 1.0);
    for (int i = 0; i < 8; ++i) {
        const double angle = 0.785398 * (i + random.uniform(-0.3, 0.3));
        points.emplace_back(width * std::cos(angle), height * std::sin(angle));
    }
    return ConvexPolygon::fromPoints(points).value();
}

constexpr std::array<Kinds, 5> kKinds{{{"boxes", randomBox, randomBox},
                                       {"polygons", randomOctagon, randomOctagon},
                                       {"circles", randomCircle, randomCircle},
                                       {"box_circle", randomBox, randomCircle},
                                       {"polygon_circle", randomOctagon, randomCircle}}};

/// Moves B along the normal until the pair has a gap of the regime.
std::vector<Pair> pairsOf(const Kinds& kinds, const Regime& regime) {
    test::Random random(17);
    std::vector<Pair> pairs;
    while (pairs.size() < kPairs) {
        Pair pair{kinds.a(random), kinds.b(random), {}, {}};
        pair.poseA = {test::randomInSquare(random, 10.0), test::randomPlanarRotation(random)};
        pair.poseB = {pair.poseA.position + test::randomInSquare(random, 2.0),
                      test::randomPlanarRotation(random)};
        const double gap = random.uniform(regime.leastGap, regime.mostGap);
        for (int i = 0; i < 4; ++i) {
            const auto now = distance(pair.a, pair.poseA, pair.b, pair.poseB);
            pair.poseB.position += now.normal * (static_cast<float>(gap) - now.separation);
        }
        pair.separation = static_cast<double>(test::separationByBruteForce(
            test::pointsOf(pair.a, pair.poseA), test::pointsOf(pair.b, pair.poseB)));
        if (std::abs(pair.separation - gap) < 1e-4) {
            pairs.push_back(std::move(pair));
        }
    }
    return pairs;
}

/// Counts the errors of all manifolds: the largest, in meters, and the pairs that are wrong.
template <class StatementOf>
void countErrors(benchmark::State& state, const std::vector<Pair>& pairs, const StatementOf& statementOf) {
    double largest = 0.0;
    int wrong = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Pair& pair = pairs[i];
        const std::optional<Statement> statement = statementOf(i);
        if (!statement || pair.separation > double(kMargin)) {
            wrong += statement.has_value() == (pair.separation < double(kMargin)) ? 0 : 1;
            continue;
        }
        const auto a = test::pointsOf(pair.a, pair.poseA), b = test::pointsOf(pair.b, pair.poseB);
        const auto along = static_cast<double>(
            test::separationAlong(a, b, glm::normalize(test::RealVector(statement->normalAToB))));
        const double error = std::max(std::abs(double(statement->separation) - pair.separation),
                                      std::abs(along - pair.separation));
        largest = std::max(largest, error);
        wrong += error > kExact ? 1 : 0;
    }
    state.counters["wrong"] = wrong;
    state.counters["error_um"] = 1e6 * largest;
}

void timeOurs(benchmark::State& state, const std::vector<Pair>& pairs) {
    const auto manifoldOf = [&](const Pair& pair) {
        return collide(pair.a, pair.poseA, pair.b, pair.poseB, {.margin = kMargin});
    };
    for (auto _ : state) {
        for (const Pair& pair : pairs) {
            benchmark::DoNotOptimize(manifoldOf(pair));
        }
    }
    state.SetItemsProcessed(state.iterations() * std::int64_t{kPairs});
    countErrors(state, pairs, [&](std::size_t i) -> std::optional<Statement> {
        const auto manifold = manifoldOf(pairs[i]);
        if (!manifold) {
            return std::nullopt;
        }
        float least = manifold->points()[0].separation;
        for (const PlanarContactPoint& point : manifold->points()) {
            least = std::min(least, point.separation);
        }
        return Statement{least, manifold->normal};
    });
}

#ifdef SAT3D_BENCHMARK_BOX2D
void timeBox2d(benchmark::State& state, const std::vector<Pair>& pairs) {
    struct Box2dPair {
        benchmarks::Box2dShape a, b;
        b2WorldTransform poseA, poseB;
    };
    std::vector<Box2dPair> theirs;
    for (const Pair& pair : pairs) {
        theirs.push_back({benchmarks::box2dShape(pair.a), benchmarks::box2dShape(pair.b),
                          benchmarks::box2dPose(pair.poseA), benchmarks::box2dPose(pair.poseB)});
    }
    const auto manifoldOf = [](const Box2dPair& pair) {
        return benchmarks::box2dManifold(pair.a, pair.poseA, pair.b, pair.poseB);
    };
    for (auto _ : state) {
        for (const Box2dPair& pair : theirs) {
            benchmark::DoNotOptimize(manifoldOf(pair));
        }
    }
    state.SetItemsProcessed(state.iterations() * std::int64_t{kPairs});
    countErrors(state, pairs, [&](std::size_t i) -> std::optional<Statement> {
        const auto manifold = manifoldOf(theirs[i]);
        if (manifold.pointCount == 0) {
            return std::nullopt;
        }
        const float least = manifold.pointCount == 1
                                ? manifold.points[0].separation
                                : std::min(manifold.points[0].separation, manifold.points[1].separation);
        return Statement{least, {manifold.normalAToB.x, manifold.normalAToB.y}};
    });
}
#endif

/// Times a verb of ours. @param answer  of one pair
template <class Answer>
void addVerb(const std::string& name, const std::vector<Pair>& pairs, const Answer& answer) {
    benchmark::RegisterBenchmark(name.c_str(), [&pairs, answer](benchmark::State& state) {
        for (auto _ : state) {
            for (const Pair& pair : pairs) {
                benchmark::DoNotOptimize(answer(pair));
            }
        }
        state.SetItemsProcessed(state.iterations() * std::int64_t{kPairs});
    });
}

void addAll(const std::string& workload, const std::vector<Pair>& pairs) {
    const auto add = [&](const char* contender, void (*time)(benchmark::State&, const std::vector<Pair>&)) {
        benchmark::RegisterBenchmark((workload + "/" + contender).c_str(),
                                     [&pairs, time](benchmark::State& state) { time(state, pairs); });
    };
    add("sat3d", timeOurs);
#ifdef SAT3D_BENCHMARK_BOX2D
    add("Box2D", timeBox2d);
#endif
    addVerb("penetration/" + workload, pairs,
            [](const Pair& p) { return penetration(p.a, p.poseA, p.b, p.poseB); });
    addVerb("distance/" + workload, pairs,
            [](const Pair& p) { return distance(p.a, p.poseA, p.b, p.poseB); });
    addVerb("raycast/" + workload, pairs, [](const Pair& p) {
        return raycast(p.a, p.poseA, PlanarRay{p.poseB.position, p.poseA.position - p.poseB.position});
    });
    addVerb("sweep/" + workload, pairs, [](const Pair& p) {
        return sweep(p.a, p.poseA, p.b, p.poseB, p.poseB.position - p.poseA.position);
    });
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::vector<Pair>> all;
    all.reserve(kKinds.size() * kRegimes.size());
    for (const Kinds& kinds : kKinds) {
        for (const Regime& regime : kRegimes) {
            all.push_back(pairsOf(kinds, regime));
            addAll(std::string("manifold/") + kinds.name + "_" + regime.name, all.back());
        }
    }
    return benchmarks::runRegistered(argc, argv);
}
