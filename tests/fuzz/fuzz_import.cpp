/// libFuzzer entry: arbitrary bytes as a model file. An environment variable selects the format of the run:
///
///     SAT3D_FUZZ_FORMAT=.glb fuzz_import ...

#include "import_bytes.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const char* const format = std::getenv("SAT3D_FUZZ_FORMAT");
    if (format == nullptr) {
        std::fprintf(stderr, "set SAT3D_FUZZ_FORMAT to .glb .gltf .fbx .dae .obj .stl or .ply\n");
        std::exit(2);
    }
    sat3d::test::importBytes(format, {data, size});
    return 0;
}
