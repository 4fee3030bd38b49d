"""A step that reports more than a list has room for at first, and longer texts: nothing is lost."""
import cueline

queue = cueline.Queue()
for payload in range(100):
    queue.concurrently(10, payload)
assert [update.payload for update in queue.advance(5)] == list(range(100))
assert [update.payload for update in queue.finish()] == list(range(100))

sign, cue = "ä" * 5000, "b" * 300
file = f'''(version: 1, clips: {{"long": (duration: "10ms",
    tracks: {{"sign": Text([(at: 0, value: "{sign}")])}}, cues: [(at: "5ms", name: "{cue}", kind: Effect)])}})'''
files = cueline.Library()
files.load("long.ron", file.encode())
player = cueline.Player(files.clip("long"), 0, passes=100)
events = player.step(1000)
assert len(events) == 201, len(events)  # the start, 100 cues, 99 loops, the end
assert [event.name for event in events if event.name is not None] == [cue] * 100
assert player.text("sign", 1000) == sign
try:
    player.text("x" * 5000, 1000)
    raise SystemExit("a property that does not exist was not refused")
except cueline.Refused as refused:
    assert refused.status == cueline.UNKNOWN and "x" * 5000 in str(refused), str(refused)[-99:]
