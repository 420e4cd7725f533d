// A program that imports in a process of its own, with the worker beside it.

#include <sat3d/import/import.hpp>

#include <cstdio>

int main(int, char** argv) {
    sat3d::ImportOptions options;
    options.isolation.emplace();
    const auto model = sat3d::loadModel(argv[1], options);
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message.c_str());
        return 1;
    }
    std::printf("%zu bodies\n", model->bodies.size());
    return 0;
}
