/// Meshes of boxes, spheres and capsules become these shapes; other meshes do not.

#include "import/fitting/primitive_fit.hpp"

#include "import/meshes.hpp"
#include "import/support.hpp"
#include "support/random.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include <algorithm>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using importing::Fit;
using ::testing::HasSubstr;

HullMesh hullOf(const TestMesh& mesh) {
    const std::vector<glm::vec3> points(mesh.points.begin(), mesh.points.end());
    auto hull = buildHull(points);
    if (!hull) {
        throw std::runtime_error(hull.error().message);
    }
    return *std::move(hull);
}

struct Placement {
    glm::dmat3 rotation{1.0};
    glm::dvec3 offset{0.0};
};
Placement anyPlacement(Random& random) {
    const glm::dquat rotation{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0),
                              random.uniform(-1.0, 1.0)};
    return {glm::mat3_cast(glm::normalize(rotation)),
            {random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)}};
}

/// Succeeds if both boxes fill the same space.
::testing::AssertionResult sameBox(const Box& box, const glm::dvec3& half, const Placement& at) {
    double far = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 sides(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        const glm::dvec3 want = at.rotation * (sides * half) + at.offset;
        double near = 1e9;
        for (int other = 0; other < 8; ++other) {
            const glm::vec3 s(other & 1 ? 1 : -1, other & 2 ? 1 : -1, other & 4 ? 1 : -1);
            near = std::min(
                near, glm::length(glm::dvec3(box.center + box.rotation * (s * box.halfExtents)) - want));
        }
        far = std::max(far, near);
    }
    return far < 4e-6 * glm::length(half) + 1e-6
               ? ::testing::AssertionSuccess()
               : ::testing::AssertionFailure() << "a vertex is " << far << " off";
}

TEST(Fitting, BoxesOfAnyProportionAndPlace) {
    Random random(11);
    for (int trial = 0; trial < 300; ++trial) {
        const Placement at = anyPlacement(random);
        const auto extent = [&] { return std::pow(10.0, random.uniform(-1.5, 1.0)); };
        const glm::dvec3 half =
            trial % 5 == 0 ? glm::dvec3(extent()) : glm::dvec3(extent(), extent(), extent());
        const Fit fit =
            importing::fitBox(hullOf(boxMesh(half, 1 + trial % 3).mapped(at.rotation, at.offset)));
        EXPECT_LT(fit.error, 2e-6 * glm::length(half) + 1e-6);
        EXPECT_TRUE(sameBox(std::get<Box>(fit.shape), half, at)) << trial;
        EXPECT_TRUE(validate(std::get<Box>(fit.shape)));
    }
}

TEST(Fitting, BoxAlongTheAxesIsNotRotated) {
    const Fit fit =
        importing::fitBox(hullOf(boxMesh({1.0, 2.0, 3.0}).mapped(glm::dmat3(1.0), {5.0, 6.0, 7.0})));
    EXPECT_EQ(std::get<Box>(fit.shape), (Box{{5.0f, 6.0f, 7.0f}, {1.0f, 2.0f, 3.0f}}));
    EXPECT_EQ(fit.error, 0.0);
}

/// A box of half extents 1 with one vertex cut off, at a distance d along each edge. The distance of that
/// vertex from the plane x + y + z = 3 - d is d / sqrt(3).
TEST(Fitting, ErrorOfABoxWithoutAVertex) {
    for (const double cut : {0.01, 0.3, 1.0}) {
        TestMesh mesh = boxMesh(glm::dvec3(1.0));
        std::erase_if(mesh.points, [](const glm::dvec3& p) { return p == glm::dvec3(1.0); });
        mesh.points.insert(mesh.points.end(),
                           {{1.0 - cut, 1.0, 1.0}, {1.0, 1.0 - cut, 1.0}, {1.0, 1.0, 1.0 - cut}});
        const Fit fit = importing::fitBox(hullOf(mesh));
        EXPECT_NEAR(fit.error, cut / std::sqrt(3.0), 1e-6);
        EXPECT_TRUE(near(fit.place, glm::vec3(1.0f)));
    }
}

TEST(Fitting, BoxContainsEveryVertex) {
    Random random(12);
    for (int trial = 0; trial < 100; ++trial) {
        TestMesh mesh;
        for (int k = 0; k < 20; ++k) {
            mesh.points.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
        }
        const HullMesh hull = hullOf(mesh);
        const Fit fit = importing::fitBox(hull);
        const Box& box = std::get<Box>(fit.shape);
        for (const glm::vec3& vertex : hull.vertices) {
            const glm::vec3 local = glm::conjugate(box.rotation) * (vertex - box.center);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_LE(std::abs(local[axis]), box.halfExtents[axis] + 1e-5f);
            }
        }
        EXPECT_GT(fit.error, 1e-3) << "random points are not a box";
    }
}

