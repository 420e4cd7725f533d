#include "narrowphase/certificate.hpp"
#include "narrowphase/kernels/farthest_vertex.hpp"
#include "shapes/hull_data.hpp"
#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <ostream>
#include <pairs_file/pairs_file.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// With a cache or without, whatever is in it: the same answer.

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeKind;

constexpr double kExact = 1e-6;  // of size

static_assert(std::is_trivially_copyable_v<PairCache>);
static_assert(std::is_standard_layout_v<PairCache>);
static_assert(sizeof(PairCache) == 360, "bytes per pair: a promise of the manual's");

double sizeOf(const ConvexHull& a, const ConvexHull& b) {
    return 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
}

/// Two answers to one question: the same verdict unless the hulls all but touch, the same depth, and for each
/// normal that depth.
struct Comparison {
    int overlapping = 0, apart = 0, touching = 0;
    double worst = 0.0;  ///< difference of depths, as a fraction of size

    void expectSame(const std::optional<Penetration>& cached, const std::optional<Penetration>& plain,
                    double size) {
        const double depth =
            std::max(cached ? double(cached->depth) : 0.0, plain ? double(plain->depth) : 0.0);
        if (cached.has_value() != plain.has_value()) {
            ++touching;
            EXPECT_LE(depth, kExact * size) << "another verdict";
            return;
        }
        ++(plain ? overlapping : apart);
        if (plain) {
            const double difference = std::abs(double(cached->depth) - double(plain->depth));
            EXPECT_LE(difference, kExact * size)
                << "depth " << cached->depth << " with, " << plain->depth << " without a cache";
            EXPECT_NEAR(glm::length(cached->normal), 1.0f, 1e-6f);
            worst = std::max(worst, difference / size);
        }
    }
};

struct Workload {
    const char* name;
    friend void PrintTo(const Workload& workload, std::ostream* out) { *out << workload.name; }
};

class CachedWorkload : public testing::TestWithParam<Workload> {
protected:
    CachedWorkload() {
        auto file = pairs_file::read(std::string(SAT3D_TEST_DATA "/pairs/") + GetParam().name + ".txt");
        if (!file) {
            throw std::runtime_error(file.error().text());
        }
        file_ = std::move(*file);
        for (const pairs_file::Shape& shape : file_.shapes) {
            hulls_.push_back(test::hullOf(shape.points));
        }
    }
    ~CachedWorkload() override {
        std::printf("%s: %d overlapping, %d apart, %d touching; worst difference %.2g of size\n",
                    GetParam().name, comparison_.overlapping, comparison_.apart, comparison_.touching,
                    comparison_.worst);
    }

    void compare(const pairs_file::Pair& pair, const DPose& poseB, PairCache& cache) {
        const ConvexHull &a = hulls_[pair.a], &b = hulls_[pair.b];
        comparison_.expectSame(penetration(a, pair.poseA, b, poseB, cache),
                               penetration(a, pair.poseA, b, poseB), sizeOf(a, b));
    }

    /// Boxes have a routine of their own. Of others, shallow ones are mostly proven by a ball.
    static void expectCertified(int certified, int moreThan) {
        std::printf("%d of them by their certificate\n", certified);
        EXPECT_GT(certified, GetParam().name == std::string("box_box") ? -1 : moreThan);
    }

    pairs_file::File file_;
    std::vector<ConvexHull> hulls_;
    Comparison comparison_;
};

TEST_P(CachedWorkload, CoherentMotion) {
    int certified = 0;
    for (std::size_t i = 0; i < file_.pairs.size(); i += 4) {
        SCOPED_TRACE("pair " + std::to_string(i));
        PairCache cache;
        for (int frame = 0; frame <= pairs_file::kCoherentFrame; ++frame) {
            const std::uint8_t held = cache.certificate.held;
            compare(file_.pairs[i], file_.pairs[i].poseBAtFrame(frame), cache);
            certified += cache.certificate.held > held ? 1 : 0;
        }
    }
    EXPECT_GT(comparison_.overlapping, 1500);
    EXPECT_GT(comparison_.apart, 1500);
    expectCertified(certified, 1000);
}

// Certificates say nothing of how the hulls came to their poses: near or far from where they were made, they
// prove the depth, or fail.
TEST_P(CachedWorkload, CertificatesElsewhere) {
    Random random(53);
    int certified = 0;
    for (std::size_t i = 0; i < file_.pairs.size(); i += 4) {
        SCOPED_TRACE("pair " + std::to_string(i));
        const pairs_file::Pair& pair = file_.pairs[i];
        const double size = sizeOf(hulls_[pair.a], hulls_[pair.b]);
        PairCache made;
        for (int query = 0; query < 2; ++query) {
            static_cast<void>(penetration(hulls_[pair.a], pair.poseA, hulls_[pair.b], pair.poseB, made));
        }
        for (const double reach : {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0}) {
            PairCache cache = made;
            const glm::dquat turn = glm::normalize(glm::dquat(1.0, 0.5 * reach * random.direction()));
            compare(pair,
                    {pair.poseB.position + reach * size * random.direction(), turn * pair.poseB.rotation},
                    cache);
            certified += cache.certificate.held != made.certificate.held ? 1 : 0;
        }
    }
    expectCertified(certified, 30);
}

// One cache for everything: each pair finds that of the pair before.
TEST_P(CachedWorkload, CacheOfAnotherPair) {
    PairCache cache;
    for (const pairs_file::Pair& pair : file_.pairs) {
        compare(pair, pair.poseB, cache);
    }
    EXPECT_GT(comparison_.overlapping, 150);
    EXPECT_GT(comparison_.apart, 150);
}

TEST_P(CachedWorkload, WildMotion) {
    Random random(51);
    for (std::size_t i = 0; i < file_.pairs.size(); i += 8) {
        SCOPED_TRACE("pair " + std::to_string(i));
        const pairs_file::Pair& pair = file_.pairs[i];
        const double reach = sizeOf(hulls_[pair.a], hulls_[pair.b]);
        PairCache cache;
        for (int jump = 0; jump < 20; ++jump) {
            const DPose poseB{pair.poseB.position + random.inBox(0.7 * reach), random.rotation()};
            compare(pair, poseB, cache);
        }
    }
    EXPECT_GT(comparison_.overlapping, 300);
    EXPECT_GT(comparison_.apart, 5);
}

INSTANTIATE_TEST_SUITE_P(Workloads, CachedWorkload,
                         testing::Values(Workload{"box_box"}, Workload{"tank_tank"}, Workload{"rand16"},
                                         Workload{"rand32"}, Workload{"cyl32"}, Workload{"rand64"},
                                         Workload{"rand128"}, Workload{"rand256"}),
                         [](const auto& workload) { return std::string(workload.param.name); });

class CacheTest : public testing::Test {
protected:
    ConvexHull shape(ShapeKind kind) { return test::hullOf(test::randomCloud(random_, kind)); }

    /// Two different and two equal hulls; one with many more features than the other.
    std::vector<std::array<ConvexHull, 2>> pairs() {
        const ConvexHull box = shape(ShapeKind::Box), round = shape(ShapeKind::Ellipsoid64),
                         tank = shape(ShapeKind::Tank);
        return {{box, round}, {round, box}, {tank, round}, {tank, tank}, {round, round}, {box, box}};
    }
    DPose somewhere(double reach) { return {random_.inBox(reach), random_.rotation()}; }

    Random random_{52};
    Comparison comparison_;
};

TEST_F(CacheTest, PairTurnedRound) {
    for (const auto& [a, b] : pairs()) {
        const double size = sizeOf(a, b);
        DPose poseA = somewhere(1.0), poseB{poseA.position, random_.rotation()};
        PairCache cache;
        for (int frame = 0; frame < 200; ++frame) {
            // Equal hulls are ordered by their poses: motion through 0 turns their order round as well.
            poseA.position += 0.02 * random_.inBox(1.0);
            poseB.position = poseA.position + random_.inBox(1.5);
            if (random_.chance(0.5)) {
                comparison_.expectSame(penetration(a, poseA, b, poseB, cache),
                                       penetration(a, poseA, b, poseB), size);
            } else {
                comparison_.expectSame(penetration(b, poseB, a, poseA, cache),
                                       penetration(b, poseB, a, poseA), size);
            }
        }
    }
    EXPECT_GT(comparison_.overlapping, 500);
    EXPECT_GT(comparison_.apart, 50);
}

// The feature is kept through a change of the library's order: what sticks must not come loose by a name.
TEST_F(CacheTest, StickyFeaturesOutliveACallInTheOtherOrder) {
    for (const auto& [a, b] : pairs()) {
        const DPose poseA{{0.1, -0.2, 0.3}, random_.rotation()}, poseB{{0.2, 0.1, 0.5}, random_.rotation()};
        PairCache cache;
        const PenetrationOptions sticky{.stickyFeatures = true};
        const auto forth = penetration(a, poseA, b, poseB, cache, sticky);
        const auto back = penetration(b, poseB, a, poseA, cache, sticky);
        ASSERT_TRUE(forth && back);
        EXPECT_EQ(forth->features.a, back->features.b);
        EXPECT_EQ(forth->features.b, back->features.a);
        EXPECT_EQ(forth->normal, -back->normal);
    }
}

TEST_F(CacheTest, OtherVersionIsAsGoodAsNone) {
    const ConvexHull a = shape(ShapeKind::Tank), b = shape(ShapeKind::Ellipsoid16);
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
    EXPECT_EQ(old.hulls, used.hulls);
}

TEST_F(CacheTest, CopiesOfBytesAreCaches) {
    const ConvexHull a = shape(ShapeKind::Tank), b = shape(ShapeKind::Tank);
    const DPose poseA = somewhere(0.2), poseB = somewhere(0.2);
    PairCache cache;
    static_cast<void>(penetration(a, poseA, b, poseB, cache));
    std::array<std::byte, sizeof(PairCache)> snapshot;
    std::memcpy(snapshot.data(), &cache, sizeof(cache));
    PairCache restored;
    std::memcpy(&restored, snapshot.data(), sizeof(restored));
    const auto left = penetration(a, poseA, b, poseB, cache);
    const auto right = penetration(a, poseA, b, poseB, restored);
    ASSERT_TRUE(left && right);
    EXPECT_EQ(left->depth, right->depth);
    EXPECT_EQ(left->normal, right->normal);
    EXPECT_EQ(left->features, right->features);
}

// Prisms and tanks have many parallel edges: the normal of two is that of others, too, which may be the ones
// that meet once the hulls have turned.
TEST_F(CacheTest, NamesEdgesThatMeet) {
    int edges = 0;
    const auto behind = [](const ConvexHull& hull, const DPose& pose, std::uint32_t edge,
                           const glm::dvec3& normal) {
        const glm::dvec3 local = glm::conjugate(pose.rotation) * normal;
        const auto height = [&](const glm::vec3& vertex) { return glm::dot(local, glm::dvec3(vertex)); };
        double farthest = height(hull.vertices()[0]);
        for (const glm::vec3& vertex : hull.vertices()) {
            farthest = std::max(farthest, height(vertex));
        }
        const auto& ends = hull.edges()[edge].vertices;
        return farthest - std::min(height(hull.vertices()[ends[0]]), height(hull.vertices()[ends[1]]));
    };
    for (const ShapeKind kind : {ShapeKind::Prism, ShapeKind::Tank}) {
        const ConvexHull a = shape(kind), b = shape(kind);
        for (const bool sticky : {false, true}) {
            PairCache cache;
            for (int round = 0; round < 2000; ++round) {
                const DPose poseA = somewhere(0.4), poseB = somewhere(0.4);
                const auto hit = penetration(a, poseA, b, poseB, cache, {.stickyFeatures = sticky});
                if (hit && hit->features.kind == FeaturePair::Kind::Edges) {
                    ++edges;
                    const glm::dvec3 normal(hit->normal);
                    // What sticks may lag behind by 1 % of size.
                    const double tolerance = (sticky ? 0.01 : 1e-5) * sizeOf(a, b) + 1e-5;
                    EXPECT_LE(behind(a, poseA, hit->features.a, normal), tolerance) << "round " << round;
                    EXPECT_LE(behind(b, poseB, hit->features.b, -normal), tolerance) << "round " << round;
                }
            }
        }
    }
    EXPECT_GT(edges, 300);
}

// The right version and the right hulls, and then noise, as from a damaged snapshot: no crash, no other
// answer.
TEST_F(CacheTest, DamagedBytes) {
    for (const auto& [a, b] : pairs()) {
        const double size = sizeOf(a, b);
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
            damaged.hulls = good.hulls;
            if (damaged.kind == PairCache::Kind::Empty) {
                damaged.kind = PairCache::Kind::Features;
            }
            const auto plain = penetration(a, poseA, b, poseB);
            comparison_.expectSame(penetration(a, poseA, b, poseB, damaged), plain, size);
        }
    }
    EXPECT_GT(comparison_.overlapping, 1000);
}

// A surface with a hole, or with parts taken twice, must not be believed, and neither must points be that no
// hull has.
TEST_F(CacheTest, DamagedCertificates) {
    const ConvexHull a = shape(ShapeKind::Ellipsoid64), b = shape(ShapeKind::Tank);
    int intact = 0;
    for (int round = 0; round < 200; ++round) {
        const DPose poseA = somewhere(0.3), poseB = somewhere(0.3);
        PairCache good;
        for (int query = 0; query < 3; ++query) {
            static_cast<void>(penetration(a, poseA, b, poseB, good));
        }
        if (good.certificate.held == 0) {
            continue;  // proven by a ball
        }
        ++intact;
        const std::uint32_t count = good.certificate.triangleCount;
        const auto expectRefused = [&](const PairCache& damaged) {
            PairCache cache = damaged;
            const auto hit = penetration(a, poseA, b, poseB, cache);
            comparison_.expectSame(hit, penetration(a, poseA, b, poseB), sizeOf(a, b));
            EXPECT_NE(cache.certificate.held, good.certificate.held + 1) << "believed";
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
        damaged.certificate.checkSum ^= 1u << random_.below(32);
        expectRefused(damaged);
        // Whatever its points, a certificate may fail, but says nothing wrong.
        damaged = good;
        for (std::uint16_t& vertex : damaged.certificate.verticesOfA) {
            vertex = static_cast<std::uint16_t>(random_.below(65536));
        }
        comparison_.expectSame(penetration(a, poseA, b, poseB, damaged), penetration(a, poseA, b, poseB),
                               sizeOf(a, b));
    }
    EXPECT_GT(intact, 100);
}

// Whoever computes the check sum, too, can have a wrong depth told, but no more: nothing is read from where
// it is not, nothing loops, and what overlaps does.
TEST_F(CacheTest, ForgedCertificates) {
    const ConvexHull a = shape(ShapeKind::Ellipsoid64), b = shape(ShapeKind::Tank);
    const DPose poseA, poseB{{0.1, 0.05, -0.1}, random_.rotation()};
    PairCache good;
    for (int query = 0; query < 3; ++query) {
        ASSERT_TRUE(penetration(a, poseA, b, poseB, good));
    }
    int intact = 0;
    for (int round = 0; round < 2000; ++round) {
        PairCache forged = good;
        PairCache::Certificate& certificate = forged.certificate;
        // A few wrong triangles of a good surface, or all, of points that are there, or not.
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
        certificate.checkSum = detail::checkSumOf(certificate);
        intact += detail::isIntact(certificate) ? 1 : 0;
        const DPose moved{poseB.position + random_.inBox(0.05), poseB.rotation};
        EXPECT_TRUE(penetration(a, poseA, b, moved, forged)) << "round " << round;
    }
    EXPECT_GT(intact, 200);
}

TEST_F(CacheTest, CheckSumsTellExchangedBytes) {
    PairCache::Certificate certificate;
    certificate.pointCount = 32;
    certificate.triangleCount = 40;
    for (auto& triangle : certificate.triangles) {
        triangle = {static_cast<std::uint8_t>(random_.below(32)),
                    static_cast<std::uint8_t>(random_.below(32)),
                    static_cast<std::uint8_t>(random_.below(32))};
    }
    const std::uint32_t sum = detail::checkSumOf(certificate);
    const auto corner = [](PairCache::Certificate& of, std::size_t i) -> std::uint8_t& {
        return of.triangles[i / 3][i % 3];
    };
    for (std::size_t i = 0; i < 120; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            PairCache::Certificate damaged = certificate;
            std::swap(corner(damaged, i), corner(damaged, j));
            EXPECT_EQ(detail::checkSumOf(damaged) == sum, damaged.triangles == certificate.triangles);
        }
    }
}

