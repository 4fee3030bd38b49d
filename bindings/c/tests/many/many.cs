// A step that reports more than a list has room for at first, and longer texts: nothing is lost.
using System;
using System.Text;
using Cueline;

static class Many
{
    static bool Counted(Update[] updates)
    {
        for (int i = 0; i < updates.Length; i++) if (updates[i].Payload != (ulong)i) return false;
        return updates.Length == 100;
    }

    static int Main()
    {
        using (var queue = new Queue())
        {
            for (ulong payload = 0; payload < 100; payload++) queue.Concurrently(10, payload);
            if (!Counted(queue.Advance(5)) || !Counted(queue.Finish())) return 1;
        }
        string sign = new string('ä', 5000), cue = new string('b', 300), name = new string('x', 5000);
        using (var files = new Library())
        {
            files.Load("long.ron", Encoding.UTF8.GetBytes("(version: 1, clips: {\"long\": (duration: \"10ms\", tracks: {\"sign\": Text([(at: 0, value: \"" + sign
                + "\")])}, cues: [(at: \"5ms\", name: \"" + cue + "\", kind: Effect)])})"));
            using (var clip = files.Clip("long"))
            using (var player = Player.Start(clip, 0, new Play { To = long.MaxValue, SpeedNum = 1, SpeedDen = 1, Passes = 100, Weight = 1 }))
            {
                int events = player.Step(1000).Length, named = 0; // the start, 100 cues, 99 loops, the end
                for (int i = 0; i < events; i++) if (player.CueName(i) == cue) named++;
                if (events != 201 || named != 100) return 2;
                if (player.Text("sign", 1000) != sign) return 3;
                try { player.Text(name, 1000); return 4; }
                catch (Refused refused) { return refused.Message.Contains(name) ? 0 : 5; }
            }
        }
    }
}
