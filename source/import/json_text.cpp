#include "import/json_text.hpp"

namespace sat3d::inline SAT3D_ABI::importing {

void JsonObject::begin(std::string_view key) {
    append(text_, isEmpty_ ? "\"" : ",\"");
    append(text_, key);
    append(text_, "\":");
    isEmpty_ = false;
}

void JsonObject::keep(const JsonValue& object, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const JsonValue* const member = object.find(name);
        if (member != nullptr && (name != "name" || member->is(JsonValue::Kind::String))) {
            begin(name);
            append(text_, member->text);
        }
    }
}

void JsonObject::add(std::string_view key, std::uint64_t value) {
    begin(key);
    append(text_, std::to_string(value));
}

JsonObject JsonObject::object(std::string_view key) {
    begin(key);
    return JsonObject(text_);
}

JsonList JsonObject::list(std::string_view key) {
    begin(key);
    return JsonList(text_);
}

void JsonList::begin() {
    if (!isEmpty_) {
        append(text_, ",");
    }
    isEmpty_ = false;
}

void JsonList::add(std::uint64_t value) {
    begin();
    append(text_, std::to_string(value));
}

JsonObject JsonList::object() {
    begin();
    return JsonObject(text_);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
