#include "support/hulls.hpp"

#include <sat3d/narrowphase/explain.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using namespace sat3d;
using test::at;
using test::boxHull;
using test::Cloud;
using Source = PlaneReport::Source;

const ExplainOptions kFaceNormals{PlaneChoice::FaceNormals, false};

/// Two tetrahedra, B's bottom edge across A's top edge. @param gap between them along z
struct CrossedTetrahedra {
    explicit CrossedTetrahedra(float gap) : poseB(at(0, 0, gap)) {}
    ConvexHull a = test::hullOf(Cloud{{4, 0, 0}, {-4, 0, 0}, {0, 4, -8}, {0, -4, -8}});
    ConvexHull b = test::hullOf(Cloud{{0, 4, 0}, {0, -4, 0}, {4, 0, 8}, {-4, 0, 8}});
    Pose poseA, poseB;
};

TEST(Explain, EdgePlanesShowTheGapThatFacePlanesMiss) {
    const CrossedTetrahedra pair(1.0f);
    const Explanation exact = explain(pair.a, pair.poseA, pair.b, pair.poseB);
    EXPECT_NEAR(exact.separation, 1.0, 1e-12);
    EXPECT_NEAR(exact.normalAToB.z, 1.0, 1e-12);
    EXPECT_EQ(exact.features.kind, FeaturePair::Kind::EdgeEdge);
    EXPECT_FALSE(exact.penetration());
    EXPECT_FALSE(penetration(pair.a, pair.poseA, pair.b, pair.poseB));

    const Explanation naive = explain(pair.a, pair.poseA, pair.b, pair.poseB, kFaceNormals);
    EXPECT_TRUE(naive.overlapping()) << "a reported collision of bodies one unit apart";
    EXPECT_NEAR(naive.separation, -2.0 / std::sqrt(5.0), 1e-12);
}

TEST(Explain, EdgePlanesFindTheShortPushThatFacePlanesMiss) {
    const CrossedTetrahedra pair(-0.25f);
    const Explanation exact = explain(pair.a, pair.poseA, pair.b, pair.poseB);
    EXPECT_NEAR(exact.separation, -0.25, 1e-12);
    const auto hit = exact.penetration();
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->normal.z, 1.0f, 1e-6f);
    EXPECT_FLOAT_EQ(hit->depth, 0.25f);

    const Explanation naive = explain(pair.a, pair.poseA, pair.b, pair.poseB, kFaceNormals);
    EXPECT_NEAR(naive.separation, -2.01246117974981, 1e-9);
}

TEST(Explain, FacePlanesAreExactForBoxes) {
    const ConvexHull a = boxHull({1, 2, 0.5}), b = boxHull({0.7, 0.7, 2});
    for (int step = 0; step < 40; ++step) {
        const float angle = 0.37f * static_cast<float>(step);
        const Pose poseB{{0.05f * static_cast<float>(step), 1.0f, 0.5f},
                         glm::angleAxis(angle, glm::normalize(glm::vec3(1, 2, -1)))};
        const double exact = explain(a, Pose{}, b, poseB).separation;
        const double naive = explain(a, Pose{}, b, poseB, kFaceNormals).separation;
        if (exact < 0.0) {
            EXPECT_NEAR(exact, naive, 1e-9);
        } else {
            EXPECT_GT(naive, 0.0);
        }
    }
}

TEST(Explain, ChoosesTheHullWithFewerEdgeDirections) {
    const CrossedTetrahedra pair(1.0f);
    const ConvexHull box = boxHull({1, 1, 1});
    const Explanation boxFirst = explain(box, Pose{}, pair.a, at(0, 0, 3));
    EXPECT_EQ(boxFirst.planes.size(), 3u);
    EXPECT_EQ(boxFirst.faceAxes.size(), 4u) << "the faces of the tetrahedron";
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(boxFirst.planes[i].source, Source::EdgeOfA);
        EXPECT_EQ(boxFirst.planes[i].index, i);
    }
    const Explanation boxSecond = explain(pair.a, at(0, 0, 3), box, Pose{});
    ASSERT_EQ(boxSecond.planes.size(), 3u);
    EXPECT_EQ(boxSecond.planes[0].source, Source::EdgeOfB);
    EXPECT_EQ(boxSecond.separation, boxFirst.separation);
    EXPECT_EQ(boxSecond.normalAToB, -boxFirst.normalAToB);

    const Explanation naive = explain(box, Pose{}, pair.a, at(0, 0, 3), kFaceNormals);
    EXPECT_EQ(naive.planes.size(), 3u + 4u);
    EXPECT_EQ(std::count_if(naive.planes.begin(), naive.planes.end(),
                            [](const PlaneReport& plane) { return plane.source == Source::FaceOfA; }),
              3);
    EXPECT_TRUE(naive.faceAxes.empty());
}

