#include "picture.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

namespace {

void append(std::string& bytes, std::uint32_t number) {  // big-endian
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(number >> shift & 255u);
    }
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = ~0u;
    for (const char byte : bytes) {
        crc ^= static_cast<std::uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
        }
    }
    return ~crc;
}

std::uint32_t adler32(std::string_view bytes) {
    std::uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<std::uint8_t>(byte)) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}

void appendChunk(std::string& file, const std::string& typeAndData) {
    append(file, static_cast<std::uint32_t>(typeAndData.size() - 4));
    file += typeAndData;
    append(file, crc32(typeAndData));
}

/// Wraps bytes as a zlib stream of stored blocks.
std::string stored(std::string_view bytes) {
    std::string stream("\x78\x01", 2);
    for (std::size_t at = 0; at < bytes.size(); at += 65535) {
        const std::size_t size = std::min<std::size_t>(65535, bytes.size() - at);
        stream += static_cast<char>(at + size == bytes.size());  // the last block
        for (const std::size_t part : {size, size >> 8, ~size, ~size >> 8}) {
            stream += static_cast<char>(part & 255u);
        }
        stream += bytes.substr(at, size);
    }
    append(stream, adler32(bytes));
    return stream;
}

}  // namespace

Picture halved(Picture picture) {
    Picture half(picture.width / 2, picture.height / 2);
    for (int y = 0; y < half.height; ++y) {
        for (int x = 0; x < half.width; ++x) {
            for (int c = 0; c < 3; ++c) {
                int sum = 2;
                for (int k = 0; k < 4; ++k) {
                    sum += picture.pixel(2 * x + k % 2, 2 * y + k / 2)[c];
                }
                half.pixel(x, y)[c] = static_cast<std::uint8_t>(sum / 4);
            }
        }
    }
    return half;
}

Picture flipped(Picture picture) {
    for (int y = 0; y < picture.height / 2; ++y) {
        std::swap_ranges(picture.pixel(0, y), picture.pixel(0, y) + std::ptrdiff_t(3) * picture.width,
                         picture.pixel(0, picture.height - 1 - y));
    }
    return picture;
}

bool writePng(const Picture& picture, const std::string& path) {
    std::string header = "IHDR", rows;
    append(header, static_cast<std::uint32_t>(picture.width));
    append(header, static_cast<std::uint32_t>(picture.height));
    header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits each of red, green, blue
    const std::size_t rowSize = std::size_t(3) * std::size_t(picture.width);
    for (std::size_t at = 0; at < picture.bytes.size(); at += rowSize) {
        rows += '\0';  // no filter
        rows.append(picture.bytes.begin() + std::ptrdiff_t(at),
                    picture.bytes.begin() + std::ptrdiff_t(at + rowSize));
    }
    std::string file("\x89PNG\r\n\x1a\n", 8);
    appendChunk(file, header);
    appendChunk(file, "IDAT" + stored(rows));
    appendChunk(file, "IEND");
    std::ofstream out(path, std::ios::binary);
    out.write(file.data(), static_cast<std::streamsize>(file.size()));
    return out.good();
}
