"""Builds a model in Blender and exports its files. Runs inside Blender only."""

import bpy
from mathutils import Matrix

EXPORTERS = {
    "fbx": lambda path, **options: bpy.ops.export_scene.fbx(
        filepath=path, use_selection=True, add_leaf_bones=False, bake_anim=False, **options),
    "glb": lambda path, **options: bpy.ops.export_scene.gltf(
        filepath=path, export_format="GLB", use_selection=True, export_texcoords=False, **options),
    "gltf": lambda path, **options: bpy.ops.export_scene.gltf(
        filepath=path, export_format="GLTF_SEPARATE", use_selection=True, export_texcoords=False, **options),
    "dae": lambda path, **options: bpy.ops.wm.collada_export(filepath=path, selected=True, **options),
    "obj": lambda path, **options: bpy.ops.wm.obj_export(
        filepath=path, export_selected_objects=True, export_uv=False, export_materials=bool(bpy.data.materials),
        **options),
    "old_obj": lambda path, **options: bpy.ops.export_scene.obj(
        filepath=path, use_selection=True, use_materials=False, use_uvs=False, **options),
    "stl": lambda path, **options: bpy.ops.export_mesh.stl(filepath=path, use_selection=True, **options),
    "ply": lambda path, **options: bpy.ops.export_mesh.ply(
        filepath=path, use_selection=True, use_uv_coords=False, **options),
}


def build(model, mesh_names):
    """Builds the scene of a model. Returns the Blender objects by name."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.unit_settings.scale_length = model.meters_per_unit
    made = {}
    unit = 1.0 / model.meters_per_unit
    for item in model.objects:
        data = made[item.shares].data if item.shares else mesh_data(item, mesh_names, unit)
        made[item.name] = placed(bpy.data.objects.new(item.name, data), item, made, unit)
        scene.collection.objects.link(made[item.name])
    bpy.context.view_layer.update()
    return made


def mesh_data(item, mesh_names, unit):
    """Returns the mesh data of an object, or None for an empty object."""
    if item.mesh is None:
        return None
    data = bpy.data.meshes.new(mesh_names.get(item.name, item.mesh_name))
    edges = [(k, k + 1) for k in range(len(item.mesh.points) - 1)] if not item.mesh.faces else []
    data.from_pydata([[c * unit for c in p] for p in item.mesh.points], edges, item.mesh.faces)
    for name in item.materials:
        data.materials.append(bpy.data.materials.get(name) or bpy.data.materials.new(name))
    for polygon in data.polygons:
        polygon.material_index = polygon.index % max(1, len(item.materials))
    return data


def placed(thing, item, made, unit):
    thing.location = [c * unit for c in item.location]
    thing.rotation_euler = [angle * 3.141592653589793 / 180 for angle in item.rotation]
    thing.scale = item.scale
    if item.parent is not None:
        thing.parent = made[item.parent.name]
        if item.keeps_place:
            thing.matrix_parent_inverse = Matrix(item.parent.world_matrix()).inverted()
    return thing


def mesh_names(file):
    """Returns names of mesh data, for exporters that append them to the objects' names."""
    return {name: shown[len(name) + 1:] for name, shown in file.names.items()} if file.exporter == "old_obj" else {}


def export(model, folder):
    for file in model.files:
        made = build(model, mesh_names(file))
        for name, thing in made.items():
            thing.select_set(file.only is None or name in file.only)
        bpy.context.view_layer.objects.active = next(t for t in made.values() if t.select_get())
        EXPORTERS[file.exporter](str((folder / file.name).resolve()), **file.options)
