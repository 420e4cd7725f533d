#ifndef SAT3D_H
#define SAT3D_H

/*
 * sat3d for C and for everything that calls C: shapes, questions about two of them, worlds with rays and contacts,
 * rigid bodies, joints, vehicles, movers, baked models, debug drawing. C11, no dependencies.
 *
 *     s3_shape* box = NULL;
 *     if (s3_box_create((s3_vec3){0, 0, 0}, (s3_vec3){1, 1, 1}, S3_NO_ROTATION, &box) != S3_OK) {
 *         puts(s3_last_error());
 *     }
 *
 * Rules of all functions:
 * - Meters, kilograms, seconds, radians. A quaternion is x y z w. A pose rotates first, then translates.
 * - Every function that can fail returns a status. If it is not S3_OK, nothing has changed, what the function writes
 *   is untouched, and s3_last_error() has a sentence that says what is wrong.
 * - Bad input is an error and no more: NULL, NaN, a stale id, an index out of range, a handle of another type. Only a
 *   pointer that leads nowhere, and a handle after its end, cannot be recognized.
 * - Shapes do not change, and have counted owners: create returns one that is yours, retain adds one, release takes one.
 *   Worlds, bodies and models keep what they need, so you may release a shape right after you have added it.
 * - A world, a model or a drawing belongs to whoever created it, and ends with its destroy.
 * - A view is a pointer into such an object: valid until the next call that changes the object, or ends it.
 * - Shapes and queries of two shapes may be used by several threads at once; a world by one thread at a time.
 * - Structs that may grow begin with their size: take them from their s3_default_...() function and change what you need.
 *
 * Positions in the world are floats, or doubles for worlds in which floats are too coarse: define S3_DOUBLE before this header
 * and link libsat3d_c_double instead of libsat3d_c (CMake's target sat3d::c_double and pkg-config's sat3d_c_double do both).
 * The functions have the same names in both libraries, but other structs: call s3_check_abi(S3_ABI_VERSION) first, which
 * tells a library that does not fit. A process may load both.
 *
 * The plane: define S3_PLANE before this header and link libsat3d_c_plane (sat3d::c_plane, sat3d_c_plane). Shapes, questions,
 * worlds, bodies, joints and movers then have two dimensions, and the same names. With S3_DOUBLE as well, the library is
 * libsat3d_c_plane_double.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#if defined(S3_EXPORTS)
#define S3_API __declspec(dllexport)
#elif defined(SAT3D_C_STATIC)
#define S3_API
#else
#define S3_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define S3_API __attribute__((visibility("default")))
#else
#define S3_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Statuses and the library ---- */

/* Numbers keep their meaning in all versions; new ones are added. */
typedef int32_t s3_status;
enum {
    S3_OK = 0,
    S3_NULL_ARGUMENT = 1,  /* a pointer that is needed is NULL */
    S3_BAD_HANDLE = 2,     /* a handle of another type */
    S3_BAD_NUMBER = 3,     /* not finite, out of range, or a rotation without unit length */
    S3_BAD_INDEX = 4,      /* beyond the end of an array */
    S3_BAD_STRUCT = 5,     /* a struct without its size, or of a newer version */
    S3_BAD_ENUM = 6,       /* a number that is none of the enumeration */
    S3_WRONG_SHAPE = 7,    /* a shape of another kind is needed */
    S3_OUT_OF_MEMORY = 8,
    S3_INTERNAL = 9,       /* a fault of the library: please report it */
    S3_WRONG_LIBRARY = 10, /* positions in another precision, or another version */

    S3_SHAPE_BAD_NUMBER = 0x100,      /* of a sphere, capsule, box or half-space */
    S3_SHAPE_BAD_MAP = 0x101,         /* a map without an inverse, or one that the shape cannot follow */
    S3_SHAPE_EMPTY = 0x102,           /* a compound without children, a mesh without triangles */
    S3_SHAPE_NOT_WATERTIGHT = 0x103,  /* mass of a shape that encloses no volume */
    S3_HULL_FAILED = 0x200,           /* the points have no convex hull */
    S3_POLYGON_FAILED = 0x201,        /* the points make no polygon */
    S3_MESH_FAILED = 0x300,           /* the triangles make no mesh */
    S3_HEIGHT_FIELD_FAILED = 0x400,   /* the heights make no field */

    S3_WORLD_BAD_SHAPE = 0x500,
    S3_WORLD_BAD_POSE = 0x501,
    S3_WORLD_STALE_ID = 0x502, /* there is no object with that id */
    S3_WORLD_NO_SUCH_PART = 0x503,
    S3_WORLD_FULL = 0x504,
    S3_WORLD_BAD_SNAPSHOT = 0x505,
    S3_WORLD_FOREIGN_SNAPSHOT = 0x506,
    S3_WORLD_MISSING_SHAPE = 0x507,
    S3_WORLD_EMPTY = 0x508, /* a model without solid convex bodies */
    S3_WORLD_BAD_BODY = 0x509,
    S3_WORLD_BAD_FILTER = 0x50a,
    S3_WORLD_BAD_JOINT = 0x50b,   /* a number of it is out of range, or its settings contradict each other */
    S3_WORLD_BAD_VEHICLE = 0x50c, /* likewise */
    S3_WORLD_IN_STEP = 0x50d,     /* a contact hook has used the world that calls it */
    S3_WORLD_OTHER = 0x5ff,

    S3_MODEL_NOT_FOUND = 0x600, /* there is no such file */
    S3_MODEL_UNREADABLE = 0x601,
    S3_MODEL_INVALID = 0x602 /* the bytes are not a baked model, or a damaged one */
};

/*
 * Interface of this header. A library with the same major number and the same or a later minor one fits. The major number has
 * the bit 0x8000 if positions are doubles, and the bit 0x4000 for the plane, so that no other library fits.
 */
#if defined(S3_PLANE) && defined(S3_DOUBLE)
#define S3_ABI_MAJOR 0xc002u
#elif defined(S3_DOUBLE)
#define S3_ABI_MAJOR 0x8002u
#elif defined(S3_PLANE)
#define S3_ABI_MAJOR 0x4002u
#else
#define S3_ABI_MAJOR 2u
#endif
#define S3_ABI_MINOR 0u
#define S3_ABI_VERSION (S3_ABI_MAJOR << 16 | S3_ABI_MINOR)

/* Major number of the library's interface in the high 16 bits, minor number in the low ones. */
S3_API uint32_t s3_abi_version(void);
/* S3_WRONG_LIBRARY if the library does not fit a header, with a sentence. program: S3_ABI_VERSION of the caller's header. */
S3_API s3_status s3_check_abi(uint32_t program);
/* Such as "0.1.0". */
S3_API const char* s3_version(void);
/* Name of a status: "S3_BAD_NUMBER". "?" for other numbers. */
S3_API const char* s3_status_name(s3_status status);
/* What the last call of this thread that failed says about its input: one sentence, UTF-8. A view. */
S3_API const char* s3_last_error(void);

/* ---- Numbers ---- */

/*
 * A vector is a direction, a velocity, a force. A spin is what turns: an angular velocity, a torque; in the plane a number,
 * counter-clockwise. A position is a point of the world. A pose places an object in it, a local pose a part in its object.
 */
