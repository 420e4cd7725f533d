#pragma once

/// @file
/// The planes that bound a shape among the objects of a world.

#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A surface close to a shape, as a plane.
template <class T>
struct NearSurface {
    using Vector = typename Space<T>::Dimension::DVector;
    using Position = typename Space<T>::Position;

    Vector normal{0.0};                                             ///< unit, from the object to the shape
    double gap = 0.0;                                               ///< meters, negative for an overlap
    std::array<Position, Space<T>::Manifold::kMaxPoints> points{};  ///< on the object, nearest first
    std::uint32_t pointCount = 0;
    ObjectId object;
    std::uint32_t child = 0;    ///< of the object, if it is a compound
    std::uint32_t faceTag = 0;  ///< of the object's face; 0 in the plane

    [[nodiscard]] const Position& point() const { return points[0]; }
    /// Whether all points of another surface lie below this one, up to a tolerance. A shape that stays above
    /// this surface cannot reach the other one there.
    [[nodiscard]] bool covers(const NearSurface& other, double tolerance) const;
};

/// Criterion of seams between the tiles of a floor: seen from one tile, the edge of the next one is a wall.
template <class Vector>
struct Seams {
    Vector up{0.0};          ///< zero: there are no seams
    double tolerance = 0.0;  ///< meters: tiles may differ in height by this
};

/// At most kMax surfaces, nearest first. Of surfaces with nearly one normal (0.5 degrees), the nearest.
/// Those that a more level one covers are left out.
template <class T>
class NearSurfaces {
public:
    static constexpr std::size_t kMax = 20;

    /// @param reach  meters: up to this gap
    NearSurfaces(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                 const typename Space<T>::Pose& pose, double reach, const QueryFilter& filter,
                 const Seams<typename Space<T>::Dimension::DVector>& seams = {});

    [[nodiscard]] std::span<const NearSurface<T>> surfaces() const { return {list_.data(), count_}; }

private:
    std::array<NearSurface<T>, kMax> list_;
    std::size_t count_ = 0;
};

}  // namespace sat3d::SAT3D_ABI
