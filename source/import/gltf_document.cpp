#include "import/gltf_document.hpp"

#include "import/format_vetting.hpp"

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Kind = JsonValue::Kind;
using Code = ImportError::Code;

constexpr std::size_t kMostJsonBytes = 64u << 20;
constexpr std::size_t kMostJsonValues = 4u << 20;  // of some hundred bytes each
constexpr int kDeepestJson = 64;                   // parsers recurse

}  // namespace

void malformed(const std::string& message) {
    throw VettingFault(Code::Malformed, message);
}

void checkSize(std::string_view text) {
    if (text.size() > kMostJsonBytes) {
        throw VettingFault(Code::LimitExceeded,
                           "its JSON has " + std::to_string(text.size()) + " bytes, more than 64 MiB");
    }
    int depth = 0;
    std::size_t values = 1;
    bool inString = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        if (inString) {
            k += c == '\\';
            inString = c != '"';
        } else {
            const bool opens = c == '{' || c == '[';
            inString = c == '"';
            depth += opens - (c == '}' || c == ']');
            values += opens || c == ',';
        }
        if (depth > kDeepestJson) {
            throw VettingFault(Code::LimitExceeded,
                               "its JSON nests deeper than " + std::to_string(kDeepestJson));
        }
    }
    if (values > kMostJsonValues) {
        throw VettingFault(Code::LimitExceeded, "its JSON holds " + std::to_string(values) +
                                                    " values, more than " + std::to_string(kMostJsonValues));
    }
}

JsonValues demandList(const JsonValue& object, const char* key) {
    const JsonValue* const list = object.find(key);
    if (list == nullptr) {
        return {};
    }
    if (!list->is(Kind::Array) ||
        !std::ranges::all_of(list->children, [](const JsonValue& e) { return e.is(Kind::Object); })) {
        malformed(std::string("\"") + key + "\" is no list of objects");
    }
    return list->children;
}

std::uint64_t number(const JsonValue& object, const char* key, std::optional<std::uint64_t> fallback) {
    const JsonValue* const found = object.find(key);
    if (found == nullptr && fallback) {
        return *fallback;
    }
    const std::optional<std::uint64_t> value = found == nullptr ? std::nullopt : found->whole();
    if (!value || *value >= 1ull << 40) {
        malformed(std::string("\"") + key + "\" is missing or no sensible number");
    }
    return *value;
}

const JsonValue& referred(JsonValues all, const char* what, const JsonValue& object, const char* key) {
    const std::uint64_t index = number(object, key);
    if (index >= all.size()) {
        malformed(std::string("\"") + key + "\" is " + std::to_string(index) + ", but there are only " +
                  std::to_string(all.size()) + " " + what);
    }
    return all[static_cast<std::size_t>(index)];
}
void checkHeader(const JsonValue& document) {
    const JsonValue* const asset = document.find("asset");
    const JsonValue* const version = asset == nullptr ? nullptr : asset->find("version");
    if (version == nullptr || !version->is(Kind::String)) {
        malformed("names no glTF version: is it glTF at all?");
    }
    if (!version->string().starts_with("2.")) {
        malformed("is glTF " + version->string() + "; export it as glTF 2.0");
    }
    const JsonValue* const required = document.find("extensionsRequired");
    for (const JsonValue& extension : required == nullptr ? JsonValues() : required->children) {
        const std::string name = extension.string();
        if (name.find("compression") != std::string::npos || name.find("quantization") != std::string::npos) {
            malformed("needs " + name + ", which is not read; export it without compression");
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
