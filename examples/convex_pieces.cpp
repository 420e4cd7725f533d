// Decomposes a horseshoe into convex pieces.
#include <sat3d/sat3d.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr std::uint32_t kSteps = 24;

/// Cross sections of the horseshoe: four vertices each, outside and inside, below and above.
std::vector<glm::vec3> vertices() {
    std::vector<glm::vec3> result;
    for (std::uint32_t step = 0; step <= kSteps; ++step) {
        const float angle = 4.7f * static_cast<float>(step) / static_cast<float>(kSteps);
        for (const float radius : {0.07f, 0.05f}) {
            for (const float height : {0.0f, 0.01f}) {
                result.emplace_back(radius * std::cos(angle), height, -radius * std::sin(angle));
            }
        }
    }
    return result;
}

std::vector<std::uint32_t> triangles() {
    std::vector<std::uint32_t> result;
    const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        result.insert(result.end(), {a, b, c, a, c, d});
    };
    for (std::uint32_t here = 0; here < 4 * kSteps; here += 4) {
        const std::uint32_t next = here + 4;
        quad(here, next, next + 1, here + 1);          // outside
        quad(here + 1, next + 1, next + 3, here + 3);  // above
        quad(here + 3, next + 3, next + 2, here + 2);  // inside
        quad(here + 2, next + 2, next, here);          // below
    }
    quad(0, 1, 3, 2);  // the ends
    quad(4 * kSteps, 4 * kSteps + 2, 4 * kSteps + 3, 4 * kSteps + 1);
    return result;
}

}  // namespace

int main() {
    sat3d::DecompositionOptions options;
    options.tolerance = 0.03;  // 3 % of 14 cm: 4 mm
    const auto horseshoe = sat3d::decompose(vertices(), triangles(), options);
    if (!horseshoe) {
        std::puts(horseshoe.error().message.c_str());
        return 1;
    }
    std::printf("%zu pieces, concavity %.1f mm, %.0f %% more volume\n", horseshoe->pieces.size(),
                1000.0 * horseshoe->concavity(),
                100.0 * (horseshoe->piecesVolume / horseshoe->meshVolume - 1.0));
    for (const sat3d::ConvexPiece& piece : horseshoe->pieces) {
        std::printf("  %zu vertices\n", piece.hull.vertices().size());
    }
    return 0;
}
