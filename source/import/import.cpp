#include "core/figures.hpp"
#include "import/assimp_reader.hpp"
#include "import/deadline.hpp"
#include "import/gltf_reader.hpp"
#include "import/isolation.hpp"
#include "import/model_builder.hpp"
#include "import/source_file.hpp"
#include "import/stl_reader.hpp"
#include "import/vetting.hpp"

#include <sat3d/import/import.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <system_error>
#include <utility>

namespace sat3d::inline SAT3D_ABI {
namespace {

using namespace importing;
using Code = ImportError::Code;

/// What is wrong with the options, or nothing.
std::string checkOptions(const ImportOptions& options) {
    std::string faults;
    const auto demand = [&](bool holds, const char* fault, double value) {
        if (!holds) {
            faults += (faults.empty() ? "" : "; ") + std::string(fault) + figure(value);
        }
    };
    const double unit = options.metresPerUnit.value_or(1.0);
    const auto coplanar = static_cast<double>(options.hull.coplanarTolerance);
    demand(std::isfinite(unit) && unit > 0.0, "metresPerUnit must be finite and positive, is ", unit);
    demand(options.weldTolerance >= 0.0 && options.weldTolerance <= 0.01,
           "weldTolerance must lie in 0 .. 0.01, is ", options.weldTolerance);
    demand(coplanar >= 0.0 && options.hull.coplanarTolerance <= 0.01f,
           "hull.coplanarTolerance must lie in 0 .. 0.01, is ", coplanar);
    demand(options.fitTolerance >= 0.0 && options.fitTolerance <= 0.1,
           "fitTolerance must lie in 0 .. 0.1, is ", options.fitTolerance);
    if (const auto pieces = decompose({}, {}, options.pieces);
        pieces.error().code == DecompositionError::Code::BadOptions) {
        faults += (faults.empty() ? "pieces." : "; pieces.") + pieces.error().message;
    }
    demand(std::isfinite(options.maxSeconds) && options.maxSeconds >= 0.0,
           "maxSeconds must be finite and not negative, is ", options.maxSeconds);
    return faults;
}

/// What to do about an extension that chooses no reader: the formats that are best read, and how many more.
std::string unknownExtension(const std::string& extension, std::size_t readable) {
    const std::vector<std::string>& vetted = vettedExtensions();
    std::string message = extension.empty()
                              ? "has no extension to choose a reader by"
                              : "the extension " + extension + " is none of those that are read";
    message += "; export the model as";
    for (const std::string& choice : vetted) {
        message += (&choice == &vetted.front() ? " " : &choice == &vetted.back() ? " or " : ", ") + choice;
    }
    if (readable > vetted.size()) {
        message += " (" + std::to_string(readable - vetted.size()) + " more are read, less well checked)";
    }
    return message;
}

Result<Scene, ImportError> readScene(const std::filesystem::path& file, const std::string& bytes,
                                     const ImportOptions& options, const Deadline& deadline) {
    if (std::optional<ImportError> fault = vet(file, bytes, options)) {
        return Unexpected{*std::move(fault)};
    }
    const std::string extension = lowerExtension(file);
    try {
        if (extension == ".gltf" || extension == ".glb") {
            return readGltf(file, bytes, extension == ".glb", options);
        }
        if (extension == ".stl" && isBinaryStl(bytes)) {
            return readBinaryStl(bytes);
        }
    } catch (...) {
        return Unexpected{caughtOver(file)};
    }
    return readWithAssimp(file, bytes, options, deadline);
}

}  // namespace

const NodeReport* ImportReport::lineOf(std::uint32_t node) const noexcept {
    const auto found = std::ranges::find(nodes, node, &NodeReport::node);
    return found == nodes.end() ? nullptr : &*found;
}

Result<ImportedModel, ImportError> loadModel(const std::filesystem::path& file,
                                             const ImportOptions& options) try {
    const Deadline deadline(options.maxSeconds);
    if (std::string faults = checkOptions(options); !faults.empty()) {
        return failure(Code::BadOptions, file, std::move(faults));
    }
    if (options.isolation) {
        return loadInWorker(file, options);
    }
    const std::vector<std::string>& readable =
        options.onlyVettedFormats ? vettedExtensions() : assimpExtensions();
    const std::string extension = lowerExtension(file);
    const bool known = std::ranges::binary_search(readable, extension);
    if (std::error_code ignored; !known && !std::filesystem::is_directory(file, ignored)) {
        return failure(Code::UnknownFormat, file, unknownExtension(extension, readable.size()));
    }
    Result<std::string, ImportError> bytes = readBytes(file, options.maxFileBytes);
    if (!bytes) {
        return Unexpected{std::move(bytes.error())};
    }
    const Result<Scene, ImportError> scene = readScene(file, *bytes, options, deadline);
    if (!scene) {
        return Unexpected{scene.error()};
    }
    return buildModel(*scene, file, options, deadline);
} catch (const std::bad_alloc&) {
    return failure(Code::LimitExceeded, file, "asks for more memory than there is");
}

std::vector<std::string> importableExtensions() {
    return assimpExtensions();
}

}  // namespace sat3d::inline SAT3D_ABI
