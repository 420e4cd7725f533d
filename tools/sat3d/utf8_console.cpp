#include "utf8_console.hpp"

#ifdef _WIN32
#include "core/files/utf8_path.hpp"
#include "core/files/windows.hpp"

#include <memory>
#include <shellapi.h>
#endif

namespace sat3d::tool {

#ifdef _WIN32

std::vector<std::string> utf8Arguments(int, const char* const*) {
    int count = 0;
    const std::unique_ptr<LPWSTR[], decltype(&::LocalFree)> wide(
        ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree);
    std::vector<std::string> arguments;
    for (int i = 0; i < count; ++i) {
        arguments.push_back(utf8(wide[static_cast<std::size_t>(i)]));
    }
    return arguments;
}

Utf8Console::Utf8Console() : codePage_(::GetConsoleOutputCP()) {
    ::SetConsoleOutputCP(CP_UTF8);
}

Utf8Console::~Utf8Console() {
    ::SetConsoleOutputCP(codePage_);
}

#else

std::vector<std::string> utf8Arguments(int argc, const char* const* argv) {
    return {argv, argv + argc};
}

Utf8Console::Utf8Console() = default;
Utf8Console::~Utf8Console() = default;

#endif

}  // namespace sat3d::tool
