#pragma once

/// @file
/// flip() turns the answer of (b, a) into that of (a, b), in space and in the plane. An answer of another
/// form has its overload beside its definition.

#include <sat3d/shapes/child_pair.hpp>

#include <optional>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

inline void flip(ChildPair& children) noexcept {
    std::swap(children.a, children.b);
}

/// A penetration, a distance or a sweep.
template <class T>
concept AnswerOfPair = requires(T& answer) {
    answer.normal;
    answer.features;
    answer.children;
};
template <AnswerOfPair Answer>
void flip(Answer& answer) noexcept {
    answer.normal = -answer.normal;
    flip(answer.features);
    flip(answer.children);
    if constexpr (requires { answer.pointA; }) {
        std::swap(answer.pointA, answer.pointB);
    }
}

template <class T>
concept AnyManifold = requires(T& manifold) {
    manifold.normal;
    manifold.penetration;
};
template <AnyManifold Manifold>
void flip(Manifold& manifold) noexcept {
    manifold.normal = -manifold.normal;
    flip(manifold.penetration);
    if constexpr (requires { manifold.faceTagA; }) {
        std::swap(manifold.faceTagA, manifold.faceTagB);
    }
}

template <class Answer>
void flip(std::optional<Answer>& answer) noexcept {
    if (answer) {
        flip(*answer);
    }
}
template <class Answer>
void flip(std::span<Answer>& answers) noexcept {
    for (Answer& answer : answers) {
        flip(answer);
    }
}

template <class Answer>
[[nodiscard]] Answer flipped(Answer answer) noexcept {
    flip(answer);
    return answer;
}

}  // namespace sat3d::SAT3D_ABI
