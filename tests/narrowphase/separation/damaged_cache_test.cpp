#include "narrowphase/kernels/hull/penetration_certificate.hpp"
#include "narrowphase/kernels/hull/support_vertex.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "support/caches.hpp"
#include "support/hulls.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/trigonometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

// Damaged and forged caches, and caches of another version: no crash, and no other answer.

namespace {

using namespace sat3d;
using test::ShapeType;

class DamagedCache : public test::CacheTest {};

TEST_F(DamagedCache, OtherVersionsAreIgnored) {
    const ConvexHull a = shape(ShapeType::Tank), b = shape(ShapeType::Ellipsoid16);
    const DPose poseA = somewhere(0.2), poseB = somewhere(0.2);
    PairCache used;
    const auto fresh = penetration(a, poseA, b, poseB, used);
    ASSERT_TRUE(fresh);
    PairCache old = used;
    old.version = PairCache::kVersion + 1;
    old.features = {static_cast<FeaturePair::Kind>(7), ~0u, ~0u};
    const auto answer = penetration(a, poseA, b, poseB, old);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->depth, fresh->depth);
    EXPECT_EQ(answer->normal, fresh->normal);
    EXPECT_EQ(old.version, PairCache::kVersion);
    EXPECT_EQ(old.pairHash, used.pairHash);
}

// The right version and hulls but random content, as from a damaged snapshot: no crash, and no other answer.
TEST_F(DamagedCache, DamagedBytes) {
    for (const auto& [a, b] : pairs()) {
        PairCache good;
        for (int round = 0; round < 400; ++round) {
            const DPose poseA = somewhere(0.5), poseB = somewhere(0.5);
            static_cast<void>(penetration(a, poseA, b, poseB, good));
            std::array<unsigned char, sizeof(PairCache)> bytes;
            std::memcpy(bytes.data(), &good, sizeof(good));
            for (std::uint32_t damage = 1 + random_.below(80); damage-- > 0;) {
                bytes[random_.below(sizeof(bytes))] = static_cast<unsigned char>(random_.below(256));
            }
            PairCache damaged;
            std::memcpy(&damaged, bytes.data(), sizeof(damaged));
            damaged.version = PairCache::kVersion;
            damaged.pairHash = good.pairHash;
            if (damaged.kind == PairCache::Kind::Empty) {
                damaged.kind = PairCache::Kind::Features;
            }
            const auto plain = penetration(a, poseA, b, poseB);
            comparison_.expectSame(penetration(a, poseA, b, poseB, damaged), plain);
        }
    }
    EXPECT_GT(comparison_.overlapping, 1000);
}

// A surface with a hole or with duplicated parts must be rejected, and so must points that no hull has.
TEST_F(DamagedCache, DamagedCertificates) {
    const ConvexHull a = shape(ShapeType::Ellipsoid64), b = shape(ShapeType::Tank);
    int intact = 0;
    for (int round = 0; round < 200; ++round) {
        const DPose poseA = somewhere(0.3), poseB = somewhere(0.3);
        PairCache good;
        for (int query = 0; query < 3; ++query) {
            static_cast<void>(penetration(a, poseA, b, poseB, good));
        }
        if (good.certificate.reuseCount == 0) {
            continue;  // proven by a ball
        }
        ++intact;
        const std::uint32_t count = good.certificate.triangleCount;
        const auto expectRefused = [&](const PairCache& damaged) {
            PairCache cache = damaged;
            const auto hit = penetration(a, poseA, b, poseB, cache);
            comparison_.expectSame(hit, penetration(a, poseA, b, poseB));
            EXPECT_NE(cache.certificate.reuseCount, good.certificate.reuseCount + 1) << "accepted";
        };
        PairCache damaged = good;
        damaged.certificate.triangles[random_.below(count)] = {0, 0, 0};
        expectRefused(damaged);
        damaged = good;
        std::swap(damaged.certificate.triangles[random_.below(count)][0],
                  damaged.certificate.triangles[random_.below(count)][1]);
        if (damaged.certificate.triangles != good.certificate.triangles) {
            expectRefused(damaged);
        }
        damaged = good;
        damaged.certificate.triangleCount = static_cast<std::uint8_t>(count - 1);
        expectRefused(damaged);
        damaged = good;
        damaged.certificate.checksum ^= 1u << random_.below(32);
        expectRefused(damaged);
        // A certificate may fail for any points, but must not prove anything wrong.
        damaged = good;
        for (std::uint16_t& vertex : damaged.certificate.verticesOfA) {
            vertex = static_cast<std::uint16_t>(random_.below(65536));
        }
        comparison_.expectSame(penetration(a, poseA, b, poseB, damaged), penetration(a, poseA, b, poseB));
    }
    EXPECT_GT(intact, 100);
}

