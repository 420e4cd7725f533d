#include "game.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace tank_arena {
namespace {

constexpr float kWreckSeconds = 6.0f;   // until a wreck is replaced
constexpr float kFallen = 0.8f;         // cosine to the ground, 37 degrees: who leans more, has fallen
constexpr float kFallenSeconds = 1.0f;  // until it is put on its tracks
constexpr float kBreakingSpeed = 2.0f;  // m/s: a tank breaks a barrier
constexpr float kCrushingLoad = 4e4f;   // N: a crate breaks under a tank
constexpr float kRammingSpeed = 4.0f;   // m/s: damages both tanks
constexpr float kRepair = 6.0f;         // health per second
constexpr float kBlastRadius = 3.0f;    // meters

/// Sum of bits, for Game::hash().
class Hash {
public:
    void add(std::uint64_t bits) { value_ = Random::mixed(value_ ^ bits) + 0x9e3779b97f4a7c15u; }
    void add(float number) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &number, sizeof(bits));
        add(std::uint64_t{bits});
    }
    void add(const glm::vec3& v) {
        add(v.x);
        add(v.y);
        add(v.z);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

}  // namespace

Game::Game(const Models& models, const GameOptions& options)
    : models_(&models),
      world_({.detail = sat3d::ContactDetail::Overlap}),
      arena_(models, options.seed, options.tanks, options.props, world_, dynamics_),
      random_(options.seed + 77) {
    addTanks(options.tanks);
    addTrucks();
    fallenFor_.resize(tanks_.size() + 2);
    triggers_.emplace(arena_.zones(), tanks_, bounds(models.tank.shape, sat3d::Pose{}), trucks_.size());
    world_.refresh();
}

void Game::addTanks(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        Tank tank;
        tank.number = i;
        tank.team = i % 2;
        tank.kind = kTankKinds[(i / 2) % 3];
        tank.health = tank.kind.health;
        tank.nodes = nodesAt(models_->tank, 0.0f, 0.0f);
        const auto id = world_.add({.shape = models_->tank.shape,
                                    .pose = {{0.0f, 1000.0f + 10.0f * static_cast<float>(i), 0.0f}},
                                    .filter = {.detail = sat3d::ContactDetail::Overlap},
                                    .userData = Thing{Kind::Tank, i}.packed(),
                                    .name = "tank " + std::to_string(i)});
        tank.object = *id;
        sat3d::Body body{.mass = massOfShape(models_->tank.shape, tank.kind.tons * 1000.0f).value()};
        body.mass.center = {0.0f, 0.6f, 0.0f};  // low, so that it does not tip over
        // Wheels drive it. What the hull touches slides along: it neither hangs on it, nor climbs it.
        body.material = {.friction = 0.05f, .frictionCombine = sat3d::CombineMode::Minimum};
        dynamics_.setBody(world_, tank.object, body);
        tank.vehicle = dynamics_.addVehicle(world_, vehicleOf(tank.kind, tank.object)).value();
        tanks_.push_back(std::move(tank));
        pilots_.emplace_back(random_.bits());
        respawn(tanks_.back());
    }
}

void Game::addTrucks() {
    const float most = arena_.halfSize() - 10.0f;
    for (std::uint32_t team = 0; team < 2; ++team) {
        for (int attempt = 0; attempt < 50 && trucks_.size() == team; ++attempt) {
            const float x = random_.between(0.3f * most, most) * (team == 0 ? -1.0f : 1.0f);
            const float z = random_.between(-most, most);
            const sat3d::Pose pose{{x, arena_.height(world_, x, z) + 1.0f, z}};
            std::array<sat3d::ObjectId, 1> buffer;
            if (overlapping(world_, Truck::shape(), pose, buffer).empty()) {
                trucks_.emplace_back(world_, dynamics_, team, pose);
            }
        }
    }
}

bool Game::placeTank(std::uint32_t number, const glm::vec3& position, float yaw) {
    Tank& tank = tanks_[number];
    if (!putDown(tank.object, position + glm::vec3(0.0f, Tank::kGroundClearance, 0.0f), yaw)) {
        return false;
    }
    tank.before = world_.find(tank.object)->pose;
    return true;
}

