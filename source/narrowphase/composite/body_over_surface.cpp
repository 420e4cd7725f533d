#include "narrowphase/composite/body_over_surface.hpp"

#include "math/directed_rounding.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <glm/common.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// Fractions of a pair's coordinates: their rounding errors, and those of boxes, whose coordinates are
/// floats.
constexpr double kCoordinateRounding = 1e-10, kBoxRounding = 1e-6;

/// A power of two that makes a length about 1. Floats hold it and its inverse.
double scaleToOne(double length) {
    constexpr int kMaxExponent = 120, kBias = 1023, kMantissaBits = 52;  // of the format of doubles
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(length) >> kMantissaBits) - kBias;
    const int scale = length > 0.0 ? std::clamp(-exponent, -kMaxExponent, kMaxExponent) : 0;
    return std::bit_cast<double>(static_cast<std::uint64_t>(scale + kBias) << kMantissaBits);
}

/// Turns the axes of a pair's frame to those of a Box that is rotated in its shape's frame.
PairFrame alongAxes(const PairFrame& frame, ShapeRef body) {
    constexpr glm::quat kNone(1.0f, 0.0f, 0.0f, 0.0f);
    if (body.kind() != ShapeRef::Kind::Box || body.box().rotation == kNone) {
        return frame;
    }
    const RigidTransform turned{glm::mat3_cast(glm::normalize(glm::dquat(body.box().rotation))),
                                glm::dvec3(0.0)};
    PairFrame result = frame;
    result.aInPair = relative(turned, frame.aInPair);
    result.bInPair = relative(turned, frame.bInPair);
    result.pairToWorld = composed(frame.pairToWorld, turned);
    return result;
}

BodyForTriangles forKernels(ShapeRef body, const ConvexProxy& core, const glm::dmat3& fromSurface) {
    using Form = BodyForTriangles::Form;
    BodyForTriangles result;
    result.fromSurface = glm::mat3(fromSurface);
    const double scale = scaleToOne(core.boundingRadius());
    result.scale = static_cast<float>(scale);
    result.boundingRadius = roundedUp(scale * core.boundingRadius());
    if (core.isBox()) {
        result.form = Form::Box;
        result.halfExtents = glm::vec3(scale * core.halfExtents());
    } else if (core.hull()) {
        result.form = Form::Hull;
        result.hull = &body.hull().data().kernel;
        result.hullCenter = glm::vec3(scale * (glm::dvec3(result.hull->center) - middleOf(body)));
    } else {
        result.start = glm::vec3(scale * core.vertex(0));
        result.end = glm::vec3(scale * core.vertex(core.vertexCount() - 1));
        result.radius = roundedUp(scale * core.convexRadius());
    }
    return result;
}

}  // namespace

BodyOverSurface::BodyOverSurface(const ChildShape& posedBody, const PosedShape& posedSurface)
    : body(posedBody.shape),
      surface(posedSurface.shape),
      bodyInSurface(poseBInA(posedSurface.pose, posedBody.pose)),
      verbFrame(body, posedBody.pose, posedSurface.pose),
      frame(alongAxes(verbFrame, body)),
      core(body, frame.aInPair),
      kernelBody(forKernels(body, core, frame.bInPair.rotation)) {
    center = bodyInSurface.rotation * middleOf(body) + bodyInSurface.translation;
    rounding =
        kCoordinateRounding * (glm::length(center) + core.boundingRadius()) + 1e-7 * core.boundingRadius();
}

std::array<glm::dvec3, 3> BodyOverSurface::corners(std::uint32_t number) const {
    const Triangle triangle = triangleOf(surface, number);
    std::array<glm::dvec3, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = frame.bInPair.rotation * glm::dvec3(triangle.corners[i]) + frame.bInPair.translation;
    }
    return corners;
}

BoxInDouble BodyOverSurface::boxOfTriangles(double distance) const {
    const double slack = distance + kBoxRounding * (glm::length(center) + core.boundingRadius());
    if (core.hull()) {
        const Aabb box = boundsOf(body, bodyInSurface);
        return {glm::dvec3(box.lower) - slack, glm::dvec3(box.upper) + slack};
    }
    // Other bodies are symmetric around their center.
    const glm::dmat3& axes = frame.bInPair.rotation;  // of the surface, in the body's axes
    glm::dvec3 arm(core.convexRadius() + slack);
    for (int axis = 0; axis < 3; ++axis) {
        arm[axis] += core.isBox() ? glm::dot(glm::abs(axes[axis]), core.halfExtents())
                                  : std::abs(glm::dot(axes[axis], core.vertex(0)));
    }
    return {center - arm, center + arm};
}

BoxInDouble BodyOverSurface::boxAround(const glm::dvec3& a, const glm::dvec3& b) const {
    const double slack = kBoxRounding * (glm::length(center) + core.boundingRadius());
    const glm::dmat3 toSurface = glm::transpose(frame.bInPair.rotation);
    const glm::dvec3 first = toSurface * (a - frame.bInPair.translation),
                     last = toSurface * (b - frame.bInPair.translation);
    return {glm::min(first, last) - slack, glm::max(first, last) + slack};
}

void BodyOverSurface::judge(const TriangleBatch& triangles, const ActiveRange& range,
                            ActiveBatch& judged) const {
    sat3d::judge(triangles, kernelBody, range, judged);
    forEachIn(judged.isNearPlane & judged.active, [&](std::uint32_t index) {
        const TriangleSet only = onlyTriangle(index);
        const bool isBehind = !isInFront(judged.numbers[index]);
        if (range.isOneSided) {
            judged.active &= isBehind ? ~only : ~TriangleSet{0};
        } else if (isBehind != ((judged.isBack & only) != 0)) {
            turnOver(judged, index);
        }
    });
}

/// Lets a triangle face the other side. Triangles of one plane must not push to both sides.
void BodyOverSurface::turnOver(ActiveBatch& judged, std::uint32_t index) const {
    for (ActiveBatch::Row& row : judged.outward) {
        row[index] = -row[index];
    }
    judged.isBack ^= onlyTriangle(index);
    if (core.hull()) {  // other bodies are symmetric
        const glm::dvec3 outward(judged.outward[0][index], judged.outward[1][index],
                                 judged.outward[2][index]);
        judged.separation[index] = static_cast<float>(
            glm::dot(outward, core.vertex(core.support(-outward)) - corners(judged.numbers[index])[0]));
        judged.isFace &= ~onlyTriangle(index);
    }
}

}  // namespace sat3d::SAT3D_ABI
