/// libFuzzer entry: arbitrary bytes as the content of a baked model. The result must be an error or a model
/// that every query accepts. Length and checksum are corrected first, so that the fuzzer reaches the content.

#include "support/baked.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> bytes = sat3d::saveBaked(sat3d::CollisionModel{});
    bytes.resize(sat3d::test::kBakedHeaderBytes);
    const auto content = std::as_bytes(std::span(data, size));
    // A seed may be a complete baked file: its header is skipped.
    const bool hasHeader = size >= bytes.size() && std::memcmp(data, bytes.data(), 8) == 0;
    bytes.insert(bytes.end(), content.begin() + (hasHeader ? sat3d::test::kBakedHeaderBytes : 0),
                 content.end());
    sat3d::test::makeHeaderRight(bytes);
    if (const auto model = sat3d::loadBaked(std::span<const std::byte>(bytes))) {
        sat3d::test::queryAll(*model);
        // A loaded model can be saved again. (The bytes may differ: indices may be wider than necessary.)
        if (!sat3d::loadBaked(std::span<const std::byte>(sat3d::saveBaked(*model)))) {
            std::abort();
        }
    }
    return 0;
}
