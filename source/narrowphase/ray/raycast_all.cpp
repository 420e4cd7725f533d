#include "math/pose_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/ray_convex.hpp"
#include "narrowphase/ray/ray_frame.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "narrowphase/ray/ray_mesh.hpp"
#include "narrowphase/ray/surface_passages.hpp"

#include <sat3d/narrowphase/raycast_all.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// One ray against one shape, both in the shape's frame. The answers are in the world.
class RayThroughAll {
public:
    RayThroughAll(const RayFrame& frame, const Line& line, double length, std::span<RayHit> buffer)
        : frame_(frame), line_(line), length_(length), buffer_(buffer) {}

    [[nodiscard]] std::span<RayHit> of(const ShapeRef& shape) const {
        return visitShape(
            shape, [&](const Compound& compound) { return ofChildren(compound); },
            [&](const TriangleMesh&) { return ofSurface(shape); },
            [&](const HeightField&) { return ofSurface(shape); },
            [&](const auto&) { return ofConvex(shape); });
    }

private:
    [[nodiscard]] std::span<RayHit> ofConvex(const ShapeRef& shape) const {
        const auto hit = frame_.inWorld(throughConvex(shape, line_, length_));
        if (!hit) {
            return {};
        }
        buffer_[0] = *hit;
        return buffer_.first(1);
    }

    /// Sorts the hits of the children into the buffer.
    [[nodiscard]] std::span<RayHit> ofChildren(const Compound& compound) const {
        const BoxRay ray{line_.origin, line_.origin, line_.direction};
        std::size_t count = 0;
        forEachChild(
            compound, DPose{}, length_, [&](const Aabb& box) { return ray.entry(box); },
            [&](const ChildShape& child, double limit) {
                const auto interval = throughChild(child, line_, length_);
                if (!interval) {
                    return limit;
                }
                std::size_t place = count;
                while (place > 0 && isBefore(interval->entry, buffer_[place - 1].entry, compound)) {
                    --place;
                }
                if (place == buffer_.size()) {
                    return limit;
                }
                count = std::min(count + 1, buffer_.size());
                std::move_backward(buffer_.begin() + std::ptrdiff_t(place),
                                   buffer_.begin() + std::ptrdiff_t(count) - 1,
                                   buffer_.begin() + std::ptrdiff_t(count));
                buffer_[place] = *frame_.inWorld(interval);
                // The distance is rounded.
                return count < buffer_.size()
                           ? limit
                           : std::min(limit, double(std::nextafter(buffer_.back().entry.distance,
                                                                   std::numeric_limits<float>::infinity())));
            });
        return buffer_.first(count);
    }

    [[nodiscard]] std::span<RayHit> ofSurface(const ShapeRef& surface) const {
        SurfacePassages<RayHit> passages(surface, buffer_);
        const double reach = isSolid(surface) ? kInfinity : length_;
        SurfaceCrossings crossings(surface, line_, reach, sizeOfSurface(surface));
        while (!passages.isComplete()) {
            const std::optional<SurfaceIntersection> crossing = crossings.next();
            const bool isOnRay = crossing && crossing->t < length_;
            if (!crossing || (!isOnRay && !passages.hasOpen())) {
                break;
            }
            passages.add(
                crossing->face, isOnRay,
                [&] {
                    RayInterval interval;
                    interval.entry = *crossing;
                    return *frame_.inWorld(interval);
                },
                [&](RayHit& hit) {
                    SurfaceIntersection exit = *crossing;
                    exit.normal = -exit.normal;  // out of the body
                    exit.face = kFrontSide;
                    hit.exit = frame_.inWorld(exit);
                });
        }
        return passages.hits();
    }

    /// The order of raycast(), which compares in double. Distances that are equal as floats are rare.
    [[nodiscard]] bool isBefore(const SurfaceIntersection& entry, const RayIntersection& other,
                                const Compound& compound) const {
        const auto distance = static_cast<float>(entry.t);
        if (distance != other.distance) {
            return distance < other.distance;
        }
        const CompoundChild& child = compound.children()[other.child];
        const auto again =
            throughChild({child.shape, composed(DPose{}, child.pose), other.child}, line_, length_);
        const double otherT = again ? again->entry.t : double(other.distance);
        return entry.t != otherT ? entry.t < otherT : entry.child < other.child;
    }

    const RayFrame& frame_;
    Line line_;
    double length_;
    std::span<RayHit> buffer_;
};

}  // namespace

template <class T>
std::span<RayHit> raycastAll(ShapeRef shape, const BasicPose<T>& pose,
                             const std::type_identity_t<BasicRay<T>>& ray, std::span<RayHit> buffer) {
    if (!isUsable(pose)) {
        return {};
    }
    const RayFrame frame(pose);
    const std::optional<Line> line = frame.lineOf(ray);
    if (!line || buffer.empty()) {
        return {};
    }
    return RayThroughAll(frame, *line, double(ray.length), buffer).of(shape);
}
template SAT3D_API std::span<RayHit> raycastAll(ShapeRef, const Pose&, const Ray&, std::span<RayHit>);
template SAT3D_API std::span<RayHit> raycastAll(ShapeRef, const DPose&, const DRay&, std::span<RayHit>);

}  // namespace sat3d::inline SAT3D_ABI
