#include "headless.hpp"

#include <cstdio>

namespace samples {

int drawPicture(const Options&) {
    std::fputs("samples: built without OpenGL: install libepoxy-dev\n", stderr);
    return 77;
}

}  // namespace samples
