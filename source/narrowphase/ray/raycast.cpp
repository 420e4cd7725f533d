#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/kernels/hull/ray_packet.hpp"
#include "narrowphase/ray/ray_capsule.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "narrowphase/ray/ray_mesh.hpp"
#include "shapes/basic/box_frame.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/bulk.hpp>
#include <sat3d/narrowphase/raycast.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Span throughRoundShape(const Line& line, const glm::dvec3& start, const glm::dvec3& end, double radius) {
    Span span = throughRound(line, start, end, radius);
    if (!span.isEmpty()) {
        for (Crossing* crossing : {&span.entry, &span.exit}) {
            const glm::dvec3 point = line.at(crossing->t);
            crossing->normal =
                glm::normalize(point - (start + nearestShare(point, start, end) * (end - start)));
        }
    }
    return span;
}

Span through(const Sphere& sphere, const Line& line) {
    const glm::dvec3 center(sphere.center);
    return throughRoundShape(line, center, center, sphere.radius);
}

Span through(const Capsule& capsule, const Line& line) {
    return throughRoundShape(line, glm::dvec3(capsule.start), glm::dvec3(capsule.end), capsule.radius);
}

Span through(const Box& box, const Line& line) {
    const BoxFrame frame(box);
    Span span;
    for (std::uint32_t face = 0; face < 6; ++face) {
        const int axis = static_cast<int>(face / 2);
        const glm::dvec3 normal = face % 2 == 1 ? frame.axes[axis] : -frame.axes[axis];
        span.clip(line, normal, glm::dot(normal, line.origin - frame.center) - frame.halfExtents[axis], face);
    }
    return span;
}

/// Clips as Span does, a handful of faces at a time: whether a face clips cannot be foretold, so branches on
/// it are what would take the time.
Span through(const ConvexHull& hull, const Line& line) {
    constexpr std::size_t kHandful = 16;
    const std::span<const ConvexHull::Face> faces = hull.faces();
    std::array<double, kHandful> entries, exits;
    const auto crossingAt = [&](const std::array<double, kHandful>& ts, double t, std::size_t first) {
        const auto face = first + static_cast<std::size_t>(std::find(ts.begin(), ts.end(), t) - ts.begin());
        return Crossing{t, faces[face].plane.normal, static_cast<std::uint32_t>(face)};
    };
    Span span;
    bool outside = false;  // all along some face; or not a number
    for (std::size_t first = 0; first < faces.size(); first += kHandful) {
        const std::size_t count = std::min(kHandful, faces.size() - first);
        double latest = -kInfinity, soonest = kInfinity;
        for (std::size_t i = 0; i < count; ++i) {
            const Plane& plane = faces[first + i].plane;
            const double rise = glm::dot(plane.normal, line.direction), height = plane.distance(line.origin);
            const double t = -height / rise;
            entries[i] = rise < 0.0 ? t : -kInfinity;
            exits[i] = rise > 0.0 ? t : kInfinity;
            latest = entries[i] > latest ? entries[i] : latest;
            soonest = exits[i] < soonest ? exits[i] : soonest;
            outside |= !((rise < 0.0) | (rise > 0.0) | ((rise == 0.0) & (height < 0.0)));
        }
        if (latest > span.entry.t) {
            span.entry = crossingAt(entries, latest, first);
        }
        if (soonest < span.exit.t) {
            span.exit = crossingAt(exits, soonest, first);
        }
    }
    if (outside) {
        span.exit.t = -kInfinity;
    }
    for (Crossing* crossing : {&span.entry, &span.exit}) {
        crossing->tag = crossing->face == RayCrossing::kNoFace ? 0 : hull.faceTags()[crossing->face];
    }
    return span;
}

Span through(const HalfSpace& halfSpace, const Line& line) {
    const glm::dvec3 normal = glm::normalize(glm::dvec3(halfSpace.normal));
    Span span;
    span.clip(line, normal, glm::dot(normal, line.origin) - double(halfSpace.offset), 0);
    return span;
}

Span through(const ShapeRef& shape, const Line& line) {
    switch (shape.kind()) {
        case ShapeRef::Kind::Sphere:
            return through(shape.sphere(), line);
        case ShapeRef::Kind::Capsule:
            return through(shape.capsule(), line);
        case ShapeRef::Kind::Box:
            return through(shape.box(), line);
        case ShapeRef::Kind::ConvexHull:
            return through(shape.hull(), line);
        default:
            return through(shape.halfSpace(), line);
    }
}

/// What the ray meets of the line inside, or nothing; also where anything is not a number.
std::optional<Span> ofRay(Span span, const Line& line, double length) {
    if (span.entry.t < 0.0) {
        span.startedInside = true;
        span.entry = {.t = 0.0, .normal = -line.direction};
    }
    return !span.isEmpty() && span.entry.t < length ? std::optional(span) : std::nullopt;
}

/// The part that is entered first.
std::optional<Span> throughParts(const Compound& compound, const Line& line, double length) {
    const BoxRay ray{line.origin, line.origin, line.direction};
    std::optional<Span> first;
    forEachPiece(
        compound, DPose{}, length, [&](const Aabb& box) { return ray.entry(box); },
        [&](const Piece& part, double limit) {
            const RigidTransform place = localToWorld(part.pose);
            const glm::dmat3 toPart = glm::transpose(place.rotation);
            const Line inPart{toPart * (line.origin - place.translation), toPart * line.direction};
            auto span = ofRay(through(part.shape, inPart), inPart, length);
            if (!span) {
                return limit;
            }
            if (!first || span->entry.t < first->entry.t ||
                (span->entry.t == first->entry.t && part.number < first->entry.piece)) {
                for (Crossing* crossing : {&span->entry, &span->exit}) {
                    crossing->normal = place.rotation * crossing->normal;
                    crossing->piece = part.number;
                }
                first = span;
            }
            return std::min(limit, first->entry.t);
        });
    return first;
}

