# sat3d_embed_texts(<target> <file>...): generates a header with a string constant for each of these files of the current
# layer. For example, html/orbit.js of the layer "debug" becomes kOrbitJs in "debug/html/orbit_js.hpp". Editors and linters
# still see an ordinary file.
function(sat3d_embed_texts target)
    get_filename_component(layer ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    foreach(file ${ARGN})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
        file(READ ${file} text)
        string(LENGTH "${text}" length)
        if(length GREATER 16000)
            message(FATAL_ERROR "${file} has ${length} characters; Visual C++ limits a string literal to 16380: split the file")
        endif()
        set(constant k)
        string(REGEX MATCHALL "[a-z0-9]+" words "${file}")
        list(POP_FRONT words)  # the folder is not part of the name
        foreach(word ${words})
            string(SUBSTRING ${word} 0 1 first)
            string(SUBSTRING ${word} 1 -1 rest)
            string(TOUPPER ${first} first)
            string(APPEND constant ${first}${rest})
        endforeach()
        string(REPLACE "." "_" header ${file})
        configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_text.hpp.in
            ${PROJECT_BINARY_DIR}/generated/${layer}/${header}.hpp @ONLY)
    endforeach()
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
