# sat3d_bake(<target> <model>... [DESTINATION <folder>] [OPTIONS <option>...])
#
# Adds a target that bakes models: each becomes <folder>/<name>.s3d, again when the model, a file that it refers to, or the
# command line itself has changed. The target is built by default. Its property SAT3D_BAKED holds the paths of the results.
#   DESTINATION  relative to the current binary folder, which is the default
#   OPTIONS      import options of `sat3d bake`, for example --unit 0.01
# Paths of models and results, below the source and the binary folder of the project, have none of # $ % & * : ; < > ? ^ | \
# and no quotes: CMake does not tell Make or Ninja of files with them in a way that these understand, so changes would be
# overlooked, or the model would be baked in every build.
# A cross build runs a sat3d of the machine that builds: set SAT3D_TOOL to its path.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
function(_sat3d_check_tracked target path base)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${base}" OUTPUT_VARIABLE tracked)
    if(tracked STREQUAL "")  # on another drive
        cmake_path(GET path RELATIVE_PART tracked)
    endif()
    if(tracked MATCHES "[#$%&*:;<>?^|\\\"'`]")
        message(FATAL_ERROR "sat3d_bake(${target}): builds of CMake cannot track a file whose path has a '${CMAKE_MATCH_0}': "
            "rename ${path}")
    endif()
endfunction()
function(sat3d_bake target)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DESTINATION" "OPTIONS")
    if(NOT ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sat3d_bake(${target}): no models")
    endif()
    set(tool sat3d::tool)
    if(SAT3D_TOOL)
        set(tool ${SAT3D_TOOL})
    elseif(NOT TARGET sat3d::tool)
        message(FATAL_ERROR "sat3d_bake(${target}): this sat3d was built without its command line; set SAT3D_TOOL to one")
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR})
    if(ARG_DESTINATION)
        cmake_path(ABSOLUTE_PATH ARG_DESTINATION BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE OUTPUT_VARIABLE folder)
    endif()
    file(MAKE_DIRECTORY ${folder})
    set(results)
    foreach(model IN LISTS ARG_UNPARSED_ARGUMENTS)
        cmake_path(ABSOLUTE_PATH model BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        cmake_path(GET model STEM LAST_ONLY name)
        set(result ${folder}/${name}.s3d)
        _sat3d_check_tracked(${target} "${model}" "${CMAKE_SOURCE_DIR}")
        _sat3d_check_tracked(${target} "${result}" "${CMAKE_BINARY_DIR}")
        if(result IN_LIST results)
            message(FATAL_ERROR "sat3d_bake(${target}): two models would become ${result}; bake one of them by a target of its own")
        endif()
        list(APPEND results ${result})
        add_custom_command(OUTPUT ${result}
            COMMAND ${tool} bake ${model} --output ${result} --depfile ${result}.d ${ARG_OPTIONS}
            DEPENDS ${model} ${tool} DEPFILE ${result}.d COMMENT "Baking ${name}.s3d" VERBATIM)
    endforeach()
    add_custom_target(${target} ALL DEPENDS ${results})
    set_target_properties(${target} PROPERTIES SAT3D_BAKED "${results}")
endfunction()
cmake_policy(POP)
