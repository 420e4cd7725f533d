#pragma once

/// @file
/// Visits the numbers of vectors and inertias in a fixed order, for hashes and snapshots.

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/world/object.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

template <class Visit, int N, class T>
void visitVector(const Visit& visit, glm::vec<N, T>& v) {
    for (int i = 0; i < N; ++i) {
        visit(v[i]);
    }
}

template <class Visit>
void visitSpin(const Visit& visit, glm::vec3& spin) {
    visitVector(visit, spin);
}
template <class Visit>
void visitSpin(const Visit& visit, float& spin) {
    visit(spin);
}
template <class Visit>
void visitInertia(const Visit& visit, glm::mat3& inertia) {
    for (int i = 0; i < 3; ++i) {
        visitVector(visit, inertia[i]);
    }
}
template <class Visit>
void visitInertia(const Visit& visit, float& inertia) {
    visit(inertia);
}

template <class Visit>
void visitId(const Visit& visit, ObjectId& id) {
    visit(id.index);
    visit(id.generation);
}

/// A boolean as a byte.
template <class Visit>
void visitFlag(const Visit& visit, bool& flag) {
    std::uint8_t number = flag ? 1 : 0;
    visit(number);
    flag = number != 0;
}

/// A rule of combination, and the id of a material. An id of 0 takes no space.
template <class Visit>
void visitRule(const Visit& visit, std::optional<CombineMode>& rule, std::uint32_t& id) {
    constexpr std::uint8_t kHasId = 0x80;
    auto number =
        static_cast<std::uint8_t>((rule ? static_cast<int>(*rule) + 1 : 0) | (id != 0 ? kHasId : 0));
    visit(number);
    if ((number & kHasId) != 0) {
        visit(id);
    }
    number = static_cast<std::uint8_t>(number & ~kHasId);
    rule = number > 0 ? std::optional(static_cast<CombineMode>(number - 1)) : std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
