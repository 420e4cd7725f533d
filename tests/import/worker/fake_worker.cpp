// An import worker that misbehaves. The name of its file selects how: the tests link to it under several
// names.

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

namespace {

[[noreturn]] void hang() {
    for (;;) {
        std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

void readAll() {
    char buffer[4096];
    while (std::fread(buffer, 1, sizeof buffer, stdin) > 0) {
    }
}

}  // namespace

int main(int, char** arguments) {
    const std::string how = std::filesystem::path(arguments[0]).stem().string();
    if (how == "deaf") {
        return 0;  // reads nothing
    }
    readAll();
    if (how == "crash") {
        volatile int* nowhere = nullptr;
        *nowhere = 1;
    } else if (how == "abort") {
        std::raise(SIGABRT);
    } else if (how == "hang") {
        hang();
    } else if (how == "linger") {
        std::fclose(stdout);
        hang();
    } else if (how == "code") {
        return 3;
    } else if (how == "rubbish") {
        std::fputs("Segmentation fault", stdout);
    } else if (how == "version") {
        const std::string text = "sat3d import answer 99.9.9";
        std::putchar(static_cast<int>(text.size()));
        std::fwrite("\0\0", 1, 3, stdout);
        std::fputs(text.c_str(), stdout);
    } else if (how == "flood") {
        const std::string much(65536, 'x');
        while (std::fwrite(much.data(), 1, much.size(), stdout) > 0) {
        }
    }
    return 0;
}
