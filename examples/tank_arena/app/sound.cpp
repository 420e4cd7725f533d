#include "sound.hpp"

#include "waves.hpp"

#include <glm/geometric.hpp>

#include <al.h>
#include <alc.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace tank_arena {
namespace {

enum Noise : std::size_t { Gun, Blast, Plate, Ricochet, Thud, Engine, NoiseCount };

}  // namespace

/// What is played at once: the engine, and the latest noises.
struct Sound::Device {
    ALCdevice* device = nullptr;
    ALCcontext* context = nullptr;
    std::array<ALuint, NoiseCount> buffers{};
    std::array<ALuint, 24> sources{};
    ALuint engine = 0;
    std::size_t next = 0;
    bool isOn = true;

    explicit Device(ALCdevice* opened) : device(opened), context(alcCreateContext(opened, nullptr)) {
        alcMakeContextCurrent(context);
        alGenBuffers(NoiseCount, buffers.data());
        alGenSources(static_cast<ALsizei>(sources.size()), sources.data());
        alGenSources(1, &engine);
        const std::array<Wave, NoiseCount> waves{burst(0.9f, 0.85f), burst(2.2f, 0.96f),
                                                 ring(0.5f, 410.0f), ring(0.9f, 1250.0f),
                                                 burst(0.4f, 0.93f), tank_arena::engine()};
        for (std::size_t i = 0; i < NoiseCount; ++i) {
            alBufferData(buffers[i], AL_FORMAT_MONO16, waves[i].data(),
                         static_cast<ALsizei>(waves[i].size() * sizeof(Wave::value_type)), kWaveRate);
        }
        for (const ALuint source : sources) {
            alSourcef(source, AL_REFERENCE_DISTANCE, 12.0f);  // meters: nearer is not louder
        }
        alSourcei(engine, AL_SOURCE_RELATIVE, AL_TRUE);
        alSourcei(engine, AL_LOOPING, AL_TRUE);
        alSourcei(engine, AL_BUFFER, static_cast<ALint>(buffers[Engine]));
        alSourcef(engine, AL_GAIN, 0.0f);
        alSourcePlay(engine);
    }
    ~Device() {
        alDeleteSources(1, &engine);
        alDeleteSources(static_cast<ALsizei>(sources.size()), sources.data());
        alDeleteBuffers(NoiseCount, buffers.data());
        alcMakeContextCurrent(nullptr);
        alcDestroyContext(context);
        alcCloseDevice(device);
    }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// In place of the oldest noise.
    void play(Noise noise, const glm::vec3& at, float gain) {
        const ALuint source = sources[next];
        next = (next + 1) % sources.size();
        alSourceStop(source);
        alSourcei(source, AL_BUFFER, static_cast<ALint>(buffers[noise]));
        alSource3f(source, AL_POSITION, at.x, at.y, at.z);
        alSourcef(source, AL_GAIN, gain);
        alSourcePlay(source);
    }
};

Sound::Sound() = default;
Sound::~Sound() = default;

void Sound::open() {
    if (ALCdevice* device = alcOpenDevice(nullptr); device != nullptr) {
        device_ = std::make_unique<Device>(device);
    }
}

void Sound::observe(const Game& game) {
    if (!device_) {
        return;
    }
    const auto placeOf = [&](std::uint32_t tank) {
        return game.world().find(game.tanks()[tank].object)->pose.position;
    };
    for (const std::uint32_t tank : game.shooters()) {
        device_->play(Gun, placeOf(tank), 0.9f);
    }
    for (const Impact& impact : game.impacts()) {
        const bool isTank = impact.thing.kind == Kind::Tank;
        device_->play(!isTank                                     ? Thud
                      : impact.result == Impact::Result::Ricochet ? Ricochet
                                                                  : Plate,
                      impact.point, 0.6f);
    }
    for (const Hit& hit : game.hits()) {
        if (hit.isFatal) {
            device_->play(Blast, placeOf(hit.tank), 1.0f);
        }
    }
}

void Sound::listen(const Game& game, const Camera& camera, std::uint32_t player, bool isSilent) {
    if (!device_) {
        return;
    }
    const glm::vec3 ahead = glm::normalize(camera.target - camera.eye);
    const std::array<float, 6> axes{ahead.x, ahead.y, ahead.z, 0.0f, 1.0f, 0.0f};
    alListener3f(AL_POSITION, camera.eye.x, camera.eye.y, camera.eye.z);
    alListenerfv(AL_ORIENTATION, axes.data());
    alListenerf(AL_GAIN, device_->isOn && !isSilent ? 1.0f : 0.0f);
    const Tank& tank = game.tanks()[player];
    const float share = std::abs(game.dynamics().vehicleState(tank.vehicle)->speed) / tank.kind.topSpeed;
    alSourcef(device_->engine, AL_PITCH, 0.7f + std::min(share, 1.2f));
    alSourcef(device_->engine, AL_GAIN, tank.isWreck() ? 0.0f : 0.12f + 0.12f * std::min(share, 1.0f));
}

void Sound::toggle() {
    if (device_) {
        device_->isOn = !device_->isOn;
    }
}

}  // namespace tank_arena
