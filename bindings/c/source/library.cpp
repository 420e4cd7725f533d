#include "checks.hpp"

#include <sat3d/core/version.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace {

using sat3d::c::fail;

/// These bits of the major number say that positions are doubles, and that the library is for the plane.
constexpr std::uint32_t kDoubleBit = 0x8000, kPlaneBit = 0x4000;
static_assert(((S3_ABI_MAJOR & kDoubleBit) != 0) == (sizeof(s3_real) == sizeof(double)));
static_assert(((S3_ABI_MAJOR & kPlaneBit) != 0) == (sizeof(s3_vector) == 2 * sizeof(float)));

constexpr std::array kNames{
    std::pair{S3_OK, "S3_OK"},
    std::pair{S3_NULL_ARGUMENT, "S3_NULL_ARGUMENT"},
    std::pair{S3_BAD_HANDLE, "S3_BAD_HANDLE"},
    std::pair{S3_BAD_NUMBER, "S3_BAD_NUMBER"},
    std::pair{S3_BAD_INDEX, "S3_BAD_INDEX"},
    std::pair{S3_BAD_STRUCT, "S3_BAD_STRUCT"},
    std::pair{S3_BAD_ENUM, "S3_BAD_ENUM"},
    std::pair{S3_WRONG_SHAPE, "S3_WRONG_SHAPE"},
    std::pair{S3_OUT_OF_MEMORY, "S3_OUT_OF_MEMORY"},
    std::pair{S3_INTERNAL, "S3_INTERNAL"},
    std::pair{S3_WRONG_LIBRARY, "S3_WRONG_LIBRARY"},
    std::pair{S3_SHAPE_BAD_NUMBER, "S3_SHAPE_BAD_NUMBER"},
    std::pair{S3_SHAPE_BAD_MAP, "S3_SHAPE_BAD_MAP"},
    std::pair{S3_SHAPE_EMPTY, "S3_SHAPE_EMPTY"},
    std::pair{S3_SHAPE_NOT_WATERTIGHT, "S3_SHAPE_NOT_WATERTIGHT"},
    std::pair{S3_HULL_FAILED, "S3_HULL_FAILED"},
    std::pair{S3_POLYGON_FAILED, "S3_POLYGON_FAILED"},
    std::pair{S3_MESH_FAILED, "S3_MESH_FAILED"},
    std::pair{S3_HEIGHT_FIELD_FAILED, "S3_HEIGHT_FIELD_FAILED"},
    std::pair{S3_WORLD_BAD_SHAPE, "S3_WORLD_BAD_SHAPE"},
    std::pair{S3_WORLD_BAD_POSE, "S3_WORLD_BAD_POSE"},
    std::pair{S3_WORLD_STALE_ID, "S3_WORLD_STALE_ID"},
    std::pair{S3_WORLD_NO_SUCH_PART, "S3_WORLD_NO_SUCH_PART"},
    std::pair{S3_WORLD_FULL, "S3_WORLD_FULL"},
    std::pair{S3_WORLD_BAD_SNAPSHOT, "S3_WORLD_BAD_SNAPSHOT"},
    std::pair{S3_WORLD_FOREIGN_SNAPSHOT, "S3_WORLD_FOREIGN_SNAPSHOT"},
    std::pair{S3_WORLD_MISSING_SHAPE, "S3_WORLD_MISSING_SHAPE"},
    std::pair{S3_WORLD_EMPTY, "S3_WORLD_EMPTY"},
    std::pair{S3_WORLD_BAD_BODY, "S3_WORLD_BAD_BODY"},
    std::pair{S3_WORLD_BAD_FILTER, "S3_WORLD_BAD_FILTER"},
    std::pair{S3_WORLD_BAD_JOINT, "S3_WORLD_BAD_JOINT"},
    std::pair{S3_WORLD_BAD_VEHICLE, "S3_WORLD_BAD_VEHICLE"},
    std::pair{S3_WORLD_IN_STEP, "S3_WORLD_IN_STEP"},
    std::pair{S3_WORLD_OTHER, "S3_WORLD_OTHER"},
    std::pair{S3_MODEL_NOT_FOUND, "S3_MODEL_NOT_FOUND"},
    std::pair{S3_MODEL_UNREADABLE, "S3_MODEL_UNREADABLE"},
    std::pair{S3_MODEL_INVALID, "S3_MODEL_INVALID"},
};

}  // namespace

uint32_t s3_abi_version(void) {
    return S3_ABI_VERSION;
}

s3_status s3_check_abi(uint32_t program) {
    const std::uint32_t major = program >> 16, minor = program & 0xffffu;
    if (major == S3_ABI_MAJOR && minor <= S3_ABI_MINOR) {
        return S3_OK;
    }
    const std::uint32_t different = major ^ S3_ABI_MAJOR;
    if ((different & kPlaneBit) != 0) {
        return fail(S3_WRONG_LIBRARY,
                    (major & kPlaneBit) != 0
                        ? "the program is for the plane, but this library is for space: link sat3d_c_plane"
                        : "the program is for space, but this library is for the plane: link sat3d_c, or "
                          "define S3_PLANE before the header");
    }
    if ((different & kDoubleBit) != 0) {
        return fail(S3_WRONG_LIBRARY,
                    (major & kDoubleBit) != 0
                        ? "the program has positions in double, but this library has them in float: link "
                          "sat3d_c_double"
                        : "the program has positions in float, but this library has them in double: link "
                          "sat3d_c, or define S3_DOUBLE before the header");
    }
    return fail(S3_WRONG_LIBRARY,
                "the program was compiled with a header of another version than this library");
}

const char* s3_version(void) {
    return sat3d::version();
}

const char* s3_status_name(s3_status status) {
    const auto found = std::ranges::find_if(kNames, [&](const auto& name) { return name.first == status; });
    return found == kNames.end() ? "?" : found->second;
}
