#pragma once

// The shaders of the tank arena: GLSL 3.30.

namespace tank_arena::shaders {

inline constexpr const char* kObjectVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 edges;
layout(location = 3) in mat4 toWorld;
layout(location = 7) in vec4 colorAndSurface;
layout(location = 8) in vec4 seed;
uniform mat4 clipFromWorld;
out vec3 inWorld, inBody, worldNormal, edgeDistance;
flat out vec4 look;
flat out float noiseSeed;
void main() {
    vec3 squares = vec3(dot(toWorld[0], toWorld[0]), dot(toWorld[1], toWorld[1]), dot(toWorld[2], toWorld[2]));
    vec3 scale = sqrt(squares);
    vec4 place = toWorld * vec4(position, 1.0);
    inWorld = place.xyz;
    inBody = position * scale;
    worldNormal = normalize(mat3(toWorld) * (normal / squares));
    edgeDistance = edges * min(scale.x, min(scale.y, scale.z));
    look = colorAndSurface;
    noiseSeed = seed.x;
    gl_Position = clipFromWorld * place;
})";

inline constexpr const char* kDepthFragment = "#version 330 core\nvoid main() {}";

/// Sky, fog and light: common to sky and objects.
inline constexpr const char* kAtmosphere = R"(
const vec3 toSun = vec3(-0.741, 0.515, 0.432);
const vec3 sunlight = vec3(1.55, 1.38, 1.12), skylight = vec3(0.40, 0.48, 0.60), groundlight = vec3(0.20, 0.17, 0.13);
float hash(vec3 p) {
    p = fract(p * 0.3183099 + vec3(0.71, 0.113, 0.419));
    p *= 17.0;
    return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}
float noise(vec3 p) {
    vec3 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x), mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
               mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x),
                   mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y), f.z);
}
vec3 skyColor(vec3 way) {
    float up = clamp(way.y, 0.0, 1.0);
    vec3 color = mix(vec3(0.82, 0.84, 0.84), vec3(0.10, 0.30, 0.68), pow(up, 0.42));
    return color + vec3(1.0, 0.75, 0.45) * pow(max(dot(way, toSun), 0.0), 12.0) * 0.35;
}
vec3 toned(vec3 c) {
    c *= 0.85;
    return pow(clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0), vec3(1.0 / 1.12));
}
)";

inline constexpr const char* kObjectFragment = R"(
in vec3 inWorld, inBody, worldNormal, edgeDistance;
flat in vec4 look;
flat in float noiseSeed;
uniform vec3 eye;
uniform mat4 shadowFromWorld;
uniform sampler2DShadow shadowMap;
uniform vec4 zonePlaces[4];
uniform vec4 zoneColors[4];
out vec4 pixel;

float lightReaching(vec3 place, vec3 normal) {
    vec4 s = shadowFromWorld * vec4(place + normal * 0.06, 1.0);
    vec3 at = s.xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) { return 1.0; }
    float texel = 1.0 / float(textureSize(shadowMap, 0).x), sum = 0.0;
    for (int x = -1; x <= 1; ++x) for (int y = -1; y <= 1; ++y) sum += texture(shadowMap, at + vec3(x, y, 0) * texel);
    return sum / 9.0;
}

vec3 paint(vec3 base, float edge) {
    vec3 p = inBody + noiseSeed;
    float n = noise(p * 0.85) * 0.65 + noise(p * 1.9 + 7.0) * 0.35;
    vec3 c = mix(base, base * vec3(0.50, 0.47, 0.42), smoothstep(0.50, 0.53, n));
    c *= 0.88 + 0.24 * noise(p * 9.0);
    c *= mix(0.80, 1.0, smoothstep(0.0, 0.13, edge));                        // dirt near edges
    return mix(c, c * 1.7 + 0.035, smoothstep(0.028, 0.004, edge) * 0.75);  // worn paint on them
}

vec3 ground(vec3 normal) {
    float n = noise(inWorld * 0.11) * 0.6 + noise(inWorld * 0.43) * 0.25 + noise(inWorld * 2.1) * 0.15;
    vec3 grass = mix(vec3(0.095, 0.130, 0.035), vec3(0.18, 0.19, 0.07), noise(inWorld * 0.9));
    vec3 soil = mix(vec3(0.30, 0.22, 0.115), vec3(0.40, 0.31, 0.17), noise(inWorld * 1.7));
    vec3 c = mix(grass, soil, smoothstep(0.44, 0.62, n));
    c = mix(c, vec3(0.27, 0.25, 0.22), smoothstep(0.93, 0.84, normal.y));
    c *= 0.80 + 0.22 * noise(inWorld * 7.0) + 0.22 * noise(inWorld * 23.0);
    for (int i = 0; i < 4; ++i) {
        vec2 d = abs(inWorld.xz - zonePlaces[i].xy);
        float off = max(d.x, d.y) - zonePlaces[i].z;
        bool isStripe = fract((inWorld.x + inWorld.z) * 0.5) < 0.5;
        if (off < 0.0) { c = mix(c, zoneColors[i].rgb, off > -0.45 ? (isStripe ? 0.85 : 0.45) : 0.14); }
    }
    return c;
}

