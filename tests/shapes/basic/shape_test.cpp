#include "support/random_convex.hpp"
#include "support/trials.hpp"

#include <sat3d/shapes/shape.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Returns the extent of a shape along a direction in its own frame.
double reach(const ConvexShape& shape, const glm::dvec3& direction) {
    return glm::dot(direction, glm::dvec3(support(shape, glm::vec3(direction))));
}

glm::mat3 scaling(float x, float y, float z) {
    return {glm::vec3(x, 0, 0), glm::vec3(0, y, 0), glm::vec3(0, 0, z)};
}

TEST(Shape, SupportIsTheFarthestPoint) {
    EXPECT_EQ(support(Sphere{{1, 2, 3}, 2.0f}, {0, 0, 5}), glm::vec3(1, 2, 5));
    EXPECT_EQ(support(Capsule{{0, 0, -1}, {0, 0, 1}, 0.5f}, {0, 0, 1}), glm::vec3(0, 0, 1.5f));
    EXPECT_EQ(support(Capsule{{0, 0, -1}, {0, 0, 1}, 0.5f}, {2, 0, 0}), glm::vec3(0.5f, 0, -1))
        << "on ties the start";
    EXPECT_EQ(support(Box{{1, 0, 0}, {1, 2, 3}}, {1, -1, 1}), glm::vec3(2, -2, 3));
    EXPECT_EQ(support(test::boxHull({1, 1, 1}), {-1, -2, 3}), glm::vec3(-1, -1, 1));
}

TEST(Shape, BoundsEqualTheSupportAlongTheAxes) {
    test::forEachTrial(301, 400, [&](Random& random, int trial) {
        const ConvexShape shape = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        const Pose pose = test::randomPose(random);
        const Aabb box = bounds(shape, pose);
        const RigidTransform toWorld = localToWorld(pose);
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 local(0.0);
            for (int i = 0; i < 3; ++i) {
                local[i] = toWorld.rotation[i][axis];
            }
            const double up = toWorld.translation[axis] + reach(shape, local);
            const double down = toWorld.translation[axis] - reach(shape, -local);
            EXPECT_NEAR(box.upper[axis], up, 1e-5);
            EXPECT_NEAR(box.lower[axis], down, 1e-5);
        }
        EXPECT_EQ(box, bounds(shape, DPose{pose.position, pose.rotation}));
    });
}

TEST(Shape, BoundsOfHullsAreTheSmallestAroundTheVertices) {
    Random random(303);
    for (int trial = 0; trial < 300; ++trial) {
        const ConvexHull hull = test::hullOf(test::ellipsoidCloud(random, 4 + random.below(60)));
        const DPose pose{random.inBox(trial % 2 == 0 ? 1.0 : 1e4), random.rotation()};
        const RigidTransform toWorld = localToWorld(pose);
        glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
        for (const glm::vec3& vertex : hull.vertices()) {
            const glm::dvec3 rotated = toWorld.rotation * glm::dvec3(vertex);
            lower = glm::min(lower, rotated);
            upper = glm::max(upper, rotated);
        }
        const auto below = [](double value) {
            const auto nearest = static_cast<float>(value);
            return double(nearest) > value ? std::nextafter(nearest, -kInfinity) : nearest;
        };
        const Aabb box = bounds(hull, pose);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(box.lower[axis], below(lower[axis] + toWorld.translation[axis]));
            EXPECT_EQ(box.upper[axis], -below(-(upper[axis] + toWorld.translation[axis])));
        }
    }
}

/// Returns the largest ratio of a side of `outer` to that of `inner`.
double worstFactor(const Aabb& outer, const Aabb& inner) {
    double worst = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto side = [axis](const Aabb& box) {
            return double(box.upper[axis]) - double(box.lower[axis]);
        };
        worst = std::max(worst, side(outer) / side(inner));
    }
    return worst;
}

