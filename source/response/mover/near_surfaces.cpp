#include "response/mover/near_surfaces.hpp"

#include "core/sorted_buffer.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/planar/collide.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr std::size_t kMaxManifoldsOfObject = 32;
constexpr std::size_t kMaxFound = 64;
constexpr double kSameNormal = 0.99996;

template <int N, class T>
std::array<T, std::size_t{N}> componentsOf(const glm::vec<N, T>& v) {
    std::array<T, std::size_t{N}> components;
    for (int i = 0; i < N; ++i) {
        components[static_cast<std::size_t>(i)] = v[i];
    }
    return components;
}

/// Contacts that are as near as a gap, without a preference of faces.
CollideOptions optionsOf(Dimension3, float reach) {
    return {.margin = reach, .faceBias = 0.0f};
}
PlanarOptions optionsOf(Dimension2, float reach) {
    return {.margin = reach};
}

std::uint32_t faceTagOf(const auto& manifold) {
    if constexpr (requires { manifold.faceTagB; }) {
        return manifold.faceTagB;
    } else {
        return 0;
    }
}

/// A total order, so that the order of the search does not matter.
constexpr auto kIsNearer = []<class T>(const NearSurface<T>& a, const NearSurface<T>& b) {
    const auto key = [](const NearSurface<T>& s) {
        return std::tuple(s.gap, s.object.index, componentsOf(s.normal), componentsOf(s.point()));
    };
    return key(a) < key(b);
};

template <class T>
NearSurface<T> surfaceOf(const typename Space<T>::Manifold& manifold, ObjectId object) {
    using Vector = typename Space<T>::Dimension::DVector;
    using Position = typename Space<T>::Position;
    NearSurface<T> surface;
    surface.normal = -glm::normalize(Vector(manifold.normal));
    surface.gap = std::numeric_limits<double>::infinity();
    surface.object = object;
    surface.child = manifold.penetration.children.b;
    surface.faceTag = faceTagOf(manifold);
    for (const auto& point : manifold.points()) {
        Position& place = surface.points[surface.pointCount++];
        place = point.position + Position(0.5f * point.separation * manifold.normal);
        if (double(point.separation) < surface.gap) {
            surface.gap = point.separation;
            std::swap(place, surface.points[0]);
        }
    }
    return surface;
}

}  // namespace

template <class T>
bool NearSurface<T>::covers(const NearSurface& other, double tolerance) const {
    const auto isBelow = [&](const Position& place) {
        return glm::dot(Vector(place - point()), normal) <= tolerance;
    };
    return std::all_of(other.points.data(), other.points.data() + other.pointCount, isBelow);
}

template <class T>
NearSurfaces<T>::NearSurfaces(const BasicWorld<T>& world, typename Space<T>::ShapeRef shape,
                              const typename Space<T>::Pose& pose, double reach, const QueryFilter& filter,
                              const Seams<typename Space<T>::Dimension::DVector>& seams) {
    std::array<NearSurface<T>, kMaxFound> memory;
    SortedBuffer found(std::span<NearSurface<T>>{memory}, kIsNearer);
    const Aabb box = tightBoxInSpace(shape, pose);
    const Aabb around = Aabb::around(glm::dvec3(box.lower) - reach, glm::dvec3(box.upper) + reach);
    const auto options = optionsOf(typename Space<T>::Dimension{}, static_cast<float>(reach));
    WorldAccess::query(world, around, filter, [&](ObjectId id, const BasicObject<T>& object) {
        std::array<typename Space<T>::Manifold, kMaxManifoldsOfObject> manifolds;
        for (const auto& each : collide(shape, pose, object.shape, object.pose, manifolds, options)) {
            found.add(surfaceOf<T>(each, id));
        }
        return true;
    });
    for (const NearSurface<T>& each : found.items()) {
        const auto isSame = [&](const NearSurface<T>& other) {
            return glm::dot(other.normal, each.normal) > kSameNormal;
        };
        const auto isTileBefore = [&](const NearSurface<T>& other) {
            return glm::dot(other.normal - each.normal, seams.up) > 0.0 && !isSame(other) &&
                   other.covers(each, seams.tolerance);
        };
        const bool isSeam = each.gap > 0.0 && std::ranges::any_of(found.items(), isTileBefore);
        if (!isSeam && count_ < kMax && std::ranges::none_of(surfaces(), isSame)) {
            list_[count_++] = each;
        }
    }
}

template struct NearSurface<float>;
template struct NearSurface<double>;
template struct NearSurface<Planar<float>>;
template struct NearSurface<Planar<double>>;
template class NearSurfaces<float>;
template class NearSurfaces<double>;
template class NearSurfaces<Planar<float>>;
template class NearSurfaces<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
