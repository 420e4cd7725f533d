/// Baked models: what comes back is what was saved, to the bit; and whatever the bytes, nothing else does.

#include "shapes/convex_hull/hull_data.hpp"
#include "support/baked.hpp"
#include "support/random_shapes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace sat3d::test {
namespace {

using Code = BakedError::Code;
using ::testing::HasSubstr;

ConvexHull hullOf(Random& random, ShapeKind kind) {
    auto hull = ConvexHull::fromPoints(randomCloud(random, kind));
    if (!hull) {
        throw std::runtime_error(hull.error().message);
    }
    std::vector<std::uint32_t> tags(hull->faces().size());
    std::iota(tags.begin(), tags.end(), random.below(70'000));
    return hull->withFaceTags(tags);
}

/// A tetrahedron, and a triangle of no area.
TriangleMesh meshOf() {
    const std::vector<glm::vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 7, 7}};
    const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 0, 1};
    const std::vector<std::uint32_t> tags{0, 1, 2, 70'000, 1};
    return *TriangleMesh::fromTriangles(vertices, indices, {Sides::Front, tags});
}

CollisionModel sampleModel(Random& random, std::size_t hulls = 1) {
    CollisionModel model;
    const glm::quat turn = glm::normalize(glm::quat(0.5f, glm::vec3(0.1f, 0.2f, 0.3f)));
    model.nodes = {
        {"root", std::nullopt, {}}, {"turret \xc3\xa4", 0u, {{1.0f, 2.0f, 3.0f}, turn}}, {"", 1u, {}}};
    model.bodies = {{"box", Box{{1.0f, 2.0f, 3.0f}, {0.1f, 0.0f, 0.3f}, turn}, 0, 1u},
                    {"ball", Sphere{{-1.0f, 0.0f, -0.0f}, 0.25f}, 1},
                    {"", Capsule{{0.0f, 0.0f, 1.0f}, {0.0f, 5.0f, 1.0f}, 0.5f}, 2, 0u}};
    model.bodies[0].wanted = sat3d::ShapeKind::Box;
    model.bodies[2].motion = Motion::Dynamic;
    model.bodies[1].material = 2;
    model.materials = {"steel", "glass"};
    model.nodes[1].properties = {{"armour", "120"}, {"note", "\"quoted\""}, {"", ""}};
    model.bodies[0].rigidBody = 1;
    model.bodies[1].physicsMaterial = 0;
    model.bodies[1].filter = 1;
    model.bodies[2].trigger = 2;
    model.rigidBodies = {
        {0, Motion::Static},
        {1, Motion::Kinematic, 2.0f, glm::vec3(1.0f, 2.0f, 3.0f), glm::vec3(4.0f, 5.0f, 6.0f)}};
    model.rigidBodies[1].inertiaAxes = turn;
    model.rigidBodies[1].linearVelocity = {7.0f, 8.0f, 9.0f};
    model.rigidBodies[1].angularVelocity = {-1.0f, 0.0f, 1.0f};
    model.rigidBodies[1].gravityFactor = -0.5f;
    model.physicsMaterials = {{"ice", 0.1f, 0.2f, 0.3f, Combine::Minimum, Combine::Multiply}};
    model.filters = {{"", {"tank", ""}, {"ground"}, {}}, {"ghost", {}, {}, {"a", "b"}}};
    model.surfaces = {{"ground", meshOf(), 0, 2u, 1u, 0u, 1u, std::nullopt}, {"", meshOf(), 1}};
    model.surfaces[1].trigger = 2;
    for (std::size_t k = 0; k < hulls; ++k) {
        model.bodies.push_back({"hull", hullOf(random, kAllShapeKinds[k % kAllShapeKinds.size()]), 1});
    }
    return model;
}

Result<CollisionModel, BakedError> reloaded(const CollisionModel& model) {
    return loadBaked(std::span<const std::byte>(saveBaked(model)));
}

template <class A, class B>
bool sameBits(const A& a, const B& b) {
    const auto rawA = std::as_bytes(std::span(a)), rawB = std::as_bytes(std::span(b));
    return std::ranges::equal(rawA, rawB);
}

void expectSameHull(const ConvexHull& a, const ConvexHull& b) {
    EXPECT_TRUE(sameBits(a.vertices(), b.vertices()));
    EXPECT_TRUE(sameBits(a.faces(), b.faces()));
    EXPECT_TRUE(sameBits(a.edges(), b.edges()));
    EXPECT_TRUE(sameBits(a.data().mesh.loops, b.data().mesh.loops));
    EXPECT_TRUE(sameBits(a.sourceIndices(), b.sourceIndices()));
    EXPECT_TRUE(sameBits(a.faceTags(), b.faceTags()));
    EXPECT_TRUE(sameBits(a.distinctNormals(), b.distinctNormals()));
    EXPECT_TRUE(sameBits(a.distinctEdgeDirections(), b.distinctEdgeDirections()));
    EXPECT_TRUE(sameBits(std::span(&a.boundingSphere(), 1), std::span(&b.boundingSphere(), 1)));
    EXPECT_TRUE(sameBits(std::span(&a.massProperties(), 1), std::span(&b.massProperties(), 1)));
    EXPECT_EQ(a.maxOutside(), b.maxOutside());
    EXPECT_EQ(a.contentHash(), b.contentHash());
    const detail::KernelHull &kernelA = a.data().kernel, &kernelB = b.data().kernel;
    EXPECT_TRUE(sameBits(kernelA.faceIds, kernelB.faceIds));
    EXPECT_TRUE(sameBits(kernelA.edgeIds, kernelB.edgeIds));
    EXPECT_TRUE(sameBits(kernelA.edges, kernelB.edges));
    EXPECT_TRUE(sameBits(kernelA.edgeBlocks, kernelB.edgeBlocks));
    EXPECT_TRUE(sameBits(kernelA.edgeFaces, kernelB.edgeFaces));
    const std::size_t floats = 3 * kernelA.paddedVertexCount + 4 * kernelA.paddedFaceCount;
    EXPECT_TRUE(sameBits(std::span(kernelA.vertexX, floats), std::span(kernelB.vertexX, floats)));
    EXPECT_EQ(kernelA.box.has_value(), kernelB.box.has_value());
    EXPECT_EQ(kernelA.innerRadius, kernelB.innerRadius);
}

/// Of two bodies or two surfaces.
template <class Collider>
void expectSamePlace(const Collider& a, const Collider& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.node, b.node);
    EXPECT_EQ(a.renderNode, b.renderNode);
    EXPECT_EQ(a.rigidBody, b.rigidBody);
    EXPECT_EQ(a.physicsMaterial, b.physicsMaterial);
    EXPECT_EQ(a.filter, b.filter);
    EXPECT_EQ(a.trigger, b.trigger);
}

