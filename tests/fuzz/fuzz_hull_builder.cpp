/// libFuzzer entry: arbitrary bytes as points. The result must be an error or a valid hull.

#include "fuzz_input.hpp"
#include "geometry/hull_builder/hull_validation.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace {

/// The first byte selects the tolerance and the conversion of the other bytes to coordinates.
std::vector<glm::vec3> pointsOf(std::uint8_t mode, std::span<const std::uint8_t> bytes) {
    if (mode % 3 == 0) {
        return sat3d::test::pointsOf(sat3d::test::floatsOf(bytes));
    }
    // A lattice with many coplanar points, or a lattice with errors of a few ulps.
    std::vector<float> coordinates;
    for (const std::uint8_t byte : bytes) {
        coordinates.push_back(mode % 3 == 1 ? static_cast<float>(byte % 8)
                                            : static_cast<float>(byte % 4) * 0.3333f +
                                                  static_cast<float>(byte / 4) * 3e-8f);
    }
    return sat3d::test::pointsOf(coordinates);
}

void require(const ::testing::AssertionResult& result) {
    sat3d::test::require(bool(result), result.message());
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
        require(sat3d::test::isTightAndConvex(*mesh, points, tolerance));
    }
    return 0;
}
