#include "narrowphase/core_distance.hpp"
#include "narrowphase/core_sweep.hpp"
#include "narrowphase/pair_frame.hpp"
#include "narrowphase/pair_order.hpp"
#include "narrowphase/separation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/depth_along.hpp>

#include <limits>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Back from a place where even the balls around the shapes are apart. @param direction  unit, pair's frame
double depthOfCores(const CoreShape& a, const CoreShape& b, const glm::dvec3& direction) {
    const double clear = 1.001 * (sizeOf(a, b) + a.radius() + b.radius());
    CoreShape away = b;
    away.move(clear * direction);
    Separation start;
    start.normalAToB = direction;
    const auto hit = coreSweep(a, away, -clear * direction, start);
    return hit ? clear * (1.0 - hit->fraction) : 0.0;
}

/// The pair in the library's order, B moving.
template <class T>
std::optional<float> depthInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                  const BasicPose<T>& poseB, const glm::dvec3& direction) {
    SeparationQuery query;
    query.limit = 0.0;
    const WorldSeparation<T> now = separationInWorld(a, poseA, b, poseB, query);
    if (!(now.separation < 0.0f)) {
        return std::nullopt;
    }
    if (b.kind() == ShapeRef::Kind::HalfSpace) {
        const double along = glm::dot(glm::dvec3(now.normal), direction);
        return along > 0.0 ? static_cast<float>(-double(now.separation) / along)
                           : std::numeric_limits<float>::infinity();
    }
    const PairFrame frame(a, poseA, poseB);
    const glm::dvec3 inPair = glm::transpose(frame.pairToWorld.rotation) * direction;
    return static_cast<float>(depthOfCores(CoreShape(a, frame.aInPair), CoreShape(b, frame.bInPair), inPair));
}

template <class T>
std::optional<float> depthOf(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                             const BasicPose<T>& poseB, const glm::vec3& direction) {
    const glm::dvec3 unit = glm::normalize(glm::dvec3(direction));
    SAT3D_ASSERT(std::isfinite(unit.x), "a direction must be finite and not zero");
    return comesSecond(a, poseA, b, poseB) ? depthInOrder(b, poseB, a, poseA, -unit)
                                           : depthInOrder(a, poseA, b, poseB, unit);
}

}  // namespace

std::optional<float> depthAlong(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                const glm::vec3& direction) {
    return depthOf(a, poseA, b, poseB, direction);
}
std::optional<float> depthAlong(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                const glm::vec3& direction) {
    return depthOf(a, poseA, b, poseB, direction);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
