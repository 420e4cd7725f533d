/// Lack of memory at any point of an import. In this executable, large allocations fail.

#include "import/support.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace {

thread_local std::size_t largestAllowed = std::numeric_limits<std::size_t>::max();

}  // namespace

// Not inlined, because GCC would report malloc and free as a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
    void* memory = size <= largestAllowed ? std::malloc(size != 0 ? size : 1) : nullptr;
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace sat3d::test {
namespace {

/// Returns a file with a node with a long name, and a box of many triangles.
std::string largeObj() {
    std::string text = boxObj("o " + std::string(100'000, 'n') + "\n");
    const std::string faces = text.substr(text.find("\nf "));
    for (int k = 0; k < 200; ++k) {
        text += faces;
    }
    return text;
}

TEST(Memory, LackOfMemoryIsAnErrorAtAnyPoint) {
    const Folder folder;
    const auto file = folder.write("a.obj", largeObj());
    int refused = 0;
    for (std::size_t allowed = 1024; allowed < 4'000'000; allowed += allowed / 8) {
        SCOPED_TRACE(allowed);
        largestAllowed = allowed;
        const auto model = loadModel(file);
        largestAllowed = std::numeric_limits<std::size_t>::max();
        if (!model) {
            EXPECT_EQ(model.error().code, ImportError::Code::LimitExceeded) << model.error().message;
            EXPECT_NE(model.error().message.find("memory"), std::string::npos) << model.error().message;
            ++refused;
        }
    }
    EXPECT_GT(refused, 20);
    EXPECT_TRUE(loadModel(file));
}

}  // namespace
}  // namespace sat3d::test
