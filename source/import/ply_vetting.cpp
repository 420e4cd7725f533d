#include "import/format_vetting.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// The next line without its end and the blanks around it, taken off the text; an unfinished line is a fault.
std::string_view takeLine(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
        malformed("its header is cut off");
    }
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

/// NAME of "element NAME COUNT".
std::string_view elementName(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_of(kBlanks), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    return line.substr(0, line.find_first_of(kBlanks));
}

/// The number at the end of "element NAME COUNT".
std::uint64_t elementCount(std::string_view line) {
    const std::string_view digits = line.substr(line.find_last_of(' ') + 1);
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        malformed("its header has \"" + std::string(line) + "\"");
    }
    return count;
}

}  // namespace

void vetPly(std::string_view bytes) {
    std::string_view rest = bytes;
    if (!bytes.starts_with("ply") || takeLine(rest) != "ply") {
        malformed("does not begin with \"ply\"");
    }
    std::uint64_t items = 0;
    std::set<std::string_view> names;
    for (std::string_view line = takeLine(rest); line != "end_header"; line = takeLine(rest)) {
        if (line.starts_with("element ")) {
            // Assimp makes room for the first list of a name, and writes the second there too.
            if (!names.insert(elementName(line)).second ||
                (names.contains("face") && names.contains("tristrips"))) {
                malformed("its header has a second list: " + std::string(line));
            }
            const std::uint64_t count = elementCount(line);
            if (count > bytes.size() - items) {  // an item takes a byte at least
                malformed("its header promises more than the file holds: " + std::string(line));
            }
            items += count;
        } else if (line.find("element") != std::string_view::npos && !line.starts_with("comment") &&
                   !line.starts_with("obj_info")) {  // else it says nothing of sizes
            malformed("its header has \"" + std::string(line.substr(0, 60)) + "\"");
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
