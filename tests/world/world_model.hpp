#pragma once

/// @file
/// A world that tests all pairs in every step: the oracle of World. And random edits of both.

#include "support/hulls.hpp"
#include "support/planar/planar_shapes.hpp"
#include "support/random.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::test {

/// The independent model. Objects by slot index; what touched by the ids of the pair.
template <class T>
class WorldModel {
public:
    struct Entry {
        ObjectId id;
        BasicObject<T> object;
    };
    struct Answer {
        typename Space<T>::Penetration penetration;
        std::vector<typename Space<T>::Manifold> manifolds;
    };
    using Answers = std::map<ObjectPair, Answer>;

    explicit WorldModel(const BasicWorldOptions<T>& options) : options_(options) {}

    std::map<std::uint32_t, Entry> entries;
    Answers begun, stayed;
    std::vector<ObjectPair> ended;
    /// Sorted by ids, not by indices.
    std::set<PartPair> begunParts, stayedParts, endedParts;

    void update() {
        endedParts = std::exchange(touchingParts_, {});
        begunParts.clear();
        stayedParts.clear();
        const Answers before = std::exchange(touching_, {});
        begun.clear();
        stayed.clear();
        ended.clear();
        for (auto a = entries.begin(); a != entries.end(); ++a) {
            for (auto b = std::next(a); b != entries.end(); ++b) {
                const ObjectPair pair{a->second.id, b->second.id};
                if (const auto answer = answerOf(a->second.object, b->second.object, before.contains(pair))) {
                    touching_[pair] = *answer;
                    (before.contains(pair) ? stayed : begun)[pair] = *answer;
                    findParts(pair, a->second.object, b->second.object);
                }
            }
        }
        for (const auto& [pair, answer] : before) {
            if (!touching_.contains(pair)) {
                ended.push_back(pair);
            }
        }
        std::ranges::sort(ended, {},
                          [](const ObjectPair& pair) { return std::pair(pair.a.index, pair.b.index); });
    }

private:
    static DPose inDouble(const auto& pose) {
        return {glm::dvec3(pose.position), glm::normalize(glm::dquat(pose.rotation))};
    }
    template <class Number>
    static DPlanarPose inDouble(const BasicPlanarPose<Number>& pose) {
        return {glm::dvec2(pose.position), glm::normalize(glm::dvec2(pose.rotation))};
    }
    static auto partsOf(const BasicObject<T>& object) {
        const auto pose = inDouble(object.pose);
        using DPose = std::remove_cvref_t<decltype(pose)>;
        std::vector<std::pair<typename Space<T>::Shape, DPose>> parts;
        const auto* compound = std::get_if<typename Space<T>::Compound>(&object.shape);
        if (compound == nullptr) {
            parts.push_back({object.shape, pose});
            return parts;
        }
        for (const auto& child : compound->children()) {
            const DPose inWorld = pose * inDouble(child.pose);
            std::visit([&](const auto& shape) { parts.push_back({shape, inWorld}); }, child.shape);
        }
        return parts;
    }

    /// Finds the parts that touch, of objects that do. At first endedParts has all that touched before.
    void findParts(const ObjectPair& objects, const BasicObject<T>& a, const BasicObject<T>& b) {
        const auto partsA = partsOf(a), partsB = partsOf(b);
        using Compound = typename Space<T>::Compound;
        const bool areSimple =
            !std::holds_alternative<Compound>(a.shape) && !std::holds_alternative<Compound>(b.shape);
        for (std::uint32_t i = 0; options_.partEvents && i < partsA.size(); ++i) {
            for (std::uint32_t k = 0; k < partsB.size(); ++k) {
                const PartPair pair{objects, {i, k}};
                const bool wasTouching = endedParts.contains(pair);
                const float margin = options_.margin + (wasTouching ? options_.hysteresis : 0.0f);
                if (areSimple || overlaps(partsA[i].first, partsA[i].second, partsB[k].first,
                                          partsB[k].second, {.margin = margin})) {
                    touchingParts_.insert(pair);
                    (wasTouching ? stayedParts : begunParts).insert(pair);
                    endedParts.erase(pair);
                }
            }
        }
    }