/// Puts an object at a place, upright and at rest, pushed out of what stands there.
/// @return whether there is room
bool Game::putDown(sat3d::ObjectId object, const glm::vec3& position, float yaw) {
    const sat3d::Pose wanted{position, glm::angleAxis(yaw, glm::vec3(0.0f, 1.0f, 0.0f))};
    const sat3d::Shape& shape = world_.find(object)->shape;
    const auto place =
        freed(world_, shape, wanted, {.gap = 0.02f, .farthest = 3.0f, .filter = {.without = {&object, 1}}});
    // The ground has one side: what is pushed below it is free there.
    if (!place || place->position.y < arena_.height(world_, place->position.x, place->position.z)) {
        return false;
    }
    (void)world_.setPose(object, *place);  // freed() returns only poses that a world takes
    dynamics_.setVelocity(object, glm::vec3(0.0f), glm::vec3(0.0f));
    return true;
}

/// Whether a tank can turn and drive off here.
bool Game::hasRoom(const Tank& tank, const glm::vec3& place) const {
    const std::array ignored{tank.object, arena_.terrain()};
    const sat3d::Box around{.center = {0.0f, 1.5f, 0.0f}, .halfExtents = {4.5f, 1.4f, 4.5f}};
    std::array<sat3d::ObjectId, 1> buffer;
    return overlapping(world_, around, sat3d::Pose{place}, buffer, {.without = ignored}).empty();
}

void Game::respawn(Tank& tank) {
    tank.health = tank.kind.health;
    tank.wreckedFor = 0.0f;
    const float most = arena_.halfSize() - 8.0f;
    for (int attempt = 0; attempt < 50; ++attempt) {
        // Each team begins on its own side.
        const float x = random_.between(0.15f * most, most) * (tank.team == 0 ? -1.0f : 1.0f);
        const float z = random_.between(-most, most);
        float ground = arena_.height(world_, x, z);  // the highest below the tank
        for (const glm::vec2 corner :
             {glm::vec2(3, 2), glm::vec2(3, -2), glm::vec2(-3, 2), glm::vec2(-3, -2)}) {
            ground = std::max(ground, arena_.height(world_, x + corner.x, z + corner.y));
        }
        const glm::vec3 place(x, ground + 0.3f, z);
        if (hasRoom(tank, place) && placeTank(tank.number, place, tank.team == 0 ? 1.57f : -1.57f)) {
            return;
        }
    }
}

void Game::step(float dt) {
    ++statistics_.steps;
    impacts_.clear();
    hits_.clear();
    shooters_.clear();
    world_.refresh();
    for (std::uint32_t i = 0; i < tanks_.size(); ++i) {
        Tank& tank = tanks_[i];
        if (tank.isComputer && !tank.isWreck()) {
            tank.command = pilots_[i].decide(world_, tanks_, i, statistics_.steps, arena_.halfSize());
        }
    }
    for (Tank& tank : tanks_) {
        drive(tank, dynamics_);
        aim(tank, models_->tank, world_, dt);
        tank.before = world_.find(tank.object)->pose;
        tank.reload = std::max(0.0f, tank.reload - dt);
        if (tank.command.isFiring && tank.reload == 0.0f && !tank.isWreck()) {
            fire(tank);
        }
    }
    driveTrucks(dt);
    dynamics_.step(world_, dt, sat3d::kInOneThread, [&](const auto& contact, auto& settings) {
        // No vehicle drives on another one.
        const auto isVehicle = [&](sat3d::ObjectId id) { return Thing::of(world_, id).isVehicle(); };
        settings.isIgnored = contact.wheel != sat3d::DynamicContact::kNoWheel &&
                             isVehicle(contact.objects.a) && isVehicle(contact.objects.b);
    });
    readContacts(dt);
    moveShells(dt);
    for (Tank& tank : tanks_) {
        putUpright(tank.object, fallenFor_[tank.number], dt);
        if (tank.isWreck() && (tank.wreckedFor += dt) > kWreckSeconds) {
            respawn(tank);
        }
    }
    for (const Truck& truck : trucks_) {
        putUpright(truck.object(), fallenFor_[tanks_.size() + truck.team()], dt);
    }
    readTriggers(dt);
}

void Game::driveTrucks(float dt) {
    std::vector<glm::vec3> stops;
    for (const Zone& zone : arena_.zones()) {
        stops.push_back(zone.pose.position);
    }
    for (Truck& truck : trucks_) {
        // Each team's truck goes round the other way.
        std::ranges::reverse(stops);
        truck.drive(world_, dynamics_, stops, dt);
    }
}

