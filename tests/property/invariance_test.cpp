#include "support/expect_exact.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

// Invariance of answers under rotation, translation, scale and mirroring of a pair, and under the order of
// its points.

namespace {

using namespace sat3d;
using test::Cloud;
using test::Random;
using test::ShapeType;

struct CloudScene {
    Cloud a, b;
    DPose poseA, poseB;
};

/// Changes a scene, and maps lengths and directions accordingly.
struct Change {
    std::function<CloudScene(const CloudScene&, Random&)> apply;
    double scale = 1.0;
    std::function<glm::dvec3(const glm::dvec3&)> direction = [](const glm::dvec3& d) { return d; };
};

double reachAlong(const Cloud& cloud, const DPose& pose, const glm::dvec3& direction) {
    double result = -1e300;
    for (const glm::vec3& point : cloud) {
        result = std::max(result, glm::dot(direction, pose.rotation * glm::dvec3(point)));
    }
    return result;
}

double depthAlong(const CloudScene& scene, const glm::dvec3& normal) {
    return reachAlong(scene.a, scene.poseA, normal) + reachAlong(scene.b, scene.poseB, -normal) -
           glm::dot(normal, scene.poseB.position - scene.poseA.position);
}

Cloud transformed(Cloud cloud, const glm::dvec3& scale) {
    for (glm::vec3& point : cloud) {
        point = glm::vec3(glm::dvec3(point) * scale);
    }
    return cloud;
}

CloudScene scaled(CloudScene scene, double scale) {
    scene.a = transformed(scene.a, glm::dvec3(scale));
    scene.b = transformed(scene.b, glm::dvec3(scale));
    scene.poseA.position *= scale;
    scene.poseB.position *= scale;
    return scene;
}

DPose mirroredX(DPose pose) {
    pose.position.x = -pose.position.x;
    pose.rotation = glm::dquat(pose.rotation.w, pose.rotation.x, -pose.rotation.y, -pose.rotation.z);
    return pose;
}

Cloud shuffled(Cloud cloud, Random& random) {
    for (std::uint32_t i = static_cast<std::uint32_t>(cloud.size()); i > 1; --i) {
        std::swap(cloud[i - 1], cloud[random.below(i)]);
    }
    return cloud;
}

/// Points on the surface of the point cloud's hull, up to float rounding.
Cloud withPointsOnFaces(Cloud cloud, Random& random) {
    const ConvexHull hull = test::hullOf(cloud);
    for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
        const auto corners = hull.faceVertices(face);
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t corner = random.below(static_cast<std::uint32_t>(corners.size()) - 2);
            const glm::dvec3 p(hull.vertices()[corners[0]]), q(hull.vertices()[corners[corner + 1]]),
                r(hull.vertices()[corners[corner + 2]]);
            const double towardEdge = random.unit(), alongEdge = random.unit();
            cloud.emplace_back(glm::mix(p, glm::mix(q, r, alongEdge), towardEdge));
        }
    }
    return cloud;
}

void expectSame(const CloudScene& scene, const CloudScene& changed, const Change& change, int& overlapping,
                int& apart) {
    const ConvexHull a = test::hullOf(scene.a), b = test::hullOf(scene.b);
    const double size = 0.5 * double(a.boundingSphere().radius + b.boundingSphere().radius);
    const double tolerance = 2.0 * test::kExact * size;  // each answer may be off by half of it
    const double separation = explain(a, scene.poseA, b, scene.poseB).separation;
    const auto before = penetration(a, scene.poseA, b, scene.poseB);
    const auto after =
        penetration(test::hullOf(changed.a), changed.poseA, test::hullOf(changed.b), changed.poseB);
    if (std::abs(separation) < tolerance) {
        return;
    }
    ASSERT_EQ(before.has_value(), separation < 0.0);
    ASSERT_EQ(after.has_value(), separation < 0.0);
    ++(separation < 0.0 ? overlapping : apart);
    if (separation < 0.0) {
        EXPECT_NEAR(double(after->depth), change.scale * double(before->depth), change.scale * tolerance);
        // Axes may tie: the mapped normal must separate as well as the new one.
        const glm::dvec3 carried = change.direction(glm::normalize(glm::dvec3(before->normal)));
        EXPECT_NEAR(depthAlong(changed, carried), double(after->depth), change.scale * tolerance);
    }
}

