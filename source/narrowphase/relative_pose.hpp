#pragma once

#include "narrowphase/kernels/kernel_types.hpp"

#include <sat3d/math/pose.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

/// B seen from A, about the hulls' centers: all in double and rounded once at the end, so that neither a
/// place far from the world's origin nor a center far from a hull's own costs precision. Rotations are
/// renormalised on the way. This is poseBInA() of math/pose.hpp and a change of origin in one, without
/// matrices in between.
template <class T>
[[nodiscard]] inline RelativePose relativePose(const KernelHull& a, const BasicPose<T>& poseA,
                                               const KernelHull& b, const BasicPose<T>& poseB) noexcept {
    const double ax = poseA.rotation.x, ay = poseA.rotation.y, az = poseA.rotation.z, aw = poseA.rotation.w;
    const double bx = poseB.rotation.x, by = poseB.rotation.y, bz = poseB.rotation.z, bw = poseB.rotation.w;
    const double lengthsSquared =
        (ax * ax + ay * ay + az * az + aw * aw) * (bx * bx + by * by + bz * bz + bw * bw);
    const double scaleA = 2.0 / (ax * ax + ay * ay + az * az + aw * aw);

    // Quaternion of B in A: conjugate(a) * b.
    const double w = aw * bw + ax * bx + ay * by + az * bz;
    const double x = aw * bx - ax * bw - ay * bz + az * by;
    const double y = aw * by + ax * bz - ay * bw - az * bx;
    const double z = aw * bz - ax * by + ay * bx - az * bw;
    const double scale = 2.0 / lengthsSquared;
    const double sx = scale * x, sy = scale * y, sz = scale * z;
    const double xx = sx * x, yy = sy * y, zz = sz * z, xy = sx * y, xz = sx * z, yz = sy * z;
    const double wx = sx * w, wy = sy * w, wz = sz * w;
    const double r00 = 1.0 - (yy + zz), r01 = xy - wz, r02 = xz + wy;
    const double r10 = xy + wz, r11 = 1.0 - (xx + zz), r12 = yz - wx;
    const double r20 = xz - wy, r21 = yz + wx, r22 = 1.0 - (xx + yy);

    // The way between the positions, turned into A's frame: d + scaleA * (w u + u x u), with u = d x a.
    const double dx = static_cast<double>(poseB.position.x) - static_cast<double>(poseA.position.x);
    const double dy = static_cast<double>(poseB.position.y) - static_cast<double>(poseA.position.y);
    const double dz = static_cast<double>(poseB.position.z) - static_cast<double>(poseA.position.z);
    const double ux = dy * az - dz * ay, uy = dz * ax - dx * az, uz = dx * ay - dy * ax;
    const double tx = dx + scaleA * (aw * ux + (uy * az - uz * ay));
    const double ty = dy + scaleA * (aw * uy + (uz * ax - ux * az));
    const double tz = dz + scaleA * (aw * uz + (ux * ay - uy * ax));

    const glm::dvec3 &ca = a.center, &cb = b.center;
    const auto f = [](double value) { return static_cast<float>(value); };
    RelativePose pose;
    pose.rows[0] = {{f(r00), f(r01), f(r02), 0.0f}};
    pose.rows[1] = {{f(r10), f(r11), f(r12), 0.0f}};
    pose.rows[2] = {{f(r20), f(r21), f(r22), 0.0f}};
    pose.columns[0] = {{f(r00), f(r10), f(r20), 0.0f}};
    pose.columns[1] = {{f(r01), f(r11), f(r21), 0.0f}};
    pose.columns[2] = {{f(r02), f(r12), f(r22), 0.0f}};
    pose.centerBInA = {{f(tx + (r00 * cb.x + r01 * cb.y + r02 * cb.z) - ca.x),
                        f(ty + (r10 * cb.x + r11 * cb.y + r12 * cb.z) - ca.y),
                        f(tz + (r20 * cb.x + r21 * cb.y + r22 * cb.z) - ca.z), 0.0f}};
    return pose;
}

/// A direction of A's frame in the world, unit for a unit direction, rounded once.
template <class T>
[[nodiscard]] inline glm::vec3 directionInWorld(const BasicPose<T>& pose, double dx, double dy,
                                                double dz) noexcept {
    const double x = pose.rotation.x, y = pose.rotation.y, z = pose.rotation.z, w = pose.rotation.w;
    const double scale = 2.0 / (x * x + y * y + z * z + w * w);
    const double ux = y * dz - z * dy, uy = z * dx - x * dz, uz = x * dy - y * dx;
    return {static_cast<float>(dx + scale * (w * ux + (y * uz - z * uy))),
            static_cast<float>(dy + scale * (w * uy + (z * ux - x * uz))),
            static_cast<float>(dz + scale * (w * uz + (x * uy - y * ux)))};
}

}  // namespace sat3d::inline SAT3D_ABI::detail