TEST(BakedModel, ComesBackToTheBit) {
    Random random(21);
    CollisionModel model = sampleModel(random, 4 * kAllShapeKinds.size());
    model.up = UpAxis::Z;
    const auto back = reloaded(model);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->up, UpAxis::Z);
    ASSERT_EQ(back->nodes.size(), model.nodes.size());
    for (std::size_t k = 0; k < model.nodes.size(); ++k) {
        EXPECT_EQ(back->nodes[k].name, model.nodes[k].name);
        EXPECT_EQ(back->nodes[k].parent, model.nodes[k].parent);
        EXPECT_EQ(back->nodes[k].pivot.position, model.nodes[k].pivot.position);
        EXPECT_EQ(back->nodes[k].pivot.rotation, model.nodes[k].pivot.rotation);
        EXPECT_EQ(back->nodes[k].properties, model.nodes[k].properties);
    }
    ASSERT_EQ(back->bodies.size(), model.bodies.size());
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
        const CollisionBody &a = model.bodies[k], &b = back->bodies[k];
        expectSamePlace(a, b);
        EXPECT_EQ(a.wanted, b.wanted);
        EXPECT_EQ(a.motion, b.motion);
        EXPECT_EQ(a.material, b.material);
        ASSERT_EQ(a.shape.index(), b.shape.index());
        if (const auto* hull = std::get_if<ConvexHull>(&a.shape)) {
            expectSameHull(*hull, std::get<ConvexHull>(b.shape));
        }
    }
    EXPECT_EQ(std::get<Box>(back->bodies[0].shape), std::get<Box>(model.bodies[0].shape));
    EXPECT_EQ(std::get<Sphere>(back->bodies[1].shape), std::get<Sphere>(model.bodies[1].shape));
    EXPECT_EQ(std::get<Capsule>(back->bodies[2].shape), std::get<Capsule>(model.bodies[2].shape));
    ASSERT_EQ(back->surfaces.size(), model.surfaces.size());
    for (std::size_t k = 0; k < model.surfaces.size(); ++k) {
        const CollisionSurface &a = model.surfaces[k], &b = back->surfaces[k];
        expectSamePlace(a, b);
        EXPECT_EQ(a.mesh.sides(), b.mesh.sides());
        EXPECT_EQ(a.mesh.isSolid(), b.mesh.isSolid());
        EXPECT_TRUE(sameBits(a.mesh.vertices(), b.mesh.vertices()));
        EXPECT_TRUE(sameBits(a.mesh.indices(), b.mesh.indices()));
        EXPECT_TRUE(sameBits(a.mesh.tags(), b.mesh.tags()));
        EXPECT_TRUE(sameBits(a.mesh.degenerateTriangles(), b.mesh.degenerateTriangles()));
    }
    EXPECT_EQ(back->materials, model.materials);
    EXPECT_EQ(back->rigidBodies, model.rigidBodies);
    EXPECT_EQ(back->physicsMaterials, model.physicsMaterials);
    EXPECT_EQ(back->filters, model.filters);
    EXPECT_EQ(saveBaked(*back), saveBaked(model));
}

