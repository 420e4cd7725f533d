#pragma once

/// @file
/// Contact points of a shape on a reference face of another.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/manifold/feature_clipping.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

struct PointOverFace {
    glm::dvec3 position{0.0};  ///< midway between the surfaces
    double separation = 0.0;   ///< along the face's normal
    FeatureCode codeOnFace, codeOnOther;
};

/// Calls take(PointOverFace) for the vertices of the overlap of a reference face and the other shape's
/// incident feature, if they are closer than the margin.
/// @param face  a contact face
/// @param tolerance  meters: a vertex this far below the support still counts as one
template <class Take>
void forEachPointOverFace(const ConvexProxy& core, std::uint32_t face, const ConvexProxy& other,
                          double margin, double tolerance, const Take& take) {
    const SupportFeature reference = SupportFeature::ofFace(core, face);
    const glm::dvec3 normal = reference.normal(), onFace = reference.corner(0);
    const SupportFeature incident = SupportFeature::toward(other, -normal, tolerance);
    FeatureClipping(reference, incident, normal).run([&](const ClippedPoint& point) {
        const double height = glm::dot(normal, point.onIncident - onFace);
        const double separation = height - core.convexRadius() - other.convexRadius();
        if (separation < margin) {
            const double toMiddle = 0.5 * (core.convexRadius() - height - other.convexRadius());
            take(PointOverFace{point.onIncident + toMiddle * normal, separation, point.codeOnReference,
                               point.codeOnIncident});
        }
    });
}

}  // namespace sat3d::SAT3D_ABI
