"""Manifolds of many pairs, what objects have, points of bodies, vehicles of parts, surfaces of parts."""

import numpy as np
import pytest

from package import sat3d

BOX, BALL = sat3d.box((0.5, 0.5, 0.5)), sat3d.sphere(0.5)


def test_two_shapes_have_manifolds():
    manifolds = sat3d.collide(BOX, sat3d.IDENTITY, BOX, sat3d.pose((0.2, 0.9, 0)))
    assert len(manifolds) == 1 and manifolds["point_count"][0] == 4
    assert manifolds["penetration"]["depth"][0] == pytest.approx(0.1, abs=1e-6)
    assert np.allclose(manifolds["normal"][0], (0, 1, 0)) and np.allclose(manifolds["points"][0]["separation"], -0.1, atol=1e-6)
    assert len(sat3d.collide(BOX, sat3d.IDENTITY, BOX, sat3d.pose((0, 3, 0)))) == 0
    beads = sat3d.compound([(BALL, sat3d.pose((2 * i, 0, 0))) for i in range(100)])
    plate = sat3d.box((300, 1, 1))
    for most, count in ((64, 64), (3, 3), (0, 0), (1000, 100)):
        assert len(sat3d.collide(beads, sat3d.IDENTITY, plate, sat3d.IDENTITY, most=most)) == count


def test_many_bodies_meet_a_surface_in_one_call():
    random = np.random.default_rng(7)
    field = sat3d.height_field(random.uniform(-0.3, 0.3, (20, 20)))
    mesh = sat3d.mesh([(0, 0, 0), (20, 0, 0), (20, 20, 0), (0, 20, 0)], [(0, 1, 2), (0, 2, 3)], tags=[5, 6])
    block = sat3d.compound([(BOX, sat3d.pose((5, 5, 0))), (BOX, sat3d.pose((5.9, 5, 0)))])
    shapes = [field, mesh, block] + [BOX, BALL] * 100
    poses = np.array([sat3d.IDENTITY] * 3 + [sat3d.pose((*random.uniform(3, 8, 2), random.uniform(0, 0.6))) for _ in range(200)])
    pairs = [(i, ground) for i in range(3, 203) for ground in range(3)]
    manifolds, ends = sat3d.collide_pairs(sat3d.ShapeArray(shapes), poses, pairs, 0.01)
    begin, several = 0, 0
    for (a, b), end in zip(pairs, ends):
        single = sat3d.collide(shapes[a], poses[a], shapes[b], poses[b], 0.01)
        assert len(single) == end - begin
        assert (single["normal"] == manifolds["normal"][begin:end]).all()
        assert (single["point_count"] == manifolds["point_count"][begin:end]).all()
        several += len(single) > 1
        begin = end
    assert several > 100 and len(manifolds) == begin
    assert {5, 6} & set(manifolds["face_tag_b"])
    pushes = sat3d.penetrations(shapes, poses, pairs)
    assert [p["depth"] > 0 for p in pushes] == list(sat3d.overlap_pairs(shapes, poses, pairs))
    few, ends = sat3d.collide_pairs(shapes, poses, pairs, 0.01, most=7)
    assert len(few) == ends[-1] == 7
    nothing, ends = sat3d.collide_pairs([], np.zeros((0, 7)), np.zeros((0, 2), int))
    assert len(nothing) == len(ends) == 0
    # More than the room that it begins with.
    beads = sat3d.compound([(BALL, sat3d.pose((2 * i, 0, 0))) for i in range(500)])
    manifolds, ends = sat3d.collide_pairs([beads, sat3d.box((2000, 1, 1))], [sat3d.IDENTITY] * 2, [(0, 1)])
    assert len(manifolds) == ends[0] == 500


def test_objects_have_what_they_were_given():
    world = sat3d.World()
    tank = world.add(sat3d.compound([(BOX, sat3d.IDENTITY), (BALL, sat3d.pose((0, 1, 0)))]), kind="static")
    assert world.kind(tank) == "static" and world.shape(tank).kind == "compound"
    world.set_kind(tank, "moving")
    assert world.kind(tank) == "moving"
    world.set_filter(tank, categories=4, group=-2)
    assert world.filter(tank) == sat3d.Filter(4, 2**64 - 1, 0, -2)
    world.set_filter(tank, **world.filter(tank)._asdict())
    world.set_part_pose(tank, 1, sat3d.pose((0, 2, 0)))
    assert list(world.part_pose(tank, 1)[:3]) == [0, 2, 0]
    shape = world.shape(tank)
    world.remove(tank)
    assert shape.bounds()[1][1] == 2.5
    for call in (world.kind, world.filter, world.shape, lambda id: world.part_pose(id, 0)):
        with pytest.raises(sat3d.Sat3dError) as error:
            call(tank)
        assert error.value.name == "S3_WORLD_STALE_ID"


