#include "scenes/scenes.hpp"

namespace samples {
namespace {

/// A ring with a square cross section.
sat3d::Compound ring() {
    constexpr std::uint32_t kSides = 8;
    std::vector<glm::vec3> corners;
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t side = 0; side < kSides; ++side) {
        const float at = static_cast<float>(side) / kSides;
        for (const glm::vec2 place :
             {glm::vec2(1.0f, -0.25f), {1.0f, 0.25f}, {0.6f, 0.25f}, {0.6f, -0.25f}}) {
            corners.emplace_back(place.x * sine(at), place.y, place.x * sine(at + 0.25f));
        }
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t a = 4 * side + k, b = 4 * side + (k + 1) % 4;
            const std::uint32_t c = (a + 4) % (4 * kSides), d = (b + 4) % (4 * kSides);
            triangles.insert(triangles.end(), {a, c, d, a, d, b});
        }
    }
    const auto found = sat3d::decompose(corners, triangles, {.tolerance = 0.01}).value();
    std::vector<sat3d::CompoundChild> children;
    for (const auto& piece : found.pieces) {
        children.push_back({.shape = piece.hull, .pose = {}});
    }
    return sat3d::Compound::fromChildren(children).value();
}

class Pieces final : public Scene {
public:
    Pieces() {
        addGround();
        addStatic(prism(12, 0.3f, 2.0f), {{0.0f, 2.0f, 0.0f}});
        const sat3d::Compound shape = ring();
        says = std::to_string(shape.children().size()) + " pieces";
        for (int i = 0; i < 12; ++i) {
            const float x = i % 3 == 0 ? 0.0f : static_cast<float>(i % 3) * 4.0f - 6.0f;
            addBody(shape, {{x + 0.05f, 5.0f + 0.8f * static_cast<float>(i), 0.0f},
                            turn({1, 0, 0}, 0.01f * static_cast<float>(i))});
        }
        view.target.y = 3.0f, view.distance = 18.0f;
    }
};

}  // namespace

Sample pieces() {
    return sampleOf<Pieces>(
        "Models", "Convex pieces",
        "A mesh that is not convex falls as its convex pieces: one body with eight parts.");
}

}  // namespace samples
