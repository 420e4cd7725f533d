#include "core/format_numbers.hpp"
#include "debug/drawing/pen.hpp"

#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/response/vehicle.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {
namespace {

using debug::Pen;

/// Draws the wheels of a vehicle.
template <class T>
class WheelPen {
public:
    WheelPen(Pen& pen, const Vehicle& vehicle, const BasicPose<T>& pose, Color color)
        : pen_(pen), vehicle_(vehicle), toWorld_(localToWorld(pose)), color_(color) {}

    /// The rims with a spoke, and the spring from its stop down. A cylinder has a rim on each side.
    void drawWheel(std::uint32_t number, const BasicWheelState<T>& state) {
        constexpr int kCorners = 24;
        constexpr double kTurn = 6.28318530717958647692;
        const VehicleWheel& wheel = vehicle_.wheels[number];
        const Pose inObject = wheelPose(vehicle_, number, state.compression, state.steering, state.roll);
        const float aside = wheel.cast == WheelCast::CylinderCast ? 0.5f * wheel.width : 0.0f;
        const glm::vec3 right = glm::cross(vehicle_.forward, vehicle_.up) * aside;
        std::array<glm::dvec3, kCorners> rim, other;
        for (int i = 0; i < kCorners; ++i) {
            const double angle = kTurn * i / kCorners;
            const glm::vec3 spoke = vehicle_.forward * static_cast<float>(std::cos(angle)) +
                                    vehicle_.up * static_cast<float>(std::sin(angle));
            const auto corner = static_cast<std::size_t>(i);
            rim[corner] = pointInWorld(inObject * (wheel.radius * spoke + right));
            other[corner] = pointInWorld(inObject * (wheel.radius * spoke - right));
        }
        pen_.loop(rim, color_);
        if (aside > 0.0f) {
            pen_.loop(other, color_);
            for (std::size_t corner = 0; corner < rim.size(); corner += 6) {
                pen_.line(rim[corner], other[corner], color_);
            }
        }
        pen_.line(pointInWorld(inObject.position), 0.5 * (rim[0] + other[0]), color_);
        const glm::dvec3 stop = pointInWorld(wheel.center + vehicle_.up * wheel.travel),
                         free = pointInWorld(wheel.center);
        pen_.line(stop, free, pen_.colors().limit);
        pen_.cross(stop, 0.5 * double(pen_.options().pointSize), pen_.colors().limit);
    }

    /// Where it touches the ground, and how its tire pushes it.
    void drawTire(const VehicleWheel& wheel, const BasicWheelState<T>& state) {
        const glm::dvec3 point(state.point), normal(state.normal);
        const double slip = std::hypot(double(state.slip / wheel.tire.along.peakSlip),
                                       double(state.slipAcross / wheel.tire.across.peakSlip));
        const Color color = slip > 1.0 ? pen_.colors().slip : pen_.colors().grip;
        const glm::vec3 right = glm::cross(vehicle_.forward, vehicle_.up);
        const glm::dvec3 ahead = toWorld_.rotation * glm::dvec3(vehicle_.forward * std::cos(state.steering) +
                                                                right * std::sin(state.steering));
        const glm::dvec3 across = glm::normalize(glm::cross(ahead, normal)),
                         along = glm::cross(normal, across);
        const glm::dvec3 force = double(state.forceAlong) * along + double(state.forceAcross) * across;
        pen_.cross(point, double(pen_.options().pointSize), color);
        pen_.arrow(point, point + double(pen_.options().normalLength / state.load) * force, color);
        pen_.label(point, formatNumber(double(state.load)) + " N");
    }

private:
    [[nodiscard]] glm::dvec3 pointInWorld(const glm::vec3& point) const {
        return toWorld_.rotation * glm::dvec3(point) + toWorld_.translation;
    }

    Pen& pen_;
    const Vehicle& vehicle_;
    RigidTransform toWorld_;
    Color color_;
};

}  // namespace

template <class T>
void drawVehicle(DebugGeometry& geometry, const BasicWorld<T>& world, const BasicDynamics<T>& dynamics,
                 VehicleId id, const DebugOptions& options) {
    Pen pen(geometry, options);
    const Vehicle* const vehicle = dynamics.findVehicle(id);
    const auto* const object = vehicle != nullptr ? world.find(vehicle->body) : nullptr;
    if (object == nullptr || !pen.shows(DebugLayer::Vehicles)) {
        return;
    }
    const bool isAsleep = dynamics.isAsleep(vehicle->body);
    WheelPen<T> wheels(pen, *vehicle, object->pose, isAsleep ? pen.colors().asleep : pen.colors().wheel);
    const auto& states = dynamics.vehicleState(id)->wheels;
    for (std::uint32_t i = 0; i < states.size(); ++i) {
        wheels.drawWheel(i, states[i]);
        if (states[i].touches && states[i].load > 0.0f) {
            wheels.drawTire(vehicle->wheels[i], states[i]);
        }
    }
}

template SAT3D_DEBUG_API void drawVehicle(DebugGeometry&, const World&, const Dynamics&, VehicleId,
                                          const DebugOptions&);
template SAT3D_DEBUG_API void drawVehicle(DebugGeometry&, const DWorld&, const DDynamics&, VehicleId,
                                          const DebugOptions&);

}  // namespace sat3d::SAT3D_ABI
