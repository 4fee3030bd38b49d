"""A small crane with a swing, a lift and a face, exported by Blender's own glTF exporter.

    blender --background --python crane.py -- crane.glb
"""
import math
import sys

import bpy

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = 24


def key(owner, path, frames, interpolation="BEZIER", index=-1):
    for frame, value in frames:
        if index < 0:
            setattr(owner, path, value)
        owner.keyframe_insert(path, frame=frame)
    for curve in owner.id_data.animation_data.action.fcurves:
        for point in curve.keyframe_points:
            point.interpolation = interpolation


def clip(owner, name):
    """Puts the action of an object into a track of its own, which the exporter writes as an animation."""
    data = owner.animation_data
    action = data.action
    action.name = name
    data.nla_tracks.new().strips.new(name, int(action.frame_range[0]), action)
    data.nla_tracks[-1].name = name
    data.action = None


def box(name, size, parent=None, at=(0, 0, 0)):
    bpy.ops.mesh.primitive_cube_add(size=size, location=at)
    made = bpy.context.object
    made.name = name
    made.parent = parent
    return made


# An object that goes, turns and grows, along Bezier curves.
tower = box("tower", 1)
tower.rotation_mode = "QUATERNION"
key(tower, "location", [(1, (0, 0, 0)), (13, (1, 2, 0.5)), (37, (-2, 1, 3))])
clip(tower, "lift")
key(tower, "rotation_quaternion", [(1, (1, 0, 0, 0)), (20, (math.cos(1), 0, 0, math.sin(1))), (37, (0.5, 0.5, 0.5, 0.5))], "LINEAR")
key(tower, "scale", [(1, (1, 1, 1)), (25, (2, 1, 0.5))], "LINEAR")
clip(tower, "turn")

# An arm of three bones.
bpy.ops.object.armature_add(enter_editmode=True)
arm = bpy.context.object
arm.name = "arm"
bones = arm.data.edit_bones
bones[0].name = "base"
for index, name in enumerate(["boom", "hook"]):
    bone = bones.new(name)
    bone.head, bone.tail = (0.3 * index, 0, index + 1), (0.3 * index + 0.3, 0, index + 2)
    bone.parent = bones["base" if index == 0 else "boom"]
bpy.ops.object.mode_set(mode="POSE")
for number, bone in enumerate(arm.pose.bones):
    bone.rotation_mode = "QUATERNION"
    for frame, angle in [(1, 0), (9, 0.6), (17, -0.9), (30, 0)]:
        half = angle * (number + 1) / 2
        bone.rotation_quaternion = (math.cos(half), math.sin(half) * 0.6, 0, math.sin(half) * 0.8)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
arm.pose.bones["hook"].location = (0, 0, 0)
arm.pose.bones["hook"].keyframe_insert("location", frame=1)
arm.pose.bones["hook"].location = (0.2, 0.7, -0.1)
arm.pose.bones["hook"].keyframe_insert("location", frame=30)
bpy.ops.object.mode_set(mode="OBJECT")
clip(arm, "swing")

# A face that two shapes move.
face = box("face", 0.5, at=(3, 0, 0))
face.shape_key_add(name="Basis")
for name, by in [("smile", 0.3), ("frown", -0.2)]:
    shape = face.shape_key_add(name=name)
    for point in shape.data[:4]:
        point.co.z += by
keys = face.data.shape_keys
for name, frames in [("smile", [(1, 0), (12, 1), (24, 0.25)]), ("frown", [(1, 0.5), (24, 0)])]:
    for frame, value in frames:
        keys.key_blocks[name].value = value
        keys.key_blocks[name].keyframe_insert("value", frame=frame)
keys.animation_data.action.name = "feel"
track = keys.animation_data.nla_tracks.new()
track.name = "feel"
track.strips.new("feel", 1, keys.animation_data.action)
keys.animation_data.action = None

# Not every frame is sampled where a curve can be written as it is.
bpy.ops.export_scene.gltf(
    filepath=sys.argv[-1], export_format="GLB", export_force_sampling="--sample" in sys.argv, export_nla_strips=True,
    export_materials="NONE", export_texcoords=False, export_normals=False,
)
