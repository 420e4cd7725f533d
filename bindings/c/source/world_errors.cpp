#include "world_errors.hpp"

namespace sat3d::c {

s3_status failWith(const WorldError& error) noexcept {
    using Code = WorldError::Code;
    const auto status = [&]() -> s3_status {
        switch (error.code) {
            case Code::BadShape: return S3_WORLD_BAD_SHAPE;
            case Code::BadPose: return S3_WORLD_BAD_POSE;
            case Code::StaleId: return S3_WORLD_STALE_ID;
            case Code::NoSuchPart: return S3_WORLD_NO_SUCH_PART;
            case Code::Full: return S3_WORLD_FULL;
            case Code::BadSnapshot: return S3_WORLD_BAD_SNAPSHOT;
            case Code::ForeignSnapshot: return S3_WORLD_FOREIGN_SNAPSHOT;
            case Code::MissingShape: return S3_WORLD_MISSING_SHAPE;
            case Code::Empty: return S3_WORLD_EMPTY;
            case Code::BadBody: return S3_WORLD_BAD_BODY;
            case Code::BadFilter: return S3_WORLD_BAD_FILTER;
            case Code::BadKind: return S3_BAD_ENUM;
            default: return S3_WORLD_OTHER;
        }
    };
    return fail(status(), error.message);
}

s3_status checkObject(const s3_world* world, s3_id id) {
    const s3_status bad = Checks().world(world).status();
    return bad || world->world.find(unpacked(id)) != nullptr
               ? bad
               : fail(S3_WORLD_STALE_ID, "there is no object with this id: it was removed, or is of another world");
}

s3_status checkBody(const s3_world* world, s3_id id) {
    const s3_status bad = checkObject(world, id);
    return bad || world->dynamics.find(unpacked(id)) != nullptr ? bad
                                                                : fail(S3_WORLD_BAD_BODY, "the object has no body");
}

}  // namespace sat3d::c
