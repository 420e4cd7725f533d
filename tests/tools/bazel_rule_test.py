#!/usr/bin/env python3
"""Tests the Bazel rule of the manual without Bazel: Starlark is a part of Python, and its built-ins are few."""

import pathlib
import subprocess
import types
import unittest

from command_line import DONE, TOOL, CommandLineTest, main, model

RULE = pathlib.Path(__file__).parents[2] / "examples" / "bazel" / "sat3d_bake.bzl"


def file(path):
    return types.SimpleNamespace(path=str(path))


class BazelRule(CommandLineTest):
    def test_its_action_bakes_the_model(self):
        attributes = types.SimpleNamespace(**{name: lambda **kwargs: kwargs for name in ("label", "label_list", "string_list")})
        names = {"rule": lambda **kwargs: kwargs, "attr": attributes, "DefaultInfo": dict, "depset": list}
        exec(RULE.read_text(), names)
        rule, runs = names["sat3d_bake"], []
        self.assertEqual(set(rule["attrs"]), {"model", "data", "options", "_sat3d"})
        context = types.SimpleNamespace(
            label=types.SimpleNamespace(name="tank"),
            actions=types.SimpleNamespace(declare_file=lambda name: file(self.folder / name),
                                          run=lambda **kwargs: runs.append(kwargs)),
            executable=types.SimpleNamespace(_sat3d=file(TOOL)), file=types.SimpleNamespace(model=file(model("tank.glb"))),
            files=types.SimpleNamespace(data=[file("tank.bin")]), attr=types.SimpleNamespace(options=["--unit", "0.01"]))
        baked = rule["implementation"](context)[0]["files"][0]
        (action,) = runs
        self.assertEqual([one.path for one in action["inputs"]], [str(model("tank.glb")), "tank.bin"])
        self.assertEqual(action["outputs"], [baked])
        result = subprocess.run([action["executable"].path, *action["arguments"]], timeout=120)
        self.assertEqual(result.returncode, DONE)
        self.assertEqual(pathlib.Path(baked.path).name, "tank.s3d")
        expected = self.bake(model("tank.glb"), "--unit", "0.01")
        self.assertEqual(pathlib.Path(baked.path).read_bytes(), expected.read_bytes())


if __name__ == "__main__":
    main()
