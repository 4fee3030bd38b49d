"""One program, one digest, in Python, by ctypes alone. The path of the library is the argument, or `libcueline.so`."""
import ctypes as c
import struct
import sys

lib = c.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libcueline.so")
MS = 705_600  # flicks in a millisecond


class Refused(Exception):
    """A call that was refused, with its reason."""


class Update(c.Structure):
    _fields_ = [(name, c.c_uint64) for name in ("payload", "entry")]
    _fields_ += [(name, c.c_int64) for name in ("elapsed", "before", "duration", "at", "lateness")]
    _fields_ += [("progress", c.c_double)]
    _fields_ += [(name, c.c_int32) for name in ("started", "ended", "role", "reason")]


def call(name, *arguments):
    status = getattr(lib, "cueline_" + name)(*arguments)
    if status != 0:
        text = c.create_string_buffer(512)
        lib.cueline_error(text, c.c_size_t(512))
        raise Refused(text.value.decode())


def flicks(ms):
    return c.c_int64(round(ms * MS))


def handle(name, *arguments):
    made = c.c_uint64()
    call(name, *arguments, c.byref(made))
    return made


def digest(object):
    return f"{handle('digest', object).value:016x}"


def enqueue(queue, door, ms, payload):
    return handle("queue_" + door, queue, flicks(ms), c.c_uint64(payload))


def advance(queue, ms):
    updates, count = (Update * 16)(), c.c_size_t()
    call("queue_advance", queue, flicks(ms), updates, c.c_size_t(16), c.byref(count))
    return list(updates[: count.value])


ATTACK, DAMAGE, COUNTER_ATTACK, TOAST = 1, 2, 3, 4
queue = handle("queue_new", flicks(0))
enqueue(queue, "enqueue", 300, ATTACK)
enqueue(queue, "concurrently", 500, DAMAGE)  # with the attack
enqueue(queue, "enqueue", 300, COUNTER_ATTACK)  # after both
enqueue(queue, "background", 1000, TOAST)  # nothing waits for it

assert [update.payload for update in advance(queue, 100)] == [ATTACK, DAMAGE]
print("100 ms:", digest(queue))
assert [update.payload for update in advance(queue, 450)] == [ATTACK, DAMAGE, COUNTER_ATTACK, TOAST]
print("550 ms:", digest(queue))
call("queue_skip", queue, c.c_int32(0), None, None, c.c_size_t(0), None)
print("finished:", digest(queue))

x = c.c_double(0)
moving = handle("moving_new", c.byref(x), c.c_size_t(1))
target = c.c_double(100)
call("moving_spring_to", moving, flicks(0), c.byref(target), c.c_size_t(1), flicks(400), c.c_double(0))
call("moving_value", moving, flicks(150), c.byref(x), c.c_size_t(1))
print("moving:", struct.pack(">d", x.value).hex())

try:
    advance(queue, -1)
    raise SystemExit("a step back was not refused")
except Refused as reason:
    assert "must be 0 or more" in str(reason)
call("free", queue)
call("free", moving)
