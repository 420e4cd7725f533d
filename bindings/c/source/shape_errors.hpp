#pragma once

// New shapes, and the errors of their input as statuses.

#include "checks.hpp"
#include "layout.hpp"

#include <sat3d/shapes/shape_error.hpp>
#ifdef S3_PLANE
#include <sat3d/planar/convex_polygon.hpp>
#else
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>
#endif

#include <utility>

namespace sat3d::c {

inline s3_status statusOf(ShapeError::Code code) {
    using Code = ShapeError::Code;
    switch (code) {
        case Code::NotFinite:
        case Code::TooLarge:
        case Code::Negative:
        case Code::NotNormalized:
            return S3_SHAPE_BAD_NUMBER;
        case Code::NonUniformScale:
        case Code::NonAxisAlignedScale:
        case Code::SingularMap:
            return S3_SHAPE_BAD_MAP;
        case Code::HullFailed:
            return S3_HULL_FAILED;
        case Code::Empty:
            return S3_SHAPE_EMPTY;
        case Code::NotWatertight:
            return S3_SHAPE_NOT_WATERTIGHT;
    }
    return S3_SHAPE_BAD_NUMBER;
}
#ifdef S3_PLANE
inline s3_status statusOf(PolygonError::Code) {
    return S3_POLYGON_FAILED;
}
#else
inline s3_status statusOf(HullError::Code) {
    return S3_HULL_FAILED;
}
inline s3_status statusOf(MeshError::Code) {
    return S3_MESH_FAILED;
}
inline s3_status statusOf(HeightFieldError::Code) {
    return S3_HEIGHT_FIELD_FAILED;
}
#endif

/// Gives the caller the shape, or its error.
template <class Made>
s3_status give(Made made, s3_shape** result) {
    if (!made) {
        return fail(statusOf(made.error().code), made.error().message);
    }
    *result = new s3_shape(Shape(*std::move(made)));
    return S3_OK;
}

}  // namespace sat3d::c
