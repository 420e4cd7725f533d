#pragma once

// All scenes, and what their files share.

#include "frame/scene.hpp"

#include <sat3d/debug/draw.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace samples {

/// "12.3 mm"
[[nodiscard]] std::string millimeters(float meters);
/// "12.34"
[[nodiscard]] std::string number(float value);
void addLine(sat3d::DebugGeometry& geometry, const glm::vec3& from, const glm::vec3& to, sat3d::Color color);

// Pairs and pushes
Sample twoBoxes();
Sample closestPoints();
Sample why();
Sample pushedApart();
Sample contactPoints();
// Casts
Sample rayFan();
Sample castShapes();
Sample turningPlank();
Sample lineOfSight();
// Meshes and terrain
Sample cratesOnHills();
Sample crater();
Sample meshBowl();
Sample tiles();
// Stacks and friction
Sample pyramid();
Sample wreckingBall();
Sample dominoes();
Sample slope();
Sample bounces();
Sample cradle();
Sample belts();
Sample turntable();
Sample tumbling();
// Movers and vehicles
Sample walker();
Sample crowd();
Sample tankPush();
Sample lift();
Sample truck();
// Joints
Sample doors();
Sample chain();
Sample motors();
// Vehicles
Sample tankCourse();
Sample seesaw();
Sample plankBridge();
Sample trailer();
// Shells and armor
Sample plates();
Sample ricochet();
Sample movingPlates();
// The plane
Sample flatPyramid();
Sample flatDrum();
// Models
Sample artistsTank();
Sample tankInParts();
Sample pieces();
Sample simpler();
// Worlds
Sample zones();
Sample rollback();
Sample heap();

}  // namespace samples
