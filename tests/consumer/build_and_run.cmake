# cmake -DSOURCE= -DBINARY= -DGENERATOR= -DCOMPILER= -DBUILD_TYPE= -DOPTIONS= -DFAILS_WITH= -P build_and_run.cmake
# Configures, builds and runs an outside project from nothing. With FAILS_WITH, the build must fail with that text.
file(REMOVE_RECURSE ${BINARY})

# Every configuration writes its programs into one folder, whatever the generator.
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
        message(FATAL_ERROR "the build failed, but without saying \"${FAILS_WITH}\"")
    endif()
    return()
endif()
if(failed)
    message(FATAL_ERROR "the outside project does not build")
endif()
# In the project's root folder, where the examples find their models.
execute_process(COMMAND ${BINARY}/bin/push WORKING_DIRECTORY ${SOURCE}/../../.. COMMAND_ERROR_IS_FATAL ANY)
