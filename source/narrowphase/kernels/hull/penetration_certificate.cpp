#include "narrowphase/kernels/hull/penetration_certificate.hpp"

#include "narrowphase/kernels/hull/hull_kernels.hpp"

#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// A certificate that has proven at least this number of queries is repaired or replaced without a cooldown.
constexpr std::uint8_t kMinReuse = 4;
/// Cooldowns, as numbers of searches without a certificate: after a certificate that proved fewer queries,
/// and after an attempt that made no certificate.
constexpr std::uint8_t kCooldown = 8, kLongCooldown = 255;

}  // namespace

void flip(PairCache::Certificate& certificate) {
    if (!isIntact(certificate)) {
        certificate.triangleCount = 0;
        return;
    }
    std::swap(certificate.verticesOfA, certificate.verticesOfB);
    for (auto& [a, b, c] : certificate.triangles) {
        std::swap(b, c);  // negating the points reverses the orientation
    }
    certificate.checksum = checksumOf(certificate);
}

void drop(PairCache::Certificate& certificate) {
    if (certificate.triangleCount != 0 && certificate.reuseCount < kMinReuse) {
        certificate.cooldown = kCooldown;
    }
    certificate.triangleCount = 0;
}

void renewCertificate(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const KernelResult& result, bool hadPrevious) {
    const Proof proof = result.proof;
    if (result.isTied) {
        return;  // ties are tested before the certificate, which may prove the pair again after the tie
    }
    if (proof == Proof::Certificate || proof == Proof::SearchBesideCertificate) {
        constexpr int kMax = std::numeric_limits<std::uint8_t>::max();
        certificate.reuseCount = static_cast<std::uint8_t>(std::min(certificate.reuseCount + 1, kMax));
        return;
    }
    const bool isWanted = hadPrevious && proof != Proof::Ball;
    if (!isWanted || certificate.reuseCount < kMinReuse) {
        drop(certificate);
    }
    if (!isWanted) {
        return;
    }
    if (certificate.cooldown != 0) {
        --certificate.cooldown;
        return;
    }
    certificate.reuseCount = 0;
    if (proof != Proof::RepairedCertificate &&
        !renewCertificateKernel(certificate, a, b, result.pose, result.best)) {
        certificate.triangleCount = 0;
        certificate.cooldown = kLongCooldown;
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail
