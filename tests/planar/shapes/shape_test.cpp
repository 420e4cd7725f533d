#include "support/planar/planar_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/shape.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace sat3d;
using namespace sat3d::test;
using testing::HasSubstr;

TEST(PlanarPose, MapsPointsAndBack) {
    const PlanarPose pose{{3.0f, 4.0f}, {0.6f, 0.8f}};
    EXPECT_EQ(pose * glm::vec2(1.0f, 0.0f), glm::vec2(3.6f, 4.8f));
    const glm::vec2 back = pose.inverse() * (pose * glm::vec2(2.0f, -5.0f));
    EXPECT_NEAR(back.x, 2.0f, 1e-6f);
    EXPECT_NEAR(back.y, -5.0f, 1e-6f);
    const PlanarPose twice = pose * pose;
    EXPECT_NEAR(twice.rotation.x, 0.36f - 0.64f, 1e-6f);
}

TEST(PlanarPose, RotationIsThatOfTheAngle) {
    for (int i = -40; i <= 40; ++i) {
        const double angle = 0.37 * i;
        EXPECT_NEAR(planarRotation(angle).x, std::cos(angle), 1e-14);
        EXPECT_NEAR(planarRotation(angle).y, std::sin(angle), 1e-14);
        EXPECT_NEAR(planarAngle(planarRotation(angle)), std::remainder(angle, 2.0 * std::acos(-1.0)), 1e-14);
    }
}

TEST(PlanarPose, MotionTurnsAboutTheCenter) {
    const PlanarPose pose{{1.0f, 0.0f}};
    const PlanarMotion motion{.translation = {2.0f, 0.0f}, .angle = 1.5707964f, .localCenter = {1.0f, 0.0f}};
    const PlanarPose half = poseAtFraction(pose, motion, 0.5), end = poseAtFraction(pose, motion, 1.0);
    EXPECT_NEAR((half * glm::vec2(1.0f, 0.0f)).x, 3.0f, 1e-6f);
    EXPECT_NEAR((end * glm::vec2(1.0f, 0.0f)).x, 4.0f, 1e-6f);
    EXPECT_NEAR(end.rotation.y, 1.0f, 1e-6f);
}

TEST(PlanarShape, ErrorsNameTheFault) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    using Code = ShapeError::Code;
    EXPECT_EQ(validate(Circle{.radius = -1.0f}).error().code, Code::Negative);
    EXPECT_THAT(validate(Circle{.radius = -1.0f}).error().message, HasSubstr("-1: give 0 or more"));
    EXPECT_EQ(validate(PlanarCapsule{.start = {nan, 0.0f}}).error().code, Code::NotFinite);
    EXPECT_EQ(validate(PlanarSegment{.start = {nan, 0.0f}}).error().code, Code::NotFinite);
    EXPECT_EQ(validate(Circle{.radius = 2e15f}).error().code, Code::TooLarge);
    EXPECT_EQ(validate(PlanarCapsule{.end = {0.0f, 2e15f}}).error().code, Code::TooLarge);
    EXPECT_EQ(validate(PlanarSegment{.start = {-2e15f, 0.0f}}).error().code, Code::TooLarge);
    EXPECT_EQ(validate(PlanarBox{.center = {2e15f, 0.0f}}).error().code, Code::TooLarge);
    EXPECT_EQ(validate(HalfPlane{.offset = 2e15f}).error().code, Code::TooLarge);
    EXPECT_EQ(validate(PlanarBox{.halfExtents = {1.0f, -1.0f}}).error().code, Code::Negative);
    EXPECT_EQ(validate(PlanarBox{.rotation = {1.0f, 1.0f}}).error().code, Code::NotNormalized);
    EXPECT_EQ(validate(HalfPlane{.normal = {0.0f, 2.0f}}).error().code, Code::NotNormalized);
    EXPECT_EQ(validate(PlanarShape(Circle{.radius = -1.0f})).error().code, Code::Negative);
    EXPECT_TRUE(validate(PlanarShape(PlanarBox{})));
    EXPECT_EQ(PlanarCompound::fromChildren({}).error().code, Code::Empty);
    const auto bad = PlanarCompound::fromChildren({{Circle{}, {}}, {Circle{.radius = -1.0f}, {}}});
    EXPECT_THAT(bad.error().message, HasSubstr("child 1"));
    EXPECT_EQ(PlanarCompound::fromChildren({{Circle{}, {{}, {0.0f, 0.0f}}}}).error().code,
              Code::NotNormalized);
}

