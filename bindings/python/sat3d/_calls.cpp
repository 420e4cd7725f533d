// The questions about two shapes that programs ask one at a time, in a fraction of the time that cffi needs
// for the arguments alone. The functions of the library come from Python by address, so this module links
// nothing.

#define PY_SSIZE_T_CLEAN
#include <Python.h>
// After Python's header.
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numpy/arrayobject.h>
#include <sat3d.h>

#ifdef S3_DOUBLE
#define SAT3D_PACKAGE "sat3d.double"
#else
#define SAT3D_PACKAGE "sat3d"
#endif

namespace {

/// Numpy's type of the numbers of a pose.
constexpr int kRealType = sizeof(s3_real) == sizeof(double) ? NPY_FLOAT64 : NPY_FLOAT32;

decltype(&s3_overlaps) overlapsCall;
decltype(&s3_penetrate) penetrateCall;
decltype(&s3_measure_distance) distanceCall;
decltype(&s3_contains) containsCall;
decltype(&s3_raycast) raycastCall;
PyObject *raiseError, *toPose, *pushType, *distanceType, *rayHitType;

/// Base of Shape: knows the shape's address.
struct Handle {
    PyObject_HEAD const s3_shape* shape;
};

int initHandle(PyObject* self, PyObject* arguments, PyObject*) {
    PyObject* address = nullptr;
    if (!PyArg_ParseTuple(arguments, "O!", &PyLong_Type, &address)) {
        return -1;
    }
    reinterpret_cast<Handle*>(self)->shape = static_cast<const s3_shape*>(PyLong_AsVoidPtr(address));
    return PyErr_Occurred() != nullptr ? -1 : 0;
}

PyTypeObject* handleType;

constexpr std::size_t kMostArguments = 5;
using Names =
    std::array<const char*, kMostArguments>;  ///< of the arguments of a function; the others are null

/// The arguments of a call, by position or by name.
class Arguments {
public:
    Arguments(const Names& names, std::size_t required, PyObject* const* values, Py_ssize_t count,
              PyObject* keywords) {
        isValid_ = fill(names, values, count, keywords);
        for (std::size_t k = 0; isValid_ && k < required; ++k) {
            if (all_[k] == nullptr) {
                PyErr_Format(PyExc_TypeError, "the argument %s is missing", names[k]);
                isValid_ = false;
            }
        }
    }
    bool isValid() const { return isValid_; }

    bool shape(std::size_t k, const s3_shape*& shape) const {
        if (!PyObject_TypeCheck(all_[k], handleType)) {
            PyErr_Format(PyExc_TypeError, "a Shape of " SAT3D_PACKAGE " is needed, not %s",
                         Py_TYPE(all_[k])->tp_name);
            return false;
        }
        shape = reinterpret_cast<const Handle*>(all_[k])->shape;
        return true;
    }

    bool pose(std::size_t k, s3_pose& pose) const {
        PyObject* const given = all_[k];
        if (isPose(given)) {  // what pose() returns
            std::memcpy(&pose, PyArray_DATA(reinterpret_cast<PyArrayObject*>(given)), sizeof pose);
            return true;
        }
        PyObject* const array = PyObject_CallOneArg(toPose, given);
        const bool isSeven = array != nullptr && isPose(array);
        if (isSeven) {
            std::memcpy(&pose, PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)), sizeof pose);
        } else if (array != nullptr) {
            PyErr_SetString(PyExc_ValueError,
                            "pose: seven numbers are needed: x y z, then the quaternion x y z w");
        }
        Py_XDECREF(array);
        return isSeven;
    }

    /// @tparam Vector  s3_vec3 or s3_position
    template <class Vector>
    bool vector(std::size_t k, Vector& vector) const {
        PyObject* const items = PySequence_Fast(all_[k], "three numbers are needed");
        if (items == nullptr) {
            return false;
        }
        std::array<double, 3> numbers{};
        const bool isThree = PySequence_Fast_GET_SIZE(items) == 3;
        for (std::size_t i = 0; isThree && i < 3; ++i) {
            numbers[i] = PyFloat_AsDouble(PySequence_Fast_GET_ITEM(items, static_cast<Py_ssize_t>(i)));
        }
        if (!isThree) {
            PyErr_SetString(PyExc_ValueError, "three numbers are needed");
        }
        Py_DECREF(items);
        using Number = decltype(vector.x);
        vector = {static_cast<Number>(numbers[0]), static_cast<Number>(numbers[1]),
                  static_cast<Number>(numbers[2])};
        return PyErr_Occurred() == nullptr;
    }

    /// Leaves the number as it is if the argument is not given.
    bool number(std::size_t k, float& number) const {
        if (all_[k] != nullptr) {
            number = static_cast<float>(PyFloat_AsDouble(all_[k]));
        }
        return PyErr_Occurred() == nullptr;
    }

