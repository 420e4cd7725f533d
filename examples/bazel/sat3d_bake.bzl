"""Bakes a model: sat3d_bake(name = "tank", model = "tank.gltf", data = ["tank.bin"], options = ["--unit", "0.01"])"""

def _sat3d_bake_impl(ctx):
    baked = ctx.actions.declare_file(ctx.label.name + ".s3d")
    ctx.actions.run(
        executable = ctx.executable._sat3d,
        arguments = ["bake", ctx.file.model.path, "--output", baked.path] + ctx.attr.options,
        inputs = [ctx.file.model] + ctx.files.data,
        outputs = [baked],
        # A sandbox of Bazel consists of links that lead out of the model's folder: sat3d follows none.
        execution_requirements = {"no-sandbox": "1"},
        mnemonic = "Sat3dBake",
        progress_message = "Baking %{label}",
    )
    return [DefaultInfo(files = depset([baked]))]

sat3d_bake = rule(
    implementation = _sat3d_bake_impl,
    attrs = {
        "model": attr.label(allow_single_file = True, mandatory = True),
        "data": attr.label_list(allow_files = True),  # what the model refers to: sat3d inspect --json lists it
        "options": attr.string_list(),
        "_sat3d": attr.label(default = "@sat3d//:sat3d", allow_single_file = True, executable = True, cfg = "exec"),
    },
)
