#include "core/enum_names.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

namespace sat3d::SAT3D_ABI {

std::string_view toString(FeaturePair::Kind kind) noexcept {
    return enumName<FeaturePair::Kind::VertexVertex>(
        kind, {"FaceA", "FaceB", "EdgeEdge", "VertexEdge", "EdgeVertex", "VertexVertex"});
}

std::string_view toString(PlaneReport::Source source) noexcept {
    return enumName<PlaneReport::Source::FaceOfB>(source, {"EdgeOfA", "EdgeOfB", "FaceOfA", "FaceOfB"});
}

std::string_view toString(PlaneChoice choice) noexcept {
    return enumName<PlaneChoice::FaceNormals>(choice, {"EdgeDirections", "FaceNormals"});
}

}  // namespace sat3d::SAT3D_ABI
