#include "world_errors.hpp"

namespace sat3d::c {

s3_status failWith(const WorldError& error) noexcept {
    using Code = WorldError::Code;
    const auto status = [&]() -> s3_status {
        switch (error.code) {
            case Code::BadShape:
                return S3_WORLD_BAD_SHAPE;
            case Code::BadPose:
                return S3_WORLD_BAD_POSE;
            case Code::StaleId:
                return S3_WORLD_STALE_ID;
            case Code::NoSuchPart:
                return S3_WORLD_NO_SUCH_PART;
            case Code::Full:
                return S3_WORLD_FULL;
            case Code::BadSnapshot:
                return S3_WORLD_BAD_SNAPSHOT;
            case Code::ForeignSnapshot:
                return S3_WORLD_FOREIGN_SNAPSHOT;
            case Code::MissingShape:
                return S3_WORLD_MISSING_SHAPE;
            case Code::Empty:
                return S3_WORLD_EMPTY;
            case Code::BadBody:
                return S3_WORLD_BAD_BODY;
            case Code::BadFilter:
                return S3_WORLD_BAD_FILTER;
            case Code::BadJoint:
                return S3_WORLD_BAD_JOINT;
            case Code::BadVehicle:
                return S3_WORLD_BAD_VEHICLE;
            case Code::BadKind:
                return S3_BAD_ENUM;
            default:
                return S3_WORLD_OTHER;
        }
    };
    return fail(status(), error.message);
}

}  // namespace sat3d::c