#ifdef S3_PLANE
typedef struct s3_vec2 {
    float x, y;
} s3_vec2;
typedef s3_vec2 s3_vector;
typedef float s3_spin;
typedef s3_vec2 s3_local_rotation; /* cosine and sine of the angle */
#ifdef S3_DOUBLE
typedef double s3_real;
typedef struct s3_position {
    double x, y;
} s3_position;
typedef s3_position s3_rotation;
#else
typedef float s3_real;
typedef s3_vec2 s3_position;
typedef s3_vec2 s3_rotation;
#endif
#else
typedef struct s3_vec3 {
    float x, y, z;
} s3_vec3;
typedef struct s3_quat {
    float x, y, z, w;
} s3_quat;
typedef s3_vec3 s3_vector;
typedef s3_vec3 s3_spin;
typedef s3_quat s3_local_rotation;
#ifdef S3_DOUBLE
typedef double s3_real;
typedef struct s3_position {
    double x, y, z;
} s3_position;
typedef struct s3_rotation {
    double x, y, z, w;
} s3_rotation;
#else
typedef float s3_real;
typedef s3_vec3 s3_position;
typedef s3_quat s3_rotation;
#endif
#endif
typedef struct s3_pose {
    s3_position position;
    s3_rotation rotation; /* unit, local to world */
} s3_pose;
#ifdef S3_DOUBLE
typedef struct s3_local_pose {
    s3_vector position;
    s3_local_rotation rotation;
} s3_local_pose;
#else
typedef s3_pose s3_local_pose;
#endif
typedef struct s3_box {
    s3_vector lower, upper; /* empty if a number of lower is above that of upper */
} s3_box;
#ifdef S3_PLANE
#define S3_NO_TURN {1, 0}
#define S3_NO_PLACE {0, 0}
#else
#define S3_NO_TURN {0, 0, 0, 1}
#define S3_NO_PLACE {0, 0, 0}
#endif
#ifdef __cplusplus
#define S3_NO_ROTATION (s3_local_rotation S3_NO_TURN)
#define S3_NO_POSE (s3_pose{S3_NO_PLACE, S3_NO_TURN})
#define S3_NO_LOCAL_POSE (s3_local_pose{S3_NO_PLACE, S3_NO_TURN})
#else
#define S3_NO_ROTATION ((s3_local_rotation)S3_NO_TURN)
#define S3_NO_POSE ((s3_pose){S3_NO_PLACE, S3_NO_TURN})
#define S3_NO_LOCAL_POSE ((s3_local_pose){S3_NO_PLACE, S3_NO_TURN})
#endif

/* ---- Shapes ---- */

typedef struct s3_shape s3_shape;

#ifdef S3_PLANE
typedef enum s3_shape_kind {
    S3_CIRCLE = 0,
    S3_CAPSULE = 1,
    S3_SEGMENT = 2,
    S3_BOX = 3,
    S3_POLYGON = 4,
    S3_HALF_SPACE = 5,
    S3_COMPOUND = 6
} s3_shape_kind;
#else
typedef enum s3_shape_kind {
    S3_SPHERE = 0,
    S3_CAPSULE = 1,
    S3_BOX = 2,
    S3_HULL = 3,
    S3_HALF_SPACE = 5,
    S3_COMPOUND = 6,
    S3_MESH = 7,
    S3_HEIGHT_FIELD = 8
} s3_shape_kind;
#endif

/* Numbers of shapes are finite and within 1e15. */
S3_API s3_status s3_capsule_create(s3_vector start, s3_vector end, float radius, s3_shape** result);
S3_API s3_status s3_box_create(s3_vector center, s3_vector half_extents, s3_local_rotation rotation, s3_shape** result);
/* All points p with dot(normal, p) <= offset. */
S3_API s3_status s3_half_space_create(s3_vector normal, float offset, s3_shape** result);
#ifdef S3_PLANE
S3_API s3_status s3_circle_create(s3_vec2 center, float radius, s3_shape** result);
/* A wall without thickness: what reaches to both sides overlaps it. */
S3_API s3_status s3_segment_create(s3_vec2 start, s3_vec2 end, s3_shape** result);
/* The convex hull of points: at least three that do not lie on one line. */
S3_API s3_status s3_polygon_create(const s3_vec2* points, size_t count, s3_shape** result);
#else
S3_API s3_status s3_sphere_create(s3_vec3 center, float radius, s3_shape** result);
/* The convex hull of points: at least four that do not lie in one plane. */
S3_API s3_status s3_hull_create(const s3_vec3* points, size_t count, s3_shape** result);
#endif

typedef struct s3_compound_child {
    const s3_shape* shape; /* convex, no half-space */
    s3_local_pose pose;    /* in the frame of the compound */
    uint32_t tag;          /* yours */
    uint64_t user_data;    /* yours */
} s3_compound_child;
S3_API s3_status s3_compound_create(const s3_compound_child* children, size_t count, s3_shape** result);
#ifdef S3_PLANE
/*
 * A compound of convex pieces of a polygon of any form. The loops follow each other in `points`: the first one is the outline,
 * the others are holes in it.
 */
S3_API s3_status s3_compound_of_polygon(const s3_vec2* points, const size_t* loop_sizes, size_t loop_count,
                                        s3_shape** result);
#else

typedef struct s3_mesh_options {
    uint32_t struct_size;
    bool one_sided;       /* default false: both sides of each triangle are solid */
    const uint32_t* tags; /* NULL, or one per triangle */
} s3_mesh_options;
S3_API s3_mesh_options s3_default_mesh_options(void);
/* indices: three per triangle, counter-clockwise seen from its front. options: NULL for the defaults. */
S3_API s3_status s3_mesh_create(const s3_vec3* vertices, size_t vertex_count, const uint32_t* indices, size_t index_count,
                                const s3_mesh_options* options, s3_shape** result);

typedef struct s3_height_field_options {
    uint32_t struct_size;
    bool two_sided;        /* default false: only the upper side is solid */
    const uint32_t* holes; /* numbers of cells without ground */
    size_t hole_count;
    const uint32_t* tags; /* NULL, or one per cell */
} s3_height_field_options;
S3_API s3_height_field_options s3_default_height_field_options(void);
/* heights: along z, row by row; height (column, row) is at x = column * cell_x, y = row * cell_y. */
S3_API s3_status s3_height_field_create(const float* heights, uint32_t columns, uint32_t rows, float cell_x, float cell_y,
                                        const s3_height_field_options* options, s3_shape** result);

/* The shape under a linear map, column by column: rotation, scale, mirror. Spheres and capsules need equal scales. */
S3_API s3_status s3_shape_transform(const s3_shape* shape, const float map[9], s3_shape** result);
#endif

/* Both accept NULL and do nothing. */
S3_API void s3_shape_retain(const s3_shape* shape);
S3_API void s3_shape_release(const s3_shape* shape);

S3_API s3_status s3_shape_get_kind(const s3_shape* shape, s3_shape_kind* result);
S3_API s3_status s3_shape_bounds(const s3_shape* shape, const s3_pose* pose, s3_box* result);

typedef struct s3_mass {
    float mass;       /* kg; infinite: nothing moves the body */
    s3_vector center; /* in the shape's frame */
#ifdef S3_PLANE
    float inertia; /* about the center, kg m2 */
#else
    float inertia[9]; /* about the center, column by column, kg m2 */
#endif
} s3_mass;
/* density: kg / m3, or kg / m2 in the plane; above 0. Half-spaces, segments, height fields and open meshes have no mass. */
S3_API s3_status s3_shape_mass(const s3_shape* shape, float density, s3_mass* result);

