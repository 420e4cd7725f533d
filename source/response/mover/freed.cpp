#include "math/is_finite.hpp"
#include "math/pose_contract.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "response/mover/allowed_motion.hpp"
#include "response/mover/bottom_of.hpp"
#include "response/mover/free_place.hpp"
#include "response/mover/near_surfaces.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/callback.hpp>
#include <sat3d/response/freed.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether something can leave a shape on another side than the nearest one.
bool hasOtherSide(ShapeRef shape) {
    return !isSurface(shape);
}
bool hasOtherSide(PlanarShapeRef) {
    return true;
}

/// How far an interval of a shape along a direction reaches: its upper end.
template <class ShapeRef, class Pose, class Vector>
double topOf(const ShapeRef& shape, const Pose& pose, const Vector& direction) {
    return glm::dot(direction, Vector(pose.position)) - bottomOf(shape, pose, -direction);
}

/// The search of freed().
template <class T>
class Freeing {
public:
    using ShapeRef = typename Space<T>::ShapeRef;
    using Pose = typename Space<T>::Pose;
    using Position = typename Space<T>::Position;
    using Vector = typename Space<T>::Dimension::DVector;
    using Surfaces = NearSurfaces<T>;

    using IsAllowed = CallbackRef<bool(const Pose&)>;

    Freeing(const BasicWorld<T>& world, ShapeRef shape, const Pose& pose, const FreedOptions& options,
            IsAllowed isAllowed)
        : world_(world),
          shape_(shape),
          pose_(pose),
          options_(options),
          isAllowed_(isAllowed),
          gap_(options.gap) {}

    [[nodiscard]] std::optional<Pose> run() const {
        const double deepest = depthAt(pose_);
        if (!(deepest > 0.0)) {
            return pose_;
        }
        const std::optional<Pose> pushed = byPushes(deepest);
        constexpr double kDetour = 2.0;  // in a corner of 60 degrees, the way out is twice the depth
        if (pushed && distanceTo(*pushed) <= kDetour * (deepest + gap_)) {
            return pushed;
        }
        return byOtherSides(deepest, pushed);
    }

private:
    [[nodiscard]] double depthAt(const Pose& pose) const {
        const Surfaces touched(world_, shape_, pose, gap_, options_.filter);
        return touched.surfaces().empty() ? 0.0 : -touched.surfaces().front().gap;
    }
    [[nodiscard]] double distanceTo(const Pose& place) const {
        return glm::length(Vector(place.position - pose_.position));
    }

