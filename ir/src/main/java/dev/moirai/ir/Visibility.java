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
            case Instr.MemoryAccess i -> i.access().isShared();
            case Instr.Synchronisation _, Instr.Spawn _, Instr.Yield _, Instr.AtomicBegin _, Instr.ExitProcess _ ->
                true;
            case Instr.Computation _,
                    Instr.Control _,
                    Instr.Assume _,
                    Instr.Assert _,
                    Instr.Block _,
                    Instr.AtomicEnd _ -> false;
        };
    }

    /** Whether the instruction can make its thread wait for others. */
    public static boolean mayBlock(Instr instr) {
        return switch (instr) {
            case Instr.Patient i -> i.patience() == Instr.Patience.BLOCK;
            case Instr.Join _, Instr.Await _, Instr.Block _ -> true;
            default -> false;
        };
    }
}
