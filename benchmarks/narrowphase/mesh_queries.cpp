/// Contacts, rays and sweeps of convex shapes on a mesh of 32,768 triangles: time and accuracy of sat3d and
/// Bullet.

#include "harness/ratio_reporter.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet_contacts.hpp"
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kQueries = 500;
constexpr std::uint32_t kCells = 128;
constexpr float kSink = 0.01f, kFall = 2.0f;

/// Hills of half-meter cells.
HeightField ground() {
    Random random(71);
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < (kCells + 1) * (kCells + 1); ++i) {
        const double x = 0.5 * (i % (kCells + 1)), y = 0.5 * (i / (kCells + 1));
        heights.push_back(float(1.5 * std::sin(0.4 * x) + std::cos(0.3 * y) + random.uniform(-0.05, 0.05)));
    }
    return test::fieldOf(heights, kCells + 1, {0.5f, 0.5f});
}

struct Terrain {
    HeightField field = ground();
    TriangleMesh mesh = test::meshOf(test::trianglesOf(field).first);
};
const Terrain& terrain() {
    static const Terrain kTerrain;
    return kTerrain;
}

/// A body, either a crate or a hull of 24 vertices. `sunk` is its pose slightly below the ground, `above` its
/// pose before the fall.
struct BodyQuery {
    ConvexShape body;
    Pose above, sunk;
    RigidMotion turning;
};

std::vector<BodyQuery> bodyQueriesOf(bool areBoxes) {
    Random random(72);
    std::vector<glm::vec3> points;
    for (int i = 0; i < 24; ++i) {
        points.emplace_back(0.6 * random.direction());
    }
    const ConvexHull stone = test::hullOf(points);
    std::vector<BodyQuery> queries;
    while (queries.size() < kQueries) {
        BodyQuery query;
        query.body = areBoxes ? ConvexShape(Box{{}, {0.8f, 0.5f, 0.4f}}) : ConvexShape(stone);
        const auto place = [&] { return float(random.uniform(4.0, 60.0)); };
        const float x = place(), y = place();
        query.above = {{x, y, 8.0f}, glm::quat(random.rotation())};
        const glm::vec3 fall(0, 0, -16.0f);
        const Sweep landing = sweep(query.body, query.above, terrain().mesh, Pose{}, fall);
        query.sunk = query.above;
        query.sunk.position.z -= 16.0f * landing.fraction + kSink;
        query.above.position.z = query.sunk.position.z + 0.75f * kFall;
        query.turning = {{0.3f, 0, -kFall}, glm::vec3(random.direction()), {}};
        queries.push_back(query);
    }
    return queries;
}

Ray rayOf(const BodyQuery& query) {
    const glm::vec3 from = query.above.position + glm::vec3(-10, 3, 6);
    return {from, query.sunk.position - from, 30.0f};
}

/// @param ask  a function of (const BodyQuery&, std::size_t index)
template <class Ask>
void timeEach(benchmark::State& state, const std::vector<BodyQuery>& queries, const Ask& ask) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(ask(queries[next], next));
        next = next + 1 == queries.size() ? 0 : next + 1;
    }
}

struct Error {
    double worst = 0.0, sum = 0.0;
    int count = 0;
    void add(double error) {
        worst = std::max(worst, error);
        sum += error;
        ++count;
    }
    void report(benchmark::State& state) const {
        state.counters["worstError"] = worst;
        state.counters["meanError"] = sum / std::max(count, 1);
    }
};

/// Error of a push, in meters: the overlap that remains after it, or its excess length over kSink.
double remainingOverlap(const BodyQuery& query, const glm::vec3& push) {
    const Pose after{query.sunk.position + push, query.sunk.rotation};
    const auto left = penetration(query.body, after, terrain().mesh, Pose{});
    return std::max(left ? double(left->depth) : 0.0, double(glm::length(push)) - double(kSink));
}

template <class Surface>
void timeContacts(benchmark::State& state, bool areBoxes, const Surface& surface) {
    const auto queries = bodyQueriesOf(areBoxes);
    std::array<Manifold, 16> storage;
    timeEach(state, queries, [&](const BodyQuery& q, std::size_t) {
        return collide(q.body, q.sunk, surface, Pose{}, storage, {.margin = 0.01f}).size();
    });
    Error error;
    for (const BodyQuery& q : queries) {
        const auto manifolds = collide(q.body, q.sunk, surface, Pose{}, storage);
        error.add(
            remainingOverlap(q, manifolds.empty() ? glm::vec3(0.0f) : manifolds[0].penetration.pushA()));
    }
    error.report(state);
}

template <class Surface>
void timeRays(benchmark::State& state, bool areBoxes, const Surface& surface) {
    timeEach(state, bodyQueriesOf(areBoxes),
             [&](const BodyQuery& q, std::size_t) { return raycast(surface, Pose{}, rayOf(q)); });
}

const glm::vec3 kFalling(0.3f, 0, -kFall);

template <class Surface>
void timeSweeps(benchmark::State& state, bool areBoxes, const Surface& surface) {
    const auto queries = bodyQueriesOf(areBoxes);
    timeEach(state, queries, [&](const BodyQuery& q, std::size_t) {
        return sweep(q.body, q.above, surface, Pose{}, kFalling);
    });
}

template <class Surface>
void timeTurning(benchmark::State& state, bool areBoxes, const Surface& surface) {
    timeEach(state, bodyQueriesOf(areBoxes), [&](const BodyQuery& q, std::size_t) {
        return sweep(q.body, q.above, surface, Pose{}, q.turning, RigidMotion{});
    });
}

