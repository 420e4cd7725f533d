#pragma once

/// JSON to look through: values know where they stand in the text. Several times as fast to read as into
/// nlohmann's, for nothing is copied; see docs/decisions/0024-reading-gltf.md.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct JsonValue {
    enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    std::string_view key;                 ///< of a member of an object, without escapes
    std::string_view text;                ///< as it stands in the document
    std::span<const JsonValue> children;  ///< of arrays and objects; members have a key each, no two the same

    [[nodiscard]] bool is(Kind other) const { return kind == other; }
    /// The member of that name, or nullptr: there is none, or no object to have one. Logarithmic time.
    [[nodiscard]] const JsonValue* find(std::string_view name) const;
    /// A whole number that is not negative.
    [[nodiscard]] std::optional<std::uint64_t> whole() const;
    /// A number; 0 of all else.
    [[nodiscard]] double real() const;
    /// What a string says, without quotes and escapes; "" of all else.
    [[nodiscard]] std::string string() const;
};

/// A document. Its text must outlive it. Where a key stands twice in an object, the last one counts.
class JsonTree {
public:
    static constexpr std::size_t kDeepest = 64;           ///< lists in lists: parsers recurse
    static constexpr std::size_t kMostValues = 4u << 20;  ///< of some hundred bytes each

    explicit JsonTree(std::string_view text);
    JsonTree(const JsonTree&) = delete;
    JsonTree& operator=(const JsonTree&) = delete;

    /// nullptr where the text is no JSON, or more of it than is read.
    [[nodiscard]] const JsonValue* root() const { return sound_ ? &root_ : nullptr; }
    /// Whether reading ended at one of the limits.
    [[nodiscard]] bool nestsTooDeep() const { return nestsTooDeep_; }
    [[nodiscard]] bool holdsTooMuch() const { return holdsTooMuch_; }

private:
    JsonValue root_;
    std::deque<std::vector<JsonValue>> lists_;  ///< children, in blocks that never move
    std::deque<std::string> keys_;              ///< those that stand with escapes in the text
    bool nestsTooDeep_ = false, holdsTooMuch_ = false;
    bool sound_ = false;

    class Parser;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