#ifdef S3_PLANE
/* Writes up to `capacity` vertices of a polygon, counter-clockwise, and the number of all. */
S3_API s3_status s3_polygon_vertices(const s3_shape* polygon, s3_vec2* vertices, size_t capacity, size_t* count);
#else
/* Views of a hull: its vertices; the vertices of one face, counter-clockwise from outside. */
S3_API s3_status s3_hull_vertices(const s3_shape* hull, const s3_vec3** vertices, size_t* count);
S3_API s3_status s3_hull_face_count(const s3_shape* hull, size_t* count);
S3_API s3_status s3_hull_face(const s3_shape* hull, size_t face, const uint32_t** vertices, size_t* count);
#endif

/* ---- Questions about two shapes ---- */

#ifdef S3_PLANE
typedef enum s3_feature_kind { S3_EDGE_A = 0, S3_EDGE_B = 1, S3_VERTICES = 2 } s3_feature_kind;
#else
typedef enum s3_feature_kind {
    S3_FACE_A = 0,
    S3_FACE_B = 1,
    S3_EDGE_EDGE = 2,
    S3_VERTEX_EDGE = 3,
    S3_EDGE_VERTEX = 4,
    S3_VERTEX_VERTEX = 5
} s3_feature_kind;
#endif
typedef struct s3_features {
    uint8_t kind; /* s3_feature_kind */
    uint32_t a, b;
} s3_features;
typedef struct s3_children {
    uint32_t a, b; /* of compounds; triangles of surfaces; otherwise 0 */
} s3_children;

/* The shortest push apart: moving B by depth * normal makes the shapes just touch. */
typedef struct s3_penetration {
    s3_vector normal; /* unit, world frame, from A to B */
    float depth;      /* meters, above 0; 0: they do not overlap */
    s3_features features;
    s3_children children;
} s3_penetration;

typedef struct s3_distance {
    float separation;             /* meters: the gap, or minus the depth */
    s3_vector normal;             /* unit, from A to B */
    s3_position point_a, point_b; /* on the surfaces, world frame */
    s3_features features;
    s3_children children;
} s3_distance;

typedef struct s3_contact_point {
    s3_position position; /* midway between the surfaces, world frame */
    float separation;     /* negative for an overlap */
    uint64_t id;          /* of the features, stable while they touch */
} s3_contact_point;
typedef struct s3_manifold {
    s3_vector normal; /* unit, from A to B */
    uint32_t point_count;
#ifdef S3_PLANE
    s3_contact_point points[2];
    s3_penetration penetration;
#else
    s3_contact_point points[4];
    s3_penetration penetration;
    uint32_t face_tag_a, face_tag_b;
#endif
} s3_manifold;

typedef struct s3_ray {
    s3_position origin;
    s3_vector direction; /* of any length but 0 */
    float length;        /* meters, 0 or more; may be infinite */
} s3_ray;
typedef struct s3_intersection {
    float distance;   /* meters from the origin of the ray; may be infinite for the exit */
    s3_vector normal; /* unit, outward */
#ifdef S3_PLANE
    uint32_t edge; /* 0xffffffff: none */
#else
    uint32_t face;  /* 0xffffffff: none */
    uint32_t tag;
#endif
    uint32_t child;
} s3_intersection;
typedef struct s3_ray_hit {
    s3_intersection entry, exit;
    bool started_inside;
} s3_ray_hit;

typedef enum s3_sweep_status {
    S3_SWEEP_MISS = 0,
    S3_SWEEP_HIT = 1,
    S3_SWEEP_INITIAL_OVERLAP = 2,
    S3_SWEEP_NOT_CONVERGED = 3
} s3_sweep_status;
typedef struct s3_sweep {
    uint8_t status; /* s3_sweep_status */
    float fraction; /* share of the motion that is free: 0 .. 1 */
    s3_vector normal;
    s3_position point;
    s3_features features;
    float depth; /* of an initial overlap */
    s3_children children;
#ifndef S3_PLANE
    uint32_t face_a, face_b;
    uint32_t face_tag_a, face_tag_b;
#endif
} s3_sweep;

/* margin: meters, not negative; shapes closer than this count as overlapping. */
S3_API s3_status s3_overlaps(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                             float margin, bool* result);
/* Depth 0 if the shapes do not overlap. */
S3_API s3_status s3_penetrate(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                              float margin, s3_penetration* result);
S3_API s3_status s3_measure_distance(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b,
                                     s3_distance* result);
/* Writes up to `capacity` manifolds, the deepest first, and their number. */
S3_API s3_status s3_collide(const s3_shape* a, const s3_pose* pose_a, const s3_shape* b, const s3_pose* pose_b, float margin,
                            s3_manifold* manifolds, size_t capacity, size_t* count);
/* When two shapes on straight paths meet. */
S3_API s3_status s3_sweep_shapes(const s3_shape* a, const s3_pose* pose_a, s3_vector translation_a, const s3_shape* b,
                                 const s3_pose* pose_b, s3_vector translation_b, s3_sweep* result);
/* did_hit says whether *result was written. */
S3_API s3_status s3_raycast(const s3_shape* shape, const s3_pose* pose, const s3_ray* ray, bool* did_hit,
                            s3_ray_hit* result);
S3_API s3_status s3_contains(const s3_shape* shape, const s3_pose* pose, s3_position point_in_world, bool* result);

/* A shape in an array of many: what the queries of many pairs read. Valid as long as the shape. */
typedef struct s3_shape_ref {
    uintptr_t kind;
    const void* shape;
} s3_shape_ref;
typedef struct s3_pair {
    uint32_t a, b; /* indices of objects */
} s3_pair;
/* Of NULL and of handles that are no shapes: a reference that every query refuses. */
S3_API s3_shape_ref s3_shape_get_ref(const s3_shape* shape);
/* Object i is shapes[i] at poses[i]. One result for each pair, with depth 0 for none. Much faster than pair by pair. */
S3_API s3_status s3_penetrate_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                                    const s3_pair* pairs, size_t pair_count, float margin, s3_penetration* results);
S3_API s3_status s3_overlap_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                                  const s3_pair* pairs, size_t pair_count, float margin, bool* results);
/*
 * The manifolds of many pairs, one pair after another, the deepest of each first: those of pair i are from ends[i - 1], or from 0
 * for the first pair, up to, but not including, ends[i]. If the array is full, pairs have fewer or none.
 */
S3_API s3_status s3_collide_pairs(const s3_shape_ref* shapes, const s3_pose* poses, size_t object_count,
                                  const s3_pair* pairs, size_t pair_count, float margin, s3_manifold* manifolds,
                                  size_t capacity, uint32_t* ends);
/* Many rays and one shape. A ray that misses has an entry at an infinite distance. */
S3_API s3_status s3_raycast_many(const s3_shape* shape, const s3_pose* pose, const s3_ray* rays, size_t count,
                                 s3_ray_hit* results);

/* ---- Worlds ---- */

/* Objects and bodies. Queries see objects as they are now. */
typedef struct s3_world s3_world;
/* Identity of an object, a joint or a vehicle. The id of a removed one never names another one. */
typedef uint64_t s3_id;
typedef uint64_t s3_joint_id;
typedef uint64_t s3_vehicle_id;
#define S3_NO_OBJECT UINT64_C(0)

typedef enum s3_detail { S3_DETAIL_OVERLAP = 0, S3_DETAIL_PUSH = 1, S3_DETAIL_MANIFOLDS = 2 } s3_detail;
typedef enum s3_object_kind { S3_MOVING = 0, S3_STATIC = 1, S3_SENSOR = 2 } s3_object_kind;

