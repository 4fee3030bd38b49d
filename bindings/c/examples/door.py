"""Plays a clip and a timeline of a file: door.py FILE."""
import struct
import sys

import cueline


def show(events):
    for event in events:
        name = f": {event.name}" if event.name is not None else ""
        print(f"{cueline.KINDS[event.kind]} of {event.entry} at {event.due // cueline.MS} ms{name}")


def bits(number):
    print(struct.pack(">d", number).hex())


files = cueline.Library()
with open(sys.argv[1], "rb") as file:
    files.load("door.ron", file.read())
clip, timeline = files.clip("open"), files.timeline("enter")
files.free()  # what was taken out of it stays

door = cueline.Player(clip, 0)
show(door.step(500))
door.pause(500)
door.resume(800)
door.set_speed(800, 2)
show(door.step(825))
bits(door.value("angle", 825)[0])
light = door.value("light", 825)
bits(light[0])
bits(light[3])
print(door.text("sign", 825))
print(f"player: {door.digest():016x}")
show(door.step(1000))

enter = cueline.Player(timeline, 0)
for now in (1000, 2000):
    show(enter.step(now))  # it stops at the pause by itself
    enter.resume(now)
    bits(enter.value("hero.x", now + 100)[0])
print(f"player: {enter.digest():016x}")
again = cueline.Player.load(timeline, enter.save())
print(f"again: {again.digest():016x}")

first, second = cueline.Player(clip, 0), cueline.Player(clip, 200, fade_in=400)
bits(cueline.blend([first, second], "angle", 400)[0])
try:
    cueline.Player.load(clip, enter.save())
    raise SystemExit("a save of something else was not refused")
except cueline.Refused as reason:
    assert "something else" in str(reason)
