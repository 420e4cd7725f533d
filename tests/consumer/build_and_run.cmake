# cmake -DSOURCE= -DBINARY= -DGENERATOR= -DCOMPILER= -DBUILD_TYPE= -DOPTIONS= -DFAILS_WITH= -DCONFIGURES_WITH= -DRUNS= -P ...
# Configures and builds a project in an empty folder, and runs RUNS, a program of it with its arguments, if there is one. With
# FAILS_WITH, one of the first two must fail with that text. With CONFIGURES_WITH, CMake must say that text; nothing is built.
file(REMOVE_RECURSE ${BINARY})

# expect(<what> <failed>): checks the variable output of a step. Returns from this file if the step has failed as expected.
macro(expect what failed)
    # Messages of CMake are broken into lines.
    string(REGEX REPLACE "[ \n]+" " " said "${output}")
    message("${output}")
    if(${failed})
        if(FAILS_WITH AND said MATCHES "${FAILS_WITH}")
            return()
        endif()
        message(FATAL_ERROR "${what} failed, but not with the message \"${FAILS_WITH}\"")
    endif()
endmacro()

# All configurations and generators write programs to the same folder.
execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
            -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${BINARY}/bin/$<0:> ${OPTIONS}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
expect("CMake" failed)
if(CONFIGURES_WITH)
    if(NOT said MATCHES "${CONFIGURES_WITH}")
        message(FATAL_ERROR "CMake does not say \"${CONFIGURES_WITH}\"")
    endif()
    return()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --config ${BUILD_TYPE}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
expect("the build" failed)
if(FAILS_WITH)
    message(FATAL_ERROR "expected to fail with \"${FAILS_WITH}\", but it succeeded")
endif()
if(RUNS)
    separate_arguments(RUNS)
    # The examples find their models in the root folder of the project.
    execute_process(COMMAND ${BINARY}/bin/${RUNS} WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../.. COMMAND_ERROR_IS_FATAL ANY)
endif()
