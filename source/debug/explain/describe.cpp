#include "debug/html/markup_writer.hpp"

#include <sat3d/debug/describe.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

// Formats with four significant digits, without exponent, with trailing zeros: 1.500, 12.30, 0.01234.
std::string fourDigits(double value) {
    constexpr double kRoundsUp = 1.00005;  // 9.9996 becomes 10.00
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value) * kRoundsUp)));
    return debug::decimals(value, std::clamp(3 - magnitude, 0, 6));
}

}  // namespace

std::string describeLength(double meters) {
    const double size = std::abs(meters);
    if (size == 0.0) {
        return "0 m";
    }
    if (size < 1e-6 || size >= 1e6) {
        return debug::significant(meters, 3) + " m";
    }
    if (size < 0.01) {
        return fourDigits(meters * 1e3) + " mm";
    }
    return size < 1.0 ? fourDigits(meters * 1e2) + " cm" : fourDigits(meters) + " m";
}

std::string describeVector(const glm::dvec3& vector) {
    return "(" + debug::decimals(vector.x, 3) + ", " + debug::decimals(vector.y, 3) + ", " +
           debug::decimals(vector.z, 3) + ")";
}

std::string describeFeatures(const FeaturePair& features, std::string_view nameA, std::string_view nameB) {
    using Kind = FeaturePair::Kind;
    const auto word = [kind = features.kind](Kind face, Kind edge) {
        return kind == face ? "face " : kind == Kind::EdgeEdge || kind == edge ? "edge " : "vertex ";
    };
    std::string text = word(Kind::FaceA, Kind::EdgeVertex) + std::to_string(features.a) + " of ";
    text.append(nameA).append(" against ").append(word(Kind::FaceB, Kind::VertexEdge));
    return text.append(std::to_string(features.b)).append(" of ").append(nameB);
}

}  // namespace sat3d::SAT3D_ABI