/* What two kinds of surfaces do in contact, in place of what their own coefficients combine to: rubber on ice. */
typedef struct s3_material_pair {
    uint32_t a, b;     /* the ids of two s3_materials, above 0, in any order; both may be the same */
    float friction;    /* 0 or more */
    float restitution; /* 0 .. 1 */
} s3_material_pair;
typedef struct s3_world_options {
    uint32_t struct_size;
    uint32_t detail;   /* s3_detail of the contacts of an update; default S3_DETAIL_PUSH */
    float margin;      /* meters; default 0 */
    float hysteresis;  /* meters; default 0 */
    s3_vector gravity; /* m/s2; default (0, -9.81, 0) */
    uint32_t substeps; /* of a step of dynamics, 1 .. 1000; default 8 */
    const s3_material_pair* material_pairs; /* copied, each pair of ids once; default none; no part of a snapshot */
    size_t material_pair_count;
} s3_world_options;
S3_API s3_world_options s3_default_world_options(void);
/* options: NULL for the defaults. */
S3_API s3_status s3_world_create(const s3_world_options* options, s3_world** result);
/* Accepts NULL. */
S3_API void s3_world_destroy(s3_world* world);

typedef struct s3_filter {
    uint64_t categories;    /* bits; default 1 */
    uint64_t collides_with; /* default: all */
    uint64_t excludes;      /* default: none */
    int32_t group;          /* equal and not 0: positive ones always touch, negative ones never */
} s3_filter;
typedef struct s3_object {
    uint32_t struct_size;
    uint32_t kind; /* s3_object_kind */
    const s3_shape* shape;
    s3_pose pose;
    s3_filter filter;
    uint64_t user_data;    /* yours */
} s3_object;
S3_API s3_object s3_default_object(void);

S3_API s3_status s3_world_add(s3_world* world, const s3_object* object, s3_id* result);
S3_API s3_status s3_world_remove(s3_world* world, s3_id id);
S3_API s3_status s3_world_set_pose(s3_world* world, s3_id id, const s3_pose* pose);
/* All poses are set, or none. */
S3_API s3_status s3_world_set_poses(s3_world* world, const s3_id* ids, const s3_pose* poses, size_t count);
S3_API s3_status s3_world_get_pose(s3_world* world, s3_id id, s3_pose* result);
S3_API s3_status s3_world_get_poses(s3_world* world, const s3_id* ids, size_t count, s3_pose* results);
S3_API s3_status s3_world_set_shape(s3_world* world, s3_id id, const s3_shape* shape);
/* The shape of an object, with its parts where they are now. A new handle, which is yours to release. */
S3_API s3_status s3_world_get_shape(s3_world* world, s3_id id, s3_shape** result);
/* The pose of one child of a compound: a turret in its tank. */
S3_API s3_status s3_world_set_part_pose(s3_world* world, s3_id id, uint32_t part, const s3_local_pose* pose);
S3_API s3_status s3_world_get_part_pose(s3_world* world, s3_id id, uint32_t part, s3_local_pose* result);
S3_API s3_status s3_world_set_kind(s3_world* world, s3_id id, uint32_t kind);
/* *result: s3_object_kind. */
S3_API s3_status s3_world_get_kind(s3_world* world, s3_id id, uint32_t* result);
S3_API s3_status s3_world_set_filter(s3_world* world, s3_id id, const s3_filter* filter);
S3_API s3_status s3_world_get_filter(s3_world* world, s3_id id, s3_filter* result);
S3_API s3_status s3_world_get_user_data(s3_world* world, s3_id id, uint64_t* result);
S3_API s3_status s3_world_set_user_data(s3_world* world, s3_id id, uint64_t user_data);
S3_API s3_status s3_world_has(s3_world* world, s3_id id, bool* result);
S3_API s3_status s3_world_size(s3_world* world, size_t* result);
/* Writes up to `capacity` ids, sorted by index, and the number of all objects. */
S3_API s3_status s3_world_ids(s3_world* world, s3_id* ids, size_t capacity, size_t* count);

typedef struct s3_id_pair {
    s3_id a, b;
} s3_id_pair;
typedef struct s3_contact {
    s3_id a, b;
    s3_penetration penetration;
    uint32_t first_manifold, manifold_count; /* in the manifolds of the same update */
} s3_contact;
/* Views. Lists are sorted by the indices of a, then b. */
typedef struct s3_events {
    const s3_contact* begun; /* pairs that touch, and did not before */
    size_t begun_count;
    const s3_contact* stayed;
    size_t stayed_count;
    const s3_id_pair* ended;
    size_t ended_count;
    const s3_manifold* manifolds;
    size_t manifold_count;
} s3_events;
/* Finds what touches, and compares it with the update before. */
S3_API s3_status s3_world_update(s3_world* world, s3_events* result);

/* Hash of all objects, contacts and bodies: equal worlds have equal hashes, on every platform. */
S3_API s3_status s3_world_hash(s3_world* world, uint64_t* result);
/* The state of objects and bodies, without shapes: a view. */
S3_API s3_status s3_world_snapshot(s3_world* world, const uint8_t** bytes, size_t* size);
/* The world must still have the shapes of all objects in the snapshot. The bytes may come from anywhere. */
S3_API s3_status s3_world_restore(s3_world* world, const uint8_t* bytes, size_t size);

/* ---- Queries of a world ---- */

typedef struct s3_query_filter {
    uint32_t struct_size;
    bool sensors;         /* default false: sensors are not seen */
    uint64_t categories;  /* objects in one of these; default: all */
    const s3_id* without; /* but not these */
    size_t without_count;
} s3_query_filter;
S3_API s3_query_filter s3_default_query_filter(void);

typedef struct s3_world_ray_hit {
    s3_id object; /* S3_NO_OBJECT: the ray hits nothing */
    s3_ray_hit hit;
} s3_world_ray_hit;

/* filter: NULL for the default, in all queries. */
S3_API s3_status s3_world_raycast(s3_world* world, const s3_ray* ray, const s3_query_filter* filter,
                                  s3_world_ray_hit* result);
S3_API s3_status s3_world_raycast_many(s3_world* world, const s3_ray* rays, size_t count, const s3_query_filter* filter,
                                       s3_world_ray_hit* results);
/* Writes the hits entered first, at most `capacity`, and their number. */
S3_API s3_status s3_world_raycast_all(s3_world* world, const s3_ray* ray, const s3_query_filter* filter,
                                      s3_world_ray_hit* hits, size_t capacity, size_t* count);
/* Whether no object lies between two points: line of sight. Costs less than a ray that finds the first object. */
S3_API s3_status s3_world_is_visible(s3_world* world, s3_position from, s3_position to, const s3_query_filter* filter,
                                     bool* result);
/* Writes the objects that overlap the shape, at most `capacity`, sorted by index, and their number. */
S3_API s3_status s3_world_overlapping(s3_world* world, const s3_shape* shape, const s3_pose* pose,
                                      const s3_query_filter* filter, s3_id* ids, size_t capacity, size_t* count);
S3_API s3_status s3_world_containing(s3_world* world, s3_position point, const s3_query_filter* filter, s3_id* ids,
                                     size_t capacity, size_t* count);
/* *object is S3_NO_OBJECT if all are farther than max_distance, which may be infinite. */
S3_API s3_status s3_world_closest(s3_world* world, const s3_shape* shape, const s3_pose* pose, float max_distance,
                                  const s3_query_filter* filter, s3_id* object, s3_distance* result);
/* The object that a moving shape meets first, or S3_NO_OBJECT. */
S3_API s3_status s3_world_sweep(s3_world* world, const s3_shape* shape, const s3_pose* pose, s3_vector translation,
                                const s3_query_filter* filter, s3_id* object, s3_sweep* result);

