#pragma once

/// Figures out of JSON that may hold anything.

#include "core/figures.hpp"

#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// What makes no sense, and what to do about it.
struct FigureFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The member of that name, or nullptr: there is none, or no object to have one.
inline const nlohmann::json* member(const nlohmann::json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return !object.is_object() || found == object.end() ? nullptr : &*found;
}

/// The same for members that must be objects.
inline const nlohmann::json* objectMember(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    if (found != nullptr && !found->is_object()) {
        throw FigureFault(std::string("\"") + key + "\" is no object");
    }
    return found;
}

/// A number that a float can hold.
inline double figureOf(const nlohmann::json& value, const std::string& name) {
    constexpr double kMost = std::numeric_limits<float>::max();
    if (!value.is_number() || !(std::abs(value.get<double>()) <= kMost)) {
        throw FigureFault(name + " is " + (value.is_number() ? "too large" : "no number") +
                          ". Write a sensible number");
    }
    return value.get<double>();
}

inline double figureOr(const nlohmann::json& object, const char* key, double fallback) {
    const nlohmann::json* const found = member(object, key);
    return found == nullptr ? fallback : figureOf(*found, std::string("\"") + key + "\"");
}

inline double notNegative(const nlohmann::json& object, const char* key, double fallback) {
    const double value = figureOr(object, key, fallback);
    if (value < 0.0) {
        throw FigureFault(std::string("\"") + key + "\" is " + figure(value) + ", and must not be negative");
    }
    return value;
}

inline double positive(const nlohmann::json& object, const char* key, double fallback) {
    const double value = figureOr(object, key, fallback);
    if (value <= 0.0) {
        throw FigureFault(std::string("\"") + key + "\" is " + figure(value) + ", and must be above 0");
    }
    return value;
}

/// So many numbers, or nothing where there are none.
template <std::size_t N>
std::optional<std::array<double, N>> figuresOf(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    if (found == nullptr) {
        return std::nullopt;
    }
    const std::string name = std::string("\"") + key + "\"";
    if (!found->is_array() || found->size() != N) {
        throw FigureFault(name + " is not " + std::to_string(N) + " numbers");
    }
    std::array<double, N> values;
    for (std::size_t k = 0; k < N; ++k) {
        values[k] = figureOf((*found)[k], name);
    }
    return values;
}

inline std::optional<glm::dvec3> vectorOf(const nlohmann::json& object, const char* key) {
    const auto values = figuresOf<3>(object, key);
    return values ? std::optional(glm::dvec3((*values)[0], (*values)[1], (*values)[2])) : std::nullopt;
}

inline bool flagOf(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    if (found != nullptr && !found->is_boolean()) {
        throw FigureFault(std::string("\"") + key + "\" is neither true nor false");
    }
    return found != nullptr && found->get<bool>();
}

inline std::string textOr(const nlohmann::json& object, const char* key, const std::string& fallback) {
    const nlohmann::json* const found = member(object, key);
    if (found != nullptr && !found->is_string()) {
        throw FigureFault(std::string("\"") + key + "\" is no text");
    }
    return found == nullptr ? fallback : found->get<std::string>();
}

/// An index into a list of so many things; nothing where there is none, or -1, which some write for none.
inline std::optional<std::uint32_t> indexOf(const nlohmann::json& object, const char* key, std::size_t count,
                                            const char* what) {
    const nlohmann::json* const found = member(object, key);
    if (found == nullptr || (found->is_number_integer() && *found == -1)) {
        return std::nullopt;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() >= count) {
        const std::string last =
            count == 0 ? std::string("the file has no ") + what
                       : std::string("the last of the file's ") + what + " is " + std::to_string(count - 1);
        throw FigureFault(std::string("\"") + key + "\" is " +
                          (found->is_number() ? found->dump() : "no number") + ", and " + last +
                          ". Choose one that exists");
    }
    return found->get<std::uint32_t>();
}

/// The list of that name, or nullptr; an empty one where it is no list.
inline const nlohmann::json* listMember(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    return found != nullptr && found->is_array() ? found : nullptr;
}

inline std::size_t sizeOf(const nlohmann::json* list) {
    return list == nullptr ? 0 : list->size();
}

}  // namespace sat3d::inline SAT3D_ABI::importing
