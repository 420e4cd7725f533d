// Draws the arena with Irrlicht 1.8 in a window, and writes a PNG file: irrlicht_arena FILE.png
// Exits with 77 if there is no display.

#include "arena_scene.hpp"
#include "irrlicht_renderer.hpp"
#include "picture.hpp"

#include <glm/trigonometric.hpp>

#include <GL/gl.h>
#include <cstdio>
#include <cstdlib>

namespace {

irr::core::vector3df mirroredVector(const glm::vec3& v) {
    const glm::vec3 there = sat3d::mirrored(v);
    return {there.x, there.y, there.z};
}

void setUpScene(irr::scene::ISceneManager* scene) {
    const float ambient = arena::kAmbient, sunlight = arena::kSunlight;
    irr::scene::ICameraSceneNode* camera =
        scene->addCameraSceneNode(nullptr, mirroredVector(arena::kEye), mirroredVector(arena::kTarget));
    camera->setFOV(glm::radians(arena::kFieldOfView));
    camera->setAspectRatio(static_cast<float>(arena::kWidth) / static_cast<float>(arena::kHeight));
    camera->setNearValue(0.5f);
    camera->setFarValue(150.0f);
    scene->setAmbientLight({ambient, ambient, ambient, 1.0f});
    irr::scene::ILightSceneNode* sun = scene->addLightSceneNode();
    sun->setLightType(irr::video::ELT_DIRECTIONAL);
    sun->getLightData().DiffuseColor = {sunlight, sunlight, sunlight, 1.0f};
    // The light shines along its node's +z.
    sun->setRotation((mirroredVector(-arena::kToSun)).getHorizontalAngle());
}

}  // namespace

int main(int argc, char** argv) {
    irr::SIrrlichtCreationParameters parameters;
    parameters.DriverType = irr::video::EDT_OPENGL;
    parameters.WindowSize = {arena::kWidth, arena::kHeight};
    parameters.AntiAlias = 4;
    parameters.LoggingLevel = irr::ELL_NONE;
    irr::IrrlichtDevice* device = std::getenv("DISPLAY") != nullptr ? createDeviceEx(parameters) : nullptr;
    if (device == nullptr) {
        std::puts("no display here");
        return 77;
    }
    setUpScene(device->getSceneManager());

    const sat3d::World world = arena::makeWorld();
    sat3d::DebugScene shapes;
    IrrlichtRenderer renderer(device->getSceneManager());
    renderer.update(arena::frameOf(shapes, world));
    renderer.update(arena::overlayOf(world));

    Picture picture(arena::kWidth, arena::kHeight);
    device->getVideoDriver()->beginScene(true, true, irr::video::SColor(sat3d::argb(arena::kSky)));
    device->getSceneManager()->drawAll();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);  // createScreenShot() would read what was drawn before
    glReadPixels(0, 0, picture.width, picture.height, GL_RGB, GL_UNSIGNED_BYTE, picture.bytes.data());
    device->getVideoDriver()->endScene();
    const bool isWritten = writePng(flipped(picture), argc > 1 ? argv[1] : "arena_irrlicht.png");
    device->drop();
    return isWritten ? 0 : 1;
}
