"""Cueline for Python, over libcueline.so, by ctypes alone: one file beside your program.

    import cueline
    queue = cueline.Queue()
    queue.enqueue(300, 1)  # milliseconds, and a number of yours
    for update in queue.advance(16):
        draw(update.payload, update.progress)

Times are milliseconds. A refused call raises Refused with its reason. Objects are freed with Python's garbage, or at once by
free(). CUELINE_LIBRARY names the library if it is not where the system looks.
"""
import ctypes as c
import os

lib = c.CDLL(os.environ.get("CUELINE_LIBRARY", "libcueline.so"))
MS = 705_600  # flicks in a millisecond
NEVER = 2**63 - 1
KINDS = ("start", "cue", "loop", "end")
UNKNOWN, TOO_SMALL = -6, -9


class Refused(Exception):
    """A call that was refused, with its reason."""

    def __init__(self, status):
        reason = c.create_string_buffer(lib.cueline_error(None, c.c_size_t(0)))
        lib.cueline_error(reason, c.c_size_t(len(reason)))
        super().__init__(reason.value.decode())
        self.status = status


class Update(c.Structure):
    _fields_ = [(name, c.c_uint64) for name in ("payload", "entry")]
    _fields_ += [(name, c.c_int64) for name in ("elapsed", "before", "duration", "at", "lateness")]
    _fields_ += [("progress", c.c_double)]
    _fields_ += [(name, c.c_int32) for name in ("started", "ended", "role", "reason")]


class Event(c.Structure):
    _fields_ = [("entry", c.c_uint64), ("due", c.c_int64), ("lateness", c.c_int64), ("loop_index", c.c_uint64)]
    _fields_ += [("kind", c.c_int32), ("cue", c.c_uint32), ("reason", c.c_int32), ("backward", c.c_int32)]
    name = None  # of the cue, if it has one


class Play(c.Structure):
    _fields_ = [(name, c.c_int64) for name in ("delay", "start", "end", "speed_num")]
    _fields_ += [("speed_den", c.c_uint64), ("passes", c.c_uint64), ("fade_in", c.c_int64), ("weight", c.c_double)]
    _fields_ += [("repeat", c.c_int32), ("coalesced", c.c_int32)]


class PlayerState(c.Structure):
    _fields_ = [(name, c.c_int64) for name in ("position", "run", "speed_num")]
    _fields_ += [("speed_den", c.c_uint64), ("weight", c.c_double)]
    _fields_ += [(name, c.c_int32) for name in ("phase", "backward", "is_paused", "is_over")]


def call(name, *arguments):
    status = getattr(lib, "cueline_" + name)(*arguments)
    if status != 0:
        raise Refused(status)


def made(name, *arguments):
    """What a call writes to its last argument: a handle, or a number."""
    place = c.c_uint64()
    call(name, *arguments, c.byref(place))
    return place.value


def flicks(ms):
    return c.c_int64(round(ms * MS))


def listed(kind, step, rest, handle, *arguments):
    """The elements that a step writes to a list; `rest` reads them where they are more than it has room for."""
    room = 16
    places, count = (kind * room)(), c.c_size_t()
    call(step, handle, *arguments, places, c.c_size_t(room), c.byref(count))
    if count.value > room:
        places = (kind * count.value)()
        call(rest, handle, c.c_size_t(0), places, count, c.byref(count))
    return places[: count.value]


def numbers(name, *arguments):
    """The numbers that a call writes, 16 at most."""
    places, count = (c.c_double * 16)(), c.c_size_t()
    call(name, *arguments, places, c.c_size_t(16), c.byref(count))
    return places[: count.value]


def text(name, *arguments):
    """The text that a call writes, with room that grows until it fits; None if there is none."""
    place = c.create_string_buffer(64)
    while (status := getattr(lib, "cueline_" + name)(*arguments, place, c.c_size_t(len(place)))) == TOO_SMALL:
        place = c.create_string_buffer(2 * len(place))
    if status not in (0, UNKNOWN):
        raise Refused(status)
    return place.value.decode() if status == 0 else None


