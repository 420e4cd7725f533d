#include "queries.hpp"

#include <glm/geometric.hpp>

#include <random>

namespace sat3d::benchmarks {

namespace {

/// Uniform random points in a ball. The distributions of the standard library differ between platforms.
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

std::vector<VerbQuery> verbQueriesOf(const pair_timing::QueryList& list,
                                     const std::vector<ConvexHull>& hulls) {
    InBall inBall;
    std::vector<VerbQuery> queries;
    for (const pair_timing::Query& pair : list.queries) {
        const BoundingSphere &ballA = hulls[pair.a].boundingSphere(), &ballB = hulls[pair.b].boundingSphere();
        const glm::vec3 centerA = pair.poseA.transformPoint(ballA.center),
                        centerB = pair.poseB.transformPoint(ballB.center);
        VerbQuery query{pair.a,
                        pair.b,
                        pair.poseA,
                        pair.poseB,
                        {},
                        centerA + inBall(0.7f * ballA.radius) - centerB,
                        0.5 * (double(ballA.radius) + double(ballB.radius))};
        query.ray.origin = centerA + 4.0f * ballA.radius * glm::normalize(inBall(1.0f));
        query.ray.direction = glm::normalize(centerA + inBall(0.9f * ballA.radius) - query.ray.origin);
        query.ray.length = 8.0f * ballA.radius;
        queries.push_back(query);
    }
    return queries;
}

}  // namespace sat3d::benchmarks
