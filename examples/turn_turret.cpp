// Rotates the turret of a tank model: nodes move on their pivots, and children follow.

#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <cstdio>
#include <vector>

int main() {
    const auto tank = sat3d::loadModel("models/tank.glb");
    const auto crate = sat3d::loadModel("models/crate.glb");
    if (!tank || !crate) {
        return 1;
    }
    const std::uint32_t turret = tank->find("turret")->node;
    std::vector<sat3d::Pose> moves(tank->nodes.size()), moved(tank->nodes.size());
    moves[turret].rotation = glm::angleAxis(1.570796f, glm::vec3(0.0f, 1.0f, 0.0f));  // to the left
    computeNodeTransforms(*tank, moves, moved);

    const sat3d::Pose tankPose, cratePose{{3.5f, 1.4f, -0.3f}};
    for (const sat3d::CollisionBody& part : tank->bodies) {
        const sat3d::Pose pose = tankPose * moved[part.node];  // the barrel goes where the turret takes it
        if (overlaps(part.shape, pose, crate->bodies[0].shape, cratePose)) {
            std::printf("the %s touches the crate\n", part.name.c_str());
        }
    }
}
