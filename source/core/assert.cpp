#include <sat3d/core/assert.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace sat3d::SAT3D_ABI {

namespace {

void printAndAbort(const char* condition, const char* message, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: sat3d assertion failed: %s (%s)\n", file, line, message, condition);
    std::abort();
}

std::atomic<AssertHandler> currentHandler{&printAndAbort};

}  // namespace

AssertHandler setAssertHandler(AssertHandler handler) noexcept {
    return currentHandler.exchange(handler != nullptr ? handler : &printAndAbort);
}

void detail::assertionFailed(const char* condition, const char* message, const char* file, int line) {
    currentHandler.load()(condition, message, file, line);
}

void detail::valueMissing(const char* message, const char* file, int line) {
    assertionFailed("has_value()", message, file, line);
    std::abort();
}

}  // namespace sat3d::SAT3D_ABI
