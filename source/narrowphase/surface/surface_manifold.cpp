#include "narrowphase/surface/surface_manifold.hpp"

#include "narrowphase/manifold/support_face_tag.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/surface/patch_normals.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A push that is longer than another by this factor is dropped if the other does, too.
constexpr double kMuchLonger = 1.5;

}  // namespace

SurfaceManifolds::SurfaceManifolds(const ChildShape& body, const PosedShape& surface,
                                   const CollideOptions& options)
    : options_(options),
      numberOfBody_(body.number),
      felt_(body, surface, double(options.margin)),
      search_(felt_),
      tolerance_(kDepthSlack * felt_.body().boundingRadius()),
      bias_(double(options.faceBias) * felt_.body().boundingRadius()) {
    collect();
    if (stored_.empty()) {
        return;
    }
    addPatchPoints();
    for (const Feature& feature : features_) {
        addFeature(feature.push, feature.triangle);
    }
    dropUntouched();
    dropLongPushes();
    coverTriangles();
}

/// No push can be shorter than the one along the normal by more than the bias.
bool SurfaceManifolds::isFaceAtOnce(const FeltTriangle& triangle) const {
    return triangle.separation >= -bias_;
}

SurfaceManifolds::Role SurfaceManifolds::roleFrom(const TrianglePushes& pushes) const {
    if (pushes.best <= pushes.least) {
        return Role::Face;
    }
    if (pushes.bestIsNormalOf != kNoIndex && felt_.felt(pushes.bestIsNormalOf)) {
        return Role::Passive;  // the neighbor reports that push
    }
    const bool isShort = pushes.touching && pushes.touching->separation >= pushes.best - bias_;
    return isShort ? Role::Feature : Role::Passive;
}

/// The pushes that are shorter than the one along the triangle's normal by more than the bias.
TrianglePushes SurfaceManifolds::pushesOf(const FeltTriangle& triangle) const {
    return search_.pushesOf(triangle, triangle.separation + bias_);
}

SurfaceManifolds::Role SurfaceManifolds::roleOf(const FeltTriangle& triangle) const {
    if (felt_.body().isPoint()) {
        FeaturePush push;
        return roleFacingSphere(triangle, push);
    }
    return isFaceAtOnce(triangle) ? Role::Face : roleFrom(pushesOf(triangle));
}

void SurfaceManifolds::collect() {
    felt_.forEachFelt([&](const FeltTriangle& triangle) {
        isStored_ = isStored_ && !stored_.isFull();
        if (isStored_) {
            stored_.add(Felt{triangle, Role::Face});
        }
    });
    if (isStored_) {
        std::sort(stored_.begin(), stored_.end(),
                  [](const Felt& p, const Felt& q) { return p.triangle.number < q.triangle.number; });
        for (Felt& felt : stored_) {
            felt.role = take(felt.triangle);
        }
    } else {
        felt_.forEachFelt([&](const FeltTriangle& triangle) { take(triangle); });
    }
}

/// Finds the role of a triangle, and notes its patch or its feature.
SurfaceManifolds::Role SurfaceManifolds::take(const FeltTriangle& triangle) {
    if (felt_.body().isPoint()) {
        FeaturePush push;
        const Role role = roleFacingSphere(triangle, push);
        if (role == Role::Face) {
            addToPatch(triangle);
        } else if (role == Role::Feature) {
            noteFeature(push, triangle.number);
        }
        return role;
    }
    if (isFaceAtOnce(triangle)) {
        addToPatch(triangle);
        return Role::Face;
    }
    const TrianglePushes pushes = pushesOf(triangle);
    const Role role = roleFrom(pushes);
    if (role == Role::Face) {
        addToPatch(triangle);
    } else if (role == Role::Feature) {
        noteFeature(*pushes.touching, triangle.number);
    }
    return role;
}

/// Notes a push over an edge or a vertex. If there are too many, the deepest are kept.
void SurfaceManifolds::noteFeature(const FeaturePush& push, std::uint32_t triangle) {
    if (push.separation < felt_.margin()) {
        const Feature feature{push, triangle};
        if (!features_.isFull()) {
            features_.add(feature);
        } else {
            const auto shallowest = std::max_element(
                features_.begin(), features_.end(),
                [](const Feature& p, const Feature& q) { return p.push.separation < q.push.separation; });
            *shallowest = feature.push.separation < shallowest->push.separation ? feature : *shallowest;
        }
    }
}

/// A sphere touches each triangle at the point closest to its center.
SurfaceManifolds::Role SurfaceManifolds::roleFacingSphere(const FeltTriangle& triangle,
                                                          FeaturePush& push) const {
    using Facing = FeaturePushSearch::Facing;
    const Facing facing = search_.facingSphere(triangle, push);
    return facing == Facing::Face ? Role::Face : facing == Facing::Feature ? Role::Feature : Role::Passive;
}