/* ---- Rigid bodies ---- */

/* How a coefficient of two surfaces combines. If only one has a rule, it counts. If both have one, the lower number counts. If
 * none has one, friction is the geometric mean, and restitution the larger one. */
typedef enum s3_combine {
    S3_COMBINE_NO_RULE = 0,
    S3_COMBINE_AVERAGE = 1,
    S3_COMBINE_MINIMUM = 2,
    S3_COMBINE_MAXIMUM = 3,
    S3_COMBINE_MULTIPLY = 4
} s3_combine;
typedef struct s3_material {
    float friction;           /* 0 or more; default 0.6 */
    float restitution;        /* 0 .. 1; default 0 */
    float rolling_resistance; /* 0 or more; default 0 */
    uint32_t friction_combine, restitution_combine; /* s3_combine; default S3_COMBINE_NO_RULE */
    uint32_t id;              /* yours, as s3_material_pair names it; default 0: none */
} s3_material;
S3_API s3_material s3_default_material(void);

typedef struct s3_body {
    uint32_t struct_size;
    s3_mass mass;
    s3_vector velocity;         /* of the center of mass, m/s. Velocities have finite squares: below 1.8e19 */
    s3_spin angular_velocity;   /* rad/s, world frame */
    float friction;             /* 0 or more; default 0.6 */
    float restitution;          /* 0 .. 1; default 0 */
    float rolling_resistance;   /* default 0 */
    s3_vector surface_velocity; /* in the body's frame, m/s: a conveyor belt */
    float gravity_factor;       /* default 1 */
    float linear_damping;       /* 1/s; default 0 */
    float angular_damping;
    bool can_sleep;    /* default true */
    bool follows_pose; /* of a kinematic body, default false: s3_world_set_pose() lets the next step move it there */
    uint32_t locked;   /* s3_lock, combined by |: axes of the world that nothing moves the body along or about */
    float max_speed, max_angular_speed; /* above 0; default infinite: at the end of a step it is slowed down to them */
    uint32_t friction_combine, restitution_combine, material_id; /* the rest of its material: see s3_material */
} s3_body;
#ifdef S3_PLANE
typedef enum s3_lock { S3_LOCK_MOVE_X = 1 << 0, S3_LOCK_MOVE_Y = 1 << 1, S3_LOCK_TURN = 1 << 2 } s3_lock;
#else
typedef enum s3_lock {
    S3_LOCK_MOVE_X = 1 << 0,
    S3_LOCK_MOVE_Y = 1 << 1,
    S3_LOCK_MOVE_Z = 1 << 2,
    S3_LOCK_TURN_X = 1 << 3,
    S3_LOCK_TURN_Y = 1 << 4,
    S3_LOCK_TURN_Z = 1 << 5
} s3_lock;
#endif
S3_API s3_body s3_default_body(void);

/* Gives an object a body, or replaces it. */
S3_API s3_status s3_world_set_body(s3_world* world, s3_id id, const s3_body* body);
S3_API s3_status s3_world_get_body(s3_world* world, s3_id id, s3_body* result);
/* The object then stands still. */
S3_API s3_status s3_world_remove_body(s3_world* world, s3_id id);
/* Numbers whose squares are not finite, from 1.8e19 on, are refused. */
S3_API s3_status s3_world_set_velocity(s3_world* world, s3_id id, s3_vector velocity, s3_spin angular_velocity);
/* Moves a kinematic body: the next steps give it the velocities with which it is there after some seconds, and stands. */
S3_API s3_status s3_world_move_kinematic(s3_world* world, s3_id id, const s3_pose* to, float seconds);
/* Newton seconds, at a point of the world. */
S3_API s3_status s3_world_apply_impulse(s3_world* world, s3_id id, s3_vector impulse, s3_position point);
/* For the next step: newtons at the center of mass, newton meters. */
S3_API s3_status s3_world_apply_force(s3_world* world, s3_id id, s3_vector force, s3_spin torque);
/* The same at a point of the world: of a jet, a rope, a wing. */
S3_API s3_status s3_world_apply_force_at(s3_world* world, s3_id id, s3_vector force, s3_position point);
/* The velocity of the point of a body that is at this point of the world, m/s. */
S3_API s3_status s3_world_velocity_at(s3_world* world, s3_id id, s3_position point, s3_vector* result);
S3_API s3_status s3_world_wake(s3_world* world, s3_id id);

/* Changes the material of a body. Wakes it, and what touches it: ice melts, and what lies on it stops. */
S3_API s3_status s3_world_set_material(s3_world* world, s3_id id, const s3_material* material);
S3_API s3_status s3_world_get_material(s3_world* world, s3_id id, s3_material* result);
/* What a part of a body's surface has in place of what the body has: the parts whose tag this is. Tags are those of the
 * children of a compound, of the triangles of a mesh, of the cells of a height field, and of the faces of a hull. */
typedef struct s3_part_surface {
    uint32_t tag;
    s3_material material;
    s3_vector velocity; /* in the body's frame, m/s, below 1.8e19: one track of two */
} s3_part_surface;
/* Sets the surface of the parts with a tag, and wakes as s3_world_set_material() does. */
S3_API s3_status s3_world_set_surface(s3_world* world, s3_id id, const s3_part_surface* surface);
/* Replaces all surfaces of parts, each with another tag; none: all parts have that of the body. s3_world_set_body() keeps them. */
S3_API s3_status s3_world_set_surfaces(s3_world* world, s3_id id, const s3_part_surface* surfaces, size_t count);
/* Writes up to `capacity` surfaces, sorted by tag, and the number of all. */
S3_API s3_status s3_world_get_surfaces(s3_world* world, s3_id id, s3_part_surface* surfaces, size_t capacity, size_t* count);

S3_API s3_status s3_world_is_asleep(s3_world* world, s3_id id, bool* result);
S3_API s3_status s3_world_set_gravity(s3_world* world, s3_vector gravity);
/* Moves the bodies. dt: seconds, above 0, best always the same: 1/60. */
S3_API s3_status s3_world_step(s3_world* world, float dt);

typedef struct s3_impact_point {
    s3_position position;
    float separation;
    float impulse;       /* newton seconds along the normal, in the last substep, from which the next step starts */
    float total_impulse; /* over the whole step */
    uint64_t id;
} s3_impact_point;
typedef struct s3_impact {
    s3_id a, b;
    s3_children children;
    s3_vector normal; /* from a to b */
    uint32_t point_count;
#ifdef S3_PLANE
    s3_impact_point points[2];
#else
    s3_impact_point points[4];
#endif
    float approach_speed; /* m/s at the start of the step; negative if the surfaces parted */
} s3_impact;

/* What a contact does in one step: at first as the materials say. */
typedef struct s3_contact_settings {
    float friction;             /* 0 or more */
    float restitution;          /* 0 .. 1 */
    float rolling_resistance;   /* 0 or more */
    s3_vector surface_velocity; /* of b relative to a, besides the motion of both, world frame: of a belt */
    float max_impulse;          /* 0 or more: the most that the contact gives along its normal in the step, newton seconds */
    bool is_ignored;            /* the contact is left out: nothing pushes, and no event tells of it */
} s3_contact_settings;
/*
 * Sees each contact that a step has found, before it acts, and may change what it does. It is called during the step, on the
 * thread of the caller, perhaps more than once for a contact. So it must be pure: what it does depends on its arguments and on
 * what does not change during the step. Functions of this world answer S3_WORLD_IN_STEP in it, and s3_world_destroy() takes
 * effect after the step; no exception may leave it. Numbers out of their range leave the contact as it was.
 * wheel: the number of the wheel with which a vehicle stands on the other object, or S3_NO_WHEEL. The contact of a wheel has one
 * point, and names the triangle of a surface. Its friction is that of the tire along; that across changes in proportion.
 * contact: points have the impulses of the last step; the total impulses are 0.
 */
