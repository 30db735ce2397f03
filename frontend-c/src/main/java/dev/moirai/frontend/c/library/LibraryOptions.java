package dev.moirai.frontend.c.library;

import dev.moirai.ir.Instr.Wakeup;

/**
 * The user's choices about the library: whether allocation may fail, whether condition waits wake up spuriously,
 * whether a weak compare-and-exchange fails spuriously, and what the program finds outside.
 */
public record LibraryOptions(
        Allocation allocation, Wakeup wakeup, WeakExchange weakExchange, World world, Environs outside) {
    public enum Allocation {
        SUCCEEDS,
        MAY_FAIL
    }

    public enum WeakExchange {
        /** As C allows, and as machines do that reserve a place and lose the reservation. */
        MAY_FAIL,
        /** As on x86. */
        FAILS_IF_DIFFERENT
    }

    public enum World {
        /** Anything may come from outside; functions without a model are refused. */
        MODELLED,
        /** For native runs: input is really read, and functions without a model are called. */
        REAL
    }

    public static final LibraryOptions DEFAULT = new LibraryOptions(Allocation.SUCCEEDS, Wakeup.SPURIOUS);

    public LibraryOptions(Allocation allocation, Wakeup wakeup) {
        this(allocation, wakeup, WeakExchange.MAY_FAIL, World.MODELLED, Environs.NOTHING);
    }

    public LibraryOptions with(WeakExchange exchange) {
        return new LibraryOptions(allocation, wakeup, exchange, world, outside);
    }

    public LibraryOptions in(World newWorld) {
        return new LibraryOptions(allocation, wakeup, weakExchange, newWorld, outside);
    }

    public LibraryOptions with(Environs newOutside) {
        return new LibraryOptions(allocation, wakeup, weakExchange, world, newOutside);
    }
}
