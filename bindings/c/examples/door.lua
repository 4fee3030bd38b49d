-- Plays a clip and a timeline of a file: luajit door.lua FILE.
local ffi, bit = require 'ffi', require 'bit'
local cueline = require 'cueline'

local function show(events)
    for _, event in ipairs(events) do
        print(('%s of %d at %d ms%s'):format(event.kind, event.item, event.due, event.cue and ': ' .. event.cue or ''))
    end
end
local function bits(number)
    print(bit.tohex(ffi.cast('uint64_t *', ffi.new('double[1]', number))[0]))
end

local file = assert(io.open(arg[1], 'rb'))
local files = cueline.library():load('door.ron', file:read '*a')
file:close()
local clip, timeline = files:clip 'open', files:timeline 'enter'
files:free() -- what was taken out of it stays

local door = cueline.player(clip, 0)
show(door:step(500))
door:pause(500)
door:resume(800)
door:set_speed(800, 2)
show(door:step(825))
bits((door:value('angle', 825)))
local r, _, _, a = door:value('light', 825)
bits(r)
bits(a)
print(door:text('sign', 825))
print('player: ' .. door:digest())
show(door:step(1000))

local enter = cueline.player(timeline, 0)
for now = 1000, 2000, 1000 do
    show(enter:step(now)) -- it stops at the pause by itself
    enter:resume(now)
    bits((enter:value('hero.x', now + 100)))
end
print('player: ' .. enter:digest())
print('again: ' .. cueline.load_player(timeline, enter:save()):digest())

local first, second = cueline.player(clip, 0), cueline.player(clip, 200, { fade_in = 400 })
bits((cueline.blend({ first, second }, 'angle', 400)))
local refused, reason = pcall(cueline.load_player, clip, enter:save())
assert(not refused and reason:find 'something else', reason)