class Object:
    def __init__(self, handle):
        self.handle = c.c_uint64(handle)

    def free(self):
        handle, self.handle = self.handle, c.c_uint64(0)
        call("free", handle)

    def __del__(self):
        if getattr(self, "handle", None):
            lib.cueline_free(self.handle)

    def digest(self):
        return made("digest", self.handle)

    def save(self):
        length = c.c_size_t()
        lib.cueline_save(self.handle, None, c.c_size_t(0), c.byref(length))
        save = c.create_string_buffer(length.value)
        call("save", self.handle, save, length, c.byref(length))
        return save.raw


class Queue(Object):
    def __init__(self):
        super().__init__(made("queue_new", flicks(0)))

    def enqueue(self, ms, payload):
        return made("queue_enqueue", self.handle, flicks(ms), c.c_uint64(payload))

    def concurrently(self, ms, payload):
        return made("queue_concurrently", self.handle, flicks(ms), c.c_uint64(payload))

    def background(self, ms, payload):
        return made("queue_background", self.handle, flicks(ms), c.c_uint64(payload))

    def advance(self, ms):
        return listed(Update, "queue_advance", "queue_updates", self.handle, flicks(ms))

    def finish(self):
        return listed(Update, "queue_skip", "queue_updates", self.handle, c.c_int32(0), None)


class Moving(Object):
    """One number that moves."""

    def __init__(self, value):
        super().__init__(made("moving_new", c.byref(c.c_double(value)), c.c_size_t(1)))

    def spring_to(self, now, target, ms):
        target = c.byref(c.c_double(target))
        call("moving_spring_to", self.handle, flicks(now), target, c.c_size_t(1), flicks(ms), c.c_double(0))

    def value(self, now):
        value = c.c_double()
        call("moving_value", self.handle, flicks(now), c.byref(value), c.c_size_t(1))
        return value.value


class Library(Object):
    """Files, and the clips, timelines and flipbooks in them."""

    def __init__(self):
        super().__init__(made("library_new"))

    def load(self, name, content):
        call("library_load", self.handle, name.encode(), content, c.c_size_t(len(content)))

    def clip(self, name):
        return Object(made("library_clip", self.handle, name.encode()))

    def timeline(self, name):
        return Object(made("library_timeline", self.handle, name.encode()))

    def flipbook(self, name):
        return Object(made("library_flipbook", self.handle, name.encode()))


class Player(Object):
    """One clip, timeline or flipbook that plays."""

    def __init__(self, what, now, *, delay=0, fade_in=0, weight=1, speed=(1, 1), passes=1, save=None):
        if save is None:
            play = Play(round(delay * MS), 0, NEVER, *speed, passes, round(fade_in * MS), weight, 0, 0)
            super().__init__(made("player_new", what.handle, flicks(now), c.byref(play)))
        else:
            super().__init__(made("player_load", what.handle, save, c.c_size_t(len(save))))
        self.what = what

    @classmethod
    def load(cls, what, save):
        return cls(what, 0, save=save)

    def step(self, now):
        events = listed(Event, "player_step", "player_events", self.handle, flicks(now))
        for number, event in enumerate(events):
            event.name = text("player_cue_name", self.handle, c.c_size_t(number))
        return events

    def pause(self, now):
        call("player_pause", self.handle, flicks(now))

    def resume(self, now):
        call("player_resume", self.handle, flicks(now))

    def set_speed(self, now, num, den=1):
        call("player_set_speed", self.handle, flicks(now), c.c_int64(num), c.c_uint64(den))

    def fade_out(self, now, ms):
        call("player_fade_out", self.handle, flicks(now), flicks(ms))

    def state(self, now):
        state = PlayerState()
        call("player_state", self.handle, flicks(now), c.byref(state))
        return state

    def value(self, name, now):
        """The numbers of a property."""
        return numbers("player_value", self.handle, name.encode(), flicks(now))

    def text(self, name, now):
        written = text("playable_text", self.what.handle, name.encode(), c.c_int64(self.state(now).position))
        if written is None:
            raise Refused(UNKNOWN)
        return written


def blend(players, name, now):
    """The numbers of a property that several players write, each on top of those before it; none if nothing shows."""
    handles = (c.c_uint64 * len(players))(*(player.handle.value for player in players))
    return numbers("players_value", handles, c.c_size_t(len(players)), name.encode(), flicks(now))
