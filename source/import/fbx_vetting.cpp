#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::string_view kBinaryMagic = "Kaydara FBX Binary";
constexpr std::size_t kDeepest = 64;     // records within records; real files have eight or so
constexpr std::uint64_t kUnpacking = 4;  // arrays may unpack to so many times maxFileBytes, all together

[[noreturn]] void malformed(const std::string& message) {
    throw VettingFault(Code::Malformed, message);
}

/// Models by their ids, and which of them stands below which: filled from either flavour of file.
class ModelGraph {
public:
    void addModel(std::int64_t id) { indices_.try_emplace(id, indices_.size()); }
    void connect(std::int64_t child, std::int64_t parent) { connections_.push_back({child, parent}); }

    void check(const ImportOptions& options) const {
        std::vector<std::vector<std::size_t>> below(indices_.size());
        for (const Connection& connection : connections_) {
            const auto child = indices_.find(connection.child);
            const auto parent = indices_.find(connection.parent);
            if (child != indices_.end() && parent != indices_.end()) {
                below[parent->second].push_back(child->second);
            }
        }
        demandBoundedWalk(below, options);
    }

private:
    struct Connection {
        std::int64_t child, parent;
    };
    std::map<std::int64_t, std::size_t> indices_;
    std::vector<Connection> connections_;
};

// ---------------------------------------------------------------------------------------- binary

/// Walks over the records of a binary file without recursion.
class BinaryScan {
public:
    BinaryScan(std::string_view bytes, const ImportOptions& options) : bytes_(bytes), options_(options) {
        wide_ = bytes_.size() >= 27 && little(23, 4) >= 7500;
    }

    void run(ModelGraph& graph) {
        const std::size_t headBytes = wide_ ? 25 : 13;
        std::vector<std::size_t> ends{bytes_.size()};  // of the records that are open
        for (std::size_t at = 27; at < bytes_.size() && bytes_.size() - at >= headBytes;) {
            if (at == ends.back() && ends.size() > 1) {
                ends.pop_back();
                continue;
            }
            const std::size_t end = little(at, wide_ ? 8 : 4);
            if (end == 0) {  // closes the list; what follows the outermost one is not read
                if (ends.size() == 1) {
                    return;
                }
                at = ends.back();
                ends.pop_back();
                continue;
            }
            at = readRecord(at, end, ends.back(), graph);
            ends.push_back(end);
            if (ends.size() > kDeepest) {
                throw VettingFault(Code::LimitExceeded,
                                   "its records nest deeper than " + std::to_string(kDeepest));
            }
        }
    }

private:
    [[nodiscard]] std::uint64_t little(std::size_t at, std::size_t width) const {
        if (at > bytes_.size() || bytes_.size() - at < width) {
            malformed("is cut off");
        }
        std::uint64_t value = 0;
        for (std::size_t k = width; k-- > 0;) {
            value = value << 8 | static_cast<unsigned char>(bytes_[at + k]);
        }
        return value;
    }

    /// Head and properties; returns where the records inside begin.
    std::size_t readRecord(std::size_t at, std::size_t end, std::size_t outerEnd, ModelGraph& graph) {
        const std::size_t width = wide_ ? 8 : 4;
        const std::uint64_t propertyBytes = little(at + 2 * width, width);
        const std::size_t nameBytes = little(at + 3 * width, 1);
        const std::size_t first = at + 3 * width + 1 + nameBytes;
        if (end > outerEnd || first > end || propertyBytes > end - first) {
            malformed("a record at byte " + std::to_string(at) + " is longer than what holds it");
        }
        const std::string_view name = bytes_.substr(first - nameBytes, nameBytes);
        std::vector<std::int64_t> ids;
        for (std::size_t next = first; next < first + propertyBytes;) {
            next = readProperty(next, first + static_cast<std::size_t>(propertyBytes), ids);
        }
        if (name == "Model" && !ids.empty()) {
            graph.addModel(ids[0]);
        } else if (name == "C" && ids.size() >= 2) {
            graph.connect(ids[0], ids[1]);
        }
        return first + static_cast<std::size_t>(propertyBytes);
    }

    /// Returns where the next property begins.
    std::size_t readProperty(std::size_t at, std::size_t end, std::vector<std::int64_t>& ids) {
        const char type = bytes_[at++];
        std::uint64_t size = 0;
        switch (type) {
            case 'B':
            case 'C':
                size = 1;
                break;
            case 'Y':
                size = 2;
                break;
            case 'F':
            case 'I':
                size = 4;
                break;
            case 'L':
                ids.push_back(static_cast<std::int64_t>(little(at, 8)));
                size = 8;
                break;
            case 'D':
                size = 8;
                break;
            case 'S':
            case 'R':
                size = 4 + little(at, 4);
                break;
            case 'b':
            case 'c':
                size = arrayBytes(at, 1);
                break;
            case 'f':
            case 'i':
                size = arrayBytes(at, 4);
                break;
            case 'd':
            case 'l':
                size = arrayBytes(at, 8);
                break;
            default:
                malformed("a property at byte " + std::to_string(at - 1) + " is of no known type");
        }
        if (size > end - std::min(at, end)) {
            malformed("a property at byte " + std::to_string(at - 1) + " is longer than its record");
        }
        return at + static_cast<std::size_t>(size);
    }

    /// Bytes of an array in the file; adds up what they unpack to.
    std::uint64_t arrayBytes(std::size_t at, std::uint64_t itemBytes) {
        const std::uint64_t unpacked = little(at, 4) * itemBytes;
        const std::uint64_t encoding = little(at + 4, 4);
        const std::uint64_t stored = little(at + 8, 4);
        if (encoding > 1 || (encoding == 0 && unpacked != stored)) {
            malformed("an array at byte " + std::to_string(at) + " has not the size it claims");
        }
        unpacked_ += unpacked;
        if (unpacked_ > kUnpacking * options_.maxFileBytes) {
            throw VettingFault(Code::LimitExceeded,
                               "its arrays unpack to more than four times maxFileBytes = " +
                                   std::to_string(options_.maxFileBytes));
        }
        return 12 + stored;
    }

    std::string_view bytes_;
    const ImportOptions& options_;
    bool wide_ = false;  // 64-bit offsets, since version 7.5
    std::uint64_t unpacked_ = 0;
};

// ---------------------------------------------------------------------------------------- text

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

/// The number before the next comma, taken off the text with it.
std::optional<std::int64_t> takeNumber(std::string_view& text) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view digits = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && stop != digits.data() ? std::optional(value) : std::nullopt;
}

void scanText(std::string_view text, ModelGraph& graph) {
    std::size_t depth = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        for (const char c : line) {
            depth += c == '{';
            depth -= c == '}' && depth > 0;
            if (depth > kDeepest) {
                throw VettingFault(Code::LimitExceeded,
                                   "its sections nest deeper than " + std::to_string(kDeepest));
            }
        }
        if (line.starts_with("Model:")) {
            line.remove_prefix(6);
            if (const auto id = takeNumber(line)) {
                graph.addModel(*id);
            }
        } else if (line.starts_with("C:")) {
            takeNumber(line);  // the kind
            const auto child = takeNumber(line);
            const auto parent = takeNumber(line);
            if (child && parent) {
                graph.connect(*child, *parent);
            }
        }
    }
}

}  // namespace

void vetFbx(std::string_view bytes, const ImportOptions& options) {
    ModelGraph graph;
    if (bytes.starts_with(kBinaryMagic)) {
        BinaryScan(bytes, options).run(graph);
    } else {
        scanText(bytes, graph);
    }
    graph.check(options);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
