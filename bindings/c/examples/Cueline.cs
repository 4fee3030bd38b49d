// Cueline for C#, over libcueline.so, by P/Invoke: one file beside your program. Times are milliseconds; a refused call throws
// Cueline.Refused with its reason. `using` frees an object.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Cueline
{
    public class Refused : Exception
    {
        public Refused(string reason) : base(reason) {}
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Update
    {
        public ulong Payload, Entry;
        public long Elapsed, Before, Duration, At, Lateness;
        public double Progress;
        public int Started, Ended, Role, Reason;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public ulong Entry;
        public long Due, Lateness;
        public ulong LoopIndex;
        public int Kind;
        public uint Cue;
        public int Reason, Backward;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Play
    {
        public long Delay, From, To, SpeedNum;
        public ulong SpeedDen, Passes;
        public long FadeIn;
        public double Weight;
        public int Repeat, Coalesced;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PlayerState
    {
        public long Position, Pass, SpeedNum;
        public ulong SpeedDen;
        public double Weight;
        public int Phase, Backward, IsPaused, IsOver;
    }

    /// <summary>The functions of cueline.h. Sizes are UIntPtr there.</summary>
    static class Native
    {
        const string Library = "cueline";
        public const long Ms = 705600;
        public const int Unknown = -6, TooSmall = -9;

        [DllImport(Library)] static extern UIntPtr cueline_error(byte[] buffer, UIntPtr capacity);
        [DllImport(Library)] public static extern int cueline_free(ulong handle);
        [DllImport(Library)] public static extern int cueline_digest(ulong handle, out ulong digest);
        [DllImport(Library)] public static extern int cueline_save(ulong handle, [Out] byte[] buffer, UIntPtr capacity, out UIntPtr length);
        [DllImport(Library)] public static extern int cueline_queue_new(long time, out ulong queue);
        [DllImport(Library)] public static extern int cueline_queue_enqueue(ulong queue, long duration, ulong payload, out ulong entry);
        [DllImport(Library)] public static extern int cueline_queue_concurrently(ulong queue, long duration, ulong payload, out ulong entry);
        [DllImport(Library)] public static extern int cueline_queue_background(ulong queue, long duration, ulong payload, out ulong entry);
        [DllImport(Library)] public static extern int cueline_queue_advance(ulong queue, long by, [Out] Update[] updates, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern int cueline_queue_skip(ulong queue, int until, byte[] label, [Out] Update[] updates, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern int cueline_queue_updates(ulong queue, UIntPtr first, [Out] Update[] updates, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern int cueline_moving_new(double[] value, UIntPtr parts, out ulong moving);
        [DllImport(Library)] public static extern int cueline_moving_spring_to(ulong moving, long now, double[] target, UIntPtr parts, long duration, double bounce);
        [DllImport(Library)] public static extern int cueline_moving_value(ulong moving, long now, [Out] double[] value, UIntPtr parts);
        [DllImport(Library)] public static extern int cueline_library_new(out ulong library);
        [DllImport(Library)] public static extern int cueline_library_load(ulong library, byte[] file, byte[] bytes, UIntPtr length);
        [DllImport(Library)] public static extern int cueline_library_clip(ulong library, byte[] name, out ulong clip);
        [DllImport(Library)] public static extern int cueline_library_timeline(ulong library, byte[] name, out ulong timeline);
        [DllImport(Library)] public static extern int cueline_library_flipbook(ulong library, byte[] name, out ulong flipbook);
        [DllImport(Library)] public static extern int cueline_playable_text(ulong playable, byte[] name, long at, [Out] byte[] text, UIntPtr capacity);
        [DllImport(Library)] public static extern int cueline_player_new(ulong playable, long start, ref Play play, out ulong player);
        [DllImport(Library)] public static extern int cueline_player_load(ulong playable, byte[] save, UIntPtr length, out ulong player);
        [DllImport(Library)] public static extern int cueline_player_step(ulong player, long now, [Out] Event[] events, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern int cueline_player_events(ulong player, UIntPtr first, [Out] Event[] events, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern int cueline_player_cue_name(ulong player, UIntPtr cue, [Out] byte[] name, UIntPtr capacity);
        [DllImport(Library)] public static extern int cueline_player_pause(ulong player, long now);
        [DllImport(Library)] public static extern int cueline_player_resume(ulong player, long now);
        [DllImport(Library)] public static extern int cueline_player_set_speed(ulong player, long now, long num, ulong den);
        [DllImport(Library)] public static extern int cueline_player_fade_out(ulong player, long now, long over);
        [DllImport(Library)] public static extern int cueline_player_state(ulong player, long now, out PlayerState state);
        [DllImport(Library)] public static extern int cueline_player_value(ulong player, byte[] name, long now, [Out] double[] numbers, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern int cueline_players_value(ulong[] players, UIntPtr length, byte[] name, long now, [Out] double[] numbers, UIntPtr capacity, out UIntPtr count);

        public static void Check(int status)
        {
            if (status == 0) return;
            var text = new byte[(int)cueline_error(null, UIntPtr.Zero)];
            cueline_error(text, Size(text));
            throw new Refused(Text(text));
        }
        /// <summary>UTF-8 with a zero byte at its end.</summary>
        public static byte[] Bytes(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }
        public static string Text(byte[] bytes) { return Encoding.UTF8.GetString(bytes, 0, Array.IndexOf(bytes, (byte)0)); }
        /// <summary>The text that a call writes, with room that grows until it fits; null if there is none.</summary>
        public static string Written(Func<byte[], UIntPtr, int> call)
        {
            for (var text = new byte[64]; ; text = new byte[2 * text.Length])
            {
                var status = call(text, Size(text));
                if (status == TooSmall) continue;
                if (status == Unknown) return null;
                Check(status);
                return Text(text);
            }
        }
        public static UIntPtr Size(Array array) { return (UIntPtr)array.Length; }
        public static long Flicks(double ms) { return (long)Math.Round(ms * Ms); }
        public static T[] First<T>(T[] all, UIntPtr count)
        {
            Array.Resize(ref all, (int)count);
            return all;
        }
    }

    public class Handle : IDisposable
    {
        public readonly ulong Number;
        public Handle(ulong number) { Number = number; }
        public void Dispose() { Native.Check(Native.cueline_free(Number)); }
        public ulong Digest()
        {
            ulong digest;
            Native.Check(Native.cueline_digest(Number, out digest));
            return digest;
        }
        public byte[] Save()
        {
            UIntPtr length;
            Native.cueline_save(Number, null, UIntPtr.Zero, out length);
            var save = new byte[(int)length];
            Native.Check(Native.cueline_save(Number, save, length, out length));
            return save;
        }
    }

    public class Queue : Handle
    {
        static ulong New()
        {
            ulong queue;
            Native.Check(Native.cueline_queue_new(0, out queue));
            return queue;
        }
        public Queue() : base(New()) {}
        public ulong Enqueue(double ms, ulong payload)
        {
            ulong entry;
            Native.Check(Native.cueline_queue_enqueue(Number, Native.Flicks(ms), payload, out entry));
            return entry;
        }
        public ulong Concurrently(double ms, ulong payload)
        {
            ulong entry;
            Native.Check(Native.cueline_queue_concurrently(Number, Native.Flicks(ms), payload, out entry));
            return entry;
        }
        public ulong Background(double ms, ulong payload)
        {
            ulong entry;
            Native.Check(Native.cueline_queue_background(Number, Native.Flicks(ms), payload, out entry));
            return entry;
        }
        Update[] Updates(UIntPtr count)
        {
            var updates = new Update[(int)count];
            Native.Check(Native.cueline_queue_updates(Number, UIntPtr.Zero, updates, count, out count));
            return updates;
        }
        public Update[] Advance(double ms)
        {
            UIntPtr count;
            Native.Check(Native.cueline_queue_advance(Number, Native.Flicks(ms), null, UIntPtr.Zero, out count));
            return Updates(count);
        }
        public Update[] Finish()
        {
            UIntPtr count;
            Native.Check(Native.cueline_queue_skip(Number, 0, null, null, UIntPtr.Zero, out count));
            return Updates(count);
        }
    }

    /// <summary>One number that moves.</summary>
    public class Moving : Handle
    {
        static ulong New(double value)
        {
            ulong moving;
            Native.Check(Native.cueline_moving_new(new[] { value }, (UIntPtr)1, out moving));
            return moving;
        }
        public Moving(double value) : base(New(value)) {}
        public void SpringTo(double now, double target, double ms)
        {
            Native.Check(Native.cueline_moving_spring_to(Number, Native.Flicks(now), new[] { target }, (UIntPtr)1, Native.Flicks(ms), 0));
        }
        public double Value(double now)
        {
            var value = new double[1];
            Native.Check(Native.cueline_moving_value(Number, Native.Flicks(now), value, (UIntPtr)1));
            return value[0];
        }
    }

    /// <summary>Files, and the clips, timelines and flipbooks in them.</summary>
    public class Library : Handle
    {
        static ulong New()
        {
            ulong library;
            Native.Check(Native.cueline_library_new(out library));
            return library;
        }
        public Library() : base(New()) {}
        public void Load(string name, byte[] content)
        {
            Native.Check(Native.cueline_library_load(Number, Native.Bytes(name), content, Native.Size(content)));
        }
        public Handle Clip(string name)
        {
            ulong clip;
            Native.Check(Native.cueline_library_clip(Number, Native.Bytes(name), out clip));
            return new Handle(clip);
        }
        public Handle Timeline(string name)
        {
            ulong timeline;
            Native.Check(Native.cueline_library_timeline(Number, Native.Bytes(name), out timeline));
            return new Handle(timeline);
        }
        public Handle Flipbook(string name)
        {
            ulong flipbook;
            Native.Check(Native.cueline_library_flipbook(Number, Native.Bytes(name), out flipbook));
            return new Handle(flipbook);
        }
    }

    /// <summary>One clip, timeline or flipbook that plays. Values can be read as long as what plays is not disposed.</summary>
    public class Player : Handle
    {
        readonly Handle what;
        Player(ulong number, Handle what) : base(number) { this.what = what; }

        /// <summary>Plays once from `now` on.</summary>
        public static Player Start(Handle what, double now, double delay = 0, double fadeIn = 0)
        {
            var play = new Play {
                Delay = Native.Flicks(delay), To = long.MaxValue, SpeedNum = 1, SpeedDen = 1, Passes = 1, FadeIn = Native.Flicks(fadeIn), Weight = 1,
            };
            return Start(what, now, play);
        }
        public static Player Start(Handle what, double now, Play play)
        {
            ulong player;
            Native.Check(Native.cueline_player_new(what.Number, Native.Flicks(now), ref play, out player));
            return new Player(player, what);
        }
        public static Player Load(Handle what, byte[] save)
        {
            ulong player;
            Native.Check(Native.cueline_player_load(what.Number, save, Native.Size(save), out player));
            return new Player(player, what);
        }
        public Event[] Step(double now)
        {
            UIntPtr count;
            Native.Check(Native.cueline_player_step(Number, Native.Flicks(now), null, UIntPtr.Zero, out count));
            var events = new Event[(int)count];
            Native.Check(Native.cueline_player_events(Number, UIntPtr.Zero, events, count, out count));
            return events;
        }
        /// <summary>The name of the cue of an event of the last step; null if it has none.</summary>
        public string CueName(int number)
        {
            return Native.Written((name, room) => Native.cueline_player_cue_name(Number, (UIntPtr)number, name, room));
        }
        public void Pause(double now) { Native.Check(Native.cueline_player_pause(Number, Native.Flicks(now))); }
        public void Resume(double now) { Native.Check(Native.cueline_player_resume(Number, Native.Flicks(now))); }
        public void SetSpeed(double now, long num, ulong den = 1) { Native.Check(Native.cueline_player_set_speed(Number, Native.Flicks(now), num, den)); }
        public void FadeOut(double now, double over) { Native.Check(Native.cueline_player_fade_out(Number, Native.Flicks(now), Native.Flicks(over))); }
        public PlayerState State(double now)
        {
            PlayerState state;
            Native.Check(Native.cueline_player_state(Number, Native.Flicks(now), out state));
            return state;
        }
        public double[] Value(string name, double now)
        {
            UIntPtr count;
            var numbers = new double[16];
            Native.Check(Native.cueline_player_value(Number, Native.Bytes(name), Native.Flicks(now), numbers, Native.Size(numbers), out count));
            return Native.First(numbers, count);
        }
        public string Text(string name, double now)
        {
            var at = State(now).Position;
            var written = Native.Written((text, room) => Native.cueline_playable_text(what.Number, Native.Bytes(name), at, text, room));
            if (written == null) Native.Check(Native.Unknown);
            return written;
        }
        /// <summary>A property that several players write, each on top of those before it; no numbers if nothing shows.</summary>
        public static double[] Blend(Player[] players, string name, double now)
        {
            UIntPtr count;
            var numbers = new double[16];
            var handles = Array.ConvertAll(players, player => player.Number);
            Native.Check(Native.cueline_players_value(
                handles, Native.Size(handles), Native.Bytes(name), Native.Flicks(now), numbers, Native.Size(numbers), out count));
            return Native.First(numbers, count);
        }
    }
}
