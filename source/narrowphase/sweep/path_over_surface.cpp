#include "narrowphase/sweep/path_over_surface.hpp"

#include "math/directed_rounding.hpp"
#include "narrowphase/sweep/closed_forms/cast_entry.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// The largest dot(direction, p) of the points p of a box or a hull. In float: the kernel allows for the
/// rounding.
float highestAlong(const BodyForTriangles& body, const glm::vec3& direction) {
    if (body.form == BodyForTriangles::Form::Box) {
        return glm::dot(glm::abs(direction), body.halfExtents);
    }
    const KernelHull& hull = *body.hull;
    float highest = std::numeric_limits<float>::lowest();
    for (std::uint32_t i = 0; i < hull.vertexCount; ++i) {
        const glm::vec3 vertex = hull.vertex(i);
        highest = std::max(highest, direction.x * vertex.x + direction.y * vertex.y + direction.z * vertex.z);
    }
    return highest * body.scale + glm::dot(direction, body.hullCenter);
}

}  // namespace

PathOverSurface::PathOverSurface(const ChildShape& body, const PosedShape& surface) : body_(body, surface) {
    moving_.start = body_.kernelBody;
    moving_.bend = roundedUp(double(moving_.start.scale) * body_.rounding);
    moving_.isOneSided = sidesOf(surface.shape) == Sides::Front;
}

void PathOverSurface::setDisplacement(const glm::dvec3& displacement) {
    displacement_ = body_.frame.bInPair.rotation * displacement;
    moving_.displacement = glm::vec3(double(moving_.start.scale) * displacement_);
}

double PathOverSurface::entry(std::uint32_t triangle) const {
    return moving_.turns
               ? 0.0
               : entryIntoTriangle(body_.core, body_.corners(triangle), displacement_, body_.rounding);
}

void PathOverSurface::setTurn(const glm::dmat3& turn, double bend, double bendPerSize) {
    const glm::dmat3& fromSurface = body_.frame.bInPair.rotation;
    const glm::dmat3 toEnd = fromSurface * glm::transpose(turn) * glm::transpose(fromSurface);
    const double scale = double(moving_.start.scale);
    moving_.turns = true;
    moving_.toEnd = glm::mat3(toEnd);
    moving_.bend += roundedUp(scale * bend);
    moving_.bendPerSize = roundedUp(bendPerSize);
    const auto setHighest = [&](std::uint32_t face, const glm::vec3& normal) {
        moving_.highestAtEnd[face] =
            highestAlong(moving_.start, moving_.toEnd * normal) + glm::dot(normal, moving_.displacement);
    };
    if (body_.core.isBox()) {
        for (std::uint32_t face = 0; face < 6; ++face) {
            glm::vec3 normal(0.0f);
            normal[static_cast<int>(face / 2)] = face % 2 == 0 ? -1.0f : 1.0f;
            setHighest(face, normal);
        }
    } else if (const KernelHull* const hull = moving_.start.hull) {
        for (std::uint32_t i = 0; i < hull->faceCount && hull->faceCount <= MovingBody::kMaxFaces; ++i) {
            setHighest(i, hull->normal(i));
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
