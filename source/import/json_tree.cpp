#include "import/json_tree.hpp"

#include "import/naming_text.hpp"
#include "import/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Kind = JsonValue::Kind;

constexpr std::size_t kSmallObject = 16;  // members up to here stand in the text's order

std::uint32_t hexDigits(std::string_view four) {
    std::uint32_t value = 0;
    const auto [end, fault] = std::from_chars(four.data(), four.data() + four.size(), value, 16);
    return fault == std::errc() && end == four.data() + 4 && four[0] != '-' ? value : 0xffffffffu;
}

/// The character of an escape that begins at the text's first place with a backslash, and its length there;
/// length 0 where it is none.
std::pair<std::uint32_t, std::size_t> escaped(std::string_view text) {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    if (text.size() < 2) {
        return {0, 0};
    }
    if (const std::size_t letter = kLetters.find(text[1]); letter != std::string_view::npos) {
        return {static_cast<unsigned char>(kMeant[letter]), 2};
    }
    if (text[1] != 'u' || text.size() < 6) {
        return {0, 0};
    }
    const std::uint32_t code = hexDigits(text.substr(2, 4));
    if (code < 0xd800 || (code > 0xdfff && code <= 0xffff)) {
        return {code, 6};
    }
    // Beyond 16 bits two stand together.
    if (code > 0xdbff || text.size() < 12 || text[6] != '\\' || text[7] != 'u') {
        return {0, 0};
    }
    const std::uint32_t second = hexDigits(text.substr(8, 4));
    const bool isPair = second >= 0xdc00 && second <= 0xdfff;
    return {0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00), isPair ? 12 : 0};
}

/// Of a sound string's inside.
std::string withoutEscapes(std::string_view inside) {
    std::string text;
    while (!inside.empty()) {
        const std::size_t plain = std::min(inside.find('\\'), inside.size());
        text += inside.substr(0, plain);
        inside.remove_prefix(plain);
        if (!inside.empty()) {
            const auto [code, length] = escaped(inside);
            appendUtf8(text, code);
            inside.remove_prefix(length);
        }
    }
    return text;
}

/// How many bytes the character takes that the text begins with, from 0x80 on; 0 where it is none (RFC 3629).
std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t k) -> unsigned {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const auto follows = [&](std::size_t k, unsigned low = 0x80, unsigned high = 0xbf) {
        return byte(k) >= low && byte(k) <= high;
    };
    const unsigned first = byte(0);
    if (first >= 0xc2 && first <= 0xdf) {
        return follows(1) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
        return follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool sound = follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && follows(2);
        return sound && follows(3) ? 4 : 0;
    }
    return 0;
}

/// Keys mostly differ in length or in their last letter: `byteOffset`, `bufferView`.
bool isSameKey(std::string_view a, std::string_view b) {
    return a.size() == b.size() && (a.empty() || (a.back() == b.back() && a == b));
}

/// Which bytes stand for themselves inside of strings.
constexpr std::array<bool, 256> kPlain = [] {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}();

}  // namespace

/// By recursive descent. Each part returns false where the text breaks the grammar.
class JsonTree::Parser {
public:
    Parser(std::string_view text, JsonTree& tree) : text_(text), tree_(tree) {}

