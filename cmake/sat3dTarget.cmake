# Compiler settings of all targets of the project.

set(SAT3D_WARNINGS
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast
    -Wnon-virtual-dtor>
    # GCC 12 reports overlapping copies in every "text" + std::string (GCC bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # C4251 and C4661: members and instantiations that a shared library does not export.
    $<$<CXX_COMPILER_ID:MSVC>:/W4 /permissive- /wd4251 /wd4661>
    $<$<AND:$<BOOL:${SAT3D_WERROR}>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-Werror>
    $<$<AND:$<BOOL:${SAT3D_WERROR}>,$<CXX_COMPILER_ID:MSVC>>:/WX>)

# No fused multiply-add and no fast-math, even if the user's flags enable them: results have the same bits everywhere.
set(SAT3D_FLOATING_POINT
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off -fno-fast-math>
    # GCC 12.2 omits the rounding of double to float and back when it vectorizes straight-line code.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<CONFIG:Debug>>>:-fno-tree-slp-vectorize>
    $<$<CXX_COMPILER_ID:MSVC>:/fp:precise>)

# GCC for Windows keeps values in registers across a call if its own copy of the function leaves these alone. Of a function of a
# template, the linker may take the copy of another source, which changes them. That is GCC's bug 66655: it is mended for functions
# that are declared inline, no others.
set(SAT3D_CALLS $<$<AND:$<CXX_COMPILER_ID:GNU>,$<PLATFORM_ID:Windows>>:-fno-ipa-ra>)

# Sources are UTF-8, __cplusplus tells the truth, and joined sources have more sections than others.
set(SAT3D_LANGUAGE $<$<CXX_COMPILER_ID:MSVC>:/utf-8 /Zc:__cplusplus /bigobj>)

# Clang's linker links programs with sanitizers in a quarter of the time of GNU's.
if(SAT3D_SANITIZE)
    find_program(SAT3D_SANITIZER_LINKER NAMES ld.lld-19 ld.lld)
    mark_as_advanced(SAT3D_SANITIZER_LINKER)
endif()

# sat3d_configure_target(<target>): language level, warnings, floating point, visibility, sanitizers.
function(sat3d_configure_target target)
    set(position_independent ON)  # for shared libraries
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
        set(position_independent OFF)
    endif()
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_compile_options(${target} PRIVATE
        ${SAT3D_WARNINGS} ${SAT3D_FLOATING_POINT} ${SAT3D_CALLS} ${SAT3D_LANGUAGE})
    set_target_properties(${target} PROPERTIES
        CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ${position_independent})
    if(SAT3D_SANITIZE)
        list(JOIN SAT3D_SANITIZE "," sanitizers)
        # In instrumented code, GCC reports uninitialized values that are initialized, for example in <regex>, and variable
        # tracking doubles the compile time.
        # Checks of object sizes take an eighth of the compile time, and address checks see nearly all that they see.
        target_compile_options(${target} PRIVATE -fsanitize=${sanitizers} -fno-sanitize=object-size -fno-sanitize-recover=all
            -fno-omit-frame-pointer
            "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-fno-var-tracking>")
        # Undefined behavior of others' headers is not looked for: a tenth of the compile time. Address checks stay.
        if(NOT SAT3D_BUILD_FUZZERS)
            target_compile_options(${target} PRIVATE
                "$<$<CXX_COMPILER_ID:Clang,AppleClang>:-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/unsanitized_headers.txt>")
        endif()
        target_link_options(${target} PUBLIC -fsanitize=${sanitizers})
        if(SAT3D_SANITIZER_LINKER)
            target_link_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:--ld-path=${SAT3D_SANITIZER_LINKER}>")
        endif()
        # Without SSE4, the kernels' baseline is Highway's emulation of vectors by loops: tests of dynamics take 3 to 7 times as long.
        if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
            target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-msse4.2;-maes;-mpclmul>")
        endif()
        # What is beside the library is compiled more often than it runs. Without optimization Clang takes a third of the time.
        # Address checks as calls compile a fifth faster. Not so the judge of the tests, and what fuzzers run.
        if(NOT target MATCHES "^(sat3d|sat3d_test_judge)$" AND NOT SAT3D_BUILD_FUZZERS)
            target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-O0>
                "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param asan-instrumentation-with-call-threshold=0>")
        endif()
    endif()
endfunction()

# Tests, and examples beside them, are compiled more often than they run: -O1 in Release. In whole builds, GCC gives memory back
# later, which takes a tenth less time for a quarter more memory.
set(SAT3D_QUICK_COMPILE
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-O1>
    "$<$<AND:$<BOOL:${SAT3D_WHOLE_BUILD}>,$<CXX_COMPILER_ID:GNU>>:SHELL:--param ggc-min-expand=1000 --param ggc-min-heapsize=1000000>")

# sat3d_join_sources(<target>): with SAT3D_WHOLE_BUILD, compiles the target's sources of one layer as one, or all tests of it, so that
# common headers are parsed once, and their templates instantiated once. Therefore, names in anonymous namespaces must differ within
# a layer or a program of tests, or be overloads.
function(sat3d_join_sources target)
    if(NOT SAT3D_WHOLE_BUILD)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE group)
        cmake_path(RELATIVE_PATH group BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        string(REGEX REPLACE "^([^/]*/[^/]*)/.*" "\\1" group "${group}")
        string(MAKE_C_IDENTIFIER "${group}" group)
        set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group})
    endforeach()
    # A joined source triggers these warnings for names of different files that do not conflict.
    target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wno-shadow> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# sat3d_precompile(<target> <header>... | REUSE_FROM <target>): with SAT3D_WHOLE_BUILD, precompiles headers that many sources
# include. Sources still include what they use; presets without this option check it.
function(sat3d_precompile target)
    if(NOT SAT3D_WHOLE_BUILD)
        return()
    endif()
    if(ARGV1 STREQUAL "REUSE_FROM")
        target_precompile_headers(${target} ${ARGN})
    else()
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    # GCC 12 reports an overflow in "text" + string if std::string is precompiled.
    set(is_old_gcc $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>)
    # Names of headers that a source does not include are shadowed.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wno-shadow>
        "$<${is_old_gcc}:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
endfunction()

# sat3d_export_only(<target> <version script>): hides all other symbols of a shared library, such as templates of the standard
# library, which another library may have compiled with other flags.
function(sat3d_export_only target script)
    if(UNIX AND NOT APPLE)
        target_link_options(${target} PRIVATE -Wl,--version-script=${script})
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
    endif()
endfunction()

# sat3d_add_library(<name>): library target sat3d_<name> (sat3d itself for "sat3d") with alias sat3d::<name>.
function(sat3d_add_library target export_name)
    add_library(${target})
    add_library(sat3d::${export_name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES
        EXPORT_NAME ${export_name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${PROJECT_SOURCE_DIR}/source)
    sat3d_configure_target(${target})
    # Inline GLM functions keep the library's flags: at link time, no copy from the program can replace them.
    target_compile_definitions(${target} PRIVATE GLM_FORCE_INLINE)
    if(BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PUBLIC SAT3D_SHARED)
        sat3d_export_only(${target} ${PROJECT_SOURCE_DIR}/cmake/sat3d.map)
    endif()
endfunction()
