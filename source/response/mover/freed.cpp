#include "math/is_finite.hpp"
#include "math/pose_contract.hpp"
#include "planar/shapes/planar_pose_contract.hpp"
#include "response/mover/allowed_motion.hpp"
#include "response/mover/near_surfaces.hpp"

#include <sat3d/response/freed.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Returns the translation out of all surfaces that are closer than the gap, or of the deepest one.
template <class T, class Vector = typename Space<T>::Dimension::DVector>
Vector separatingMotion(std::span<const detail::NearSurface<T>> surfaces, double gap) {
    std::array<detail::MotionLimit<Vector>, detail::NearSurfaces<T>::kMax> limits;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        limits[i] = {surfaces[i].normal, gap - surfaces[i].gap};
    }
    const auto motion = detail::nearestAllowed(std::span(limits).first(surfaces.size()), Vector(0.0));
    return motion.value_or(limits[0].least * limits[0].normal);
}

}  // namespace

template <class T>
std::optional<typename Space<T>::Pose> freed(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                                             const typename Space<T>::Pose& pose,
                                             const FreedOptions& options) {
    using Vector = typename Space<T>::Dimension::DVector;
    if (!isUsable(pose)) {
        return std::nullopt;
    }
    const double gap = options.gap;
    typename Space<T>::Pose now = pose;
    for (std::uint32_t round = 0; round <= options.rounds; ++round) {
        const detail::NearSurfaces<T> touched(world, shape, now, gap, options.filter);
        const double deepest = touched.surfaces().empty() ? 0.0 : -touched.surfaces().front().gap;
        if (!(deepest > 0.0)) {
            return now;
        }
        // What the shape would be pushed into counts as well.
        const detail::NearSurfaces<T> near(world, shape, now, gap + deepest, options.filter);
        now.position += typename Space<T>::Position(separatingMotion(near.surfaces(), gap));
        if (!isFinite(now.position) ||
            !(glm::length(Vector(now.position - pose.position)) <= double(options.farthest))) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

template SAT3D_API std::optional<Pose> freed(const World&, ShapeRef, const Pose&, const FreedOptions&);
template SAT3D_API std::optional<DPose> freed(const DWorld&, ShapeRef, const DPose&, const FreedOptions&);
template SAT3D_API std::optional<PlanarPose> freed(const PlanarWorld&, PlanarShapeRef, const PlanarPose&,
                                                   const FreedOptions&);
template SAT3D_API std::optional<DPlanarPose> freed(const DPlanarWorld&, PlanarShapeRef, const DPlanarPose&,
                                                    const FreedOptions&);

}  // namespace sat3d::SAT3D_ABI
