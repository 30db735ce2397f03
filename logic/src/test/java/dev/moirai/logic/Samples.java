package dev.moirai.logic;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;

/**
 * Random terms, each with the values it must have under a list of assignments. Those are computed operator by operator with
 * big integers, as SMT-LIB defines them, on unsimplified operands: they share nothing with the pool.
 */
public final class Samples {
    /** @param values one for each assignment; booleans 0 or 1, bit-vectors without sign */
    public record Sample(int term, int width, BigInteger[] values) {}

    private final TermPool pool;
    private final Random random;
    private final int assignments;
    private final List<Sample> samples = new ArrayList<>();
    private final List<Sample> variables = new ArrayList<>();

    public Samples(TermPool pool, Random random, int assignments) {
        this.pool = pool;
        this.random = random;
        this.assignments = assignments;
    }

    public List<Sample> all() {
        return samples;
    }

    public List<Sample> variables() {
        return variables;
    }

    public int assignments() {
        return assignments;
    }

    /** A pool over a few variables with every assignment to them (if they have few bits) or random ones. */
    public static Samples grow(TermPool pool, long seed, int width, int steps) {
        var random = new Random(seed);
        boolean exhaustive = width <= 3;
        int bits = 2 * width + 2;
        var samples = new Samples(pool, random, exhaustive ? 1 << bits : 48);
        for (int i = 0; i < 2; i++) {
            int shift = i * width;
            samples.variable(pool.bvVar("x" + i, width), width, exhaustive ? shift : -1);
        }
        for (int i = 0; i < 2; i++) samples.variable(pool.boolVar("b" + i), 0, exhaustive ? 2 * width + i : -1);
        for (int i = 0; i < steps; i++) samples.step();
        return samples;
    }

    private void variable(int term, int width, int shift) {
        var values = new BigInteger[assignments];
        int bits = Math.max(1, width);
        for (int i = 0; i < assignments; i++) {
            values[i] = shift >= 0 ? unsigned(BigInteger.valueOf(i >>> shift), bits) : corner(bits);
        }
        var sample = new Sample(term, width, values);
        variables.add(sample);
        samples.add(sample);
    }

    private BigInteger corner(int bits) {
        BigInteger any = new BigInteger(bits, random);
        return switch (random.nextInt(8)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> BigInteger.ONE;
            case 2 -> unsigned(BigInteger.ONE.negate(), bits);
            case 3 -> BigInteger.ONE.shiftLeft(bits - 1);
            case 4 -> unsigned(BigInteger.valueOf(random.nextInt(70)), bits);
            default -> any;
        };
    }

    private static BigInteger unsigned(BigInteger value, int width) {
        return value.mod(BigInteger.ONE.shiftLeft(width));
    }

    private static BigInteger signed(BigInteger value, int width) {
        return value.testBit(width - 1) ? value.subtract(BigInteger.ONE.shiftLeft(width)) : value;
    }

    private static BigInteger bool(boolean value) {
        return value ? BigInteger.ONE : BigInteger.ZERO;
    }

    /** Recent samples are likelier, so that terms get deep. */
    private Sample any(java.util.function.Predicate<Sample> wanted) {
        for (int tries = 0; tries < 60; tries++) {
            int size = samples.size();
            int index = random.nextBoolean() ? random.nextInt(size) : Math.max(0, size - 1 - random.nextInt(12));
            if (wanted.test(samples.get(index))) return samples.get(index);
        }
        return samples.stream().filter(wanted).findFirst().orElseThrow();
    }

    private Sample vector() {
        return any(s -> s.width() > 0);
    }

    private Sample vector(int width) {
        if (random.nextInt(3) == 0) return constant(width);
        return any(s -> s.width() == width);
    }

    private Sample bool() {
        return any(s -> s.width() == 0);
    }

    private Sample constant(int width) {
        BigInteger value = corner(width);
        var values = new BigInteger[assignments];
        Arrays.fill(values, value);
        return new Sample(pool.bv(value.longValue(), width), width, values);
    }

