#!/usr/bin/env python3
"""Tests sat3d bake of many models: --into, --list, --jobs, --force, --depfile."""

import base64
import json
import os
import re
import shutil
import subprocess
import unittest

from command_line import BAD_INPUT, DONE, TOOL, USAGE, CommandLineTest, main, model, run


class FarmTest(CommandLineTest):
    """A folder with three models."""

    def setUp(self):
        super().setUp()
        self.models, self.baked = self.folder / "models", self.folder / "baked"
        (self.models / "props").mkdir(parents=True)
        shutil.copy(model("crate.obj"), self.models / "props" / "crate.obj")
        shutil.copy(model("tank.glb"), self.models / "tank.glb")
        self.write_gltf("box")
        (self.models / "notes.txt").write_text("no model")

    def write_gltf(self, name):
        """Converts a model to NAME.gltf with its buffer in NAME.bin, and a texture."""
        document = self.document_of(model("crate.obj"))
        uri = document["buffers"][0]["uri"]
        (self.models / f"{name}.bin").write_bytes(base64.b64decode(uri.partition(",")[2]))
        document["buffers"][0]["uri"] = f"{name}.bin"
        document["images"] = [{"uri": "rust.png"}]
        (self.models / "rust.png").write_bytes(b"an image")
        (self.models / f"{name}.gltf").write_text(json.dumps(document))

    def farm(self, *arguments, code=DONE):
        """Returns the state of each model, by the name of its output."""
        answer = self.json_of("bake", *arguments, "--into", self.baked, code=code)
        states = {os.path.relpath(one["output"], self.baked): one["state"] for one in answer["models"]}
        counts = [list(states.values()).count(state) for state in ("baked", "upToDate", "failed")]
        self.assertEqual([answer["baked"], answer["upToDate"], answer["failed"]], counts)
        return states

    def all_are(self, state):
        return {"box.s3d": state, "props/crate.s3d": state, "tank.s3d": state}

    def bytes_of_results(self):
        return {path.relative_to(self.baked): path.read_bytes() for path in sorted(self.baked.rglob("*.s3d"))}


