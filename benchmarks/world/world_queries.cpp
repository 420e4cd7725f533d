/// Times queries of a world of 5,000 bodies on hills, and sweeps of two shapes: sat3d and Box3D.

#include "harness/ratio_reporter.hpp"
#include "world/query_scene.hpp"

#include <sat3d/geometry/ray.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BOX3D
#include "world/box3d_queries.hpp"
#endif

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using benchmarks::QueryScene;

/// The scene in a World, its bodies moving.
template <bool kIsField>
class Ours {
public:
    static constexpr const char* kName = kIsField ? "sat3d height field" : "sat3d";

    explicit Ours(const QueryScene& scene) {
        const Shape ground = kIsField ? Shape(scene.field()) : Shape(scene.mesh());
        (void)world_.add({.shape = ground, .kind = ObjectKind::Static}).value();
        for (const QueryScene::Body& body : scene.bodies()) {
            const Shape shape = std::visit([](const auto& known) { return Shape(known); }, body.shape);
            (void)world_.add({.shape = shape, .pose = body.pose}).value();
        }
        world_.refresh();
    }
    [[nodiscard]] float castRay(const Ray& ray) const {
        const auto hit = raycast(world_, ray);
        return hit ? hit->hit.entry.distance / ray.length : 1.0f;
    }
    [[nodiscard]] bool isHit(const Ray& ray) const { return raycastAny(world_, ray); }
    template <class Moving>
    [[nodiscard]] float cast(const Moving& shape, const glm::vec3& start,
                             const glm::vec3& translation) const {
        const auto hit = sweep(world_, shape, Pose{start}, translation);
        return hit ? hit->sweep.fraction : 1.0f;
    }
    template <class Still>
    [[nodiscard]] std::size_t overlaps(const Still& shape, const glm::vec3& position) const {
        std::array<ObjectId, 256> buffer;
        return overlapping(world_, shape, Pose{position}, buffer).size();
    }
    template <class Moving, class Still>
    [[nodiscard]] static float castOne(const Moving& shape, const Pose& pose, const glm::vec3& translation,
                                       const Still& still, const Pose& poseOfStill) {
        const auto hit = sweep(shape, pose, still, poseOfStill, {translation});
        return hit ? hit.fraction : 1.0f;
    }

private:
    World world_;
};

/// Registers a workload of `count` queries, which differ.
/// @param ask  (const Contender&, std::size_t query): returns a share of the way, or a number
template <class Contender, class Ask>
void add(const std::string& workload, std::shared_ptr<const Contender> contender, std::size_t count,
         const Ask& ask) {
    const auto run = [=](benchmark::State& state) {
        double sum = 0.0;
        for (auto _ : state) {
            sum = 0.0;
            for (std::size_t i = 0; i < count; ++i) {
                sum += static_cast<double>(ask(*contender, i));
            }
            benchmark::DoNotOptimize(sum);
        }
        state.counters["mean"] = sum / static_cast<double>(count);  // about the same for all contenders
        state.counters["per query"] =
            benchmark::Counter(static_cast<double>(count),
                               benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    };
    benchmark::RegisterBenchmark((workload + "/" + Contender::kName).c_str(), run)
        ->Unit(benchmark::kMicrosecond);
}

/// Places and ways of the queries, the same for all contenders.
struct Queries {
    struct Way {
        glm::vec3 start, translation;
    };
    struct PairWay {
        Pose moving, still;
        glm::vec3 translation;
    };
    std::vector<Ray> rays;
    std::vector<Way> down, level;
    std::vector<glm::vec3> places;
    std::vector<PairWay> pairs;

    Queries(QueryScene& scene, std::size_t count) {
        test::Random random(21);
        for (std::size_t i = 0; i < count; ++i) {
            rays.push_back({scene.onGround(1.5f), scene.level(), 100.0f});
            down.push_back({scene.onGround(1.5f), {0.0f, 0.0f, -3.0f}});
            level.push_back({scene.onGround(3.0f), 100.0f * scene.level()});
            places.push_back(scene.onGround(1.0f));
            const glm::vec3 from = glm::vec3(random.direction()) * 6.0f;
            pairs.push_back({{from, glm::quat(random.rotation())},
                             {glm::vec3(random.inBox(1.0)), glm::quat(random.rotation())},
                             -2.0f * from});
        }
    }
};

template <class Contender>
void addWorld(const QueryScene& scene, const std::shared_ptr<const Queries>& queries, std::size_t count) {
    const auto contender = std::make_shared<const Contender>(scene);
    const Sphere wheel{{0, 0, 0}, 0.35f}, blast{{0, 0, 0}, 5.0f};
    const Box crate{.halfExtents = {0.5f, 0.5f, 0.5f}};
    add<Contender>("ray of 100 m", contender, count,
                   [=](const auto& of, std::size_t i) { return of.castRay(queries->rays[i]); });
    add<Contender>("line of sight of 100 m", contender, count,
                   [=](const auto& of, std::size_t i) { return of.isHit(queries->rays[i]) ? 0.0 : 1.0; });
    const auto addCasts = [&](const std::string& name, const auto& shape, auto ways) {
        add<Contender>(name, contender, count, [=](const auto& of, std::size_t i) {
            const Queries::Way& way = ((*queries).*ways)[i];
            return of.cast(shape, way.start, way.translation);
        });
    };
    addCasts("sphere cast down by 3 m", wheel, &Queries::down);
    addCasts("box cast down by 3 m", crate, &Queries::down);
    addCasts("sphere cast over 100 m", wheel, &Queries::level);
    addCasts("box cast over 100 m", crate, &Queries::level);
    const auto addOverlaps = [&](const std::string& name, const auto& shape) {
        add<Contender>(name, contender, count,
                       [=](const auto& of, std::size_t i) { return of.overlaps(shape, queries->places[i]); });
    };
    addOverlaps("overlap of a sphere of 5 m", blast);
    addOverlaps("overlap of a box of 1 m", crate);
}

template <class Contender>
void addPairs(const QueryScene& scene, const std::shared_ptr<const Queries>& queries, std::size_t count) {
    const auto contender = std::make_shared<const Contender>(scene);
    const Sphere ball{{0, 0, 0}, 0.5f};
    const Box crate{.halfExtents = {0.5f, 0.7f, 0.9f}};
    const auto addPair = [&](const std::string& name, const auto& moving, const auto& still) {
        add<Contender>(name, contender, count, [=](const auto& of, std::size_t i) {
            const Queries::PairWay& way = queries->pairs[i];
            return of.castOne(moving, way.moving, way.translation, still, way.still);
        });
    };
    addPair("one sweep: sphere and sphere", ball, ball);
    addPair("one sweep: sphere and box", ball, crate);
    addPair("one sweep: box and box", crate, crate);
}

}  // namespace

/// Environment: SAT3D_QUERIES, number of queries of each workload (1,000 by default).
int main(int argc, char** argv) {
    const char* wanted = std::getenv("SAT3D_QUERIES");
    const std::size_t count = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 1'000;
    QueryScene scene;
    const auto queries = std::make_shared<const Queries>(scene, count);
    addWorld<Ours<false>>(scene, queries, count);
    addWorld<Ours<true>>(scene, queries, count);
    addPairs<Ours<false>>(scene, queries, count);
#ifdef SAT3D_BENCHMARK_BOX3D
    addWorld<benchmarks::Box3dQueries>(scene, queries, count);
    addPairs<benchmarks::Box3dQueries>(scene, queries, count);
#endif
    return benchmarks::runRegistered(argc, argv);
}
