package dev.moirai.witness.svcomp;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The course of an execution as a violation witness of any tool gives it: which thread passes which line, in order. It need not
 * name every step, and may name lines at which no step of ours begins.
 *
 * @param goal the line of the specification that is violated, as the witness has it; may be empty
 * @param inputs the values that the witness has for what is free in the program, in order
 */
public record Course(String goal, List<Passing> passings, Map<Free, List<Long>> inputs, Names names) {
    /** What the names of threads say. */
    public enum Names {
        /** Nothing: who is who follows from where threads are started. */
        FREE,
        /** Numbers: 0 is the first thread, k the k-th that was created. */
        IN_ORDER_OF_CREATION
    }

    /**
     * What the program leaves open.
     *
     * @param thread the thread by the witness's number
     * @param variable one without a value of its own; empty for what functions without a body return
     */
    public record Free(String thread, String variable) {}

    private static final Pattern VALUE =
            Pattern.compile("(?<![\\\\\\w])([A-Za-z_]\\w*(?:\\[\\d+]|\\.\\w+)*)\\s*==\\s*\\(?\\s*(-?\\d{1,20})");

    private static final Pattern RESULT = Pattern.compile("\\\\result\\s*==\\s*\\(?\\s*(-?\\d{1,20})");

    /**
     * @param thread the thread by the witness's number
     * @param line 0 if the witness does not say
     * @param starts the number of the thread that is started there
     * @param choices values for the free choices made there, in order; empty if the witness does not say
     */
    public record Passing(String thread, int line, Optional<String> starts, List<Long> choices) {
        public Passing {
            choices = List.copyOf(choices);
        }
    }

    public Course {
        passings = List.copyOf(passings);
        inputs = Map.copyOf(inputs);
    }

    /** The values that an assumption gives to variables: {@code x == 0 && y == 17}. */
    static Map<String, Long> values(String assumption) {
        Map<String, Long> values = new LinkedHashMap<>();
        Matcher match = VALUE.matcher(assumption);
        while (match.find()) number(match.group(2)).ifPresent(value -> values.put(match.group(1), value));
        return values;
    }

    /** The value that an assumption about the result of a function gives: {@code \\result == 17}. */
    static Optional<Long> result(String assumption) {
        Matcher match = RESULT.matcher(assumption);
        return match.find() ? number(match.group(1)) : Optional.empty();
    }

    /** The 64 bits of a number of C, signed or not; none if it needs more. */
    private static Optional<Long> number(String digits) {
        var number = new BigInteger(digits);
        boolean fits = number.bitLength() <= (number.signum() < 0 ? 63 : 64);
        return fits ? Optional.of(number.longValue()) : Optional.empty();
    }
}
