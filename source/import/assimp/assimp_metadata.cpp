#include "import/assimp/assimp_metadata.hpp"

#include <assimp/types.h>
// metadata.h needs types.h but does not include it.
#include <assimp/metadata.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Whether a key belongs to the file format: a property of FBX itself, or a number of a Collada node.
bool isOfTheFormat(std::string_view key) {
    constexpr std::string_view kBeginnings[] = {
        "Lcl ",      "Rotation",     "Scaling",   "Translation", "Geometric",   "PostRotation",
        "Pre",       "Min",          "Max",       "Axis",        "Quaternion",  "Inherit",
        "Default",   "LookAt",       "UpVector",  "Visibility",  "Show",        "Negative",
        "Freeze",    "LODBox",       "Primary",   "Receive",     "Cast",        "currentUV",
        "MultiTake", "Manipulation", "Selection", "mr displ",    "SetPrefered", "Collada_"};
    constexpr std::string_view kNames[] = {"IsNull", "Color", "BBoxMin", "BBoxMax", "DocumentUrl", "Src"};
    return std::ranges::any_of(kBeginnings, [&](std::string_view begin) { return key.starts_with(begin); }) ||
           std::ranges::find(kNames, key) != std::end(kNames);
}

template <class T>
T valueOf(const aiMetadataEntry& entry) {
    T value;
    std::memcpy(&value, entry.mData, sizeof value);
    return value;
}

template <class T>
std::string numberText(T number) {
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string textOf(const aiMetadataEntry& entry) {
    switch (entry.mType) {
        case AI_BOOL:
            return valueOf<bool>(entry) ? "true" : "false";
        case AI_INT32:
            return numberText(valueOf<std::int32_t>(entry));
        case AI_UINT64:
            return numberText(valueOf<std::uint64_t>(entry));
        case AI_FLOAT:
            return numberText(valueOf<float>(entry));
        case AI_DOUBLE:
            return numberText(valueOf<double>(entry));
        case AI_AISTRING:
            return static_cast<const aiString*>(entry.mData)->C_Str();
        case AI_AIVECTOR3D: {
            const auto* vector = static_cast<const aiVector3D*>(entry.mData);
            return "[" + numberText(vector->x) + "," + numberText(vector->y) + "," + numberText(vector->z) +
                   "]";
        }
        default:
            return {};
    }
}

}  // namespace

std::vector<NodeProperty> propertiesOf(const aiMetadata* metadata) {
    std::vector<NodeProperty> properties;
    for (unsigned k = 0; metadata != nullptr && k < metadata->mNumProperties; ++k) {
        const std::string_view key(metadata->mKeys[k].C_Str());
        if (metadata->mValues[k].mData == nullptr || isOfTheFormat(key)) {
            continue;
        }
        if (std::string text = textOf(metadata->mValues[k]); !text.empty()) {
            properties.push_back({std::string(key), std::move(text)});
        }
    }
    return properties;
}

}  // namespace sat3d::SAT3D_ABI::importing
