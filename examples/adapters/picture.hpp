#pragma once

// A picture in memory, written as a PNG file without any library.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Rows from top to bottom, three bytes per pixel: red, green, blue.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> bytes;

    Picture(int w, int h) : width(w), height(h), bytes(std::size_t(3) * std::size_t(w) * std::size_t(h)) {}
    [[nodiscard]] std::uint8_t* pixel(int x, int y) {
        return &bytes[3 * (std::size_t(y) * std::size_t(width) + std::size_t(x))];
    }
};

/// Returns the picture at half the size, each pixel the mean of four: smooth edges.
[[nodiscard]] Picture halved(Picture picture);
/// Returns the picture upside down: OpenGL's rows go from bottom to top.
[[nodiscard]] Picture flipped(Picture picture);
/// Writes a PNG file, uncompressed.
/// @return whether it was written
[[nodiscard]] bool writePng(const Picture& picture, const std::string& path);