TEST(BakedModel, QueriesGiveTheSameBits) {
    Random random(22);
    const CollisionModel model = sampleModel(random, kAllShapeKinds.size());
    const auto back = reloaded(model);
    ASSERT_TRUE(back) << back.error().message;
    int hits = 0;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        for (std::size_t j = 0; j < model.bodies.size(); ++j) {
            const Pose at{{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                          glm::normalize(glm::quat(1.0f, glm::vec3(random.uniform(-1, 1), 0.3f, 0.1f)))};
            const auto before = distance(model.bodies[i].shape, Pose{}, model.bodies[j].shape, at);
            const auto after = distance(back->bodies[i].shape, Pose{}, back->bodies[j].shape, at);
            EXPECT_EQ(before.separation, after.separation);
            EXPECT_EQ(before.normal, after.normal);
            EXPECT_EQ(before.pointA, after.pointA);
            EXPECT_EQ(before.features, after.features);
            hits += before.separation < 0.0f;
        }
    }
    EXPECT_GT(hits, 20);
}

TEST(BakedModel, EmptyOneIsAModel) {
    const auto back = reloaded({});
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(back->bodies.empty());
}

/// The format itself: bytes that other programs may have written, on whatever platform.
TEST(BakedModel, IsTheseBytes) {
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.bodies = {{"b", Sphere{{1.0f, 0.0f, 0.0f}, 2.0f}, 0}};
    const std::vector<std::byte> bytes = saveBaked(model);
    std::string hex;
    for (const std::byte byte : bytes) {
        constexpr char kDigits[] = "0123456789abcdef";
        hex += kDigits[static_cast<std::size_t>(byte) / 16];
        hex += kDigits[static_cast<std::size_t>(byte) % 16];
    }
    EXPECT_EQ(hex.substr(0, 48),
              "897333640d0a1a0a"
              "06000000"
              "00000000"
              "9900000000000000");
    EXPECT_EQ(hex.substr(64),
              "01000000"
              "01000000"
              "00000000"
              "00000000"
              "010000006e"
              "ffffffff"
              "000000000000000000000000"
              "0000000000000000000000000000803f"
              "00000000"
              "000000000000000000000000"
              "0100000062"
              "00000000"
              "ffffffff"
              "00000000"
              "00"
              "00"
              "ffffffffffffffffffffffffffffffff"
              "02"
              "0000803f000000000000000000000040");
    EXPECT_EQ(hex.substr(48, 16), "20f25d96577bb3e2");
}

