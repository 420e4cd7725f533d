#pragma once

/// @file
/// The list of manifolds of a composite pair.

#include "core/sorted_buffer.hpp"
#include "narrowphase/pair/flip.hpp"

#include <sat3d/narrowphase/manifold.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The least separation of the manifold's points.
template <class T>
[[nodiscard]] float deepestOf(const BasicManifold<T>& manifold) noexcept {
    const auto points = manifold.points();
    return std::min_element(
               points.begin(), points.end(),
               [](const auto& left, const auto& right) { return left.separation < right.separation; })
        ->separation;
}

/// Converts the positions of a manifold to the precision T.
template <class T>
[[nodiscard]] BasicManifold<T> converted(const DManifold& manifold) noexcept {
    BasicManifold<T> result;
    result.normal = manifold.normal;
    result.pointCount = manifold.pointCount;
    for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
        const DContactPoint& point = manifold.pointArray[i];
        result.pointArray[i] = {glm::vec<3, T>(point.position), point.separation, point.id};
    }
    result.penetration = manifold.penetration;
    result.faceTagA = manifold.faceTagA;
    result.faceTagB = manifold.faceTagB;
    return result;
}

/// Calls ask(manifold) with a manifold of the precision P, and converts what it writes to the precision T.
template <class P, class T, class Ask>
auto askInPrecision(BasicManifold<T>& manifold, const Ask& ask) {
    if constexpr (std::is_same_v<P, T>) {
        return ask(manifold);
    } else {
        BasicManifold<P> written;
        const auto answer = ask(written);
        manifold = converted<T>(written);
        return answer;
    }
}

/// Fills a span with manifolds, the deepest first. If they do not fit, keeps the deepest ones. Of equally
/// deep manifolds, keeps those added first.
template <class T>
class ManifoldList {
public:
    explicit ManifoldList(std::span<BasicManifold<T>> manifolds) : manifolds_(manifolds) {}

    void add(const DManifold& manifold) noexcept {
        const float deepest = deepestOf(manifold);
        const auto isDeeper = [&](const BasicManifold<T>& other) { return deepest < deepestOf(other); };
        if (BasicManifold<T>* place = manifolds_.open(isDeeper)) {
            *place = converted<T>(manifold);
        }
    }

    [[nodiscard]] std::span<BasicManifold<T>> filled() const noexcept { return manifolds_.items(); }

private:
    SortedBuffer<BasicManifold<T>> manifolds_;
};

}  // namespace sat3d::SAT3D_ABI
