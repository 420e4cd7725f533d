#pragma once

// What a query of the C interface leaves out.

#include <sat3d/world/object.hpp>
#include <sat3d/world/world_queries.hpp>

#include <sat3d.h>

namespace sat3d::c {

static_assert(sizeof(s3_id) == sizeof(ObjectId) && alignof(s3_id) >= alignof(ObjectId));

/// @param filter  NULL for the default
[[nodiscard]] inline QueryFilter filterOf(const s3_query_filter* filter) {
    if (filter == nullptr) {
        return {};
    }
    return {.categories = filter->categories,
            .without = {reinterpret_cast<const ObjectId*>(filter->without), filter->without_count},
            .sensors = filter->sensors};
}

}  // namespace sat3d::c
