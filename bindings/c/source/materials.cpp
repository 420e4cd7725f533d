#include "materials.hpp"

#include "layout.hpp"
#include "world_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace sat3d::c {

namespace {

static_assert(S3_COMBINE_AVERAGE == 1 + static_cast<int>(CombineMode::Average) &&
              S3_COMBINE_MULTIPLY == 1 + static_cast<int>(CombineMode::Multiply));

std::uint32_t ruleOf(const std::optional<CombineMode>& rule) noexcept {
    return rule ? static_cast<std::uint32_t>(*rule) + 1 : std::uint32_t{S3_COMBINE_NO_RULE};
}
std::optional<CombineMode> ruleOf(std::uint32_t rule) noexcept {
    return rule != S3_COMBINE_NO_RULE ? std::optional(static_cast<CombineMode>(rule - 1)) : std::nullopt;
}

bool areCoefficients(float friction, float restitution) noexcept {
    return std::isfinite(friction) && friction >= 0.0f && restitution >= 0.0f && restitution <= 1.0f;
}

s3_part_surface surfaceOf(const PartSurface& surface) noexcept {
    return {surface.tag, materialOf(surface.material), out<s3_vector>(surface.velocity)};
}
PartSurface surfaceOf(const s3_part_surface& given) noexcept {
    return {given.tag, materialOf(given.material), in(given.velocity)};
}

s3_status checkMaterial(const s3_material& material) noexcept {
    if (const s3_status bad = checkRules(material.friction_combine, material.restitution_combine)) {
        return bad;
    }
    const bool rolls = std::isfinite(material.rolling_resistance) && material.rolling_resistance >= 0.0f;
    return rolls && areCoefficients(material.friction, material.restitution)
               ? s3_status{S3_OK}
               : fail(S3_BAD_NUMBER,
                      "a material has a friction or a rolling resistance below 0, or a restitution outside 0 "
                      "to 1");
}

}  // namespace

s3_material materialOf(const Material& material) noexcept {
    return {material.friction,
            material.restitution,
            material.rollingResistance,
            ruleOf(material.frictionCombine),
            ruleOf(material.restitutionCombine),
            material.id};
}

Material materialOf(const s3_material& given) noexcept {
    return {.friction = given.friction,
            .restitution = given.restitution,
            .rollingResistance = given.rolling_resistance,
            .frictionCombine = ruleOf(given.friction_combine),
            .restitutionCombine = ruleOf(given.restitution_combine),
            .id = given.id};
}

s3_status checkRules(std::uint32_t friction, std::uint32_t restitution) noexcept {
    return Checks()
        .enumerator(friction, S3_COMBINE_MULTIPLY, "the rule for friction")
        .enumerator(restitution, S3_COMBINE_MULTIPLY, "the rule for restitution")
        .status();
}

s3_status checkPairs(std::span<const MaterialPair> pairs) noexcept {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const MaterialPair& pair = pairs[i];
        if (pair.a == 0 || pair.b == 0 || !areCoefficients(pair.friction, pair.restitution)) {
            return fail(
                S3_BAD_NUMBER,
                "a pair of materials has an id of 0, a friction below 0, or a restitution outside 0 to 1");
        }
        const auto isSame = [&](const MaterialPair& other) {
            return std::minmax(other.a, other.b) == std::minmax(pair.a, pair.b);
        };
        if (std::ranges::any_of(pairs.first(i), isSame)) {
            return fail(S3_BAD_NUMBER, "a pair of materials comes twice");
        }
    }
    return S3_OK;
}

}  // namespace sat3d::c

namespace {

using namespace sat3d;
using c::Checks;
using c::guarded;
using c::unpacked;

/// Surfaces of a caller, each with another tag.
s3_status checkSurfaces(std::span<const s3_part_surface> surfaces) {
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        const s3_part_surface& surface = surfaces[i];
        if (const s3_status bad = c::checkMaterial(surface.material)) {
            return bad;
        }
        if (const s3_status bad = Checks().finite(surface.velocity, "the velocity of a surface").status()) {
            return bad;
        }
        const auto hasTag = [&](const s3_part_surface& other) { return other.tag == surface.tag; };
        if (std::ranges::any_of(surfaces.first(i), hasTag)) {
            return c::fail(S3_BAD_NUMBER, "two surfaces have the same tag");
        }
    }
    return S3_OK;
}

}  // namespace

s3_material s3_default_material(void) {
    return c::materialOf(Material{});
}

s3_status s3_world_set_material(s3_world* world, s3_id id, const s3_material* material) {
    return guarded([&] {
        s3_status bad = Checks().body(world, id).needed(material, "the material").status();
        if (!bad) {
            bad = c::checkMaterial(*material);
        }
        if (!bad) {
            world->dynamics.setMaterial(unpacked(id), c::materialOf(*material));
        }
        return bad;
    });
}

s3_status s3_world_get_material(s3_world* world, s3_id id, s3_material* result) {
    return guarded([&] {
        const s3_status bad = Checks().body(world, id).output(result).status();
        if (!bad) {
            *result = c::materialOf(world->dynamics.find(unpacked(id))->material);
        }
        return bad;
    });
}

s3_status s3_world_set_surface(s3_world* world, s3_id id, const s3_part_surface* surface) {
    return guarded([&] {
        s3_status bad = Checks().body(world, id).needed(surface, "the surface").status();
        if (!bad) {
            bad = checkSurfaces({surface, 1});
        }
        return bad ? bad
                   : c::statusOfChange(world->dynamics.setSurface(unpacked(id), c::surfaceOf(*surface)));
    });
}

s3_status s3_world_set_surfaces(s3_world* world, s3_id id, const s3_part_surface* surfaces, size_t count) {
    return guarded([&] {
        s3_status bad = Checks().body(world, id).array(surfaces, count, "the array of surfaces").status();
        if (!bad) {
            bad = checkSurfaces({surfaces, count});
        }
        if (bad) {
            return bad;
        }
        c::Body body = *world->dynamics.find(unpacked(id));
        body.surfaces.clear();
        for (std::size_t i = 0; i < count; ++i) {
            body.surfaces.push_back(c::surfaceOf(surfaces[i]));
        }
        return c::statusOf(world->dynamics.setBody(world->world, unpacked(id), body));
    });
}

s3_status s3_world_get_surfaces(s3_world* world, s3_id id, s3_part_surface* surfaces, size_t capacity,
                                size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks()
                                  .body(world, id)
                                  .output(count)
                                  .array(surfaces, capacity, "the array of surfaces")
                                  .status();
        if (!bad) {
            const auto& all = world->dynamics.find(unpacked(id))->surfaces;
            for (std::size_t i = 0; i < std::min(capacity, all.size()); ++i) {
                surfaces[i] = c::surfaceOf(all[i]);
            }
            *count = all.size();
        }
        return bad;
    });
}