TEST(PlanarShape, BoundsAreTightAndContainTheShape) {
    forEachTrial(21, 2000, [&](Random& random, int) {
        const PlanarShape shape = randomPlanarShape(random, PlanarKind(random.below(5)), 2.0);
        const auto pose = randomPlanarPose<float>(random, 10.0);
        const PlanarAabb box = bounds(shape, pose);
        const PointsAndRadius points = pointsOf(shape, pose);
        const Real exact[] = {-points.support({-1.0L, 0.0L}), -points.support({0.0L, -1.0L}),
                              points.support({1.0L, 0.0L}), points.support({0.0L, 1.0L})};
        const float found[] = {box.lower.x, box.lower.y, box.upper.x, box.upper.y};
        for (int i = 0; i < 4; ++i) {
            EXPECT_NEAR(found[i], static_cast<double>(exact[i]), 3e-6);
        }
    });
    const PlanarAabb floor = bounds(HalfPlane{}, PlanarPose{{5.0f, 3.0f}});
    EXPECT_EQ(floor.upper.y, 3.0f);
    EXPECT_TRUE(std::isinf(floor.upper.x) && std::isinf(floor.lower.y));
}

/// Area, centroid and inertia by counting the points of a grid.
TEST(PlanarShape, MassPropertiesAgreeWithSamplingSlow) {
    forEachTrial(22, 20, [&](Random& random, int trial) {
        constexpr PlanarKind kSolid[] = {PlanarKind::Circle, PlanarKind::Capsule, PlanarKind::Box,
                                         PlanarKind::Polygon};
        const PlanarShape shape = randomPlanarShape(random, kSolid[trial % 4], 1.0);
        const PointsAndRadius points = pointsOf(shape, PlanarPose{});
        constexpr int kCells = 250;
        const Real cell = 6.0L / kCells;
        Real area = 0.0L, second = 0.0L;
        RealVector first(0.0L);
        for (int i = 0; i < kCells * kCells; ++i) {
            const RealVector p(cell * (i % kCells + 0.5L) - 3.0L, cell * (i / kCells + 0.5L) - 3.0L);
            if (distanceOfPoint(p, points) < 0.0L) {
                area += cell * cell;
                first += cell * cell * p;
                second += cell * cell * dotOf(p, p);
            }
        }
        const PlanarMassProperties mass = massProperties(shape);
        EXPECT_NEAR(mass.area, static_cast<double>(area), 0.02 + 0.02 * mass.area);
        EXPECT_NEAR(mass.area * mass.centroid.x, static_cast<double>(first.x), 0.03);
        EXPECT_NEAR(mass.area * mass.centroid.y, static_cast<double>(first.y), 0.03);
        const double aboutOrigin = mass.inertia + mass.area * (mass.centroid.x * mass.centroid.x +
                                                               mass.centroid.y * mass.centroid.y);
        EXPECT_NEAR(aboutOrigin, static_cast<double>(second), 0.03 + 0.02 * aboutOrigin);
    });
}

TEST(PlanarShape, MassOfACompoundIsThatOfItsParts) {
    const auto halves =
        PlanarCompound::fromChildren({{PlanarBox{.halfExtents = {0.5f, 1.0f}}, {{-0.5f, 0.0f}}},
                                      {PlanarBox{.halfExtents = {0.5f, 1.0f}}, {{0.5f, 0.0f}}}})
            .value();
    const PlanarMassProperties parts = massProperties(halves),
                               whole = massProperties(PlanarBox{.halfExtents = {1.0f, 1.0f}});
    EXPECT_NEAR(parts.area, whole.area, 1e-12);
    EXPECT_NEAR(parts.inertia, whole.inertia, 1e-12);
    EXPECT_NEAR(parts.centroid.x, 0.0, 1e-12);
}

}  // namespace
