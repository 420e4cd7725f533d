// All queries of a world at the same time, in every order and on threads: the same bits as one after the
// other.

#include "support/threads/executors.hpp"
#include "world/queries/query_scene.hpp"

#include <sat3d/world/for_each_query.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/object_motions.hpp>
#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace sat3d;
using test::QueryScene;

constexpr std::size_t kQueries = 150;

/// A few numbers of the answers to one question: equal answers have equal numbers.
using Numbers = std::array<double, 12>;

RigidMotion turning(const glm::vec3& way, const glm::vec3& turn) {
    return {way, turn};
}
PlanarMotion turning(const glm::vec2& way, const glm::vec3& turn) {
    return {way, turn.z};
}

double number(ObjectId id) {
    return id.index + 1.0;
}

/// Motions of objects: in space only.
template <class T>
struct MotionsOf {
    struct Type {};
};
template <Spatial T>
struct MotionsOf<T> {
    using Type = BasicObjectMotions<T>;
};

/// Questions of all kinds to one world.
template <class T>
class Questions {
public:
    Questions(std::uint32_t seed, glm::dvec3 center) : scene_(seed, center) {
        scene_.change();
        for (std::size_t i = 0; i < kQueries; ++i) {
            auto& random = scene_.random();
            const auto way = Vector(random.inBox(3.0));
            questions_.push_back({scene_.shape(),
                                  scene_.edits().randomPose(),
                                  scene_.point(),
                                  {scene_.point(), Vector(random.direction()), 5.0f},
                                  way,
                                  turning(way, glm::vec3(random.inBox(1.0))),
                                  {random.below(8), {}, random.chance(0.5)}});
        }
        if constexpr (Spatial<T>) {
            const std::array moved{
                BasicObjectMotion<T>{scene_.world.ids()[0], questions_[0].pose, questions_[0].motion},
                BasicObjectMotion<T>{scene_.world.ids()[1], questions_[1].pose, questions_[1].motion}};
            EXPECT_FALSE(ofObjects_.set(scene_.world, moved));
        }
    }

    [[nodiscard]] std::vector<Numbers> answers(ParallelFor parallelFor) const {
        std::vector<Numbers> all(kQueries);
        forEachQuery(kQueries, parallelFor, [&](std::size_t i) { all[i] = answersTo(questions_[i]); });
        return all;
    }

private:
    using Vector = typename Space<T>::Dimension::Vector;
    struct Question {
        typename Space<T>::Shape shape;
        typename Space<T>::Pose pose;
        typename Space<T>::Position point;
        typename Space<T>::Ray ray;
        Vector way;
        typename Space<T>::Motion motion;
        QueryFilter filter;
    };

    [[nodiscard]] Numbers answersTo(const Question& q) const {
        const BasicWorld<T>& world = scene_.world;
        std::array<RayHitIn<T>, 3> hits;
        std::array<ObjectId, 3> ids;
        Numbers numbers{};
        if (const auto hit = raycast(world, q.ray, q.filter)) {
            numbers[0] = number(hit->object);
            numbers[1] = double(hit->hit.entry.distance);
        }
        numbers[2] = double(raycastAll(world, q.ray, hits, q.filter).size());
        numbers[3] = raycastAny(world, q.ray, q.filter) ? 1.0 : 0.0;
        numbers[4] = isVisible(world, q.point, q.ray.origin, q.filter) ? 1.0 : 0.0;
        if (const auto found = sweep(world, q.shape, q.pose, q.way, q.filter)) {
            numbers[5] = 1.0 + double(found->sweep.fraction);
        }
        if (const auto found = sweep(world, q.shape, q.pose, q.motion, q.filter, {.skin = 0.01f})) {
            numbers[6] = 1.0 + double(found->sweep.fraction);
        }
        numbers[7] = double(overlapping(world, q.shape, q.pose, ids, q.filter).size());
        numbers[8] = double(containing(world, q.point, ids, q.filter).size());
        if (const auto found = closest(world, q.shape, q.pose, 1.0f, q.filter)) {
            numbers[9] = number(found->object) + double(found->distance.separation);
        }
        if constexpr (Spatial<T>) {
            if (const auto found = sweep(world, ofObjects_, q.shape, q.pose, q.motion, q.filter)) {
                numbers[10] = 1.0 + double(found->sweep.fraction);
            }
            std::array<PiercedPlate, 3> plates;
            numbers[11] = double(shootThrough(world, ofObjects_, q.ray, plates, q.filter).size());
        }
        return numbers;
    }

    QueryScene<T> scene_;
    std::vector<Question> questions_;
    typename MotionsOf<T>::Type ofObjects_;
};

template <class T>
void expectSameAnswers(std::uint32_t seed, glm::dvec3 center) {
    const Questions<T> questions(seed, center);
    const std::vector<Numbers> expected = questions.answers(kInOneThread);
    EXPECT_EQ(questions.answers(test::kInReverse), expected);
    test::InRandomOrder inRandomOrder(3);
    EXPECT_EQ(questions.answers(inRandomOrder), expected);
    EXPECT_EQ(questions.answers(test::OnThreads{3}), expected);
    for (std::size_t kind = 0; kind < (Spatial<T> ? 12 : 10); ++kind) {
        EXPECT_TRUE(std::ranges::any_of(expected, [&](const Numbers& n) { return n[kind] != 0.0; })) << kind;
    }
}

TEST(ForEachQuery, AnswersAsOneAfterTheOther) {
    expectSameAnswers<float>(90, {});
    expectSameAnswers<double>(91, glm::dvec3(1e6, 2e6, -3e6));
    expectSameAnswers<Planar<float>>(92, {});
    expectSameAnswers<Planar<double>>(93, glm::dvec3(1e6, 2e6, 0.0));
}

TEST(ForEachQuery, CallsEachNumberOnceAndWakesNoThreadForAFew) {
    for (const std::size_t count : {0u, 1u, 31u, 32u, 33u, 64u, 65u, 1000u}) {
        std::vector<int> calls(count + 1);
        std::size_t pieces = 0;
        forEachQuery(
            count,
            [&](std::size_t tasks, ParallelTask task) {
                pieces = tasks;
                kInOneThread(tasks, task);
            },
            [&](std::size_t i) { ++calls.at(i); });
        EXPECT_EQ(std::count(calls.begin(), calls.end(), 1), std::ptrdiff_t(count));
        EXPECT_EQ(calls.back(), 0);
        EXPECT_EQ(pieces, count <= 32 ? 0u : (count + 31) / 32);
    }
}

}  // namespace
