// Imports a model once, bakes it, and loads the baked file without Assimp.

#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <cstdio>
#include <filesystem>

int main() {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "sat3d_example_tank.s3d";
    const auto imported = sat3d::loadModel("models/tank.glb");  // in the level editor, through Assimp
    if (!imported || saveBaked(*imported, file)) {
        return 1;
    }
    const auto tank = sat3d::loadBaked(file);  // in the game, without Assimp
    if (!tank) {
        std::puts(tank.error().message.c_str());
        return 1;
    }
    std::filesystem::remove(file);
    for (const sat3d::CollisionBody& body : tank->bodies) {
        std::printf("%s, %.2f m3\n", body.name.c_str(), massProperties(body.shape).volume);
    }
}
