#pragma once

// Two models on the command line: where they stand, which of their parts count, and what meets what.

#include "models.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/distance.hpp>

#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace sat3d::tool {

/// The two models of a command: A, B, their poses and parts.
struct ModelPair {
    ReadingOptions reading;
    std::string fileA, fileB;
    DPose poseA, poseB;
    std::string partA, partB;  ///< empty: all bodies and triangle meshes

    void addTo(CLI::App& command);
};

/// A body or a triangle mesh of a model: one of the two, the other is null.
struct Collider {
    const CollisionBody* body = nullptr;
    const CollisionSurface* surface = nullptr;

    [[nodiscard]] const std::string& name() const { return body != nullptr ? body->name : surface->name; }
    [[nodiscard]] bool isTrigger() const {
        return (body != nullptr ? body->trigger : surface->trigger).has_value();
    }
};

/// One collider of A against one of B.
struct ColliderPair {
    Collider a, b;
    DDistance distance;

    [[nodiscard]] bool overlapping() const { return distance.separation < 0.0f; }
    /// Triggers only tell what enters them.
    [[nodiscard]] bool isSolid() const { return !a.isTrigger() && !b.isTrigger(); }
    [[nodiscard]] bool colliding() const { return isSolid() && overlapping(); }
    /// The shortest move of B that frees it.
    [[nodiscard]] glm::dvec3 pushB() const {
        return glm::dvec3(distance.normal) * -static_cast<double>(distance.separation);
    }
    /// "vertex 3 of A against face 0 of triangle 17 of B", by these names.
    [[nodiscard]] std::string features(const std::string& nameA, const std::string& nameB) const;
};

/// Both models, and every chosen collider of A against every chosen collider of B, but for two triangle
/// meshes, which never meet.
struct LoadedPair {
    ImportedModel a, b;
    std::vector<ColliderPair> pairs;  ///< one at least

    /// The deepest overlap, or the pair with the smallest gap where there is none: the one that tells the
    /// answer. With a trigger only where all are.
    [[nodiscard]] const ColliderPair& decisive() const;
};
LoadedPair loadAndCheck(const ModelPair& models);

nlohmann::json toJson(const FeaturePair& features);
nlohmann::json toJson(const ColliderPair& pair);

}  // namespace sat3d::tool
