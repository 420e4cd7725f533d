# cmake -DPROGRAM=<file> -DEMULATOR=<command> -DNAME=<name> -DFOLDER=<folder> -DLIST=<file> -P list_suites.cmake
# Writes what CTest runs of a GoogleTest program: one process for each test suite, <name>.<suite>, because starting one for each
# test takes longer than most tests. What a suite has of slow tests, and of those for the soak, runs apart.
set(run ${EMULATOR} ${PROGRAM})
list(TRANSFORM run REPLACE "(.+)" "[==[\\1]==]" OUTPUT_VARIABLE command)
list(JOIN command " " command)
set(tests "")

# add_suites(<filter> <suffix> <properties>)
function(add_suites filter suffix properties)
    execute_process(COMMAND ${run} --gtest_list_tests --gtest_filter=${filter}
        OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\n[^ \r\n]+\\.( +# TypeParam = [^\r\n]+)?" suites "\n${listed}")
    foreach(suite IN LISTS suites)
        string(REGEX MATCH "\n(.+)\\.( +# TypeParam = (.+))?$" suite "${suite}")
        set(suite ${CMAKE_MATCH_1})
        set(title ${suite})
        if(CMAKE_MATCH_3)
            string(REGEX REPLACE "[0-9]+$" "${CMAKE_MATCH_3}" title ${suite})
        endif()
        set(test "[==[${NAME}.${title}${suffix}]==]")
        string(APPEND tests "add_test(${test} ${command} --gtest_filter=${suite}.${filter})\n"
            "set_tests_properties(${test} PROPERTIES ENVIRONMENT [==[TEST_TMPDIR=${FOLDER}]==] ${properties})\n")
    endforeach()
    set(tests "${tests}" PARENT_SCOPE)
endfunction()

add_suites(*-*Slow*:*Soak "" "LABELS ${NAME} TIMEOUT 300")
add_suites(*Slow* .Slow "LABELS slow COST 100 TIMEOUT 3600")
add_suites(*Soak .Soak "LABELS soak TIMEOUT 14400")
file(WRITE ${LIST} "${tests}")
