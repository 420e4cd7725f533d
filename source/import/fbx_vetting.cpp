#include "core/little_endian.hpp"
#include "core/readable_text.hpp"
#include "import/fbx_graph.hpp"
#include "import/format_vetting.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::string_view kBinaryMagic = "Kaydara FBX Binary";
constexpr std::size_t kDeepest = 64;  // records within records; real files have eight or so
constexpr std::size_t kValuesOfInterest = 4;
constexpr std::uint64_t kUnpacking = 4;  // arrays may unpack to so many times maxFileBytes, all together

// ---------------------------------------------------------------------------------------- binary

struct PropertyType {
    enum Form : std::uint8_t { Unknown, Number, Text, Array };
    Form form = Unknown;
    std::uint8_t bytes = 0;  // of a number
};

/// By the letter that a property begins with.
constexpr std::array<PropertyType, 256> kPropertyTypes = [] {
    std::array<PropertyType, 256> types;
    const auto set = [&](std::string_view letters, PropertyType type) {
        for (const char letter : letters) {
            types[static_cast<unsigned char>(letter)] = type;
        }
    };
    set("BC", {PropertyType::Number, 1});
    set("Y", {PropertyType::Number, 2});
    set("FI", {PropertyType::Number, 4});
    set("LD", {PropertyType::Number, 8});
    set("SR", {PropertyType::Text, 0});
    set("bc", {PropertyType::Array, 1});
    set("fi", {PropertyType::Array, 4});
    set("dl", {PropertyType::Array, 8});
    return types;
}();

/// Walks over the records of a binary file without recursion.
class BinaryScan {
public:
    BinaryScan(std::string_view bytes, const ImportOptions& options) : bytes_(bytes), options_(options) {
        wide_ = bytes_.size() >= 27 && little(23, 4) >= 7500;
    }

    void run(FbxGraph& graph) {
        const std::size_t headBytes = wide_ ? 25 : 13;
        std::vector<std::size_t> ends{bytes_.size()};  // of the records that are open
        for (std::size_t at = 27; at < bytes_.size() && bytes_.size() - at >= headBytes;) {
            if (at == ends.back() && ends.size() > 1) {
                ends.pop_back();
                continue;
            }
            const std::size_t end = littleInside(at, wide_ ? 8 : 4);
            if (end == 0) {  // closes the list; what follows the outermost one is not read
                if (ends.size() == 1) {
                    return;
                }
                // The reader would go on in the middle of it.
                if (ends.back() - at != headBytes) {
                    malformed("a list of records ends before what holds it, at byte " + std::to_string(at));
                }
                at = ends.back();
                ends.pop_back();
                continue;
            }
            const std::size_t inside = readRecord(at, end, ends.back(), ends.size() <= 2);
            if (ends.size() == 1) {
                section_ = name_;
            } else if (ends.size() == 2) {
                enter(graph);
            }
            at = inside;
            ends.push_back(end);
            if (ends.size() > kDeepest) {
                throw VettingFault(Code::LimitExceeded,
                                   "its records nest deeper than " + std::to_string(kDeepest) + ", at byte " +
                                       std::to_string(at) + " in section \"" + std::string(section_) + "\"");
            }
        }
    }

private:
    /// @param width  1, 4 or 8 bytes
    [[nodiscard]] std::uint64_t little(std::size_t at, std::size_t width) const {
        if (at > bytes_.size() || bytes_.size() - at < width) {
            malformed("is cut off");
        }
        return littleInside(at, width);
    }
    /// Where the bytes are known to be there.
    [[nodiscard]] std::uint64_t littleInside(std::size_t at, std::size_t width) const {
        const std::byte* const from = std::as_bytes(std::span(bytes_)).data() + at;
        return width == 1   ? fromLittleEndian<std::uint8_t>(from)
               : width == 4 ? fromLittleEndian<std::uint32_t>(from)
                            : fromLittleEndian<std::uint64_t>(from);
    }

    /// Head, which the file holds, and properties; returns where the records inside begin.
    std::size_t readRecord(std::size_t at, std::size_t end, std::size_t outerEnd, bool keepsValues) {
        const std::size_t width = wide_ ? 8 : 4;
        const std::uint64_t propertyBytes = littleInside(at + 2 * width, width);
        const std::size_t nameBytes = littleInside(at + 3 * width, 1);
        const std::size_t first = at + 3 * width + 1 + nameBytes;
        if (end > outerEnd || first > end || propertyBytes > end - first) {
            malformed("a record at byte " + std::to_string(at) + " is longer than what holds it");
        }
        name_ = bytes_.substr(first - nameBytes, nameBytes);
        values_.clear();
        const std::size_t inside = first + static_cast<std::size_t>(propertyBytes);
        for (std::size_t next = first; next < inside;) {
            const std::size_t begin = next;
            next = readProperty(next, inside);
            if (keepsValues && values_.size() < kValuesOfInterest) {
                values_.push_back(bytes_.substr(begin, next - begin));
            }
        }
        return inside;
    }