void SurfaceManifolds::addToPatch(const FeltTriangle& triangle) {
    const Patch here{triangle.outward, triangle.separation, triangle.number};
    Patch* shallowest = nullptr;
    for (Patch& patch : patches_) {
        if (glm::dot(patch.outward, here.outward) > kSamePatch) {
            patch = here.separation < patch.separation ? here : patch;
            return;
        }
        shallowest = !shallowest || patch.separation > shallowest->separation ? &patch : shallowest;
    }
    if (!patches_.isFull()) {
        patches_.add(here);
    } else if (here.separation < shallowest->separation) {
        *shallowest = here;
    }
}

SurfaceContact* SurfaceManifolds::contactAlong(const glm::dvec3& outward, double cosine) {
    SurfaceContact* best = nullptr;
    for (SurfaceContact& contact : contacts_) {
        const double here = glm::dot(contact.outward(), outward);
        if (here > cosine) {
            cosine = here;
            best = &contact;
        }
    }
    return best;
}

/// Returns a new contact, or one in place of the shallowest. Null if all are deeper.
SurfaceContact* SurfaceManifolds::roomFor(const glm::dvec3& outward, double separation,
                                          std::uint32_t triangle) {
    if (!contacts_.isFull()) {
        return &contacts_.add(felt_, outward, triangle);
    }
    const auto shallowest = std::max_element(
        contacts_.begin(), contacts_.end(),
        [](const SurfaceContact& p, const SurfaceContact& q) { return p.separation() < q.separation(); });
    return separation < shallowest->separation() ? std::construct_at(shallowest, felt_, outward, triangle)
                                                 : nullptr;
}

void SurfaceManifolds::addPatchPoints() {
    for (const Patch& patch : patches_) {
        contacts_.add(felt_, patch.outward, patch.triangle);
    }
    if (contacts_.empty()) {
        return;
    }
    const auto forEachOfPatch = [&](const auto& add) {
        forEachFelt([&](const FeltTriangle& triangle, Role role) {
            SurfaceContact* const contact =
                role == Role::Face ? contactAlong(triangle.outward, kWithinPatch) : nullptr;
            if (contact) {
                add(*contact, triangle);
            }
        });
    };
    forEachOfPatch([](SurfaceContact& patch, const FeltTriangle& triangle) { patch.addCorners(triangle); });
    forEachOfPatch([](SurfaceContact& patch, const FeltTriangle& triangle) { patch.addBorder(triangle); });
    forEachOfPatch([](SurfaceContact& patch, const FeltTriangle& triangle) { patch.addBump(triangle); });
    for (SurfaceContact* patch = contacts_.begin(); patch != contacts_.end();) {
        patch->separation() < felt_.margin() ? static_cast<void>(++patch) : contacts_.erase(patch);
    }
}

/// Whether a depth measured along a slightly different normal is less by more than rounding.
bool SurfaceManifolds::isShortened(double separation, double cosine) const {
    return -separation * (1.0 - cosine) > tolerance_;
}

void SurfaceManifolds::addFeature(const FeaturePush& push, std::uint32_t triangle) {
    SurfaceContact* contact = contactAlong(push.outward, kSamePatch);
    if (!contact || isShortened(push.separation, glm::dot(contact->outward(), push.outward))) {
        contact = roomFor(push.outward, push.separation, triangle);
    }
    for (std::uint32_t i = 0; contact && i < push.count; ++i) {
        contact->addFacing(push.points[i], triangle);
    }
}

Separation SurfaceManifolds::exactSeparation(std::uint32_t number, Points points) const {
    const detail::SurfaceTriangle triangle{felt_.triangle(number), sidesOf(felt_.surface())};
    return triangleSeparation(felt_.body(), ConvexProxy(triangle, felt_.frame().bInPair), triangle.sides,
                              points);
}

/// The separation of the contact's triangle, computed once.
const Separation& SurfaceManifolds::exactSeparation(SurfaceContact& contact) const {
    if (!contact.exact()) {
        const auto triangle = felt_.felt(contact.triangle());
        const auto overFace = triangle ? separationOverFace(*triangle) : std::nullopt;
        contact.setExact(overFace ? *overFace : exactSeparation(contact.triangle(), Points::No));
    }
    return *contact.exact();
}

