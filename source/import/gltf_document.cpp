#include "import/gltf_document.hpp"

#include "import/format_vetting.hpp"

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Kind = JsonValue::Kind;
using Code = ImportError::Code;

constexpr std::size_t kMostJsonBytes = 64u << 20;

}  // namespace

void checkSize(std::string_view text) {
    if (text.size() > kMostJsonBytes) {
        throw VettingFault(Code::LimitExceeded,
                           "its JSON has " + std::to_string(text.size()) + " bytes, more than 64 MiB");
    }
}

const JsonValue& demandObject(const JsonTree& tree) {
    if (tree.nestsTooDeep()) {
        throw VettingFault(Code::LimitExceeded,
                           "its JSON nests deeper than " + std::to_string(JsonTree::kDeepest));
    }
    if (tree.holdsTooMuch()) {
        throw VettingFault(Code::LimitExceeded,
                           "its JSON holds more than " + std::to_string(JsonTree::kMostValues) + " values");
    }
    if (tree.root() == nullptr || !tree.root()->is(Kind::Object)) {
        malformed("its JSON is broken");
    }
    return *tree.root();
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
        if (name.find("compression") != std::string::npos) {
            malformed("needs " + name + ", which is not read; export it without compression");
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
