#include "support/hulls.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Thin boxes of a robot's world on which an EPA failed (FCL, issues 388, 395 and 415). The separations were
// computed by a separating axis test in extended precision.

namespace {

using namespace sat3d;
using Kind = FeaturePair::Kind;

struct PosedBox {
    glm::dvec3 size;
    glm::dmat3 rows;  ///< of the rotation, local to world
    glm::dvec3 position;

    [[nodiscard]] ConvexHull hull() const { return test::boxHull(0.5 * size); }
    [[nodiscard]] DPose pose() const {
        return {position, glm::normalize(glm::quat_cast(glm::transpose(rows)))};
    }
};

constexpr double kExact = 1e-6 * 0.2;  // for the smallest bounding radius of these boxes

/// The answer of the projection SAT, with which the kernel must agree.
Explanation explainBoxes(const PosedBox& a, const PosedBox& b) {
    const ConvexHull hullA = a.hull(), hullB = b.hull();
    const Explanation explanation = explain(hullA, a.pose(), hullB, b.pose());
    const auto hit = penetration(hullA, a.pose(), hullB, b.pose());
    EXPECT_NEAR(hit ? double(hit->depth) : 0.0, std::max(0.0, -explanation.separation), kExact);
    if (hit && hit->depth > kExact) {
        EXPECT_LT(glm::length(glm::dvec3(hit->normal) - explanation.normalAToB), 1e-6);
    }
    return explanation;
}

TEST(ThinBoxes, FacesThatNearlyTouch) {
    // A rotation by 90 degrees, off by 3e-8.
    const PosedBox a{{0.03, 0.12, 0.1},
                     {{3e-8, -1, 0}, {1, 3e-8, 0}, {0, 0, 1}},
                     {0.63499979627350811, -0.48500002215636440, 1.07781464583396414}};
    const PosedBox b{{0.025, 0.35, 1.845}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.8, -0.4575, 1.0225}};
    const Explanation explanation = explainBoxes(a, b);
    EXPECT_NEAR(explanation.separation, 1.7082e-08, kExact);
    EXPECT_NEAR(explanation.normalAToB.y, 1.0, 1e-6);
    EXPECT_NE(explanation.features.kind, Kind::EdgeEdge);
}

TEST(ThinBoxes, EdgeAxisBeatsTheFaces) {
    const PosedBox a{{0.46, 0.48, 0.01}, glm::dmat3(1.0), {-0.721, -0.772, 0.81}};
    const PosedBox b{{0.049521, 0.146, 0.0725},
                     {{0.10758262492983037, -0.66248818500152129, -0.74130653817877357},
                      {0.22682184885125473, -0.70961404077525347, 0.66708302483147863},
                      {-0.96797615037608542, -0.23991106241273435, 0.07392465377049165}},
                     {-0.42677133002999479, -0.76596851247746789, 0.80746731400091054}};
    const Explanation explanation = explainBoxes(a, b);
    EXPECT_NEAR(explanation.separation, -0.013408613774, kExact) << "-0.0136691291 is the best of the faces";
    EXPECT_LT(glm::length(explanation.normalAToB - glm::dvec3(0.993880385047, 0, 0.110461668553)), 1e-6);
    EXPECT_EQ(explanation.features.kind, Kind::EdgeEdge);
}

TEST(ThinBoxes, AlmostAQuarterTurn) {
    const double yaw = 33.37 * 0.017453292519943295;
    const PosedBox a{{0.49, 0.05, 0.21}, {{5e-12, -1, 0}, {1, 5e-12, 0}, {0, 0, 1}}, {-0.44, -0.615, 0.355}};
    const PosedBox b{{0.035, 0.12, 0.03},
                     {{std::cos(yaw), -std::sin(yaw), 0}, {std::sin(yaw), std::cos(yaw), 0}, {0, 0, 1}},
                     {-0.40653441507331, -0.69166166923735728, 0.43057093858718892}};
    const Explanation explanation = explainBoxes(a, b);
    EXPECT_NEAR(explanation.separation, -0.039151907080365, kExact);
    EXPECT_NEAR(explanation.normalAToB.x, 1.0, 1e-9);
    EXPECT_NE(explanation.features.kind, Kind::EdgeEdge);
}

}  // namespace
