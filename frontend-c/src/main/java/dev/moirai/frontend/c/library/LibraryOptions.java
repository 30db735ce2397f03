package dev.moirai.frontend.c.library;

import dev.moirai.ir.Instr.Wakeup;

/**
 * The user's choices about the library: whether allocation may fail, whether condition waits wake up spuriously, and
 * what the program finds outside.
 */
public record LibraryOptions(Allocation allocation, Wakeup wakeup, World world) {
    public enum Allocation {
        SUCCEEDS,
        MAY_FAIL
    }

    public enum World {
        /** Anything may come from outside; functions without a model are refused. */
        MODELLED,
        /** For native runs: input is really read, and functions without a model are called. */
        REAL
    }

    public static final LibraryOptions DEFAULT = new LibraryOptions(Allocation.SUCCEEDS, Wakeup.SPURIOUS);

    public LibraryOptions(Allocation allocation, Wakeup wakeup) {
        this(allocation, wakeup, World.MODELLED);
    }

    public LibraryOptions in(World newWorld) {
        return new LibraryOptions(allocation, wakeup, newWorld);
    }
}
