#include "headless.hpp"

#include <cstdio>

namespace samples {

namespace {

int withoutOpenGl() {
    std::fputs("samples: built without OpenGL: install libepoxy-dev\n", stderr);
    return 77;
}

}  // namespace

int drawPicture(const Options&) {
    return withoutOpenGl();
}

int drawSheet(const Options&) {
    return withoutOpenGl();
}

}  // namespace samples
