/// Convex shapes on a mesh of 32,768 triangles: contacts, rays and sweeps, sat3d beside Bullet, in time and
/// accuracy.

#include "support/surfaces.hpp"

#include "ratio_reporter.hpp"

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

constexpr std::size_t kQuestions = 500;
constexpr std::uint32_t kCells = 128;
constexpr float kSink = 0.01f, kFall = 2.0f;

/// Hills of half-metre cells.
HeightField ground() {
    Random random(71);
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < (kCells + 1) * (kCells + 1); ++i) {
        const double x = 0.5 * (i % (kCells + 1)), y = 0.5 * (i / (kCells + 1));
        heights.push_back(float(1.5 * std::sin(0.4 * x) + std::cos(0.3 * y) + random.uniform(-0.05, 0.05)));
    }
    return test::fieldOf(heights, kCells + 1, {0.5f, 0.5f});
}

struct Scene {
    HeightField field = ground();
    TriangleMesh mesh = test::meshOf(test::trianglesOf(field).first);
};
const Scene& scene() {
    static const Scene kScene;
    return kScene;
}

/// A crate, or a stone of 24 vertices, a little into the ground, and where it came from.
struct Question {
    ConvexShape body;
    Pose above, sunk;
    RigidMotion turning;
};

std::vector<Question> questionsOf(bool areBoxes) {
    Random random(72);
    std::vector<glm::vec3> points;
    for (int i = 0; i < 24; ++i) {
        points.emplace_back(0.6 * random.direction());
    }
    const ConvexHull stone = test::hullOf(points);
    std::vector<Question> questions;
    while (questions.size() < kQuestions) {
        Question question;
        question.body = areBoxes ? ConvexShape(Box{{}, {0.8f, 0.5f, 0.4f}}) : ConvexShape(stone);
        const auto place = [&] { return float(random.uniform(4.0, 60.0)); };
        const float x = place(), y = place();
        question.above = {{x, y, 8.0f}, glm::quat(random.rotation())};
        const LinearMotion fall{{0, 0, -16.0f}, {}};
        const Sweep landing = sweep(question.body, question.above, scene().mesh, Pose{}, fall);
        question.sunk = question.above;
        question.sunk.position.z -= 16.0f * landing.fraction + kSink;
        question.above.position.z = question.sunk.position.z + 0.75f * kFall;
        question.turning = {{0.3f, 0, -kFall}, glm::vec3(random.direction()), {}};
        questions.push_back(question);
    }
    return questions;
}

Ray rayOf(const Question& question) {
    const glm::vec3 from = question.above.position + glm::vec3(-10, 3, 6);
    return {from, question.sunk.position - from, 30.0f};
}

/// @param ask  anything of (const Question&, std::size_t number)
template <class Ask>
void timeEach(benchmark::State& state, const std::vector<Question>& questions, const Ask& ask) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(ask(questions[next], next));
        next = next + 1 == questions.size() ? 0 : next + 1;
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
    void tell(benchmark::State& state) const {
        state.counters["worstError"] = worst;
        state.counters["meanError"] = sum / std::max(count, 1);
    }
};

/// How far a body may still overlap when it has been pushed out by the deepest contact: metres.
double leftAfter(const Question& question, const glm::vec3& push) {
    const Pose after{question.sunk.position + push, question.sunk.rotation};
    const auto left = penetration(question.body, after, scene().mesh, Pose{});
    return std::max(left ? double(left->depth) : 0.0, double(glm::length(push)) - double(kSink));
}

template <class Surface>
void timeContacts(benchmark::State& state, bool areBoxes, const Surface& surface) {
    const auto questions = questionsOf(areBoxes);
    std::array<Manifold, 16> room;
    timeEach(state, questions, [&](const Question& q, std::size_t) {
        return collide(q.body, q.sunk, surface, Pose{}, room, {.margin = 0.01f}).size();
    });
    Error error;
    for (const Question& q : questions) {
        const auto manifolds = collide(q.body, q.sunk, surface, Pose{}, room);
        error.add(leftAfter(q, manifolds.empty() ? glm::vec3(0.0f) : manifolds[0].penetration.pushA()));
    }
    error.tell(state);
}

template <class Surface>
void timeRays(benchmark::State& state, bool areBoxes, const Surface& surface) {
    timeEach(state, questionsOf(areBoxes),
             [&](const Question& q, std::size_t) { return raycast(surface, Pose{}, rayOf(q)); });
}

