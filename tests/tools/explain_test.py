#!/usr/bin/env python3
"""Tests sat3d explain."""

import json
import re
import xml.etree.ElementTree as xml

from command_line import APART, BAD_INPUT, COLLIDING, DONE, HOSTILE, SVG, CommandLineTest, main, model, run


class Explain(CommandLineTest):
    def explained(self, file, *arguments, code=DONE):
        """Returns the output of the command, and the picture."""
        path = self.folder / file
        answer = self.json_of("explain", model("tank.glb"), model("wall.glb"), "--pose-b", "0 0 3.4", "-o", path,
                              *arguments, code=code)
        return answer, path.read_text(encoding="utf-8")

    def cards(self, picture, kind):
        return [element for element in xml.fromstring(picture).iter(SVG + "g") if element.get("class") == kind]

    def test_picture_shows_all_planes_and_marks_the_best(self):
        answer, picture = self.explained("why.svg")
        planes = self.cards(picture, "plane")
        axes = self.cards(picture, "face-axis")
        self.assertEqual(len(planes), answer["planeCount"])
        self.assertEqual(len(axes), answer["faceAxisCount"])
        self.assertEqual({int(card.get("data-plane")) for card in planes}, set(range(len(planes))))
        winners = [card for card in planes + axes if card.get("data-winner") == "true"]
        self.assertEqual(len(winners), 1)
        self.assertEqual(float(winners[0].get("data-separation")), answer["drawnSeparation"])
        self.assertAlmostEqual(answer["drawnSeparation"], answer["separation"], places=6)
        separations = [float(card.get("data-separation")) for card in planes]
        self.assertEqual(separations, sorted(separations, reverse=True))
        self.assertEqual(answer["drawnSeparation"], max(float(card.get("data-separation")) for card in planes + axes))

    def test_page_is_self_contained(self):
        answer, page = self.explained("why.html")
        self.assertEqual(len(re.findall(r'class="choice plane', page)), answer["planeCount"])
        self.assertEqual(len(re.findall(r'data-winner="true"', page)), 1)
        self.assertNotRegex(page, r"https?://(?!www\.w3\.org)")
        self.assertNotRegex(page, r"""(src|href)=|url\(|@import|fetch\(""")
        scene = re.search(r'<script type="application/json" id="scene">(.*?)</script>', page, re.DOTALL)
        self.assertAlmostEqual(json.loads(scene[1])["separation"], answer["drawnSeparation"], places=7)

    def test_named_part_is_drawn(self):
        answer, picture = self.explained("why.svg", "--part-a", "turret", code=DONE)
        self.assertEqual(answer["a"], "turret")
        self.assertIn("turret and wall are apart", picture)

    def test_the_answer_is_the_exit_code_on_request(self):
        self.explained("why.svg", "--exit-code", code=COLLIDING)
        self.explained("why.svg", "--exit-code", "--part-a", "turret", code=APART)

    def test_face_planes_are_marked_as_illustration(self):
        answer, _ = self.explained("why.svg", "--planes", "faces")
        self.assertEqual((answer["planes"], answer["faceAxisCount"]), ("faces", 0))
        text = run("explain", model("tank.glb"), model("wall.glb"), "--planes", "faces", "-o", self.folder / "a.svg").stdout
        self.assertIn("exact answer", text)

    def test_hostile_names_stay_text(self):
        crate = self.write_crates(HOSTILE)
        for file in ["why.svg", "why.html"]:
            path = self.folder / file
            self.assertEqual(run("explain", crate, crate, "-o", path).returncode, DONE)
            text = path.read_text(encoding="utf-8")
            self.assertNotIn("<script>alert", text)
            self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;", text)
        xml.parse(self.folder / "why.svg")

    def test_output_errors(self):
        crate = model("crate.obj")
        self.refused("explain", crate, crate, "-o", self.folder / "no" / "where.svg", code=BAD_INPUT,
                     says=["where.svg", "cannot be written"])


if __name__ == "__main__":
    main()
