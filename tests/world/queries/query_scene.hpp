#pragma once

/// @file
/// Random worlds and questions for tests of queries.

#include "world/world_model.hpp"

#include <sat3d/world/world_queries.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sat3d::test {

/// A world after random edits, some of which its trees have not seen, and random questions.
template <class T>
class QueryScene {
public:
    explicit QueryScene(std::uint32_t seed, glm::dvec3 center = {})
        : model_({}), edits_(seed, world, model_), center_(center) {
        edits_.center = center;
        for (int i = 0; i < 25; ++i) {
            edits_.add();
        }
    }

    BasicWorld<T> world;

    void change() {
        const double choice = random().unit();
        for (std::uint32_t i = random().below(4); i-- > 0;) {
            edits_.edit();
        }
        if (choice < 0.3) {
            world.update();
        } else if (choice < 0.6) {
            world.refresh();
        }
    }
    Random& random() { return edits_.random(); }
    RandomEdits<T>& edits() { return edits_; }
    const typename Space<T>::Shape& shape() {
        return edits_.shapes()[random().below(static_cast<std::uint32_t>(edits_.shapes().size()))];
    }
    typename Space<T>::Position point() { return typename Space<T>::Position(random().inBox(4.0) + center_); }
    QueryFilter filter() {
        const auto ids = world.ids();
        without_.clear();
        for (std::uint32_t i = random().below(3); i-- > 0;) {
            without_.push_back(ids[random().below(static_cast<std::uint32_t>(ids.size()))]);
        }
        return {random().chance(0.5) ? ~std::uint64_t{0} : random().below(8), without_, random().chance(0.5)};
    }
    /// Calls visit for the objects that a filter selects, by its definition.
    template <class Visit>
    void forEach(const QueryFilter& filter, const Visit& visit) const {
        for (const ObjectId id : world.ids()) {
            const BasicObject<T>& object = *world.find(id);
            const bool isExcluded = std::ranges::count(filter.without, id) > 0 ||
                                    (object.kind == ObjectKind::Sensor && !filter.sensors) ||
                                    (object.filter.categories & filter.categories) == 0;
            if (!isExcluded) {
                visit(id, object);
            }
        }
    }

private:
    WorldModel<T> model_;
    RandomEdits<T> edits_;
    glm::dvec3 center_;
    std::vector<ObjectId> without_;
};

}  // namespace sat3d::test
