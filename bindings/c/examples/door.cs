// Plays a clip and a timeline of a file: mcs door.cs Cueline.cs && mono door.exe FILE
using System;
using System.IO;
using Cueline;

static class Door
{
    static readonly string[] Kinds = { "start", "cue", "loop", "end" };

    static void Step(Player player, double now)
    {
        var events = player.Step(now);
        for (int i = 0; i < events.Length; i++)
        {
            var name = player.CueName(i);
            Console.WriteLine("{0} of {1} at {2} ms{3}", Kinds[events[i].Kind], events[i].Entry, events[i].Due / 705600, name == null ? "" : ": " + name);
        }
    }

    static void Bits(double number) { Console.WriteLine("{0:x16}", BitConverter.DoubleToInt64Bits(number)); }

    static int Main(string[] arguments)
    {
        Handle clip, timeline;
        using (var files = new Library())
        {
            files.Load("door.ron", File.ReadAllBytes(arguments[0]));
            clip = files.Clip("open");
            timeline = files.Timeline("enter");
        }
        using (clip)
        using (timeline)
        using (var door = Player.Start(clip, 0))
        using (var enter = Player.Start(timeline, 0))
        {
            Step(door, 500);
            door.Pause(500);
            door.Resume(800);
            door.SetSpeed(800, 2);
            Step(door, 825);
            Bits(door.Value("angle", 825)[0]);
            var light = door.Value("light", 825);
            Bits(light[0]);
            Bits(light[3]);
            Console.WriteLine(door.Text("sign", 825));
            Console.WriteLine("player: {0:x16}", door.Digest());
            Step(door, 1000);

            foreach (var now in new[] { 1000, 2000 })
            {
                Step(enter, now); // it stops at the pause by itself
                enter.Resume(now);
                Bits(enter.Value("hero.x", now + 100)[0]);
            }
            Console.WriteLine("player: {0:x16}", enter.Digest());
            using (var again = Player.Load(timeline, enter.Save())) Console.WriteLine("again: {0:x16}", again.Digest());

            using (var first = Player.Start(clip, 0))
            using (var second = Player.Start(clip, 200, fadeIn: 400)) Bits(Player.Blend(new[] { first, second }, "angle", 400)[0]);
            try { Player.Load(clip, enter.Save()); return 1; }
            catch (Refused refused) { return refused.Message.Contains("something else") ? 0 : 2; }
        }
    }
}