    std::optional<Answer> answerOf(const BasicObject<T>& a, const BasicObject<T>& b, bool wasTouching) const {
        const auto is = [&](ObjectKind kindA, ObjectKind kindB) {
            return (a.kind == kindA && b.kind == kindB) || (a.kind == kindB && b.kind == kindA);
        };
        if (is(ObjectKind::Static, ObjectKind::Static) || is(ObjectKind::Sensor, ObjectKind::Sensor) ||
            !canTouch(a.filter, b.filter) || (options_.mayTouch && !options_.mayTouch(a, b))) {
            return std::nullopt;
        }
        const bool isSensed = a.kind == ObjectKind::Sensor || b.kind == ObjectKind::Sensor;
        Answer answer;
        const auto push = penetration(a.shape, a.pose, b.shape, b.pose, {.margin = options_.margin});
        const float widened = options_.margin + (wasTouching ? options_.hysteresis : 0.0f);
        if (!overlaps(a.shape, a.pose, b.shape, b.pose, {.margin = widened})) {
            return std::nullopt;
        }
        const auto allows = [&](ContactDetail detail) {
            return options_.detail >= detail && a.filter.detail >= detail && b.filter.detail >= detail;
        };
        if (push && !isSensed && allows(ContactDetail::Push)) {
            answer.penetration = *push;
        }
        if (push && !isSensed && allows(ContactDetail::Manifolds)) {
            answer.manifolds.resize(options_.maxManifolds);
            const auto found = collide(a.shape, a.pose, b.shape, b.pose, std::span(answer.manifolds),
                                       {.margin = options_.margin});
            answer.manifolds.resize(found.size());
            answer.penetration = answer.manifolds.front().penetration;
        }
        return answer;
    }

    BasicWorldOptions<T> options_;
    Answers touching_;
    std::set<PartPair> touchingParts_;
};

template <class Push>
bool isEqual(const Push& a, const Push& b) {
    return a.normal == b.normal && a.depth == b.depth && a.features == b.features && a.children == b.children;
}

template <class T>
void expectContacts(const typename WorldModel<T>::Answers& expected,
                    const ContactRange<typename BasicEvents<T>::Contact>& contacts,
                    const BasicEvents<T>& events) {
    ASSERT_EQ(expected.size(), contacts.size());
    std::size_t i = 0;
    std::vector<std::pair<ObjectPair, typename WorldModel<T>::Answer>> sorted(expected.begin(),
                                                                              expected.end());
    std::ranges::sort(sorted, {},
                      [](const auto& item) { return std::pair(item.first.a.index, item.first.b.index); });
    for (const auto& [pair, answer] : sorted) {
        const auto& contact = contacts[i++];
        ASSERT_EQ(pair, contact.objects);
        ASSERT_TRUE(isEqual(answer.penetration, contact.penetration));
        const auto manifolds = events.manifoldsOf(contact);
        ASSERT_EQ(answer.manifolds.size(), manifolds.size());
        for (std::size_t k = 0; k < manifolds.size(); ++k) {
            ASSERT_EQ(answer.manifolds[k].normal, manifolds[k].normal);
            ASSERT_EQ(answer.manifolds[k].pointCount, manifolds[k].pointCount);
            ASSERT_EQ(answer.manifolds[k].pointArray[0].position, manifolds[k].pointArray[0].position);
        }
    }
}

template <class T>
void expectEvents(const WorldModel<T>& model, const BasicEvents<T>& events) {
    ASSERT_NO_FATAL_FAILURE(expectContacts<T>(model.begun, events.begun, events));
    ASSERT_NO_FATAL_FAILURE(expectContacts<T>(model.stayed, events.stayed, events));
    ASSERT_TRUE(std::ranges::equal(model.ended, events.ended));
    const std::pair<const std::set<PartPair>*, std::span<const PartPair>> parts[] = {
        {&model.begunParts, events.parts.begun},
        {&model.stayedParts, events.parts.stayed},
        {&model.endedParts, events.parts.ended},
    };
    for (const auto& [expected, found] : parts) {
        std::vector<PartPair> sorted(expected->begin(), expected->end());
        std::ranges::sort(sorted, {}, [](const PartPair& pair) {
            return std::tuple(pair.objects.a.index, pair.objects.b.index, pair.parts);
        });
        ASSERT_TRUE(std::ranges::equal(sorted, found));
    }
}

