"""The models of the corpus, and the files that each is exported to."""

from corpus.meshes import (ball, block, convex, crate_with_sliver, cube, ell, filled, Mesh, pill, posts, together, tube,
                           wedge)
from corpus.scene import File, Model, Object

FULL = ("fbx", "glb", "gltf", "dae", "obj")  # the formats that carry several objects and their names


def everywhere(name, **differences):
    return [File(f"{name}.{extension}", **differences) for extension in FULL]


def seen(name, mesh, **more):
    """Returns a render mesh: other objects collide for it."""
    return Object(name, mesh, role="RenderOnly", **more)


def tank():
    plates = ("armour_front", "armour_side", "armour_rear")
    body = [(x, y, z) for x in (-1500, 1500)
            for y, z in ((-3300, 1000), (-3000, 500), (3000, 500), (3300, 1000), (3000, 1400), (-1500, 1400))]
    dome = [(x, y, z) for x in (-1000, 1000) for y, z in ((-1200, 0), (1500, 0), (1200, 700), (-700, 700))]
    tracks = [block((x, x + 400), (-3200, 3200), (0, 1000)) for x in (-1900, 1500)]
    hull = seen("Hull", together([convex(body)] + tracks), materials=plates)
    turret = seen("Turret", convex(dome), parent=hull, location=(0, 0.4, 1.4), rotation=(0, 0, 30), materials=plates)
    barrel = seen("Barrel", tube(120, 3000, 12), parent=turret, location=(0, -1, 0.35), rotation=(80, 0, 0))
    return Model("tank", [
        hull, turret, barrel,
        Object("UCX_Hull_01", convex(body), parent=hull, materials=plates, collides_for="Hull"),
        Object("UBX_Hull_02", tracks[0], parent=hull, kind="Box", collides_for="Hull"),
        Object("UBX_Hull_03", tracks[1], parent=hull, kind="Box", collides_for="Hull"),
        Object("UCX_Turret", convex(dome), parent=turret, collides_for="Turret"),
        Object("UCP_Barrel", pill(0.125, 3.0), parent=barrel, location=(0, 0, 1.5), collides_for="Barrel"),
    ], everywhere("tank"))


def names():
    group = Object("Collision", location=(0, 0, 0))
    objects = [
        group,
        seen("SM_Wall_01", cube(2000)),
        Object("UCX_SM_Wall_01_01", block((-1000, 1000), (-1000, 1000), (-1000, 0)), collides_for="SM_Wall_01"),
        Object("UCX_SM_Wall_01_02", block((-1000, 1000), (-500, 500), (0, 1000)), parent=group,
               collides_for="SM_Wall_01"),
        seen("Crate", cube(1000), location=(4, 0, 0), rotation=(10, 20, 30)),
        Object("UBX_Crate.001", cube(1000), location=(4, 0, 0), rotation=(10, 20, 30), kind="Box",
               collides_for="Crate"),
        seen("Ball", cube(1500), location=(8, 0, 0)),
        Object("USP_Ball", ball(0.5), location=(8, 0, 0), scale=(2, 2, 2), collides_for="Ball"),
        seen("Pill", cube(1400), location=(12, 0, 0)),
        Object("UCP_Pill_01", pill(0.25, 1.0), location=(12, 0, 0), rotation=(0, 45, 0), collides_for="Pill"),
        seen("Ramp", wedge(), location=(16, 0, 0)),
        Object("UBX_Ramp", wedge(), location=(16, 0, 0), collides_for="Ramp", warnings=["PrimitiveFitFailed"]),
        seen("Old Door", cube(1000), location=(28, 0, 0)),
        Object("UCX_Old Door", wedge(), parent=group, location=(28, 0, 0), collides_for="Old Door"),
        seen("Kübel", cube(1000), location=(32, 0, 0)),
        Object("UCX_Kübel", wedge(), location=(32, 0, 0), collides_for="Kübel"),
        Object("UCX_Chair", wedge(), location=(20, 0, 0), warnings=["NoRenderMesh"]),
        Object("Lamp", wedge(), location=(24, 0, 0)),
    ]
    without_blanks = {o.name: o.name.replace(" ", "_") for o in objects}
    return Model("names", objects, [
        File(f"names.{extension}", names=without_blanks if extension == "obj" else None) for extension in FULL] + [
        # The old exporter appends the names of the mesh data.
        File("names_old.obj", exporter="old_obj",
             names={o.name: f"{o.name.replace(' ', '_')}_Cube.{k:03}" for k, o in enumerate(objects)})])