    private void step() {
        if (random.nextInt(12) == 0) samples.add(constant(vector().width()));
        switch (random.nextInt(6)) {
            case 0 -> booleanStep();
            case 1 -> comparisonStep();
            case 2 -> sliceStep();
            case 3 -> choiceStep();
            case 4 -> comparedChoiceStep();
            default -> arithmeticStep();
        }
    }

    private void add(int term, int width, Sample a, Sample b, BinaryOperator<BigInteger> meaning) {
        var values = new BigInteger[assignments];
        for (int i = 0; i < assignments; i++) {
            BigInteger value = meaning.apply(a.values()[i], b.values()[i]);
            values[i] = width == 0 ? value : unsigned(value, width);
        }
        samples.add(new Sample(term, width, values));
    }

    private void booleanStep() {
        Sample a = bool();
        Sample b = bool();
        switch (random.nextInt(6)) {
            case 0 -> add(pool.and(a.term(), b.term()), 0, a, b, BigInteger::and);
            case 1 -> add(pool.or(a.term(), b.term()), 0, a, b, BigInteger::or);
            case 2 -> add(pool.xor(a.term(), b.term()), 0, a, b, BigInteger::xor);
            case 3 -> add(pool.not(a.term()), 0, a, a, (p, q) -> BigInteger.ONE.subtract(p));
            case 4 -> add(pool.implies(a.term(), b.term()), 0, a, b, (p, q) -> bool(p.signum() == 0 || q.signum() > 0));
            default -> {
                Sample c = bool();
                var values = new BigInteger[assignments];
                for (int i = 0; i < assignments; i++) {
                    values[i] = bool(
                            a.values()[i].add(b.values()[i]).add(c.values()[i]).intValue() >= 2);
                }
                samples.add(new Sample(pool.majority(a.term(), b.term(), c.term()), 0, values));
            }
        }
    }

    private void choiceStep() {
        Sample c = bool();
        Sample a = random.nextInt(3) == 0 ? bool() : vector(vector().width());
        Sample b = a.width() == 0 ? bool() : vector(a.width());
        addChoice(c, a, b);
    }

    private void addChoice(Sample c, Sample a, Sample b) {
        var values = new BigInteger[assignments];
        for (int i = 0; i < assignments; i++) {
            values[i] = c.values()[i].signum() > 0 ? a.values()[i] : b.values()[i];
        }
        samples.add(new Sample(pool.ite(c.term(), a.term(), b.term()), a.width(), values));
    }

    /** A choice between values that were compared with another one, and its comparison with that. */
    private void comparedChoiceStep() {
        int width = vector().width();
        Sample other = vector(width);
        Sample chosen = vector(width);
        for (int i = random.nextInt(3); i >= 0; i--) {
            Sample next = vector(width);
            if (random.nextInt(4) > 0) addEquality(next, other);
            addChoice(bool(), next, chosen);
            chosen = samples.getLast();
        }
        addEquality(chosen, other);
    }

    private void addEquality(Sample x, Sample y) {
        add(pool.eq(x.term(), y.term()), 0, x, y, (p, q) -> bool(p.equals(q)));
    }

    private void comparisonStep() {
        Sample x = vector();
        int width = x.width();
        Sample y = vector(width);
        if (random.nextBoolean()) {
            Sample swap = x;
            x = y;
            y = swap;
        }
        int a = x.term();
        int b = y.term();
        switch (random.nextInt(6)) {
            case 0, 1 -> addEquality(x, y);
            case 2 -> add(pool.ult(a, b), 0, x, y, (p, q) -> bool(p.compareTo(q) < 0));
            case 3 -> add(pool.ule(a, b), 0, x, y, (p, q) -> bool(p.compareTo(q) <= 0));
            case 4 ->
                add(pool.slt(a, b), 0, x, y, (p, q) -> bool(signed(p, width).compareTo(signed(q, width)) < 0));
            default ->
                add(pool.sle(a, b), 0, x, y, (p, q) -> bool(signed(p, width).compareTo(signed(q, width)) <= 0));
        }
    }

