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
vec3 skyColor(vec3 ray) {
    float up = clamp(ray.y, 0.0, 1.0);
    vec3 color = mix(vec3(0.82, 0.84, 0.84), vec3(0.10, 0.30, 0.68), pow(up, 0.42));
    return color + vec3(1.0, 0.75, 0.45) * pow(max(dot(ray, toSun), 0.0), 12.0) * 0.35;
}
const float kFog = 0.0020;
vec3 fogColor(vec3 ray) { return skyColor(normalize(vec3(ray.x, max(ray.y, 0.0) + 0.02, ray.z))); }
vec3 toned(vec3 c) {
    c *= 0.92;
    return pow(clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0), vec3(1.0 / 1.12));
}
)";

/// What ground and bodies have in common. The color of the surface is not part of it: see surfaceColor().
inline constexpr const char* kSurface = R"(
in vec3 inWorld, inBody, worldNormal, edgeDistance;
flat in vec4 look;
flat in float noiseSeed;
uniform vec3 eye;
uniform mat4 shadowFromWorld;
uniform sampler2DShadow shadowMap;
uniform int shadowTaps;  // to each side
out vec4 pixel;

float lightReaching(vec3 place, vec3 normal) {
    vec4 s = shadowFromWorld * vec4(place + normal * 0.06, 1.0);
    vec3 at = s.xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) { return 1.0; }
    float texel = 1.0 / float(textureSize(shadowMap, 0).x), sum = 0.0;
    for (int x = -shadowTaps; x <= shadowTaps; ++x) for (int y = -shadowTaps; y <= shadowTaps; ++y) sum += texture(shadowMap, at + vec3(x, y, 0) * texel);
    return sum / float((2 * shadowTaps + 1) * (2 * shadowTaps + 1));
}

vec3 surfaceColor(vec3 base, int surface, vec3 normal);

void main() {
    vec3 normal = normalize(worldNormal);
    int surface = int(look.a + 0.5);
    vec3 base = surfaceColor(look.rgb, surface, normal);
    vec3 color = base;
    vec3 ray = inWorld - eye;
    float away = length(ray);
    ray /= away;
    if (surface != 5) {
        float sun = max(dot(normal, toSun), 0.0);
        if (sun > 0.0) { sun *= lightReaching(inWorld, normal); }
        vec3 ambient = mix(groundlight, skylight, normal.y * 0.5 + 0.5);
        // Light that the ground and what stands on it throw back, toward the sun's side and away from it.
        float bounced = 0.07 + 0.10 * max(dot(normal, vec3(0.86, -0.1, -0.5)), 0.0);
        float shine = pow(max(dot(reflect(ray, normal), toSun), 0.0), 24.0) * (surface == 0 || surface == 4 ? 0.12 : 0.0);
        color = base * (ambient * 1.25 + sunlight * (sun * 1.08 + bounced)) * 1.2 + sunlight * shine * sun;
        color = mix(fogColor(ray), color, exp(-away * kFog));
    }
    pixel = vec4(toned(color), 0.0);  // alpha is how much smoke is before it
}
)";

inline constexpr const char* kGroundSurface = R"(
uniform vec4 markPlaces[8];
uniform vec4 markColors[8];
vec3 surfaceColor(vec3 base, int surface, vec3 normal) {
    float n = noise(inWorld * 0.11) * 0.6 + noise(inWorld * 0.43) * 0.25 + noise(inWorld * 2.1) * 0.15;
    vec3 grass = mix(vec3(0.095, 0.130, 0.035), vec3(0.18, 0.19, 0.07), noise(inWorld * 0.9));
    vec3 soil = mix(vec3(0.30, 0.22, 0.115), vec3(0.40, 0.31, 0.17), noise(inWorld * 1.7));
    vec3 c = mix(grass, soil, smoothstep(0.44, 0.62, n));
    c = mix(c, vec3(0.27, 0.25, 0.22), smoothstep(0.93, 0.84, normal.y));
    c *= 0.80 + 0.22 * noise(inWorld * 7.0) + 0.22 * noise(inWorld * 23.0);
    for (int i = 0; i < 8; ++i) {
        vec2 d = abs(inWorld.xz - markPlaces[i].xy);
        float off = (markPlaces[i].w > 0.5 ? length(d) : max(d.x, d.y)) - markPlaces[i].z;
        bool isStripe = fract((inWorld.x + inWorld.z) * 0.5) < 0.5;
        if (off < 0.0) { c = mix(c, markColors[i].rgb, (off > -0.45 ? (isStripe ? 0.85 : 0.45) : 0.14) * markColors[i].a); }
    }
    return c;
}
)";

