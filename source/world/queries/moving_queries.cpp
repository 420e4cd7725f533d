#include "core/sorted_buffer.hpp"
#include "narrowphase/ray/hit_list.hpp"
#include "narrowphase/sweep/limited_sweep.hpp"
#include "world/queries/earliest_sweep.hpp"
#include "world/queries/moving_search.hpp"
#include "world/queries/object_hits.hpp"
#include "world/queries/ray_limit.hpp"
#include "world/queries/swept_box.hpp"

#include <sat3d/world/moving_queries.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// A projectile that passes through one moving object.
class ProjectileThrough {
public:
    template <class T>
    ProjectileThrough(const BasicRay<T>& path, const BasicPose<T>& before, const RigidMotion& motion)
        : origin_(path.origin),
          displacement_(static_cast<double>(path.length) * glm::normalize(glm::dvec3(path.direction))),
          before_{glm::dvec3(before.position), glm::normalize(glm::dquat(before.rotation))},
          motion_(motion) {}

    [[nodiscard]] float impactCosine(const MovingRayHit& hit) const {
        if (hit.hit.startedInside) {
            return 1.0f;
        }
        const auto fraction = static_cast<double>(hit.entryFraction);
        const DPose pose = poseAtFraction(before_, motion_, fraction);
        const glm::dvec3 fromCenter =
            origin_ + fraction * displacement_ - pose.transformPoint(glm::dvec3(motion_.localCenter));
        const glm::dvec3 ofPlate =
            glm::dvec3(motion_.translation) + glm::cross(glm::dvec3(motion_.rotationVector), fromCenter);
        const glm::dvec3 relative = displacement_ - ofPlate;
        const double speed = glm::length(relative);
        const double inward = -glm::dot(glm::dvec3(hit.hit.entry.normal), relative);
        return speed > 0.0 ? static_cast<float>(std::clamp(inward / speed, 0.0, 1.0)) : 1.0f;
    }

    [[nodiscard]] float lengthInside(const MovingRayHit& hit) const {
        const glm::dvec3 end =
            std::isfinite(hit.exitFraction) ? glm::dvec3(hit.exitPointInShape) : pointInShapeAtEnd();
        return static_cast<float>(glm::distance(glm::dvec3(hit.entryPointInShape), end));
    }

private:
    [[nodiscard]] glm::dvec3 pointInShapeAtEnd() const {
        const DPose after = poseAtFraction(before_, motion_, 1.0);
        return glm::conjugate(after.rotation) * (origin_ + displacement_ - after.position);
    }

    glm::dvec3 origin_, displacement_;
    DPose before_;
    RigidMotion motion_;
};

}  // namespace

template <Spatial T>
std::span<PiercedPlate> shootThrough(const BasicWorld<T>& world,
                                     const std::type_identity_t<BasicObjectMotions<T>>& motions,
                                     const std::type_identity_t<BasicRay<T>>& path,
                                     std::span<PiercedPlate> buffer, const QueryFilter& filter) {
    SortedBuffer<PiercedPlate> plates(buffer);
    const auto pierce = [&](const BasicObjectMotion<T>& motion, ShapeRef shape, double limit) {
        const bool isPart = motion.part != motion.kWhole;
        ObjectHits<PiercedPlate> hits(plates, motion.object);
        const double upTo = path.length > 0.0f ? limit / static_cast<double>(path.length) : 1.0;
        addHits(shape, motion.before, motion.motion, path, isPart ? motion.part : 0, upTo, hits);
        const ProjectileThrough through(path, motion.before, motion.motion);
        for (PiercedPlate& plate : plates.items()) {
            if (plate.object == motion.object && (!isPart || plate.hit.hit.entry.child == motion.part)) {
                plate.impactCosine = through.impactCosine(plate.hit);
                plate.lengthInside = through.lengthInside(plate.hit);
            }
        }
        const MovingRayHit* last = hits.lastIfFull();
        return last != nullptr ? limitAt(path, last->hit.entry.distance, limit) : limit;
    };
    castMoving(world, motions, pointBox(path.origin), path.direction, static_cast<double>(path.length),
               filter, pierce);
    return plates.items();
}

template <Spatial T>
std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>& world,
                                        const std::type_identity_t<BasicObjectMotions<T>>& motions,
                                        ShapeRef shape, const std::type_identity_t<BasicPose<T>>& pose,
                                        const RigidMotion& motion, const QueryFilter& filter,
                                        const SweepOptions& options) {
    EarliestSweep<T> earliest;
    queryMoving(world, motions, sweptBox<T>(shape, pose, motion, options.skin), filter,
                [&](const BasicObjectMotion<T>& other, ShapeRef ofOther) {
                    auto found = sweepUpTo(earliest.limit(), shape, pose, ofOther, other.before, motion,
                                           other.motion, options);
                    nameFaces(found, shape, pose, motion, ofOther, other.before, other.motion);
                    if (other.part != other.kWhole) {
                        found.children.b = other.part;
                    }
                    earliest.add(other.object, found);
                });
    return earliest.best();
}

#define SAT3D_INSTANTIATE_MOVING_QUERIES(T)                                                              \
    template SAT3D_API std::span<PiercedPlate> shootThrough(                                             \
        const BasicWorld<T>&, const BasicObjectMotions<T>&, const BasicRay<T>&, std::span<PiercedPlate>, \
        const QueryFilter&);                                                                             \
    template SAT3D_API std::optional<BasicWorldSweep<T>> sweep(                                          \
        const BasicWorld<T>&, const BasicObjectMotions<T>&, ShapeRef, const BasicPose<T>&,               \
        const RigidMotion&, const QueryFilter&, const SweepOptions&);
SAT3D_INSTANTIATE_MOVING_QUERIES(float)
SAT3D_INSTANTIATE_MOVING_QUERIES(double)
#undef SAT3D_INSTANTIATE_MOVING_QUERIES

}  // namespace sat3d::SAT3D_ABI
