// The list of the samples.

#include "scenes/scenes.hpp"

#include <cstdio>

namespace samples {

std::span<const Sample> allSamples() {
    static const std::array kSamples{
        twoBoxes(),     closestPoints(), why(),          pushedApart(),   contactPoints(), rayFan(),
        castShapes(),   turningPlank(),  lineOfSight(),  cratesOnHills(), crater(),        meshBowl(),
        tiles(),        pyramid(),       wreckingBall(), dominoes(),      slope(),         bounces(),
        cradle(),       belts(),         turntable(),    tumbling(),      walker(),        crowd(),
        tankPush(),     lift(),          truck(),        doors(),         chain(),         motors(),
        tankCourse(),   seesaw(),        plankBridge(),  trailer(),       plates(),        ricochet(),
        movingPlates(), flatPyramid(),   flatDrum(),     artistsTank(),   tankInParts(),   pieces(),
        simpler(),      zones(),         rollback(),     heap(),
    };
    return kSamples;
}

std::string number(float value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.2f", static_cast<double>(value));
    return text;
}

std::string millimeters(float meters) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f mm", 1000.0 * static_cast<double>(meters));
    return text;
}

void addLine(sat3d::DebugGeometry& geometry, const glm::vec3& from, const glm::vec3& to, sat3d::Color color) {
    geometry.lines.positions.insert(geometry.lines.positions.end(), {from, to});
    geometry.lines.colors.insert(geometry.lines.colors.end(), {color, color});
}

}  // namespace samples
