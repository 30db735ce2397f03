package dev.moirai.order;

import dev.moirai.logic.MathTerms;
import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Cell;
import dev.moirai.symbolic.World;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a cell can hold, as far as that is few constants, and numbers too small to be addresses. It makes pointers readable
 * (a value read elsewhere is a choice between known addresses), turns cells that never change into constants, and makes
 * flags and owners of locks narrow.
 */
final class ValueSet {
    private static final int MOST = 64;
    /** So few are told apart by choices; more are numbers. */
    private static final int FEW = 4;
    /** Sets of numbers that grow in more rounds than this are taken for all numbers. */
    private static final int PATIENCE = 3;

    private final TreeSet<Long> values = new TreeSet<>(Long::compareUnsigned);
    /** Any number of so many bits; then the values are only those that may be addresses. */
    private int bits;
    /** Anything at all. */
    private boolean everything;
    /** For numbers that are counted: from where to where, with their signs. */
    private Optional<Span> span = Optional.empty();
    /** The rounds in which it has grown, up to this one. */
    private int growths;

    private boolean hasGrown;

    private record Span(long low, long high) {}

    ValueSet copy() {
        var copy = new ValueSet();
        copy.values.addAll(values);
        copy.everything = everything;
        copy.bits = bits;
        copy.span = span;
        return copy;
    }

    void nextRound() {
        hasGrown = false;
    }

    private void grow() {
        if (!hasGrown) growths++;
        hasGrown = true;
    }

    /** Whether it is known only how large the numbers are, or not even that. */
    boolean isOpen() {
        return everything || bits > 0;
    }

    /** The numbers are between these two, whatever was added. */
    void isBetween(long low, long high) {
        span = Optional.of(new Span(low, high));
    }

    boolean isWithin(CountedCell cell) {
        return span.isPresent()
                && span.get().low() <= cell.low()
                && cell.high() <= span.get().high();
    }

    boolean isCounted() {
        return span.isPresent();
    }

    void forgetCounting() {
        span = Optional.empty();
    }

    /** Whether it is new. */
    boolean add(World world, int term) {
        if (everything) return false;
        TermPool pool = world.pool();
        if (pool.isConstant(term) && values.contains(pool.value(term))) return false;
        if (MathTerms.isMath(pool.width(term))) return addMath(pool, term);
        var found = new TreeSet<Long>(Long::compareUnsigned);
        int needed = collect(pool, term, found, new HashSet<>());
        boolean numbers = false;
        for (long value : found) numbers |= value != 0 && !world.mayBeAddress(value);
        if (bits > 0) needed = Math.max(needed, takeNumbers(world, found));
        if (needed <= bits && values.containsAll(found)) return false;
        values.addAll(found);
        grow();
        int width = pool.width(term);
        boolean growing = bits == 0 && (values.size() > MOST || (growths > PATIENCE && numbers));
        if (growing) needed = width;
        if (needed > bits) {
            // Who grows once will grow again.
            boolean again = bits > 0;
            needed = Math.max(needed, takeNumbers(world, values));
            bits = !again ? needed : needed <= world.bitsBelowAddresses() ? world.bitsBelowAddresses() : width;
            bits = Math.min(bits, width);
        }
        everything = bits > world.bitsBelowAddresses() || values.size() > MOST;
        return true;
    }

    /** A mathematical value is one of few constants, or anything. */
    private boolean addMath(TermPool pool, int term) {
        var found = new TreeSet<Long>(Long::compareUnsigned);
        boolean few = collectMath(pool, term, found, new HashSet<>());
        if (few && values.containsAll(found)) return false;
        values.addAll(found);
        grow();
        everything = !few || growths > PATIENCE || values.size() > MOST;
        return true;
    }

    private static boolean collectMath(TermPool pool, int term, Set<Long> constants, Set<Integer> seen) {
        if (!seen.add(term)) return true;
        if (pool.isConstant(term)) {
            constants.add(pool.value(term));
            return true;
        }
        return pool.op(term) == Operator.ITE
                && collectMath(pool, pool.operand(term, 1), constants, seen)
                && collectMath(pool, pool.operand(term, 2), constants, seen);
    }

    /** The constants that the term chooses from, and how many bits others have that it may be. */
    private static int collect(TermPool pool, int term, Set<Long> constants, Set<Integer> seen) {
        if (!seen.add(term)) return 0;
        if (pool.isConstant(term)) {
            constants.add(pool.value(term));
            return 0;
        }
        if (pool.isBool(term)) {
            constants.addAll(List.of(0L, 1L));
            return 0;
        }
        if (pool.op(term) != Operator.ITE) return bits(pool.upperBound(term));
        return Math.max(
                collect(pool, pool.operand(term, 1), constants, seen),
                collect(pool, pool.operand(term, 2), constants, seen));
    }

    /** Removes numbers too small to be addresses; the bits of the largest. */
    private static int takeNumbers(World world, TreeSet<Long> from) {
        int most = 0;
        for (var i = from.iterator(); i.hasNext(); ) {
            long value = i.next();
            if (world.mayBeAddress(value)) continue;
            most = Math.max(most, bits(value));
            i.remove();
        }
        return most;
    }

    private static int bits(long value) {
        return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(value));
    }

    /** A value of the set: a constant if there is but one. */
    int variable(World world, Cell cell, String name) {
        TermPool pool = world.pool();
        int width = cell.width();
        if (width == 0) return values.size() == 1 ? pool.bool(values.first() != 0) : pool.boolVar(name);
        if (MathTerms.isMath(width)) {
            return everything || values.isEmpty()
                    ? pool.math().variable(name, width)
                    : choice(pool, List.copyOf(values), width, name + "?");
        }
        if (span.isPresent()) return counted(pool, span.get(), width, name);
        if (everything || (bits == 0 && values.isEmpty())) {
            int variable = pool.bvVar(name, width);
            world.mayBeAnything(variable);
            return variable;
        }
        if (bits > 0) {
            int number = narrow(pool, bits, width, name);
            if (values.isEmpty()) return number;
            return pool.ite(pool.boolVar(name + "?"), choice(pool, List.copyOf(values), width, name + "?1"), number);
        }
        boolean addresses = world.mayBeAddress(values.last());
        if (values.size() <= FEW || addresses) return choice(pool, List.copyOf(values), width, name + "?");
        return narrow(pool, bits(values.last()), width, name);
    }

    private static int counted(TermPool pool, Span span, int width, String name) {
        if (span.low() >= 0) return narrow(pool, bits(span.high()), width, name);
        int bits = 1 + Math.max(bits(span.high()), bits(~span.low()));
        return pool.sext(pool.bvVar(name + "/-" + bits, bits), width);
    }

    private static int narrow(TermPool pool, int bits, int width, String name) {
        return bits == width ? pool.bvVar(name, width) : pool.zext(pool.bvVar(name + "/" + bits, bits), width);
    }

    private static int choice(TermPool pool, List<Long> from, int width, String name) {
        if (from.size() == 1) {
            return MathTerms.isMath(width)
                    ? pool.math().constant(width, from.getFirst())
                    : pool.bv(from.getFirst(), width);
        }
        int half = from.size() / 2;
        return pool.ite(
                pool.boolVar(name),
                choice(pool, from.subList(half, from.size()), width, name + "1"),
                choice(pool, from.subList(0, half), width, name + "0"));
    }
}