template <class T>
void expectConservative(const ConvexShape& shape, const BasicPose<T>& pose) {
    const Aabb tight = bounds(shape, pose), loose = conservativeBounds(shape, pose);
    EXPECT_TRUE(loose.contains(tight));
    const auto* hull = std::get_if<ConvexHull>(&shape);
    if (hull == nullptr) {
        EXPECT_EQ(loose, tight);
        return;
    }
    EXPECT_EQ(conservativeBounds(Shape(*hull), pose), loose);
    EXPECT_EQ(conservativeBounds(*hull, pose), loose);
    const auto& [center, radius] = hull->boundingSphere();
    const Aabb around = bounds(Sphere{center, radius}, pose);
    const double size = glm::length(center) + radius;  // sums of coordinates are up to 5.2 times as large
    for (int axis = 0; axis < 3; ++axis) {
        const double slack = 3e-5 * size + 6e-7 * std::abs(double(pose.position[axis]));
        EXPECT_GE(loose.lower[axis], around.lower[axis] - slack);
        EXPECT_LE(loose.upper[axis], around.upper[axis] + slack);
    }
}

TEST(Shape, ConservativeBoundsContainTheTightOnes) {
    test::forEachTrial(304, 4000, [&](Random& random, int trial) {
        ConvexShape shape = test::randomConvex(random, std::size_t(trial) % test::kConvexTypes);
        if (trial % 2 == 0) {  // also flat, thin, large and small hulls, and hulls far from their origin
            std::vector<glm::vec3> points = test::ellipsoidCloud(random, 4 + random.below(60));
            const glm::dvec3 scale{std::exp(random.uniform(-3.0, 0.0)), std::exp(random.uniform(-3.0, 0.0)),
                                   1.0};
            const glm::dvec3 offset = random.inBox(trial % 3 == 0 ? 0.0 : 20.0);
            const double size = trial % 5 == 0 ? 1e6 : (trial % 5 == 1 ? 1e-6 : 1.0);
            for (glm::vec3& point : points) {
                point = glm::vec3(size * (scale * glm::dvec3(point) + offset));
            }
            shape = test::hullOf(points);
        }
        const glm::dvec3 position =
            random.inBox(trial % 7 == 0 ? 0.0 : std::exp(random.uniform(-10.0, 16.0)));
        const glm::dquat rotation = trial % 11 == 0 ? glm::dquat(1, 0, 0, 0) : random.rotation();
        const double length = random.uniform(0.9995, 1.0005);  // queries allow 1e-3
        const DPose pose{position, rotation * length};
        expectConservative(shape, pose);
        expectConservative(shape, Pose{glm::vec3(position), glm::quat(pose.rotation)});
    });
}

TEST(Shape, ConservativeBoundsAreTightForBoxesAndAtWorstThoseOfTheSphere) {
    Random random(305);
    const ConvexHull box = test::boxHull({0.3, 1.0, 2.0});
    const std::array<glm::vec3, 6> tips{glm::vec3(1, 0, 0), {-1, 0, 0}, {0, 1, 0},
                                        {0, -1, 0},         {0, 0, 1},  {0, 0, -1}};
    const ConvexHull octahedron = test::hullOf(tips);
    double worst = 0.0;
    for (int trial = 0; trial < 2000; ++trial) {
        const DPose pose{random.inBox(1.0), random.rotation()};
        EXPECT_LE(worstFactor(conservativeBounds(box, pose), bounds(box, pose)), 1.0001);
        worst = std::max(worst, worstFactor(conservativeBounds(octahedron, pose), bounds(octahedron, pose)));
    }
    EXPECT_LE(worst, std::sqrt(3.0) * 1.0001);
    EXPECT_GE(worst, 1.6);
    // Along the normal of a face the octahedron is flattest, and the sphere decides.
    const glm::vec3 axis = glm::normalize(glm::vec3(0, 1, -1));
    const Pose onItsFace{{}, glm::angleAxis(std::acos(1.0f / std::sqrt(3.0f)), axis)};
    EXPECT_NEAR(bounds(octahedron, onItsFace).upper.x, 1.0 / std::sqrt(3.0), 1e-6);
    EXPECT_NEAR(conservativeBounds(octahedron, onItsFace).upper.x, 1.0, 3e-5);
}