/// Shapes for random objects: every kind.
template <class T>
std::vector<typename Space<T>::Shape> shapesForWorlds(Random& random) requires std::floating_point<T> {
    const std::vector<float> heights{0, 0.3f, 0, 0, 0.2f, 0, 1, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.1f};
    std::vector<Shape> shapes{Sphere{.radius = 0.6f},
                              Capsule{.start = {0, 0, -0.5f}, .end = {0, 0, 0.5f}, .radius = 0.3f},
                              Box{.halfExtents = {0.7f, 0.4f, 0.5f}},
                              boxHull({0.5, 0.6, 0.7}),
                              hullOf(tankCloud(random)),
                              Shape(fieldOf(heights, 4)),
                              Shape(meshOf(boxTriangles({1.0f, 0.8f, 0.6f})))};
    auto tank = Compound::fromChildren(
        {{Box{.halfExtents = {0.9f, 0.5f, 0.3f}}, Pose{}},
         {boxHull({0.3, 0.3, 0.2}), Pose{{0.0f, 0.0f, 0.5f}}},
         {Capsule{.start = {0, 0, 0}, .end = {0.9f, 0, 0}, .radius = 0.08f}, Pose{{0.3f, 0.0f, 0.5f}}}});
    shapes.emplace_back(tank.value());
    return shapes;
}

template <class T>
std::vector<PlanarShape> shapesForWorlds(
    Random& random) requires std::same_as<typename Space<T>::Shape, PlanarShape> {
    std::vector<PlanarShape> shapes;
    for (const PlanarKind kind : {PlanarKind::Circle, PlanarKind::Capsule, PlanarKind::Segment,
                                  PlanarKind::Box, PlanarKind::Polygon, PlanarKind::HalfPlane}) {
        shapes.push_back(randomPlanarShape(random, kind, 0.8));
    }
    auto tank = PlanarCompound::fromChildren(
        {{PlanarBox{.halfExtents = {0.9f, 0.5f}}, PlanarPose{}},
         {Circle{.radius = 0.3f}, PlanarPose{{0.0f, 0.4f}}},
         {PlanarCapsule{.start = {}, .end = {0.9f, 0.0f}, .radius = 0.08f}, PlanarPose{{0.3f, 0.4f}}}});
    shapes.emplace_back(tank.value());
    return shapes;
}

template <class Number>
void randomizePose(BasicPose<Number>& pose, Random& random, double reach, const glm::dvec3& center) {
    const glm::dvec3 position = random.inBox(reach) + center;
    pose = {glm::vec<3, Number>(position), glm::qua<Number>(random.rotation())};
}
template <class Number>
void randomizePose(BasicPlanarPose<Number>& pose, Random& random, double reach, const glm::dvec3& center) {
    const glm::dvec3 position = random.inBox(reach) + center;
    const double angle = 10.0 * random.inBox(1.0).x;
    pose = {glm::vec<2, Number>(position), glm::vec<2, Number>(planarRotation(angle))};
}

/// Makes random edits of a world, and the same edits of its model.
template <class T>
class RandomEdits {
public:
    glm::dvec3 center{0.0};  ///< of the random positions

    RandomEdits(std::uint32_t seed, BasicWorld<T>& world, WorldModel<T>& model)
        : random_(seed), world_(world), model_(model), shapes_(shapesForWorlds<T>(random_)) {
        if constexpr (std::floating_point<T>) {
            shapes_.emplace_back(HalfSpace{{0.0f, 0.0f, 1.0f}, -2.0f});
        }
    }
    /// Makes the same edits as the other one from now on, of another world.
    RandomEdits(const RandomEdits& other, BasicWorld<T>& world, WorldModel<T>& model)
        : center(other.center),
          random_(other.random_),
          world_(world),
          model_(model),
          shapes_(other.shapes_) {}

