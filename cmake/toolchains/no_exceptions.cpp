// For a C++ library that was built without exceptions (WebAssembly): a throw ends the test program.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>

namespace __cxxabiv1 {

extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept {
    return std::malloc(size);
}

extern "C" void __cxa_throw(void*, std::type_info*, void* (*)(void*)) {
    std::fputs("an exception was thrown\n", stderr);
    std::abort();
}

}  // namespace __cxxabiv1