std::optional<Span> throughAny(const ShapeRef& shape, const Line& line, double length) {
    switch (shape.kind()) {
        case ShapeRef::Kind::Compound:
            return throughParts(shape.compound(), line, length);
        case ShapeRef::Kind::TriangleMesh:
        case ShapeRef::Kind::HeightField:
            return throughSurface(shape, line, length);
        default:
            return ofRay(through(shape, line), line, length);
    }
}

/// Where the shape stands: what all rays against it share.
struct Place {
    template <class T>
    explicit Place(const BasicPose<T>& pose)
        : toWorld(localToWorld(pose)), toLocal(glm::transpose(toWorld.rotation)) {}

    /// In the shape's frame; of a ray with numbers that are none, nothing.
    template <class T>
    [[nodiscard]] std::optional<Line> lineOf(const BasicRay<T>& ray) const {
        const glm::dvec3 direction = glm::normalize(glm::dvec3(ray.direction));
        SAT3D_ASSERT(std::isfinite(direction.x), "a ray's direction must be finite and not zero");
        const Line line{toLocal * (glm::dvec3(ray.origin) - toWorld.translation), toLocal * direction};
        return std::isfinite(glm::dot(line.origin, line.origin)) ? std::optional(line) : std::nullopt;
    }
    [[nodiscard]] RayCrossing inWorld(const Crossing& crossing) const {
        return {static_cast<float>(crossing.t), glm::vec3(toWorld.rotation * crossing.normal), crossing.face,
                crossing.tag, crossing.piece};
    }
    [[nodiscard]] std::optional<RayHit> inWorld(const std::optional<Span>& span) const {
        return span ? std::optional(RayHit{inWorld(span->entry), inWorld(span->exit), span->startedInside})
                    : std::nullopt;
    }

    RigidTransform toWorld;
    glm::dmat3 toLocal;
};

template <class T>
std::optional<RayHit> raycastOf(const ShapeRef& shape, const Place& place, const BasicRay<T>& ray) {
    const std::optional<Line> line = place.lineOf(ray);
    return line ? place.inWorld(throughAny(shape, *line, double(ray.length))) : std::nullopt;
}

/// As many rays as a packet holds, at most. @param results  one per ray
template <class T>
void raycastPacket(const ConvexHull& hull, const Place& place, std::span<const BasicRay<T>> rays,
                   std::span<std::optional<RayHit>> results) {
    RayPacket packet;
    packet.count = rays.size();
    std::array<std::optional<Line>, RayPacket::kSize> lines;
    for (std::size_t lane = 0; lane < RayPacket::kSize; ++lane) {
        lines[lane] = lane < rays.size() ? place.lineOf(rays[lane]) : std::nullopt;
        for (int axis = 0; axis < 3; ++axis) {
            packet.origin[axis][lane] = lines[lane] ? lines[lane]->origin[axis] : 0.0;
            packet.direction[axis][lane] = lines[lane] ? lines[lane]->direction[axis] : 0.0;
        }
    }
    clipAtFaces(hull.faces(), packet);
    const auto crossingAt = [&](double t, double number) {
        if (number == RayPacket::kNoFace) {
            return Crossing{.t = t};
        }
        const auto face = static_cast<std::uint32_t>(number);
        return Crossing{t, hull.faces()[face].plane.normal, face, hull.faceTags()[face]};
    };
    for (std::size_t lane = 0; lane < rays.size(); ++lane) {
        std::optional<Span> span;
        if (lines[lane] && packet.entry[lane] < packet.exit[lane]) {
            span = ofRay({crossingAt(packet.entry[lane], packet.entryFace[lane]),
                          crossingAt(packet.exit[lane], packet.exitFace[lane])},
                         *lines[lane], double(rays[lane].length));
        }
        results[lane] = place.inWorld(span);
    }
}

template <class T>
void raycastsOf(const ShapeRef& shape, const BasicPose<T>& pose, std::span<const BasicRay<T>> rays,
                std::span<std::optional<RayHit>> results) {
    SAT3D_ASSERT(rays.size() == results.size(), "one result per ray");
    const std::size_t count = std::min(rays.size(), results.size());
    const Place place(pose);
    const bool isHull = shape.kind() == ShapeRef::Kind::ConvexHull;
    const std::size_t step = isHull ? RayPacket::kSize : 1;
    for (std::size_t i = 0; i < count; i += step) {
        if (isHull) {
            const std::size_t lanes = std::min(step, count - i);
            raycastPacket(shape.hull(), place, rays.subspan(i, lanes), results.subspan(i, lanes));
        } else {
            results[i] = raycastOf(shape, place, rays[i]);
        }
    }
}

}  // namespace

std::optional<RayHit> raycast(ShapeRef shape, const Pose& pose, const Ray& ray) {
    return raycastOf(shape, Place(pose), ray);
}
std::optional<RayHit> raycast(ShapeRef shape, const DPose& pose, const DRay& ray) {
    return raycastOf(shape, Place(pose), ray);
}
void raycasts(ShapeRef shape, const Pose& pose, std::span<const Ray> rays,
              std::span<std::optional<RayHit>> results) {
    raycastsOf(shape, pose, rays, results);
}
void raycasts(ShapeRef shape, const DPose& pose, std::span<const DRay> rays,
              std::span<std::optional<RayHit>> results) {
    raycastsOf(shape, pose, rays, results);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