void expectRefused(std::span<const std::byte> bytes, Code code, const std::string& words) {
    const auto model = loadBaked(bytes);
    ASSERT_FALSE(model);
    EXPECT_EQ(toString(model.error().code), toString(code)) << model.error().message;
    EXPECT_THAT(model.error().message, HasSubstr(words));
}

TEST(BakedModel, ForeignFilesAreCalledSo) {
    const auto bytesOf = [](std::string_view text) { return std::as_bytes(std::span(text)); };
    expectRefused(bytesOf("glTF\x02"), Code::Foreign, "no baked model");
    expectRefused(bytesOf("\x89PNG\r\n"), Code::Foreign, "no baked model");
    expectRefused(bytesOf("\x89s3d\n\n"), Code::Foreign, "no baked model");  // copied as text
    expectRefused({}, Code::CutOff, "0 bytes");
    std::vector<std::byte> newer = saveBaked({});
    newer[8] = std::byte{4};
    expectRefused(newer, Code::Version, "version 4, and this program reads version 6: bake it again");
    newer = saveBaked({});
    newer.push_back(std::byte{0});
    expectRefused(newer, Code::CutOff, "added to");
    newer = saveBaked({});
    newer[12] = std::byte{2};  // neither y nor z
    makeHeaderRight(newer);
    expectRefused(newer, Code::Malformed, "is broken: it says 2 where 1 is the most");
}

TEST(BakedModel, CutAtEveryByte) {
    Random random(23);
    const std::vector<std::byte> whole = saveBaked(sampleModel(random, 3));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto model = loadBaked(std::span(whole).first(size));
        ASSERT_FALSE(model) << size;
        EXPECT_EQ(model.error().code, Code::CutOff) << size;
        if (size >= kBakedHeaderBytes) {
            std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            makeHeaderRight(cut);
            const auto again = loadBaked(std::span<const std::byte>(cut));
            ASSERT_FALSE(again) << size;
            EXPECT_EQ(again.error().code, Code::Malformed) << size;
            EXPECT_THAT(again.error().message, HasSubstr("is broken")) << size;
        }
    }
}

TEST(BakedModel, EveryChangedByteIsFound) {
    Random random(24);
    std::vector<std::byte> bytes = saveBaked(sampleModel(random, 2));
    for (std::byte& byte : bytes) {
        const std::byte before = byte;
        for (int bit = 0; bit < 8; ++bit) {
            byte = before ^ static_cast<std::byte>(1 << bit);
            EXPECT_FALSE(loadBaked(std::span<const std::byte>(bytes)));
        }
        byte = before;
    }
}

/// With the checksum made right again the structure is all that protects: an error, or a model that queries
/// take.
TEST(BakedModel, ChangesByMaliceDoNoHarm) {
    Random random(25);
    int refused = 0, loaded = 0;
    for (std::size_t sample = 0; sample < kAllShapeKinds.size(); ++sample) {
        CollisionModel model = sampleModel(random);
        model.bodies.back().shape = hullOf(random, kAllShapeKinds[sample]);
        const std::vector<std::byte> sound = saveBaked(model);
        for (int trial = 0; trial < 300; ++trial) {
            std::vector<std::byte> bytes = sound;
            for (std::uint32_t change = 0; change < 1 + random.below(3); ++change) {
                const std::size_t at =
                    kBakedHeaderBytes +
                    random.below(static_cast<std::uint32_t>(bytes.size() - kBakedHeaderBytes));
                bytes[at] = random.chance(0.3) ? std::byte{0xff} : static_cast<std::byte>(random.below(256));
            }
            makeHeaderRight(bytes);
            const auto changed = loadBaked(std::span<const std::byte>(bytes));
            ++(changed ? loaded : refused);
            if (changed) {
                queryAll(*changed);
            } else {
                EXPECT_EQ(changed.error().code, Code::Malformed);
                EXPECT_FALSE(changed.error().message.empty());
            }
        }
    }
    EXPECT_GT(refused, 1500);
    EXPECT_GT(loaded, 200);
}