// A forged checksum may cause a wrong depth, but nothing else: no access out of bounds, no endless loop, and
// overlaps stay overlaps.
TEST_F(DamagedCache, ForgedCertificates) {
    const ConvexHull a = shape(ShapeType::Ellipsoid64), b = shape(ShapeType::Tank);
    const DPose poseA, poseB{{0.1, 0.05, -0.1}, random_.rotation()};
    PairCache good;
    for (int query = 0; query < 3; ++query) {
        ASSERT_TRUE(penetration(a, poseA, b, poseB, good));
    }
    int intact = 0;
    for (int round = 0; round < 2000; ++round) {
        PairCache forged = good;
        PairCache::Certificate& certificate = forged.certificate;
        // A few wrong triangles of a good surface, or all wrong, of valid points or invalid ones.
        const bool isMostlyGood = random_.chance(0.7), isInRange = random_.chance(0.7);
        if (!isMostlyGood) {
            certificate.pointCount = static_cast<std::uint8_t>(random_.below(40));
            certificate.triangleCount = static_cast<std::uint8_t>(random_.below(80));
        }
        const std::uint32_t points = isInRange ? std::max<std::uint32_t>(certificate.pointCount, 1) : 256;
        for (auto& triangle : certificate.triangles) {
            for (std::uint8_t& corner : triangle) {
                if (!isMostlyGood || random_.chance(0.02)) {
                    corner = static_cast<std::uint8_t>(random_.below(points));
                }
            }
        }
        for (std::size_t i = 0; i < certificate.pointCount % 33u; ++i) {
            certificate.verticesOfA[i] = static_cast<std::uint16_t>(random_.below(64));
            certificate.verticesOfB[i] = static_cast<std::uint16_t>(random_.below(isInRange ? 12 : 65536));
        }
        certificate.checksum = detail::checksumOf(certificate);
        intact += detail::isIntact(certificate) ? 1 : 0;
        const DPose moved{poseB.position + random_.inBox(0.05), poseB.rotation};
        EXPECT_TRUE(penetration(a, poseA, b, moved, forged)) << "round " << round;
    }
    EXPECT_GT(intact, 200);
}

TEST_F(DamagedCache, ChecksumsDetectSwappedBytes) {
    PairCache::Certificate certificate;
    certificate.pointCount = 32;
    certificate.triangleCount = 40;
    for (auto& triangle : certificate.triangles) {
        triangle = {static_cast<std::uint8_t>(random_.below(32)),
                    static_cast<std::uint8_t>(random_.below(32)),
                    static_cast<std::uint8_t>(random_.below(32))};
    }
    const std::uint32_t sum = detail::checksumOf(certificate);
    const auto corner = [](PairCache::Certificate& of, std::size_t i) -> std::uint8_t& {
        return of.triangles[i / 3][i % 3];
    };
    for (std::size_t i = 0; i < 120; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            PairCache::Certificate damaged = certificate;
            std::swap(corner(damaged, i), corner(damaged, j));
            EXPECT_EQ(detail::checksumOf(damaged) == sum, damaged.triangles == certificate.triangles);
        }
    }
}

