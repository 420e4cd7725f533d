# cmake -DLANGUAGE=rust|csharp -DNAME=c|c_double -DCOMPILER= -DMONO= -DPYTHON= -DLIBRARIES= -DBINARY= -P build_and_run.cmake
# Writes the declarations, compiles the program with them, without warnings, and runs it.
file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY})
set(extension_rust rs)
set(extension_csharp cs)
set(extension ${extension_${LANGUAGE}})
set(precision_c_double double)
set(precision ${precision_${NAME}})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/program.${extension} DESTINATION ${BINARY})

macro(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${BINARY} COMMAND_ERROR_IS_FATAL ANY)
endmacro()
execute_process(COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/../../../bindings/declare.py ${LANGUAGE} ${precision}
    OUTPUT_FILE ${BINARY}/sat3d.${extension} COMMAND_ERROR_IS_FATAL ANY)
if(LANGUAGE STREQUAL "rust")
    run(${COMPILER} --edition 2021 -D warnings -L ${LIBRARIES} -C link-arg=-Wl,-rpath,${LIBRARIES} program.rs -o program)
    run(./program)
else()
    run(${COMPILER} -unsafe -warnaserror program.cs sat3d.cs -out:program.exe)
    set(ENV{LD_LIBRARY_PATH} ${LIBRARIES})
    run(${MONO} program.exe)
endif()
