-- One program, one digest, in LuaJIT. LOVE runs the same file, by love/main.lua.
local ffi, bit = require 'ffi', require 'bit'
local cueline = require 'cueline'

local queue = cueline.queue()
queue:enqueue(300, 'attack')
queue:concurrently(500, 'damage')       -- with the attack
queue:enqueue(300, 'counter-attack')    -- after both
queue:background(1000, 'toast')         -- nothing waits for it

local function drawn(updates)
    local names = {}
    for update in updates do names[#names + 1] = update.payload end
    return table.concat(names, ' ')
end
assert(drawn(queue:advance(100)) == 'attack damage')
print('100 ms: ' .. queue:digest())
assert(drawn(queue:advance(450)) == 'attack damage counter-attack toast')
print('550 ms: ' .. queue:digest())
queue:finish()
print('finished: ' .. queue:digest())

local x = cueline.moving(0)
x:spring_to(0, 100, 400)
print('moving: ' .. bit.tohex(ffi.cast('uint64_t *', ffi.new('double[1]', x:value(150)))[0]))

-- A refusal is an error with its reason, and the loaded queue plays on.
local refused, reason = pcall(x.tween_to, x, 0, 0 / 0, 100)
assert(not refused and reason:find 'must be finite', reason)
local again = cueline.load_queue(queue:save(), queue.payloads)
assert(again:digest() == queue:digest())
