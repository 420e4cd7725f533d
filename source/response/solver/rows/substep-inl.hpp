// What all rows of a step share: the substep, and the softness of constraints.
#if defined(SAT3D_RESPONSE_SUBSTEP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SUBSTEP_INL_HPP
#undef SAT3D_RESPONSE_SUBSTEP_INL_HPP
#else
#define SAT3D_RESPONSE_SUBSTEP_INL_HPP
#endif

#include <sat3d/response/contact_solver.hpp>

#include <hwy/highway.h>

#include <cstdint>

namespace sat3d::SAT3D_ABI {
struct SolverTread;
}

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

constexpr float kTwoPi = 6.28318530717958647692f;

/// A constraint as a damped spring, in a form that is stable for any stiffness.
struct Softness {
    float biasRate, massScale, impulseScale;
};
/// @param h  seconds of a substep
HWY_INLINE Softness softnessOf(float hertz, float dampingRatio, float h) {
    const float omega = kTwoPi * hertz;
    const float a1 = 2.0f * dampingRatio + h * omega, a2 = h * omega * a1, a3 = 1.0f / (1.0f + a2);
    return {omega / a1, a2 * a3, a3};
}

/// Values that all constraints of a substep share.
struct Substep {
    float h;  ///< seconds
    const SolverOptions& options;
    float time = 0.0f;                      ///< seconds since the start of the step
    const std::uint8_t* isSwept = nullptr;  ///< by state: whether a sweep after a shock solves the body
    float overrelaxation = 1.0f;            ///< of such a sweep: the part of each change that it makes
    SolverTread* treads = nullptr;          ///< of all wheels

    /// Bodies that meet faster are solved as an impact, not as a soft contact. m/s
    [[nodiscard]] HWY_INLINE float impactSpeed() const { return options.restitutionThreshold; }
    /// Down to this speed, shocks pass on to other contacts of the bodies. m/s
    [[nodiscard]] HWY_INLINE float leastImpactSpeed() const {
        constexpr float kShare = 0.1f;
        return kShare * options.restitutionThreshold;
    }
};

/// What is done to a row in a substep. Rows of joints and wheels take it as data and not as code: so what
/// they all begin and end with is compiled once.
enum class Stage { WarmStart, Solve, Relax };

/// Fills a lane of a row, and stores its result. Specialized for joints and wheels.
template <class Dimension, class Block>
class RowFiller;
/// Solves the constraints of a row. Specialized for joints and wheels.
template <class Dimension, class Block>
class RowSolver;

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
