#pragma once

// Text of the command line in UTF-8, on every system.

#include <string>
#include <vector>

namespace sat3d::tool {

/// The arguments of main(), its program first. Windows gives main() those in the code page of the system, in
/// which most characters do not exist.
std::vector<std::string> utf8Arguments(int argc, const char* const* argv);

/// While it exists, the terminal takes output as UTF-8: matters on Windows.
class Utf8Console {
public:
    Utf8Console();
    ~Utf8Console();
    Utf8Console(const Utf8Console&) = delete;
    Utf8Console& operator=(const Utf8Console&) = delete;

private:
    unsigned codePage_ = 0;
};

}  // namespace sat3d::tool
