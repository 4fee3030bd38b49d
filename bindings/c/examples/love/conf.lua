function love.conf(t)
    t.window.width, t.window.height = 320, 180
    t.modules.audio = false
end
