/// Bakes models as seeds for the fuzzer of baked models.
///   bake_seeds FOLDER MODEL...

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <cstdio>
#include <filesystem>

int main(int argc, char** argv) {
    for (int k = 2; k < argc; ++k) {
        const std::filesystem::path file = argv[k];
        const auto model = sat3d::loadModel(file);
        if (!model) {
            continue;  // the corpus contains files without a model
        }
        const auto seed = std::filesystem::path(argv[1]) / ("seed_" + file.filename().string() + ".s3d");
        if (const auto fault = saveBaked(*model, seed)) {
            std::fprintf(stderr, "%s\n", fault->message.c_str());
            return 1;
        }
    }
    return 0;
}
