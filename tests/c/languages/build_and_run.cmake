# cmake -DLANGUAGE=rust|csharp -DNAME=c|c_double|c_plane|c_plane_double -DCOMPILER= -DMONO= -DPYTHON= -DLIBRARIES= -DBINARY= -P build_and_run.cmake
# Writes the declarations, compiles the program with them, without warnings, and runs it.
file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY})
set(extension_rust rs)
set(extension_csharp cs)
set(extension ${extension_${LANGUAGE}})
string(REGEX REPLACE "^c_?" "" variant ${NAME})
string(REPLACE "_" ";" variant "${variant}")  # the arguments of declare.py
set(program program)
if(NAME MATCHES "plane")
    set(program plane)
endif()
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/${program}.${extension} ${BINARY}/program.${extension})

macro(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${BINARY} COMMAND_ERROR_IS_FATAL ANY)
endmacro()
execute_process(COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/../../../bindings/declare.py ${LANGUAGE} ${variant}
    OUTPUT_FILE ${BINARY}/sat3d.${extension} COMMAND_ERROR_IS_FATAL ANY)
if(LANGUAGE STREQUAL "rust")
    run(${COMPILER} --edition 2021 -D warnings -L ${LIBRARIES} -C link-arg=-Wl,-rpath,${LIBRARIES} program.rs -o program)
    run(./program)
else()
    run(${COMPILER} -unsafe -warnaserror program.cs sat3d.cs -out:program.exe)
    set(ENV{LD_LIBRARY_PATH} ${LIBRARIES})
    run(${MONO} program.exe)
endif()
