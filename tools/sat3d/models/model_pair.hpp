#pragma once

// Two models on the command line: their poses, their chosen parts, and the pairs of colliders.

#include "models/models.hpp"

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

/// A body or a triangle mesh of a model. One pointer is set, the other is null.
struct Collider {
    const CollisionBody* body = nullptr;
    const CollisionMesh* surface = nullptr;

    [[nodiscard]] const std::string& name() const { return body != nullptr ? body->name : surface->name; }
    [[nodiscard]] bool isTrigger() const {
        return (body != nullptr ? body->trigger : surface->trigger).has_value();
    }
};

/// A collider of A and a collider of B, with their distance.
struct ColliderPair {
    Collider a, b;
    DDistance distance;

    [[nodiscard]] bool overlapping() const { return distance.separation < 0.0f; }
    /// Triggers report what enters them, but do not collide.
    [[nodiscard]] bool isSolid() const { return !a.isTrigger() && !b.isTrigger(); }
    [[nodiscard]] bool colliding() const { return isSolid() && overlapping(); }
    /// The shortest translation of B that separates the pair.
    [[nodiscard]] glm::dvec3 pushB() const {
        return glm::dvec3(distance.normal) * -static_cast<double>(distance.separation);
    }
    /// Returns the features with the given names: "vertex 3 of A against face 0 of triangle 17 of B".
    [[nodiscard]] std::string features(const std::string& nameA, const std::string& nameB) const;
};

/// Both models, and all pairs of a chosen collider of A with a chosen collider of B. Pairs of two triangle
/// meshes are omitted, because they never collide.
struct LoadedPair {
    ImportedModel a, b;
    std::vector<ColliderPair> pairs;  ///< at least one

    /// Returns the decisive pair: the deepest overlap, or the smallest gap if no pair overlaps. Pairs with
    /// triggers count only if there are no other pairs.
    [[nodiscard]] const ColliderPair& decisive() const;
};
LoadedPair loadAndCheck(const ModelPair& models);

nlohmann::json toJson(const FeaturePair& features);
nlohmann::json toJson(const ColliderPair& pair);

}  // namespace sat3d::tool
