#include "narrowphase/kernels/hull/penetration_certificate.hpp"

#include "narrowphase/kernels/hull/hull_kernels.hpp"

#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// In queries: what one must have answered to be mended or made again at once; and how many that searched to
/// wait otherwise, or where none could be made.
constexpr std::uint8_t kPays = 4, kPause = 16, kLongPause = 255;

}  // namespace

void turnRound(PairCache::Certificate& certificate) {
    if (!isIntact(certificate)) {
        certificate.triangleCount = 0;
        return;
    }
    std::swap(certificate.verticesOfA, certificate.verticesOfB);
    for (auto& [a, b, c] : certificate.triangles) {
        std::swap(b, c);  // every point is its opposite now
    }
    certificate.checkSum = checkSumOf(certificate);
}

void drop(PairCache::Certificate& certificate) {
    if (certificate.triangleCount != 0 && certificate.held < kPays) {
        certificate.pause = kPause;
    }
    certificate.triangleCount = 0;
}

void renewCertificate(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const RelativePose& pose, const Push& push, Proof proof, bool hadFormer) {
    if (proof == Proof::Certificate || proof == Proof::SearchBesideCertificate) {
        constexpr int kMost = std::numeric_limits<std::uint8_t>::max();
        certificate.held = static_cast<std::uint8_t>(std::min(certificate.held + 1, kMost));
        return;
    }
    const bool isWanted = hadFormer && proof != Proof::Ball;
    if (!isWanted || certificate.held < kPays) {
        drop(certificate);
    }
    if (!isWanted) {
        return;
    }
    if (certificate.pause != 0) {
        --certificate.pause;
        return;
    }
    certificate.held = 0;
    if (proof != Proof::MendedCertificate && !renewCertificateKernel(certificate, a, b, pose, push)) {
        certificate.triangleCount = 0;
        certificate.pause = kLongPause;
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail
