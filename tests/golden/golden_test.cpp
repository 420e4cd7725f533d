#include "golden/dispatched_target.hpp"
#include "support/hulls.hpp"
#include "support/meshes.hpp"
#include "support/queries/batch_objects.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <pairs_file/pairs_file.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

// The same bits everywhere: each hash covers the answers for all stored pairs, and must not depend on the
// instruction set, compiler, optimization or platform. A change of the method changes a hash; then this file
// gets the new one.

namespace {

using namespace sat3d;

constexpr std::uint64_t kHulls = 0xc08e24ab03aac9b6;
constexpr std::uint64_t kAnswers = 0xe383f54970ae4ec9;
constexpr std::uint64_t kVerbs = 0xc7b9ecb04a7f23ce;
constexpr std::uint64_t kShapes = 0xc65f3620c543d181;
constexpr std::uint64_t kSurfaces = 0x367f83cebd889a83;

/// FNV-1a over words.
class Hash {
public:
    void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3u; }
    void add(std::uint32_t word) { add(std::uint64_t{word}); }
    void add(bool flag) { add(std::uint64_t{flag ? 1u : 0u}); }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    template <class First, class... Rest>
    requires(sizeof...(Rest) > 0) void add(const First& first, const Rest&... rest) {
        add(first);
        (add(rest), ...);
    }
    void add(const std::optional<Penetration>& answer) {
        add(answer.has_value());
        if (answer) {
            add(answer->depth, answer->normal, answer->features);
        }
    }
    void add(const glm::vec3& v) { add(v.x, v.y, v.z); }
    void add(const glm::dvec3& v) { add(v.x, v.y, v.z); }
    void add(const FeaturePair& features) {
        add(static_cast<std::uint64_t>(features.kind), features.a, features.b);
    }
    void add(const DDistance& answer) {
        add(answer.separation, answer.normal, answer.pointA, answer.pointB, answer.features);
    }
    void add(const DSweep& answer) {
        add(static_cast<std::uint64_t>(answer.status), answer.fraction, answer.normal, answer.point,
            answer.features, answer.depth);
    }
    void add(const std::optional<DManifold>& answer) {
        add(answer.has_value());
        if (answer) {
            add(std::optional(answer->penetration), answer->normal);
            for (const auto& point : answer->points()) {
                add(point.position, point.separation, point.id);
            }
        }
    }
    void add(const std::optional<RayHit>& answer) {
        add(answer.has_value());
        if (answer) {
            for (const RayIntersection& crossing : {answer->entry, answer->exit}) {
                add(crossing.distance, crossing.normal, crossing.face);
            }
        }
    }
    void add(const ChildPair& children) { add(children.a, children.b); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

struct Workload {
    pairs_file::File file;
    std::vector<ConvexHull> hulls;
};

/// Reads a file without std::filesystem and std::ifstream, which not every platform has.
std::string textOf(const std::string& path) {
    std::string text;
    if (std::FILE* const file = std::fopen(path.c_str(), "rb")) {
        std::array<char, 4096> buffer;
        while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file)) {
            text.append(buffer.data(), count);
        }
        std::fclose(file);
    }
    return text;
}

std::vector<Workload> readWorkloads() {
    std::vector<Workload> workloads;
    for (const char* name :
         {"box_box", "tank_tank", "rand16", "rand32", "rand64", "rand128", "rand256", "cyl32"}) {
        auto file = pairs_file::parse(textOf(std::string(SAT3D_TEST_DATA "/pairs/") + name + ".txt"), name);
        if (!file) {
            throw std::runtime_error(file.error().text());
        }
        Workload& workload = workloads.emplace_back();
        workload.file = std::move(*file);
        for (const pairs_file::Shape& shape : workload.file.shapes) {
            workload.hulls.push_back(test::hullOf(shape.points));
        }
    }
    return workloads;
}

const std::vector<Workload>& workloads() {
    static const std::vector<Workload> kWorkloads = readWorkloads();
    return kWorkloads;
}

/// Approximates the pair's motion without sine and cosine, whose last bit depends on the platform.
DPose moved(const pairs_file::Pair& pair, int frame) {
    const glm::dquat turn(1.0, 0.5 * frame * pair.rotationRateB);
    return {pair.poseB.position + double(frame) * pair.velocityB, glm::normalize(turn * pair.poseB.rotation)};
}

std::uint64_t hashOfHulls() {
    Hash hash;
    for (const Workload& workload : workloads()) {
        for (const ConvexHull& hull : workload.hulls) {
            hash.add(hull.contentHash());
        }
    }
    return hash.value();
}

/// Poses in double and in float; overlaps() too.
std::uint64_t hashOfAnswers() {
    Hash hash;
    for (const auto& [file, hulls] : workloads()) {
        for (const pairs_file::Pair& pair : file.pairs) {
            const ConvexHull &a = hulls[pair.a], &b = hulls[pair.b];
            for (const int frame : {0, pairs_file::kCoherentFrame}) {
                const DPose& poseA = pair.poseA;
                const DPose poseB = moved(pair, frame);
                hash.add(penetration(a, poseA, b, poseB));
                hash.add(overlaps(a, poseA, b, poseB));
                const Pose floatA{glm::vec3(poseA.position), glm::quat(poseA.rotation)};
                const Pose floatB{glm::vec3(poseB.position), glm::quat(poseB.rotation)};
                hash.add(penetration(a, floatA, b, floatB));
            }
        }
    }
    return hash.value();
}

test::BatchObjects<float> posedPairs() {
    test::BatchObjects<float> objects;
    for (const auto& [file, hulls] : workloads()) {
        for (const pairs_file::Pair& pair : file.pairs) {
            const DPose poseB = moved(pair, pairs_file::kCoherentFrame);
            objects.addPair(hulls[pair.a], {glm::vec3(pair.poseA.position), glm::quat(pair.poseA.rotation)},
                            hulls[pair.b], {glm::vec3(poseB.position), glm::quat(poseB.rotation)});
        }
    }
    return objects;
}

std::uint64_t hashOfSingles(const test::BatchObjects<float>& objects) {
    Hash hash;
    for (std::size_t i = 0; i < objects.pairs.size(); ++i) {
        hash.add(objects.single(i, [](const auto&... pair) { return penetration(pair...); }));
    }
    return hash.value();
}

std::uint64_t hashOfBatch(const test::BatchObjects<float>& objects) {
    std::vector<std::optional<Penetration>> answers(objects.pairs.size());
    penetrationBatch(objects.shapes, objects.poses, objects.pairs, answers);
    Hash hash;
    for (const std::optional<Penetration>& answer : answers) {
        hash.add(answer);
    }
    return hash.value();
}

/// All verbs for pairs except penetration. Rotating sweeps are left out, because they need sine and cosine.
template <class A, class B>
void addVerbs(Hash& hash, const A& a, const DPose& poseA, const B& b, const DPose& poseB) {
    hash.add(distance(a, poseA, b, poseB));
    hash.add(collide(a, poseA, b, poseB, {.margin = 0.01f}));
    const glm::dvec3 past = 1.5 * (poseA.position - poseB.position) + glm::dvec3(0.2, -0.1, 0.15);
    hash.add(sweep(a, poseA, b, poseB, {}, {glm::vec3(past)}));
    hash.add(raycast(a, poseA, DRay{poseB.position + 3.0 * glm::dvec3(0.6, 0.0, 0.8), past, 100.0f}));
}

std::uint64_t hashOfVerbs() {
    Hash hash;
    for (const auto& [file, hulls] : workloads()) {
        for (std::size_t i = 0; i < file.pairs.size(); i += 5) {
            const pairs_file::Pair& pair = file.pairs[i];
            addVerbs(hash, hulls[pair.a], pair.poseA, hulls[pair.b], pair.poseB);
        }
    }
    return hash.value();
}

/// Every type of convex shape with every other type and with a half-space, of sizes of the small hulls.
std::uint64_t hashOfShapes() {
    Hash hash;
    for (std::size_t small = 0; small < 3; ++small) {
        const auto& [file, hulls] = workloads()[small];
        for (std::size_t i = 0; i < file.pairs.size(); i += 16) {
            const pairs_file::Pair& pair = file.pairs[i];
            const float size = 0.5f * hulls[pair.a].boundingSphere().radius;
            const std::array<ConvexShape, 4> shapes{
                Sphere{{0.1f, 0, 0}, size}, Capsule{{0, -size, 0.1f}, {0, size, 0}, 0.7f * size},
                Box{{0, 0, 0.1f}, {size, 0.7f * size, 0.9f * size}}, hulls[pair.a]};
            for (const ConvexShape& a : shapes) {
                for (const ConvexShape& b : shapes) {
                    hash.add(penetration(a, pair.poseA, b, pair.poseB));
                    addVerbs(hash, a, pair.poseA, b, pair.poseB);
                }
                addVerbs(hash, a, pair.poseA, HalfSpace{{0.0f, 0.6f, 0.8f}, 0.1f}, pair.poseB);
            }
        }
    }
    return hash.value();
}

