#include <sat3d/core/assert.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace sat3d::inline SAT3D_ABI {

namespace {

void printAndAbort(const char* condition, const char* message, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: sat3d contract broken: %s (%s)\n", file, line, message, condition);
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

}  // namespace sat3d::inline SAT3D_ABI