def test_forces_and_velocities_have_points():
    world = sat3d.World(gravity=(0, 0, 0))
    body = world.add(BOX, density=100)
    world.apply_force_at(body, (0, 100, 0), (0.5, 0, 0))
    world.step()
    velocity, spin = world.velocity(body)
    assert velocity[1] > 0 and spin[2] > 0
    assert world.velocity_at(body, (0.5, 0, 0))[1] == pytest.approx(velocity[1] + 0.5 * spin[2], rel=1e-4)
    assert world.is_visible((-5, 0, 0), (-4, 3, 0)) and not world.is_visible((-5, 0, 0), (5, 0, 0))
    assert world.is_visible((-5, 0, 0), (5, 0, 0), without=[body])


def test_an_update_has_the_manifolds_of_its_detail():
    world = sat3d.World(detail="manifolds")
    world.add(BOX), world.add(BOX, sat3d.pose((0, 0.9, 0)))
    events = world.update()
    contact = events.begun[0]
    assert contact["manifold_count"] == 1 and events.manifolds[contact["first_manifold"]]["point_count"] == 4
    assert len(sat3d.World().update().manifolds) == 0


def test_a_vehicle_of_parts_comes_back():
    world = sat3d.World()
    world.add(sat3d.half_space((0, 1, 0)), kind="static")
    body = world.add(sat3d.box((0.8, 0.4, 2)), sat3d.pose((0, 1.2, 0)), density=300)
    places = [(x, -0.5, z) for z in (1.5, -0.8, -1.5) for x in (-0.8, 0.8)]
    truck = sat3d.Vehicle.of(body, [{"center": at, "radius": 0.4, "steers": at[2] > 0, "drive_share": 1, "along": {"friction": 1.2}} for at in places],
                             [{"left": 2 * k, "right": 2 * k + 1, "anti_roll": 500} for k in range(3)], max_steering=0.4)
    truck.set_engine(3000, 60)
    id = world.add_vehicle(truck)
    assert list(world.vehicle_ids()) == [id] and list(world.joint_ids()) == []
    world.drive(id, throttle=1)
    for _ in range(120):
        world.step()
    assert world.vehicle_state(id).speed > 1
    same = world.get_vehicle(id)
    assert len(same.wheels) == 6 and same.wheels[0].steers and not same.wheels[5].steers
    assert same.wheels[0].along.friction == pytest.approx(1.2) and same.axles[2].right == 5
    same.wheels[3].radius = 0.5
    world.set_vehicle(id, same)
    assert world.get_vehicle(id).wheels[3].radius == 0.5
    for bad in (lambda: sat3d.Vehicle.of(body, [{"size": 1}]), lambda: sat3d.Vehicle.of(body, [3]), lambda: sat3d.Vehicle.of(body, [], wheels=3),
                lambda: sat3d.Vehicle.of(body, [{"along": {"grip": 1}}])):
        with pytest.raises(TypeError):
            bad()


def test_surfaces_of_parts_come_back():
    world = sat3d.World()
    body = world.add(sat3d.compound([(BOX, sat3d.IDENTITY, 1), (BOX, sat3d.pose((1, 0, 0)), 2)]), density=100)
    world.set_surface(body, 2, velocity=(1, 0, 0), friction=0.1)
    found = world.surfaces(body)
    assert [each["tag"] for each in found] == [2] and found[0]["material"]["friction"] == pytest.approx(0.1)
    world.set_surfaces(body, [*found, {"tag": 1, "material": {"restitution": 0.5}}])
    assert [each["tag"] for each in world.surfaces(body)] == [1, 2]
    world.set_surfaces(body, [])
    assert world.surfaces(body) == []
    with pytest.raises(TypeError):
        world.set_surfaces(body, [{"tga": 1}])
