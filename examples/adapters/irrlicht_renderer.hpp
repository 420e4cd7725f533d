#pragma once

// Draws debug geometry with Irrlicht 1.8, in a scene of yours. Copy it into your program.

#include "irrlicht_as_cpp20.hpp"

#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/math/engine_frames.hpp>

#include <glm/ext/matrix_float4x4.hpp>

#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

/// A scene node that draws lines.
class IrrlichtLines : public irr::scene::ISceneNode {
public:
    explicit IrrlichtLines(irr::scene::ISceneManager* scene) : ISceneNode(scene->getRootSceneNode(), scene) {
        material.Lighting = false;
        setAutomaticCulling(irr::scene::EAC_OFF);
    }
    /// @param lines  mirrored already
    void set(const sat3d::DebugLines& lines) {
        vertices.clear();
        indices.clear();
        for (std::size_t i = 0; i < lines.positions.size(); ++i) {
            const glm::vec3& p = lines.positions[i];
            vertices.emplace_back(p.x, p.y, p.z, 0.0f, 1.0f, 0.0f,
                                  irr::video::SColor(sat3d::argb(lines.colors[i])), 0.0f, 0.0f);
            indices.push_back(static_cast<std::uint32_t>(i));
        }
    }
    void setColor(irr::video::SColor color) {
        for (irr::video::S3DVertex& vertex : vertices) {
            vertex.Color = color;
        }
    }
    void OnRegisterSceneNode() override {
        SceneManager->registerNodeForRendering(
            this, isOverlay ? irr::scene::ESNRP_TRANSPARENT_EFFECT : irr::scene::ESNRP_SOLID);
    }
    void render() override {
        irr::video::IVideoDriver* driver = SceneManager->getVideoDriver();
        material.ZBuffer = isOverlay ? irr::video::ECFN_ALWAYS : irr::video::ECFN_LESSEQUAL;
        driver->setMaterial(material);
        driver->setTransform(irr::video::ETS_WORLD, AbsoluteTransformation);
        driver->drawVertexPrimitiveList(vertices.data(), static_cast<irr::u32>(vertices.size()),
                                        indices.data(), static_cast<irr::u32>(indices.size() / 2),
                                        irr::video::EVT_STANDARD, irr::scene::EPT_LINES,
                                        irr::video::EIT_32BIT);
    }
    const irr::core::aabbox3d<irr::f32>& getBoundingBox() const override { return box; }

    bool isOverlay = false;

private:
    irr::video::SMaterial material;
    std::vector<irr::video::S3DVertex> vertices;
    std::vector<std::uint32_t> indices;
    irr::core::aabbox3d<irr::f32> box;
};

class IrrlichtRenderer {
public:
    explicit IrrlichtRenderer(irr::scene::ISceneManager* scene)
        : scene_(scene), overlay_(new IrrlichtLines(scene)) {
        overlay_->isOverlay = true;
        overlay_->drop();  // the scene has it now
    }

    /// Adds, moves and removes nodes. Irrlicht is left-handed, so all is mirrored.
    void update(const sat3d::DebugFrame& frame) {
        for (const std::uint32_t id : frame.releasedInstances) {
            nodes_[id].faces->remove();  // and its child, the edges
            nodes_.erase(id);
        }
        for (const std::uint32_t id : frame.releasedMeshes) {
            meshes_.erase(id);
        }
        for (const sat3d::DebugMesh& mesh : frame.newMeshes) {
            meshes_[mesh.id] = mesh.geometry;
            mirror(meshes_[mesh.id]);
        }
        for (const sat3d::DebugInstance& one : frame.instances) {
            Node& node = nodes_[one.id];
            if (node.faces == nullptr || node.color != one.color) {
                if (node.faces != nullptr) {
                    node.faces->remove();
                }
                node = makeNode(meshes_[one.mesh], one.color);
            }
            const glm::mat4 toWorld = sat3d::mirrored(one.matrix());
            irr::core::matrix4 matrix;
            std::memcpy(matrix.pointer(), &toWorld, sizeof(toWorld));  // the same order in memory
            node.faces->setPosition(matrix.getTranslation());
            node.faces->setRotation(matrix.getRotationDegrees());
            node.edges->setColor(irr::video::SColor(sat3d::argb(one.edgeColor)));
        }
    }

    /// Replaces the lines that are drawn over everything else.
    void update(sat3d::DebugGeometry lines) {
        mirror(lines);
        overlay_->set(lines.lines);
    }

private:
    struct Node {
        irr::scene::ISceneNode* faces = nullptr;
        IrrlichtLines* edges = nullptr;
        sat3d::Color color = 0;  ///< of the faces
    };

    /// Makes a buffer for each node, because a buffer has one color.
    Node makeNode(const sat3d::DebugGeometry& geometry, sat3d::Color color) {
        const auto& [triangles, lines, labels] = geometry;
        auto* buffer = new irr::scene::CDynamicMeshBuffer(irr::video::EVT_STANDARD, irr::video::EIT_32BIT);
        for (std::size_t i = 0; i < triangles.positions.size(); ++i) {
            const glm::vec3 &p = triangles.positions[i], &n = triangles.normals[i];
            buffer->getVertexBuffer().push_back(
                {p.x, p.y, p.z, n.x, n.y, n.z, irr::video::SColor(sat3d::argb(color)), 0.0f, 0.0f});
        }
        for (const std::uint32_t index : triangles.indices) {
            buffer->getIndexBuffer().push_back(index);
        }
        buffer->recalculateBoundingBox();
        auto* mesh = new irr::scene::SMesh;
        mesh->addMeshBuffer(buffer);
        mesh->recalculateBoundingBox();
        irr::scene::IMeshSceneNode* faces = scene_->addMeshSceneNode(mesh);
        irr::video::SMaterial& material = faces->getMaterial(0);
        material.ColorMaterial = irr::video::ECM_DIFFUSE_AND_AMBIENT;
        if (color >> 24 < 255) {
            material.MaterialType = irr::video::EMT_TRANSPARENT_VERTEX_ALPHA;
        }
        material.PolygonOffsetFactor = 1;  // faces lie slightly behind their edges
        material.PolygonOffsetDirection = irr::video::EPO_BACK;
        auto* edges = new IrrlichtLines(scene_);
        edges->set(lines);
        edges->setParent(faces);
        for (irr::IReferenceCounted* owned :
             {static_cast<irr::IReferenceCounted*>(buffer), static_cast<irr::IReferenceCounted*>(mesh),
              static_cast<irr::IReferenceCounted*>(edges)}) {
            owned->drop();  // the scene has them now
        }
        return {faces, edges, color};
    }

    irr::scene::ISceneManager* scene_;
    IrrlichtLines* overlay_;
    std::map<std::uint32_t, sat3d::DebugGeometry> meshes_;
    std::map<std::uint32_t, Node> nodes_;
};
