#pragma once

// A mouse that drags bodies: a spring from the point that was clicked to the point under the cursor.

#include "scene.hpp"

#include <optional>

namespace samples {

class Grab {
public:
    /// Takes the body under the cursor, if there is one.
    /// @return the object, with or without a body
    std::optional<sat3d::ObjectId> take(const Scene& scene, const sat3d::Ray& cursor);
    void drop() { held_.reset(); }
    [[nodiscard]] bool isHolding() const { return held_.has_value(); }
    /// Pulls the body toward the cursor. Call it before each step.
    void pull(Scene& scene, const sat3d::Ray& cursor);
    /// Draws the spring.
    void draw(sat3d::DebugGeometry& geometry, const Scene& scene) const;

private:
    struct Held {
        sat3d::ObjectId object;
        glm::vec3 pointInObject{0.0f};
        float distance = 0.0f;  ///< of the target from the eye
        glm::vec3 target{0.0f};
    };
    std::optional<Held> held_;
};

}  // namespace samples
