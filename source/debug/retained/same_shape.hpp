#pragma once

/// @file
/// Which shapes have the same mesh.

#include "core/hash.hpp"
#include "narrowphase/pair/visit_shape.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <variant>

namespace sat3d::SAT3D_ABI::debug {

/// Shapes that share their data.
template <class S>
concept SharesData = requires(const S& shape) {
    shape.data();
};

[[nodiscard]] inline std::uint64_t hashOfVector(const glm::vec3& v) {
    return hashOf(std::bit_cast<std::uint32_t>(v.x), std::bit_cast<std::uint32_t>(v.y),
                  std::bit_cast<std::uint32_t>(v.z));
}

/// Hash of what isSameShape() compares. Differs from run to run, because it contains addresses.
[[nodiscard]] inline std::uint64_t hashOfIdentity(const ShapeRef& shape) {
    const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
    const std::uint64_t hash = visitShape(
        shape, [&](const Sphere& s) { return hashOf(hashOfVector(s.center), bits(s.radius)); },
        [&](const Capsule& s) { return hashOf(hashOfVector(s.start), hashOfVector(s.end), bits(s.radius)); },
        [&](const Box& s) { return hashOf(hashOfVector(s.center), hashOfVector(s.halfExtents)); },
        [&](const HalfSpace& s) { return hashOf(hashOfVector(s.normal), bits(s.offset)); },
        [&](const auto& s) {
            if constexpr (SharesData<std::decay_t<decltype(s)>>) {
                return hashOf(std::bit_cast<std::uintptr_t>(&s.data()));
            } else {
                return std::uint64_t{0};
            }
        });
    return hashOf(hash, static_cast<std::uint64_t>(shape.kind()));
}

/// Whether a shape equals a held one: by its numbers, or by the data that both share.
[[nodiscard]] inline bool isSameShape(const Shape& held, const ShapeRef& shape) {
    return ShapeRef(held).kind() == shape.kind() && visitShape(shape, [&](const auto& s) {
               using S = std::decay_t<decltype(s)>;
               if constexpr (SharesData<S>) {
                   return &std::get<S>(held).data() == &s.data();
               } else if constexpr (std::equality_comparable<S>) {
                   return std::get<S>(held) == s;
               } else {
                   return false;
               }
           });
}

}  // namespace sat3d::SAT3D_ABI::debug
