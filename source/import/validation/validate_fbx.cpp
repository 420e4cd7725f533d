#include "core/little_endian.hpp"
#include "core/readable_text.hpp"
#include "import/validation/fbx_object_graph.hpp"
#include "import/validation/validate_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::string_view kBinaryMagic = "Kaydara FBX Binary";
constexpr std::size_t kDeepest = 64;  // nested records; real files have about eight levels
constexpr std::size_t kValuesOfInterest = 4;
constexpr std::uint64_t kUnpacking = 4;  // limit of all unpacked arrays, as a multiple of maxFileBytes

// ---------------------------------------------------------------------------------------- binary

/// Returns the size of a number by the letter of its type, or 0.
constexpr std::uint64_t numberBytes(char letter) {
    constexpr std::string_view kLetters[] = {"BC", "Y", "FI", "LD"};  // 1, 2, 4 and 8 bytes
    for (unsigned k = 0; k < std::size(kLetters); ++k) {
        if (kLetters[k].find(letter) != std::string_view::npos) {
            return 1u << k;
        }
    }
    return 0;
}

/// Visits the records of a binary file without recursion.
class BinaryScan {
public:
    BinaryScan(std::string_view bytes, const ImportOptions& options) : bytes_(bytes), options_(options) {
        width_ = bytes_.size() >= 27 && little(23, 4) >= 7500 ? 8 : 4;
    }

