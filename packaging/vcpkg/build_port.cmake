# cmake -DPORT=FOLDER -DTARBALL=FILE -DBINARY=FOLDER [-DFEATURES=LIST] [-DOPTIONS=LIST] -P build_port.cmake
# Runs the port of a release without vcpkg: with stand-ins for the functions that it calls, and with the dependencies of this
# system. Checks that what it installs is found by find_package.
cmake_minimum_required(VERSION 3.25)
file(READ ${PORT}/vcpkg.json manifest)
string(JSON VERSION GET ${manifest} version)
set(CURRENT_PACKAGES_DIR ${BINARY}/package)
file(REMOVE_RECURSE ${BINARY})

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_download_distfile result)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FILENAME;SHA512" "URLS")
    file(SHA512 ${TARBALL} sum)
    cmake_path(GET TARBALL FILENAME name)
    if(NOT sum STREQUAL ARG_SHA512 OR NOT name STREQUAL ARG_FILENAME OR NOT ARG_URLS MATCHES "/${name}$")
        message(FATAL_ERROR "the port asks for another file than ${TARBALL}")
    endif()
    set(${result} ${TARBALL} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive result)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "ARCHIVE" "")
    file(ARCHIVE_EXTRACT INPUT ${ARG_ARCHIVE} DESTINATION ${BINARY}/source)
    file(GLOB folder ${BINARY}/source/*)
    set(${result} ${folder} PARENT_SCOPE)
endfunction()

function(vcpkg_check_features)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "" "OUT_FEATURE_OPTIONS" "FEATURES")
    set(options)
    while(ARG_FEATURES)
        list(POP_FRONT ARG_FEATURES feature option)
        string(JSON ignored GET ${manifest} features ${feature})  # fails if the manifest does not have it
        if(feature IN_LIST FEATURES)
            list(APPEND options -D${option}=ON)
        else()
            list(APPEND options -D${option}=OFF)
        endif()
    endwhile()
    set(${ARG_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "" "SOURCE_PATH" "OPTIONS")
    run(${CMAKE_COMMAND} -S ${ARG_SOURCE_PATH} -B ${BINARY}/build -G Ninja -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_LIBDIR=lib
        -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${ARG_OPTIONS} ${OPTIONS})
endfunction()

function(vcpkg_cmake_install)
    run(${CMAKE_COMMAND} --build ${BINARY}/build --target install)
endfunction()

function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "" "CONFIG_PATH" "")
    file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share)
    file(RENAME ${CURRENT_PACKAGES_DIR}/${ARG_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share/sat3d)
    file(GLOB files ${CURRENT_PACKAGES_DIR}/share/sat3d/*.cmake)
    foreach(file IN LISTS files)  # the folder is one level higher, and programs are in tools
        file(READ ${file} text)
        string(REPLACE "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\nget_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n"
            "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n" text "${text}")
        string(REPLACE "\${_IMPORT_PREFIX}/bin/" "\${_IMPORT_PREFIX}/tools/sat3d/" text "${text}")
        file(WRITE ${file} "${text}")
    endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_copy_tools)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "AUTO_CLEAN" "" "TOOL_NAMES")
    foreach(name IN LISTS ARG_TOOL_NAMES)
        file(COPY ${CURRENT_PACKAGES_DIR}/bin/${name} DESTINATION ${CURRENT_PACKAGES_DIR}/tools/sat3d)
    endforeach()
    file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/bin)
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "FILE_LIST")
    file(COPY_FILE ${ARG_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/sat3d/copyright)
endfunction()

include(${PORT}/portfile.cmake)

# A program, and the command line if it is there.
list(JOIN FEATURES " " components)
file(WRITE ${BINARY}/user/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(sat3d REQUIRED COMPONENTS ${components})
add_executable(push ${source}/tests/consumer/push.cpp)
target_link_libraries(push PRIVATE sat3d::sat3d)
if(TARGET sat3d::tool)
    sat3d_bake(models ${source}/models/tank.glb)
endif()\n")
run(${CMAKE_COMMAND} -S ${BINARY}/user -B ${BINARY}/user/build -G Ninja -DCMAKE_PREFIX_PATH=${CURRENT_PACKAGES_DIR})
run(${CMAKE_COMMAND} --build ${BINARY}/user/build)
run(${BINARY}/user/build/push)