TEST(Shape, BoundsAreRoundedOutward) {
    const double third = 1.0 / 3.0;
    const Aabb box = Aabb::around(glm::dvec3(-third), glm::dvec3(third));
    EXPECT_LE(double(box.lower.x), -third);
    EXPECT_GE(double(box.upper.x), third);
    EXPECT_EQ(std::nextafter(box.upper.x, 0.0f), std::nextafter(float(third), 0.0f));
    EXPECT_EQ(Aabb::around({-0.5, 0, 0}, {0.5, 1, 2}), (Aabb{{-0.5f, 0, 0}, {0.5f, 1, 2}}));
    EXPECT_TRUE(box.overlaps({box.upper, glm::vec3(1.0f)})) << "borders that touch count";
    EXPECT_FALSE(box.contains(glm::vec3(0.5f)));
}

TEST(Shape, TransformedSupportMatchesTheMap) {
    int mirrored = 0;
    test::forEachTrial(302, 400, [&](Random& random, int trial) {
        const std::size_t type = std::size_t(trial) % test::kConvexTypes;
        ConvexShape shape = test::randomConvex(random, type);
        const glm::mat3 turn = glm::mat3_cast(glm::quat(random.rotation()));
        const float mirror = random.chance(0.5) ? -1.0f : 1.0f;
        mirrored += mirror < 0.0f ? 1 : 0;
        const auto scale = float(random.uniform(0.5, 2.0));
        // Spheres and capsules take uniform scale, boxes any scale along their axes, hulls every map.
        const bool round = type < 2;
        glm::mat3 map = turn * scaling(mirror * scale, scale, round ? scale : 0.3f);
        if (auto* box = std::get_if<Box>(&shape)) {
            box->rotation = glm::quat(glm::mat3(1.0f));
        } else if (!round) {
            map = map * turn;
        }
        const auto result = transformed(shape, map);
        ASSERT_TRUE(result) << result.error().message;
        for (int i = 0; i < 20; ++i) {
            const glm::dvec3 direction = random.direction();
            EXPECT_NEAR(reach(*result, direction), reach(shape, glm::transpose(glm::dmat3(map)) * direction),
                        1e-5);
        }
    });
    EXPECT_GT(mirrored, 100);
}

TEST(Shape, TransformErrorsSayWhatToUse) {
    const auto stretched = transformed(ConvexShape(Sphere{}), scaling(1, 2, 1));
    ASSERT_FALSE(stretched);
    EXPECT_EQ(stretched.error().code, ShapeError::Code::NonUniformScale);
    EXPECT_THAT(stretched.error().message, HasSubstr("1 x 2 x 1"));
    EXPECT_THAT(stretched.error().message, HasSubstr("ConvexHull"));
    const auto squeezed = transformed(Capsule{}, scaling(1, 1, 3));
    ASSERT_FALSE(squeezed);
    EXPECT_EQ(squeezed.error().code, ShapeError::Code::NonUniformScale);
    EXPECT_THAT(squeezed.error().message, HasSubstr("ConvexHull"));

    const Box turned{{}, {1, 1, 1}, glm::angleAxis(0.5f, glm::vec3(0, 0, 1))};
    const auto bent = transformed(turned, scaling(1, 2, 1));
    ASSERT_FALSE(bent);
    EXPECT_EQ(bent.error().code, ShapeError::Code::NonAxisAlignedScale);
    EXPECT_THAT(bent.error().message, HasSubstr("ConvexHull::box"));
    EXPECT_TRUE(transformed(turned, scaling(1, 1, 5))) << "along an axis of its own";

    EXPECT_EQ(transformed(Box{}, scaling(1, 0, 1)).error().code, ShapeError::Code::SingularMap);
    EXPECT_EQ(transformed(Sphere{}, scaling(1, kInfinity, 1)).error().code, ShapeError::Code::NotFinite);
    EXPECT_EQ(transformed(HalfSpace{}, scaling(0, 0, 0)).error().code, ShapeError::Code::SingularMap);
    EXPECT_EQ(transformed(ConvexShape(test::boxHull({1, 1, 1})), scaling(1, 0, 1)).error().code,
              ShapeError::Code::HullFailed);
}

