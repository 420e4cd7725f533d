# cmake -DNM= -DLIBRARY= -DVERSION= -DHEADER= -DCOMPILER= -DDEFINITIONS= -P check_symbols.cmake
# The library exports the functions of the header with its own version, all of them, and nothing else.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" exported "${symbols}")
list(TRANSFORM exported REPLACE "\n" "")
list(FILTER exported EXCLUDE REGEX "^${VERSION}(@@${VERSION})?$")  # the name of the version
list(SORT exported)

execute_process(COMMAND ${COMPILER} ${DEFINITIONS} -E -P -x c ${HEADER} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [*]*s3_[a-z0-9_]+[(]" declared "${text}")
list(TRANSFORM declared REPLACE "[(]$" "@@${VERSION}")
list(TRANSFORM declared REPLACE "^[ *]+" "")
list(SORT declared)

list(LENGTH declared count)
if(NOT exported STREQUAL declared OR count LESS 80)
    message(FATAL_ERROR "exported:\n${exported}\ndeclared (${count}):\n${declared}")
endif()
