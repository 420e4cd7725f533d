#include "math/pose_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/hit_list.hpp"
#include "narrowphase/ray/ray_convex.hpp"
#include "narrowphase/ray/ray_frame.hpp"
#include "narrowphase/ray/ray_interval.hpp"
#include "narrowphase/ray/ray_mesh.hpp"
#include "narrowphase/ray/surface_passages.hpp"

#include <sat3d/narrowphase/raycast_all.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// One ray against one shape, both in the shape's frame. The answers are in the world.
class RayThroughAll {
public:
    RayThroughAll(const RayFrame& frame, const Line& line, double length, HitList<RayHit>& hits)
        : frame_(frame), line_(line), length_(length), hits_(hits) {}

    void add(const ShapeRef& shape) const {
        visitShape(
            shape, [&](const Compound& compound) { addChildren(compound); },
            [&](const TriangleMesh&) { addSurface(shape); }, [&](const HeightField&) { addSurface(shape); },
            [&](const auto&) { addOnly(throughConvex(shape, line_, length_)); });
    }

private:
    /// Adds the only hit, if there is one.
    void addOnly(const std::optional<RayInterval>& interval) const {
        if (const auto hit = frame_.inWorld(interval)) {
            hits_.add(*hit, [](const RayHit&) { return false; });
        }
    }

    void addChildren(const Compound& compound) const {
        const BoxRay ray{line_.origin, line_.origin, line_.direction};
        forEachChild(
            compound, DPose{}, length_, [&](const Aabb& box) { return ray.entry(box); },
            [&](const ChildShape& child, double limit) {
                if (const auto hit = frame_.inWorld(throughChild(child, line_, length_))) {
                    hits_.add(*hit, [&](const RayHit& other) { return orderOf(*hit) < orderOf(other); });
                }
                const RayHit* last = hits_.lastIfFull();
                constexpr float kFar = std::numeric_limits<float>::infinity();
                // The distance is rounded.
                return last == nullptr ? limit
                                       : std::min(limit, double(std::nextafter(last->entry.distance, kFar)));
            });
    }

    void addSurface(const ShapeRef& surface) const {
        if (length_ == 0.0) {
            addOnly(throughMesh(surface, line_, length_));
            return;
        }
        SurfacePassages<RayHit> passages(surface, hits_);
        const double upTo = isSolid(surface) ? kInfinity : length_;
        SurfaceCrossings crossings(surface, line_, length_, upTo);
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
    }

    const RayFrame& frame_;
    Line line_;
    double length_;
    HitList<RayHit>& hits_;
};

}  // namespace

template <class T>
void addHits(ShapeRef shape, const BasicPose<T>& pose, const BasicRay<T>& ray, HitList<RayHit>& hits) {
    if (!isUsable(pose)) {
        return;
    }
    const RayFrame frame(pose);
    if (const std::optional<Line> line = frame.lineOf(ray)) {
        RayThroughAll(frame, *line, double(ray.length), hits).add(shape);
    }
}
template void addHits(ShapeRef, const Pose&, const Ray&, HitList<RayHit>&);
template void addHits(ShapeRef, const DPose&, const DRay&, HitList<RayHit>&);

template <class T>
std::span<RayHit> raycastAll(ShapeRef shape, const BasicPose<T>& pose,
                             const std::type_identity_t<BasicRay<T>>& ray, std::span<RayHit> buffer) {
    HitsInBuffer<RayHit> hits(buffer);
    addHits(shape, pose, ray, hits);
    return hits.hits();
}
template SAT3D_API std::span<RayHit> raycastAll(ShapeRef, const Pose&, const Ray&, std::span<RayHit>);
template SAT3D_API std::span<RayHit> raycastAll(ShapeRef, const DPose&, const DRay&, std::span<RayHit>);

}  // namespace sat3d::SAT3D_ABI
