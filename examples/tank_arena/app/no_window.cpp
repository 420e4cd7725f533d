#include "window.hpp"

#include <cstdio>

namespace tank_arena {

int playInWindow(const Models&, const Options&) {
    std::fputs(
        "tank_arena: built without a window (packages libglfw3-dev, libepoxy-dev, libimgui-dev): use "
        "--headless\n",
        stderr);
    return 77;
}

}  // namespace tank_arena