vec3 concrete(vec3 base, float edge) {
    float n = noise(inBody * 1.3 + noiseSeed) * 0.6 + noise(inBody * 6.0) * 0.25 + noise(inBody * 21.0) * 0.15;
    vec3 c = base * (0.72 + 0.5 * n);
    c *= mix(0.82, 1.0, smoothstep(0.0, 0.16, edge));
    return mix(c, c * 1.25, smoothstep(0.03, 0.005, edge));
}

vec3 wood(vec3 base, float edge) {
    float grain = noise(vec3(inBody.x * 3.0, inBody.y * 14.0, inBody.z * 3.0) + noiseSeed);
    bool isFrame = edge < 0.11;
    vec3 c = (isFrame ? base * vec3(0.50, 0.45, 0.40) : base) * (0.82 + 0.36 * grain);
    c *= mix(0.35, 1.0, smoothstep(0.0, 0.014, abs(edge - 0.11)));
    return mix(c, c * 1.5, smoothstep(0.015, 0.004, edge));
}

void main() {
    vec3 normal = normalize(worldNormal);
    float edge = min(edgeDistance.x, min(edgeDistance.y, edgeDistance.z));
    int surface = int(look.a + 0.5);
    vec3 base = look.rgb;
    if (surface == 0) base = paint(base, edge);
    else if (surface == 1) base = ground(normal);
    else if (surface == 2) base = concrete(base, edge);
    else if (surface == 3) base = wood(base, edge);
    else if (surface == 4) base *= 0.75 + 0.5 * noise(inBody * 11.0 + noiseSeed);
    vec3 color = base;
    vec3 way = inWorld - eye;
    float away = length(way);
    way /= away;
    if (surface != 5) {
        float sun = max(dot(normal, toSun), 0.0);
        if (sun > 0.0) { sun *= lightReaching(inWorld, normal); }
        vec3 ambient = mix(groundlight, skylight, normal.y * 0.5 + 0.5);
        float shine = pow(max(dot(reflect(way, normal), toSun), 0.0), 24.0) * (surface == 0 || surface == 4 ? 0.12 : 0.0);
        color = base * (ambient * 1.2 + sunlight * sun) * 1.25 + sunlight * shine * sun;
        vec3 horizon = skyColor(normalize(vec3(way.x, max(way.y, 0.0) + 0.02, way.z)));
        color = mix(horizon, color, exp(-away * 0.0022));
    }
    pixel = vec4(toned(color), 1.0);
})";

inline constexpr const char* kSkyVertex = R"(#version 330 core
uniform mat4 worldFromClip;
out vec3 farPoint;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vec4 place = worldFromClip * vec4(corner, 1.0, 1.0);
    farPoint = place.xyz / place.w;
    gl_Position = vec4(corner, 1.0, 1.0);
})";
inline constexpr const char* kSkyFragment = R"(
in vec3 farPoint;
uniform vec3 eye;
out vec4 pixel;
void main() {
    vec3 way = normalize(farPoint - eye);
    vec3 color = skyColor(way);
    if (way.y > 0.01) {
        vec3 p = vec3(way.xz / (way.y + 0.18) * 1.6, 0.0);
        float cloud = noise(p) * 0.6 + noise(p * 2.7 + 3.0) * 0.3 + noise(p * 7.0) * 0.1;
        color = mix(color, vec3(1.0, 0.98, 0.95), smoothstep(0.52, 0.85, cloud) * 0.75 * smoothstep(0.01, 0.15, way.y));
    }
    pixel = vec4(toned(color), 1.0);
})";

inline constexpr const char* kLineVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
uniform mat4 clipFromWorld;
out vec4 shade;
void main() { gl_Position = clipFromWorld * vec4(position, 1.0); shade = color; })";
inline constexpr const char* kLineFragment =
    "#version 330 core\nin vec4 shade; out vec4 pixel; void main() { pixel = shade; }";

}  // namespace tank_arena::shaders
