#pragma once

// Contacts of movers.

#include "handles.hpp"
#include "layout.hpp"

namespace sat3d::c {

[[nodiscard]] inline s3_mover_contact contactOf(const MoverContact& contact) {
    return {packed(contact.object), out<s3_vector>(contact.normal), out<s3_position>(contact.point),
            contact.faceTag};
}

}  // namespace sat3d::c
