#include "accuracy.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::pairs_file {

Errors errorsOf(double depth, double trueDepth, const Answer& reference) {
    const double tolerance = Errors::kTolerance * reference.size;
    const bool overlapping = reference.depth > 0.0;
    const double alongNormal = std::abs(depth - trueDepth);
    const double error = overlapping ? std::max(alongNormal, std::abs(depth - reference.depth)) : alongNormal;
    const double excess = overlapping ? trueDepth - reference.depth : 0.0;
    return {error / reference.size, excess / reference.size, depth > 0.0 && reference.depth < -tolerance,
            depth <= 0.0 && reference.depth > tolerance};
}

double overlapAlong(const glm::dvec3& axis, const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                    const DPose& poseB) {
    const RigidTransform bInA = poseBInA(poseA, poseB);
    const glm::dvec3 axisInA = glm::conjugate(glm::normalize(poseA.rotation)) * axis;
    double highA = -std::numeric_limits<double>::infinity();
    for (const glm::vec3& vertex : a.vertices()) {
        highA = std::max(highA, glm::dot(axisInA, glm::dvec3(vertex)));
    }
    double lowB = std::numeric_limits<double>::infinity();
    for (const glm::vec3& vertex : b.vertices()) {
        lowB = std::min(lowB, glm::dot(axisInA, bInA.rotation * glm::dvec3(vertex) + bInA.translation));
    }
    return highA - lowB;
}

}  // namespace sat3d::pairs_file