void Game::fire(Tank& tank) {
    tank.reload = tank.kind.reloadSeconds;
    const sat3d::Pose barrel = barrelPose(tank, models_->tank, tank.before);
    const glm::vec3 direction = barrel.transformDirection({0.0f, 0.0f, 1.0f});
    // From the breech: what the barrel touches is hit as well.
    shells_.push_back({.position = barrel * models_->tank.breech,
                       .velocity = direction * tank.kind.muzzleSpeed,
                       .millimeters = tank.kind.penetration,
                       .caliber = tank.kind.caliber,
                       .damage = tank.kind.damage,
                       .shooter = tank.number});
    dynamics_.applyImpulse(world_, tank.object, direction * tank.kind.caliber * -200.0f,
                           tank.before * glm::vec3(0.0f, 1.0f, 0.0f));
    shooters_.push_back(tank.number);
    ++statistics_.shots;
}

void Game::moveShells(float dt) {
    if (shells_.empty()) {
        return;
    }
    moved_.clear();
    for (const Tank& tank : tanks_) {
        const sat3d::Pose& after = world_.find(tank.object)->pose;
        moved_.push_back({tank.object, tank.before, motionBetween(tank.before, after, {0.0f, 0.6f, 0.0f})});
    }
    if (motions_.set(world_, moved_)) {
        return;  // never: all tanks are in the world
    }
    world_.refresh();
    std::erase_if(shells_, [&](Shell& shell) {
        ++statistics_.rays;
        const std::size_t first = impacts_.size();
        const Flight flight{world_, dynamics_, moved_, motions_, models_->tank, dt};
        const bool isFlying = fly(shell, flight, tanks_[shell.shooter].object, impacts_);
        for (std::size_t i = first; i < impacts_.size(); ++i) {
            applyImpact(impacts_[i], shell);
        }
        return !isFlying;
    });
}

void Game::applyImpact(const Impact& impact, Shell& shell) {
    switch (impact.result) {
        case Impact::Result::Ricochet:
            ++statistics_.ricochets;
            break;
        case Impact::Result::Pierced:
            ++statistics_.pierced;
            break;
        case Impact::Result::Stopped:
            ++statistics_.stopped;
            break;
    }
    if (impact.thing.kind == Kind::Barrier) {
        arena_.breakBarrier(world_, dynamics_, impact.object, shell.velocity * 0.01f);
        ++statistics_.barriers;
    } else if (impact.thing.kind == Kind::Crate || impact.thing.kind == Kind::Rubble) {
        constexpr float kShare = 0.15f;  // the rest breaks the wood
        dynamics_.applyImpulse(world_, impact.object, impact.impulse * kShare, impact.point);
    } else if (impact.thing.kind == Kind::Tank) {
        dynamics_.applyImpulse(world_, impact.object, impact.impulse, impact.point);
        const bool isDamaging = impact.result == Impact::Result::Pierced && !shell.hasDamaged;
        shell.hasDamaged = shell.hasDamaged || isDamaging;
        damage(tanks_[impact.thing.number],
               isDamaging ? shell.damage * models_->tank.importance(impact.part) : 0.0f, shell.shooter);
    }
    if (impact.result == Impact::Result::Stopped) {
        blast(impact.point);
    }
}

/// Throws about what lies loose.
void Game::blast(const glm::vec3& center) {
    const sat3d::Sphere blast{.radius = kBlastRadius};
    const sat3d::QueryFilter loose{.categories = kLoose};
    std::vector<sat3d::ObjectId> buffer(64);
    std::span<const sat3d::ObjectId> found = overlapping(world_, blast, sat3d::Pose{center}, buffer, loose);
    while (found.size() == buffer.size()) {  // there may be more
        buffer.resize(2 * buffer.size());
        found = overlapping(world_, blast, sat3d::Pose{center}, buffer, loose);
    }
    for (const sat3d::ObjectId id : found) {
        const sat3d::Pose& pose = world_.find(id)->pose;
        const glm::vec3 away = pose * glm::vec3(0.0f, 1.0f, 0.0f) - center;
        dynamics_.applyImpulse(world_, id, glm::normalize(away + glm::vec3(0, 0.3f, 0)) * 900.0f,
                               pose * glm::vec3(0.0f, 0.4f, 0.0f));
    }
}

void Game::damage(Tank& tank, float amount, std::uint32_t byTank) {
    if (tank.isWreck()) {
        return;
    }
    tank.health -= amount;
    hits_.push_back({.tank = tank.number,
                     .byTank = byTank,
                     .from = world_.find(tanks_[byTank].object)->pose.position,
                     .damage = amount,
                     .isFatal = tank.isWreck(),
                     .step = statistics_.steps});
    if (tank.isWreck()) {
        ++statistics_.wrecks;
        if (tanks_[byTank].team != tank.team) {
            ++tanks_[byTank].kills;
            scores_[tanks_[byTank].team] += 10;
        }
    }
}