/// A shape beside, on and in a surface.
template <class S>
void addSurface(Hash& hash, test::Random& random, const S& surface, const glm::dvec3& middle) {
    for (int i = 0; i < 24; ++i) {
        const ConvexShape a = test::randomConvex(random, std::size_t(i) % test::kConvexTypes);
        const DPose poseA{middle + random.inBox(2.0), random.rotation()}, poseB{random.inBox(0.1)};
        const DDistance apart = distance(a, poseA, surface, poseB);
        hash.add(apart, apart.children);
        std::array<DManifold, 8> buffer;
        for (const DManifold& manifold : collide(a, poseA, surface, poseB, buffer, {.margin = 0.05f})) {
            hash.add(std::optional(manifold), manifold.penetration.children);
        }
        const DSweep swept = sweep(a, poseA, surface, poseB, {glm::vec3(random.inBox(4.0))});
        hash.add(swept, swept.children);
        hash.add(raycast(surface, poseB, DRay{poseA.position, random.inBox(1.0), 20.0f}));
    }
}

std::uint64_t hashOfSurfaces() {
    Hash hash;
    test::Random random(431);
    const test::Cells steps{{4, 4, 3},
                            [](const glm::ivec3& cell) { return (cell.x * 3 + cell.y * 5) % 3 >= cell.z; }};
    const test::Mesh blocks = steps.mesh();
    for (const Sides sides : {Sides::Both, Sides::Front}) {
        const TriangleMesh mesh = test::meshOf({blocks.vertices, blocks.triangles}, sides);
        addSurface(hash, random, mesh, {2.0, 2.0, 1.5});
        addSurface(hash, random, test::randomSoup(random, 60, sides), glm::dvec3(0.0));
        addSurface(hash, random, test::randomField(random, sides), {2.0, 2.0, 0.5});
    }
    return hash.value();
}

class Golden : public testing::Test {
protected:
    ~Golden() override { test::dispatchAsUsual(); }

    template <class HashOf>
    static void expectOnEveryTarget(const HashOf& hashOf, std::uint64_t golden) {
        for (const std::int64_t target : test::dispatchTargets()) {
            test::dispatchTo(target);
            ASSERT_EQ(test::dispatchedTarget(), test::nameOfTarget(target));
            const std::uint64_t hash = hashOf();
            std::printf("%s: 0x%016llx\n", test::nameOfTarget(target).c_str(),
                        static_cast<unsigned long long>(hash));
            EXPECT_EQ(hash, golden) << test::nameOfTarget(target);
        }
    }
};

TEST_F(Golden, Hulls) {
    const std::uint64_t hash = hashOfHulls();
    std::printf("0x%016llx\n", static_cast<unsigned long long>(hash));
    EXPECT_EQ(hash, kHulls);
}

TEST_F(Golden, SeveralInstructionSetsAreTested) {
#if defined(__x86_64__) && !defined(__SSSE3__)
    // The baseline of x86-64, and the chosen instruction sets. Every machine has at least two of these today.
    EXPECT_GE(test::dispatchTargets().size(), 1 + std::min<std::size_t>(test::chosenTargetCount(), 2));
    const std::string baseline = test::nameOfTarget(test::dispatchTargets().back());
    EXPECT_TRUE(baseline == "EMU128" || baseline == "SSE2") << baseline;  // Highway 1.0, or newer
#else
    EXPECT_GE(test::dispatchTargets().size(), 1u);
#endif
}

TEST_F(Golden, Answers) {
    expectOnEveryTarget(hashOfAnswers, kAnswers);
}

TEST_F(Golden, BatchAnswersEqualSingleQueries) {
    const test::BatchObjects<float> objects = posedPairs();
    expectOnEveryTarget([&] { return hashOfBatch(objects); }, hashOfSingles(objects));
}

TEST_F(Golden, Verbs) {
    expectOnEveryTarget(hashOfVerbs, kVerbs);
}

TEST_F(Golden, EveryShape) {
    expectOnEveryTarget(hashOfShapes, kShapes);
}

TEST_F(Golden, MeshesAndHeightFields) {
    expectOnEveryTarget(hashOfSurfaces, kSurfaces);
}

}  // namespace
