#include "core/shared_count.hpp"

namespace sat3d::SAT3D_ABI {

void detail::addOwner(SharedCount& count) noexcept {
    count.owners.fetch_add(1, std::memory_order_relaxed);
}

void detail::removeOwner(SharedCount& count) noexcept {
    if (count.owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete &count;
    }
}

bool detail::hasOneOwner(const SharedCount& count) noexcept {
    return count.owners.load(std::memory_order_acquire) == 1;
}

}  // namespace sat3d::SAT3D_ABI
