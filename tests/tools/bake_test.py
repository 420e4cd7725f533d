#!/usr/bin/env python3
"""Tests sat3d bake."""

import os
import struct
import subprocess
import unittest

from command_line import APART, BAD_INPUT, TOOL, USAGE, CommandLineTest, main, model, run


class Bake(CommandLineTest):
    def test_bake_then_inspect(self):
        baked = self.folder / "tank.s3d"
        answer = self.json_of("bake", model("tank.glb"), "-o", baked)
        self.assertEqual((answer["bodies"], answer["bytes"], answer["warnings"]), (5, baked.stat().st_size, 0))
        self.assertIn("5 bodies", run("bake", model("tank.glb"), "-o", baked).stdout)
        before, after = self.json_of("inspect", model("tank.glb")), self.json_of("inspect", baked)
        for key in ("bodies", "tree"):
            self.assertEqual(before[key], after[key])
        self.assertIn("turret", run("inspect", baked).stdout)
        self.assertEqual(run("check", baked, model("wall.glb"), "--pose-b", "0 0 3.4").stdout,
                         run("check", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4").stdout)
        whole = baked.read_bytes()
        baked.write_bytes(whole[:-1])
        self.refused("inspect", baked, code=BAD_INPUT, says=["tank.s3d", "but its header says"])
        baked.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        self.refused("inspect", baked, code=BAD_INPUT, says=["tank.s3d", "altered"])
        self.refused("bake", model("tank.glb"), "-o", self.folder / "none" / "tank.s3d", code=BAD_INPUT,
                     says=["cannot be written"])
        self.refused("bake", model("tank.glb"), "-o", self.folder / "tank.bin", code=USAGE, says=[".s3d"])

    def test_import_options_are_ignored_for_baked_models(self):
        baked = self.bake(model("tank.glb"))
        for options in (["--unit", "0.01"], ["--pieces"], ["--no-isolation"], ["--meshes", "all"], ["--up", "z"]):
            self.assertIn("tank.s3d: import options have no effect", run("inspect", baked, *options).stderr)
        self.assertEqual(run("inspect", model("tank.glb"), "--unit", "0.01").stderr, "")

    @unittest.skipIf(os.name == "nt", "needs limits on memory")
    def test_models_larger_than_the_memory(self):
        def little_memory():
            import resource
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

        def inspect(*arguments):
            return subprocess.run([TOOL, *arguments], capture_output=True, encoding="utf-8", timeout=60,
                                  preexec_fn=little_memory)

        if inspect("--version").returncode != APART:
            self.skipTest("sanitizers need more")
        baked = self.bake(model("tank.glb"))
        size = 3 << 30
        with open(baked, "r+b") as file:
            file.seek(16)
            file.write(struct.pack("<Q", size))
            file.truncate(size)  # a sparse file
        result = inspect("inspect", baked)
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("tank.s3d: asks for more memory than there is", result.stderr)


if __name__ == "__main__":
    main()
