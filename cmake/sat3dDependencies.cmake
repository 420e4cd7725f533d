# Dependencies: the installed package, or the pinned source release if none is installed.
include(FetchContent)

# Build only the library of a fetched dependency. The policies keep these values where it calls option() or set(... CACHE).
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
set(CMAKE_POLICY_DEFAULT_CMP0126 NEW)
foreach(option HWY_ENABLE_TESTS HWY_ENABLE_EXAMPLES HWY_ENABLE_CONTRIB ASSIMP_BUILD_TESTS ASSIMP_WARNINGS_AS_ERRORS
               BENCHMARK_ENABLE_TESTING INSTALL_GTEST)
    set(${option} OFF)
endforeach()

# sat3d_find(<package> <url> <tag> [find_package arguments])
macro(sat3d_find package url tag)
    FetchContent_Declare(${package} GIT_REPOSITORY ${url} GIT_TAG ${tag} GIT_SHALLOW ON SYSTEM FIND_PACKAGE_ARGS ${ARGN})
    FetchContent_MakeAvailable(${package})
endmacro()

sat3d_find(glm https://github.com/g-truc/glm.git 1.0.1)
sat3d_find(hwy https://github.com/google/highway.git 1.2.0)
if(NOT TARGET hwy::hwy)  # the name of its package; its own sources define hwy alone
    add_library(hwy::hwy ALIAS hwy)
endif()
if(SAT3D_BUILD_IMPORT)
    sat3d_find(assimp https://github.com/assimp/assimp.git v5.4.3)
endif()
if(SAT3D_BUILD_IMPORT OR SAT3D_BUILD_BENCHMARKS OR SAT3D_BUILD_TESTS)
    sat3d_find(nlohmann_json https://github.com/nlohmann/json.git v3.11.3)
endif()
if(SAT3D_BUILD_TOOLS OR SAT3D_BUILD_BENCHMARKS)
    sat3d_find(CLI11 https://github.com/CLIUtils/CLI11.git v2.4.2)
    sat3d_find(fmt https://github.com/fmtlib/fmt.git 10.2.1)
endif()
if(SAT3D_BUILD_TESTS)
    sat3d_find(googletest https://github.com/google/googletest.git v1.14.0 NAMES GTest)
endif()
if(SAT3D_BUILD_BENCHMARKS)
    sat3d_find(benchmark https://github.com/google/benchmark.git v1.8.4)
endif()
