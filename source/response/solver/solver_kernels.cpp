#include "response/solver/solver_kernels.hpp"

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "response/solver/solver_kernels.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "response/solver/substeps-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

void runInSpace(const Constraints<Dimension3>& constraints, SolverProblem<Dimension3>& problem,
                const SolverOptions& options, float dt, ParallelFor parallelFor) {
    Substeps<Dimension3>(constraints, problem, options, dt, parallelFor).run();
}
void runInPlane(const Constraints<Dimension2>& constraints, SolverProblem<Dimension2>& problem,
                const SolverOptions& options, float dt, ParallelFor parallelFor) {
    Substeps<Dimension2>(constraints, problem, options, dt, parallelFor).run();
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(runInSpace);
HWY_EXPORT(runInPlane);

void runSubsteps(const Constraints<Dimension3>& constraints, SolverProblem<Dimension3>& problem,
                 const SolverOptions& options, float dt, ParallelFor parallelFor) {
    SAT3D_DISPATCH(runInSpace)(constraints, problem, options, dt, parallelFor);
}
void runSubsteps(const Constraints<Dimension2>& constraints, SolverProblem<Dimension2>& problem,
                 const SolverOptions& options, float dt, ParallelFor parallelFor) {
    SAT3D_DISPATCH(runInPlane)(constraints, problem, options, dt, parallelFor);
}

}  // namespace sat3d::SAT3D_ABI
#endif