inline constexpr const char* kBodySurface = R"(
vec3 paint(vec3 base, float edge, vec3 noises) {
    float n = noises.x * 0.65 + noises.y * 0.35;
    vec3 c = mix(base, base * vec3(0.50, 0.47, 0.42), smoothstep(0.50, 0.53, n));
    c *= 0.88 + 0.24 * noises.z;
    c *= mix(0.80, 1.0, smoothstep(0.0, 0.13, edge));                        // dirt near edges
    return mix(c, c * 1.7 + 0.035, smoothstep(0.028, 0.004, edge) * 0.75);  // worn paint on them
}

vec3 concrete(vec3 base, float edge, vec3 noises) {
    vec3 c = base * (0.72 + 0.5 * dot(noises, vec3(0.6, 0.25, 0.15)));
    c *= mix(0.82, 1.0, smoothstep(0.0, 0.16, edge));
    return mix(c, c * 1.25, smoothstep(0.03, 0.005, edge));
}

vec3 wood(vec3 base, float edge, float grain) {
    bool isFrame = edge < 0.11;
    vec3 c = (isFrame ? base * vec3(0.50, 0.45, 0.40) : base) * (0.82 + 0.36 * grain);
    c *= mix(0.35, 1.0, smoothstep(0.0, 0.014, abs(edge - 0.11)));
    return mix(c, c * 1.5, smoothstep(0.015, 0.004, edge));
}

vec3 surfaceColor(vec3 base, int surface, vec3 normal) {
    float edge = min(edgeDistance.x, min(edgeDistance.y, edgeDistance.z));
    // Noise costs most, and a processor runs every branch: so only its places depend on the surface.
    vec3 p = inBody + noiseSeed, first, second = p, third = p;
    if (surface == 0) { first = p * 0.85; second = p * 1.9 + 7.0; third = p * 9.0; }
    else if (surface == 2) { first = inBody * 1.3 + noiseSeed; second = inBody * 6.0; third = inBody * 21.0; }
    else if (surface == 3) { first = inBody * vec3(3.0, 14.0, 3.0) + noiseSeed; }
    else { first = inBody * 11.0 + noiseSeed; }
    vec3 noises = vec3(noise(first), noise(second), noise(third));
    if (surface == 0) return paint(base, edge, noises);
    if (surface == 2) return concrete(base, edge, noises);
    if (surface == 3) return wood(base, edge, noises.x);
    return surface == 4 ? base * (0.75 + 0.5 * noises.x) : base;
}
)";

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
    vec3 ray = normalize(farPoint - eye);
    vec3 color = skyColor(ray);
    if (ray.y > 0.01) {
        vec3 p = vec3(ray.xz / (ray.y + 0.18) * 1.6, 0.0);
        float cloud = noise(p) * 0.6 + noise(p * 2.7 + 3.0) * 0.3 + noise(p * 7.0) * 0.1;
        color = mix(color, vec3(1.0, 0.98, 0.95), smoothstep(0.52, 0.85, cloud) * 0.75 * smoothstep(0.01, 0.15, ray.y));
    }
    pixel = vec4(toned(color), 0.0);
})";

