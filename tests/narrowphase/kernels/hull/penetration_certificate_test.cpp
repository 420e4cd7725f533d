#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/scalar_constants.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

// The surface that a cache keeps is what its documentation says: closed, around the origin, of points of the
// Minkowski difference, and as far away as the push is deep. All in double, and from the public members
// alone.

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;
using Certificate = PairCache::Certificate;

/// Every edge once each way: a surface without rim, crossing or fold.
bool isClosed(const Certificate& certificate) {
    std::map<std::pair<int, int>, int> times;
    for (std::size_t i = 0; i < certificate.triangleCount; ++i) {
        const auto& corners = certificate.triangles[i];
        for (std::size_t k = 0; k < 3; ++k) {
            ++times[{corners[k], corners[(k + 1) % 3]}];
        }
    }
    return std::all_of(times.begin(), times.end(), [&](const auto& edge) {
        const auto reverse = times.find({edge.first.second, edge.first.first});
        return edge.first.first != edge.first.second && edge.second == 1 && reverse != times.end();
    });
}

bool everyPointIsUsed(const Certificate& certificate) {
    std::vector<bool> used(certificate.pointCount);
    for (std::size_t i = 0; i < certificate.triangleCount; ++i) {
        for (const std::uint8_t corner : certificate.triangles[i]) {
            used.at(corner) = true;
        }
    }
    return std::find(used.begin(), used.end(), false) == used.end();
}

/// How many times the surface goes round the origin, times 4 pi: the sum of its triangles' solid angles.
/// Source: Van Oosterom and Strackee, "The solid angle of a plane triangle", 1983.
double solidAngle(const Certificate& certificate, const std::vector<glm::dvec3>& points) {
    double sum = 0.0;
    for (std::size_t i = 0; i < certificate.triangleCount; ++i) {
        const glm::dvec3 &a = points[certificate.triangles[i][0]], &b = points[certificate.triangles[i][1]],
                         &c = points[certificate.triangles[i][2]];
        const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
        sum += 2.0 * std::atan2(glm::dot(a, glm::cross(b, c)), la * lb * lc + glm::dot(a, b) * lc +
                                                                   glm::dot(b, c) * la + glm::dot(c, a) * lb);
    }
    return sum;
}

/// Of the surface from the origin: of each triangle that of its plane, or of its corners along the push.
double leastDistance(const Certificate& certificate, const std::vector<glm::dvec3>& points,
                     const glm::dvec3& push) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < certificate.triangleCount; ++i) {
        const glm::dvec3 &a = points[certificate.triangles[i][0]], &b = points[certificate.triangles[i][1]],
                         &c = points[certificate.triangles[i][2]];
        const glm::dvec3 normal = glm::cross(b - a, c - a);
        const double along = std::min({glm::dot(push, a), glm::dot(push, b), glm::dot(push, c)});
        least = std::min(least, std::max(along, glm::dot(normal, a) / glm::length(normal)));
    }
    return least;
}

class CertificateTest : public testing::Test {
protected:
    struct Posed {
        ConvexHull hull;
        DPose pose;
    };

    ConvexHull shape(ShapeType kind) { return test::hullOf(test::randomCloud(random_, kind)); }

    /// In the library's order and in the world.
    static std::vector<glm::dvec3> pointsOf(const PairCache& cache, const Posed& a, const Posed& b) {
        const Posed &first = cache.isSwapped != 0 ? b : a, &second = cache.isSwapped != 0 ? a : b;
        const auto inWorld = [](const Posed& posed, std::uint32_t vertex) {
            return posed.pose.position + posed.pose.rotation * glm::dvec3(posed.hull.vertices()[vertex]);
        };
        std::vector<glm::dvec3> points;
        for (std::size_t i = 0; i < cache.certificate.pointCount; ++i) {
            points.push_back(inWorld(first, cache.certificate.verticesOfA[i]) -
                             inWorld(second, cache.certificate.verticesOfB[i]));
        }
        return points;
    }

    void expectProof(const PairCache& cache, const Posed& a, const Posed& b, const Penetration& answer) {
        const Certificate& certificate = cache.certificate;
        const double size =
            0.5 * (double(a.hull.boundingSphere().radius) + double(b.hull.boundingSphere().radius));
        const std::vector<glm::dvec3> points = pointsOf(cache, a, b);
        ASSERT_TRUE(isClosed(certificate));
        EXPECT_TRUE(everyPointIsUsed(certificate));
        EXPECT_EQ(certificate.triangleCount, 2 * certificate.pointCount - 4) << "as on a sphere";
        EXPECT_NEAR(solidAngle(certificate, points), 4.0 * glm::pi<double>(), 1e-3);
        const glm::dvec3 push = (cache.isSwapped != 0 ? -1.0 : 1.0) * glm::dvec3(answer.normal);
        EXPECT_GE(leastDistance(certificate, points, push), double(answer.depth) - 1e-6 * size);
    }

    Random random_{55};
};