    void run(FbxObjectGraph& graph) {
        const std::size_t headBytes = 3 * width_ + 1;
        std::vector<std::size_t> ends{bytes_.size()};  // ends of the open records
        for (std::size_t at = 27; at < bytes_.size() && bytes_.size() - at >= headBytes;) {
            if (at == ends.back() && ends.size() > 1) {
                ends.pop_back();
                continue;
            }
            const std::size_t end = littleInside(at, width_);
            if (end == 0) {  // end of the list; the reader ignores data after the outermost list
                if (ends.size() == 1) {
                    return;
                }
                // Assimp would continue in the middle of a record.
                if (ends.back() - at != headBytes) {
                    malformed("a list of records ends before its record, at byte " + std::to_string(at));
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
                throw ValidationError(Code::LimitExceeded, "its records nest deeper than " +
                                                               std::to_string(kDeepest) + ", at byte " +
                                                               std::to_string(at) + " in section \"" +
                                                               std::string(section_) + "\"");
            }
        }
    }

private:
    /// Returns a little-endian number. Throws ValidationError if the file is cut off.
    /// @param width  1, 4 or 8 bytes
    [[nodiscard]] std::uint64_t little(std::size_t at, std::size_t width) const {
        if (at > bytes_.size() || bytes_.size() - at < width) {
            malformed("is cut off");
        }
        return littleInside(at, width);
    }
    /// Returns a little-endian number. @pre the bytes exist
    [[nodiscard]] std::uint64_t littleInside(std::size_t at, std::size_t width) const {
        const std::byte* const from = std::as_bytes(std::span(bytes_)).data() + at;
        return width == 1   ? fromLittleEndian<std::uint8_t>(from)
               : width == 4 ? fromLittleEndian<std::uint32_t>(from)
                            : fromLittleEndian<std::uint64_t>(from);
    }

    /// Reads the head and the properties of a record. The file must contain the head. Returns the start of
    /// the nested records.
    std::size_t readRecord(std::size_t at, std::size_t end, std::size_t outerEnd, bool keepsValues) {
        const std::uint64_t propertyBytes = littleInside(at + 2 * width_, width_);
        const std::size_t nameBytes = littleInside(at + 3 * width_, 1);
        const std::size_t first = at + 3 * width_ + 1 + nameBytes;
        if (end > outerEnd || first > end || propertyBytes > end - first) {
            malformed("a record at byte " + std::to_string(at) + " is longer than the record around it");
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

    /// Adds the record to the graph if Assimp would read it as an object or a connection.
    void enter(FbxObjectGraph& graph) const {
        if (section_ == "Objects" && isId(0)) {
            const std::string_view name = text(1);  // a zero byte and the class follow
            graph.addObject(name_, id(0), name.substr(0, name.find('\0')), text(2));
        } else if (section_ == "Connections" && name_ == "C" && text(0) != "PP" && isId(1) && isId(2)) {
            graph.connect(id(1), id(2), text(0) == "OP" && !text(3).empty());
        }
    }

    [[nodiscard]] bool isId(std::size_t k) const { return k < values_.size() && values_[k][0] == 'L'; }
    [[nodiscard]] std::uint64_t id(std::size_t k) const {
        return little(static_cast<std::size_t>(values_[k].data() - bytes_.data()) + 1, 8);
    }
    /// Returns the text of a string property, or "" for other types.
    [[nodiscard]] std::string_view text(std::size_t k) const {
        return k < values_.size() && values_[k][0] == 'S' ? values_[k].substr(5) : std::string_view();
    }

    /// Returns the start of the next property.
    std::size_t readProperty(std::size_t at, std::size_t end) {
        const char type = bytes_[at++];
        const bool isArray = type >= 'a' && type != 'y';  // the capital letter is the type of the items
        std::uint64_t size = numberBytes(isArray ? static_cast<char>(type - 'a' + 'A') : type);
        if (type == 'S' || type == 'R') {
            size = 4 + little(at, 4);
        } else if (size == 0) {
            malformed("a property at byte " + std::to_string(at - 1) + " has an unknown type");
        } else if (isArray) {
            size = arrayBytes(at, size);
        }
        if (size > end - std::min(at, end)) {
            malformed("a property at byte " + std::to_string(at - 1) + " is longer than its record");
        }
        return at + static_cast<std::size_t>(size);
    }

    /// Returns the size of an array in the file, and adds its unpacked size to the total.
    std::uint64_t arrayBytes(std::size_t at, std::uint64_t itemBytes) {
        unpacked_ += little(at, 4) * itemBytes;
        if (unpacked_ > kUnpacking * options_.maxFileBytes) {
            throw ValidationError(Code::LimitExceeded,
                                  "its arrays unpack to more than four times maxFileBytes = " +
                                      std::to_string(options_.maxFileBytes));
        }
        return 12 + little(at + 8, 4);
    }

    std::string_view bytes_;
    const ImportOptions& options_;
    std::size_t width_ = 4;  // bytes of an offset: 8 since version 7.5
    std::uint64_t unpacked_ = 0;
    std::string_view section_;              // the outermost enclosing record
    std::string_view name_;                 // name of the current record
    std::vector<std::string_view> values_;  // first properties of the current record
};

// ---------------------------------------------------------------------------------------- text

constexpr std::string_view kLineEnds = "\r\n\f";
constexpr std::string_view kFbxBlanks = " \t\r\n\f";

/// Visits the tokens of a text file as Assimp does: keys end in ':', blanks or commas separate values, line
/// ends have no meaning.
class TextScan {
public:
    /// Assimp ignores everything after a zero byte.
    TextScan(std::string_view text, FbxObjectGraph& graph)
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
            throw ValidationError(Code::LimitExceeded, "its sections nest deeper than " +
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

    /// Ends the current element, after all values of its key.
    void endElement() {
        if (depth_ == 1 && section_ == "Objects" && !values_.empty()) {
            values_.resize(3, "\"\"");
            graph_.addObject(key_, idOf(values_[0]), nameIn(values_[1]), nameIn(values_[2]));
        } else if (depth_ == 1 && section_ == "Connections" && key_ == "C" && values_.size() >= 3 &&
                   values_[0] != "\"PP\"") {
            const bool toProperty = values_[0] == "\"OP\"" && values_.size() > 3 && values_[3] != "\"\"";
            graph_.connect(idOf(values_[1]), idOf(values_[2]), toProperty);
        }
        key_ = {};
        values_.clear();
    }

    /// Returns a text without quotes. Removes the class of a name: "Model::name" becomes "name".
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
                      " is not an integer; files older than FBX 7 (2011) are not read");
        }
        return id;
    }

    std::string_view rest_;
    FbxObjectGraph& graph_;
    std::size_t depth_ = 0;
    std::string_view section_;              // the outermost enclosing section
    std::string_view key_;                  // key of the current element
    std::vector<std::string_view> values_;  // first values of the current element
};

}  // namespace

FileFindings validateFbx(std::string_view bytes, const ImportOptions& options) {
    FbxObjectGraph graph;
    if (bytes.starts_with(kBinaryMagic)) {
        BinaryScan(bytes, options).run(graph);
    } else {
        TextScan(bytes, graph).run();
    }
    return graph.check(options);
}

}  // namespace sat3d::SAT3D_ABI::importing
