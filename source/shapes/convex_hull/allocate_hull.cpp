#include "shapes/convex_hull/hull_data.hpp"

#include <cstddef>
#include <new>

namespace sat3d::inline SAT3D_ABI::detail {
namespace {

/// Takes room behind what it allocates, and tells where it is.
template <class T>
class RoomBehind {
public:
    using value_type = T;

    /// @param begin  told on allocation
    RoomBehind(std::size_t room, std::byte** begin) : room_(room), begin_(begin) {}
    template <class U>
    RoomBehind(const RoomBehind<U>& other)  // implicit, as allocators must be
        : room_(other.room_), begin_(other.begin_) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        auto* const block = static_cast<std::byte*>(::operator new(count * sizeof(T) + room_));
        *begin_ = block + count * sizeof(T);
        return reinterpret_cast<T*>(block);
    }
    void deallocate(T* block, std::size_t) { ::operator delete(block); }

    template <class U>
    bool operator==(const RoomBehind<U>&) const {
        return true;
    }

private:
    template <class U>
    friend class RoomBehind;

    std::size_t room_;
    std::byte** begin_;
};

}  // namespace

NewHull newHull(const HullCounts& counts) {
    std::byte* begin = nullptr;
    const std::size_t room = HullArrays::roomFor(counts);
    auto data = std::allocate_shared<HullData>(RoomBehind<HullData>(room, &begin));
    NewHull made{std::move(data), HullArrays(counts, begin, room)};  // in place: so many spans take time
    made.data->mesh = made.arrays.view();
    made.data->faceTags = made.arrays.faceTags;
    made.data->distinctNormals = made.arrays.distinctNormals;
    made.data->distinctEdgeDirections = made.arrays.distinctEdgeDirections;
    return made;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
