/// libFuzzer entry: any bytes as the content of a baked model. Whatever they are, the answer is an error or a
/// model that every query takes. Length and checksum are put right first, so that they do not keep the fuzzer
/// out.

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
    // A whole baked file may stand in the corpus: its own header is left out.
    const bool hasHeader = size >= bytes.size() && std::memcmp(data, bytes.data(), 8) == 0;
    bytes.insert(bytes.end(), content.begin() + (hasHeader ? sat3d::test::kBakedHeaderBytes : 0),
                 content.end());
    sat3d::test::makeHeaderRight(bytes);
    if (const auto model = sat3d::loadBaked(std::span<const std::byte>(bytes))) {
        sat3d::test::queryAll(*model);
        // What was read can be written again. (The bytes may differ: indices may be wider than they need be.)
        if (!sat3d::loadBaked(std::span<const std::byte>(sat3d::saveBaked(*model)))) {
            std::abort();
        }
    }
    return 0;
}
