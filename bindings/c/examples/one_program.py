"""One program, one digest, in Python."""
import struct

import cueline

ATTACK, DAMAGE, COUNTER_ATTACK, TOAST = 1, 2, 3, 4
queue = cueline.Queue()
queue.enqueue(300, ATTACK)
queue.concurrently(500, DAMAGE)  # with the attack
queue.enqueue(300, COUNTER_ATTACK)  # after both
queue.background(1000, TOAST)  # nothing waits for it

assert [update.payload for update in queue.advance(100)] == [ATTACK, DAMAGE]
print(f"100 ms: {queue.digest():016x}")
assert [update.payload for update in queue.advance(450)] == [ATTACK, DAMAGE, COUNTER_ATTACK, TOAST]
print(f"550 ms: {queue.digest():016x}")
queue.finish()
print(f"finished: {queue.digest():016x}")

x = cueline.Moving(0)
x.spring_to(0, 100, 400)
print("moving:", struct.pack(">d", x.value(150)).hex())

try:
    queue.advance(-1)
    raise SystemExit("a step back was not refused")
except cueline.Refused as reason:
    assert "must be 0 or more" in str(reason)
