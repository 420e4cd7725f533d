/// Bytes that are not a baked model never become one.

#include "shapes/baked/sample_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sat3d::test {
namespace {

using Code = BakedError::Code;
using ::testing::HasSubstr;

void expectRefused(std::span<const std::byte> bytes, Code code, const std::string& words) {
    const auto model = loadBaked(bytes);
    ASSERT_FALSE(model);
    EXPECT_EQ(toString(model.error().code), toString(code)) << model.error().message;
    EXPECT_THAT(model.error().message, HasSubstr(words));
}

TEST(BakedModel, OtherFilesAreRefused) {
    const auto bytesOf = [](std::string_view text) { return std::as_bytes(std::span(text)); };
    expectRefused(bytesOf("glTF\x02"), Code::WrongMagic, "not a baked model");
    expectRefused(bytesOf("\x89PNG\r\n"), Code::WrongMagic, "not a baked model");
    // After a copy in text mode.
    expectRefused(bytesOf("\x89s3d\n\n"), Code::WrongMagic, "not a baked model");
    expectRefused({}, Code::SizeMismatch, "0 bytes");
    std::vector<std::byte> newer = saveBaked({});
    newer[8] = std::byte{4};
    expectRefused(newer, Code::UnsupportedVersion,
                  "version 4, and this program reads version 8: bake it again");
    newer = saveBaked({});
    newer.push_back(std::byte{0});
    expectRefused(newer, Code::SizeMismatch, "copy it again");
    newer = saveBaked({});
    newer[12] = std::byte{2};  // neither UpAxis::Y nor UpAxis::Z
    makeHeaderRight(newer);
    expectRefused(newer, Code::Malformed, "is broken: an enumerator is 2, above 1");
}

TEST(BakedModel, TruncatedFilesAreRefused) {
    Random random(23);
    const std::vector<std::byte> whole = saveBaked(sampleModel(random, 3));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto model = loadBaked(std::span(whole).first(size));
        ASSERT_FALSE(model) << size;
        EXPECT_EQ(model.error().code, Code::SizeMismatch) << size;
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

/// With a corrected checksum only the structural checks protect: the result is an error, or a model that
/// queries accept.
TEST(BakedModel, ChangesWithAValidChecksumAreHarmless) {
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

/// Writes extreme values into each byte in turn. Returns how many of the files were refused.
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

TEST(BakedModel, ExtremeBytesInAHullAreHarmless) {
    Random random(26);
    EXPECT_GT(refusedAtTheWorst(modelOf(hullOf(random, ShapeType::Wedge))), 1000);
}

TEST(BakedModel, ExtremeBytesInABasicShapeAreHarmless) {
    for (const ConvexShape& shape : {ConvexShape(Box{}), ConvexShape(Sphere{}), ConvexShape(Capsule{})}) {
        EXPECT_GT(refusedAtTheWorst(modelOf(shape)), 20);
    }
}

TEST(BakedModel, ErrorsNameTheHull) {
    Random random(27);
    const auto model = sampleModel(random, 1);
    const std::vector<std::byte> sound = saveBaked(model);
    // Hull 0 is a box of eight vertices: find its counts, and write larger ones.
    const auto eight = toLittleEndian(std::uint32_t{8});
    const auto six = toLittleEndian(std::uint32_t{6});
    std::vector<std::byte> counts(eight.begin(), eight.end());
    counts.insert(counts.end(), six.begin(), six.end());
    std::vector<std::byte> bytes = sound;
    const auto found = std::search(bytes.begin(), bytes.end(), counts.begin(), counts.end());
    ASSERT_NE(found, bytes.end());
    std::ranges::copy(toLittleEndian(std::uint32_t{0x7fffffff}), found);
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 3 \"hull\": a count is larger than the rest of the file");
    std::ranges::copy(toLittleEndian(std::uint32_t{7}), found);
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 3 \"hull\"");
    // The measures of the hull follow: write invalid ones.
    const auto with = [&](std::size_t place, auto value) {
        std::vector<std::byte> changed = sound;
        std::ranges::copy(toLittleEndian(value),
                          changed.begin() + (found - bytes.begin()) + static_cast<std::ptrdiff_t>(place));
        makeHeaderRight(changed);
        return changed;
    };
    expectRefused(with(8, std::uint32_t{0}), Code::Malformed, "it has no directions");
    expectRefused(with(8, std::uint32_t{7}), Code::Malformed, "more directions than faces");
    expectRefused(with(24, 1e15), Code::Malformed, "its planarity error is larger than the hull");
    expectRefused(with(44, -100.0f), Code::Malformed, "its bounding sphere");
}

/// Such a hull could not be saved again: the saved list would be incomplete.
TEST(BakedModel, UnorderedDirectionsAreRefused) {
    Random random(28);
    std::vector<std::byte> bytes = saveBaked(modelOf(hullOf(random, ShapeType::Wedge)));
    const std::size_t last = bytes.size() - 1;  // the indices of edges with distinct directions
    std::swap(bytes[last - 1], bytes[last]);
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 0 \"b\": its directions are not in order");
    bytes[last] = bytes[last - 1];
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "body 0 \"b\": its directions are not in order");
}

TEST(BakedModel, ExtremeBytesInAMeshAreHarmless) {
    EXPECT_GT(refusedAtTheWorst(modelOf(sampleMesh())), 100);
}

TEST(BakedModel, ErrorsNameTheMesh) {
    std::vector<std::byte> bytes = saveBaked(modelOf(sampleMesh()));
    const std::size_t tagBytes = 1 + 4 * 5;  // 32 bits each
    const std::size_t lastIndex = bytes.size() - tagBytes - 1;
    ASSERT_EQ(bytes[lastIndex], std::byte{1});
    bytes[lastIndex] = std::byte{5};
    makeHeaderRight(bytes);
    expectRefused(bytes, Code::Malformed, "mesh 0 \"s\": an index is out of range");
}

}  // namespace
}  // namespace sat3d::test
