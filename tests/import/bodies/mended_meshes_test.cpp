/// Meshes that the importer mends: wrong winding, doubled corners. And those that it cannot mend: too far
/// away.

#include "import/support.hpp"

#include <gmock/gmock.h>

#include <random>

namespace sat3d::test {
namespace {

using Code = NodeReport::Warning::Code;
using ::testing::HasSubstr;

/// The box with some quads turned.
std::string boxWithTurned(const std::vector<int>& turned, const std::string& head = "o box\n") {
    std::string text = head + boxCornerLines("v ");
    for (int k = 0; k < 6; ++k) {
        std::array<int, 4> face = kBoxFaces[static_cast<std::size_t>(k)];
        if (std::ranges::find(turned, k) != turned.end()) {
            std::ranges::reverse(face);
        }
        text += "f";
        for (const int corner : face) {
            text += " " + std::to_string(corner + 1);
        }
        text += "\n";
    }
    return text;
}

TEST(MendedMeshes, FacesWoundAgainstTheirNeighborsAreTurned) {
    const auto model = loadObj(boxWithTurned({2}));
    ASSERT_TRUE(model) << model.error().message;
    const NodeReport& node = model->report.nodes[0];
    EXPECT_NEAR(node.meshVolume, 6.0, 1e-5);
    ASSERT_EQ(node.warnings.size(), 1u) << messages(node);
    EXPECT_EQ(node.warnings[0].code, Code::Inverted);
    EXPECT_THAT(node.warnings[0].message, HasSubstr("1 face was inside out, of 6; turned here"));
    // A mesh that is inside out but for one face is a room.
    const auto room = loadObj(boxWithTurned({1, 2, 3, 4, 5}));
    ASSERT_TRUE(room) << room.error().message;
    EXPECT_NEAR(room->report.nodes[0].meshVolume, -6.0, 1e-5);
    EXPECT_THAT(messages(room->report.nodes[0]), HasSubstr("is inside out"));
    // A static mesh gets an inside.
    const auto mesh = loadObj(boxWithTurned({1}, "o box-col\n"));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_NEAR(mesh->report.nodes[0].meshVolume, 6.0, 1e-5);
    EXPECT_TRUE(mesh->report.nodes[0].warnings.empty()) << messages(mesh->report.nodes[0]);
}

TEST(MendedMeshes, PiecesAreThoseOfTheRightWinding) {
    // An L: two boxes of 1 x 1 x 1 beside and above a corner.
    const std::vector<std::array<int, 2>> outline{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    const auto file = [&](int turned) {
        std::string text = "o ell\n";
        for (const int z : {0, 1}) {
            for (const auto& p : outline) {
                text +=
                    "v " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(z) + "\n";
            }
        }
        std::vector<std::vector<int>> faces{{6, 5, 4, 3, 2, 1}, {7, 8, 9, 10, 11, 12}};
        for (int k = 0; k < 6; ++k) {
            const int next = (k + 1) % 6;
            faces.push_back({1 + k, 1 + next, 7 + next, 7 + k});
        }
        for (int k = 0; k < 8; ++k) {
            auto& face = faces[static_cast<std::size_t>(k)];
            if ((turned >> k & 1) != 0) {
                std::ranges::reverse(face);
            }
            text += "f";
            for (const int corner : face) {
                text += " " + std::to_string(corner);
            }
            text += "\n";
        }
        return text;
    };
    for (int turned = 0; turned < 256; turned += 5) {
        SCOPED_TRACE(turned);
        const auto model = loadObj(file(turned), {.nonConvexPolicy = NonConvexPolicy::Decompose});
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->bodies.size(), 2u);
        EXPECT_NEAR(model->report.nodes[0].volume, 3.0, 1e-5);
    }
}

TEST(MendedMeshes, WhatCannotBeMendedIsTold) {
    // A triangle inside the box: three faces meet at an edge. And a Möbius strip.
    const auto fin = loadObj(boxWithTurned({}) + "v 0.5 1 1.5\nf 1 2 9\n");
    ASSERT_TRUE(fin) << fin.error().message;
    EXPECT_TRUE(has(fin->report.nodes[0], Code::Open)) << messages(fin->report.nodes[0]);
    std::string strip = "o strip\n";
    for (int k = 0; k < 6; ++k) {
        const double turned = 1.0471975511965976 * k;
        for (const double side : {-0.3, 0.3}) {
            const double out = 1.0 + side * std::cos(0.5 * turned);
            strip += "v " + std::to_string(out * std::cos(turned)) + " " +
                     std::to_string(out * std::sin(turned)) + " " +
                     std::to_string(side * std::sin(0.5 * turned)) + "\n";
        }
    }
    for (int k = 0; k < 6; ++k) {
        const int a = 2 * k + 1, c = k == 5 ? 2 : a + 2, d = k == 5 ? 1 : a + 3;
        strip += "f " + std::to_string(a) + " " + std::to_string(a + 1) + " " + std::to_string(d) + " " +
                 std::to_string(c) + "\n";
    }
    const auto model = loadObj(strip);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_THAT(messages(model->report.nodes[0]), HasSubstr("no winding fits all of them"));
}

TEST(MendedMeshes, TooFewPiecesAreToldFromCutsThatDoNotHelp) {
    const auto few =
        loadObj(boxObj("o a\n") + "v 3 0 0\nv 3 2 0\nv 3 0 3\nv 3 2 3\nf 9 10 12 11\nf 9 11 12 10\n",
                {.nonConvexPolicy = NonConvexPolicy::Decompose});
    ASSERT_TRUE(few) << few.error().message;
    EXPECT_THAT(messages(few->report.nodes[0]), ::testing::Not(HasSubstr("--max-pieces")));
}

/// A crate of 1 m with each corner twice, `apart` m from each other.
std::string doubledCrate(double apart, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::string text = "o crate\n";
    for (int twin = 0; twin < 2; ++twin) {
        for (const auto& corner : kBox) {
            glm::dvec3 off{number(random), number(random), number(random)};
            off *= (twin == 0 ? 0.0 : apart) / glm::length(off);
            for (int axis = 0; axis < 3; ++axis) {
                const int whole = corner[static_cast<std::size_t>(axis)] == 0 ? 0 : 1;
                text += (axis == 0 ? "v " : " ") + std::to_string(whole + off[axis]) + "000";
            }
            text += "\n";
        }
    }
    return text + boxFaceLines("f", 1) + boxFaceLines("f", 9);
}

TEST(MendedMeshes, DoubledCornersDoNotSplitFaces) {
    for (const double apart : {3e-5, 1e-4, 3e-4, 8e-4}) {
        for (unsigned seed = 0; seed < 10; ++seed) {
            SCOPED_TRACE(std::to_string(apart) + ", seed " + std::to_string(seed));
            const auto model = loadObj(doubledCrate(apart, seed));
            ASSERT_TRUE(model) << model.error().message;
            const NodeReport& node = model->report.nodes[0];
            EXPECT_TRUE(has(node, Code::DoubledCorners)) << messages(node);
            EXPECT_THAT(messages(node), HasSubstr("coplanarTolerance = "));
            EXPECT_FALSE(has(node, Code::NotConvex))
                << "what the tolerance moves is no notch: " << messages(node);
            EXPECT_EQ(node.hullFaces, 6u);
            EXPECT_NEAR(node.volume, 1.0, 20.0 * apart);
        }
    }
}

TEST(MendedMeshes, BevelsAndChosenTolerancesStay) {
    // An upright with chamfered edges of 0.5 mm: all corners are close to another one.
    std::string text = "o chamfered\n";
    for (const int z : {0, 1}) {
        for (const char* corner : {"0.0005 0", "0.9995 0", "1 0.0005", "1 0.9995", "0.9995 1", "0.0005 1",
                                   "0 0.9995", "0 0.0005"}) {
            text += "v " + std::string(corner) + " " + std::to_string(z) + "\n";
        }
    }
    text += "f 8 7 6 5 4 3 2 1\nf 9 10 11 12 13 14 15 16\n";
    for (int k = 1; k <= 8; ++k) {
        const int next = k % 8 + 1;
        text += "f " + std::to_string(k) + " " + std::to_string(next) + " " + std::to_string(next + 8) + " " +
                std::to_string(k + 8) + "\n";
    }
    const auto chamfered = loadObj(text);
    ASSERT_TRUE(chamfered) << chamfered.error().message;
    EXPECT_TRUE(chamfered->report.nodes[0].warnings.empty()) << messages(chamfered->report.nodes[0]);
    EXPECT_EQ(chamfered->report.nodes[0].hullFaces, 10u);

    const auto chosen = loadObj(doubledCrate(1e-4, 1), {.hull = {.coplanarTolerance = 0.0f}});
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_FALSE(has(chosen->report.nodes[0], Code::DoubledCorners));
    EXPECT_GT(chosen->report.nodes[0].hullFaces, 12u);
}

std::string boxAt(double size, double distance) {
    std::string text = "o Rock\n";
    for (const auto& corner : kBox) {
        for (int axis = 0; axis < 3; ++axis) {
            const double at =
                (axis == 1 ? 0.0 : distance) + (corner[static_cast<std::size_t>(axis)] == 0 ? 0.0 : size);
            text += (axis == 0 ? "v " : " ") + std::to_string(at);
        }
        text += "\n";
    }
    return text + boxFaceLines("f", 1);
}

TEST(MendedMeshes, ThatAreTooFarAwayAreNoLines) {
    const auto lost = loadObj(boxAt(1.0, 2.5e7));
    ASSERT_FALSE(lost);
    EXPECT_THAT(lost.error().message, HasSubstr("lies 3.5"));
    EXPECT_THAT(lost.error().message, HasSubstr("m from the origin"));
    EXPECT_THAT(lost.error().message, ::testing::Not(HasSubstr("straight line")));
    const auto blurred = loadObj(boxAt(1.0, 2e4));
    ASSERT_TRUE(blurred) << blurred.error().message;
    EXPECT_TRUE(has(blurred->report.nodes[0], Code::FarAway)) << messages(blurred->report.nodes[0]);
    const auto near_enough = loadObj(boxAt(1.0, 2e3));
    ASSERT_TRUE(near_enough) << near_enough.error().message;
    EXPECT_FALSE(has(near_enough->report.nodes[0], Code::FarAway));
    const auto point = loadObj("o p\nv 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3\n");
    ASSERT_FALSE(point);
    EXPECT_THAT(point.error().message, HasSubstr("single point"));
}

TEST(MendedMeshes, SizesAreJudgedByTheObjectsOfTheFile) {
    const auto crate = loadObj(boxAt(120.0, 0.0));
    ASSERT_TRUE(crate) << crate.error().message;
    EXPECT_THAT(messages(crate->report.nodes[0]),
                HasSubstr("Huge: is 120 m long: is the file in centimeters?"));
    // A crate of 1 m proves the unit, and ground is not thick.
    std::string second = boxAt(1.0, 0.0);
    for (std::size_t at = 0; (at = second.find("f ", at)) != std::string::npos; ++at) {
        const std::size_t end = second.find('\n', at);
        second.replace(at, end - at, "f -8 -6 -5 -7");
    }
    const auto both = loadObj(boxAt(120.0, 0.0) + second);
    ASSERT_TRUE(both) << both.error().message;
    EXPECT_FALSE(has(both->report.nodes[0], Code::Huge));
    const auto told = loadObj(boxAt(120.0, 0.0), {.metersPerUnit = 1.0});
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_FALSE(has(told->report.nodes[0], Code::Huge));
}

TEST(MendedMeshes, NumbersAfterSuffixesAreMisspelt) {
    const auto model =
        loadObj(boxObj("o Wall\n") + "o Wall-colonly2\n" + boxCornerLines("v ") + boxFaceLines("f", 9) +
                "o Floor-colonly\n" + boxCornerLines("v ") + boxFaceLines("f", 17));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_TRUE(has(reportFor(model->report, "Wall-colonly2"), Code::NoRenderMesh));
    EXPECT_THAT(messages(reportFor(model->report, "Wall-colonly2")),
                HasSubstr("Before -colonly write the exact name"));
    EXPECT_TRUE(reportFor(model->report, "Floor-colonly").warnings.empty());
}

}  // namespace
}  // namespace sat3d::test
