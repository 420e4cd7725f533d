# cmake -DSOURCE= -DBINARY= -DGENERATOR= -DCOMPILER= -DPREFIX= -DMODELS= -P baked_models.cmake
# Builds a game with sat3d_bake, changes one file of a model after another, and checks which models are baked again.
file(REMOVE_RECURSE ${BINARY})
file(COPY ${SOURCE}/CMakeLists.txt ${MODELS}/tank.glb DESTINATION ${BINARY}/game)
# A box whose buffer is in a file of its own: eight corners, twelve triangles. It also names a texture.
file(COPY ${SOURCE}/box.gltf ${SOURCE}/box.bin DESTINATION ${BINARY}/game)
file(WRITE ${BINARY}/game/rust.png "an image")

function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${ARGN}:\n${output}")
    endif()
    set(output ${output} PARENT_SCOPE)
endfunction()

# expect(<name>...): a build bakes these models and no others.
function(expect)
    run(${CMAKE_COMMAND} --build ${BINARY}/build)
    string(REGEX MATCHALL "Baking [a-z]+" baked "${output}")
    list(TRANSFORM baked REPLACE "Baking " "")
    list(SORT baked)
    if(NOT "${baked}" STREQUAL "${ARGN}")
        message(FATAL_ERROR "baked \"${baked}\", not \"${ARGN}\":\n${output}")
    endif()
endfunction()

# touch(<file>): some systems keep times in whole seconds.
function(touch file)
    execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
    file(TOUCH ${BINARY}/game/${file})
endfunction()

run(${CMAKE_COMMAND} -S ${BINARY}/game -B ${BINARY}/build -G "${GENERATOR}" -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_PREFIX_PATH=${PREFIX})
expect(box tank)
expect()
touch(box.bin)
expect(box)
expect()
touch(tank.glb)
expect(tank)
touch(rust.png)  # which no body depends on
expect()

run(${CMAKE_COMMAND} --install ${BINARY}/build --prefix ${BINARY}/installed)
foreach(name box tank)
    if(NOT EXISTS ${BINARY}/installed/models/${name}.s3d)
        message(FATAL_ERROR "${name}.s3d is not installed")
    endif()
endforeach()

# What CMake cannot track is refused when it configures.
file(GLOB_RECURSE module ${PREFIX}/sat3dBake.cmake)
# configure(<folder of the sources> <model> <destination>): whether the module refuses them.
function(configure folder model destination)
    file(REMOVE_RECURSE ${folder})
    file(CONFIGURE OUTPUT ${folder}/CMakeLists.txt @ONLY CONTENT [[
cmake_minimum_required(VERSION 3.25)
project(refused NONE)
include("@module@")
sat3d_bake(models [=[@model@]=] DESTINATION [=[@destination@]=])
]])
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -G "${GENERATOR}" -DSAT3D_TOOL=sat3d
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
    string(REGEX REPLACE "[ \n]+" " " said "${output}")
    string(FIND "${said}" "cannot track a file whose path has a '" at)
    if(failed AND at EQUAL -1)
        message(FATAL_ERROR "${model} in ${destination}:\n${output}")
    endif()
    set(refused ${failed} PARENT_SCOPE)
endfunction()
foreach(model "a#b.gltf" "a$b.gltf" "50%.gltf" "a:b.gltf" "a'b.gltf" "a&b.gltf" "a#b/box.gltf" "box.gl#tf" "box.x#.gltf" "../a#b/box.gltf"
        "${BINARY}/refused/a$b/box.gltf")
    configure(${BINARY}/refused "${model}" baked)
    if(NOT refused)
        message(FATAL_ERROR "${model} is not refused")
    endif()
endforeach()
configure(${BINARY}/refused box.gltf "a#b")
if(NOT refused)
    message(FATAL_ERROR "a result in a#b is not refused")
endif()
# Spaces are no such characters, and where the project lies is not the matter of sat3d_bake.
foreach(folder refused "it's refused")
    configure("${BINARY}/${folder}" "my models/box (1).v2.gltf" "my models")
    if(refused)
        message(FATAL_ERROR "a model with spaces is refused in ${folder}")
    endif()
endforeach()
