"""Exact convex collision for Python: shapes, questions about two of them, worlds, rigid bodies, joints,
vehicles, baked models.

    import sat3d
    crate = sat3d.box((0.5, 0.5, 0.5))
    push = sat3d.penetration(crate, sat3d.pose(), crate, sat3d.pose((0.75, 0, 0)))
    print(push.depth, push.normal)  # 0.25 [1. 0. 0.]

`import sat3d.double as sat3d` has positions in double, for large worlds: poses are arrays of float64.
"""

from ._arrays import (BROKEN_JOINT, CONTACT, ID_PAIR, IMPACT, MANIFOLD, MOVER_CONTACT, PENETRATION, RAY, RAY_HIT, TOUCH,
                      WHEEL_STATE, WORLD_RAY_HIT)
from ._library import Sat3dError, ffi as _ffi, lib as _lib
from .motion import JointState, Moved, StepEvents, Vehicle, VehicleState
from .objects import Filter, Nearest, Sweep
from .shapes import (IDENTITY, Distance, Mass, Push, RayHit, Shape, ShapeArray, box, capsule, collide, collide_pairs, compound, contains, distance,
                     half_space, height_field, hull, mesh, overlap_pairs, overlaps, penetration, penetrations, pose, raycast,
                     raycasts, sphere)
from .world import Drawing, Events, Model, ModelJoint, ModelNode, World

__version__ = _ffi.string(_lib.s3_version()).decode()