class Farm(FarmTest):
    def test_a_folder_keeps_its_subfolders(self):
        self.assertEqual(self.farm(self.models), self.all_are("baked"))
        for name in ("box.gltf", "props/crate.obj", "tank.glb"):
            alone = self.folder / "alone.s3d"
            self.assertEqual(run("bake", self.models / name, "-o", alone).returncode, DONE)
            self.assertEqual((self.baked / name).with_suffix(".s3d").read_bytes(), alone.read_bytes(), name)
        text = run("bake", self.models, "--into", self.baked).stdout
        self.assertIn("0 baked, 3 up to date, 0 failed", text)

    def test_files_and_lists(self):
        listed = self.folder / "list.txt"
        listed.write_text(f"# two models\n{self.models / 'tank.glb'}\r\n\n{self.models / 'props'}\n")
        # The tank is named twice, and baked once.
        self.assertEqual(self.farm(self.models / "box.gltf", self.models / "tank.glb", "--list", listed),
                         {"box.s3d": "baked", "tank.s3d": "baked", "crate.s3d": "baked"})

    def test_the_result_of_another_model_is_not_up_to_date(self):
        obj, glb = self.models / "tank.obj", self.models / "tank.glb"
        shutil.copy(model("crate.obj"), obj)
        self.assertEqual(self.farm(glb), {"tank.s3d": "baked"})
        tank = self.bytes_of_results()
        self.assertEqual(self.farm(obj), {"tank.s3d": "baked"})
        self.assertNotEqual(self.bytes_of_results(), tank)
        self.assertEqual(self.farm(glb), {"tank.s3d": "baked"})
        shutil.copy(self.baked / "tank.s3d", self.folder / "tank.s3d")
        self.assertEqual(self.farm(self.folder / "tank.s3d", code=BAD_INPUT), {"tank.s3d": "failed"})

    def test_a_depfile_overwrites_neither_models_nor_results(self):
        glb, gltf = self.models / "tank.glb", self.models / "box.gltf"
        baked = self.folder / "a.s3d"
        run("bake", glb, "-o", baked)
        self.farm(glb)
        kept = [glb, gltf, self.models / "box.bin", baked, self.baked / "tank.s3d", self.baked / "tank.s3d.inputs"]
        before = [path.read_bytes() for path in kept]
        for arguments in (("bake", glb, "-o", baked, "--depfile", glb), ("bake", glb, "-o", baked, "--depfile", baked),
                          ("bake", gltf, "-o", self.folder / "b.s3d", "--depfile", self.models / "box.bin"),
                          ("bake", glb, "--into", self.baked, "--depfile", glb),
                          ("bake", glb, "--into", self.baked, "--depfile", self.baked / "tank.s3d"),
                          ("bake", glb, "--into", self.baked, "--depfile", self.baked / "tank.s3d.inputs")):
            result = run(*arguments)
            self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
            self.assertIn("would overwrite the", result.stderr)
        self.assertEqual([path.read_bytes() for path in kept], before)

    def test_what_is_up_to_date_is_skipped(self):
        self.farm(self.models)
        before = {path: path.stat().st_mtime_ns for path in self.baked.rglob("*.*")}
        for path in self.models.rglob("*.*"):
            os.utime(path)  # new times, but the same contents
        self.assertEqual(self.farm(self.models), self.all_are("upToDate"))
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.baked.rglob("*.*")}, before)
        (self.models / "rust.png").write_bytes(b"another image")  # no result depends on it
        self.assertEqual(self.farm(self.models), self.all_are("upToDate"))
        self.assertEqual(self.farm(self.models, "--no-isolation"), self.all_are("upToDate"))
        self.assertEqual(self.farm(self.models, "--force"), self.all_are("baked"))
        self.assertEqual(self.farm(self.models, "--unit", "2"), self.all_are("baked"))
        self.assertEqual(self.farm(self.models, "--unit", "2"), self.all_are("upToDate"))
        self.assertEqual(self.farm(self.models), self.all_are("baked"))

    def only_baked(self, name):
        self.assertEqual(self.farm(self.models), {**self.all_are("upToDate"), name: "baked"})

    def test_a_change_bakes_what_depends_on_it(self):
        self.farm(self.models)
        buffer = self.models / "box.bin"
        stat = buffer.stat()
        content = buffer.read_bytes()
        buffer.write_bytes(bytes([content[0] ^ 1]) + content[1:])
        os.utime(buffer, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # as a tool that restores times does
        self.only_baked("box.s3d")
        crate = self.models / "props" / "crate.obj"
        crate.write_text("mtllib steel.mtl\n" + crate.read_text())
        self.only_baked("props/crate.s3d")
        (self.models / "props" / "steel.mtl").write_text("newmtl steel\n")  # it was missing
        self.only_baked("props/crate.s3d")
        (self.models / "props" / "steel.mtl").unlink()
        self.only_baked("props/crate.s3d")
        (self.baked / "tank.s3d").write_bytes(b"damaged")
        self.only_baked("tank.s3d")
        (self.baked / "tank.s3d").unlink()
        self.only_baked("tank.s3d")

    def test_damaged_records_are_no_records(self):
        self.farm(self.models)
        record = self.baked / "tank.s3d.inputs"
        whole = json.loads(record.read_text())
        self.assertEqual(list(whole["files"]), ["tank.glb"])
        for text in ("", "{", "[]", '{"importer": 1}', "\0", json.dumps({**whole, "files": {}}),
                     json.dumps({**whole, "files": 3}), json.dumps({**whole, "importer": "sat3d 0.0.1"}),
                     json.dumps({**whole, "program": "1"})):
            record.write_text(text)
            self.only_baked("tank.s3d")
        self.assertEqual(self.farm(self.models), self.all_are("upToDate"))

    def test_a_bad_model_stops_no_other(self):
        shutil.copy(model("bad") / "truncated.glb", self.models / "a.glb")
        shutil.copy(model("bad") / "flat.glb", self.models / "z.glb")
        states = {**self.all_are("baked"), "a.s3d": "failed", "z.s3d": "failed"}
        answer = run("bake", self.models, "--into", self.baked, "--json")
        self.assertEqual(answer.returncode, BAD_INPUT)
        for words in (f"{self.models / 'a.glb'}: ", f"{self.models / 'z.glb'}: ", "Give it a thickness"):
            self.assertIn(words, answer.stderr)
        failed = {one["file"]: one for one in json.loads(answer.stdout)["models"] if one["state"] == "failed"}
        self.assertEqual(failed[str(self.models / "z.glb")]["code"], "NoColliders")
        self.assertEqual(failed[str(self.models / "a.glb")]["code"], "Malformed")
        self.assertIsNone(failed[str(self.models / "a.glb")]["node"])
        self.assertFalse((self.baked / "a.s3d").exists())
        # The others are up to date, and the bad ones are tried again.
        states = {name: state if state == "failed" else "upToDate" for name, state in states.items()}
        self.assertEqual(self.farm(self.models, code=BAD_INPUT), states)
        shutil.copy(model("wall.glb"), self.models / "a.glb")
        self.assertEqual(self.farm(self.models, code=BAD_INPUT), {**states, "a.s3d": "baked"})
        # A model that has become bad keeps its last good result.
        good = (self.baked / "a.s3d").read_bytes()
        shutil.copy(model("bad") / "truncated.glb", self.models / "a.glb")
        self.farm(self.models, code=BAD_INPUT)
        self.assertEqual((self.baked / "a.s3d").read_bytes(), good)

    def test_models_with_the_same_output_are_refused(self):
        shutil.copy(model("wall.glb"), self.models / "tank.obj")
        answer = run("bake", self.models, "--into", self.baked)
        self.assertEqual(answer.returncode, BAD_INPUT)
        self.assertIn(f"{self.models / 'tank.glb'}: {self.models / 'tank.obj'} would become", answer.stderr)
        self.assertIn(f"{self.models / 'tank.obj'}: {self.models / 'tank.glb'} would become", answer.stderr)
        self.assertFalse((self.baked / "tank.s3d").exists())
        self.assertTrue((self.baked / "box.s3d").exists())

    def test_bytes_depend_on_nothing_but_the_models(self):
        self.farm(self.models, "-j", "1")
        first = self.bytes_of_results()
        elsewhere = self.folder / "else where" / "modèles"
        shutil.copytree(self.models, elsewhere)
        shutil.rmtree(self.baked)
        self.farm(elsewhere, "-j", "7")
        self.assertEqual(self.bytes_of_results(), first)
        shutil.rmtree(self.baked)
        result = subprocess.run([TOOL, "bake", ".", "--into", self.baked, "--no-isolation"], cwd=elsewhere,
                                capture_output=True, encoding="utf-8", timeout=120)
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertEqual(self.bytes_of_results(), first)

    def test_no_reader_sees_a_part_of_a_result(self):
        self.farm(self.models)
        self.assertEqual({path.suffix for path in self.baked.rglob("*") if path.is_file()}, {".s3d", ".inputs"})

    def test_usage(self):
        tank, out = self.models / "tank.glb", self.folder / "out.s3d"
        for arguments in ([tank], [tank, tank, "-o", out], [self.models, "-o", out], ["--into", self.baked],
                          [tank, "-o", out, "--into", self.baked], [tank, "-o", out, "-j", "2"],
                          [tank, "-o", out, "--force"], [tank, "--into", self.baked, "-j", "0"]):
            self.refused("bake", *arguments, code=USAGE, says=[])
        self.refused("bake", tank, tank, "-o", out, code=USAGE, says=["takes one model; --into takes many"])
        self.assertFalse(out.exists())
        (self.folder / "empty").mkdir()
        self.refused("bake", self.folder / "empty", "--into", self.baked, code=BAD_INPUT,
                     says=["empty: no model in this folder or below it", ".glb"])
        self.refused("bake", "--list", self.folder / "none.txt", "--into", self.baked, code=BAD_INPUT,
                     says=["none.txt: the list of models cannot be read"])
        (self.folder / "list.txt").write_text("# nothing\n")
        self.refused("bake", "--list", self.folder / "list.txt", "--into", self.baked, code=BAD_INPUT,
                     says=["list.txt: names no model"])
        self.refused("bake", self.models / "gone.glb", tank, "--into", self.baked, code=BAD_INPUT,
                     says=["gone.glb: there is no such file"])
        self.assertTrue((self.baked / "tank.s3d").exists())
        self.refused("bake", self.baked / "tank.s3d", "--into", self.folder, code=BAD_INPUT, says=["is baked already"])
        self.refused("bake", tank, "--into", tank, code=BAD_INPUT, says=["folder cannot be made"])


class Depfiles(FarmTest):
    def depfile(self, *arguments):
        """Returns the inputs of each result."""
        path = self.folder / "models.d"
        result = run("bake", *arguments, "--depfile", path)
        self.assertEqual(result.returncode, DONE, result.stderr)
        rules = {}
        for line in path.read_text().replace("\\\n", "").splitlines():
            name, inputs = re.fullmatch(r"(.*?):(?: (.*))?", line).groups()
            if inputs:
                rules[name] = re.split(r"(?<!\\) +", inputs.strip())
        return rules

    def test_list_what_the_results_depend_on(self):
        box = [str(self.models / "box.gltf"), str(self.models / "box.bin")]
        out = self.folder / "box.s3d"
        self.assertEqual(self.depfile(self.models / "box.gltf", "-o", out), {str(out): box})
        both = [self.models / "box.gltf", self.models / "tank.glb", "--into", self.baked]
        expected = {str(self.baked / "box.s3d"): box, str(self.baked / "tank.s3d"): [str(self.models / "tank.glb")]}
        self.assertEqual(self.depfile(*both), expected)
        self.assertEqual(self.depfile(*both), expected)  # now they are up to date

    @unittest.skipIf(os.name == "nt", "these names cannot be on Windows")
    def test_names_are_escaped(self):
        path = self.models / "a $b #c:d%.obj"
        shutil.copy(model("crate.obj"), path)
        escaped = re.sub(r"([ #:])", r"\\\1", str(path).replace("$", "$$"))
        self.assertEqual(self.depfile(path, "-o", self.folder / "a.s3d"), {str(self.folder / "a.s3d"): [escaped]})
        for bad in "\n", "\r", "\t", ";", "|", "\\":
            path = self.models / f"a{bad}b.obj"
            shutil.copy(model("crate.obj"), path)
            self.refused("bake", path, "-o", self.folder / "a.s3d", "--depfile", self.folder / "a.d", code=BAD_INPUT,
                         says=["a depfile cannot name"])

    # Names that the syntax has in Make and in Ninja.
    ODD = "a b", "a#b", "a$b", "a:b", "a$$b", "a  b", "a: b", "#$ :", "a!b", "a(b)", "{a}[b]", "a~b", "a@b,c+d", "h\u00e9"

    def check_odd_names(self, names, write_build, *command):
        """Builds that bake from and into files of these names see when a model changes.

        write_build(results) writes a build without sources, in which `python3 bake.py N` makes result N and writes N.d: that
        depfile alone names the model.
        """
        jobs = []
        for name in names:
            jobs += [(name + ".obj", f"r{len(jobs)}.s3d"), (f"m{len(jobs)}.obj", name + ".s3d")]
        for source, _ in jobs:
            shutil.copy(model("crate.obj"), self.folder / source)
        (self.folder / "bake.py").write_text(
            f"import subprocess, sys\nnumber = int(sys.argv[1])\nsource, result = {jobs}[number]\n"
            f"subprocess.run([{str(TOOL)!r}, 'bake', source, '-o', result, '--no-isolation', '--depfile', f'{{number}}.d'], check=True)\n"
            "print('baked', number)\n")
        write_build([result for _, result in jobs])

        def baked():
            result = subprocess.run(command, cwd=self.folder, capture_output=True, encoding="utf-8", timeout=120)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            return [jobs[int(number)] for number in re.findall(r"^baked (\d+)$", result.stdout, re.M)]

        def touch(time):
            for source, _ in jobs:
                os.utime(self.folder / source, (time, time))

        self.assertCountEqual(baked(), jobs)
        self.assertEqual(baked(), [])
        touch(4e9)  # seconds: later than the results
        self.assertCountEqual(baked(), jobs)
        touch(1e9)
        self.assertEqual(baked(), [])

    @unittest.skipIf(os.name == "nt", "these names cannot be on Windows")
    @unittest.skipUnless(shutil.which("ninja"), "needs Ninja")
    def test_ninja_reads_odd_names(self):
        def write_build(results):
            text = "rule bake\n  command = python3 bake.py $number\n  depfile = $number.d\n"
            for number, result in enumerate(results):
                name = re.sub(r"([$ :])", r"$\1", result)
                text += f"build {name}: bake\n  number = {number}\n"
            (self.folder / "build.ninja").write_text(text)
        self.check_odd_names((*self.ODD, "a%b", "a=b"), write_build, "ninja", "-v")

    @unittest.skipIf(os.name == "nt", "these names cannot be on Windows")
    @unittest.skipUnless(shutil.which("make"), "needs Make")
    def test_make_reads_odd_names(self):
        def write_build(results):
            names = [re.sub(r"([ #:])", r"\\\1", result.replace("$", "$$")) for result in results]
            text = f"all: {' '.join(names)}\n"
            for number, name in enumerate(names):
                text += f"{name}:\n\t@python3 bake.py {number}\n-include {number}.d\n"
            (self.folder / "Makefile").write_text(text)
        self.check_odd_names((*self.ODD, *(f"a{c}b" for c in "'\"&<>^`")), write_build, "make")

    def built(self, *command):
        """Runs a build. Returns the names of the baked models."""
        result = subprocess.run(command, cwd=self.folder, capture_output=True, encoding="utf-8", timeout=120)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return re.findall(r"(\w+)\.s3d: .* bodies|(\w+)\.s3d: 1 body", result.stdout)

    def check_build(self, *command):
        def names():
            return {a or b for a, b in self.built(*command)}
        self.assertEqual(names(), {"box", "tank"})
        self.assertEqual(names(), set())
        os.utime(self.models / "rust.png", (4e9, 4e9))
        self.assertEqual(names(), set())
        for _ in range(2):
            buffer = self.models / "box.bin"
            after = (self.folder / "box.s3d").stat().st_mtime + 2
            os.utime(buffer, (after, after))
            self.assertEqual(names(), {"box"})
            os.utime(buffer, (1e9, 1e9))
            self.assertEqual(names(), set())
        # A deleted file is no error of the build system: the tool says what is missing.
        (self.models / "box.bin").unlink()
        result = subprocess.run(command, cwd=self.folder, capture_output=True, encoding="utf-8", timeout=120)
        self.assertIn("not found: box.bin", result.stdout + result.stderr)

    @unittest.skipUnless(shutil.which("ninja"), "needs Ninja")
    def test_ninja(self):
        (self.folder / "build.ninja").write_text(
            f"rule bake\n  command = {TOOL} bake $in -o $out --depfile $out.d\n  depfile = $out.d\n"
            "build box.s3d: bake models/box.gltf\nbuild tank.s3d: bake models/tank.glb\n")
        self.check_build("ninja", "-v")

    @unittest.skipUnless(shutil.which("make"), "needs Make")
    def test_make(self):
        (self.folder / "Makefile").write_text(
            f"all: box.s3d tank.s3d\n%.s3d: models/%.gltf\n\t{TOOL} bake $< -o $@ --depfile $@.d\n"
            f"%.s3d: models/%.glb\n\t{TOOL} bake $< -o $@ --depfile $@.d\n-include box.s3d.d tank.s3d.d\n")
        self.check_build("make")


if __name__ == "__main__":
    main()
