// The outside program: a quaternion goes in, a rotation comes out, and must be the one that was meant.

#include <sat3d/sat3d.hpp>

#include <glm/gtc/quaternion.hpp>

#include <cstdio>

int main() {
    const sat3d::Pose quarterTurn{{1.0f, 2.0f, 3.0f},
                                  glm::angleAxis(1.5707963f, glm::vec3(0.0f, 0.0f, 1.0f))};
    const auto turned = sat3d::localToWorld(quarterTurn).rotation * glm::dvec3(1.0, 0.0, 0.0);
    std::printf("sat3d %s: x turns to %g %g %g\n", sat3d::version(), turned.x, turned.y, turned.z);
    return turned.y > 0.999 ? 0 : 1;
}