/// Puts what has lain on its side, or leaned on something, for some time on its wheels.
void Game::putUpright(sat3d::ObjectId vehicle, float& fallenFor, float dt) {
    const sat3d::Pose pose = world_.find(vehicle)->pose;
    const auto ground = arena_.ground(world_, pose.position.x, pose.position.z);
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    const bool hasFallen = glm::dot(pose.transformDirection(up), ground ? ground->normal : up) < kFallen;
    fallenFor = hasFallen ? fallenFor + dt : 0.0f;
    const glm::vec3 ahead = pose.transformDirection({0.0f, 0.0f, 1.0f});
    if (fallenFor > kFallenSeconds && putDown(vehicle, pose.position, std::atan2(ahead.x, ahead.z))) {
        fallenFor = 0.0f;
    }
}

void Game::readContacts(float dt) {
    std::vector<sat3d::ObjectId> broken, crushed;
    sat3d::ObjectPair last;
    for (const sat3d::DynamicContact& contact : dynamics_.contacts()) {
        ++statistics_.contacts;
        statistics_.pairs += contact.objects != last ? 1 : 0;
        last = contact.objects;
        if (contact.impulse() <= 0.0f) {
            continue;
        }
        Thing a = Thing::of(world_, contact.objects.a), b = Thing::of(world_, contact.objects.b);
        sat3d::ObjectId other = contact.objects.a;
        if (a.kind == Kind::Tank) {
            std::swap(a, b);
            other = contact.objects.b;
        }
        if (b.kind != Kind::Tank) {
            continue;
        }
        const bool givesWay = a.kind == Kind::Tank || a.kind == Kind::Crate || a.kind == Kind::Rubble;
        statistics_.pushes += givesWay ? 1 : 0;
        if (a.kind == Kind::Barrier && contact.approachSpeed > kBreakingSpeed) {
            broken.push_back(other);
        }
        const bool isAcross = std::abs(contact.normal.y) < 0.7f;
        if (a.kind == Kind::Crate && !isAcross && contact.impulse() > kCrushingLoad * dt) {
            crushed.push_back(other);
        }
        if (a.kind == Kind::Tank && contact.approachSpeed > kRammingSpeed) {
            // The lighter one suffers more.
            Tank& first = tanks_[a.number];
            Tank& second = tanks_[b.number];
            const float sum = first.kind.tons + second.kind.tons;
            const float harm = 2.0f * (contact.approachSpeed - kRammingSpeed) / sum;
            damage(first, harm * second.kind.tons, b.number);
            damage(second, harm * first.kind.tons, a.number);
        }
    }
    for (const sat3d::ObjectId id : crushed) {
        world_.remove(id);
    }
    for (const sat3d::ObjectId id : broken) {
        if (world_.find(id) != nullptr) {
            ++statistics_.barriers;
            arena_.breakBarrier(world_, dynamics_, id, glm::vec3(0.0f, 2.0f, 0.0f));
        }
    }
}

void Game::readTriggers(float dt) {
    triggers_->update(world_, tanks_, trucks_, arena_.zones());
    statistics_.visits = triggers_->entries();
    for (Tank& tank : tanks_) {
        if (triggers_->repairs(tank.number) > 0 && !tank.isWreck()) {
            tank.health = std::min(tank.kind.health, tank.health + kRepair * dt);
        }
    }
    untilScore_ -= dt;
    if (untilScore_ > 0.0f) {
        return;
    }
    untilScore_ += 1.0f;
    for (const Zone& zone : arena_.zones()) {
        if (const auto team = zone.holder()) {
            ++scores_[*team];
        }
    }
}

std::uint64_t Game::hash() const {
    Hash hash;
    hash.add(world_.hash());
    hash.add(dynamics_.hash());
    hash.add(triggers_->hash());
    hash.add(random_.state());
    for (std::size_t i = 0; i < tanks_.size(); ++i) {
        const Tank& tank = tanks_[i];
        for (const float number :
             {tank.turretYaw, tank.barrelPitch, tank.reload, tank.health, tank.wreckedFor}) {
            hash.add(number);
        }
        hash.add(pilots_[i].state());
    }
    for (const float seconds : fallenFor_) {
        hash.add(seconds);
    }
    for (const Shell& shell : shells_) {
        hash.add(shell.position);
        hash.add(shell.velocity);
        hash.add(shell.millimeters);
    }
    hash.add(std::uint64_t{scores_[0]} << 32 | scores_[1]);
    hash.add(untilScore_);
    return hash.value();
}

}  // namespace tank_arena
