// Draws the arena with OGRE 1.12 in a hidden window, and writes a PNG file: ogre_arena FILE.png
// Exits with 77 if there is no display.

#include "arena_scene.hpp"
#include "ogre_renderer.hpp"
#include "picture.hpp"

#include <OgreRTShaderSystem.h>
#include <cstdio>
#include <cstdlib>

namespace {

/// Makes shaders for materials that have none.
class ShaderMaker : public Ogre::MaterialManager::Listener {
public:
    Ogre::Technique* handleSchemeNotFound(unsigned short, const Ogre::String& scheme,
                                          Ogre::Material* material, unsigned short,
                                          const Ogre::Renderable*) override {
        auto& generator = Ogre::RTShader::ShaderGenerator::getSingleton();
        if (scheme != Ogre::RTShader::ShaderGenerator::DEFAULT_SCHEME_NAME ||
            !generator.createShaderBasedTechnique(*material, Ogre::MaterialManager::DEFAULT_SCHEME_NAME,
                                                  scheme)) {
            return nullptr;
        }
        generator.validateMaterial(scheme, material->getName(), material->getGroup());
        for (Ogre::Technique* technique : material->getTechniques()) {
            if (technique->getSchemeName() == scheme) {
                return technique;
            }
        }
        return nullptr;
    }
};

void addResources() {
    for (const char* folder : {"/ShadowVolume", "/RTShaderLib/GLSL", "/RTShaderLib/materials"}) {
        Ogre::ResourceGroupManager::getSingleton().addResourceLocation(std::string(ARENA_OGRE_MEDIA) + folder,
                                                                       "FileSystem", Ogre::RGN_INTERNAL);
    }
    Ogre::ResourceGroupManager::getSingleton().initialiseAllResourceGroups();
}

void setUpScene(Ogre::SceneManager& scene, Ogre::RenderWindow& window) {
    Ogre::Camera* camera = scene.createCamera("camera");
    camera->setCustomViewMatrix(true, Ogre::Affine3(sat3d::rowMajor(arena::viewFromWorld()).data()));
    camera->setCustomProjectionMatrix(true, Ogre::Matrix4(sat3d::rowMajor(arena::clipFromView()).data()));
    scene.getRootSceneNode()->createChildSceneNode()->attachObject(camera);
    Ogre::ColourValue sky;
    sky.setAsABGR(arena::kSky);
    Ogre::Viewport* viewport = window.addViewport(camera);
    viewport->setBackgroundColour(sky);
    viewport->setMaterialScheme(Ogre::RTShader::ShaderGenerator::DEFAULT_SCHEME_NAME);

    scene.setAmbientLight(Ogre::ColourValue(arena::kAmbient, arena::kAmbient, arena::kAmbient));
    Ogre::Light* sun = scene.createLight();
    sun->setType(Ogre::Light::LT_DIRECTIONAL);
    sun->setDiffuseColour(arena::kSunlight, arena::kSunlight, arena::kSunlight);
    Ogre::SceneNode* node = scene.getRootSceneNode()->createChildSceneNode();
    node->attachObject(sun);
    node->setDirection(-arena::kToSun.x, -arena::kToSun.y, -arena::kToSun.z, Ogre::Node::TS_WORLD);
}

int drawArena(const char* path) {
    Ogre::LogManager logs;
    logs.createLog("", true, false, true);  // no log file, and nothing on the terminal
    Ogre::Root root("", "", "");
    root.loadPlugin(std::string(ARENA_OGRE_PLUGINS) + "/RenderSystem_GL3Plus");
    root.setRenderSystem(root.getAvailableRenderers().front());
    root.initialise(false);
    const Ogre::NameValuePairList hidden{{"hidden", "true"}, {"FSAA", "4"}};
    Ogre::RenderWindow* window =
        root.createRenderWindow("arena", arena::kWidth, arena::kHeight, false, &hidden);
    Ogre::RTShader::ShaderGenerator::initialize();
    auto& generator = Ogre::RTShader::ShaderGenerator::getSingleton();
    ShaderMaker shaderMaker;
    Ogre::MaterialManager::getSingleton().addListener(&shaderMaker);
    addResources();
    Ogre::SceneManager* scene = root.createSceneManager();
    generator.addSceneManager(scene);
    setUpScene(*scene, *window);

    const sat3d::World world = arena::makeWorld();
    sat3d::DebugScene shapes;
    OgreRenderer renderer(*scene);
    renderer.update(arena::frameOf(shapes, world));
    renderer.update(arena::overlayOf(world).lines);
    root.renderOneFrame();

    Picture picture(arena::kWidth, arena::kHeight);
    const Ogre::Box all(0, 0, arena::kWidth, arena::kHeight);
    window->copyContentsToMemory(all, Ogre::PixelBox(all, Ogre::PF_BYTE_RGB, picture.bytes.data()));
    // In another order, OGRE crashes at its end.
    Ogre::MaterialManager::getSingleton().removeListener(&shaderMaker);
    generator.removeSceneManager(scene);
    Ogre::RTShader::ShaderGenerator::destroy();
    root.destroySceneManager(scene);
    return writePng(picture, path) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (std::getenv("DISPLAY") == nullptr) {
        std::puts("no display here");
        return 77;
    }
    try {
        return drawArena(argc > 1 ? argv[1] : "arena_ogre.png");
    } catch (const Ogre::Exception& error) {
        std::puts(error.getFullDescription().c_str());
        return 1;
    }
}
