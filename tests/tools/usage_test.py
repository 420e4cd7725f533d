#!/usr/bin/env python3
"""Tests help, exit codes and colors of all commands."""

import os
import subprocess
import unittest

from command_line import BAD_INPUT, COMMANDS, TOOL, USAGE, CommandLineTest, main, model, run


class Usage(CommandLineTest):
    def test_help_of_every_command_has_examples(self):
        for command in [[], *([name] for name in COMMANDS)]:
            result = run(*command, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn("Examples:", result.stdout)
            self.assertEqual(result.stderr, "")
        for name in COMMANDS:
            self.assertIn("--json", run(name, "--help").stdout)

    def test_version(self):
        result = run("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^sat3d \d+\.\d+\.\d+\n$")

    def test_usage_errors(self):
        crate = model("crate.obj")
        for arguments in [[], ["fly"], ["check"], ["check", crate], ["inspect", crate, "--fast"],
                          ["explain", crate, crate], ["pairs"]]:
            result = run(*arguments)
            self.assertEqual(result.returncode, USAGE, arguments)
            self.assertTrue(result.stderr, arguments)

    def test_unknown_commands_are_named(self):
        self.refused("fly", code=USAGE, says=["'fly'", "inspect, bake, convert, check, explain, pairs"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is full")
    def test_output_that_cannot_be_written(self):
        for arguments in [["check", model("crate.obj"), model("wall.obj")], ["inspect", model("tank.glb")]]:
            with open("/dev/full", "w") as full:
                result = subprocess.run([TOOL, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(result.returncode, BAD_INPUT)
            self.assertIn(b"No space left", result.stderr)

    def test_invalid_poses(self):
        crate = model("crate.obj")
        for pose, words in [("1 2", "three numbers"), ("1 2 b", "'b' is not a finite number"), ("1 2 nan", "'nan'"), ("0 0 1e300", "beyond 1e15 m"), ("1 2 3 q 90", "'q' is neither"),
                            ("1 2 3 4", "quaternion has 4"), ("0 0 0 0 0 0 2", "length 2"), ("0 0 0 y", "no angle"),
                            ("0 0 0 y 90 w 3", "'w' is not an axis"), ("0 0 0 y 9e999", "no angle"), ("", "three numbers")]:
            self.refused("check", crate, crate, "--pose-b", pose, code=USAGE, says=["--pose-b", words])

    def test_other_options_out_of_range(self):
        crate = model("crate.obj")
        self.refused("inspect", crate, "--unit", "0", code=USAGE, says=["--unit", "0.01"])
        for option, values in [("--max-pieces", "0 1025 -1"), ("--max-vertices", "0 7"), ("--tolerance", "0 nan 2")]:
            for value in values.split():
                self.refused("inspect", crate, option, value, code=USAGE, says=[option])
        self.refused("inspect", crate, "--up", "x", code=USAGE, says=["--up", "neither y nor z"])
        self.refused("explain", crate, crate, "-o", "why.png", code=USAGE, says=[".svg", ".html"])
        self.refused("explain", crate, crate, "-o", "why.svg", "--planes", "some", code=USAGE, says=["--planes"])

    def test_uppercase_extensions(self):
        tank, crate = model("tank.glb"), model("crate.obj")
        for command, output, beginning in (
                (["bake", tank], "A.S3D", b"\x89s3d"), (["convert", tank], "A.GLB", b"glTF"),
                (["convert", tank], "A.Gltf", b"{"), (["convert", tank], "A.OBJ", b"# collision bodies"),
                (["inspect", tank], "A.HTML", b"<!DOCTYPE"), (["explain", crate, crate], "B.Html", b"<!DOCTYPE"),
                (["explain", crate, crate], "B.SVG", b"<svg")):
            path = self.folder / output
            result = run(*command, "-o", path)
            self.assertEqual(result.stderr, "", output)
            self.assertTrue(path.read_bytes().lower().startswith(beginning.lower()), output)
        self.assertIn("5 convex bodies", run("inspect", self.folder / "A.S3D").stdout)

    def test_no_colors_in_a_pipe(self):
        self.assertNotIn("\x1b", run("check", model("crate.obj"), model("wall.obj"), TERM="xterm").stdout)

    @staticmethod
    def on_terminal(*arguments, **environment):
        import pty
        main, side = pty.openpty()
        subprocess.run([TOOL, *arguments], stdout=side, stderr=side, timeout=60,
                       env={**os.environ, "TERM": "xterm", **environment})
        os.close(side)
        text = b""
        try:
            while chunk := os.read(main, 65536):
                text += chunk
        except OSError:  # the other end of the terminal is closed
            pass
        os.close(main)
        return text.decode()

    @unittest.skipIf(os.name == "nt", "needs pseudo terminals")
    def test_colors_on_a_terminal_unless_disabled(self):
        os.environ.pop("NO_COLOR", None)
        check = ("check", model("crate.obj"), model("wall.obj"))
        self.assertIn("\x1b[31mcolliding", self.on_terminal(*check))
        self.assertNotIn("\x1b[31m", self.on_terminal(*check, NO_COLOR="1"))
        self.assertNotIn("\x1b[31m", self.on_terminal(*check, TERM="dumb"))

    @unittest.skipIf(os.name == "nt", "needs pseudo terminals")
    def test_splitting_shows_progress_on_a_terminal_only(self):
        tank = model("tank.obj")
        shown = self.on_terminal("inspect", "--pieces", tank)
        self.assertIn("splitting meshes [....................]   0 %", shown)
        self.assertNotIn("splitting", shown[shown.rindex("\x1b[K"):])
        self.assertNotIn("splitting", self.on_terminal("inspect", tank))
        self.assertEqual(run("inspect", "--pieces", tank).stderr, "")


if __name__ == "__main__":
    main()
