#include "debug/explain/scene.hpp"

#include "support/hulls.hpp"
#include "support/random.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace {

using namespace sat3d;
using debug::Camera;
using debug::Paint;
using debug::PairScene;
using debug::SceneHull;
using test::Random;

ConvexHull randomHull(Random& random) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 14; ++i) {
        points.emplace_back(random.vector(0.7, 1.0));
    }
    return test::hullOf(points);
}

DPose randomPlace(Random& random, double reach) {
    const double angle = random.uniform(0, 6);
    return {random.direction() * reach, glm::angleAxis(angle, random.direction())};
}

Child whole(const ConvexHull& hull, const DPose& pose) {
    return Child(hull, pose, std::nullopt);
}

// Entry of the ray through `point` toward the viewer into the solid: its distance and its face.
struct Hit {
    double towardsViewer;
    std::size_t face;
};
std::optional<Hit> nearest(const SceneHull& solid, const glm::dvec3& point, const glm::dvec3& toViewer) {
    double enter = std::numeric_limits<double>::infinity();
    double leave = -enter;
    std::size_t face = 0;
    for (std::size_t i = 0; i < solid.faces.size(); ++i) {
        const double slope = glm::dot(solid.faces[i].normal, toViewer);
        const double at = (solid.faces[i].offset - glm::dot(solid.faces[i].normal, point)) / slope;
        if (slope > 0.0 && at < enter) {
            enter = at;
            face = i;
        } else if (slope < 0.0) {
            leave = std::max(leave, at);
        }
    }
    return enter > leave ? std::optional(Hit{enter, face}) : std::nullopt;
}

bool covers(const Paint& paint, const glm::dvec3& point, const Camera& camera) {
    const auto flat = [&](const glm::dvec3& p) {
        return glm::dvec2(glm::dot(p, camera.right), glm::dot(p, camera.up));
    };
    const glm::dvec2 q = flat(point);
    const auto& corners = paint.polygon->corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec2 from = flat(corners[i]);
        const glm::dvec2 side = flat(corners[(i + 1) % corners.size()]) - from;
        if (side.x * (q.y - from.y) - side.y * (q.x - from.x) < 0.0) {
            return false;
        }
    }
    return true;
}

TEST(PaintOrder, TheLastPaintIsTheNearestSurface) {
    Random random(20);
    int seenA = 0;
    int seenB = 0;
    int bothInTheWay = 0;
    for (int round = 0; round < 200; ++round) {
        const ConvexHull a = randomHull(random);
        const ConvexHull b = randomHull(random);
        Explanation explanation;
        explanation.separation = -0.1;
        const DPose atA = randomPlace(random, 0.3), atB = randomPlace(random, random.uniform(0.0, 2.0));
        const PairScene scene = debug::makeScene(explanation, whole(a, atA), whole(b, atB));
        Camera camera;
        camera.toViewer = random.direction();
        camera.right = glm::normalize(glm::cross(random.direction(), camera.toViewer));
        camera.up = glm::cross(camera.toViewer, camera.right);
        const auto paints = debug::paintOrder(scene, camera);
        for (int ray = 0; ray < 30; ++ray) {
            const glm::dvec3 point = random.vector(0.0, 2.0);
            const auto hitA = nearest(scene.a, point, camera.toViewer);
            const auto hitB = nearest(scene.b, point, camera.toViewer);
            const Paint* top = nullptr;
            for (const Paint& paint : paints) {
                top = covers(paint, point, camera) ? &paint : top;
            }
            ASSERT_EQ(top != nullptr, hitA || hitB) << "round " << round;
            if (top == nullptr ||
                (hitA && hitB && std::abs(hitA->towardsViewer - hitB->towardsViewer) < 1e-5)) {
                continue;
            }
            const bool nearestIsB = !hitA || (hitB && hitB->towardsViewer > hitA->towardsViewer);
            ASSERT_EQ(top->ofB, nearestIsB) << "round " << round << " ray " << ray;
            const SceneHull& solid = nearestIsB ? scene.b : scene.a;
            EXPECT_EQ(top->normal, solid.faces[(nearestIsB ? hitB : hitA)->face].normal);
            ++(nearestIsB ? seenB : seenA);
            bothInTheWay += hitA && hitB;
        }
    }
    EXPECT_GT(seenA, 500);
    EXPECT_GT(seenB, 500);
    EXPECT_GT(bothInTheWay, 300);
}

TEST(PairScene, TheOverlapIsTheIntersection) {
    const auto crate = ConvexHull::box({0.5f, 0.5f, 0.5f});
    Explanation explanation;
    explanation.separation = -0.25;
    explanation.normalAToB = {1.0, 0.0, 0.0};
    const PairScene scene =
        debug::makeScene(explanation, whole(*crate, DPose{}), whole(*crate, DPose{{0.75, 0.0, 0.0}}));
    EXPECT_EQ(scene.overlap.size(), 6u);  // four of them lie in the surfaces of both hulls
    glm::dvec3 low(1.0);
    glm::dvec3 high(-1.0);
    for (const SceneHull::Face& face : scene.overlap) {
        for (const glm::dvec3& corner : face.polygon.corners) {
            for (int i = 0; i < 3; ++i) {
                low[i] = std::min(low[i], corner[i]);
                high[i] = std::max(high[i], corner[i]);
            }
        }
    }
    EXPECT_LT(glm::length(low - glm::dvec3(0.25, -0.5, -0.5)), 1e-12);
    EXPECT_LT(glm::length(high - glm::dvec3(0.5, 0.5, 0.5)), 1e-12);
}

TEST(PairScene, EqualHullsOverlapCompletely) {
    const auto crate = ConvexHull::box({0.5f, 0.5f, 0.5f});
    Explanation explanation;
    explanation.separation = -1.0;
    const PairScene scene = debug::makeScene(explanation, whole(*crate, DPose{}), whole(*crate, DPose{}));
    EXPECT_EQ(scene.overlap.size(), 6u);
}

TEST(CameraFor, ThePushPointsRightAndUpIsUp) {
    const auto crate = ConvexHull::box({0.5f, 0.5f, 0.5f});
    const PairScene scene = debug::makeScene({}, whole(*crate, DPose{}), whole(*crate, DPose{}));
    Random random(21);
    for (int i = 0; i < 100; ++i) {
        const glm::dvec3 push = random.direction();
        const Camera camera = debug::cameraFor(scene, push, {0.0, 1.0, 0.0});
        EXPECT_LT(glm::length(glm::cross(camera.right, camera.up) - camera.toViewer), 1e-12);
        EXPECT_GT(camera.up.y, 0.8);
        EXPECT_GT(camera.toViewer.y, 0.3);
        if (std::abs(push.y) < 0.9) {
            EXPECT_GT(glm::dot(push, camera.right), 0.3);
        }
    }
}

}  // namespace
