# Compiler settings that every target of the project shares.

set(SAT3D_WARNINGS
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast
    -Wnon-virtual-dtor>
    # GCC 12 sees overlapping copies in every "text" + std::string (its bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:MSVC>:/W4 /permissive->
    $<$<AND:$<BOOL:${SAT3D_WERROR}>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-Werror>
    $<$<AND:$<BOOL:${SAT3D_WERROR}>,$<CXX_COMPILER_ID:MSVC>>:/WX>)

# The same bits everywhere: no fused multiply-add behind our back, no fast-math, whatever the user's own flags.
set(SAT3D_FLOATING_POINT
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off -fno-fast-math>
    # GCC 12.2 leaves doubles unrounded that go to float and back, where it vectorises straight-line code.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<CONFIG:Debug>>>:-fno-tree-slp-vectorize>
    $<$<CXX_COMPILER_ID:MSVC>:/fp:precise>)

# sat3d_configure_target(<target>): language level, warnings, floating point, visibility, sanitizers.
function(sat3d_configure_target target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_compile_options(${target} PRIVATE ${SAT3D_WARNINGS} ${SAT3D_FLOATING_POINT})
    set_target_properties(${target} PROPERTIES
        CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
    if(SAT3D_SANITIZE)
        list(JOIN SAT3D_SANITIZE "," sanitizers)
        # Instrumented code makes GCC see uninitialised values where there are none, in its own <regex> for one, and
        # following variables through it doubles its time.
        target_compile_options(${target} PRIVATE -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer
            "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-fno-var-tracking>")
        target_link_options(${target} PUBLIC -fsanitize=${sanitizers})
        # Address checks as calls: compiled a fifth faster; run slower, which only the library's own code would feel.
        if(NOT target STREQUAL "sat3d")
            target_compile_options(${target} PRIVATE
                "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param asan-instrumentation-with-call-threshold=0>")
        endif()
    endif()
endfunction()

# sat3d_join_sources(<target>): with SAT3D_WHOLE_BUILD, all its sources of one layer are compiled as one, so that common headers
# are parsed once. Names in anonymous namespaces must therefore differ within a layer, or be overloads.
function(sat3d_join_sources target)
    if(NOT SAT3D_WHOLE_BUILD)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source ${sources})
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/source OUTPUT_VARIABLE layer)
        string(REGEX REPLACE "/.*" "" layer ${layer})
        set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${layer})
    endforeach()
    # One file's local names say nothing of another's, and what stands in a source is no longer known to stand there alone.
    target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wno-shadow> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# sat3d_precompile(<target> <header>... | REUSE_FROM <target>): with SAT3D_WHOLE_BUILD, headers from outside that many of its
# sources include are parsed once. Sources go on to include what they use: the presets without this option check it.
function(sat3d_precompile target)
    if(NOT SAT3D_WHOLE_BUILD)
        return()
    endif()
    if(ARGV1 STREQUAL "REUSE_FROM")
        target_precompile_headers(${target} ${ARGN})
    else()
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    # GCC 12 takes "text" + string for an overflow where std::string is precompiled.
    set(is_old_gcc $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>)
    target_compile_options(${target} PRIVATE "$<${is_old_gcc}:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
endfunction()

# sat3d_add_library(<name>): library target sat3d_<name> (sat3d itself for "sat3d") with alias sat3d::<name>.
function(sat3d_add_library target export_name)
    add_library(${target})
    add_library(sat3d::${export_name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES
        EXPORT_NAME ${export_name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
               $<INSTALL_INTERFACE:include>
        PRIVATE ${PROJECT_SOURCE_DIR}/source)
    sat3d_configure_target(${target})
    # GLM inside the library is compiled with the library's flags: no copy of the program's can replace it at link time.
    target_compile_definitions(${target} PRIVATE GLM_FORCE_INLINE)
    if(BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PUBLIC SAT3D_SHARED)
    endif()
endfunction()
