#include "headless.hpp"

#include <cstdio>

namespace samples {

int showWindow(const Options&) {
    std::fputs("samples: built without a window: install libglfw3-dev, libimgui-dev and libepoxy-dev\n",
               stderr);
    return 77;
}

}  // namespace samples