def godot():
    wall = seen("Wall", cube(2000), location=(12, 0, 0))
    ghost = Object("Ghost-noimp", wedge(), location=(24, 0, 0), role="Dropped")
    return Model("godot", [
        Object("Floor-col", block((-2000, 2000), (-2000, 2000), (-100, 0)), body="Floor", motion="Static",
               kind="TriangleMesh"),
        Object("Crate-convcol", cube(1000), location=(4, 0, 0), body="Crate", motion="Static"),
        seen("Rock", ell(), location=(8, 0, 0)),
        Object("Rock-convcolonly", cube(1000), location=(8, 0, 0), body="Rock", motion="Static", collides_for="Rock"),
        wall,
        Object("Inside-colonly", cube(1800), parent=wall, body="Inside", motion="Static", collides_for="Wall",
               kind="TriangleMesh"),
        Object("Barrel-rigid", tube(300, 900), location=(16, 0, 0), body="Barrel", motion="Dynamic"),
        Object("Bench", wedge(), location=(20, 0, 0), mesh_name="Bench-convcol", motion="Static"),
        ghost,
        Object("Child", cube(500), parent=ghost, role="Dropped"),
        Object("Way-navmesh", block((-2000, 2000), (-2000, 2000), (0, 10)), role="Dropped"),
        Object("Truck-vehicle", wedge(), location=(28, 0, 0)),
        Object("Plain", wedge(), location=(32, 0, 0)),
    ], [File(f"godot.{extension}") for extension in FULL if extension != "obj"] + [
        # OBJ has no node tree and no names of mesh data.
        File("godot.obj", changed={"Child": {"role": "Body"}, "Wall": {"role": "Body"},
                                   "Inside-colonly": {"collides_for": None}, "Bench": {"motion": "Unspecified"}})])


def transforms():
    base = Object("Base", wedge(), location=(5, 0, 0), rotation=(0, 0, 30), scale=(2, 2, 2))
    arm = Object("Arm", wedge(), parent=base, location=(0, 0, 3), rotation=(0, 40, 0))
    mirror = Object("MirroredParent", wedge(), location=(-5, 0, 0), rotation=(0, 0, -20), scale=(-1, 1, 1))
    squeezed = Object("Squeezed", wedge(), location=(0, -12, 0), rotation=(30, 0, 0), scale=(1, 0.5, 2))
    return Model("transforms", [
        Object("Turned", wedge(), rotation=(30, 45, 60)),
        Object("Stretched", wedge(), location=(0, 5, 0), rotation=(0, 0, 45), scale=(0.5, 2, 3)),
        Object("Mirrored", wedge(), location=(0, 10, 1), rotation=(15, 0, 0), scale=(-1, 1, 1)),
        Object("Twin", shares="Mirrored", mesh=wedge(), location=(-5, 10, 1), scale=(1, 1, -1)),
        Object("AllNegative", wedge(), location=(0, 15, 0), rotation=(0, 25, 0), scale=(-1, -1, -1)),
        base, arm,
        Object("Hand", wedge(), parent=arm, location=(0, 0, 3), rotation=(50, 0, 0), scale=(0.5, 0.5, 0.5)),
        Object("Kept", wedge(), parent=base, location=(12, 0, 0), rotation=(0, 70, 0), keeps_place=True),
        mirror, Object("ChildOfMirrored", wedge(), parent=mirror, location=(-2, 0, 1), rotation=(0, 0, 35)),
        squeezed, Object("ShearedChild", wedge(), parent=squeezed, location=(0, 3, 0), rotation=(0, 50, 0)),
    ], everywhere("transforms") + [
        File("transforms_z_up.fbx", options={"axis_forward": "Y", "axis_up": "Z"}),
        File("transforms_x_up.fbx", options={"axis_forward": "Y", "axis_up": "X"}),
        File("transforms_baked.fbx", options={"bake_space_transform": True},
             only=["Turned", "Stretched", "Mirrored", "AllNegative"]),
        File("transforms_mirrored.stl", only=["Mirrored"], names={"Mirrored": "transforms_mirrored"}),
        File("transforms_text.stl", options={"ascii": True}, only=["Stretched"],
             names={"Stretched": "transforms_text"}),
        # The exporter does not reverse the winding of a mirrored object.
        File("transforms_mirrored.ply", only=["Mirrored"], names={"Mirrored": "transforms_mirrored"},
             changed={"Mirrored": {"warnings": ["Inverted"]}}),
    ])