void expectInvariant(const Change& change) {
    int overlapping = 0, apart = 0;
    constexpr std::array kKinds{ShapeType::Box,        ShapeType::Tetrahedron, ShapeType::Wedge,
                                ShapeType::Prism,      ShapeType::Tank,        ShapeType::NearCoplanar,
                                ShapeType::Ellipsoid16};
    test::forEachTrial(31, 150, [&](Random& random, int) {
        CloudScene scene;
        scene.a = test::randomCloud(random, kKinds[random.below(kKinds.size())]);
        scene.b = test::randomCloud(random, kKinds[random.below(kKinds.size())]);
        scene.poseA = {random.inBox(5.0), random.rotation()};
        scene.poseB = {scene.poseA.position + random.inBox(1.7), random.rotation()};
        expectSame(scene, change.apply(scene, random), change, overlapping, apart);
    });
    EXPECT_GT(overlapping, 60);
    EXPECT_GT(apart, 15);
}

TEST(Invariance, SwappingThePairFlipsTheAnswerBitForBit) {
    int overlapping = 0;
    test::forEachTrial(32, 300, [&](Random& random, int) {
        const ConvexHull a = test::hullOf(test::randomCloud(random, test::kAllShapeKinds[random.below(6)]));
        const ConvexHull b =
            random.chance(0.3)
                ? a
                : test::hullOf(test::randomCloud(random, test::kAllShapeKinds[random.below(6)]));
        const Pose poseA{glm::vec3(random.inBox(9.0)), glm::quat(random.rotation())};
        const Pose poseB{poseA.position + glm::vec3(random.inBox(1.0)), glm::quat(random.rotation())};
        const auto forth = penetration(a, poseA, b, poseB);
        const auto back = penetration(b, poseB, a, poseA);
        ASSERT_EQ(forth.has_value(), back.has_value());
        ASSERT_EQ(overlaps(a, poseA, b, poseB), overlaps(b, poseB, a, poseA));
        if (forth) {
            ++overlapping;
            EXPECT_EQ(forth->normal, -back->normal);
            EXPECT_EQ(forth->depth, back->depth);
            EXPECT_EQ(forth->features.a, back->features.b);
            EXPECT_EQ(forth->features.b, back->features.a);
        }
    });
    EXPECT_GT(overlapping, 100);
}

TEST(Invariance, RigidMotion) {
    Random motion(33);
    const DPose by{motion.inBox(100.0), motion.rotation()};
    expectInvariant({[&](const CloudScene& scene, Random&) {
                         return CloudScene{scene.a, scene.b, by * scene.poseA, by * scene.poseB};
                     },
                     1.0, [&](const glm::dvec3& d) { return by.rotation * d; }});
}

TEST(Invariance, Scale) {
    for (const double scale : {1e-3, 0.125, 7.0, 1e3}) {
        SCOPED_TRACE(scale);
        expectInvariant({[=](const CloudScene& scene, Random&) { return scaled(scene, scale); }, scale});
    }
}

TEST(Invariance, Mirror) {
    expectInvariant({[](const CloudScene& scene, Random&) {
                         const glm::dvec3 mirror{-1, 1, 1};
                         return CloudScene{transformed(scene.a, mirror), transformed(scene.b, mirror),
                                           mirroredX(scene.poseA), mirroredX(scene.poseB)};
                     },
                     1.0, [](const glm::dvec3& d) { return glm::dvec3(-d.x, d.y, d.z); }});
}

TEST(Invariance, OrderOfPoints) {
    expectInvariant({[](const CloudScene& scene, Random& random) {
        return CloudScene{shuffled(scene.a, random), shuffled(scene.b, random), scene.poseA, scene.poseB};
    }});
}

TEST(Invariance, DuplicatedPoints) {
    expectInvariant({[](CloudScene scene, Random& random) {
        for (Cloud* cloud : {&scene.a, &scene.b}) {
            const Cloud copy = shuffled(*cloud, random);
            cloud->insert(cloud->end(), copy.begin(), copy.end());
        }
        return scene;
    }});
}

TEST(Invariance, SubdividedFaces) {
    expectInvariant({[](const CloudScene& scene, Random& random) {
        return CloudScene{withPointsOnFaces(scene.a, random), withPointsOnFaces(scene.b, random), scene.poseA,
                          scene.poseB};
    }});
}

}  // namespace
