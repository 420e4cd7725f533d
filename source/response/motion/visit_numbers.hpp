#pragma once

/// @file
/// Visits the numbers of vectors and inertias in a fixed order, for hashes and snapshots.

#include <sat3d/core/config.hpp>
#include <sat3d/world/object.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI::detail {

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

}  // namespace sat3d::SAT3D_ABI::detail