#ifdef SAT3D_BENCHMARK_BULLET
using benchmarks::bulletPose;
using benchmarks::bulletVector;

/// Bullet's mesh with its own tree, without margins.
class BulletGround {
public:
    BulletGround() {
        for (std::uint32_t i = 0; i < terrain().mesh.triangleCount(); ++i) {
            const auto& [a, b, c] = terrain().mesh.triangle(i).corners;
            triangles_.addTriangle(bulletVector(a), bulletVector(b), bulletVector(c));
        }
        shape_ = std::make_unique<btBvhTriangleMeshShape>(&triangles_, true);
        shape_->setMargin(0);
        object_.setCollisionShape(shape_.get());
    }
    [[nodiscard]] btBvhTriangleMeshShape& shape() { return *shape_; }
    [[nodiscard]] btCollisionObject& object() { return object_; }

private:
    btTriangleMesh triangles_;
    std::unique_ptr<btBvhTriangleMeshShape> shape_;
    btCollisionObject object_;
};
BulletGround& bulletGround() {
    static BulletGround ground;
    return ground;
}

std::unique_ptr<btConvexShape> bulletBody(const ConvexShape& body) {
    if (const auto* box = std::get_if<Box>(&body)) {
        return std::make_unique<btBoxShape>(bulletVector(box->halfExtents));
    }
    return benchmarks::bulletHull(std::get<ConvexHull>(body));
}

void timeBulletContacts(benchmark::State& state, bool areBoxes) {
    const auto queries = bodyQueriesOf(areBoxes);
    const auto body = bulletBody(queries[0].body);
    benchmarks::BulletContacts contacts;
    for (const BodyQuery& q : queries) {
        contacts.add(*body, q.sunk, bulletGround().shape(), Pose{});
    }
    timeEach(state, queries, [&](const BodyQuery&, std::size_t i) { return contacts.deepest(i).least; });
    Error error;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto deepest = contacts.deepest(i);
        const btVector3 push = deepest.normal * -std::min(deepest.least, btScalar(0));
        error.add(remainingOverlap(queries[i], {push.x(), push.y(), push.z()}));
    }
    error.report(state);
}

void timeBulletRays(benchmark::State& state, bool areBoxes) {
    const auto queries = bodyQueriesOf(areBoxes);
    const auto ask = [&](const BodyQuery& q, std::size_t) {
        const Ray ray = rayOf(q);
        const btVector3 from = bulletVector(ray.origin),
                        to = bulletVector(ray.origin + ray.length * glm::normalize(ray.direction));
        btCollisionWorld::ClosestRayResultCallback result(from, to);
        btTransform start = btTransform::getIdentity(), end = start;
        start.setOrigin(from);
        end.setOrigin(to);
        btCollisionWorld::rayTestSingle(start, end, &bulletGround().object(), &bulletGround().shape(),
                                        btTransform::getIdentity(), result);
        return result.m_closestHitFraction;
    };
    timeEach(state, queries, ask);
    Error error;
    for (const BodyQuery& q : queries) {
        const auto hit = raycast(terrain().mesh, Pose{}, rayOf(q));
        error.add(std::abs(30.0 * double(ask(q, 0)) - (hit ? double(hit->entry.distance) : 30.0)));
    }
    error.report(state);
}

void timeBulletSweeps(benchmark::State& state, bool areBoxes) {
    const auto queries = bodyQueriesOf(areBoxes);
    const auto body = bulletBody(queries[0].body);
    const auto ask = [&](const BodyQuery& q, std::size_t) {
        const btTransform start = bulletPose(q.above),
                          end = bulletPose({q.above.position + kFalling, q.above.rotation});
        btCollisionWorld::ClosestConvexResultCallback result(start.getOrigin(), end.getOrigin());
        btCollisionWorld::objectQuerySingle(body.get(), start, end, &bulletGround().object(),
                                            &bulletGround().shape(), btTransform::getIdentity(), result, 0);
        return result.m_closestHitFraction;
    };
    timeEach(state, queries, ask);
    Error error;
    for (const BodyQuery& q : queries) {
        const Sweep ours = sweep(q.body, q.above, terrain().mesh, Pose{}, kFalling);
        error.add(double(glm::length(kFalling)) * std::abs(double(ask(q, 0)) - double(ours.fraction)));
    }
    error.report(state);
}
#endif

void add(const std::string& name, const std::function<void(benchmark::State&, bool)>& run) {
    for (const bool areBoxes : {true, false}) {
        const std::size_t slash = name.rfind('/');
        benchmark::RegisterBenchmark(
            (name.substr(0, slash) + (areBoxes ? "/box" : "/hull24") + name.substr(slash)).c_str(),
            [=](benchmark::State& state) { run(state, areBoxes); });
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto addOurs = [](const std::string& verb, const auto& run) {
        add(verb + "/sat3d", [=](benchmark::State& state, bool boxes) { run(state, boxes, terrain().mesh); });
        add(verb + "/sat3d_field",
            [=](benchmark::State& state, bool boxes) { run(state, boxes, terrain().field); });
    };
    addOurs("contacts", [](auto&&... arguments) { timeContacts(arguments...); });
    addOurs("ray", [](auto&&... arguments) { timeRays(arguments...); });
    addOurs("sweep", [](auto&&... arguments) { timeSweeps(arguments...); });
    addOurs("turning", [](auto&&... arguments) { timeTurning(arguments...); });
#ifdef SAT3D_BENCHMARK_BULLET
    add("contacts/Bullet", timeBulletContacts);
    add("ray/Bullet", timeBulletRays);
    add("sweep/Bullet", timeBulletSweeps);
#endif
    return sat3d::benchmarks::runRegistered(argc, argv);
}
