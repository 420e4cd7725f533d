#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <gtest/gtest.h>

namespace {

/// Optimized builds of GCC 12.2 without -fno-tree-slp-vectorize return `exact` without rounding.
void roundToFloat(const glm::dvec3& exact, glm::dvec3& rounded, glm::vec3& stored) {
    const glm::vec3 nearest(exact);
    stored = nearest;
    rounded = glm::dvec3(nearest);
}

TEST(Rounding, ToFloatAndBackIsNotSkipped) {
    glm::dvec3 rounded;
    glm::vec3 stored;
    const auto volatile called = roundToFloat;  // not inlined
    called({1.1, 2.2, 3.3}, rounded, stored);
    EXPECT_EQ(rounded, glm::dvec3(stored));
    EXPECT_NE(rounded, glm::dvec3(1.1, 2.2, 3.3));
}

}  // namespace
