// A crate falls on another one. A PairCache keeps the last axis and its certificate from frame to frame.
#include <sat3d/sat3d.hpp>

#include <cstdio>

int main() {
    const auto hull = sat3d::ConvexHull::box({0.5f, 0.5f, 0.5f});
    if (!hull) {
        return 1;
    }
    const sat3d::Pose standing{{0.0f, 0.5f, 0.0f}};
    sat3d::Pose falling{{0.1f, 2.0f, 0.05f}};
    sat3d::PairCache cache;
    int contacts = 0;
    for (int frame = 0; frame < 120; ++frame) {
        falling.position.y -= 0.02f;
        if (const auto hit =
                sat3d::penetration(*hull, standing, *hull, falling, cache, {.featureHysteresis = true})) {
            falling.position += hit->pushB();
            ++contacts;
        }
    }
    std::printf("%d frames in contact, at rest %.3f m up\n", contacts, falling.position.y);
    return contacts > 0 && falling.position.y > 1.49f ? 0 : 1;
}