TEST(Fitting, SpheresOfAnyNumberOfSegments) {
    Random random(13);
    for (const TestMesh& mesh :
         {roundMesh(8, 4), roundMesh(8, 8), roundMesh(32, 16), roundMesh(7, 6), icosahedronMesh()}) {
        const Placement at = anyPlacement(random);
        const double radius = random.uniform(0.1, 3.0);
        const auto fit = importing::fitSphere(hullOf(mesh.mapped(radius * at.rotation, at.offset)));
        ASSERT_TRUE(fit);
        const auto& sphere = std::get<Sphere>(fit->shape);
        EXPECT_TRUE(near(sphere.center, glm::vec3(at.offset), 3e-6f));
        EXPECT_NEAR(sphere.radius, radius, 3e-6);
        EXPECT_LT(fit->error, 3e-6);
        EXPECT_GT(fit->roundness, importing::kMinRoundness);
    }
}

TEST(Fitting, CapsulesOfAnySegmentsAndLengths) {
    Random random(14);
    for (const int segments : {6, 8, 9, 16, 32}) {
        for (const double halfLength : {0.05, 0.5, 2.0, 20.0}) {
            const Placement at = anyPlacement(random);
            const double radius = random.uniform(0.1, 3.0);
            SCOPED_TRACE(std::to_string(segments) + " segments, half length " + std::to_string(halfLength));
            const TestMesh mesh = roundMesh(segments, 8, halfLength).mapped(radius * at.rotation, at.offset);
            const auto fit = importing::fitCapsule(hullOf(mesh));
            ASSERT_TRUE(fit);
            const auto& capsule = std::get<Capsule>(fit->shape);
            const double size = radius * (1.0 + halfLength);
            EXPECT_LT(fit->error, 1e-5 * size);
            EXPECT_GT(fit->roundness, importing::kMinRoundness);
            EXPECT_NEAR(capsule.radius, radius, 1e-5 * size);
            const glm::dvec3 arm = at.rotation * glm::dvec3(0.0, 0.0, radius * halfLength);
            const bool isReversed = glm::dot(glm::dvec3(capsule.end - capsule.start), arm) < 0.0;
            EXPECT_TRUE(near(isReversed ? capsule.end : capsule.start, glm::vec3(at.offset - arm),
                             2e-5f * float(size)));
            EXPECT_TRUE(near(isReversed ? capsule.start : capsule.end, glm::vec3(at.offset + arm),
                             2e-5f * float(size)));
        }
    }
}

/// Their vertices lie on spheres and capsules.
TEST(Fitting, CubesAndCylindersAreNotRound) {
    const auto sphere = importing::fitSphere(hullOf(boxMesh(glm::dvec3(1.0))));
    ASSERT_TRUE(sphere);
    EXPECT_LT(sphere->error, 1e-6);
    EXPECT_NEAR(sphere->roundness, 1.0 / std::sqrt(3.0), 1e-6);
    for (const double halfLength : {0.3, 1.0, 2.0, 10.0}) {
        for (const int segments : {4, 8, 64}) {
            const HullMesh hull = hullOf(cylinderMesh(segments, halfLength));
            const auto round = importing::fitCapsule(hull);
            ASSERT_TRUE(round);
            EXPECT_TRUE(round->error > 1e-2 || round->roundness < importing::kMinRoundness)
                << segments << " segments, half length " << halfLength << ": error " << round->error
                << ", roundness " << round->roundness;
        }
    }
}

Result<ImportedModel, ImportError> loadFile(const TestFile& file, const ImportOptions& options = {}) {
    const Folder folder;
    return loadModel(folder.write(file.name, file.content), options);
}