TEST(Shape, OverflowIsAnError) {
    const glm::mat3 huge(1e30f);
    EXPECT_FALSE(transformed(Sphere{{0, 0, 0}, 1e30f}, huge));
    EXPECT_FALSE(transformed(Capsule{{0, 0, 0}, {1e30f, 0, 0}, 1.0f}, huge));
    EXPECT_FALSE(transformed(Box{{0, 0, 0}, {1e30f, 1, 1}}, huge));
    EXPECT_FALSE(transformed(HalfSpace{{0, 0, 1}, 1e30f}, huge));
}

TEST(Shape, HalfSpaceUnderAnyMap) {
    const glm::mat3 map{glm::vec3(2, 0, 1), glm::vec3(0, -3, 0), glm::vec3(0, 1, 0.5f)};
    const HalfSpace before{glm::normalize(glm::vec3(1, 2, -1)), 0.7f};
    const auto after = transformed(before, map);
    ASSERT_TRUE(after);
    Random random(303);
    for (int i = 0; i < 100; ++i) {
        const glm::vec3 point(random.inBox(2.0));
        EXPECT_EQ(glm::dot(before.normal, point) <= before.offset,
                  glm::dot(after->normal, map * point) <= after->offset);
    }
}

TEST(Shape, HalfSpaceBounds) {
    const Aabb floor = bounds(HalfSpace{{0, 0, 1}, 2.0f}, Pose{{0, 0, 1}});
    EXPECT_EQ(floor.upper, glm::vec3(kInfinity, kInfinity, 3.0f));
    EXPECT_EQ(floor.lower, glm::vec3(-kInfinity));
    EXPECT_EQ(bounds(HalfSpace{{0, -1, 0}, 2.0f}, Pose{}).lower.y, -2.0f);
    EXPECT_EQ(bounds(Shape(HalfSpace{{0.6f, 0.8f, 0}, 2.0f}), Pose{}).upper, glm::vec3(kInfinity));
}

/// Returns volume, centroid and inertia from grid points within `radius` of a segment.
MassProperties sampledMass(const Capsule& capsule) {
    const glm::dvec3 start(capsule.start), along = glm::dvec3(capsule.end) - start;
    const Aabb box = bounds(capsule, Pose{});
    constexpr int kSteps = 60;
    const glm::dvec3 step = (glm::dvec3(box.upper) - glm::dvec3(box.lower)) / double(kSteps);
    const double cell = step.x * step.y * step.z;
    MassProperties sum;
    glm::dmat3 secondMoment(0.0);
    for (int i = 0; i < kSteps * kSteps * kSteps; ++i) {
        const glm::dvec3 place(i % kSteps + 0.5, i / kSteps % kSteps + 0.5, i / kSteps / kSteps + 0.5);
        const glm::dvec3 point = glm::dvec3(box.lower) + place * step;
        const double share =
            std::clamp(glm::dot(point - start, along) / (glm::dot(along, along) + 1e-30), 0.0, 1.0);
        if (glm::length(point - start - share * along) <= double(capsule.radius)) {
            sum.volume += cell;
            sum.centroid += cell * point;
            secondMoment += cell * glm::outerProduct(point, point);
        }
    }
    sum.centroid /= sum.volume;
    secondMoment -= sum.volume * glm::outerProduct(sum.centroid, sum.centroid);
    const double trace = secondMoment[0][0] + secondMoment[1][1] + secondMoment[2][2];
    sum.inertia = glm::dmat3(trace) - secondMoment;
    return sum;
}

void expectSameMass(const MassProperties& actual, const MassProperties& expected, double tolerance) {
    const double size = expected.inertia[0][0] + expected.inertia[1][1] + expected.inertia[2][2];
    EXPECT_NEAR(actual.volume, expected.volume, tolerance * expected.volume);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(actual.centroid[i], expected.centroid[i], tolerance);
        for (int j = 0; j < 3; ++j) {
            EXPECT_NEAR(actual.inertia[i][j], expected.inertia[i][j], tolerance * size);
        }
    }
}

TEST(Shape, MassOfSpheresAndCapsulesMatchesSamples) {
    const Capsule capsule{{0, 0.1f, 0}, {0.5f, 0.8f, 0.3f}, 0.4f};
    expectSameMass(massProperties(capsule), sampledMass(capsule), 0.004);
    const Sphere sphere{{0.3f, -0.2f, 1.0f}, 0.7f};
    const Capsule ball{sphere.center, sphere.center, sphere.radius};
    expectSameMass(massProperties(sphere), sampledMass(ball), 0.004);
    expectSameMass(massProperties(ball), massProperties(sphere), 1e-15);
}