// Which of two equal hulls the library takes first hangs on their poses.
TEST_F(CacheTest, CertificatesOutliveAChangeOfOrder) {
    const ConvexHull tank = shape(ShapeKind::Tank);
    const glm::dquat turnA = random_.rotation(), turnB = random_.rotation();
    PairCache cache;
    int turned = 0;
    for (int frame = 0; frame < 40; ++frame) {
        const DPose poseA{{frame % 2 == 0 ? 1.0 : 1.0002, 0.0, 0.0}, turnA}, poseB{{1.0001, 0.2, 0.1}, turnB};
        const std::uint8_t before = cache.turnedRound, held = cache.certificate.held;
        comparison_.expectSame(penetration(tank, poseA, tank, poseB, cache),
                               penetration(tank, poseA, tank, poseB), sizeOf(tank, tank));
        turned += before != cache.turnedRound ? 1 : 0;
        EXPECT_TRUE(frame < 2 || cache.certificate.held == held + 1) << "frame " << frame;
    }
    EXPECT_GT(turned, 30);
}

TEST_F(CacheTest, CertificatesOfEverySize) {
    int held = 0;
    for (int round = 0; round < 20; ++round) {
        const auto cloudA = test::randomCloud(random_, ShapeKind::Ellipsoid64);
        const auto cloudB = test::randomCloud(random_, ShapeKind::Tank);
        const DPose poseA, poseB{random_.inBox(0.2), random_.rotation()};
        for (const float scale : {1e-6f, 1e-3f, 1.0f, 1e3f, 1e6f}) {
            const auto scaled = [&](auto cloud) {
                for (glm::vec3& point : cloud) {
                    point *= scale;
                }
                return test::hullOf(cloud);
            };
            const ConvexHull a = scaled(cloudA), b = scaled(cloudB);
            PairCache cache;
            for (int query = 0; query < 3; ++query) {
                const DPose at{poseB.position * double(scale), poseB.rotation};
                comparison_.expectSame(penetration(a, poseA, b, at, cache), penetration(a, poseA, b, at),
                                       sizeOf(a, b));
            }
            EXPECT_TRUE(scale == 1e-6f || cache.certificate.held == (held & 1)) << "scale " << scale;
            held = scale == 1e-6f ? cache.certificate.held : held;
        }
    }
}