private:
    static bool isPose(PyObject* object) {
        auto* const array = reinterpret_cast<PyArrayObject*>(object);
        return PyArray_Check(object) && PyArray_TYPE(array) == kRealType && PyArray_SIZE(array) == 7 &&
               PyArray_IS_C_CONTIGUOUS(array) && PyArray_ISNOTSWAPPED(array);
    }

    bool fill(const Names& names, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
        const auto known = static_cast<std::size_t>(std::ranges::find(names, nullptr) - names.begin());
        if (static_cast<std::size_t>(count) > known) {
            PyErr_Format(PyExc_TypeError, "%zd arguments are given, and there are %zu", count, known);
            return false;
        }
        std::copy_n(values, count, all_.begin());
        const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
        for (Py_ssize_t k = 0; k < named; ++k) {
            PyObject* const keyword = PyTuple_GET_ITEM(keywords, k);
            std::size_t at = 0;
            while (at < known && PyUnicode_CompareWithASCIIString(keyword, names[at]) != 0) {
                ++at;
            }
            if (at == known || all_[at] != nullptr) {
                PyErr_Format(PyExc_TypeError,
                             at == known ? "there is no argument %U" : "the argument %U is given twice",
                             keyword);
                return false;
            }
            all_[at] = values[count + k];
        }
        return true;
    }

    std::array<PyObject*, kMostArguments> all_{};
    bool isValid_;
};

/// Runs a call without the lock of the interpreter. Returns whether it has succeeded; if not, raises.
template <class Call>
bool succeeds(Call&& call) {
    s3_status status = 0;
    Py_BEGIN_ALLOW_THREADS;
    status = call();
    Py_END_ALLOW_THREADS;
    if (status == 0) {
        return true;
    }
    Py_XDECREF(PyObject_CallFunction(raiseError, "i", static_cast<int>(status)));
    return false;
}

/// @tparam Vector  s3_vec3 or s3_position
template <class Vector>
PyObject* toArray(const Vector& vector) {
    npy_intp size = 3;
    PyObject* const array = PyArray_SimpleNew(1, &size, NPY_FLOAT64);
    if (array != nullptr) {
        const std::array<double, 3> numbers{static_cast<double>(vector.x), static_cast<double>(vector.y),
                                            static_cast<double>(vector.z)};
        std::memcpy(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)), numbers.data(), sizeof numbers);
    }
    return array;
}

PyObject* toFloat(float number) {
    return PyFloat_FromDouble(static_cast<double>(number));
}

/// Returns a named tuple of the items, which it takes.
template <class... Items>
PyObject* named(PyObject* type, Items... items) {
    auto* const tuple = reinterpret_cast<PyTypeObject*>(type);
    PyObject* const result = (... && (items != nullptr))
                                 ? tuple->tp_alloc(tuple, static_cast<Py_ssize_t>(sizeof...(items)))
                                 : nullptr;
    if (result == nullptr) {
        (Py_XDECREF(items), ...);
        return nullptr;
    }
    Py_ssize_t at = 0;
    (PyTuple_SET_ITEM(result, at++, items), ...);
    return result;
}

constexpr Names kPair{"a", "pose_a", "b", "pose_b"};
constexpr Names kPairAndMargin{"a", "pose_a", "b", "pose_b", "margin"};

/// Two shapes at their poses.
struct Pair {
    const s3_shape *a, *b;
    s3_pose poseA, poseB;
    float margin = 0.0f;

    bool read(const Arguments& arguments) {
        return arguments.isValid() && arguments.shape(0, a) && arguments.pose(1, poseA) &&
               arguments.shape(2, b) && arguments.pose(3, poseB);
    }
};

PyObject* overlaps(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Arguments arguments(kPairAndMargin, 4, values, count, keywords);
    Pair pair;
    bool result = false;
    if (!pair.read(arguments) || !arguments.number(4, pair.margin) || !succeeds([&] {
            return overlapsCall(pair.a, &pair.poseA, pair.b, &pair.poseB, pair.margin, &result);
        })) {
        return nullptr;
    }
    return PyBool_FromLong(result);
}

PyObject* penetration(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Arguments arguments(kPairAndMargin, 4, values, count, keywords);
    Pair pair;
    s3_penetration result;
    if (!pair.read(arguments) || !arguments.number(4, pair.margin) || !succeeds([&] {
            return penetrateCall(pair.a, &pair.poseA, pair.b, &pair.poseB, pair.margin, &result);
        })) {
        return nullptr;
    }
    if (!(result.depth > 0.0f)) {
        Py_RETURN_NONE;
    }
    return named(pushType, toArray(result.normal), toFloat(result.depth));
}

PyObject* distance(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Arguments arguments(kPair, 4, values, count, keywords);
    Pair pair;
    s3_distance result;
    if (!pair.read(arguments) ||
        !succeeds([&] { return distanceCall(pair.a, &pair.poseA, pair.b, &pair.poseB, &result); })) {
        return nullptr;
    }
    return named(distanceType, toFloat(result.separation), toArray(result.normal), toArray(result.point_a),
                 toArray(result.point_b));
}

