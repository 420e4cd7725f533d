#include "import/files/source_file.hpp"

#include "core/files/utf8_path.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace sat3d::SAT3D_ABI::importing {

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = utf8(file.extension());
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

Result<std::string, ImportError> readBytes(const std::filesystem::path& file, std::uint64_t maxBytes) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    if (!std::filesystem::exists(status)) {
        return failure(ImportError::Code::NotFound, file, "there is no such file");
    }
    if (std::filesystem::is_directory(status)) {
        return failure(ImportError::Code::Unreadable, file, "is a folder, not a model file");
    }
    // A device or a pipe could deliver endless data.
    if (!std::filesystem::is_regular_file(status)) {
        return failure(ImportError::Code::Unreadable, file, "is not a regular file");
    }
    std::filebuf source;           // not a stream, because its constructor looks up locales
    source.pubsetbuf(nullptr, 0);  // no buffer: the bytes go directly to the result
    source.open(file, std::ios::in | std::ios::binary);
    const std::streamoff end = source.pubseekoff(0, std::ios::end);
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(end, 0));
    if (size > maxBytes) {
        return failure(ImportError::Code::LimitExceeded, file,
                       "has " + std::to_string(size) + " bytes, more than maxFileBytes = " +
                           std::to_string(maxBytes) + "; raise the limit if you trust the file");
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    const auto wanted = static_cast<std::streamsize>(bytes.size());
    if (end < 0 || source.pubseekpos(0) != std::streampos(0) ||
        source.sgetn(bytes.data(), wanted) != wanted) {
        return failure(ImportError::Code::Unreadable, file, "cannot be read; check its permissions");
    }
    return bytes;
}

}  // namespace sat3d::SAT3D_ABI::importing
