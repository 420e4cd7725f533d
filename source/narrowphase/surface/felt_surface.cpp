#include "narrowphase/surface/felt_surface.hpp"

#include "shapes/mesh/triangle_math.hpp"

#include <glm/matrix.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Fractions of a pair's coordinates: their rounding errors, and those of boxes, whose coordinates are
/// floats.
constexpr double kFeltRounding = 1e-10, kBoxRounding = 1e-6;

/// Bodies with more faces are not tested face by face.
constexpr std::uint32_t kMostFacesTested = 32;

}  // namespace

FeltSurface::FeltSurface(const ChildShape& body, const PosedShape& surface, double margin)
    : surface_(surface.shape),
      frame_(body.shape, body.pose, surface.pose),
      body_(body.shape, frame_.aInPair),
      margin_(margin),
      isOneSided_(sidesOf(surface.shape) == Sides::Front) {
    const RigidTransform bodyInSurface = poseBInA(surface.pose, body.pose);
    center_ = bodyInSurface.rotation * middleOf(body.shape) + bodyInSurface.translation;
    box_ = boundsOf(body.shape, bodyInSurface);
    const double scale = glm::length(center_) + body_.boundingRadius();
    rounding_ = kFeltRounding * scale + 1e-7 * body_.boundingRadius();
    boxSlack_ = kBoxRounding * scale;
    if (body_.faceCount() == 0) {  // the core of a round body; its radius is added to the reach
        box_ = Aabb{};
        for (std::uint32_t i = 0; i < body_.vertexCount(); ++i) {
            const glm::dvec3 inPair = body_.vertex(i) - frame_.bInPair.translation;
            box_ = join(box_, glm::vec3(glm::transpose(frame_.bInPair.rotation) * inPair));
        }
        boxSlack_ += body_.convexRadius();
    }
}

Triangle FeltSurface::triangle(std::uint32_t number) const {
    return surface_.kind() == ShapeRef::Kind::TriangleMesh ? surface_.mesh().data().triangle(number)
                                                           : surface_.heightField().data().triangle(number);
}

TriangleCorners FeltSurface::inPair(const Triangle& triangle) const {
    TriangleCorners corners;
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = frame_.bInPair.rotation * glm::dvec3(triangle.corners[i]) + frame_.bInPair.translation;
    }
    return corners;
}

std::optional<FeltTriangle> FeltSurface::felt(std::uint32_t number, const Triangle& shape) const {
    const glm::dvec3 front = areaNormal(shape);
    const bool isBack = glm::dot(front, center_ - glm::dvec3(shape.corners[0])) < 0.0;
    if (isBack && isOneSided_) {
        return std::nullopt;
    }
    FeltTriangle felt{number, inPair(shape), {}, {}, 0.0, isBack};
    felt.outward = frame_.bInPair.rotation * ((isBack ? -1.0 : 1.0) / glm::length(front) * front);
    felt.lowest = body_.vertex(body_.support(-felt.outward));
    felt.separation = glm::dot(felt.outward, felt.lowest - felt.corners[0]) - body_.convexRadius();
    if (!(felt.separation < margin_ + rounding_) || isBeyondAFace(felt.corners) || isBesideAnEdge(felt)) {
        return std::nullopt;  // also for NaN
    }
    return felt;
}

/// Whether a face of the body proves that the triangle is farther away than the margin.
bool FeltSurface::isBeyondAFace(const TriangleCorners& corners) const {
    const double reach = margin_ + body_.convexRadius() + rounding_;
    if (body_.faceCount() == 0 || body_.faceCount() > kMostFacesTested) {
        return false;
    }
    if (body_.isBox()) {
        for (int axis = 0; axis < 3; ++axis) {
            const glm::dvec3& unit = body_.axes()[axis];
            const double middle = glm::dot(unit, body_.center()), most = body_.halfExtents()[axis] + reach;
            const double x = glm::dot(unit, corners[0]) - middle, y = glm::dot(unit, corners[1]) - middle,
                         z = glm::dot(unit, corners[2]) - middle;
            if (std::min({x, y, z}) > most || std::max({x, y, z}) < -most) {
                return true;
            }
        }
        return false;
    }
    for (std::uint32_t face = 0; face < body_.faceCount(); ++face) {
        const glm::dvec3 normal = body_.faceNormal(face);
        const double most = glm::dot(normal, body_.vertex(body_.faceVertices(face)[0])) + reach;
        if (glm::dot(normal, corners[0]) > most && glm::dot(normal, corners[1]) > most &&
            glm::dot(normal, corners[2]) > most) {
            return true;
        }
    }
    return false;
}

/// Whether a plane through an edge, perpendicular to the triangle, proves it. For round bodies.
bool FeltSurface::isBesideAnEdge(const FeltTriangle& triangle) const {
    if (body_.faceCount() > 0) {
        return false;
    }
    const double reach = margin_ + body_.convexRadius() + rounding_;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3& from = triangle.corners[i];
        const glm::dvec3 inward = (triangle.isBack ? -1.0 : 1.0) *
                                  glm::cross(triangle.outward, triangle.corners[(i + 1) % 3] - from);
        const double nearest = std::max(glm::dot(inward, body_.vertex(0) - from),
                                        glm::dot(inward, body_.vertex(body_.vertexCount() - 1) - from));
        if (nearest < 0.0 && nearest * nearest > reach * reach * glm::dot(inward, inward)) {
            return true;
        }
    }
    return false;
}

}  // namespace sat3d::inline SAT3D_ABI
