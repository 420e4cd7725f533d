#include "response/body/body_stream.hpp"

#include "response/motion/visit_rule.hpp"

namespace sat3d::SAT3D_ABI {

namespace {

void visitMaterial(StateStream& stream, Material& material) {
    stream(material.friction, material.restitution, material.rollingResistance);
    std::uint32_t none = 0;
    visitRule(stream, material.frictionCombine, material.id);
    visitRule(stream, material.restitutionCombine, none);
}

void visitLocks(StateStream& stream, LockedAxes& locked) {
    stream(locked.moveX, locked.moveY, locked.moveZ, locked.turnX, locked.turnY, locked.turnZ);
}
void visitLocks(StateStream& stream, PlanarLockedAxes& locked) {
    stream(locked.moveX, locked.moveY, locked.turn);
}

template <class Dimension>
bool isLimited(const BasicBody<Dimension>& body) {
    return body.maxSpeed < BodyMass::kInfinite || body.maxAngularSpeed < BodyMass::kInfinite;
}

}  // namespace

template <class Dimension>
std::uint8_t visitBody(StateStream& stream, BasicBody<Dimension>& body, std::uint8_t extras) {
    stream(body.mass.mass, body.mass.center, body.mass.inertia, body.velocity, body.angularVelocity);
    visitMaterial(stream, body.material);
    stream(body.surfaceVelocity, body.gravityFactor, body.linearDamping, body.angularDamping, body.canSleep);
    extras = static_cast<std::uint8_t>(extras | (body.followsPose ? BodyExtras::kFollowsPose : 0) |
                                       (!body.surfaces.empty() ? BodyExtras::kSurfaces : 0) |
                                       (body.locked != decltype(body.locked){} ? BodyExtras::kLocks : 0) |
                                       (isLimited(body) ? BodyExtras::kLimits : 0));
    stream(extras);
    body.followsPose = (extras & BodyExtras::kFollowsPose) != 0;
    if ((extras & BodyExtras::kLocks) != 0) {
        visitLocks(stream, body.locked);
    }
    if ((extras & BodyExtras::kLimits) != 0) {
        stream(body.maxSpeed, body.maxAngularSpeed);
    }
    return extras;
}

template <class Dimension>
void visitSurfaces(StateStream& stream, std::vector<BasicPartSurface<Dimension>>& surfaces) {
    visitList(stream, surfaces, [&](BasicPartSurface<Dimension>& surface) {
        stream(surface.tag);
        visitMaterial(stream, surface.material);
        stream(surface.velocity);
    });
}

template std::uint8_t visitBody(StateStream&, BasicBody<Dimension3>&, std::uint8_t);
template std::uint8_t visitBody(StateStream&, BasicBody<Dimension2>&, std::uint8_t);
template void visitSurfaces(StateStream&, std::vector<BasicPartSurface<Dimension3>>&);
template void visitSurfaces(StateStream&, std::vector<BasicPartSurface<Dimension2>>&);

}  // namespace sat3d::SAT3D_ABI
