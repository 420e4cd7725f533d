# cmake -DSOURCE= -DBINARY= -DGENERATOR= -DCOMPILER= -DBUILD_TYPE= -DOPTIONS= -DFAILS_WITH= -P build_and_run.cmake
# Configures, builds and runs a project in an empty folder. With FAILS_WITH, the build must fail with that text.
file(REMOVE_RECURSE ${BINARY})

# All configurations and generators write programs to the same folder.
execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
            -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${BINARY}/bin/$<0:> ${OPTIONS}
    COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --config ${BUILD_TYPE}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(FAILS_WITH)
    if(NOT failed)
        message(FATAL_ERROR "the build was expected to fail with \"${FAILS_WITH}\", but it succeeded")
    elseif(NOT output MATCHES "${FAILS_WITH}")
        message(FATAL_ERROR "the build failed, but not with the message \"${FAILS_WITH}\"")
    endif()
    return()
endif()
if(failed)
    message(FATAL_ERROR "the project does not build")
endif()
# The examples find their models in the root folder of the project.
execute_process(COMMAND ${BINARY}/bin/push WORKING_DIRECTORY ${SOURCE}/../../.. COMMAND_ERROR_IS_FATAL ANY)