    /// An object or a connection, as far as the reader would take it for one.
    void enter(FbxGraph& graph) const {
        if (section_ == "Objects" && isId(0)) {
            const std::string_view name = text(1);  // and behind a zero its class
            graph.addObject(name_, id(0), name.substr(0, name.find('\0')));
        } else if (section_ == "Connections" && name_ == "C" && text(0) != "PP" && isId(1) && isId(2)) {
            graph.connect(id(1), id(2), text(0) == "OP" && !text(3).empty());
        }
    }

    [[nodiscard]] bool isId(std::size_t k) const { return k < values_.size() && values_[k][0] == 'L'; }
    [[nodiscard]] std::uint64_t id(std::size_t k) const {
        return little(static_cast<std::size_t>(values_[k].data() - bytes_.data()) + 1, 8);
    }
    /// What a text says; "" of all else.
    [[nodiscard]] std::string_view text(std::size_t k) const {
        return k < values_.size() && values_[k][0] == 'S' ? values_[k].substr(5) : std::string_view();
    }

    /// Returns where the next property begins.
    std::size_t readProperty(std::size_t at, std::size_t end) {
        const PropertyType type = kPropertyTypes[static_cast<unsigned char>(bytes_[at++])];
        std::uint64_t size = type.bytes;
        if (type.form == PropertyType::Unknown) {
            malformed("a property at byte " + std::to_string(at - 1) + " is of no known type");
        } else if (type.form == PropertyType::Text) {
            size = 4 + little(at, 4);
        } else if (type.form == PropertyType::Array) {
            size = arrayBytes(at, type.bytes);
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
    std::string_view section_;              // the outermost record around
    std::string_view name_;                 // of the record being read
    std::vector<std::string_view> values_;  // its first properties
};

// ---------------------------------------------------------------------------------------- text

constexpr std::string_view kLineEnds = "\r\n\f";
constexpr std::string_view kFbxBlanks = " \t\r\n\f";

/// Walks over the tokens of a text file as the reader does: keys end in ':', values are separated by blanks
/// or commas, lines mean nothing.
class TextScan {
public:
    /// The reader sees nothing after a zero byte.
    TextScan(std::string_view text, FbxGraph& graph)
        : rest_(text.substr(0, text.find('\0'))), graph_(graph) {}

    void run() {
        while (true) {
            rest_.remove_prefix(std::min(rest_.find_first_not_of(kFbxBlanks), rest_.size()));
            if (rest_.empty()) {
                break;
            }
            readToken();
        }
        endElement();
    }

private:
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
            throw VettingFault(Code::LimitExceeded, "its sections nest deeper than " +
                                                        std::to_string(kDeepest) + ", in section " +
                                                        quotedName(section_));
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
        const std::size_t next = std::min(rest_.find_first_not_of(kFbxBlanks, end), rest_.size());
        if (next == rest_.size() || rest_[next] != ':') {
            takeValue(end);
            return;
        }
        endElement();
        key_ = rest_.substr(0, end);
        rest_.remove_prefix(next + 1);
    }

    void takeValue(std::size_t size) {
        if (values_.size() < kValuesOfInterest) {
            values_.push_back(rest_.substr(0, size));
        }
        rest_.remove_prefix(size);
    }

    /// All values of the latest key are read.
    void endElement() {
        if (depth_ == 1 && section_ == "Objects" && !values_.empty()) {
            graph_.addObject(key_, idOf(values_[0]), values_.size() > 1 ? nameIn(values_[1]) : "");
        } else if (depth_ == 1 && section_ == "Connections" && key_ == "C" && values_.size() >= 3 &&
                   values_[0] != "\"PP\"") {
            const bool toProperty = values_[0] == "\"OP\"" && values_.size() > 3 && values_[3] != "\"\"";
            graph_.connect(idOf(values_[1]), idOf(values_[2]), toProperty);
        }
        key_ = {};
        values_.clear();
    }

    /// Of a "Model::name".
    static std::string_view nameIn(std::string_view quoted) {
        const std::size_t kind = quoted.find("::");
        quoted.remove_prefix(kind == std::string_view::npos ? 1 : kind + 2);
        return quoted.substr(0, quoted.size() - quoted.ends_with('"'));
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
    FbxGraph& graph_;
    std::size_t depth_ = 0;
    std::string_view section_;              // the outermost one around
    std::string_view key_;                  // of the element being read
    std::vector<std::string_view> values_;  // its first ones
};

}  // namespace

void vetFbx(std::string_view bytes, const ImportOptions& options) {
    FbxGraph graph;
    if (bytes.starts_with(kBinaryMagic)) {
        BinaryScan(bytes, options).run(graph);
    } else {
        TextScan(bytes, graph).run();
    }
    graph.check(options);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