PyObject* contains(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Arguments arguments({"shape", "at", "point"}, 3, values, count, keywords);
    const s3_shape* shape = nullptr;
    s3_pose at;
    s3_position point;
    bool result = false;
    if (!arguments.isValid() || !arguments.shape(0, shape) || !arguments.pose(1, at) ||
        !arguments.vector(2, point) || !succeeds([&] { return containsCall(shape, &at, point, &result); })) {
        return nullptr;
    }
    return PyBool_FromLong(result);
}

PyObject* raycast(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Arguments arguments({"shape", "at", "origin", "direction", "length"}, 4, values, count, keywords);
    const s3_shape* shape = nullptr;
    s3_pose at;
    s3_ray ray;
    ray.length = std::numeric_limits<float>::infinity();
    bool didHit = false;
    s3_ray_hit hit;
    if (!arguments.isValid() || !arguments.shape(0, shape) || !arguments.pose(1, at) ||
        !arguments.vector(2, ray.origin) || !arguments.vector(3, ray.direction) ||
        !arguments.number(4, ray.length) ||
        !succeeds([&] { return raycastCall(shape, &at, &ray, &didHit, &hit); })) {
        return nullptr;
    }
    if (!didHit) {
        Py_RETURN_NONE;
    }
    constexpr std::uint32_t kNoFace = 0xffffffff;
    PyObject* face = Py_None;
    if (hit.entry.face == kNoFace) {
        Py_INCREF(face);
    } else {
        face = PyLong_FromUnsignedLong(hit.entry.face);
    }
    return named(rayHitType, toFloat(hit.entry.distance), toArray(hit.entry.normal), face,
                 PyLong_FromUnsignedLong(hit.entry.child));
}

template <class Function>
void setAddress(Function& function, unsigned long long address) {
    function = reinterpret_cast<Function>(static_cast<std::uintptr_t>(address));
}

PyObject* connect(PyObject*, PyObject* arguments) {
    std::array<unsigned long long, 5> functions{};
    std::array<PyObject*, 5> objects{};
    if (!PyArg_ParseTuple(arguments, "(KKKKK)OOOOO", &functions[0], &functions[1], &functions[2],
                          &functions[3], &functions[4], &objects[0], &objects[1], &objects[2], &objects[3],
                          &objects[4])) {
        return nullptr;
    }
    setAddress(overlapsCall, functions[0]);
    setAddress(penetrateCall, functions[1]);
    setAddress(distanceCall, functions[2]);
    setAddress(containsCall, functions[3]);
    setAddress(raycastCall, functions[4]);
    for (PyObject* const object : objects) {
        Py_INCREF(object);  // for as long as the module lives
    }
    raiseError = objects[0];
    toPose = objects[1];
    pushType = objects[2];
    distanceType = objects[3];
    rayHitType = objects[4];
    Py_RETURN_NONE;
}

template <class Function>
PyMethodDef method(const char* name, Function* function, const char* doc) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
            METH_FASTCALL | METH_KEYWORDS, doc};
}

PyMethodDef methods[] = {
    method("overlaps", overlaps,
           "overlaps($module, a, pose_a, b, pose_b, margin=0.0)\n--\n\n"
           "Whether the interiors of two shapes overlap. Touching is not overlapping."),
    method("penetration", penetration,
           "penetration($module, a, pose_a, b, pose_b, margin=0.0)\n--\n\n"
           "The shortest push apart, or None if the shapes do not overlap."),
    method("distance", distance,
           "distance($module, a, pose_a, b, pose_b)\n--\n\nThe signed distance and the closest points."),
    method("contains", contains,
           "contains($module, shape, at, point)\n--\n\nWhether a point of the world lies in a shape."),
    method("raycast", raycast,
           "raycast($module, shape, at, origin, direction, length=inf)\n--\n\n"
           "The first hit of a ray, or None. The direction may have any length but 0."),
    {"connect", connect, METH_VARARGS,
     "connect(functions, check, pose, push, distance, ray_hit): called once, by the package."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT, SAT3D_PACKAGE "._calls", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__calls() {
    import_array();
    PyType_Slot slots[] = {{Py_tp_init, reinterpret_cast<void*>(initHandle)}, {0, nullptr}};
    PyType_Spec handle{SAT3D_PACKAGE "._calls.Handle", sizeof(Handle), 0,
                       Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    PyObject* const result = PyModule_Create(&module);
    PyObject* const type = PyType_FromSpec(&handle);
    if (result == nullptr || type == nullptr || PyModule_AddObject(result, "Handle", type) < 0) {
        return nullptr;
    }
    handleType = reinterpret_cast<PyTypeObject*>(type);  // lives as long as the module
    return result;
}
