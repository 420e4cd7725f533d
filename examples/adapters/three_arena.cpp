// Writes the arena as JSON for the page three/arena.html: three_arena FILE.json

#include "arena_scene.hpp"
#include "three/frame_json.hpp"

#include <array>
#include <cstdio>
#include <fstream>

namespace {

std::string vectorJson(const glm::vec3& v) {
    return jsonOf(std::array{v.x, v.y, v.z}, [](float number) { return std::to_string(number); });
}

}  // namespace

int main(int argc, char** argv) {
    const sat3d::World world = arena::makeWorld();
    sat3d::DebugScene scene;
    std::ofstream file(argc > 1 ? argv[1] : "arena.json");
    file << R"({"sky":)" << arena::kSky << R"(,"ambient":)" << arena::kAmbient << R"(,"sunlight":)"
         << arena::kSunlight << R"(,"toSun":)" << vectorJson(arena::kToSun) << R"(,"eye":)"
         << vectorJson(arena::kEye) << R"(,"target":)" << vectorJson(arena::kTarget) << R"(,"fieldOfView":)"
         << arena::kFieldOfView << R"(,"frame":)" << jsonOf(arena::frameOf(scene, world)) << R"(,"overlay":)"
         << jsonOf(arena::overlayOf(world).lines) << "}\n";
    return file.good() ? 0 : 1;
}
