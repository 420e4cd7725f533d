#pragma once

// Draws debug geometry with OGRE 1.12, in a scene of yours. Copy it into your program.

#include <sat3d/debug/debug_scene.hpp>

#include <Ogre.h>
#include <cstdint>
#include <map>
#include <string>

class OgreRenderer {
public:
    explicit OgreRenderer(Ogre::SceneManager& scene) : scene_(scene), overlay_(scene.createManualObject()) {
        overlay_->setRenderQueueGroup(Ogre::RENDER_QUEUE_8);  // after the rest
        scene_.getRootSceneNode()->attachObject(overlay_);
        Ogre::Pass* pass = makePass("sat3d/overlay");
        pass->setLightingEnabled(false);
        pass->setDepthCheckEnabled(false);
        pass->setVertexColourTracking(Ogre::TVC_DIFFUSE);
    }

    /// Adds, moves and removes nodes.
    void update(const sat3d::DebugFrame& frame) {
        for (const std::uint32_t id : frame.releasedInstances) {
            while (nodes_[id]->numAttachedObjects() > 0) {
                scene_.destroyMovableObject(nodes_[id]->detachObject(static_cast<unsigned short>(0)));
            }
            scene_.destroySceneNode(nodes_[id]);
            nodes_.erase(id);
        }
        for (const std::uint32_t id : frame.releasedMeshes) {
            Ogre::MeshManager::getSingleton().remove(nameOf("faces", id), "General");
            Ogre::MeshManager::getSingleton().remove(nameOf("edges", id), "General");
        }
        for (const sat3d::DebugMesh& mesh : frame.newMeshes) {
            upload(mesh);
        }
        for (const sat3d::DebugInstance& one : frame.instances) {
            Ogre::SceneNode*& node = nodes_[one.id];
            if (node == nullptr) {
                node = scene_.getRootSceneNode()->createChildSceneNode();
                node->attachObject(scene_.createEntity(nameOf("faces", one.mesh)));
                node->attachObject(scene_.createEntity(nameOf("edges", one.mesh)));
            }
            const auto& [position, rotation] = one.pose;
            node->setPosition(position.x, position.y, position.z);
            node->setOrientation(rotation.w, rotation.x, rotation.y, rotation.z);
            static_cast<Ogre::Entity*>(node->getAttachedObject(0))
                ->setMaterialName(material(one.color, true));
            static_cast<Ogre::Entity*>(node->getAttachedObject(1))
                ->setMaterialName(material(one.edgeColor, false));
        }
    }

    /// Replaces the lines that are drawn over everything else.
    void update(const sat3d::DebugLines& lines) {
        overlay_->clear();
        overlay_->begin("sat3d/overlay", Ogre::RenderOperation::OT_LINE_LIST);
        for (std::size_t i = 0; i < lines.positions.size(); ++i) {
            overlay_->position(lines.positions[i].x, lines.positions[i].y, lines.positions[i].z);
            overlay_->colour(colorOf(lines.colors[i]));
        }
        overlay_->end();
    }

private:
    static std::string nameOf(const std::string& part, std::uint32_t number) {
        return "sat3d/" + part + std::to_string(number);
    }
    static Ogre::ColourValue colorOf(sat3d::Color color) {
        Ogre::ColourValue value;
        value.setAsABGR(color);
        return value;
    }
    static Ogre::Pass* makePass(const std::string& name) {
        return Ogre::MaterialManager::getSingleton().create(name, "General")->getTechnique(0)->getPass(0);
    }
    /// Returns the name of the material for a color, which is made when it is first needed.
    static std::string material(sat3d::Color color, bool isLit) {
        const std::string name = nameOf(isLit ? "face color " : "edge color ", color);
        if (!Ogre::MaterialManager::getSingleton().getByName(name, "General")) {
            Ogre::Pass* pass = makePass(name);
            pass->setAmbient(isLit ? colorOf(color) : Ogre::ColourValue::Black);
            pass->setDiffuse(isLit ? colorOf(color) : Ogre::ColourValue::Black);
            pass->setSelfIllumination(isLit ? Ogre::ColourValue::Black : colorOf(color));
            if (color >> 24 < 255) {
                pass->setSceneBlending(Ogre::SBT_TRANSPARENT_ALPHA);
                pass->setDepthWriteEnabled(false);
            }
            pass->setDepthBias(isLit ? -1.0f : 0.0f, isLit ? -1.0f : 0.0f);  // faces behind their edges
        }
        return name;
    }
    void upload(const sat3d::DebugMesh& mesh) {
        const auto& [triangles, lines, labels] = mesh.geometry;
        Ogre::ManualObject faces("faces"), edges("edges");
        faces.begin("BaseWhite", Ogre::RenderOperation::OT_TRIANGLE_LIST);
        for (std::size_t i = 0; i < triangles.positions.size(); ++i) {
            faces.position(triangles.positions[i].x, triangles.positions[i].y, triangles.positions[i].z);
            faces.normal(triangles.normals[i].x, triangles.normals[i].y, triangles.normals[i].z);
        }
        for (const std::uint32_t index : triangles.indices) {
            faces.index(index);
        }
        faces.end();
        faces.convertToMesh(nameOf("faces", mesh.id), "General");
        edges.begin("BaseWhite", Ogre::RenderOperation::OT_LINE_LIST);
        for (const glm::vec3& position : lines.positions) {
            edges.position(position.x, position.y, position.z);
            edges.normal(0.0f, 1.0f, 0.0f);  // the material shines by itself
        }
        edges.end();
        edges.convertToMesh(nameOf("edges", mesh.id), "General");
    }

    Ogre::SceneManager& scene_;
    Ogre::ManualObject* overlay_;
    std::map<std::uint32_t, Ogre::SceneNode*> nodes_;
};