TEST(Shape, BoxAndItsHullHaveTheSameMass) {
    const Box box{{0.2f, 0.1f, 0}, {0.3f, 0.5f, 0.7f}, glm::angleAxis(0.6f, glm::vec3(0.6f, 0, 0.8f))};
    const Pose place{box.center, box.rotation};
    test::Cloud corners;
    for (const glm::vec3& corner : test::boxCloud(box.halfExtents)) {
        corners.push_back(place.transformPoint(corner));
    }
    expectSameMass(massProperties(box), massProperties(test::hullOf(corners)), 1e-6);
}

TEST(Shape, ValidateFindsBadNumbers) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(validate(Sphere{{}, 0.0f}));
    EXPECT_EQ(validate(Sphere{{}, -1.0f}).error().code, ShapeError::Code::Negative);
    EXPECT_EQ(validate(Sphere{{nan, 0, 0}, 1.0f}).error().code, ShapeError::Code::NotFinite);
    EXPECT_TRUE(validate(Capsule{}));
    EXPECT_EQ(validate(Capsule{{}, {kInfinity, 0, 0}, 1.0f}).error().code, ShapeError::Code::NotFinite);
    EXPECT_EQ(validate(Capsule{{}, {}, -0.5f}).error().code, ShapeError::Code::Negative);
    EXPECT_TRUE(validate(Box{}));
    EXPECT_EQ(validate(Box{{}, {1, -1, 1}}).error().code, ShapeError::Code::Negative);
    EXPECT_EQ(validate(Box{{}, {1, nan, 1}}).error().code, ShapeError::Code::NotFinite);
    EXPECT_EQ(validate(Box{{}, {1, 1, 1}, glm::quat(2.0f, glm::vec3(0.0f))}).error().code,
              ShapeError::Code::NotNormalized);
    EXPECT_TRUE(validate(HalfSpace{}));
    EXPECT_EQ(validate(HalfSpace{{0, 0, 2}, 0}).error().code, ShapeError::Code::NotNormalized);
    EXPECT_EQ(validate(HalfSpace{{0, 0, 1}, nan}).error().code, ShapeError::Code::NotFinite);
}

/// The same limit as that of hulls and meshes: the kernels multiply a few coordinates.
TEST(Shape, ValidateFindsNumbersBeyondTheLimit) {
    constexpr float kLimit = 1e15f, kBeyond = 1.01e15f;
    EXPECT_TRUE(validate(Sphere{{kLimit, 0, 0}, kLimit}));
    EXPECT_TRUE(validate(Capsule{{0, 0, -kLimit}, {0, kLimit, 0}, 1.0f}));
    EXPECT_TRUE(validate(Box{{0, -kLimit, 0}, {1, 1, kLimit}}));
    EXPECT_TRUE(validate(HalfSpace{{0, 0, 1}, -kLimit}));
    const auto codeOf = [](const auto& shape) { return validate(shape).error().code; };
    EXPECT_EQ(codeOf(Sphere{{0, -kBeyond, 0}, 1.0f}), ShapeError::Code::TooLarge);
    EXPECT_EQ(codeOf(Sphere{{}, kBeyond}), ShapeError::Code::TooLarge);
    EXPECT_EQ(codeOf(Capsule{{}, {0, 0, kBeyond}, 1.0f}), ShapeError::Code::TooLarge);
    EXPECT_EQ(codeOf(Box{{2.5e38f, 0, 0}, {1, 1, 1}}), ShapeError::Code::TooLarge);
    EXPECT_EQ(codeOf(Box{{}, {1, kBeyond, 1}}), ShapeError::Code::TooLarge);
    EXPECT_EQ(codeOf(HalfSpace{{0, 0, 1}, -kBeyond}), ShapeError::Code::TooLarge);
    EXPECT_THAT(validate(Sphere{{}, 2e15f}).error().message,
                testing::HasSubstr("the sphere holds the number"));
}

}  // namespace