    bool document(JsonValue& root) {
        if (text_.starts_with("\xef\xbb\xbf")) {
            at_ = 3;
        }
        if (!value(root)) {
            return false;
        }
        skipBlanks();
        return at_ == text_.size() || text_[at_] == '\0';  // some pad with zeros
    }

private:
    void skipBlanks() {
        std::size_t at = at_;
        while (at < text_.size() && static_cast<unsigned char>(text_[at]) <= ' ' &&
               (text_[at] == ' ' || text_[at] == '\n' || text_[at] == '\r' || text_[at] == '\t')) {
            ++at;
        }
        at_ = at;
    }
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char c) {
        skipBlanks();
        const bool found = peek() == c && at_ < text_.size();
        at_ += found;
        return found;
    }

    bool value(JsonValue& result) {
        skipBlanks();
        const std::size_t begin = at_;
        const bool sound = bare(result);
        result.text = text_.substr(begin, at_ - begin);
        return sound;
    }
    bool bare(JsonValue& result) {
        switch (peek()) {
            case '{':
                result.kind = Kind::Object;
                return list(result, '}');
            case '[':
                result.kind = Kind::Array;
                return list(result, ']');
            case '"':
                result.kind = Kind::String;
                return string();
            case 't':
                result.kind = Kind::Boolean;
                return word("true");
            case 'f':
                result.kind = Kind::Boolean;
                return word("false");
            case 'n':
                return word("null");
            default:
                result.kind = Kind::Number;
                return number();
        }
    }

    bool word(std::string_view expected) {
        const bool found = text_.substr(at_).starts_with(expected);
        at_ += found ? expected.size() : 0;
        return found;
    }

    bool string() {
        for (++at_;;) {
            std::size_t at = at_;
            while (at < text_.size() && kPlain[static_cast<unsigned char>(text_[at])]) {
                ++at;
            }
            at_ = at;
            if (at == text_.size()) {
                return false;
            }
            const char c = text_[at];
            if (c == '"') {
                ++at_;
                return true;
            }
            const std::size_t length = c == '\\' ? escaped(text_.substr(at)).second
                                                 : utf8Length(text_.substr(at));  // 0 of control characters
            if (length == 0) {
                return false;
            }
            at_ += length;
        }
    }

    bool digits() {
        std::size_t at = at_;
        while (at < text_.size() && isDigit(text_[at])) {
            ++at;
        }
        return std::exchange(at_, at) < at;
    }
    bool number() {
        const std::size_t begin = at_;
        at_ += peek() == '-';
        const bool beginsWithZero = peek() == '0';
        const std::size_t whole = at_;
        if (!digits() || (beginsWithZero && at_ - whole > 1)) {
            return false;
        }
        if (peek() == '.') {
            ++at_;
            if (!digits()) {
                return false;
            }
        }
        const bool hasExponent = peek() == 'e' || peek() == 'E';
        if (hasExponent) {
            ++at_;
            at_ += peek() == '+' || peek() == '-';
            if (!digits()) {
                return false;
            }
        }
        // What a double cannot hold is no number here.
        const std::string_view all = text_.substr(begin, at_ - begin);
        return (!hasExponent && all.size() < 300) || nlohmann::json::accept(all);
    }

    bool list(JsonValue& parent, char end) {
        ++at_;
        tree_.nestsTooDeep_ = ++depth_ > kDeepest;
        if (tree_.nestsTooDeep_) {
            return false;
        }
        const std::size_t first = open_.size();
        if (!take(end)) {
            do {
                JsonValue child;
                if ((parent.is(Kind::Object) && !key(child)) || !value(child)) {
                    return false;
                }
                tree_.holdsTooMuch_ = ++values_ > kMostValues;
                if (tree_.holdsTooMuch_) {
                    return false;
                }
                open_.push_back(child);
            } while (take(','));
            if (!take(end)) {
                return false;
            }
        }
        close(parent, first);
        --depth_;
        return true;
    }

    bool key(JsonValue& member) {
        skipBlanks();
        const std::size_t begin = at_ + 1;
        if (peek() != '"' || !string()) {
            return false;
        }
        member.key = text_.substr(begin, at_ - 1 - begin);
        if (member.key.find('\\') != std::string_view::npos) {
            member.key = tree_.keys_.emplace_back(withoutEscapes(member.key));
        }
        return take(':');
    }

    /// Moves the children to where they stay.
    void close(JsonValue& parent, std::size_t first) {
        if (parent.is(Kind::Object)) {
            dropOverwritten(first);
        }
        const auto begin = open_.begin() + static_cast<std::ptrdiff_t>(first);
        const std::size_t count = open_.size() - first;
        constexpr std::size_t kBlock = 64;
        std::deque<std::vector<JsonValue>>& lists = tree_.lists_;
        if (lists.empty() || lists.back().capacity() - lists.back().size() < count) {
            lists.emplace_back().reserve(std::max(count, kBlock << std::min<std::size_t>(lists.size(), 8)));
        }
        std::vector<JsonValue>& block = lists.back();
        const std::size_t at = block.size();
        block.insert(block.end(), begin, open_.end());
        parent.children = std::span<const JsonValue>(block).subspan(at);
        open_.resize(first);
    }

    /// Of open members with the same key all but the last go. Large objects are left in the order of the
    /// keys.
    void dropOverwritten(std::size_t first) {
        const auto begin = open_.begin() + static_cast<std::ptrdiff_t>(first);
        const auto isSame = [](const JsonValue& a, const JsonValue& b) { return isSameKey(a.key, b.key); };
        if (open_.size() - first > kSmallObject) {
            std::stable_sort(begin, open_.end(),
                             [](const JsonValue& a, const JsonValue& b) { return a.key < b.key; });
            // Backwards, so that the last of equals is the one that unique() keeps.
            const auto kept = std::unique(open_.rbegin(), std::make_reverse_iterator(begin), isSame);
            open_.erase(begin, kept.base());
            return;
        }
        for (auto member = begin; member != open_.end();) {
            const bool overwritten = std::any_of(
                member + 1, open_.end(), [&](const JsonValue& later) { return isSame(later, *member); });
            member = overwritten ? open_.erase(member) : member + 1;
        }
    }

    std::string_view text_;
    JsonTree& tree_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0, values_ = 0;
    std::vector<JsonValue> open_;  // children of the lists that have not ended yet
};

JsonTree::JsonTree(std::string_view text) : sound_(Parser(text, *this).document(root_)) {}

const JsonValue* JsonValue::find(std::string_view name) const {
    if (!is(Kind::Object)) {
        return nullptr;
    }
    const auto found =
        children.size() <= kSmallObject
            ? std::ranges::find_if(children,
                                   [&](const JsonValue& member) { return isSameKey(member.key, name); })
            : std::ranges::lower_bound(children, name, {}, &JsonValue::key);
    return found != children.end() && isSameKey(found->key, name) ? &*found : nullptr;
}

std::optional<std::uint64_t> JsonValue::whole() const {
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = is(Kind::Number) && fault == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(value) : std::nullopt;
}

double JsonValue::real() const {
    double value = 0.0;
    if (is(Kind::Number)) {
        std::from_chars(text.data(), text.data() + text.size(), value);  // too small to be told from 0: stays
    }
    return value;
}

std::string JsonValue::string() const {
    return is(Kind::String) ? withoutEscapes(text.substr(1, text.size() - 2)) : std::string();
}

}  // namespace sat3d::inline SAT3D_ABI::importing
