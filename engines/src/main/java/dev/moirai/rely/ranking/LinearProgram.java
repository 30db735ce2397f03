package dev.moirai.rely.ranking;

import dev.moirai.solve.Limit;
import dev.moirai.solve.SExpression;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.registry.Solvers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Linear constraints over rational unknowns, decided exactly; constraints can be tried and withdrawn. */
public final class LinearProgram implements AutoCloseable {
    private final SmtSession solver = Solvers.smtSession();
    private final Limit limit;
    private final List<String> unknowns = new ArrayList<>();

    public record Rational(BigInteger numerator, BigInteger denominator) {
        public boolean isZero() {
            return numerator.signum() == 0;
        }
    }

    public LinearProgram(Limit limit) {
        this.limit = limit;
        say("(set-logic QF_LRA)");
    }

    private String say(String commands) {
        return solver.execute(commands, limit).strip();
    }

    public String unknown(String name) {
        unknowns.add(name);
        say("(declare-const " + name + " Real)");
        return name;
    }

    /** A sum of multiples of unknowns, to be bounded. */
    public static final class Sum {
        private final Map<String, BigInteger> terms = new TreeMap<>();
        private BigInteger constant = BigInteger.ZERO;

        public Sum add(String unknown, BigInteger factor) {
            terms.merge(unknown, factor, BigInteger::add);
            return this;
        }

        public Sum add(BigInteger number) {
            constant = constant.add(number);
            return this;
        }

        private String text() {
            var text = new StringBuilder("(+ ").append(number(constant));
            terms.forEach((unknown, factor) -> {
                if (factor.signum() != 0)
                    text.append(" (* ")
                            .append(number(factor))
                            .append(' ')
                            .append(unknown)
                            .append(')');
            });
            return text.append(')').toString();
        }

        private static String number(BigInteger value) {
            return value.signum() < 0 ? "(- " + value.negate() + ".0)" : value + ".0";
        }
    }

    public void atLeastZero(Sum sum) {
        say("(assert (>= " + sum.text() + " 0.0))");
    }

    public void zero(Sum sum) {
        say("(assert (= " + sum.text() + " 0.0))");
    }

    public boolean isFeasible() {
        return say("(check-sat)").equals("sat");
    }

    /** Requires the unknowns to be zero, if that is possible; otherwise changes nothing. Returns whether it was. */
    public boolean prefersZero(List<String> names) {
        return prefers(names, 0);
    }

    /**
     * Requires the unknowns to have this value, if that is possible; otherwise changes nothing. Returns whether it was.
     */
    public boolean prefers(List<String> names, int value) {
        if (names.isEmpty()) return true;
        String number = value < 0 ? "(- " + -value + ".0)" : value + ".0";
        var text = new StringBuilder("(push 1)");
        for (String name : names) {
            text.append("(assert (= ").append(name).append(' ').append(number).append("))");
        }
        String answer = say(text.append("(check-sat)").toString());
        if (answer.endsWith("sat") && !answer.endsWith("unsat")) return true;
        say("(pop 1)");
        return false;
    }

    /** A solution; empty if there is none or the time is up. */
    public Optional<Map<String, Rational>> solution() {
        if (!isFeasible()) return Optional.empty();
        var values = new TreeMap<String, Rational>();
        if (unknowns.isEmpty()) return Optional.of(values);
        SExpression answer = SExpression.of(say("(get-value (" + String.join(" ", unknowns) + "))"));
        // The limit may have been reached after the program was found feasible.
        if (!(answer instanceof SExpression.Many pairs)) return Optional.empty();
        for (SExpression pair : pairs.parts()) {
            var parts = ((SExpression.Many) pair).parts();
            values.put(((SExpression.Word) parts.getFirst()).text(), rational(parts.get(1)));
        }
        return Optional.of(values);
    }

    private static Rational rational(SExpression value) {
        return switch (value) {
            case SExpression.Word(var text) -> new Rational(new BigInteger(text.replace(".0", "")), BigInteger.ONE);
            case SExpression.Many(var parts) -> {
                Rational first = rational(parts.get(1));
                if (value.head().equals("-")) {
                    yield new Rational(first.numerator().negate(), first.denominator());
                }
                Rational second = rational(parts.get(2));
                yield new Rational(
                        first.numerator().multiply(second.denominator()),
                        first.denominator().multiply(second.numerator()));
            }
        };
    }

    @Override
    public void close() {
        solver.close();
    }
}