    [[nodiscard]] std::optional<Pose> byPushes(double deepest) const {
        Pose now = pose_;
        for (std::uint32_t round = 0; round < options_.rounds; ++round) {
            // What the shape would be pushed into counts as well.
            const Surfaces near(world_, shape_, now, gap_ + deepest, options_.filter);
            now.position += Position(separatingMotion(near.surfaces()));
            if (!isFinite(now.position) || !(distanceTo(now) <= double(options_.farthest))) {
                return std::nullopt;
            }
            deepest = depthAt(now);
            if (!(deepest > 0.0)) {
                return isAllowed_(now) ? std::optional<Pose>(now) : std::nullopt;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] MotionLimit<Vector> limitOf(const NearSurface<T>& surface) const {
        return {surface.normal, gap_ - surface.gap};
    }
    /// Returns the translation out of all surfaces that are closer than the gap, or of the deepest one.
    [[nodiscard]] Vector separatingMotion(std::span<const NearSurface<T>> surfaces) const {
        std::array<MotionLimit<Vector>, Surfaces::kMax> limits;
        for (std::size_t i = 0; i < surfaces.size(); ++i) {
            limits[i] = limitOf(surfaces[i]);
        }
        const auto motion = nearestAllowed(std::span(limits).first(surfaces.size()), Vector(0.0));
        return motion.value_or(limits[0].least * limits[0].normal);
    }

    /// Returns the nearest free place on another side of some of the deepest solids: each was pushed to its
    /// nearer side, but together these sides can lead far away.
    /// @param best  so far
    [[nodiscard]] std::optional<Pose> byOtherSides(double deepest, std::optional<Pose> best) const {
        constexpr std::size_t kMostSides = 4;
        double length = best ? distanceTo(*best) : double(options_.farthest);
        const Surfaces near(world_, shape_, pose_, gap_ + deepest, options_.filter);
        const auto surfaces = near.surfaces();
        std::array<MotionLimit<Vector>, kMostSides> others;
        std::array<std::size_t, kMostSides> places{};  // among the surfaces
        std::size_t count = 0;
        for (std::size_t i = 0; i < surfaces.size() && surfaces[i].gap < 0.0 && count < kMostSides; ++i) {
            others[count] = otherSideOf(surfaces[i]);
            places[count] = i;
            count += std::isfinite(others[count].least) ? 1 : 0;
        }
        std::array<MotionLimit<Vector>, Surfaces::kMax> limits;
        for (std::size_t sides = 1; sides < std::size_t{1} << count; ++sides) {
            for (std::size_t i = 0; i < surfaces.size(); ++i) {
                limits[i] = limitOf(surfaces[i]);
            }
            for (std::size_t i = 0; i < count; ++i) {
                if ((sides >> i & 1) != 0) {
                    limits[places[i]] = others[i];
                }
            }
            const auto motion = nearestAllowed(std::span(limits).first(surfaces.size()), Vector(0.0));
            Pose place = pose_;
            place.position += Position(motion.value_or(Vector(0.0)));
            if (motion && isFinite(place.position) && distanceTo(place) < length && !(depthAt(place) > 0.0) &&
                isAllowed_(place)) {
                best = place;
                length = distanceTo(place);
            }
        }
        return best;
    }
    /// The limit that pushes the shape through a solid. Infinite for a surface, and for a half-space.
    [[nodiscard]] MotionLimit<Vector> otherSideOf(const NearSurface<T>& surface) const {
        const auto& object = *world_.find(surface.object);
        const auto parts = partsOf(object.shape);
        const Vector through = -surface.normal;
        double least = std::numeric_limits<double>::infinity();
        if (hasOtherSide(object.shape)) {
            const double top = parts.empty()
                                   ? topOf(ShapeRef(object.shape), partInWorld(object.pose), through)
                                   : topOf(ShapeRef(parts[surface.child].shape),
                                           partInWorld(object.pose, parts[surface.child].pose), through);
            least = top + topOf(shape_, partInWorld(pose_), surface.normal) + gap_;
        }
        return {through, least};
    }

    const BasicWorld<T>& world_;
    ShapeRef shape_;
    const Pose& pose_;
    const FreedOptions& options_;
    IsAllowed isAllowed_;
    double gap_;
};

}  // namespace

template <class T>
std::optional<typename Space<T>::Pose> freePlace(
    const BasicWorld<T>& world, typename Space<T>::ShapeRef shape, const typename Space<T>::Pose& pose,
    const FreedOptions& options, CallbackRef<bool(const typename Space<T>::Pose&)> isAllowed) {
    return isUsable(pose) ? Freeing<T>(world, shape, pose, options, isAllowed).run() : std::nullopt;
}

template <class T>
std::optional<typename Space<T>::Pose> freed(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                             const typename Space<T>::Pose& pose,
                                             const FreedOptions& options) {
    return freePlace<T>(world, shape, pose, options, [](const typename Space<T>::Pose&) { return true; });
}

#define SAT3D_INSTANTIATE(T)                                                               \
    template std::optional<typename Space<T>::Pose> freePlace(                             \
        const BasicWorld<T>&, typename Space<T>::ShapeRef, const typename Space<T>::Pose&, \
        const FreedOptions&, CallbackRef<bool(const typename Space<T>::Pose&)>)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

template SAT3D_API std::optional<Pose> freed(const World&, ShapeRef, const Pose&, const FreedOptions&);
template SAT3D_API std::optional<DPose> freed(const DWorld&, ShapeRef, const DPose&, const FreedOptions&);
template SAT3D_API std::optional<PlanarPose> freed(const PlanarWorld&, PlanarShapeRef, const PlanarPose&,
                                                   const FreedOptions&);
template SAT3D_API std::optional<DPlanarPose> freed(const DPlanarWorld&, PlanarShapeRef, const DPlanarPose&,
                                                    const FreedOptions&);

}  // namespace sat3d::SAT3D_ABI
