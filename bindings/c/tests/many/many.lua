-- A step that reports more than a list has room for at first, and longer texts: nothing is lost.
local cueline = require 'cueline'

local queue = cueline.queue()
for payload = 1, 100 do queue:concurrently(10, payload) end
for _, step in ipairs { function() return queue:advance(5) end, function() return queue:finish() end } do
    local count = 0
    for update in step() do
        count = count + 1
        assert(update.payload == count)
    end
    assert(count == 100, count)
end

-- Payloads of any kind come back, also false, and are forgotten with their entries.
local given = { -1, 1.5, 2 ^ 60, false, {}, print, 'attack' }
queue = cueline.queue()
for _, payload in ipairs(given) do queue:concurrently(10, payload) end
local place = 0
for update in queue:advance(10) do
    place = place + 1
    assert(rawequal(update.payload, given[place]), place)
end
assert(place == #given)
for n = 1, 100 do
    local entry = queue:enqueue(10, {})
    if n % 3 == 0 then assert(queue:cancel(entry)) end
    if n % 10 == 0 then queue:flush() end
    queue:advance(10)
end
queue:advance(10)
assert(next(queue.payloads) == nil and next(queue.number_of) == nil and next(queue.entries_of) == nil)

local sign, cue = ('ä'):rep(5000), ('b'):rep(300)
local file = ([[(version: 1, clips: {"long": (duration: "10ms",
    tracks: {"sign": Text([(at: 0, value: "%s")])}, cues: [(at: "5ms", name: "%s", kind: Effect)])})]]):format(sign, cue)
local player = cueline.player(cueline.library():load('long.ron', file):clip 'long', 0, { passes = 100 })
local events, named = player:step(1000), 0
assert(#events == 201, #events) -- the start, 100 cues, 99 loops, the end
for _, event in ipairs(events) do
    if event.cue == cue then named = named + 1 else assert(event.cue == nil) end
end
assert(named == 100, named)
assert(player:text('sign', 1000) == sign)
local name = ('x'):rep(5000)
local done, reason = pcall(player.text, player, name, 1000)
assert(not done and reason:find(name, 1, true), reason)