const LinearMotion kFalling{{0.3f, 0, -kFall}, {}};

template <class Surface>
void timeSweeps(benchmark::State& state, bool areBoxes, const Surface& surface) {
    const auto questions = questionsOf(areBoxes);
    timeEach(state, questions, [&](const Question& q, std::size_t) {
        return sweep(q.body, q.above, surface, Pose{}, kFalling);
    });
}

template <class Surface>
void timeTurning(benchmark::State& state, bool areBoxes, const Surface& surface) {
    timeEach(state, questionsOf(areBoxes), [&](const Question& q, std::size_t) {
        return sweep(q.body, q.above, surface, Pose{}, q.turning, RigidMotion{});
    });
}

#ifdef SAT3D_BENCHMARK_BULLET
using benchmarks::bulletPose;
using benchmarks::bulletVector;

/// Bullet's mesh with its own tree, no margins.
class BulletGround {
public:
    BulletGround() {
        for (std::uint32_t i = 0; i < scene().mesh.triangleCount(); ++i) {
            const auto& [a, b, c] = scene().mesh.triangle(i).corners;
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
    const auto questions = questionsOf(areBoxes);
    const auto body = bulletBody(questions[0].body);
    benchmarks::BulletContacts contacts;
    for (const Question& q : questions) {
        contacts.add(*body, q.sunk, bulletGround().shape(), Pose{});
    }
    timeEach(state, questions, [&](const Question&, std::size_t i) { return contacts.deepest(i).least; });
    Error error;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto deepest = contacts.deepest(i);
        const btVector3 push = deepest.normal * -std::min(deepest.least, btScalar(0));
        error.add(leftAfter(questions[i], {push.x(), push.y(), push.z()}));
    }
    error.tell(state);
}

void timeBulletRays(benchmark::State& state, bool areBoxes) {
    const auto questions = questionsOf(areBoxes);
    const auto ask = [&](const Question& q, std::size_t) {
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
    timeEach(state, questions, ask);
    Error error;
    for (const Question& q : questions) {
        const auto hit = raycast(scene().mesh, Pose{}, rayOf(q));
        error.add(std::abs(30.0 * double(ask(q, 0)) - (hit ? double(hit->entry.distance) : 30.0)));
    }
    error.tell(state);
}

void timeBulletSweeps(benchmark::State& state, bool areBoxes) {
    const auto questions = questionsOf(areBoxes);
    const auto body = bulletBody(questions[0].body);
    const auto ask = [&](const Question& q, std::size_t) {
        const btTransform start = bulletPose(q.above),
                          end = bulletPose({q.above.position + kFalling.ofA, q.above.rotation});
        btCollisionWorld::ClosestConvexResultCallback result(start.getOrigin(), end.getOrigin());
        btCollisionWorld::objectQuerySingle(body.get(), start, end, &bulletGround().object(),
                                            &bulletGround().shape(), btTransform::getIdentity(), result, 0);
        return result.m_closestHitFraction;
    };
    timeEach(state, questions, ask);
    Error error;
    for (const Question& q : questions) {
        const Sweep ours = sweep(q.body, q.above, scene().mesh, Pose{}, kFalling);
        error.add(double(glm::length(kFalling.ofA)) * std::abs(double(ask(q, 0)) - double(ours.fraction)));
    }
    error.tell(state);
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
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    const auto addOurs = [](const std::string& verb, const auto& run) {
        add(verb + "/sat3d", [=](benchmark::State& state, bool boxes) { run(state, boxes, scene().mesh); });
        add(verb + "/sat3d_field",
            [=](benchmark::State& state, bool boxes) { run(state, boxes, scene().field); });
    };
    addOurs("contacts",
            [](auto& state, bool boxes, const auto& surface) { timeContacts(state, boxes, surface); });
    addOurs("ray", [](auto& state, bool boxes, const auto& surface) { timeRays(state, boxes, surface); });
    addOurs("sweep", [](auto& state, bool boxes, const auto& surface) { timeSweeps(state, boxes, surface); });
    addOurs("turning",
            [](auto& state, bool boxes, const auto& surface) { timeTurning(state, boxes, surface); });
#ifdef SAT3D_BENCHMARK_BULLET
    add("contacts/Bullet", timeBulletContacts);
    add("ray/Bullet", timeBulletRays);
    add("sweep/Bullet", timeBulletSweeps);
#endif
    sat3d::benchmarks::RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}
