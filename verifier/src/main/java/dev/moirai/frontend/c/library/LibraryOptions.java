package dev.moirai.frontend.c.library;

import dev.moirai.ir.Instr.Wakeup;

/** What the user may choose about the library: whether allocation may fail, whether condition waits wake up spuriously. */
public record LibraryOptions(Allocation allocation, Wakeup wakeup) {
    public enum Allocation {
        SUCCEEDS,
        MAY_FAIL
    }

    public static final LibraryOptions DEFAULT = new LibraryOptions(Allocation.SUCCEEDS, Wakeup.SPURIOUS);
}
