#!/usr/bin/env python3
"""Tests sat3d check."""

from command_line import APART, BAD_INPUT, COLLIDING, PAIRS, CommandLineTest, main, model, run


class Check(CommandLineTest):
    def crates(self, pose, code):
        answer = self.json_of("check", model("crate.obj"), model("crate.obj"), "--pose-b", pose, code=code)
        self.assertEqual(len(answer["pairs"]), 1)
        return answer["pairs"][0]

    def test_push_and_separation(self):
        hit = self.crates("0.75 0 0", COLLIDING)
        self.assertTrue(hit["overlapping"])
        self.assertAlmostEqual(hit["depth"], 0.25)
        self.assertEqual([round(x, 6) for x in hit["pushB"]], [0.25, 0, 0])
        self.assertIn(hit["features"]["kind"], ["FaceA", "FaceB"])
        free = self.crates("-1.5 0 0", APART)
        self.assertFalse(free["overlapping"])
        self.assertAlmostEqual(free["separation"], 0.5)
        self.assertEqual([round(x, 6) for x in free["normalAToB"]], [-1, 0, 0])

    def test_separation_is_the_distance(self):
        free = self.crates("2 3 5 y 45", APART)  # closest points are vertices, or lie on edges
        between = [b - a for a, b in zip(free["pointA"], free["pointB"])]
        self.assertAlmostEqual(sum(x * x for x in between) ** 0.5, free["separation"], places=6)
        self.assertGreater(free["separation"], 4)  # larger than along any face normal

    def test_triangle_meshes_collide_with_bodies_only(self):
        both, alone = self.write_crates("Wall-convcol", "Crate-col"), self.write_crates("Crate-col", file="alone.obj")
        answer = self.json_of("check", both, model("crate.obj"), code=COLLIDING)
        self.assertEqual({pair["a"]: "triangleA" in pair for pair in answer["pairs"]}, {"Wall": False, "Crate": True})
        self.assertIn("of triangle", run("check", alone, model("crate.obj"), "--pose-b", "0 0 0.9").stdout)
        self.refused("check", alone, alone, code=BAD_INPUT, says=["never collide with each other", "--meshes none"])
        self.assertIn("1 pair of triangle meshes left out", run("check", both, both).stderr)
        picture = self.folder / "why.svg"
        self.refused("explain", alone, model("crate.obj"), "-o", picture, code=BAD_INPUT, says=["--meshes none"])
        self.assertIn("1 pair with triangle meshes left out", run("explain", both, model("crate.obj"), "-o", picture).stderr)

    def test_all_formats_of_a_pose(self):
        expected = 0.5 + 0.5**0.5 - 1.1
        for pose in ["1.1 0 0 y 45", "1.1,0,0,y,45", "1.1 0 0 y 30 y 15", "+1.1 0 0 y -45",
                     "1.1 0 0  0 0.3826834 0 0.9238795", "1.1 0 0 x 90 z 45 x -90"]:
            self.assertAlmostEqual(self.crates(pose, COLLIDING)["depth"], expected, places=6, msg=pose)

    def test_deepest_pair_is_reported(self):
        answer = self.json_of("check", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4", code=COLLIDING)
        self.assertEqual({pair["a"] for pair in answer["pairs"] if pair["overlapping"]},
                         {"barrel", "hull", "track_left", "track_right"})
        deepest = answer["pairs"][answer["decisive"]]
        self.assertEqual(deepest["separation"], min(pair["separation"] for pair in answer["pairs"]))
        text = run("check", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4").stdout
        self.assertIn("colliding", text)
        self.assertIn("deepest: barrel and wall; moving B by (0.000, 0.000, 0.350) m", text)

    def test_triggers_are_not_solid(self):
        path = PAIRS.parent / "physics" / "khr_bodies.gltf"  # its last trigger is at the origin
        answer = self.json_of("check", path, model("crate.obj"), code=APART)
        self.assertFalse(answer["colliding"])
        self.assertEqual([pair["a"] for pair in answer["pairs"] if pair["overlapping"] and pair["trigger"]],
                         ["trigger by itself"])
        self.assertEqual([pair["trigger"] for pair in answer["pairs"]], [False] * 4 + [True] * 3)
        self.assertFalse(answer["pairs"][answer["decisive"]]["trigger"])
        text = run("check", path, model("crate.obj")).stdout
        for words in ("enters trigger", "triggers: 1 pair enters one, which is not solid", "apart", "nearest: ground"):
            self.assertIn(words, text)
        alone = run("check", path, model("crate.obj"), "--part-a", "trigger by itself")
        self.assertEqual((alone.returncode, "nearest" in alone.stdout), (APART, False))
        self.assertEqual(run("explain", path, model("crate.obj"), "--part-a", "trigger by itself", "-o",
                             self.folder / "why.svg", "--exit-code").returncode, APART)
        self.assertIn("3 triggers are written as if solid",
                      run("convert", path, "-o", self.folder / "bodies.glb").stderr)
        self.json_of("check", path, model("crate.obj"), "--pose-b", "0 -1 0", code=COLLIDING)

    def test_parts(self):
        answer = self.json_of("check", model("tank.glb"), model("wall.glb"), "--part-a", "turret", "--pose-b", "0 0 3.4")
        self.assertEqual([pair["a"] for pair in answer["pairs"]], ["turret"])
        self.refused("check", model("tank.glb"), model("wall.glb"), "--part-a", "wing", code=BAD_INPUT,
                     says=["tank.glb", "wing", "turret"])


if __name__ == "__main__":
    main()