/// Lines as thin quads: each instance is a line, with six corners.
inline constexpr const char* kLineVertex = R"(#version 330 core
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colorFrom;
layout(location = 3) in vec4 colorTo;
uniform mat4 clipFromWorld;
uniform vec2 pixel;   // in clip space
uniform float width;  // pixels
out vec4 shade;
void main() {
    vec4 a = clipFromWorld * vec4(from, 1.0), b = clipFromWorld * vec4(to, 1.0);
    const float near = 0.05;  // what is behind the camera is cut off
    if (a.w < near && b.w >= near) { a = mix(b, a, (b.w - near) / (b.w - a.w)); }
    if (b.w < near && a.w >= near) { b = mix(a, b, (a.w - near) / (a.w - b.w)); }
    vec2 along = (b.xy / b.w - a.xy / a.w) / pixel;
    along = length(along) > 1e-4 ? normalize(along) : vec2(1.0, 0.0);
    int corner = gl_VertexID % 6;
    bool isEnd = corner == 1 || corner == 2 || corner == 4;
    float side = corner == 0 || corner == 1 || corner == 3 ? 0.5 : -0.5;
    vec4 place = isEnd ? b : a;
    place.xy += vec2(-along.y, along.x) * side * width * pixel * place.w;
    gl_Position = a.w < near && b.w < near ? vec4(2.0, 2.0, 2.0, 1.0) : place;
    shade = isEnd ? colorTo : colorFrom;
})";
inline constexpr const char* kLineFragment =
    "#version 330 core\nin vec4 shade; out vec4 pixelColor; void main() { pixelColor = shade; }";

inline constexpr const char* kFaceVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
uniform mat4 clipFromWorld;
out vec4 shade;
void main() { gl_Position = clipFromWorld * vec4(position, 1.0); shade = color; })";

/// Smoke, dust, fire and sparks: discs that face the camera, with ragged edges, and streaks of light.
inline constexpr const char* kPuffVertex = R"(#version 330 core
layout(location = 0) in vec4 placeAndSize;
layout(location = 1) in vec4 color;
layout(location = 2) in vec4 axisAndGlow;
layout(location = 3) in float seed;
uniform mat4 clipFromWorld;
uniform vec3 eye, cameraRight, cameraUp;
out vec2 inDisc;
out vec3 inWorld;
flat out vec4 shade;
flat out vec3 look;  // glow, seed, whether it is a streak
void main() {
    int corner = gl_VertexID % 6;
    inDisc = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0,
                  corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
    vec3 axis = axisAndGlow.xyz, right = cameraRight * placeAndSize.w, up = cameraUp * placeAndSize.w;
    bool isStreak = dot(axis, axis) > 0.0;
    if (isStreak) {
        right = axis;
        up = normalize(cross(axis, eye - placeAndSize.xyz)) * placeAndSize.w;
    }
    inWorld = placeAndSize.xyz + inDisc.x * right + inDisc.y * up;
    shade = color;
    look = vec3(axisAndGlow.w, seed, isStreak ? 1.0 : 0.0);
    gl_Position = clipFromWorld * vec4(inWorld, 1.0);
})";
inline constexpr const char* kPuffFragment = R"(
in vec2 inDisc;
in vec3 inWorld;
flat in vec4 shade;
flat in vec3 look;
uniform vec3 eye, cameraRight, cameraUp;
out vec4 pixel;
void main() {
    float away = length(inDisc);
    if (look.z > 0.5) {  // a streak: hot in the middle, and light that adds up
        float heat = smoothstep(1.0, 0.0, abs(inDisc.y)) * smoothstep(1.0, 0.1, abs(inDisc.x));
        pixel = vec4(toned(shade.rgb * heat + heat * heat * heat * 2.0) * heat * shade.a, 0.0);
        return;
    }
    float ragged = noise(vec3(inDisc * 2.3, look.y)) * 0.55 + noise(vec3(inDisc * 5.1, look.y + 9.0)) * 0.25;
    float density = smoothstep(1.0, 0.15, away + ragged * 0.55 - 0.12) * shade.a;
    if (density < 0.004) { discard; }
    vec3 normal = normalize(cameraRight * inDisc.x + cameraUp * inDisc.y +
                            cross(cameraRight, cameraUp) * sqrt(max(0.0, 1.0 - away * away)));
    float sun = 0.55 + 0.45 * dot(normal, toSun);
    vec3 lit = shade.rgb * (mix(groundlight, skylight, normal.y * 0.5 + 0.5) * 1.1 + sunlight * sun * 0.75);
    vec3 fire = shade.rgb * mix(0.35, 1.4, density);
    vec3 ray = inWorld - eye;
    float distanceToEye = length(ray);
    vec3 color = mix(fogColor(ray / distanceToEye), mix(lit, fire, look.x), exp(-distanceToEye * kFog));
    pixel = vec4(toned(color) * density, density * (1.0 - look.x * 0.75));
})";

