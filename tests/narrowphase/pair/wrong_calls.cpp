// Calls that must not compile. tests/narrowphase/CMakeLists.txt checks what the compiler says about each.
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/shapes/compound.hpp>

void wrongCall(const sat3d::Compound& compound, const sat3d::Box& box) {
    using namespace sat3d;
#if defined(COLLIDE_WITHOUT_SPAN)
    collide(compound, Pose{}, box, Pose{});
#endif
}
