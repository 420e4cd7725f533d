# WebAssembly for WASI, with Debian's packages of LLVM 19: clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32.
set(CMAKE_SYSTEM_NAME Generic)  # CMake 3.25 does not know WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# Debian's libc++ for WASI has no exceptions: a throw ends the program. GoogleTest takes WASI for a complete POSIX.
set(CMAKE_CXX_FLAGS_INIT "-fignore-exceptions -DGTEST_HAS_STREAM_REDIRECTION=0 -DGTEST_HAS_DEATH_TEST=0")
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --experimental-wasi-unstable-preview1 ${CMAKE_CURRENT_LIST_DIR}/run_wasi.mjs)
# The linker's own 64 KB are too few for tests; an overflow is a trap, not another variable's value.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576 -Wl,--stack-first")
