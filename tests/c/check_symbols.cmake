# cmake -DNM= -DLIBRARY= -DVERSION= -DHEADER= -P check_symbols.cmake
# The library exports the functions of the header with its own version, all of them, and nothing else.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" exported "${symbols}")
list(TRANSFORM exported REPLACE "\n" "")
list(FILTER exported EXCLUDE REGEX "^${VERSION}(@@${VERSION})?$")  # the name of the version
list(SORT exported)

file(READ ${HEADER} text)
string(REGEX MATCHALL "\nS3_API [a-z0-9_* ]+[(]" declared "${text}")
list(TRANSFORM declared REPLACE "[(]$" "@@${VERSION}")
list(TRANSFORM declared REPLACE ".*[ *]" "")
list(SORT declared)

list(LENGTH declared count)
if(NOT exported STREQUAL declared OR count LESS 80)
    message(FATAL_ERROR "exported:\n${exported}\ndeclared (${count}):\n${declared}")
endif()