def wagon():
    wheels = block((-1000, 1000), (-2000, 2000), (0, 800))
    chest = Object("Wagon", wheels)
    return [chest, Object("Load", wedge(), parent=chest, location=(0, 0, 0.8), rotation=(0, 0, 20))]


def units():
    return Model("units", wagon(), [
        File("units_scaled.fbx"),  # the default: vertices in meters, the object 100 times as large, unit 1 cm
        File("units_meters.fbx", options={"apply_scale_options": "FBX_SCALE_ALL"}),
        File("units_unit.fbx", options={"apply_scale_options": "FBX_SCALE_UNITS"}),
        File("units_millimeters.stl", options={"global_scale": 1000.0}, scale=1000.0, only=["Wagon"],
             names={"Wagon": "units_millimeters"}, warnings=["Huge"]),
    ])


def centimeters():
    """Returns the wagon in a scene with the unit centimeter."""
    wrong = {"scale": 100.0, "warnings": ["Huge"]}  # formats without a unit, or exporters that ignore the scene's
    return Model("centimeters", wagon(), [
        File("centimeters.fbx"),
        File("centimeters_meters.fbx", options={"apply_scale_options": "FBX_SCALE_ALL"}),
        File("centimeters.dae"),
        File("centimeters.glb", **wrong), File("centimeters.gltf", **wrong), File("centimeters.obj", **wrong),
    ], meters_per_unit=0.01)


def degenerate():
    square = [(-0.5, -0.5, 0.0), (0.5, -0.5, 0.0), (0.5, 0.5, 0.0), (-0.5, 0.5, 0.0)]
    objects = [
        Object("Good", cube(1000)),
        Object("Sliver", crate_with_sliver(), location=(2, 0, 0), warnings=["Degenerate"]),
        Object("Split", cube(1000).split(), location=(4, 0, 0)),
        Object("Open", cube(1000).without(0), location=(6, 0, 0), warnings=["Open"]),
        Object("InsideOut", cube(1000).turned_inside_out(), location=(8, 0, 0), warnings=["Inverted"]),
        Object("Square", Mesh(square, [[0, 1, 2, 3]]), location=(10, 0, 0), hollow=True, warnings=["Flat"]),
        Object("Triangle", Mesh(square, [[0, 1, 2]]), location=(12, 0, 0), hollow=True, warnings=["Flat"]),
        Object("Pressed", cube(1000), location=(14, 0, 0), scale=(1, 1, 0), hollow=True, warnings=["Flat"]),
        Object("Edges", Mesh(square, []), location=(16, 0, 0), hollow=True, warnings=["Empty"]),
        Object("Vacant", Mesh([], []), location=(18, 0, 0), hollow=True, warnings=["Empty"]),
    ]
    # In glTF, a mesh without faces is exported as a node without a mesh, like an empty object.
    return Model("degenerate", objects, [
        File(f"degenerate.{extension}", absent=["Vacant", "Edges"] if extension in ("glb", "gltf") else [])
        for extension in FULL] + [
        File("degenerate_flat.stl", only=["Square"], error="NoColliders"),
        File("degenerate_flat.ply", only=["Square"], error="NoColliders"),
        File("degenerate_flat.obj", only=["Square", "Triangle"], error="NoColliders"),
    ])


def islands():
    room = filled(posts(), [(x, y, z) for x in (0, 1000) for y in (0, 200) for z in (0, 1000)])
    fence = Object("Posts", room, location=(0, 4, 0), warnings=["NotConvex"])
    bracket = Object("Bracket", ell(), location=(4, 0, 0), warnings=["NotConvex"])
    return Model("islands", [
        seen("Fence", block((0, 1000), (0, 200), (0, 1000))),
        Object("UCX_Fence", posts(), collides_for="Fence"),
        fence, bracket,
    ], everywhere("islands") + [
        File("islands_posts.stl", only=["Posts"], names={"Posts": "islands_posts"}),
        File("islands_posts.ply", only=["Posts"], names={"Posts": "islands_posts"}),
        File("islands_bracket.stl", only=["Bracket"], names={"Bracket": "islands_bracket"}),
        File("islands_bracket.ply", only=["Bracket"], names={"Bracket": "islands_bracket"}),
    ])


MODELS = [tank(), names(), godot(), transforms(), units(), centimeters(), degenerate(), islands()]
