#include "math/is_finite.hpp"

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/raycast.hpp>

namespace sat3d::SAT3D_ABI {

template <class T>
bool contains(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
              const std::type_identity_t<glm::vec<2, T>>& pointInWorld) {
    const Circle point{.radius = 0.0f};
    return isFinite(pointInWorld) &&
           overlaps(point, BasicPlanarPose<T>{pointInWorld, {T(1), T(0)}}, shape, pose);
}

template bool contains(PlanarShapeRef, const PlanarPose&, const glm::vec2&);
template bool contains(PlanarShapeRef, const DPlanarPose&, const glm::dvec2&);

}  // namespace sat3d::SAT3D_ABI
