#pragma once

/// @file
/// Where a shape touches a face of another.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/manifold/feature_clipping.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

struct FaceContact {
    glm::dvec3 position{0.0};  ///< half way between the surfaces
    double separation = 0.0;   ///< along the face's normal
    FeatureCode codeOnFace, codeOnOther;
    glm::dvec3 onOtherCore{0.0};
};

/// Calls take(FaceContact) for the corners of the overlap of a face and of what the other shape turns to it,
/// as far as they are nearer than the margin.
/// @param tolerance  metres: what a vertex may fall short of the farthest
template <class Take>
void forEachFaceContact(const CoreShape& core, std::uint32_t face, const CoreShape& other, double margin,
                        double tolerance, const Take& take) {
    const Outline reference = Outline::ofFace(core, face);
    const glm::dvec3 normal = core.faceNormal(face), onFace = reference.corner(0);
    const Outline incident = Outline::toward(other, -normal, tolerance);
    OutlineClip(reference, incident, normal).run([&](const ClippedPoint& point) {
        const double height = glm::dot(normal, point.onIncident - onFace);
        const double separation = height - core.radius() - other.radius();
        if (separation < margin) {
            const double toMiddle = 0.5 * (core.radius() - height - other.radius());
            take(FaceContact{point.onIncident + toMiddle * normal, separation, point.codeOnReference,
                             point.codeOnIncident, point.onIncident});
        }
    });
}

}  // namespace sat3d::inline SAT3D_ABI
