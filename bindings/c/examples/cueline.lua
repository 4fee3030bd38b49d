-- cueline.lua: Cueline for LuaJIT and LOVE, over libcueline.so.
--
--     local cueline = require 'cueline'
--     local queue = cueline.queue()
--     queue:enqueue(300, 'attack')                 -- milliseconds, and any Lua value
--     for update in queue:advance(16) do draw(update.payload, update.progress) end
--
-- Times are milliseconds here, exact ones as the library counts: cueline.MS flicks each. Objects are freed with Lua's garbage,
-- or at once by :free(). A refused call is a Lua error with its reason. Set CUELINE_LIBRARY if the library is not where the
-- system looks.
local ffi = require 'ffi'

ffi.cdef [[
typedef struct { uint64_t payload, entry; int64_t elapsed, before, duration, at, lateness; double progress; int32_t started, ended, role, reason; } cueline_update;
typedef struct { int64_t time, next_moment; uint64_t entries, queued; int32_t is_empty, is_idle; } cueline_queue_state_t;
typedef struct { int64_t from, to; } cueline_window;
typedef struct { int64_t next_change; uint32_t frame; int32_t is_over; } cueline_picture;
typedef struct { uint64_t entry; int64_t due, lateness; uint64_t loop_index; int32_t kind; uint32_t cue; int32_t reason, backward; } cueline_event;
typedef struct { int64_t delay, from, to, speed_num; uint64_t speed_den, passes; int64_t fade_in; double weight; int32_t mode, coalesced; } cueline_play;
typedef struct { int64_t position, pass, speed_num; uint64_t speed_den; double weight; int32_t phase, backward, is_paused, is_over; } cueline_player_state_t;
typedef struct { int64_t first; uint64_t debt; int64_t dropped, added, backwards; double alpha; uint32_t ticks; int32_t limited; } cueline_frame;
uint32_t cueline_interface(void);
size_t cueline_error(char *, size_t);
int32_t cueline_free(uint64_t);
size_t cueline_objects(void);
int32_t cueline_copy(uint64_t, uint64_t *);
int32_t cueline_digest(uint64_t, uint64_t *);
int32_t cueline_save(uint64_t, char *, size_t, size_t *);
int32_t cueline_load(uint8_t, const char *, size_t, uint64_t *);
int32_t cueline_queue_new(int64_t, uint64_t *);
int32_t cueline_queue_enqueue(uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_concurrently(uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_background(uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_blocking(uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_non_blocking(uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_now(uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_after(uint64_t, uint64_t, int64_t, uint64_t, uint64_t *);
int32_t cueline_queue_label(uint64_t, const char *);
int32_t cueline_queue_release(uint64_t, uint64_t);
int32_t cueline_queue_finish_entry(uint64_t, uint64_t);
int32_t cueline_queue_cancel(uint64_t, uint64_t, uint64_t *);
int32_t cueline_queue_flush(uint64_t);
int32_t cueline_queue_state(uint64_t, cueline_queue_state_t *);
int32_t cueline_queue_advance(uint64_t, int64_t, cueline_update *, size_t, size_t *);
int32_t cueline_queue_skip(uint64_t, int32_t, const char *, cueline_update *, size_t, size_t *);
int32_t cueline_queue_updates(uint64_t, size_t, cueline_update *, size_t, size_t *);
int32_t cueline_moving_new(const double *, size_t, uint64_t *);
int32_t cueline_moving_set(uint64_t, const double *, size_t);
int32_t cueline_moving_tween_to(uint64_t, int64_t, const double *, size_t, int64_t, uint64_t);
int32_t cueline_moving_glide_to(uint64_t, int64_t, const double *, size_t, int64_t);
int32_t cueline_moving_spring_to(uint64_t, int64_t, const double *, size_t, int64_t, double);
int32_t cueline_moving_value(uint64_t, int64_t, double *, size_t);
int32_t cueline_easing_new(const char *, uint64_t *);
int32_t cueline_ease(uint64_t, double, double *);
int32_t cueline_fixed_step_new(uint32_t, uint32_t, const void *, uint64_t *);
int32_t cueline_fixed_step_advance(uint64_t, int64_t, cueline_frame *);
int32_t cueline_flipbook_equal(uint32_t, int64_t, int32_t, uint32_t, int64_t, uint64_t *);
int32_t cueline_flipbook_at(uint64_t, int64_t, int64_t, cueline_picture *);
int32_t cueline_library_new(uint64_t *);
int32_t cueline_library_load(uint64_t, const char *, const char *, size_t);
int32_t cueline_library_clip(uint64_t, const char *, uint64_t *);
int32_t cueline_library_timeline(uint64_t, const char *, uint64_t *);
int32_t cueline_library_flipbook(uint64_t, const char *, uint64_t *);
int32_t cueline_playable_text(uint64_t, const char *, int64_t, char *, size_t);
int32_t cueline_player_new(uint64_t, int64_t, const cueline_play *, uint64_t *);
int32_t cueline_player_load(uint64_t, const char *, size_t, uint64_t *);
int32_t cueline_player_step(uint64_t, int64_t, cueline_event *, size_t, size_t *);
int32_t cueline_player_events(uint64_t, size_t, cueline_event *, size_t, size_t *);
int32_t cueline_player_cue_name(uint64_t, size_t, char *, size_t);
int32_t cueline_player_pause(uint64_t, int64_t);
int32_t cueline_player_resume(uint64_t, int64_t);
int32_t cueline_player_restart(uint64_t, int64_t);
int32_t cueline_player_reverse(uint64_t, int64_t);
int32_t cueline_player_set_speed(uint64_t, int64_t, int64_t, uint64_t);
int32_t cueline_player_fade_to(uint64_t, int64_t, double, int64_t);
int32_t cueline_player_fade_out(uint64_t, int64_t, int64_t);
int32_t cueline_player_state(uint64_t, int64_t, cueline_player_state_t *);
int32_t cueline_player_value(uint64_t, const char *, int64_t, double *, size_t, size_t *);
int32_t cueline_players_value(const uint64_t *, size_t, const char *, int64_t, double *, size_t, size_t *);
]]

local lib = ffi.load(os.getenv 'CUELINE_LIBRARY' or 'cueline')
assert(lib.cueline_interface() == 0, 'this libcueline has another interface than cueline.lua')
local MS = 705600
local cueline = { MS = MS, lib = lib }

local function check(status, level)
    if status == 0 then return true end
    local size = lib.cueline_error(nil, 0)
    local text = ffi.new('char[?]', size)
    lib.cueline_error(text, size)
    error(ffi.string(text), (level or 2) + 1)
end
cueline.check = check

-- Milliseconds to flicks, rounded to the nearest.
local function flicks(ms)
    return ffi.cast('int64_t', math.floor(ms * MS + 0.5))
end
cueline.flicks = flicks

local handle, length = ffi.new 'uint64_t[1]', ffi.new 'size_t[1]'

-- An object of a class: freed with the Lua object. Handles are exact as Lua numbers.
local function object(class)
    local self = setmetatable({ handle = tonumber(handle[0]) }, class)
    self.guard = ffi.gc(ffi.new('uint64_t[1]', handle[0]), function(guard) lib.cueline_free(guard[0]) end)
    return self
end
local function class(methods)
    methods.__index = methods
    function methods:free()
        ffi.gc(self.guard, nil)
        check(lib.cueline_free(self.handle))
    end
    function methods:digest()
        check(lib.cueline_digest(self.handle, handle))
        return require 'bit'.tohex(handle[0])
    end
    function methods:save()
        lib.cueline_save(self.handle, nil, 0, length)
        local bytes = ffi.new('char[?]', length[0] + 1)
        check(lib.cueline_save(self.handle, bytes, length[0] + 1, length))
        return ffi.string(bytes, length[0])
    end
    return methods
end

-- Queues. The payload is any Lua value; the library holds its number. A saved or loaded queue has the numbers only: give the
-- same `payloads` table, {[1] = 'attack', ...}, to cueline.load_queue.
local Queue = class {}
local function queue(payloads)
    local self = object(Queue)
    self.payloads, self.updates, self.room = payloads or {}, ffi.new 'cueline_update[16]', 16
    -- The numbers that the queue has given, how many entries have each, and which entries ended in the last step.
    self.number_of, self.entries_of, self.ended = {}, {}, {}
    return self
end
function cueline.queue(ms, payloads)
    check(lib.cueline_queue_new(flicks(ms or 0), handle))
    return queue(payloads)
end
function cueline.load_queue(save, payloads)
    check(lib.cueline_load(1, save, #save, handle))
    return queue(payloads)
end
-- Whole numbers from 0 stand for themselves unless they have a place in the table.
local function number(self, payload)
    if type(payload) == 'number' and payload >= 0 and payload < 2 ^ 53 and payload % 1 == 0 then return payload end
    for number, known in pairs(self.payloads) do
        if rawequal(known, payload) then return number end
    end
    local free = #self.payloads + 1
    self.payloads[free], self.entries_of[free] = payload, 0
    return free
end
local function queued(self, number)
    local entry = tonumber(handle[0])
    if self.entries_of[number] then
        self.number_of[entry], self.entries_of[number] = number, self.entries_of[number] + 1
    end
    return entry
end
-- Entries that are over leave their payload to Lua's garbage.
local function forget(self, entry)
    local number = self.number_of[entry]
    if not number then return end
    self.number_of[entry], self.entries_of[number] = nil, self.entries_of[number] - 1
    if self.entries_of[number] == 0 then self.payloads[number], self.entries_of[number] = nil, nil end
end
for _, door in ipairs { 'enqueue', 'concurrently', 'background', 'blocking', 'non_blocking', 'now' } do
    local call = lib['cueline_queue_' .. door]
    Queue[door] = function(self, ms, payload)
        local number = number(self, payload)
        check(call(self.handle, flicks(ms), number, handle))
        return queued(self, number)
    end
end
function Queue:after(entry, ms, payload)
    local number = number(self, payload)
    check(lib.cueline_queue_after(self.handle, entry, flicks(ms), number, handle))
    return queued(self, number)
end
function Queue:label(name) check(lib.cueline_queue_label(self.handle, name)) end
function Queue:release(entry) return lib.cueline_queue_release(self.handle, entry) == 0 end
function Queue:finish_entry(entry) return lib.cueline_queue_finish_entry(self.handle, entry) == 0 end
function Queue:cancel(entry)
    local done = lib.cueline_queue_cancel(self.handle, entry, nil) == 0
    if done then forget(self, entry) end
    return done
end
function Queue:flush()
    check(lib.cueline_queue_flush(self.handle))
    for entry in pairs(self.number_of) do forget(self, entry) end
end
function Queue:state()
    local state = ffi.new 'cueline_queue_state_t'
    check(lib.cueline_queue_state(self.handle, state))
    return state
end
-- The updates of a step, one after the other: payload, progress, started, ended, elapsed (ms), entry.
local function each(self)
    for _, entry in ipairs(self.ended) do forget(self, entry) end
    self.ended = {}
    local count = tonumber(length[0])
    if count > self.room then
        self.room = count
        self.updates = ffi.new('cueline_update[?]', count)
        check(lib.cueline_queue_updates(self.handle, 0, self.updates, count, length))
    end
    local i, updates, payloads = -1, self.updates, self.payloads
    for i = 0, count - 1 do
        if updates[i].ended == 1 then self.ended[#self.ended + 1] = tonumber(updates[i].entry) end
    end
    return function()
        i = i + 1
        if i == count then return end
        local u, number = updates[i], tonumber(updates[i].payload)
        local payload = payloads[number]
        if payload == nil then payload = number end
        return { payload = payload, progress = u.progress, entry = tonumber(u.entry),
            started = u.started == 1, ended = u.ended == 1, elapsed = tonumber(u.elapsed) / MS }
    end
end
function Queue:advance(ms)
    check(lib.cueline_queue_advance(self.handle, flicks(ms), self.updates, self.room, length))
    return each(self)
end
function Queue:finish()
    check(lib.cueline_queue_skip(self.handle, 0, nil, self.updates, self.room, length))
    return each(self)
end
function Queue:skip_to(label)
    check(lib.cueline_queue_skip(self.handle, 2, label, self.updates, self.room, length))
    return each(self)
end

-- Easings by name, made once.
local easings = {}
local function easing(name)
    if not easings[name or 'linear'] then
        check(lib.cueline_easing_new(name or 'linear', handle), 3)
        easings[name or 'linear'] = tonumber(handle[0])
    end
    return easings[name or 'linear']
end
local number = ffi.new 'double[1]'
function cueline.ease(name, t)
    check(lib.cueline_ease(easing(name), t, number))
    return number[0]
end

-- Values of 1 to 4 numbers that move: cueline.moving(0), cueline.moving(10, 20).
local Moving = class {}
function cueline.moving(...)
    local parts = select('#', ...)
    local value = ffi.new('double[?]', parts, ...)
    check(lib.cueline_moving_new(value, parts, handle))
    local self = object(Moving)
    self.parts, self.numbers = parts, value
    return self
end
function Moving:put(target) -- a number or a list
    for i = 1, self.parts do self.numbers[i - 1] = type(target) == 'table' and target[i] or target end
    return self.numbers
end
function Moving:set(value) check(lib.cueline_moving_set(self.handle, self:put(value), self.parts)) end
function Moving:tween_to(now, target, ms, name)
    check(lib.cueline_moving_tween_to(self.handle, flicks(now), self:put(target), self.parts, flicks(ms), easing(name)))
end
function Moving:glide_to(now, target, ms)
    check(lib.cueline_moving_glide_to(self.handle, flicks(now), self:put(target), self.parts, flicks(ms)))
end
function Moving:spring_to(now, target, ms, bounce)
    check(lib.cueline_moving_spring_to(self.handle, flicks(now), self:put(target), self.parts, flicks(ms), bounce or 0))
end
function Moving:value(now)
    local n = self.numbers
    check(lib.cueline_moving_value(self.handle, flicks(now), n, self.parts))
    if self.parts == 1 then return n[0] elseif self.parts == 2 then return n[0], n[1] end
    if self.parts == 3 then return n[0], n[1], n[2] end
    return n[0], n[1], n[2], n[3]
end

-- Flipbooks: cueline.flipbook(4, 100) shows 4 pictures for 100 ms each, over and over.
local Flipbook = class {}
local picture = ffi.new 'cueline_picture'
function cueline.flipbook(frames, ms, times)
    check(lib.cueline_flipbook_equal(frames, flicks(ms), 0, times or 0, 0, handle))
    return object(Flipbook)
end
function Flipbook:frame(start, now) -- from 1, as Lua counts
    check(lib.cueline_flipbook_at(self.handle, flicks(start), flicks(now), picture))
    return picture.frame + 1
end

-- The fixed step: for _ = 1, step:advance(ms) do tick() end
local Step = class {}
local frame = ffi.new 'cueline_frame'
function cueline.fixed_step(hz)
    check(lib.cueline_fixed_step_new(hz, 1, nil, handle))
    return object(Step)
end
function Step:advance(ms)
    check(lib.cueline_fixed_step_advance(self.handle, flicks(ms), frame))
    return frame.ticks, frame.alpha
end

-- Files: what a library has by name, and players of it.
--     local files = cueline.library():load('door.ron', love.filesystem.read 'door.ron')
--     local player = cueline.player(files:clip 'open', now)
local Library, Playable, Player = class {}, class {}, class {}
function cueline.library()
    check(lib.cueline_library_new(handle))
    return object(Library)
end
function Library:load(name, bytes)
    check(lib.cueline_library_load(self.handle, name, bytes, #bytes))
    return self
end
for _, kind in ipairs { 'clip', 'timeline', 'flipbook' } do
    local call = lib['cueline_library_' .. kind]
    Library[kind] = function(self, name)
        check(call(self.handle, name, handle))
        return object(kind == 'flipbook' and Flipbook or Playable)
    end
end
-- Options: delay, fade_in (ms), weight, passes (0 is endless), ping_pong, speed ({1, 2} is half as fast).
function cueline.player(what, now, options)
    options = options or {}
    local speed, play = options.speed or { 1, 1 }, ffi.new 'cueline_play'
    play.delay, play.fade_in, play.weight = flicks(options.delay or 0), flicks(options.fade_in or 0), options.weight or 1
    play.to, play.speed_num, play.speed_den = 0x7fffffffffffffffLL, speed[1], speed[2]
    play.passes, play.mode = options.passes or 1, options.ping_pong and 1 or 0
    check(lib.cueline_player_new(what.handle, flicks(now), play, handle))
    local self = object(Player)
    self.what = what
    return self
end
function cueline.load_player(what, save)
    check(lib.cueline_player_load(what.handle, save, #save, handle))
    local self = object(Player)
    self.what = what
    return self
end
local KINDS = { [0] = 'start', 'cue', 'loop', 'end' }
-- The text that a call writes to a place, which grows until it fits; nil if there is none.
local UNKNOWN, TOO_SMALL = -6, -9
local place, size = ffi.new 'char[64]', 64
local function text(call)
    local status = call(place, size)
    while status == TOO_SMALL do
        size = 2 * size
        place = ffi.new('char[?]', size)
        status = call(place, size)
    end
    if status == UNKNOWN then return nil end
    check(status, 3)
    return ffi.string(place)
end
-- What became due, in order: kind, item, due (ms), and cue, the name of a cue.
function Player:step(now)
    local events = ffi.new 'cueline_event[16]'
    check(lib.cueline_player_step(self.handle, flicks(now), events, 16, length))
    local count = tonumber(length[0])
    if count > 16 then
        events = ffi.new('cueline_event[?]', count)
        check(lib.cueline_player_events(self.handle, 0, events, count, length))
    end
    local list = {}
    for i = 0, count - 1 do
        list[i + 1] = { kind = KINDS[events[i].kind], item = tonumber(events[i].entry), due = tonumber(events[i].due) / MS,
            cue = text(function(...) return lib.cueline_player_cue_name(self.handle, i, ...) end) }
    end
    return list
end
for _, command in ipairs { 'pause', 'resume', 'restart', 'reverse' } do
    local call = lib['cueline_player_' .. command]
    Player[command] = function(self, now) check(call(self.handle, flicks(now))) end
end
function Player:set_speed(now, num, den) check(lib.cueline_player_set_speed(self.handle, flicks(now), num, den or 1)) end
function Player:fade_to(now, weight, ms) check(lib.cueline_player_fade_to(self.handle, flicks(now), weight, flicks(ms))) end
function Player:fade_out(now, ms) check(lib.cueline_player_fade_out(self.handle, flicks(now), flicks(ms))) end
function Player:state(now)
    local state = ffi.new 'cueline_player_state_t'
    check(lib.cueline_player_state(self.handle, flicks(now), state))
    return state
end
local numbers = ffi.new 'double[16]'
local function values()
    local list = {}
    for i = 1, tonumber(length[0]) do list[i] = numbers[i - 1] end
    return unpack(list)
end
function Player:value(property, now)
    check(lib.cueline_player_value(self.handle, property, flicks(now), numbers, 16, length))
    return values()
end
function Player:text(property, now)
    local at = self:state(now).position
    return text(function(...) return lib.cueline_playable_text(self.what.handle, property, at, ...) end) or check(UNKNOWN)
end
-- The numbers of a property that several players write, each on top of those before it; nothing if none of them shows.
function cueline.blend(players, property, now)
    local handles = ffi.new('uint64_t[?]', #players)
    for i, player in ipairs(players) do handles[i - 1] = player.handle end
    check(lib.cueline_players_value(handles, #players, property, flicks(now), numbers, 16, length))
    return values()
end

return cueline
