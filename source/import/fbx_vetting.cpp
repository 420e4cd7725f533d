#include "import/format_vetting.hpp"
#include "import/node_graph.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
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
    void addModel(std::uint64_t id) { indices_.try_emplace(id, indices_.size()); }
    void connect(std::uint64_t child, std::uint64_t parent) { connections_.push_back({child, parent}); }

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
        std::uint64_t child, parent;
    };
    std::map<std::uint64_t, std::size_t> indices_;
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
        std::vector<std::uint64_t> ids;
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
    std::size_t readProperty(std::size_t at, std::size_t end, std::vector<std::uint64_t>& ids) {
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
                ids.push_back(little(at, 8));
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

constexpr std::string_view kLineEnds = "\r\n\f";
constexpr std::string_view kBlanks = " \t\r\n\f";

/// Walks over the tokens of a text file as the reader does: keys end in ':', values are separated by blanks
/// or commas, lines mean nothing.
class TextScan {
public:
    /// The reader sees nothing after a zero byte.
    TextScan(std::string_view text, ModelGraph& graph)
        : rest_(text.substr(0, text.find('\0'))), graph_(graph) {}

    void run() {
        while (true) {
            rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
            if (rest_.empty()) {
                break;
            }
            readToken();
        }
        endElement();
    }

private:
    static constexpr std::size_t kValuesOfInterest = 3;

    void readToken() {
        switch (rest_.front()) {
            case ';':
                rest_.remove_prefix(std::min(rest_.find_first_of(kLineEnds), rest_.size()));
                return;
            case ',':
                rest_.remove_prefix(1);
                return;
            case '{':
                rest_.remove_prefix(1);
                openSection();
                return;
            case '}':
                rest_.remove_prefix(1);
                endElement();
                depth_ -= depth_ > 0 ? 1 : 0;
                return;
            case '"':
                readQuoted();
                return;
            default:
                readWord();
        }
    }

    void openSection() {
        if (depth_ == 0) {
            section_ = key_;
        }
        endElement();
        if (++depth_ > kDeepest) {
            throw VettingFault(Code::LimitExceeded,
                               "its sections nest deeper than " + std::to_string(kDeepest));
        }
    }

    void readQuoted() {
        const std::size_t end = rest_.find('"', 1);
        if (end == std::string_view::npos) {
            malformed("is cut off inside quotes");
        }
        takeValue(end + 1);
    }

    void readWord() {
        const std::size_t end = std::min(rest_.find_first_of(" \t\r\n\f,:;{}\""), rest_.size());
        if (end == rest_.size() || rest_[end] != ':') {
            takeValue(end);
            return;
        }
        endElement();
        key_ = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
    }

    void takeValue(std::size_t size) {
        if (values_.size() < kValuesOfInterest) {
            values_.push_back(rest_.substr(0, size));
        }
        rest_.remove_prefix(size);
    }

    /// All values of the latest key are read.
    void endElement() {
        if (depth_ == 1 && section_ == "Objects" && key_ == "Model" && !values_.empty()) {
            graph_.addModel(idOf(values_[0]));
        } else if (depth_ == 1 && section_ == "Connections" && key_ == "C" &&
                   values_.size() == kValuesOfInterest && values_[0] != "\"PP\"") {
            graph_.connect(idOf(values_[1]), idOf(values_[2]));
        }
        key_ = {};
        values_.clear();
    }

    static std::uint64_t idOf(std::string_view value) {
        std::uint64_t id = 0;
        const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), id);
        if (error != std::errc() || stop != value.data() + value.size()) {
            malformed("the id " + std::string(value.substr(0, 40)) +
                      " is no whole number; files older than FBX 7 (2011) are not read");
        }
        return id;
    }

    std::string_view rest_;
    ModelGraph& graph_;
    std::size_t depth_ = 0;
    std::string_view section_;              // the outermost one around
    std::string_view key_;                  // of the element being read
    std::vector<std::string_view> values_;  // its first ones
};

}  // namespace

void vetFbx(std::string_view bytes, const ImportOptions& options) {
    ModelGraph graph;
    if (bytes.starts_with(kBinaryMagic)) {
        BinaryScan(bytes, options).run(graph);
    } else {
        TextScan(bytes, graph).run();
    }
    graph.check(options);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