    private void sliceStep() {
        Sample x = vector();
        int width = x.width();
        switch (random.nextInt(4)) {
            case 0 -> {
                int low = random.nextInt(width);
                int high = low + random.nextInt(width - low);
                add(pool.extract(x.term(), high, low), high - low + 1, x, x, (p, q) -> p.shiftRight(low));
            }
            case 1 -> {
                Sample y = vector();
                int lowWidth = y.width();
                if (width + lowWidth > 64) return;
                add(
                        pool.concat(x.term(), y.term()),
                        width + lowWidth,
                        x,
                        y,
                        (p, q) -> p.shiftLeft(lowWidth).or(q));
            }
            case 2 -> {
                int wide = Math.min(64, width + random.nextInt(4));
                add(pool.zext(x.term(), wide), wide, x, x, (p, q) -> p);
            }
            default -> {
                int wide = Math.min(64, width + random.nextInt(4));
                add(pool.sext(x.term(), wide), wide, x, x, (p, q) -> signed(p, width));
            }
        }
    }

    private void arithmeticStep() {
        Sample first = vector();
        int width = first.width();
        Sample second = vector(width);
        Sample x = random.nextBoolean() ? first : second;
        Sample y = x == first ? second : first;
        int a = x.term();
        int b = y.term();
        BigInteger most = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
        BigInteger size = BigInteger.valueOf(width);
        switch (random.nextInt(15)) {
            case 0 -> add(pool.bvNot(a), width, x, x, (p, q) -> p.not());
            case 1 -> add(pool.bvNeg(a), width, x, x, (p, q) -> p.negate());
            case 2 -> add(pool.bvAnd(a, b), width, x, y, BigInteger::and);
            case 3 -> add(pool.bvOr(a, b), width, x, y, BigInteger::or);
            case 4 -> add(pool.bvXor(a, b), width, x, y, BigInteger::xor);
            case 5, 14 -> add(pool.bvAdd(a, b), width, x, y, BigInteger::add);
            case 6 -> add(pool.bvSub(a, b), width, x, y, BigInteger::subtract);
            case 7 -> add(pool.bvMul(a, b), width, x, y, BigInteger::multiply);
            case 8 -> add(pool.bvUdiv(a, b), width, x, y, (p, q) -> q.signum() == 0 ? most : p.divide(q));
            case 9 -> add(pool.bvUrem(a, b), width, x, y, (p, q) -> q.signum() == 0 ? p : p.mod(q));
            case 10 ->
                add(pool.bvSdiv(a, b), width, x, y, (p, q) -> {
                    if (q.signum() == 0) return signed(p, width).signum() < 0 ? BigInteger.ONE : most;
                    return signed(p, width).divide(signed(q, width));
                });
            case 11 ->
                add(pool.bvSrem(a, b), width, x, y, (p, q) -> {
                    if (q.signum() == 0) return p;
                    return signed(p, width).remainder(signed(q, width));
                });
            case 12 ->
                add(
                        pool.bvShl(a, b),
                        width,
                        x,
                        y,
                        (p, q) -> q.compareTo(size) >= 0 ? BigInteger.ZERO : p.shiftLeft(q.intValue()));
            default -> {
                if (random.nextBoolean()) {
                    add(
                            pool.bvLshr(a, b),
                            width,
                            x,
                            y,
                            (p, q) -> q.compareTo(size) >= 0 ? BigInteger.ZERO : p.shiftRight(q.intValue()));
                } else {
                    add(
                            pool.bvAshr(a, b),
                            width,
                            x,
                            y,
                            (p, q) -> signed(p, width).shiftRight(q.min(size).intValue()));
                }
            }
        }
    }
}
