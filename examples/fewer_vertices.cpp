// Simplifies a round cup to a hull of 16 vertices that contains it.
#include <sat3d/sat3d.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    std::vector<glm::vec3> points;
    for (int k = 0; k < 64; ++k) {
        const float angle = 0.0981748f * static_cast<float>(k);
        points.emplace_back(0.04f * std::cos(angle), 0.00f, 0.04f * std::sin(angle));
        points.emplace_back(0.05f * std::cos(angle), 0.09f, 0.05f * std::sin(angle));
    }
    const auto cup = sat3d::ConvexHull::fromPoints(points);
    if (!cup) {
        return 1;
    }
    if (const auto simple = sat3d::simplify(*cup, 16)) {
        std::printf("%zu of %zu vertices, surface moved out by %.1f mm\n", simple->hull.vertices().size(),
                    cup->vertices().size(), 1000.0 * simple->maxExpansion);
    }
    return 0;
}
