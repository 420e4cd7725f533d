# SAT3D_SIMD_TARGETS: the instruction sets that the kernels are compiled for, in addition to the one that the compiler's
# flags select ("baseline"). The best one for the processor is chosen at run time. SSSE3 is not in the default: it takes a tenth
# of the compile time of the library, and only processors from before 2013 have SSSE3 without SSE4.
set(SAT3D_SIMD_TARGETS SSE4 AVX2 AVX3 CACHE STRING "Instruction sets of the kernels: all, baseline, or a list of SSSE3, SSE4, AVX2, AVX3")

set(valid SSSE3 SSE4 AVX2 AVX3)
set(chosen)
foreach(name IN LISTS SAT3D_SIMD_TARGETS)
    if(name STREQUAL "all")
        list(APPEND chosen ${valid})
    elseif(name IN_LIST valid)
        list(APPEND chosen ${name})
    elseif(NOT name STREQUAL "baseline")
        list(JOIN valid ", " valid)
        message(FATAL_ERROR "SAT3D_SIMD_TARGETS: unknown instruction set \"${name}\"; valid are all, baseline, ${valid}")
    endif()
endforeach()
# Sanitizers multiply the compile time of the kernels. All instruction sets share one source, so sanitizers need only one of them:
# the baseline, which is SSE4 there (sat3dTarget.cmake).
if(SAT3D_SANITIZE)
    set(chosen)
endif()
list(TRANSFORM chosen PREPEND "|HWY_")
list(JOIN chosen "" chosen)

# Compile definitions for every source that includes core/simd/simd_targets.hpp.
set(SAT3D_KERNEL_DEFINITIONS "SAT3D_KERNEL_TARGETS=0${chosen}")

set(SAT3D_KERNEL_OPTIONS "" CACHE STRING "Additional compiler options of the kernels: -O2 where the flags optimize for size")
mark_as_advanced(SAT3D_KERNEL_OPTIONS)

# sat3d_add_kernels(<source>...): sources of sat3d that Highway includes once for each instruction set, with other macros each
# time. They are compiled alone.
function(sat3d_add_kernels)
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY sat3d PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY sat3d APPEND PROPERTY COMPILE_DEFINITIONS ${SAT3D_KERNEL_DEFINITIONS})
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY sat3d APPEND PROPERTY COMPILE_OPTIONS ${SAT3D_KERNEL_OPTIONS})
endfunction()