/// Formats have different axes but the same lengths.
TEST(FittingInFiles, EveryFormatThatCarriesNames) {
    const glm::dmat3 rotation =
        glm::mat3_cast(glm::angleAxis(0.7, glm::normalize(glm::dvec3(1.0, 2.0, -1.0))));
    for (const TestFile& file : filesOf(boxMesh({0.5, 1.0, 2.0}).mapped(rotation), "UBX_Crate_01")) {
        SCOPED_TRACE(file.name);
        const auto model = loadFile(file);
        ASSERT_TRUE(model) << model.error().message;
        const CollisionBody& body = model->bodies.at(0);
        ASSERT_EQ(shapeTypeOf(body.shape), ShapeType::Box) << messages(model->report.nodes.at(0));
        glm::vec3 half = std::get<Box>(body.shape).halfExtents;
        std::ranges::sort(&half.x, &half.x + 3);
        EXPECT_TRUE(near(half, {0.5f, 1.0f, 2.0f}));
        EXPECT_NEAR(model->report.nodes[0].volume, 8.0, 1e-4);
        EXPECT_EQ(model->report.nodes[0].summary, "collides as a box, without a render mesh (UBX_)");
        EXPECT_FALSE(has(model->report.nodes[0], Code::PrimitiveFitFailed));
    }
    for (const TestFile& file :
         filesOf(roundMesh(8, 6).mapped(2.0 * rotation, {0.0, 3.0, 0.0}), "USP_Ball")) {
        SCOPED_TRACE(file.name);
        const auto model = loadFile(file);
        ASSERT_TRUE(model) << model.error().message;
        ASSERT_EQ(shapeTypeOf(model->bodies.at(0).shape), ShapeType::Sphere)
            << messages(model->report.nodes.at(0));
        EXPECT_NEAR(std::get<Sphere>(model->bodies[0].shape).radius, 2.0, 1e-5);
    }
    for (const TestFile& file : filesOf(roundMesh(8, 6, 1.5).mapped(rotation), "UCP_Barrel_01")) {
        SCOPED_TRACE(file.name);
        const auto model = loadFile(file);
        ASSERT_TRUE(model) << model.error().message;
        ASSERT_EQ(shapeTypeOf(model->bodies.at(0).shape), ShapeType::Capsule)
            << messages(model->report.nodes.at(0));
        const auto& capsule = std::get<Capsule>(model->bodies[0].shape);
        EXPECT_NEAR(capsule.radius, 1.0, 1e-5);
        EXPECT_NEAR(glm::length(capsule.end - capsule.start), 3.0, 2e-5);
    }
}

TEST(FittingInFiles, StatesTheError) {
    TestMesh wedge = boxMesh(glm::dvec3(1.0));
    for (glm::dvec3& point : wedge.points) {
        point.y *= point.x > 0.0 ? 0.5 : 1.0;
    }
    const auto box = loadFile(filesOf(wedge, "UBX_Ramp").front());
    ASSERT_TRUE(box) << box.error().message;
    EXPECT_EQ(shapeTypeOf(box->bodies.at(0).shape), ShapeType::ConvexHull);
    EXPECT_EQ(box->bodies[0].requestedType, ShapeType::Box);
    EXPECT_THAT(messages(box->report.nodes.at(0)),
                HasSubstr("PrimitiveFitFailed: is not a box: the best box reaches 0."));

    glm::dmat3 flatten(1.0);
    flatten[2][2] = 0.8;
    const auto egg = loadFile(filesOf(roundMesh(16, 8).mapped(flatten), "USP_Egg").front());
    ASSERT_TRUE(egg) << egg.error().message;
    EXPECT_EQ(shapeTypeOf(egg->bodies.at(0).shape), ShapeType::ConvexHull);
    EXPECT_THAT(messages(egg->report.nodes.at(0)), HasSubstr("below the surface of the best sphere"));
    EXPECT_THAT(messages(egg->report.nodes.at(0)), HasSubstr("UCX_"));

    const auto crude = loadFile(filesOf(boxMesh(glm::dvec3(1.0)), "USP_Die").front());
    ASSERT_TRUE(crude) << crude.error().message;
    EXPECT_THAT(messages(crude->report.nodes.at(0)), HasSubstr("bulges out by 42.26 % of its radius"));
}

TEST(FittingInFiles, ToleranceAndSwitch) {
    TestMesh bent = boxMesh(glm::dvec3(1.0));
    bent.points[0] *= 0.99;  // the error is about 0.017, the extent is 2
    const TestFile file = filesOf(bent, "UBX_Bent").front();
    ImportOptions options;
    EXPECT_EQ(shapeTypeOf(loadFile(file, options)->bodies.at(0).shape), ShapeType::ConvexHull);
    options.fitTolerance = 0.02;
    EXPECT_EQ(shapeTypeOf(loadFile(file, options)->bodies.at(0).shape), ShapeType::Box);
    options.fitPrimitives = false;
    const auto off = loadFile(file, options);
    EXPECT_EQ(shapeTypeOf(off->bodies.at(0).shape), ShapeType::ConvexHull);
    EXPECT_FALSE(has(off->report.nodes.at(0), Code::PrimitiveFitFailed));
    options.fitTolerance = 0.2;
    const auto bad = loadFile(file, options);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, ImportError::Code::BadOptions);
}

}  // namespace
}  // namespace sat3d::test
