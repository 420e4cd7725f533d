#include "core/enum_names.hpp"
#include "math/directed_rounding.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_proxy.hpp"
#include "planar/shapes/visit_planar_shape.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/planar/shape.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kPi = 3.14159265358979323846;

PlanarAabb boundsOfProxy(const PlanarProxy& proxy) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!proxy.isBounded()) {
        const glm::dvec2 normal = rotatedBy(proxy.toWorld().rotation, proxy.normal(0));
        const double offset = proxy.offset()[0] + glm::dot(normal, proxy.toWorld().position);
        glm::dvec2 lower(-kInfinity), upper(kInfinity);
        for (int axis = 0; axis < 2; ++axis) {
            if (normal[1 - axis] == 0.0) {
                (normal[axis] > 0.0 ? upper : lower)[axis] = normal[axis] > 0.0 ? offset : -offset;
            }
        }
        return PlanarAabb::around(lower, upper);
    }
    glm::dvec2 lower(kInfinity), upper(-kInfinity);
    for (std::uint32_t i = 0; i < proxy.vertexCount(); ++i) {
        const glm::dvec2 point = proxy.toWorld() * proxy.vertex(i);
        lower = {std::min(lower.x, point.x), std::min(lower.y, point.y)};
        upper = {std::max(upper.x, point.x), std::max(upper.y, point.y)};
    }
    return PlanarAabb::around(lower - proxy.radius(), upper + proxy.radius());
}

PlanarMassProperties massOfCapsule(const PlanarCapsule& capsule) {
    const glm::dvec2 start(capsule.start), end(capsule.end);
    const double r = capsule.radius, h = glm::length(end - start);
    const double box = 2.0 * r * h, disk = kPi * r * r;
    // The centroids of the half disks lie 4 r / (3 pi) outside the box's ends.
    const double inertia =
        box * (h * h + 4.0 * r * r) / 12.0 + disk * (0.5 * r * r + 0.25 * h * h + 4.0 / (3.0 * kPi) * h * r);
    return {box + disk, 0.5 * (start + end), inertia};
}

PlanarMassProperties massOfBox(const PlanarBox& box) {
    const glm::dvec2 half(box.halfExtents);
    const double area = 4.0 * half.x * half.y;
    return {area, glm::dvec2(box.center), area / 3.0 * glm::dot(half, half)};
}

PlanarMassProperties massOfCompound(const PlanarCompound& compound) {
    PlanarMassProperties all;
    for (const PlanarCompoundChild& child : compound.children()) {
        PlanarMassProperties part = massProperties(PlanarShapeRef(child.shape));
        part.centroid = localToWorld(child.pose) * part.centroid;
        const double area = all.area + part.area;
        if (area > 0.0) {
            const glm::dvec2 between = part.centroid - all.centroid;
            all.inertia += part.inertia + all.area * part.area / area * glm::dot(between, between);
            all.centroid += part.area / area * between;
            all.area = area;
        }
    }
    return all;
}

}  // namespace

std::string_view toString(PlanarShapeRef::Kind kind) noexcept {
    return enumName<PlanarShapeRef::Kind::Compound>(
        kind, {"Circle", "Capsule", "Segment", "Box", "Polygon", "HalfPlane", "Compound"});
}

PlanarAabb PlanarAabb::around(const glm::dvec2& lower, const glm::dvec2& upper) noexcept {
    return {{roundedDown(lower.x), roundedDown(lower.y)}, {roundedUp(upper.x), roundedUp(upper.y)}};
}

Result<PlanarShape, ShapeError> validate(const PlanarShape& shape) {
    return validAlternative(shape);
}

PlanarAabb bounds(PlanarShapeRef shape, const PlanarTransform& toFrame) noexcept {
    PlanarAabb all;
    forEachConvex(shape, localToWorld(toFrame), [&](const ConvexChild& child) {
        all = join(all, boundsOfProxy(PlanarProxy(child.shape, child.toFrame)));
    });
    return all;
}

PlanarMassProperties massProperties(PlanarShapeRef shape) noexcept {
    return visitShape(
        shape,
        [](const Circle& circle) {
            const double r = circle.radius, area = kPi * r * r;
            return PlanarMassProperties{area, glm::dvec2(circle.center), 0.5 * area * r * r};
        },
        [](const PlanarCapsule& capsule) { return massOfCapsule(capsule); },
        [](const PlanarBox& box) { return massOfBox(box); },
        [](const ConvexPolygon& polygon) { return polygon.data().massProperties; },
        [](const PlanarCompound& compound) { return massOfCompound(compound); },
        [](const auto&) { return PlanarMassProperties{}; });
}

}  // namespace sat3d::SAT3D_ABI
