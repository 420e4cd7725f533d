# cmake -DNM= -DLIBRARY= -P check_glm_symbols.cmake
# The library must not contain weak GLM functions: the linker may replace them by the program's copies, which are compiled with
# other flags. Constructors and component access are allowed, because they only copy.
execute_process(COMMAND ${NM} -C ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*glm::[^\n]*" weak "${symbols}")
list(FILTER weak EXCLUDE REGEX "::(vec|mat|qua|wxyz|length|operator\\[\\])(<.*>)?\\(")
list(FILTER weak EXCLUDE REGEX " (std|sat3d|__gnu_cxx|void std)::")
if(weak)
    list(JOIN weak "\n" lines)
    message(FATAL_ERROR "GLM functions that a program could replace:\n${lines}")
endif()