    Random& random() { return random_; }
    const std::vector<typename Space<T>::Shape>& shapes() const { return shapes_; }

    typename Space<T>::Pose randomPose(double reach = 4.0) {
        typename Space<T>::Pose pose;
        randomizePose(pose, random_, reach, center);
        return pose;
    }
    ObjectFilter randomFilter() {
        ObjectFilter filter;
        filter.categories = 1ull << random_.below(3);
        if (random_.chance(0.3)) {
            filter.collidesWith = random_.below(8);
        }
        if (random_.chance(0.1)) {
            filter.excludes = random_.below(8);
        }
        if (random_.chance(0.2)) {
            filter.group = static_cast<std::int32_t>(random_.below(3)) - 1;
        }
        if (random_.chance(0.2)) {
            filter.detail = static_cast<ContactDetail>(random_.below(3));
        }
        return filter;
    }
    ObjectKind randomKind() {
        const double choice = random_.unit();
        return choice < 0.7 ? ObjectKind::Moving : choice < 0.85 ? ObjectKind::Static : ObjectKind::Sensor;
    }

    void add() {
        BasicObject<T> object{.shape = shapes_[random_.below(static_cast<std::uint32_t>(shapes_.size()))]};
        object.pose = randomPose();
        object.kind = randomKind();
        object.filter = randomFilter();
        const ObjectId id = world_.add(object).value();
        ASSERT_FALSE(model_.entries.contains(id.index));
        for (std::uint32_t index = 0; index < id.index; ++index) {
            ASSERT_TRUE(model_.entries.contains(index)) << "not the lowest free index";
        }
        model_.entries[id.index] = {id, std::move(object)};
    }

    /// One random edit of one random object.
    void edit() {
        if (model_.entries.size() < 4 || (random_.chance(0.1) && model_.entries.size() < 40)) {
            add();
            return;
        }
        auto& [id, object] = std::next(model_.entries.begin(),
                                       random_.below(static_cast<std::uint32_t>(model_.entries.size())))
                                 ->second;
        const double choice = random_.unit();
        if (choice < 0.08) {
            ASSERT_TRUE(world_.remove(id));
            model_.entries.erase(id.index);
        } else if (choice < 0.2) {
            object.pose = randomPose();
            ASSERT_FALSE(world_.setPose(id, object.pose));
        } else if (choice < 0.3) {
            object.filter = randomFilter();
            ASSERT_FALSE(world_.setFilter(id, object.filter));
        } else if (choice < 0.35) {
            object.kind = randomKind();
            ASSERT_FALSE(world_.setKind(id, object.kind));
        } else if (choice < 0.4) {
            object.shape = shapes_[random_.below(static_cast<std::uint32_t>(shapes_.size()))];
            ASSERT_FALSE(world_.setShape(id, object.shape));
        } else if (auto* compound = std::get_if<typename Space<T>::Compound>(&object.shape);
                   compound != nullptr && choice < 0.6) {
            const std::uint32_t part = random_.below(3);
            typename Space<T>::PartPose pose;
            randomizePose(pose, random_, 0.5, glm::dvec3(0.0));
            compound->setChildPose(part, pose);
            ASSERT_FALSE(world_.setPartPose(id, part, pose));
        } else if (choice < 0.65) {
            object.userData = random_.below(4);
            ASSERT_FALSE(world_.setUserData(id, object.userData));
        } else if (choice < 0.7) {
            ASSERT_FALSE(world_.setPose(id, object.pose));
            ASSERT_FALSE(world_.setKind(id, object.kind));
        } else if (choice < 0.75) {
            world_.refresh();
        } else if (choice < 0.76) {
            BasicWorld<T> copy = world_;
            random_.chance(0.5) ? world_ = copy : world_ = std::move(copy);
        } else {
            object.pose.position += decltype(object.pose.position)(random_.inBox(0.1));
            ASSERT_FALSE(world_.setPose(id, object.pose));
        }
    }

private:
    Random random_;
    BasicWorld<T>& world_;
    WorldModel<T>& model_;
    std::vector<typename Space<T>::Shape> shapes_;
};

}  // namespace sat3d::test