typedef void (*s3_contact_hook)(const s3_impact* contact, uint32_t wheel, s3_contact_settings* settings, void* user_data);
#define S3_NO_WHEEL UINT32_C(0xffffffff)
/* s3_world_step() with a hook. user_data: yours, for the hook. */
S3_API s3_status s3_world_step_with_hook(s3_world* world, float dt, s3_contact_hook hook, void* user_data);

/* The contacts of awake bodies in the last step, sorted by objects: a view. */
S3_API s3_status s3_world_impacts(s3_world* world, const s3_impact** impacts, size_t* count);
/* Number of bodies that the last step moved. */
S3_API s3_status s3_world_awake_count(s3_world* world, size_t* result);

/* Two objects that have touched in a step. With a sensor, all members below its ids are 0. */
typedef struct s3_touch {
    s3_id a, b;
    s3_position position; /* where they have touched hardest, world frame */
    s3_vector normal;     /* unit, from a to b */
    float impulse;        /* along the normals of all their contacts, over the whole step, newton seconds */
    float approach_speed; /* of the surfaces when they met, m/s; negative if they parted */
} s3_touch;
/* Views. Lists are sorted by the indices of a, then b. */
typedef struct s3_step_events {
    const s3_touch* begun; /* pairs that touched in this step, and did not at the end of the step before */
    size_t begun_count;
    const s3_touch* stayed; /* without those of sleeping bodies */
    size_t stayed_count;
    const s3_id_pair* ended; /* what bounces within a step has begun and ended; ids of removed objects are stale */
    size_t ended_count;
} s3_step_events;
/* What touched in the last step of dynamics. s3_world_update() is for worlds without it. */
S3_API s3_status s3_world_step_events(s3_world* world, s3_step_events* result);

/* ---- Joints ---- */

/* A force or torque that drives an axis: a motor, a brake or a spring. */
typedef struct s3_joint_drive {
    float max_force;     /* N, or Nm about an axis; may be infinite; 0, the default: no drive */
    float speed;         /* target, m/s or rad/s */
    float position;      /* target of a spring, meters or radians */
    float hertz;         /* of a spring; 0: a motor, which keeps the speed */
    float damping_ratio; /* of a spring: 0 swings on, 1 does not swing over */
} s3_joint_drive;
/* Equal limits lock an axis; infinite ones let it free. */
typedef struct s3_joint_axis {
    float lower, upper; /* meters or radians */
    s3_joint_drive drive;
} s3_joint_axis;
/* A frame in each of two objects, and what each coordinate of B's frame in A's may do. */
typedef struct s3_joint {
    uint32_t struct_size;
    bool collides; /* default false: the two objects do not touch each other */
    s3_id a;       /* an object, or S3_NO_OBJECT: the world, which stands still */
    s3_id b;
    s3_pose frame_in_a, frame_in_b;
#ifdef S3_PLANE
    s3_joint_axis offsets[2]; /* of B's origin along the axes of A's frame; default: locked */
    s3_joint_axis distance;   /* of both origins: only if all offsets are free; default: free */
    s3_joint_axis twist;      /* the angle; default: locked */
#else
    s3_joint_axis offsets[3]; /* of B's origin along the axes of A's frame; default: locked */
    s3_joint_axis distance;   /* of both origins: only if all offsets are free; default: free */
    s3_joint_axis twist;      /* the turn about the x axis; default: locked */
    s3_joint_axis swing;      /* the angle between the x axes, 0 .. pi: only its upper limit counts; default: locked */
#endif
    float break_force, break_torque; /* N and Nm, mean of a step; default infinite: it does not break */
} s3_joint;
/* Everything is locked, at the origins of both objects. */
S3_API s3_joint s3_default_joint(void);

/* These describe a joint at the present poses of the objects. The point and the axis are in the world frame. */
S3_API s3_status s3_joint_fixed(s3_world* world, s3_id a, s3_id b, s3_position point, s3_joint* result);
/* B moves along an axis: offsets[0]. */
S3_API s3_status s3_joint_slider(s3_world* world, s3_id a, s3_id b, s3_position point, s3_vector axis, s3_joint* result);
#ifdef S3_PLANE
/* B turns about a point: twist. */
S3_API s3_status s3_joint_hinge(s3_world* world, s3_id a, s3_id b, s3_position point, s3_joint* result);
#else
/* B turns about an axis: twist. */
S3_API s3_status s3_joint_hinge(s3_world* world, s3_id a, s3_id b, s3_position point, s3_vector axis, s3_joint* result);
/* B turns about a point: swing and twist. */
S3_API s3_status s3_joint_ball(s3_world* world, s3_id a, s3_id b, s3_position point, s3_vector axis, s3_joint* result);
#endif
/* Keeps the distance of two points. A rope has distance.lower = 0. */
S3_API s3_status s3_joint_rod(s3_world* world, s3_id a, s3_id b, s3_position point_on_a, s3_position point_on_b,
                              s3_joint* result);

/* Joints are removed with one of their objects. One of the objects needs a body with a finite mass. */
S3_API s3_status s3_world_add_joint(s3_world* world, const s3_joint* joint, s3_joint_id* result);
S3_API s3_status s3_world_set_joint(s3_world* world, s3_joint_id id, const s3_joint* joint);
S3_API s3_status s3_world_get_joint(s3_world* world, s3_joint_id id, s3_joint* result);
S3_API s3_status s3_world_remove_joint(s3_world* world, s3_joint_id id);
/* Writes up to `capacity` ids, sorted by index, and the number of all joints. */
S3_API s3_status s3_world_joint_ids(s3_world* world, s3_joint_id* ids, size_t capacity, size_t* count);

typedef struct s3_joint_state {
    s3_vector offset, offset_speed; /* of B's origin in A's frame, meters, m/s */
    float distance, distance_speed;
    float twist, twist_speed; /* radians, -pi .. pi; rad/s */
    float swing, swing_speed; /* radians, 0 .. pi; rad/s; 0 in the plane */
    s3_vector force;          /* on B at its origin, world frame, mean of the last step; A gets the opposite */
    s3_spin torque;           /* besides that force */
} s3_joint_state;
S3_API s3_status s3_world_joint_state(s3_world* world, s3_joint_id id, s3_joint_state* result);

typedef struct s3_broken_joint {
    s3_joint_id id; /* stale: the joint is gone */
    s3_id a, b;
    s3_vector force; /* that it did not carry */
    s3_spin torque;
} s3_broken_joint;
/* The joints that broke in the last step, sorted: a view. */
S3_API s3_status s3_world_broken_joints(s3_world* world, const s3_broken_joint** joints, size_t* count);

#ifndef S3_PLANE
/* ---- Vehicles ---- */

