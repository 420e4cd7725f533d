// Loads two models and pushes each part of the tank out of the wall by the minimum translation.

#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <cstdio>

int main() {
    const auto tank = sat3d::loadModel("models/tank.glb").value();  // a convex body for each part, in meters
    const auto wall = sat3d::loadModel("models/wall.obj").value();  // value(): without it, the program ends
    sat3d::Pose tankPose;
    const sat3d::Pose wallPose{{0.0f, 0.0f, 3.6f}};
    for (const auto& part : tank.bodies) {
        if (const auto hit = sat3d::penetration(part.shape, tankPose, wall.bodies[0].shape, wallPose)) {
            std::printf("%s penetrates the wall by %.3f m\n", part.name.c_str(), hit->depth);
            tankPose.position += hit->pushA();  // the shortest push that separates them
        }
    }
}
