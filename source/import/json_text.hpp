#pragma once

/// Writing JSON, in parts that close when they go out of scope.

#include "import/json_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

class JsonList;

/// Appends, and leaves room for what closes the parts that are open: that happens in destructors, which must
/// not ask for memory.
inline void append(std::string& text, std::string_view more) {
    constexpr std::size_t kMostOpen = 64;
    const std::size_t needed = text.size() + more.size() + kMostOpen;
    if (needed > text.capacity()) {
        text.reserve(std::max(needed, 2 * text.capacity()));
    }
    text += more;
}

/// One part of a document at a time: while a part is open, nothing is added to the one around it.
class JsonObject {
public:
    explicit JsonObject(std::string& text) : text_(text) { append(text_, "{"); }
    ~JsonObject() { text_ += '}'; }
    JsonObject(const JsonObject&) = delete;
    JsonObject& operator=(const JsonObject&) = delete;

    /// Of another object the members of these names, as they stand; names that are no text are left out.
    void keep(const JsonValue& object, std::initializer_list<std::string_view> names);
    /// @param key  needs no escapes
    void add(std::string_view key, std::uint64_t value);
    [[nodiscard]] JsonObject object(std::string_view key);
    [[nodiscard]] JsonList list(std::string_view key);

private:
    void begin(std::string_view key);

    std::string& text_;
    bool isEmpty_ = true;
};

class JsonList {
public:
    explicit JsonList(std::string& text) : text_(text) { append(text_, "["); }
    ~JsonList() { text_ += ']'; }
    JsonList(const JsonList&) = delete;
    JsonList& operator=(const JsonList&) = delete;

    void add(std::uint64_t value);
    [[nodiscard]] JsonObject object();

private:
    void begin();

    std::string& text_;
    bool isEmpty_ = true;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
