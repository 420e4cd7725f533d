#include "layout.hpp"
#include "world_errors.hpp"

#include <cstring>
#include <span>

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::guarded;
using c::packed;

void copyContacts(const ContactRange<c::Contact>& contacts, std::vector<s3_contact>& result) {
    result.clear();
    for (const c::Contact& contact : contacts) {
        result.push_back({packed(contact.objects.a), packed(contact.objects.b),
                          c::out<s3_penetration>(contact.penetration), contact.firstManifold,
                          contact.manifoldCount});
    }
}

void copyTouches(std::span<const c::Touch> touches, std::vector<s3_touch>& result) {
    result.clear();
    for (const c::Touch& touch : touches) {
        result.push_back({packed(touch.objects.a), packed(touch.objects.b),
                          c::out<s3_position>(touch.position), c::out<s3_vector>(touch.normal), touch.impulse,
                          touch.approachSpeed});
    }
}

void copyPairs(std::span<const ObjectPair> pairs, std::vector<s3_id_pair>& result) {
    result.clear();
    for (const ObjectPair& pair : pairs) {
        result.push_back({packed(pair.a), packed(pair.b)});
    }
}

/// A snapshot holds that of the world, then that of the bodies. Its first 8 bytes are the length of the
/// first.
constexpr std::size_t kLengthBytes = 8;

}  // namespace

s3_status s3_world_update(s3_world* world, s3_events* result) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(result).status();
        if (bad) {
            return bad;
        }
        const auto events = world->world.update();
        world->hasChanged = false;
        copyContacts(events.begun, world->begun);
        copyContacts(events.stayed, world->stayed);
        copyPairs(events.ended, world->ended);
        *result = {world->begun.data(),
                   world->begun.size(),
                   world->stayed.data(),
                   world->stayed.size(),
                   world->ended.data(),
                   world->ended.size(),
                   c::view<s3_manifold>(events.manifolds),
                   events.manifolds.size()};
        return bad;
    });
}

s3_status s3_world_step_events(s3_world* world, s3_step_events* result) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(result).status();
        if (!bad) {
            const auto events = world->dynamics.events();
            copyTouches(events.begun, world->touchesBegun);
            copyTouches(events.stayed, world->touchesStayed);
            copyPairs(events.ended, world->touchesEnded);
            *result = {world->touchesBegun.data(),  world->touchesBegun.size(), world->touchesStayed.data(),
                       world->touchesStayed.size(), world->touchesEnded.data(), world->touchesEnded.size()};
        }
        return bad;
    });
}

s3_status s3_world_hash(s3_world* world, uint64_t* result) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(result).status();
        if (!bad) {
            *result = world->world.hash() * 0x9e3779b97f4a7c15u ^ world->dynamics.hash();
        }
        return bad;
    });
}

s3_status s3_world_snapshot(s3_world* world, const uint8_t** bytes, size_t* size) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).output(bytes).output(size).status();
        if (!bad) {
            const std::vector<std::byte> objects = world->world.snapshot(),
                                         bodies = world->dynamics.snapshot();
            const std::uint64_t length = objects.size();
            std::vector<std::uint8_t>& all = world->snapshot;
            all.resize(kLengthBytes + objects.size() + bodies.size());
            std::memcpy(all.data(), &length, kLengthBytes);
            std::memcpy(all.data() + kLengthBytes, objects.data(), objects.size());
            std::memcpy(all.data() + kLengthBytes + objects.size(), bodies.data(), bodies.size());
            *bytes = all.data();
            *size = all.size();
        }
        return bad;
    });
}

s3_status s3_world_restore(s3_world* world, const uint8_t* bytes, size_t size) {
    return guarded([&] {
        const s3_status bad = Checks().world(world).needed(bytes, "the snapshot").status();
        if (bad) {
            return bad;
        }
        std::uint64_t length = 0;
        if (size >= kLengthBytes) {
            std::memcpy(&length, bytes, kLengthBytes);
        }
        if (size < kLengthBytes || length > size - kLengthBytes) {
            return fail(S3_WORLD_BAD_SNAPSHOT, "the bytes are no snapshot: the lengths in it do not fit");
        }
        const auto all = std::as_bytes(std::span(bytes + kLengthBytes, size - kLengthBytes));
        const auto objects = all.first(static_cast<std::size_t>(length)),
                   bodies = all.subspan(objects.size());
        // Into copies, so that an error in the second part leaves the first as it was.
        c::World restored = world->world;
        c::Dynamics moved = world->dynamics;
        if (const auto error = restored.restore(objects)) {
            return c::failWith(*error);
        }
        if (const auto error = moved.restore(restored, bodies)) {
            return c::failWith(*error);
        }
        world->world = std::move(restored);
        world->dynamics = std::move(moved);
        world->hasChanged = true;
        return bad;
    });
}
