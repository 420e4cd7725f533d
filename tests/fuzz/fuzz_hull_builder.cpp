/// libFuzzer entry: any bytes as points. Whatever they are, the answer is an error or a valid hull.

#include "geometry/hull_builder/hull_validation.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace {

/// The first byte chooses the tolerance and how the others become coordinates.
std::vector<glm::vec3> pointsOf(std::uint8_t mode, std::span<const std::uint8_t> bytes) {
    std::vector<float> coordinates;
    if (mode % 3 == 0) {  // any float at all
        for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
            std::memcpy(&coordinates.emplace_back(), &bytes[i], sizeof(float));
        }
    } else if (mode % 3 == 1) {  // a lattice: everything is coplanar with something
        for (const std::uint8_t byte : bytes) {
            coordinates.push_back(static_cast<float>(byte % 8));
        }
    } else {  // a lattice off by a few ulps
        for (const std::uint8_t byte : bytes) {
            coordinates.push_back(static_cast<float>(byte % 4) * 0.3333f +
                                  static_cast<float>(byte / 4) * 3e-8f);
        }
    }
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i + 2 < coordinates.size(); i += 3) {
        points.emplace_back(coordinates[i], coordinates[i + 1], coordinates[i + 2]);
    }
    return points;
}

void require(const ::testing::AssertionResult& result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.message());
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    constexpr float kTolerances[] = {5e-7f, 0.0f, 1e-3f, 0.01f};
    const float tolerance = kTolerances[data[0] / 3 % 4];
    const std::vector<glm::vec3> points = pointsOf(data[0], {data + 1, size - 1});
    const auto mesh = sat3d::buildHull(points, {tolerance});
    if (mesh) {
        require(sat3d::test::isPolyhedron(*mesh));
        require(sat3d::test::isTightAndConvex(*mesh, points, sat3d::test::statedSlack(points, tolerance)));
    }
    return 0;
}
