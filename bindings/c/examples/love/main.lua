-- A LOVE game: three cards fly in one after the other, each on a spring, and a flipbook runs. Start it from the folder of
-- cueline.lua: `love love`. With CUELINE_CHECK set it prints the one program, takes a picture and ends.
package.path = love.filesystem.getSource() .. '/../?.lua;' .. package.path
local cueline = require 'cueline'

local now, queue, cards, book = 0, cueline.queue(), {}, cueline.flipbook(4, 120)

function love.load()
    if os.getenv 'CUELINE_CHECK' then require 'one_program' end
    for i = 1, 3 do
        cards[i] = cueline.moving(-60, 60)
        queue:enqueue(250, i) -- the rules, at once: three cards in a row
    end
end

function love.update(seconds)
    now = now + seconds * 1000
    for update in queue:advance(seconds * 1000) do
        if update.started then
            -- from its exact start, whatever the frame rate
            cards[update.payload]:spring_to(now - update.elapsed, { 40 + 90 * (update.payload - 1), 60 }, 400, 0.3)
        end
    end
    if os.getenv 'CUELINE_CHECK' and now > 1500 then
        local x = cards[3]:value(now)
        assert(queue:state().is_empty == 1 and math.abs(x - 220) < 1, 'the third card has arrived')
        love.graphics.captureScreenshot(function(picture)
            picture:encode('png', 'cueline.png')
            love.event.quit()
        end)
    end
end

function love.draw()
    for i, card in ipairs(cards) do
        local x, y = card:value(now)
        love.graphics.setColor(0.9, 0.9 - 0.2 * i, 0.3)
        love.graphics.rectangle('fill', x, y, 60, 80, 6)
    end
    love.graphics.setColor(1, 1, 1)
    love.graphics.print('picture ' .. book:frame(0, now), 10, 10)
end