// A surface that does not go round the origin proves nothing, as far off as it may be.
TEST_F(CacheTest, SurfacesThatAreFlat) {
    const ConvexHull a = shape(ShapeKind::Tank), b = shape(ShapeKind::Ellipsoid16);
    const DPose poseA, poseB{{0.2, 0.1, 0.15}, random_.rotation()};
    PairCache good;
    const auto plain = penetration(a, poseA, b, poseB, good);
    ASSERT_TRUE(plain);
    ASSERT_EQ(good.turnedRound, 0) << "of the other order the test knows nothing";
    const detail::KernelHull& kernel = a.data().kernel;
    for (std::uint32_t face = 0; face < kernel.faceCount; ++face) {
        const glm::dvec3 normal(kernel.normalX[face], kernel.normalY[face], kernel.normalZ[face]);
        PairCache cache = good;
        cache.features = {FeaturePair::Kind::FaceOfA, face, 0};
        PairCache::Certificate& certificate = cache.certificate;
        certificate.pointCount = 3;
        certificate.verticesOfA.fill(static_cast<std::uint16_t>(detail::farthestVertex(a, normal)));
        certificate.verticesOfB.fill(static_cast<std::uint16_t>(
            detail::farthestVertex(b, -(glm::conjugate(poseB.rotation) * normal))));
        certificate.triangleCount = 2;
        certificate.triangles[0] = {0, 1, 2};
        certificate.triangles[1] = {0, 2, 1};
        certificate.checkSum = detail::checkSumOf(certificate);
        comparison_.expectSame(penetration(a, poseA, b, poseB, cache), plain, sizeOf(a, b));
    }
    EXPECT_GT(comparison_.overlapping, 10);
}

// What moves too fast for a certificate to last does not pay for one in every frame.
TEST_F(CacheTest, CertificatesThatDoNotLastAreSeldomMade) {
    const ConvexHull a = shape(ShapeKind::Ellipsoid64), b = shape(ShapeKind::Ellipsoid64);
    PairCache cache;
    int made = 0, overlapping = 0;
    for (int frame = 0; frame < 1000; ++frame) {
        overlapping += penetration(a, somewhere(0.2), b, somewhere(0.2), cache) ? 1 : 0;
        made += cache.certificate.triangleCount != 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, 900);
    std::printf("%d made\n", made);
    EXPECT_GT(made, 10);
    EXPECT_LT(made, 75);  // of 1000 / 17
}

TEST_F(CacheTest, AxesOfNoLength) {
    const ConvexHull a = shape(ShapeKind::Box), b = shape(ShapeKind::Ellipsoid16);
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

// Two rods along x = y, one shifted along itself: an axis across them leaves what it says of the rods finite,
// and of the way between them not.
TEST_F(CacheTest, AxesWhoseProductsOverflow) {
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

// penetration() says "touching" and overlaps() "no", or both the opposite: never one without the other.
TEST_F(CacheTest, OverlapsExactlyWhenPenetrationAnswers) {
    int overlapping = 0, apart = 0;
    for (int round = 0; round < 400; ++round) {
        const ConvexHull a = shape(test::kAllShapeKinds[random_.below(test::kAllShapeKinds.size())]);
        const ConvexHull b = shape(test::kAllShapeKinds[random_.below(test::kAllShapeKinds.size())]);
        const double size = sizeOf(a, b);
        const DPose poseA = somewhere(5.0);
        DPose poseB{poseA.position + 0.3 * random_.direction(), random_.rotation()};
        const auto deep = penetration(a, poseA, b, poseB);
        if (!deep) {
            continue;
        }
        // Just out of each other, give or take a rounding error.
        const glm::dvec3 normal(deep->normal);
        poseB.position += double(deep->depth) * normal;
        for (int step = -10; step <= 10; ++step) {
            const DPose near{poseB.position + (1e-8 * step) * size * normal, poseB.rotation};
            const bool hit = penetration(a, poseA, b, near).has_value();
            ASSERT_EQ(overlaps(a, poseA, b, near), hit) << "round " << round << ", step " << step;
            ASSERT_EQ(overlaps(b, near, a, poseA), hit);
            ++(hit ? overlapping : apart);
        }
    }
    std::printf("%d overlapping, %d apart\n", overlapping, apart);
    EXPECT_GT(overlapping, 1000);
    EXPECT_GT(apart, 1000);
}

}  // namespace