/// Returns the separation if it is certainly the one along the triangle's normal.
std::optional<Separation> SurfaceManifolds::separationOverFace(const FeltTriangle& triangle) const {
    const ConvexProxy& body = felt_.body();
    const glm::dvec3& outward = triangle.outward;
    const std::uint32_t vertex = body.support(-outward);
    const glm::dvec3 lowest = body.vertex(vertex), first = triangle.corners[0];
    const double height = glm::dot(outward, lowest - first), separation = height - body.convexRadius();
    const glm::dvec3 foot = lowest - height * outward;
    double inside = std::numeric_limits<double>::infinity();  // of the foot, from the triangle's edges
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 along = triangle.corners[(i + 1) % 3] - triangle.corners[i];
        const glm::dvec3 inward = (triangle.isBack ? -1.0 : 1.0) * glm::cross(outward, along);
        inside = std::min(inside, glm::dot(inward, foot - triangle.corners[i]) / glm::length(inward));
    }
    if (!(inside > felt_.rounding()) || std::abs(separation - felt_.margin()) < felt_.rounding()) {
        return std::nullopt;
    }
    if (height <= felt_.rounding()) {
        // A disk of the triangle around the foot, and the body's center above it, make all other pushes
        // longer: those with a sine of at least kSine to the normal by the disk and the vertex, the others,
        // downward, by the center.
        constexpr double kSine = 0.55, kCosine = 0.835, kDisk = (1.0 + kCosine) / kSine;
        const glm::dvec3 toCenter = body.center() - foot;
        const double rise = glm::dot(outward, toCenter), aside = glm::length(toCenter - rise * outward);
        const double depth = std::abs(height);
        if (body.convexRadius() > 0.0 || inside < kDisk * depth || kCosine * rise - kSine * aside < depth) {
            return std::nullopt;
        }
    }
    Separation result;
    result.separation = separation;
    result.normalAToB = -outward;
    result.features = {FeaturePair::Kind::FaceB, vertex, triangle.isBack ? 1u : 0u};
    return result;
}

/// Whether penetration() has an answer.
bool SurfaceManifolds::isTouched(const Separation& exact) const {
    return static_cast<float>(exact.separation) < options_.margin;
}

/// Drops contacts with triangles that the body does not touch: a vertex of it may hang over a triangle beside
/// it.
void SurfaceManifolds::dropUntouched() {
    for (SurfaceContact* contact = contacts_.begin(); contact != contacts_.end();) {
        bool touches = isTouched(exactSeparation(*contact));
        if (!touches) {
            forEachFelt([&](const FeltTriangle& triangle, Role) {
                if (!touches && contactAlong(triangle.outward, kWithinPatch) == contact &&
                    isTouched(exactSeparation(triangle.number, Points::No))) {
                    touches = true;
                    contact->setTriangle(triangle.number);
                }
            });
        }
        touches ? static_cast<void>(++contact) : contacts_.erase(contact);
    }
}

/// Drops contacts all of whose triangles are freed by a much shorter push. (A crate on a stair overlaps the
/// riser slightly: the push along the tread's normal frees it.)
void SurfaceManifolds::dropLongPushes() {
    const auto count = static_cast<std::size_t>(contacts_.end() - contacts_.begin());
    if (count < 2) {
        return;
    }
    // For each contact, the contacts that free all of its triangles, as bits.
    std::array<std::uint32_t, kMaxContacts> freedBy;
    freedBy.fill(~0u);
    const auto restrict = [&](const glm::dvec3& outward, const FeltTriangle& triangle) {
        const SurfaceContact* const own = contactAlong(outward, kWithinPatch);
        for (std::size_t i = 0; own && i < count; ++i) {
            if (!contacts_.begin()[i].frees(triangle, 0.0)) {
                freedBy[std::size_t(own - contacts_.begin())] &= ~(1u << i);
            }
        }
    };
    forEachFelt([&](const FeltTriangle& triangle, Role role) {
        if (role == Role::Face) {
            restrict(triangle.outward, triangle);
        }
    });
    for (const Feature& feature : features_) {
        if (const auto triangle = felt_.felt(feature.triangle)) {
            restrict(feature.push.outward, *triangle);
        }
    }
    std::uint32_t dropped = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j) {
            const double most = std::max(0.0, -kMuchLonger * contacts_.begin()[j].separation());
            if (-contacts_.begin()[i].separation() > most + tolerance_ && (freedBy[i] >> j & 1) != 0) {
                dropped |= 1u << i;
            }
        }
    }
    for (std::size_t i = count; i-- > 0;) {
        if ((dropped >> i & 1) != 0) {
            contacts_.erase(contacts_.begin() + i);
        }
    }
}

DManifold SurfaceManifolds::manifoldOf(SurfaceContact& contact) const {
    DManifold manifold;
    contact.write(manifold);
    const Separation& exact = exactSeparation(contact);
    manifold.penetration = {felt_.frame().directionInWorld(exact.normalAToB),
                            options_.margin - static_cast<float>(exact.separation),
                            exact.features,
                            {numberOfBody_, contact.triangle()}};
    manifold.faceTagA = tagToward(felt_.body(), -contact.outward());
    manifold.faceTagB = tagOf(felt_.surface(), contact.triangle());
    return manifold;
}

}  // namespace sat3d::inline SAT3D_ABI