// A surface that does not enclose the origin proves nothing, however far away it is.
TEST_F(DamagedCache, FlatSurfaces) {
    const ConvexHull a = shape(ShapeType::Tank), b = shape(ShapeType::Ellipsoid16);
    const DPose poseA, poseB{{0.2, 0.1, 0.15}, random_.rotation()};
    PairCache good;
    const auto plain = penetration(a, poseA, b, poseB, good);
    ASSERT_TRUE(plain);
    ASSERT_EQ(good.isSwapped, 0) << "the test covers only the order (a, b)";
    const detail::KernelHull& kernel = a.data().kernel;
    for (std::uint32_t face = 0; face < kernel.faceCount; ++face) {
        const glm::dvec3 normal(kernel.normalX[face], kernel.normalY[face], kernel.normalZ[face]);
        PairCache cache = good;
        cache.features = {FeaturePair::Kind::FaceA, face, 0};
        PairCache::Certificate& certificate = cache.certificate;
        certificate.pointCount = 3;
        certificate.verticesOfA.fill(static_cast<std::uint16_t>(detail::supportVertex(a, normal)));
        certificate.verticesOfB.fill(
            static_cast<std::uint16_t>(detail::supportVertex(b, -(glm::conjugate(poseB.rotation) * normal))));
        certificate.triangleCount = 2;
        certificate.triangles[0] = {0, 1, 2};
        certificate.triangles[1] = {0, 2, 1};
        certificate.checksum = detail::checksumOf(certificate);
        comparison_.expectSame(penetration(a, poseA, b, poseB, cache), plain);
    }
    EXPECT_GT(comparison_.overlapping, 10);
}

TEST_F(DamagedCache, AxesOfZeroLength) {
    const ConvexHull a = shape(ShapeType::Box), b = shape(ShapeType::Ellipsoid16);
    PairCache cache;
    ASSERT_FALSE(penetration(a, test::at(0, 0, 0), b, test::at(2.2f, 2.2f, 2.2f), cache));
    ASSERT_EQ(cache.kind, PairCache::Kind::SeparatingAxis);
    for (const float length : {0.0f, 1e-45f, 1e-30f, 1e38f, INFINITY, NAN}) {
        for (int axis = 0; axis < 3; ++axis) {
            PairCache damaged = cache;
            damaged.axis = {};
            damaged.axis[static_cast<std::size_t>(axis)] = length;
            EXPECT_TRUE(penetration(a, test::at(0, 0, 0), b, test::at(0.25f, -0.125f, 0.375f), damaged))
                << length;
        }
    }
}

// Two rods along x = y, one translated along itself: an axis across them has finite values for the rods, but
// not for the direction between them.
TEST_F(DamagedCache, AxesWhoseProductsOverflow) {
    std::vector<glm::vec3> corners;
    for (const float end : {-1.0f, 1.0f}) {
        for (int side = 0; side < 6; ++side) {
            const float angle = glm::radians(60.0f) * float(side);
            const float across = 0.05f * std::cos(angle), up = 0.05f * std::sin(angle);
            corners.push_back({end + across, end - across, up});
        }
    }
    const ConvexHull rod = test::hullOf(corners);
    for (const float shift : {1.16f, 1.2f, 1.24f}) {
        for (const float sign : {-1.0f, 1.0f}) {
            PairCache cache;
            const Pose poseA, poseB{{shift, shift, 0.01f}};
            ASSERT_TRUE(penetration(rod, poseA, rod, poseB, cache));
            cache.kind = PairCache::Kind::SeparatingAxis;
            cache.axis = {sign * 3e38f, sign * -2.7e38f, 0.0f};
            EXPECT_TRUE(penetration(rod, poseA, rod, poseB, cache)) << shift << ", " << sign;
        }
    }
}

}  // namespace
