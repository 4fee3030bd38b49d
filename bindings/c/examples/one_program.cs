// One program, one digest, in C#: mcs one_program.cs Cueline.cs && mono one_program.exe
using System;
using Cueline;

static class Program
{
    static int Main()
    {
        using (var queue = new Queue())
        {
            queue.Enqueue(300, 1);      // attack
            queue.Concurrently(500, 2); // damage, with the attack
            queue.Enqueue(300, 3);      // counter-attack, after both
            queue.Background(1000, 4);  // toast: nothing waits for it

            if (queue.Advance(100).Length != 2) return 1;
            Console.WriteLine("100 ms: {0:x16}", queue.Digest());
            var updates = queue.Advance(450);
            if (updates.Length != 4 || updates[2].Payload != 3) return 2;
            Console.WriteLine("550 ms: {0:x16}", queue.Digest());
            queue.Finish();
            Console.WriteLine("finished: {0:x16}", queue.Digest());

            try { queue.Advance(-1); return 3; }
            catch (Refused refused) { if (!refused.Message.Contains("must be 0 or more")) return 4; }
        }
        using (var x = new Moving(0))
        {
            x.SpringTo(0, 100, 400);
            Console.WriteLine("moving: {0:x16}", BitConverter.DoubleToInt64Bits(x.Value(150)));
        }
        return 0;
    }
}
