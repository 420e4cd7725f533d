# cmake -DPKG_CONFIG= -DPREFIX= -DLIBDIR= -DC_COMPILER= -DCXX_COMPILER= -DBINARY= -P pkg_config.cmake
# Compiles programs with the flags of pkg-config alone, and runs them.
file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY})
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)

# build_and_run(<package> <compiler and flags> <source>)
function(build_and_run package compiler source)
    execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ${package}
        OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    if(package STREQUAL "sat3d" AND NOT flags MATCHES "-ffp-contract=off")
        message(FATAL_ERROR "the same bits need -ffp-contract=off, but pkg-config says: ${flags}")
    endif()
    separate_arguments(flags)
    execute_process(COMMAND ${compiler} ${CMAKE_CURRENT_LIST_DIR}/${source} -o ${BINARY}/${package} ${flags} -lm
        -Wl,-rpath,${PREFIX}/${LIBDIR} COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${BINARY}/${package} WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../.. COMMAND_ERROR_IS_FATAL ANY)
endfunction()

build_and_run(sat3d "${CXX_COMPILER};-std=c++20" push.cpp)
build_and_run(sat3d_c "${C_COMPILER};-std=c11" ../c/program/program.c)
foreach(package sat3d_c_double sat3d_c_plane sat3d_c_plane_double)
    if(EXISTS ${PREFIX}/${LIBDIR}/pkgconfig/${package}.pc)
        set(program program)
        if(package MATCHES "plane")
            set(program plane)
        endif()
        build_and_run(${package} "${C_COMPILER};-std=c11" ../c/program/${program}.c)
    endif()
endforeach()
