#include "checks.hpp"
#include "layout.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>

s3_model::s3_model(sat3d::CollisionModel loaded) : model(std::move(loaded)) {
    const auto ofAny = [](const auto& convex) { return sat3d::Shape(convex); };
    for (const sat3d::CollisionBody& body : model.bodies) {
        shapes.push_back(new s3_shape(std::visit(ofAny, body.shape)));
    }
    for (const sat3d::CollisionMesh& mesh : model.meshes) {
        shapes.push_back(new s3_shape(mesh.mesh));
    }
}

s3_model::~s3_model() {
    for (const s3_shape* const shape : shapes) {
        s3_shape_release(shape);
    }
}

namespace {

using namespace sat3d;
using c::Checks;
using c::fail;
using c::guarded;

s3_status give(Result<CollisionModel, BakedError> loaded, s3_model** result) {
    if (!loaded) {
        using Code = BakedError::Code;
        const Code code = loaded.error().code;
        return fail(code == Code::NotFound     ? S3_MODEL_NOT_FOUND
                    : code == Code::Unreadable ? S3_MODEL_UNREADABLE
                                               : S3_MODEL_INVALID,
                    loaded.error().message);
    }
    *result = new s3_model(*std::move(loaded));
    return S3_OK;
}

/// -1: none.
std::int64_t indexOrNone(const std::optional<std::uint32_t>& index) {
    return index ? std::int64_t{*index} : -1;
}

}  // namespace

s3_status s3_model_load_baked(const char* path, s3_model** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).needed(path, "the path").status();
#ifdef SAT3D_C_WITHOUT_FILES
        return bad ? bad : fail(S3_MODEL_UNREADABLE, "this build reads no files: pass bytes");
#else
        return bad ? bad : give(loadBaked(path), result);
#endif
    });
}

s3_status s3_model_from_bytes(const uint8_t* bytes, size_t size, s3_model** result) {
    return guarded([&] {
        const s3_status bad = Checks().output(result).array(bytes, size, "the array of bytes").status();
        return bad ? bad : give(loadBaked(std::as_bytes(std::span(bytes, size))), result);
    });
}

void s3_model_destroy(s3_model* model) {
    if (Checks().model(model).status() == S3_OK) {
        delete model;
    }
}

s3_status s3_model_part_count(const s3_model* model, size_t* bodies, size_t* meshes) {
    return guarded([&] {
        const s3_status bad = Checks().model(model).output(bodies).output(meshes).status();
        if (!bad) {
            *bodies = model->model.bodies.size();
            *meshes = model->model.meshes.size();
        }
        return bad;
    });
}

s3_status s3_model_get_part(const s3_model* model, size_t index, s3_part* result) {
    return guarded([&] {
        s3_status bad = Checks().model(model).output(result).status();
        if (!bad) {
            bad = Checks().index(index, model->shapes.size(), "the number of the part").status();
        }
        if (bad) {
            return bad;
        }
        const std::size_t bodies = model->model.bodies.size();
        if (index < bodies) {
            const CollisionBody& body = model->model.bodies[index];
            *result = {body.name.c_str(), model->shapes[index], body.node, body.material};
        } else {
            const CollisionMesh& mesh = model->model.meshes[index - bodies];
            *result = {mesh.name.c_str(), model->shapes[index], mesh.node, 0};
        }
        return bad;
    });
}

s3_status s3_model_node_count(const s3_model* model, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks().model(model).output(count).status();
        if (!bad) {
            *count = model->model.nodes.size();
        }
        return bad;
    });
}

s3_status s3_model_get_node(const s3_model* model, size_t index, s3_node* result) {
    return guarded([&] {
        s3_status bad = Checks().model(model).output(result).status();
        if (!bad) {
            bad = Checks().index(index, model->model.nodes.size(), "the number of the node").status();
        }
        if (!bad) {
            const ModelNode& node = model->model.nodes[index];
            *result = {node.name.c_str(), indexOrNone(node.parent), c::out<s3_local_pose>(node.restPose)};
        }
        return bad;
    });
}

s3_status s3_model_part_rigid_body(const s3_model* model, size_t part, int64_t* result) {
    return guarded([&] {
        s3_status bad = Checks().model(model).output(result).status();
        if (!bad) {
            bad = Checks().index(part, model->shapes.size(), "the number of the part").status();
        }
        if (!bad) {
            const std::size_t bodies = model->model.bodies.size();
            *result = indexOrNone(part < bodies ? model->model.bodies[part].rigidBody
                                                : model->model.meshes[part - bodies].rigidBody);
        }
        return bad;
    });
}

s3_status s3_model_joint_count(const s3_model* model, size_t* count) {
    return guarded([&] {
        const s3_status bad = Checks().model(model).output(count).status();
        if (!bad) {
            *count = model->model.joints.size();
        }
        return bad;
    });
}

s3_status s3_model_get_joint(const s3_model* model, size_t index, s3_model_joint* result) {
    return guarded([&] {
        const s3_status bad = Checks().modelJoint(model, index).output(result).status();
        if (!bad) {
            const ModelJoint& joint = model->model.joints[index];
            *result = {joint.name.c_str(), indexOrNone(joint.rigidBodyA), joint.rigidBodyB};
        }
        return bad;
    });
}
