#pragma once

/// @file
/// Functions of poses and boxes that worlds need, in space and in the plane.

#include "broadphase/oriented_boxes.hpp"
#include "math/compose.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/world/space.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <variant>

namespace sat3d::SAT3D_ABI {

/// Number of a space in hashes and snapshots.
template <class T>
inline constexpr std::uint8_t kSpaceCode = sizeof(T);
template <class T>
inline constexpr std::uint8_t kSpaceCode<Planar<T>> = 0x20 + sizeof(T);

/// Whether two poses have the same bits.
template <class Pose>
[[nodiscard]] bool haveSameBits(const Pose& a, const Pose& b) {
    return std::memcmp(&a, &b, sizeof(Pose)) == 0;
}

/// A vector in the broad phase: one of the plane lies in the plane z = 0.
template <class T>
[[nodiscard]] glm::vec3 inSpace(const glm::vec<3, T>& v) {
    return glm::vec3(v);
}
template <class T>
[[nodiscard]] glm::vec3 inSpace(const glm::vec<2, T>& v) {
    return {glm::vec2(v), 0.0f};
}

/// The box of a shape in the broad phase. That of a shape in the plane lies in the plane z = 0.
template <class T>
[[nodiscard]] Aabb boxInSpace(const Shape& shape, const BasicPose<T>& pose) {
    return conservativeBounds(shape, pose);
}
template <class T>
[[nodiscard]] Aabb boxInSpace(const PlanarShape& shape, const BasicPlanarPose<T>& pose) {
    const PlanarAabb box = bounds(shape, pose);
    return {{box.lower, 0.0f}, {box.upper, 0.0f}};
}
/// The same, as tight as possible.
template <class T>
[[nodiscard]] Aabb tightBoxInSpace(ShapeRef shape, const BasicPose<T>& pose) {
    return boundsOf(shape, localToWorld(pose));
}
template <class T>
[[nodiscard]] Aabb tightBoxInSpace(PlanarShapeRef shape, const BasicPlanarPose<T>& pose) {
    const PlanarAabb box = bounds(shape, pose);
    return {{box.lower, 0.0f}, {box.upper, 0.0f}};
}

/// Returns the pose of a part in the world, in double. An object without parts is a single part.
template <class T>
[[nodiscard]] DPose partInWorld(const BasicPose<T>& object) {
    return inDouble(object);
}
template <class T>
[[nodiscard]] DPose partInWorld(const BasicPose<T>& object, const Pose& part) {
    return composed(object, part);
}
template <class T>
[[nodiscard]] DPlanarPose partInWorld(const BasicPlanarPose<T>& object) {
    return localToWorld(object);
}
template <class T>
[[nodiscard]] DPlanarPose partInWorld(const BasicPlanarPose<T>& object, const PlanarPose& part) {
    return localToWorld(object) * localToWorld(part);
}

/// Whether a pair with the shape can have several manifolds.
[[nodiscard]] inline bool hasManyManifolds(ShapeRef shape) {
    return shape.isComposite();
}
[[nodiscard]] inline bool hasManyManifolds(PlanarShapeRef shape) {
    return shape.kind() == PlanarShapeRef::Kind::Compound;
}

/// The children of a shape if it is a compound, otherwise none.
[[nodiscard]] inline std::span<const CompoundChild> partsOf(const Shape& shape) {
    const auto* compound = std::get_if<Compound>(&shape);
    return compound != nullptr ? compound->children() : std::span<const CompoundChild>{};
}
[[nodiscard]] inline std::span<const PlanarCompoundChild> partsOf(const PlanarShape& shape) {
    const auto* compound = std::get_if<PlanarCompound>(&shape);
    return compound != nullptr ? compound->children() : std::span<const PlanarCompoundChild>{};
}

/// The box of a shape in its own frame. Shapes of the plane have none: their tests cost no more.
struct NoLocalBox {
    friend bool operator==(const NoLocalBox&, const NoLocalBox&) = default;
};
template <class T>
using LocalBoxIn =
    std::conditional_t<std::is_same_v<typename Space<T>::Dimension, Dimension3>, LocalBox, NoLocalBox>;

template <class T>
[[nodiscard]] LocalBoxIn<T> localBoxOf(const typename Space<T>::Shape& shape) {
    if constexpr (std::is_same_v<LocalBoxIn<T>, NoLocalBox>) {
        return {};
    } else if (const auto* compound = std::get_if<Compound>(&shape)) {
        return LocalBox(compound->tree().nodes().front().box);
    } else {
        return LocalBox(bounds(shape, RigidTransform{}));
    }
}

}  // namespace sat3d::SAT3D_ABI
