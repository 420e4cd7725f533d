#include "pairs.hpp"

#include "texts.hpp"

#include <sat3d/debug/explain_drawing.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <variant>

namespace tank_arena {
namespace {

/// The children that the solver names. It numbers the parts of compounds, but not the triangles of surfaces.
sat3d::ExplainOptions childrenOf(const sat3d::World::Object& a, const sat3d::World::Object& b,
                                 const sat3d::ChildPair& children) {
    sat3d::ExplainOptions options;
    if (std::holds_alternative<sat3d::Compound>(a.shape)) {
        options.childA = children.a;
    }
    if (std::holds_alternative<sat3d::Compound>(b.shape)) {
        options.childB = children.b;
    }
    return options;
}

/// Name of a part of an object; empty if the object is one part.
std::string partName(const Game& game, const sat3d::World::Object& object, std::uint32_t child) {
    if (!std::holds_alternative<sat3d::Compound>(object.shape)) {
        return "";
    }
    switch (Thing::of(object).kind) {
        case Kind::Tank: {
            const std::string& name = game.models().tank.collision.bodies[child].name;
            return name.starts_with("track_") ? name.substr(6) + " track" : name;
        }
        case Kind::Truck:
            return std::array{"chassis", "cab", "box"}[child];
        case Kind::Barrier:
            return std::array{"foot", "top"}[child];
        default:
            return "part " + std::to_string(child);
    }
}

std::string rowText(const Game& game, const ChosenPair& pair, sat3d::ObjectId self, double separation) {
    const bool isA = pair.objects.a == self;
    const sat3d::World::Object& object = *game.world().find(self);
    const std::string part = partName(game, object, isA ? pair.children.a : pair.children.b);
    return (part.empty() ? object.name : part) + " - " +
           partText(game, isA ? pair.objects.b : pair.objects.a, isA ? pair.children.b : pair.children.a) +
           ": " + separationText(separation);
}

}  // namespace

std::string partText(const Game& game, sat3d::ObjectId id, std::uint32_t child) {
    const sat3d::World::Object* object = game.world().find(id);
    if (object == nullptr) {
        return "(gone)";
    }
    const std::string part = partName(game, *object, child);
    return part.empty() ? object->name : part + " of " + object->name;
}

std::vector<PairRow> pairsOf(const Game& game, sat3d::ObjectId object) {
    std::vector<PairRow> rows;
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        const sat3d::ObjectPair& objects = contact.objects;
        if (contact.pointCount == 0 || (objects.a != object && objects.b != object)) {
            continue;
        }
        const sat3d::World::Object *a = game.world().find(objects.a), *b = game.world().find(objects.b);
        if (a == nullptr || b == nullptr) {
            continue;  // removed since the step
        }
        const sat3d::ExplainOptions parts = childrenOf(*a, *b, contact.children);
        const ChosenPair pair{objects, {parts.childA.value_or(0), parts.childB.value_or(0)}};
        if (std::ranges::find(rows, pair, &PairRow::pair) == rows.end()) {
            const double separation = explanationOf(game.world(), pair)->separation;
            rows.push_back({pair, separation, rowText(game, pair, object, separation)});
        }
    }
    std::ranges::stable_sort(rows, {}, &PairRow::separation);
    return rows;
}

std::optional<sat3d::Explanation> explanationOf(const sat3d::World& world, const ChosenPair& pair) {
    const sat3d::World::Object *a = world.find(pair.objects.a), *b = world.find(pair.objects.b);
    if (a == nullptr || b == nullptr) {
        return std::nullopt;
    }
    return explain(a->shape, a->pose, b->shape, b->pose, childrenOf(*a, *b, pair.children));
}

bool writeExplanation(const Game& game, const ChosenPair& pair, const std::string& path) {
    const auto explanation = explanationOf(game.world(), pair);
    if (!explanation) {
        return false;
    }
    const sat3d::World::Object &a = *game.world().find(pair.objects.a),
                               &b = *game.world().find(pair.objects.b);
    std::ofstream file(path);
    file << drawExplanationHtml(*explanation, a.shape, a.pose, b.shape, b.pose,
                                {.nameA = partText(game, pair.objects.a, pair.children.a),
                                 .nameB = partText(game, pair.objects.b, pair.children.b)});
    return file.good();
}

}  // namespace tank_arena
