package dev.moirai.order;

import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Cell;
import dev.moirai.symbolic.World;
import java.util.List;
import java.util.TreeSet;

/**
 * What a cell can hold, as far as that is few constants. It makes pointers readable (a value read elsewhere is a choice
 * between known addresses), turns cells that never change into constants, and makes flags and owners of locks narrow.
 */
final class ValueSet {
    private static final int MOST = 64;
    /** So few are told apart by choices; more are numbers. */
    private static final int FEW = 4;
    /** From this round on, sets of numbers that still grow are taken for everything. */
    private static final int PATIENCE = 3;

    private final TreeSet<Long> values = new TreeSet<>(Long::compareUnsigned);
    private boolean everything;
    /** So many bits the values of everything have that may be other than zero. */
    private int bits;

    ValueSet copy() {
        var copy = new ValueSet();
        copy.values.addAll(values);
        copy.everything = everything;
        copy.bits = bits;
        return copy;
    }

    /** Whether it is new. */
    boolean add(World world, int term, int round) {
        boolean wider = widen(world.pool(), term);
        if (everything) return wider;
        List<Long> constants = constants(world, term);
        if (!constants.isEmpty() && values.containsAll(constants)) return false;
        values.addAll(constants);
        boolean addresses = !constants.isEmpty() && constants.stream().allMatch(v -> v == 0 || world.mayBeAddress(v));
        boolean growing = values.size() > MOST || (round > PATIENCE && !addresses);
        everything = constants.isEmpty() || growing;
        if (growing) bits = world.pool().width(term);
        return true;
    }

    private boolean widen(TermPool pool, int term) {
        int width = pool.width(term);
        int needed = width == 0 ? 0 : Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(pool.upperBound(term)));
        if (needed <= bits) return false;
        // Who grows once will grow again.
        bits = everything ? width : needed;
        return true;
    }

    private static List<Long> constants(World world, int term) {
        TermPool pool = world.pool();
        if (!pool.isBool(term)) return world.constants(term, MOST);
        return pool.isConstant(term) ? List.of(pool.value(term)) : List.of(0L, 1L);
    }

    /** A value of the set: a constant if there is but one. */
    int variable(World world, Cell cell, String name) {
        TermPool pool = world.pool();
        int width = cell.width();
        if (width == 0) return values.size() == 1 ? pool.bool(values.first() != 0) : pool.boolVar(name);
        if (everything || values.isEmpty()) {
            // Small numbers are no addresses.
            if (everything && bits < width && !world.mayBeAddress((1L << bits) - 1))
                return narrow(pool, bits, width, name);
            int variable = pool.bvVar(name, width);
            world.mayBeAnything(variable);
            return variable;
        }
        boolean addresses = world.mayBeAddress(values.last());
        if (values.size() <= FEW || addresses) return choice(pool, List.copyOf(values), width, name + "?");
        return narrow(pool, Long.SIZE - Long.numberOfLeadingZeros(values.last()), width, name);
    }

    private static int narrow(TermPool pool, int bits, int width, String name) {
        return pool.zext(pool.bvVar(name + "/" + bits, bits), width);
    }

    private static int choice(TermPool pool, List<Long> from, int width, String name) {
        if (from.size() == 1) return pool.bv(from.getFirst(), width);
        int half = from.size() / 2;
        return pool.ite(
                pool.boolVar(name),
                choice(pool, from.subList(half, from.size()), width, name + "1"),
                choice(pool, from.subList(0, half), width, name + "0"));
    }
}
