#include "math/is_finite.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_solid.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/raycast.hpp>

namespace sat3d::SAT3D_ABI {

template <class T>
bool contains(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
              const std::type_identity_t<glm::vec<2, T>>& pointInWorld) {
    return isUsable(pose) && isFinite(pointInWorld) &&
           containsLocal(shape, inFrame(transformOf(pose), glm::dvec2(pointInWorld)));
}

template SAT3D_API bool contains(PlanarShapeRef, const PlanarPose&, const glm::vec2&);
template SAT3D_API bool contains(PlanarShapeRef, const DPlanarPose&, const glm::dvec2&);

}  // namespace sat3d::SAT3D_ABI
