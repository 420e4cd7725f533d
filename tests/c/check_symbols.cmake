# cmake -DNM= -DLIBRARY= -DHEADER= -P check_symbols.cmake
# The library exports the functions of the header, all of them, and nothing else.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" exported "${symbols}")
list(TRANSFORM exported REPLACE "@.*|\n" "")
list(FILTER exported EXCLUDE REGEX "^SAT3D_C_1$")  # the name of the version
list(REMOVE_DUPLICATES exported)
list(SORT exported)

file(READ ${HEADER} text)
string(REGEX MATCHALL "\nS3_API [a-z0-9_* ]+[(]" declared "${text}")
list(TRANSFORM declared REPLACE "[(]$" "")
list(TRANSFORM declared REPLACE ".*[ *]" "")
list(SORT declared)

list(LENGTH declared count)
if(NOT exported STREQUAL declared OR count LESS 80)
    message(FATAL_ERROR "exported:\n${exported}\ndeclared (${count}):\n${declared}")
endif()