/// Puts the worst values in each byte in turn. Returns how many of the files were refused.
int refusedAtTheWorst(const CollisionModel& model) {
    const std::vector<std::byte> sound = saveBaked(model);
    int refused = 0;
    for (std::size_t at = kBakedHeaderBytes; at < sound.size(); ++at) {
        for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
            std::vector<std::byte> bytes = sound;
            bytes[at] = static_cast<std::byte>(value);
            makeHeaderRight(bytes);
            if (const auto changed = loadBaked(std::span<const std::byte>(bytes))) {
                queryAll(*changed);
            } else {
                ++refused;
            }
        }
    }
    return refused;
}

TEST(BakedModel, EveryByteOfAHullAtItsWorst) {
    Random random(26);
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.bodies = {{"b", hullOf(random, ShapeKind::Wedge), 0}};
    EXPECT_GT(refusedAtTheWorst(model), 1000);
}

TEST(BakedModel, WrongHullsAreNamed) {
    Random random(27);
    const auto model = sampleModel(random, 1);
    const std::vector<std::byte> sound = saveBaked(model);
    // Hull 0 is a box of eight vertices: find its counts, and promise more than there is.
    const auto eight = toLittleEndian(std::uint32_t{8});
    const auto six = toLittleEndian(std::uint32_t{6});
    std::vector<std::byte> counts(eight.begin(), eight.end());
    counts.insert(counts.end(), six.begin(), six.end());
    std::vector<std::byte> bytes = sound;
    const auto found = std::ranges::search(bytes, counts);
    ASSERT_FALSE(found.empty());
    std::ranges::copy(toLittleEndian(std::uint32_t{0x7fffffff}), found.begin());
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 3 \"hull\": it promises more than it has bytes");
    std::ranges::copy(toLittleEndian(std::uint32_t{7}), found.begin());
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 3 \"hull\"");
    // Its figures follow: what no hull has.
    const auto with = [&](std::size_t place, auto value) {
        std::vector<std::byte> changed = sound;
        std::ranges::copy(toLittleEndian(value), changed.begin() + (found.begin() - bytes.begin()) +
                                                     static_cast<std::ptrdiff_t>(place));
        makeHeaderRight(changed);
        return changed;
    };
    expectRefused(with(8, std::uint32_t{0}), Code::Malformed, "it has no directions");
    expectRefused(with(8, std::uint32_t{7}), Code::Malformed, "more of them than faces");
    expectRefused(with(28, 1e15), Code::Malformed, "its faces are thicker than itself");
    expectRefused(with(48, -100.0f), Code::Malformed, "its bounding sphere");
}

/// Such a hull could not be written again: what was written would lack some.
TEST(BakedModel, DirectionsStandInOrder) {
    Random random(28);
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.bodies = {{"b", hullOf(random, ShapeKind::Wedge), 0}};
    std::vector<std::byte> bytes = saveBaked(model);
    const std::size_t last = bytes.size() - 1;  // the numbers of edges that give directions
    std::swap(bytes[last - 1], bytes[last]);
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 0 \"b\": its directions have no order");
    bytes[last] = bytes[last - 1];
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 0 \"b\": its directions have no order");
}

TEST(BakedModel, EveryByteOfASurfaceAtItsWorst) {
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.surfaces = {{"s", meshOf(), 0}};
    EXPECT_GT(refusedAtTheWorst(model), 100);
}

TEST(BakedModel, WrongSurfacesAreNamed) {
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.surfaces = {{"s", meshOf(), 0}};
    std::vector<std::byte> bytes = saveBaked(model);
    const std::size_t tagBytes = 1 + 4 * 5;  // of 32 bits each
    const std::size_t lastIndex = bytes.size() - tagBytes - 1;
    ASSERT_EQ(bytes[lastIndex], std::byte{1});
    bytes[lastIndex] = std::byte{5};
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "surface 0 \"s\": an index names what does not exist");
}

}  // namespace
}  // namespace sat3d::test