/* How a tire grips in one direction. */
typedef struct s3_tire_grip {
    float friction;  /* at the peak, 0 or more */
    float peak_slip; /* slip at the peak, 1e-12 to 1e12, as a fraction of the speed; across: the tangent of the slip angle */
} s3_tire_grip;
/* What is cast down to find the ground under a wheel. */
typedef enum s3_wheel_cast {
    S3_RAY_CAST = 0,     /* in its middle plane: costs least */
    S3_SPHERE_CAST = 1,  /* at its bottom, as wide as the wheel */
    S3_CYLINDER_CAST = 2 /* the whole wheel: feels steps and curbs as its circle meets them, over all of its width */
} s3_wheel_cast;
#define S3_NO_TRACK UINT32_C(0xffffffff)
/* A wheel on a spring. */
typedef struct s3_vehicle_wheel {
    uint32_t struct_size;
    bool steers;
    s3_vec3 center;     /* if the spring is free, in the frame of the object */
    float radius;       /* meters, 1e-12 to 1e12; of a cylinder 1e-6 to 1e6 */
    float travel;       /* how far the spring gives way, 0 to 1e6 m */
    float hertz;        /* of the spring with its part of the mass, 1e-12 to 1e12 */
    float damping_ratio;
    s3_tire_grip along, across; /* the direction of rolling, and that of the axle */
    float sliding_share;        /* of the friction that is left if all slides, above 0, at most 1 */
    float inertia;              /* about the axle, kg m2, 1e-12 to 1e12 */
    float brake_torque, hand_brake_torque; /* Nm at full brake, 0 or more */
    float drive_share;  /* its part of the engine's torque, relative to other wheels */
    uint32_t track;     /* wheels with the same number are in one track; default S3_NO_TRACK */
    uint32_t cast;      /* s3_wheel_cast; default S3_SPHERE_CAST */
    float width;        /* of the tread, meters: above 0 and at most twice the radius for a sphere, 0.01 to 100 radii for a
                           cylinder; a ray has none */
} s3_vehicle_wheel;
/* Two wheels that are coupled: an axle of a car, both sides of a tank. */
typedef struct s3_vehicle_axle {
    uint32_t left, right; /* numbers of wheels */
    float anti_roll;      /* N per meter of difference of the springs; presses a wheel down by at most what lifts the other */
    float lock_torque;    /* Nm that keeps both speeds together; may be infinite */
    float steering_speed; /* m/s that steering makes the left side faster by, twice: the steering of a tank */
} s3_vehicle_axle;
typedef struct s3_torque_at {
    float rpm, torque; /* Nm */
} s3_torque_at;
typedef struct s3_vehicle_engine {
    uint32_t torque_count;   /* at most 16; 0, the default: no engine */
    s3_torque_at torque[16]; /* at full throttle, by rising rpm; straight lines between */
    float idle_rpm, max_rpm;
    float inertia;        /* kg m2 */
    float braking_torque; /* at max_rpm without throttle, Nm */
    uint32_t gear_count;  /* at most 16, at least 1 */
    float gears[16];      /* turns of the engine for one of the wheels, from the lowest gear to the highest; 1e-12 to 1e12 */
    float reverse_gear;
    float shift_seconds;
    float up_rpm, down_rpm; /* where it shifts by itself */
} s3_vehicle_engine;
typedef struct s3_vehicle {
    uint32_t struct_size;
    float max_steering; /* of the foremost wheels, radians, 0 .. 1.5 */
    s3_id body;         /* an object with a body of finite mass */
    s3_vec3 forward, up; /* unit, across each other, in the frame of the object; default z and y */
    const s3_vehicle_wheel* wheels;
    size_t wheel_count;
    const s3_vehicle_axle* axles;
    size_t axle_count;
    s3_vehicle_engine engine;
} s3_vehicle;
S3_API s3_vehicle_wheel s3_default_vehicle_wheel(void);
/* Without wheels, axles and engine. */
S3_API s3_vehicle s3_default_vehicle(void);
/* One gear and the same torque at all speeds. torque: of all wheels together, Nm. max_spin: of the wheels, rad/s. */
S3_API s3_vehicle_engine s3_constant_engine(float torque, float max_spin);
/*
 * A car with rear-wheel drive, without an engine. It fills both of your arrays, and *result points to them.
 * standing: centers of the wheels of the car that stands on Earth, in the frame of its object: front left, front right,
 * rear left, rear right.
 */
S3_API s3_status s3_vehicle_car(s3_id body, const s3_vec3 standing[4], float radius, s3_vehicle_wheel wheels[4],
                                s3_vehicle_axle axles[2], s3_vehicle* result);
/* A tank with two tracks. wheels: room for all road wheels, those of the left side first. */
S3_API s3_status s3_vehicle_tank(s3_id body, const s3_vec3* left, size_t left_count, const s3_vec3* right,
                                 size_t right_count, float radius, s3_vehicle_wheel* wheels, s3_vehicle_axle axles[1],
                                 s3_vehicle* result);

/* A vehicle is copied, and removed with its object. */
S3_API s3_status s3_world_add_vehicle(s3_world* world, const s3_vehicle* vehicle, s3_vehicle_id* result);
S3_API s3_status s3_world_set_vehicle(s3_world* world, s3_vehicle_id id, const s3_vehicle* vehicle);
/* Its arrays are views. */
S3_API s3_status s3_world_get_vehicle(s3_world* world, s3_vehicle_id id, s3_vehicle* result);
S3_API s3_status s3_world_remove_vehicle(s3_world* world, s3_vehicle_id id);
/* Writes up to `capacity` ids, sorted by index, and the number of all vehicles. */
S3_API s3_status s3_world_vehicle_ids(s3_world* world, s3_vehicle_id* ids, size_t capacity, size_t* count);

enum { S3_AUTOMATIC = 0x7fffffff };
typedef struct s3_vehicle_input {
    uint32_t struct_size;
    float throttle;   /* -1 .. 1; below 0 the gearbox takes the reverse gear */
    float brake;      /* 0 .. 1 */
    float hand_brake; /* 0 .. 1 */
    float steering;   /* -1: left, 1: right */
    int32_t gear;     /* -1: reverse, 0: neutral, 1: first ...; default S3_AUTOMATIC */
} s3_vehicle_input;
S3_API s3_vehicle_input s3_default_vehicle_input(void);
/* What the driver does from now on. */
S3_API s3_status s3_world_set_vehicle_input(s3_world* world, s3_vehicle_id id, const s3_vehicle_input* input);

typedef struct s3_wheel_state {
    bool touches;       /* the ground; otherwise most of the rest is 0 */
    s3_id ground;       /* the object that it stands on */
    s3_position point;  /* of contact, world frame, when the step began */
    s3_vec3 normal;     /* of the ground, unit, toward the wheel */
    s3_local_pose pose; /* where to draw the wheel, in the frame of the object */
    float compression;  /* of the spring, meters: from 0, free, to the travel */
    float load;         /* along the normal, newtons, mean of the step */
    float force_along, force_across; /* of the ground on the tire: forward, to the right; newtons */
    float slip, slip_across;
    float spin;     /* rad/s, above 0 if it rolls forward */
    float roll;     /* radians, -pi .. pi */
    float steering; /* radians, above 0 to the right */
} s3_wheel_state;
typedef struct s3_vehicle_state {
    float speed; /* of the body, forward, m/s */
    float rpm;
    int32_t gear;                 /* -1: reverse, 0: neutral or shifting, 1: first ... */
    const s3_wheel_state* wheels; /* a view */
    size_t wheel_count;
} s3_vehicle_state;
/* What a vehicle did in the last step that moved it. */
S3_API s3_status s3_world_vehicle_state(s3_world* world, s3_vehicle_id id, s3_vehicle_state* result);

#endif

/* ---- Movers: objects that are driven, not simulated ---- */

