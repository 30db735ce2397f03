package dev.moirai.ir;

/**
 * Which instructions are steps that other threads can tell apart. A thread is interrupted only just before a visible
 * instruction: one step of an execution is a visible instruction and the invisible ones that follow it. That main ends
 * is visible too (it ends the process), though {@link Instr.Return} as such is not.
 */
public final class Visibility {
    private Visibility() {}

    public static boolean isVisible(Instr instr) {
        return switch (instr) {
            case Instr.Load i -> i.access().isShared();
            case Instr.Store i -> i.access().isShared();
            case Instr.Rmw i -> i.access().isShared();
            case Instr.CompareExchange i -> i.access().isShared();
            case Instr.Free i -> i.access().isShared();
            case Instr.Resize i -> i.access().isShared();
            case Instr.ExitProcess _,
                    Instr.AtomicBegin _,
                    Instr.Spawn _,
                    Instr.Join _,
                    Instr.Detach _,
                    Instr.Yield _,
                    Instr.Lock _,
                    Instr.Unlock _,
                    Instr.Wait _,
                    Instr.Awake _,
                    Instr.Signal _,
                    Instr.Arrive _,
                    Instr.Down _,
                    Instr.Up _,
                    Instr.Level _,
                    Instr.InitSync _,
                    Instr.DestroySync _,
                    Instr.Await _ -> true;
            case Instr.Assign _,
                    Instr.Nondet _,
                    Instr.Fence _,
                    Instr.Alloc _,
                    Instr.Label _,
                    Instr.Goto _,
                    Instr.Branch _,
                    Instr.Call _,
                    Instr.Return _,
                    Instr.Assume _,
                    Instr.Assert _,
                    Instr.Cut _,
                    Instr.Block _,
                    Instr.AtomicEnd _,
                    Instr.Print _,
                    Instr.ExitThread _,
                    Instr.Self _ -> false;
        };
    }

    /** Whether the instruction can make its thread wait for others. */
    public static boolean mayBlock(Instr instr) {
        return switch (instr) {
            case Instr.Lock(var _, var _, var _, var patience, var _) -> patience == Instr.Patience.BLOCK;
            case Instr.Down(var _, var _, var patience, var _) -> patience == Instr.Patience.BLOCK;
            case Instr.Awake(var _, var _, var _, var patience, var _, var _) -> patience == Instr.Patience.BLOCK;
            case Instr.Join _, Instr.Await _, Instr.Block _ -> true;
            default -> false;
        };
    }
}