TEST(Explain, EarlyOutStopsAtTheBoundingSpheres) {
    const ConvexHull a = boxHull({1, 1, 1});
    const ExplainOptions options{PlaneChoice::EdgeDirections, true};
    const Explanation stopped = explain(a, at(0, 0, 0), a, at(0, 10, 0), options);
    EXPECT_TRUE(stopped.rejectedByBoundingSpheres);
    EXPECT_TRUE(stopped.planes.empty());
    EXPECT_NEAR(stopped.sphereGap, 10.0 - 2.0 * std::sqrt(3.0), 1e-6);
    EXPECT_EQ(stopped.separation, stopped.sphereGap);
    EXPECT_EQ(stopped.normalAToB, glm::dvec3(0, 1, 0));
    EXPECT_FALSE(stopped.penetration());

    const Explanation whole = explain(a, at(0, 0, 0), a, at(0, 10, 0));
    EXPECT_FALSE(whole.rejectedByBoundingSpheres);
    EXPECT_EQ(whole.separation, 8.0);
    EXPECT_FALSE(explain(a, at(0, 0, 0), a, at(0, 3, 0), options).rejectedByBoundingSpheres);
}

// Everything recorded must hold for the posed hulls.
class ExplainRecord : public testing::TestWithParam<PlaneChoice> {
protected:
    static std::vector<glm::dvec3> posed(const ConvexHull& hull, const Pose& pose, const glm::dvec3& origin) {
        const RigidTransform toWorld = localToWorld(pose);
        std::vector<glm::dvec3> points;
        for (const glm::vec3& vertex : hull.vertices()) {
            points.push_back(toWorld.rotation * glm::dvec3(vertex) + toWorld.translation - origin);
        }
        return points;
    }

    static void expectAxis(const AxisReport& axis, const std::vector<glm::dvec3>& a,
                           const std::vector<glm::dvec3>& b) {
        const auto along = [&](const glm::dvec3& p, const glm::dvec3& q) {
            return glm::dot(p, axis.normalAToB) < glm::dot(q, axis.normalAToB);
        };
        const auto [minA, maxA] = std::minmax_element(a.begin(), a.end(), along);
        const auto [minB, maxB] = std::minmax_element(b.begin(), b.end(), along);
        EXPECT_NEAR(glm::length(axis.normalAToB), 1.0, 1e-14);
        EXPECT_NEAR(axis.minA, glm::dot(*minA, axis.normalAToB), 1e-12);
        EXPECT_NEAR(axis.maxA, glm::dot(*maxA, axis.normalAToB), 1e-12);
        EXPECT_NEAR(axis.minB, glm::dot(*minB, axis.normalAToB), 1e-12);
        EXPECT_NEAR(axis.maxB, glm::dot(*maxB, axis.normalAToB), 1e-12);
        EXPECT_EQ(axis.separation, axis.minB - axis.maxA);
    }

