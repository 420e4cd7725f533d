#include "questions.hpp"

#include <glm/geometric.hpp>

#include <random>

namespace sat3d::benchmarks {

namespace {

/// Evenly from a ball; the standard library's distributions differ between platforms.
class InBall {
public:
    glm::vec3 operator()(float radius) {
        for (;;) {
            const glm::vec3 point(unit(), unit(), unit());
            if (glm::dot(point, point) <= 1.0f) {
                return radius * point;
            }
        }
    }

private:
    float unit() { return static_cast<float>(static_cast<double>(bits_()) * 0x1p-31 - 1.0); }
    std::mt19937 bits_{911};
};

}  // namespace

const char* nameOf(Verb verb) {
    return verb == Verb::Distance ? "distance" : verb == Verb::Ray ? "ray" : "sweep";
}

std::vector<Question> questionsOf(const pair_timing::QueryList& list, const std::vector<ConvexHull>& hulls) {
    InBall inBall;
    std::vector<Question> questions;
    for (const pair_timing::Query& query : list.queries) {
        const BoundingSphere &ballA = hulls[query.a].boundingSphere(),
                             &ballB = hulls[query.b].boundingSphere();
        const glm::vec3 centerA = query.poseA.transformPoint(ballA.center),
                        centerB = query.poseB.transformPoint(ballB.center);
        Question question{query.a,
                          query.b,
                          query.poseA,
                          query.poseB,
                          {},
                          centerA + inBall(0.7f * ballA.radius) - centerB,
                          0.5 * (double(ballA.radius) + double(ballB.radius))};
        question.ray.origin = centerA + 4.0f * ballA.radius * glm::normalize(inBall(1.0f));
        question.ray.direction = glm::normalize(centerA + inBall(0.9f * ballA.radius) - question.ray.origin);
        question.ray.length = 8.0f * ballA.radius;
        questions.push_back(question);
    }
    return questions;
}

}  // namespace sat3d::benchmarks
