# Install and export: one package with one component for each target, so that a program that uses only the core does not need
# the dependencies of the other components.
include(CMakePackageConfigHelpers)

foreach(package glm hwy assimp nlohmann_json)
    if(${package}_SOURCE_DIR)
        message(WARNING "No install rules: ${package} was fetched and built here, so an installed sat3d would refer to "
                        "this build folder. Install ${package} first, or embed sat3d with add_subdirectory.")
        return()
    endif()
endforeach()

set(SAT3D_STATIC TRUE)
if(BUILD_SHARED_LIBS)
    set(SAT3D_STATIC FALSE)
endif()
set(SAT3D_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sat3d)

# sat3d_install_component(<component> <target>...): installs the targets and exports them, as sat3d-<component>-targets.cmake.
function(sat3d_install_component component)
    install(TARGETS ${ARGN} EXPORT sat3d-${component}-targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
    install(EXPORT sat3d-${component}-targets NAMESPACE sat3d:: DESTINATION ${SAT3D_PACKAGE_DIR} COMPONENT dev)
endfunction()

sat3d_install_component(core sat3d)
set(SAT3D_COMPONENTS "")  # to ask for
if(TARGET sat3d_import)
    list(APPEND SAT3D_COMPONENTS import)
    sat3d_install_component(import sat3d_import sat3d_import_worker)
endif()
if(TARGET sat3d_debug)
    list(APPEND SAT3D_COMPONENTS debug)
    sat3d_install_component(debug sat3d_debug)
endif()
if(TARGET sat3d_c)
    list(APPEND SAT3D_COMPONENTS c)
    sat3d_install_component(c sat3d_c)
    install(FILES ${PROJECT_SOURCE_DIR}/bindings/c/include/sat3d.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
endif()
set(variants_of_c c_double c_plane c_plane_double)
foreach(variant IN LISTS variants_of_c)
    if(TARGET sat3d_${variant})
        list(APPEND SAT3D_COMPONENTS ${variant})
        sat3d_install_component(${variant} sat3d_${variant})
    endif()
endforeach()
if(TARGET sat3d_tool)
    list(APPEND SAT3D_COMPONENTS tools)
    sat3d_install_component(tools sat3d_tool)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/sat3dBake.cmake DESTINATION ${SAT3D_PACKAGE_DIR} COMPONENT dev)
endif()

set(public_headers FILES_MATCHING PATTERN *.hpp)
if(NOT TARGET sat3d_import)
    list(APPEND public_headers PATTERN import EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sat3d ${PROJECT_BINARY_DIR}/include/sat3d
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev ${public_headers})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sat3dConfig.cmake.in ${PROJECT_BINARY_DIR}/sat3dConfig.cmake
    INSTALL_DESTINATION ${SAT3D_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sat3dConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/sat3dConfig.cmake ${PROJECT_BINARY_DIR}/sat3dConfigVersion.cmake
        DESTINATION ${SAT3D_PACKAGE_DIR} COMPONENT dev)

# For programs that are not built by CMake.
set(SAT3D_PC_STATIC_REQUIRES "")
if(SAT3D_STATIC)
    set(SAT3D_PC_STATIC_REQUIRES ", libhwy")
endif()
list(TRANSFORM variants_of_c PREPEND sat3d_ OUTPUT_VARIABLE libraries_of_c)
foreach(library sat3d sat3d_c ${libraries_of_c})
    if(TARGET ${library})
        string(REGEX REPLACE "^sat3d_c.*" "sat3d_c" template ${library})
        get_property(flags TARGET ${library} PROPERTY INTERFACE_COMPILE_DEFINITIONS)  # read by those for C alone
        list(TRANSFORM flags PREPEND " -D")
        list(JOIN flags "" flags)
        # The prefix of `cmake --install --prefix` is known only then.
        install(CODE "
            set(PROJECT_VERSION \"${PROJECT_VERSION}\")
            set(PROJECT_DESCRIPTION \"${PROJECT_DESCRIPTION}\")
            set(PROJECT_HOMEPAGE_URL \"${PROJECT_HOMEPAGE_URL}\")
            set(SAT3D_PC_STATIC_REQUIRES \"${SAT3D_PC_STATIC_REQUIRES}\")
            set(SAT3D_PC_LIBRARY \"${library}\")
            set(SAT3D_PC_FLAGS \"${flags}\")
            set(CMAKE_INSTALL_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
            set(CMAKE_INSTALL_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
            configure_file(\"${CMAKE_CURRENT_LIST_DIR}/${template}.pc.in\" \"${PROJECT_BINARY_DIR}/${library}.pc\" @ONLY)"
            COMPONENT dev)
        install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
    endif()
endforeach()

include(sat3dPackages)
