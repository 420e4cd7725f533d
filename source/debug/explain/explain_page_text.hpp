#pragma once

// What the pictures tell, in order and in words, apart from how it is drawn.

#include "debug/explain/plane_view.hpp"
#include "debug/explain/scene.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/debug/explain_drawing.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

/// A plane as a card among others.
struct PlaneCard {
    std::uint32_t plane = 0;  ///< index into the explanation's planes
    bool winner = false;
    std::string heading;  ///< "edge direction 3 of A"
    std::string measure;  ///< "overlap 12.3 cm"
    PlaneView view;
};

/// A face normal tested as a single axis.
struct AxisCard {
    std::uint32_t axis = 0;  ///< index into the explanation's faceAxes
    bool winner = false;
    std::string heading, measure;
    AxisReport report;
};

struct Story {
    Scene scene;
    Camera camera;
    std::string nameA, nameB;       ///< shortened
    std::string title, verdict;     ///< heading, and the answer in a sentence
    std::string method;             ///< how the answer was found
    std::vector<PlaneCard> planes;  ///< the largest separation first
    std::vector<AxisCard> axes;     ///< likewise
    bool decided = false;           ///< whether there is a winner (not stopped at the spheres)
    PlaneView winner;
    std::optional<glm::dvec3> sight;  ///< along which the plane that decides is seen; a face axis has none
    std::string winnerHeading, winnerMeasure, winnerCaption;
    std::string sceneCaption, planesCaption, axesCaption;
    std::string otherPlaneCaption, otherAxisCaption;  ///< under a plane or axis that does not decide
};

Story tell(const Explanation& explanation, const ConvexHull& a, const RigidTransform& aToWorld,
           const ConvexHull& b, const RigidTransform& bToWorld, const DrawingOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::debug
