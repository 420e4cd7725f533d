/// Contacts of bodies at rest on terrain: time of sat3d on a height field and on a mesh, and of Bullet. The
/// bodies lie flush on the ground, have sunk in by 1 cm, or stand on an edge. A barge spans many cells. A
/// body that did not move gets its former contacts from a cache.

#include "harness/ratio_reporter.hpp"
#include "narrowphase/tank_of_parts.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contact_cache.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#ifdef SAT3D_BENCHMARK_BULLET
#include "peers/bullet_contacts.hpp"
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kBodies = 200;
constexpr float kMargin = 0.01f, kSize = 64.0f;

/// Gentle hills, of cells of a size in meters.
HeightField hillsOf(float cell) {
    const auto columns = static_cast<std::uint32_t>(kSize / cell) + 1;
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < columns * columns; ++i) {
        const double x = double(cell) * (i % columns), y = double(cell) * (i / columns);
        heights.push_back(float(2.0 * std::sin(0.1 * x) + 2.0 * std::cos(0.08 * y)));
    }
    return test::fieldOf(heights, columns, {cell, cell});
}

struct Ground {
    HeightField field;
    TriangleMesh mesh;

    explicit Ground(float cell) : field(hillsOf(cell)), mesh(test::meshOf(test::trianglesOf(field).first)) {}
};
const Ground& groundOf(float cell) {
    static std::map<float, std::unique_ptr<Ground>> grounds;
    auto& ground = grounds[cell];
    if (!ground) {
        ground = std::make_unique<Ground>(cell);
    }
    return *ground;
}

Shape bodyOf(const std::string& name) {
    if (name == "box") {
        return Box{.halfExtents = glm::vec3(0.5f)};
    }
    if (name == "barge") {
        return Box{.halfExtents = {10.0f, 3.0f, 1.0f}};
    }
    if (name == "tank") {
        return benchmarks::tankOfParts();
    }
    if (name == "sphere") {
        return Sphere{{}, 0.5f};
    }
    if (name == "capsule") {
        return Capsule{{-0.4f, 0, 0}, {0.4f, 0, 0}, 0.3f};
    }
    std::vector<glm::vec3> points;  // a hexagonal prism
    for (int i = 0; i < 6; ++i) {
        const float angle = 1.04719755f * float(i);
        points.emplace_back(0.55f * std::cos(angle), 0.55f * std::sin(angle), -0.5f);
        points.emplace_back(0.55f * std::cos(angle), 0.55f * std::sin(angle), 0.5f);
    }
    return test::hullOf(points);
}

/// How bodies lie on the ground.
struct Rest {
    const char* name;
    float sink, tilt;  ///< meters, radians
};
constexpr std::array kRests{Rest{"flush", 0.0f, 0.0f}, Rest{"sunk", 0.01f, 0.0f},
                            Rest{"edge", 0.002f, 0.78539816f}};

/// Bodies that have been lowered on the ground, parallel to the triangle below their centers.
std::vector<Pose> posesOf(const Shape& body, const Ground& ground, const Rest& rest) {
    Random random(91);
    std::vector<Pose> poses;
    while (poses.size() < kBodies) {
        const float x = float(random.uniform(12.0, 52.0)), y = float(random.uniform(12.0, 52.0));
        const auto hit = sweep(Sphere{{}, 0.0f}, Pose{{x, y, 9.0f}}, ground.field, Pose{}, {{0, 0, -18.0f}});
        const glm::vec3 up = -hit.normal;
        const glm::quat level = glm::quat(glm::vec3(0, 0, 1), up),
                        turned = glm::angleAxis(float(random.uniform(0.0, 6.2)), glm::vec3(0, 0, 1)),
                        tilted = glm::angleAxis(rest.tilt, glm::vec3(0, 1, 0));
        constexpr float kAbove = 5.0f;
        Pose pose{hit.point + kAbove * up, glm::normalize(level * turned * tilted)};
        const Sweep fall = sweep(body, pose, ground.field, Pose{}, {-2.0f * kAbove * up});
        pose.position -= (2.0f * kAbove * fall.fraction + rest.sink) * up;
        poses.push_back(pose);
    }
    return poses;
}

/// @param ask  a function of (const Pose&, std::size_t index)
template <class Ask>
void timeEach(benchmark::State& state, const std::vector<Pose>& poses, const Ask& ask) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(ask(poses[next], next));
        next = next + 1 == poses.size() ? 0 : next + 1;
    }
}

template <class Surface>
void timeContacts(benchmark::State& state, const Shape& body, const std::vector<Pose>& poses,
                  const Surface& surface) {
    std::array<Manifold, 16> buffer;
    timeEach(state, poses, [&](const Pose& pose, std::size_t) {
        return collide(body, pose, surface, Pose{}, buffer, {.margin = kMargin}).size();
    });
    std::size_t manifolds = 0, points = 0;
    for (const Pose& pose : poses) {
        for (const Manifold& manifold : collide(body, pose, surface, Pose{}, buffer, {.margin = kMargin})) {
            ++manifolds;
            points += manifold.pointCount;
        }
    }
    state.counters["manifolds"] = double(manifolds) / kBodies;
    state.counters["points"] = double(points) / kBodies;
}

