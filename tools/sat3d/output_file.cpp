#include "output_file.hpp"

#include "exit_codes.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace sat3d::tool {

void writeFile(const std::filesystem::path& file, std::string_view content) {
    errno = 0;
    std::ofstream stream(file, std::ios::binary);
    stream << content;
    stream.close();
    if (!stream) {
        throw BadInput(fmt::format("{}: cannot be written ({})", file.string(), std::strerror(errno)));
    }
}

}  // namespace sat3d::tool
