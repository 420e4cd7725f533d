# cmake -DCPACK= -DCONFIG= -DDPKG_DEB= -DC_COMPILER= -DBINARY= -DVERSION= -P debian_packages.cmake
# Makes the Debian packages, checks their names and contents, and compiles a program against what they unpack.
file(REMOVE_RECURSE ${BINARY})
execute_process(COMMAND ${CPACK} -G DEB --config ${CONFIG} -B ${BINARY} COMMAND_ERROR_IS_FATAL ANY)

# expect(<package> <file>...): the package has these files. Unpacks it.
function(expect package)
    file(GLOB file ${BINARY}/${package}_${VERSION}_*.deb)
    if(NOT file)
        message(FATAL_ERROR "there is no package ${package}")
    endif()
    execute_process(COMMAND ${DPKG_DEB} -x ${file} ${BINARY}/root COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${DPKG_DEB} -c ${file} OUTPUT_VARIABLE content COMMAND_ERROR_IS_FATAL ANY)
    foreach(wanted ${ARGN})
        if(NOT content MATCHES "${wanted}")
            message(FATAL_ERROR "${package} has no ${wanted}:\n${content}")
        endif()
    endforeach()
endfunction()

expect(libsat3d0.1 "libsat3d_c\\.so\\.0\\.1\n?")
expect(libsat3d-dev "include/sat3d/sat3d\\.hpp" "include/sat3d\\.h" "libsat3d_c\\.so ->" "pkgconfig/sat3d\\.pc" "sat3dConfig\\.cmake")
expect(sat3d "bin/sat3d\n" "bin/sat3d_import_worker")

file(GLOB_RECURSE library ${BINARY}/root/*/libsat3d_c.so)
file(GLOB_RECURSE header ${BINARY}/root/*/include/sat3d.h)
cmake_path(GET library PARENT_PATH libraries)
cmake_path(GET header PARENT_PATH headers)
execute_process(COMMAND ${C_COMPILER} -std=c11 ${CMAKE_CURRENT_LIST_DIR}/../c/program/program.c -o ${BINARY}/program
    -I${headers} -L${libraries} -lsat3d_c -lm -Wl,-rpath,${libraries} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BINARY}/program COMMAND_ERROR_IS_FATAL ANY)