TEST_F(CertificateTest, ProvesThePairThatItWasMadeOrRepairedFor) {
    using enum ShapeType;
    constexpr int kFrames = 60;
    int first = 0, renewed = 0;
    for (const auto& [kindA, kindB] : {std::pair{Tank, Tank},
                                       {Tank, Ellipsoid16},
                                       {Ellipsoid64, Ellipsoid64},
                                       {Ellipsoid16, Box},
                                       {Ellipsoid64, Tank}}) {
        for (int round = 0; round < 8; ++round) {
            Posed a{shape(kindA), {}}, b{shape(kindB), {random_.inBox(0.2), random_.rotation()}};
            const glm::dvec3 step = 0.003 * random_.direction(), turn = 0.003 * random_.direction();
            PairCache cache;
            bool wasMade = false;
            std::array<std::array<std::uint8_t, 3>, Certificate::kMaxTriangles> former{};
            for (int frame = 0; frame < kFrames; ++frame) {
                b.pose.position += step;
                b.pose.rotation = glm::normalize(glm::dquat(1.0, turn) * b.pose.rotation);
                const std::uint8_t held = cache.certificate.reuseCount;
                const auto answer = penetration(a.hull, a.pose, b.hull, b.pose, cache);
                const Certificate& certificate = cache.certificate;
                // One that has just answered, or has just been made, proves this very answer.
                const bool isNew = certificate.triangles != former;
                former = certificate.triangles;
                if (!answer || certificate.triangleCount == 0 || (certificate.reuseCount <= held && !isNew)) {
                    continue;
                }
                SCOPED_TRACE("frame " + std::to_string(frame));
                expectProof(cache, a, b, *answer);
                renewed += isNew && wasMade ? 1 : 0;
                first += isNew && !wasMade ? 1 : 0;
                wasMade = true;
            }
        }
    }
    std::printf("%d made for the first time, %d mended or made again\n", first, renewed);
    EXPECT_GT(first, 30);
    EXPECT_GT(renewed, 50);
}

// However hulls jump, and whatever points a damaged cache names: a surface that is mended stays closed.
TEST_F(CertificateTest, StaysClosedUnderAnyMotion) {
    int closed = 0, mended = 0;
    for (int round = 0; round < 40; ++round) {
        const Posed a{shape(ShapeType::Ellipsoid64), {}};
        Posed b{shape(ShapeType::Ellipsoid64), {random_.inBox(0.1), random_.rotation()}};
        PairCache good;
        for (int query = 0; query < 10; ++query) {
            static_cast<void>(penetration(a.hull, a.pose, b.hull, b.pose, good));
        }
        for (int jump = 0; jump < 50 && good.certificate.triangleCount != 0; ++jump) {
            PairCache cache = good;
            const double reach = random_.chance(0.5) ? 0.03 : 0.5;
            const DPose poseB{
                b.pose.position + random_.inBox(reach),
                glm::normalize(glm::dquat(1.0, 2.0 * reach * random_.direction()) * b.pose.rotation)};
            for (std::size_t i = 0; i < cache.certificate.pointCount; ++i) {
                if (random_.chance(0.1)) {
                    cache.certificate.verticesOfA[i] = static_cast<std::uint16_t>(random_.below(64));
                    cache.certificate.verticesOfB[i] = static_cast<std::uint16_t>(random_.below(64));
                }
            }
            const auto former = cache.certificate.triangles;
            static_cast<void>(penetration(a.hull, a.pose, b.hull, poseB, cache));
            if (cache.certificate.triangleCount != 0) {
                ++closed;
                mended += cache.certificate.triangles != former ? 1 : 0;
                ASSERT_TRUE(isClosed(cache.certificate)) << "round " << round << ", jump " << jump;
            }
        }
    }
    std::printf("%d closed, %d of them new\n", closed, mended);
    EXPECT_GT(mended, 100);
}

// Faces with many vertices in a plane, and edges without end that are parallel.
TEST_F(CertificateTest, WorksForPlatesAndPrisms) {
    std::vector<glm::vec3> prism, plate;
    for (int i = 0; i < 32; ++i) {
        const float angle = glm::radians(360.0f) * float(i) / 32.0f;
        for (const float end : {-1.0f, 1.0f}) {
            prism.push_back({0.5f * std::cos(angle), 0.5f * std::sin(angle), end});
            plate.push_back({std::cos(angle), std::sin(angle), 0.02f * end});
        }
    }
    int certified = 0, overlapping = 0;
    for (const auto& [pointsA, pointsB] : {std::pair{prism, prism}, {prism, plate}, {plate, plate}}) {
        for (int round = 0; round < 20; ++round) {
            const Posed a{test::hullOf(pointsA), {}};
            const Posed b{test::hullOf(pointsB),
                          {random_.inBox(0.3), round == 0 ? glm::dquat(1, 0, 0, 0) : random_.rotation()}};
            PairCache cache;
            for (int query = 0; query < 3; ++query) {
                const auto answer = penetration(a.hull, a.pose, b.hull, b.pose, cache);
                overlapping += answer ? 1 : 0;
                if (answer && cache.certificate.triangleCount != 0) {
                    ++certified;
                    expectProof(cache, a, b, *answer);
                }
            }
        }
    }
    std::printf("%d of %d overlaps with a certificate\n", certified, overlapping);
    EXPECT_GT(3 * certified, overlapping);
}

}  // namespace
