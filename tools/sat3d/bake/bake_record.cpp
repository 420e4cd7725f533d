#include "bake/bake_record.hpp"

#include "core/checksum.hpp"
#include "core/files/program_file.hpp"
#include "core/files/utf8_path.hpp"
#include "files/output_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

namespace sat3d::tool {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::optional<std::string> bytesOf(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
        return std::nullopt;
    }
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    std::string bytes(stream ? static_cast<std::size_t>(stream.tellg()) : 0, '\0');
    stream.seekg(0).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return stream ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<std::uint64_t> checksumOf(const std::filesystem::path& file) {
    const std::optional<std::string> bytes = bytesOf(file);
    return bytes ? std::optional(checksum(std::as_bytes(std::span(*bytes)))) : std::nullopt;
}

/// JSON has no 64-bit integers.
std::string hex(std::uint64_t number) {
    return fmt::format("{:016x}", number);
}

std::uint64_t fromHex(const std::string& text) {
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number, 16);
    return number;
}

}  // namespace

std::filesystem::path recordOf(std::filesystem::path baked) {
    return baked += kRecordExtension;
}

std::uint64_t checksumOfProgram() {
    static const std::uint64_t kChecksum = checksumOf(programFile()).value_or(0);
    return kChecksum;
}

BakeRecord withFilesAsTheyAre(BakeRecord record, const std::filesystem::path& model,
                              const std::filesystem::path& baked) {
    for (SourceFile& file : record.files) {
        file.checksum = checksumOf(model.parent_path() / file.path);
    }
    record.baked = checksumOf(baked).value_or(0);
    return record;
}

BakeRecord readRecord(const std::filesystem::path& baked) try {
    const OrderedJson json = OrderedJson::parse(bytesOf(recordOf(baked)).value_or(""));
    BakeRecord record{
        json.at("importer"), fromHex(json.at("program")), json.at("options"), {}, fromHex(json.at("baked"))};
    for (const auto& [path, sum] : json.at("files").items()) {
        record.files.push_back(
            {pathOfUtf8(path), sum.is_null() ? std::nullopt : std::optional(fromHex(sum))});
    }
    return record;
} catch (const OrderedJson::exception&) {
    return {};
}

void writeRecord(const std::filesystem::path& baked, const BakeRecord& record) {
    OrderedJson json = {{"importer", record.importer},
                        {"program", hex(record.program)},
                        {"options", record.options},
                        {"baked", hex(record.baked)},
                        {"files", OrderedJson::object()}};
    for (const SourceFile& file : record.files) {
        json["files"][utf8Generic(file.path)] =
            file.checksum ? OrderedJson(hex(*file.checksum)) : OrderedJson();
    }
    writeFile(recordOf(baked), json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
}

}  // namespace sat3d::tool