    static void expectPlane(const PlaneReport& plane, const std::vector<glm::dvec3>& a,
                            const std::vector<glm::dvec3>& b) {
        EXPECT_LT(glm::length(glm::cross(plane.tangentU, plane.tangentV) - plane.direction), 1e-14);
        ASSERT_EQ(plane.axes.size(), plane.projectedHullA.size() + plane.projectedHullB.size());
        for (const AxisReport& axis : plane.axes) {
            EXPECT_NEAR(glm::dot(axis.normalAToB, plane.direction), 0.0, 1e-14);
            EXPECT_LE(axis.separation, plane.axes[plane.best].separation);
            expectAxis(axis, a, b);
        }
        // Axes are in the order of the 2D hulls' edges: A's outward, B's inward.
        for (std::size_t i = 0; i < plane.axes.size(); ++i) {
            const bool ofA = i < plane.projectedHullA.size();
            const auto& outline = ofA ? plane.projectedHullA : plane.projectedHullB;
            const std::size_t edge = ofA ? i : i - plane.projectedHullA.size();
            const glm::dvec2 corner = outline[edge];
            const glm::dvec2 next = outline[(edge + 1) % outline.size()];
            const AxisReport& axis = plane.axes[i];
            for (const glm::dvec2& end : {corner, next}) {
                const double along =
                    glm::dot(end.x * plane.tangentU + end.y * plane.tangentV, axis.normalAToB);
                EXPECT_NEAR(along, ofA ? axis.maxA : axis.minB, 1e-12);
            }
        }
    }
};

TEST_P(ExplainRecord, IsTrue) {
    test::Random random(11);
    int planeWins = 0, axisWins = 0, edgesOfA = 0, edgesOfB = 0;
    for (int round = 0; round < 60; ++round) {
        const ConvexHull a = test::hullOf(test::randomCloud(random, test::kAllShapeKinds[random.below(6)]));
        const ConvexHull b = test::hullOf(test::randomCloud(random, test::kAllShapeKinds[random.below(6)]));
        const Pose poseA{glm::vec3(random.inBox(50.0)), glm::quat(random.rotation())};
        const Pose poseB{poseA.position + glm::vec3(random.inBox(1.2)), glm::quat(random.rotation())};
        SCOPED_TRACE(round);
        const Explanation explanation = explain(a, poseA, b, poseB, {GetParam(), false});
        const auto pointsA = posed(a, poseA, explanation.origin);
        const auto pointsB = posed(b, poseB, explanation.origin);
        double largest = -1e30;
        for (const PlaneReport& plane : explanation.planes) {
            ASSERT_NO_FATAL_FAILURE(expectPlane(plane, pointsA, pointsB));
            largest = std::max(largest, plane.axes[plane.best].separation);
            edgesOfA += plane.source == Source::EdgeOfA;
            edgesOfB += plane.source == Source::EdgeOfB;
        }
        for (const AxisReport& axis : explanation.faceAxes) {
            expectAxis(axis, pointsA, pointsB);
            largest = std::max(largest, axis.separation);
        }
        // Exactly one axis is best, and its separation is the answer's up to the choice of the face.
        ASSERT_NE(explanation.bestPlane >= 0, explanation.bestFaceAxis >= 0);
        const AxisReport& winner =
            explanation.bestPlane >= 0
                ? explanation.planes.at(static_cast<std::size_t>(explanation.bestPlane))
                      .axes.at(explanation.planes[static_cast<std::size_t>(explanation.bestPlane)].best)
                : explanation.faceAxes.at(static_cast<std::size_t>(explanation.bestFaceAxis));
        EXPECT_EQ(winner.separation, largest);
        EXPECT_NEAR(explanation.separation, largest, 1e-6);
        ++(explanation.bestPlane >= 0 ? planeWins : axisWins);

        const Explanation turned = explain(b, poseB, a, poseA, {GetParam(), false});
        EXPECT_EQ(turned.separation, explanation.separation);
        EXPECT_EQ(turned.normalAToB, -explanation.normalAToB);
        EXPECT_EQ(turned.bestPlane, explanation.bestPlane);
        EXPECT_EQ(turned.bestFaceAxis, explanation.bestFaceAxis);
        for (const PlaneReport& plane : turned.planes) {
            ASSERT_NO_FATAL_FAILURE(expectPlane(plane, pointsB, pointsA));
        }
    }
    EXPECT_GT(planeWins, 10);
    if (GetParam() == PlaneChoice::EdgeDirections) {
        EXPECT_GT(std::min({axisWins, edgesOfA, edgesOfB}), 5);
    }
}

INSTANTIATE_TEST_SUITE_P(Planes, ExplainRecord,
                         testing::Values(PlaneChoice::EdgeDirections, PlaneChoice::FaceNormals),
                         [](const auto& choice) {
                             return choice.param == PlaneChoice::EdgeDirections ? "EdgeDirections"
                                                                                : "FaceNormals";
                         });

}  // namespace
