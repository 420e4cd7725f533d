#pragma once

/// @file
/// The bits of answers, to compare two answers exactly.

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace sat3d::test {

using Bits = std::vector<std::uint64_t>;

template <class Number>
requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
void append(Bits& bits, Number number) {
    if constexpr (std::is_same_v<Number, float>) {
        bits.push_back(std::bit_cast<std::uint32_t>(number));
    } else if constexpr (std::is_same_v<Number, double>) {
        bits.push_back(std::bit_cast<std::uint64_t>(number));
    } else {
        bits.push_back(static_cast<std::uint64_t>(number));
    }
}
template <class T>
void append(Bits& bits, const glm::vec<3, T>& v) {
    append(bits, v.x);
    append(bits, v.y);
    append(bits, v.z);
}
inline void append(Bits& bits, const FeaturePair& features) {
    append(bits, features.kind);
    append(bits, features.a);
    append(bits, features.b);
}
inline void append(Bits& bits, const ChildPair& children) {
    append(bits, children.a);
    append(bits, children.b);
}
inline void append(Bits& bits, const Penetration& answer) {
    append(bits, answer.normal);
    append(bits, answer.depth);
    append(bits, answer.features);
    append(bits, answer.children);
}
template <class T>
void append(Bits& bits, const BasicDistance<T>& answer) {
    append(bits, answer.separation);
    append(bits, answer.normal);
    append(bits, answer.pointA);
    append(bits, answer.pointB);
    append(bits, answer.features);
    append(bits, answer.children);
}
template <class T>
void append(Bits& bits, const BasicManifold<T>& answer) {
    append(bits, answer.normal);
    append(bits, answer.pointCount);
    for (const auto& point : answer.points()) {
        append(bits, point.position);
        append(bits, point.separation);
        append(bits, point.id);
    }
    append(bits, answer.penetration);
    append(bits, answer.faceTagA);
    append(bits, answer.faceTagB);
}
template <class T>
void append(Bits& bits, const BasicSweep<T>& answer) {
    append(bits, answer.status);
    append(bits, answer.fraction);
    append(bits, answer.normal);
    append(bits, answer.point);
    append(bits, answer.features);
    append(bits, answer.depth);
    append(bits, answer.children);
    append(bits, answer.faceA);
    append(bits, answer.faceB);
    append(bits, answer.faceTagA);
    append(bits, answer.faceTagB);
}
inline void append(Bits& bits, const RayIntersection& answer) {
    append(bits, answer.distance);
    append(bits, answer.normal);
    append(bits, answer.face);
    append(bits, answer.tag);
    append(bits, answer.child);
}
inline void append(Bits& bits, const RayHit& answer) {
    append(bits, answer.entry);
    append(bits, answer.exit);
    append(bits, answer.startedInside);
}
inline void append(Bits& bits, const MovingRayHit& answer) {
    append(bits, answer.hit);
    append(bits, answer.entryFraction);
    append(bits, answer.exitFraction);
    append(bits, answer.entryPointInShape);
    append(bits, answer.exitPointInShape);
}
inline void append(Bits& bits, const Explanation& answer) {
    append(bits, answer.planes.size());
    append(bits, answer.faceAxes.size());
    append(bits, answer.normalAToB);
    append(bits, answer.separation);
    append(bits, answer.features);
}
template <class Answer>
void append(Bits& bits, const std::optional<Answer>& answer) {
    append(bits, answer.has_value());
    if (answer) {
        append(bits, *answer);
    }
}
template <class Answer>
void append(Bits& bits, std::span<Answer> answers) {
    append(bits, answers.size());
    for (const Answer& answer : answers) {
        append(bits, answer);
    }
}
template <class T>
void append(Bits& bits, const BasicManifoldSpan<T>& answers) {
    append(bits, std::span<BasicManifold<T>>(answers));
}

template <class... Answers>
[[nodiscard]] Bits bitsOf(const Answers&... answers) {
    Bits bits;
    (append(bits, answers), ...);
    return bits;
}

}  // namespace sat3d::test