typedef struct s3_move_options {
    uint32_t struct_size;
    float skin;        /* gap to all objects, meters, above 0; default 0.01 */
    s3_vector up;      /* of any length; 0: a mover that flies; default y */
    float step_height; /* of steps that it climbs, meters; default 0.3 */
    float steepest;    /* slope on which it stands, radians, 0 .. 1.5; default 0.8 */
    uint32_t rounds;   /* largest number of changes of direction in a move; default 6 */
} s3_move_options;
S3_API s3_move_options s3_default_move_options(void);

typedef struct s3_mover_contact {
    s3_id object;
    s3_vector normal; /* unit, from the object to the mover */
    s3_position point;
    uint32_t face_tag; /* 0 in the plane */
} s3_mover_contact;
typedef struct s3_moved {
    s3_pose pose;      /* after the move */
    s3_vector left;    /* what obstacles took of the translation */
    s3_spin left_turn; /* and of the rotation */
    bool is_standing;  /* on *ground */
    bool is_crushed;   /* it found no way out of an overlap */
    s3_mover_contact ground;
    uint32_t stop_count;
    s3_mover_contact stops[8]; /* obstacles, in the order in which they were met */
} s3_moved;
/*
 * Moves a shape through a world, as far as the objects let it: it slides along walls, and climbs slopes and steps.
 * rotation: axis times angle, radians. Name the mover's own object in the filter.
 */
S3_API s3_status s3_world_move_and_slide(s3_world* world, const s3_shape* shape, const s3_pose* pose, s3_vector translation,
                                         s3_spin rotation, const s3_move_options* options, const s3_query_filter* filter,
                                         s3_moved* result);

/*
 * A pose near the given one at which the shape overlaps nothing; only the position changes. farthest: meters, may be
 * infinite. *is_freed is false if there is none: then *result is untouched.
 */
S3_API s3_status s3_world_freed(s3_world* world, const s3_shape* shape, const s3_pose* pose, float farthest,
                               const s3_query_filter* filter, bool* is_freed, s3_pose* result);

#ifndef S3_PLANE
typedef struct s3_stand_options {
    uint32_t struct_size;
    s3_vec3 up, local_up; /* of the world, of the vehicle; not 0; default y */
    s3_vec3 center;       /* of mass, in the vehicle's frame */
    float reach;          /* above and below each foot, meters, above 0; default 2 */
} s3_stand_options;
S3_API s3_stand_options s3_default_stand_options(void);
typedef struct s3_standing {
    s3_pose pose;
    s3_vec3 normal;   /* unit: the vehicle's own up axis, world frame */
    uint32_t feet[3]; /* those that carry it */
    s3_mover_contact ground[3];
} s3_standing;
/*
 * The pose at which a vehicle rests on the ground by three of its feet: 3 to 32 points in its frame. *stands is false if
 * the ground in reach does not carry it: then *result is untouched.
 */
S3_API s3_status s3_world_stand_on(s3_world* world, const s3_pose* pose, const s3_vec3* feet, size_t foot_count,
                                   const s3_stand_options* options, const s3_query_filter* filter, bool* stands,
                                   s3_standing* result);

/* ---- Baked models ---- */

/* What `sat3d bake` writes: convex bodies and triangle meshes on the nodes of a model. */
typedef struct s3_model s3_model;

/* path: UTF-8. */
S3_API s3_status s3_model_load_baked(const char* path, s3_model** result);
S3_API s3_status s3_model_from_bytes(const uint8_t* bytes, size_t size, s3_model** result);
/* Accepts NULL. */
S3_API void s3_model_destroy(s3_model* model);

typedef struct s3_part {
    const char* name;      /* a view, UTF-8 */
    const s3_shape* shape; /* a view: retain it to keep it longer than the model */
    uint32_t node;
    uint32_t material; /* of a body; 0: none */
} s3_part;
/* The convex bodies, then the triangle meshes. */
S3_API s3_status s3_model_part_count(const s3_model* model, size_t* bodies, size_t* meshes);
S3_API s3_status s3_model_get_part(const s3_model* model, size_t index, s3_part* result);

typedef struct s3_node {
    const char* name; /* a view */
    int64_t parent;   /* index of the parent, which comes earlier, or -1 */
    s3_local_pose rest_pose;
} s3_node;
S3_API s3_status s3_model_node_count(const s3_model* model, size_t* count);
S3_API s3_status s3_model_get_node(const s3_model* model, size_t index, s3_node* result);

/* The number of the rigid body to which a part belongs, or -1. */
S3_API s3_status s3_model_part_rigid_body(const s3_model* model, size_t part, int64_t* result);
typedef struct s3_model_joint {
    const char* name;     /* a view */
    int64_t rigid_body_a; /* -1: the world */
    int64_t rigid_body_b;
} s3_model_joint;
S3_API s3_status s3_model_joint_count(const s3_model* model, size_t* count);
S3_API s3_status s3_model_get_joint(const s3_model* model, size_t index, s3_model_joint* result);
/*
 * Describes a joint of a model between the objects of its rigid bodies, whose shapes are in the model's frame. a: S3_NO_OBJECT
 * if rigid_body_a is -1. pose: of the model's frame in the world.
 */
S3_API s3_status s3_joint_from_model(const s3_model* model, size_t index, s3_id a, s3_id b, const s3_pose* pose,
                                     s3_joint* result);

/* Adds the solid bodies of a model as one object, a compound. object: everything but its shape counts. */
S3_API s3_status s3_world_add_model(s3_world* world, const s3_model* model, const s3_object* object, s3_id* result);

/* ---- Drawings ---- */

/* Triangles and lines for any renderer. */
typedef struct s3_drawing s3_drawing;

typedef enum s3_layer {
    S3_LAYER_FACES = 1 << 0,
    S3_LAYER_EDGES = 1 << 1,
    S3_LAYER_BOUNDS = 1 << 2,
    S3_LAYER_CONTACTS = 1 << 5,
    S3_LAYER_PUSHES = 1 << 6,
    S3_LAYER_EVENTS = 1 << 7,
    S3_LAYER_BODIES = 1 << 12,
    S3_LAYER_IMPULSES = 1 << 13
} s3_layer;

/* Views: positions and normals in meters, colors with red in the lowest byte. */
typedef struct s3_drawing_view {
    const s3_vec3* triangle_positions;
    const s3_vec3* triangle_normals;
    const uint32_t* triangle_colors;
    size_t triangle_position_count;
    const uint32_t* triangle_indices; /* three per triangle */
    size_t triangle_index_count;
    const s3_vec3* line_positions; /* two per line */
    const uint32_t* line_colors;
    size_t line_position_count;
} s3_drawing_view;

S3_API s3_status s3_drawing_create(s3_drawing** result);
/* Accepts NULL. */
S3_API void s3_drawing_destroy(s3_drawing* drawing);
S3_API s3_status s3_drawing_clear(s3_drawing* drawing);
/* A point of the world, near the camera: the positions of what is added from now on are relative to it. Default: 0. */
S3_API s3_status s3_drawing_set_origin(s3_drawing* drawing, s3_position origin);
/* layers: s3_layer, combined by |. */
S3_API s3_status s3_drawing_add_shape(s3_drawing* drawing, const s3_shape* shape, const s3_pose* pose, uint32_t layers);
S3_API s3_status s3_drawing_add_world(s3_drawing* drawing, s3_world* world, uint32_t layers);
S3_API s3_status s3_drawing_get_view(s3_drawing* drawing, s3_drawing_view* result);
#endif

#ifdef __cplusplus
}
#endif

#endif