/// Bodies that have not moved since their contacts were computed.
template <class Surface>
void timeFormerContacts(benchmark::State& state, const Shape& body, const std::vector<Pose>& poses,
                        const Surface& surface) {
    std::vector<ContactCache> caches(poses.size());
    const auto ask = [&](const Pose& pose, std::size_t i) {
        return collide(body, pose, surface, Pose{}, caches[i], {.margin = kMargin}).data();
    };
    for (std::size_t i = 0; i < poses.size(); ++i) {
        benchmark::DoNotOptimize(ask(poses[i], i));
    }
    timeEach(state, poses, ask);
}

#ifdef SAT3D_BENCHMARK_BULLET
std::unique_ptr<btConvexShape> bulletConvex(const ConvexShape& body) {
    using benchmarks::bulletVector;
    if (const auto* box = std::get_if<Box>(&body)) {
        return std::make_unique<btBoxShape>(bulletVector(box->halfExtents));
    }
    if (const auto* sphere = std::get_if<Sphere>(&body)) {
        return std::make_unique<btSphereShape>(sphere->radius);
    }
    if (const auto* capsule = std::get_if<Capsule>(&body)) {
        return std::make_unique<btCapsuleShapeX>(capsule->radius, capsule->end.x - capsule->start.x);
    }
    return benchmarks::bulletHull(std::get<ConvexHull>(body));
}

/// A body of Bullet, which refers to its parts.
struct BulletBody {
    std::vector<std::unique_ptr<btConvexShape>> parts;
    btCompoundShape compound;

    explicit BulletBody(const Shape& body) {
        if (const auto* whole = std::get_if<Compound>(&body)) {
            for (const CompoundChild& child : whole->children()) {
                parts.push_back(bulletConvex(child.shape));
                compound.addChildShape(benchmarks::bulletPose(child.pose), parts.back().get());
            }
        }
        std::visit(
            [&]<class S>(const S& simple) {
                if constexpr (Convex<S>) {
                    parts.push_back(bulletConvex(simple));
                }
            },
            body);
    }
    [[nodiscard]] const btCollisionShape& shape() const {
        return parts.size() > 1 ? static_cast<const btCollisionShape&>(compound) : *parts.front();
    }
};

void timeBullet(benchmark::State& state, const Shape& body, const std::vector<Pose>& poses,
                const Ground& ground) {
    btTriangleMesh triangles;
    for (std::uint32_t i = 0; i < ground.mesh.triangleCount(); ++i) {
        const auto& [a, b, c] = ground.mesh.triangle(i).corners;
        triangles.addTriangle(benchmarks::bulletVector(a), benchmarks::bulletVector(b),
                              benchmarks::bulletVector(c));
    }
    btBvhTriangleMeshShape mesh(&triangles, true);
    mesh.setMargin(0);
    const BulletBody bulletBody(body);
    benchmarks::BulletContacts contacts;
    for (const Pose& pose : poses) {
        contacts.add(bulletBody.shape(), pose, mesh, Pose{});
    }
    timeEach(state, poses, [&](const Pose&, std::size_t i) { return contacts.deepest(i).least; });
}
#endif

void add(const std::string& name, const std::function<void(benchmark::State&)>& run) {
    benchmark::RegisterBenchmark(name.c_str(), run);
}

}  // namespace

int main(int argc, char** argv) {
    for (const std::string bodyName : {"box", "hull12", "sphere", "capsule", "barge", "tank"}) {
        const bool hasEdge = bodyName == "box" || bodyName == "hull12",
                   sinks = bodyName != "barge" && bodyName != "tank";
        for (const Rest& rest : kRests) {
            if ((rest.tilt != 0.0f && !hasEdge) || (rest.sink != 0.0f && !sinks)) {
                continue;
            }
            for (const auto& [cell, cellName] : {std::pair{4.0f, "4m"}, {1.0f, "1m"}, {0.5f, "0.5m"}}) {
                const std::string name = bodyName + "/" + rest.name + "/" + cellName;
                const Shape body = bodyOf(bodyName);
                const Ground& ground = groundOf(cell);
                const std::vector<Pose> poses = posesOf(body, ground, rest);
                add(name + "/sat3d", [=, &ground](benchmark::State& state) {
                    timeContacts(state, body, poses, ground.field);
                });
                add(name + "/sat3d_mesh",
                    [=, &ground](benchmark::State& state) { timeContacts(state, body, poses, ground.mesh); });
                add(name + "/sat3d_unmoved", [=, &ground](benchmark::State& state) {
                    timeFormerContacts(state, body, poses, ground.field);
                });
#ifdef SAT3D_BENCHMARK_BULLET
                add(name + "/Bullet",
                    [=, &ground](benchmark::State& state) { timeBullet(state, body, poses, ground); });
#endif
            }
        }
    }
    return sat3d::benchmarks::runRegistered(argc, argv);
}