inline constexpr const char* kPostVertex = R"(#version 330 core
out vec2 at;
void main() {
    at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
})";

inline constexpr const char* kCopyFragment = R"(#version 330 core
in vec2 at;
uniform sampler2D colorMap;
out vec4 result;
void main() { result = vec4(texture(colorMap, at).rgb, 1.0); })";

/// What the passes over the finished picture have in common: the distance of what is seen at a place.
inline constexpr const char* kDepthRead = R"(#version 330 core
in vec2 at;
uniform sampler2D colorMap, depthMap, occlusionMap;
uniform vec2 pixel;        // of the picture, in texture coordinates
uniform vec2 clipPlanes;   // near, far
uniform float halfHeight;  // tangent of half the field of view
out vec4 result;
float distanceAt(vec2 p) {
    float depth = texture(depthMap, p).r * 2.0 - 1.0;
    return 2.0 * clipPlanes.x * clipPlanes.y / (clipPlanes.y + clipPlanes.x - depth * (clipPlanes.y - clipPlanes.x));
}
)";

/// How much of the light from all sides things nearby take away, with noise.
inline constexpr const char* kOcclusionFragment = R"(
void main() {
    float here = distanceAt(at);
    const float reach = 0.9;  // meters
    const int taps = 24;
    float perMeter = 0.5 / (here * halfHeight);  // of the picture's height
    float aspect = pixel.y / pixel.x;
    float turn = fract(52.9829189 * fract(dot(floor(at / pixel), vec2(0.06711056, 0.00583715)))) * 6.2831853;
    float hidden = 0.0;
    for (int i = 0; i < taps; ++i) {
        float share = (float(i) + 0.5) / float(taps), angle = turn + 2.399963 * float(i);
        vec2 offset = vec2(cos(angle) / aspect, sin(angle)) * sqrt(share) * reach * perMeter;
        // Two opposite points are compared. On a plane, one is nearer by as much as the other is farther.
        float nearer = here - distanceAt(at + offset), nearerToo = here - distanceAt(at - offset);
        float limit = reach * sqrt(1.0 - share * 0.8);
        hidden += clamp((nearer + nearerToo) / limit, 0.0, 1.0) * step(abs(nearer), 2.0 * reach) * step(abs(nearerToo), 2.0 * reach);
    }
    result = vec4(1.0 - clamp(hidden / float(taps) * 1.5, 0.0, 0.55) * exp(-here * 0.012));
})";

/// The picture with occlusion, smoothed where the distance is the same, and with outlines.
inline constexpr const char* kPostFragment = R"(
void main() {
    vec3 color = texture(colorMap, at).rgb;
    float here = distanceAt(at);
    if (here > 0.9 * clipPlanes.y) { result = vec4(color, 1.0); return; }
    float sum = 0.0, weights = 0.0;
    for (int x = -2; x <= 2; ++x) for (int y = -2; y <= 2; ++y) {
        vec2 p = at + vec2(x, y) * pixel;
        float weight = 1.0 / (0.02 + abs(distanceAt(p) - here) / here);
        sum += texture(occlusionMap, p).r * weight;
        weights += weight;
    }
    vec2 x = vec2(pixel.x, 0.0), y = vec2(0.0, pixel.y);
    float bend = abs(distanceAt(at + x) + distanceAt(at - x) - 2.0 * here) + abs(distanceAt(at + y) + distanceAt(at - y) - 2.0 * here);
    float outline = smoothstep(0.025, 0.07, bend / here) * exp(-here * 0.03);
    float smoke = texture(colorMap, at).a;  // hides the outlines behind it
    result = vec4(color * (sum / weights) * (1.0 - 0.45 * outline * (1.0 - smoke)), 1.0);
})";

}  // namespace tank_arena::shaders
