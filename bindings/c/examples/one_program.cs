// One program, one digest, in C# by P/Invoke: mcs one_program.cs && mono one_program.exe
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Cueline
{
    const string Library = "cueline";
    public const long Ms = 705600;

    [StructLayout(LayoutKind.Sequential)]
    public struct Update
    {
        public ulong Payload, Entry;
        public long Elapsed, Before, Duration, At, Lateness;
        public double Progress;
        public int Started, Ended, Role, Reason;
    }

    [DllImport(Library)] static extern UIntPtr cueline_error(byte[] buffer, UIntPtr capacity);
    [DllImport(Library)] public static extern int cueline_free(ulong handle);
    [DllImport(Library)] public static extern int cueline_digest(ulong handle, out ulong digest);
    [DllImport(Library)] public static extern int cueline_queue_new(long time, out ulong queue);
    [DllImport(Library)] public static extern int cueline_queue_enqueue(ulong queue, long duration, ulong payload, out ulong entry);
    [DllImport(Library)] public static extern int cueline_queue_concurrently(ulong queue, long duration, ulong payload, out ulong entry);
    [DllImport(Library)] public static extern int cueline_queue_background(ulong queue, long duration, ulong payload, out ulong entry);
    [DllImport(Library)] public static extern int cueline_queue_advance(ulong queue, long by, [Out] Update[] updates, UIntPtr capacity, out UIntPtr count);
    [DllImport(Library)] public static extern int cueline_queue_skip(ulong queue, int until, string label, [Out] Update[] updates, UIntPtr capacity, out UIntPtr count);
    [DllImport(Library)] public static extern int cueline_moving_new(double[] value, UIntPtr parts, out ulong moving);
    [DllImport(Library)] public static extern int cueline_moving_spring_to(ulong moving, long now, double[] target, UIntPtr parts, long duration, double bounce);
    [DllImport(Library)] public static extern int cueline_moving_value(ulong moving, long now, [Out] double[] value, UIntPtr parts);

    public static void Check(int status)
    {
        if (status == 0) return;
        var text = new byte[512];
        cueline_error(text, (UIntPtr)text.Length);
        throw new InvalidOperationException(Encoding.UTF8.GetString(text, 0, Array.IndexOf(text, (byte)0)));
    }
}

static class Program
{
    static void Print(string moment, ulong handle)
    {
        ulong digest;
        Cueline.Check(Cueline.cueline_digest(handle, out digest));
        Console.WriteLine("{0}: {1:x16}", moment, digest);
    }

    static int Advance(ulong queue, long ms, Cueline.Update[] updates)
    {
        UIntPtr count;
        Cueline.Check(Cueline.cueline_queue_advance(queue, ms * Cueline.Ms, updates, (UIntPtr)updates.Length, out count));
        return (int)count;
    }

    static int Main()
    {
        ulong queue, entry, moving;
        UIntPtr count, one = (UIntPtr)1;
        var updates = new Cueline.Update[8];
        Cueline.Check(Cueline.cueline_queue_new(0, out queue));
        Cueline.Check(Cueline.cueline_queue_enqueue(queue, 300 * Cueline.Ms, 1, out entry));      // attack
        Cueline.Check(Cueline.cueline_queue_concurrently(queue, 500 * Cueline.Ms, 2, out entry)); // damage, with the attack
        Cueline.Check(Cueline.cueline_queue_enqueue(queue, 300 * Cueline.Ms, 3, out entry));      // counter-attack, after both
        Cueline.Check(Cueline.cueline_queue_background(queue, 1000 * Cueline.Ms, 4, out entry));  // toast: nothing waits for it

        if (Advance(queue, 100, updates) != 2) return 1;
        Print("100 ms", queue);
        if (Advance(queue, 450, updates) != 4 || updates[2].Payload != 3) return 2;
        Print("550 ms", queue);
        Cueline.Check(Cueline.cueline_queue_skip(queue, 0, null, null, UIntPtr.Zero, out count));
        Print("finished", queue);

        var x = new[] { 0.0 };
        Cueline.Check(Cueline.cueline_moving_new(x, one, out moving));
        Cueline.Check(Cueline.cueline_moving_spring_to(moving, 0, new[] { 100.0 }, one, 400 * Cueline.Ms, 0));
        Cueline.Check(Cueline.cueline_moving_value(moving, 150 * Cueline.Ms, x, one));
        Console.WriteLine("moving: {0:x16}", BitConverter.DoubleToInt64Bits(x[0]));

        try { Advance(queue, -1, updates); return 3; }
        catch (InvalidOperationException refused) { if (!refused.Message.Contains("must be 0 or more")) return 4; }
        Cueline.Check(Cueline.cueline_free(moving));
        Cueline.Check(Cueline.cueline_free(queue));
        return 0;
    }
}
