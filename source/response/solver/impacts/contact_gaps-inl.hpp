// How far the bodies of contacts are apart in a substep: most contacts that a shock could reach lie across a
// gap that nothing closes in it.
#if defined(SAT3D_RESPONSE_CONTACT_GAPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_CONTACT_GAPS_INL_HPP
#undef SAT3D_RESPONSE_CONTACT_GAPS_INL_HPP
#else
#define SAT3D_RESPONSE_CONTACT_GAPS_INL_HPP
#endif

#include "response/solver/problem/impact_memory.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/lanes-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <cstddef>
#include <limits>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Notes how far the bodies of a row's contacts are apart now.
template <class Dimension, class Block>
HWY_INLINE void noteGapsOfRow(const Block& block, const SolverOptions& options, std::span<ContactGap> gaps) {
    using M = BodyMath<Dimension>;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kRounding = 0.05f;  ///< of the margin: more than is lost on arms of a kilometer
    for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; ++lane) {
        float least = block.hasParts ? -kInfinity : kInfinity;  // parts have speeds of their own
        for (const auto& point : block.points) {
            least = point.mass.v[lane] > 0.0f ? minimum(least, point.gap.v[lane]) : least;
        }
        const auto armA = M::template loadVector<float>(block.middleA, lane),
                   armB = M::template loadVector<float>(block.middleB, lane);
        const float arm = squareRoot(maximum(dot(armA, armA), dot(armB, armB))) + block.reach.v[lane];
        gaps[block.constraint[lane]] = {least - kRounding * options.margin, arm};
    }
}

/// Whether bodies with these motions may close a gap in a substep: no for most of those that are far apart.
template <class Dimension>
HWY_INLINE bool mayClose(const ContactGap& gap, const auto& a, const auto& b, const Substep& substep) {
    const auto between = b.v - a.v;
    const float closing =
        squareRoot(dot(between, between)) + (squareRoot(dot(a.w, a.w)) + squareRoot(dot(b.w, b.w))) * gap.arm;
    return !(closing * substep.h < gap.least);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
