package dev.moirai.frontend.boogie;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function of the prover as an attribute names it: {@code bvadd}, {@code (_ sign_extend 8)}, or {@code sign_extend 8} as it was
 * before SMT-LIB.
 */
record ProverFunction(String name, List<Integer> indices) {
    private static final Pattern INDEXED =
            Pattern.compile("(?:\\(\\s*_\\s+)?([A-Za-z_][A-Za-z_0-9]*)((?:\\s+\\d{1,6})+)\\s*\\)?");

    ProverFunction {
        indices = List.copyOf(indices);
    }

    /** @param result the type that it is declared to have, which {@code int2bv} need not repeat */
    static ProverFunction of(String text, BoogieType result) {
        ProverFunction function = of(text);
        boolean toVector = function.name.equals("int2bv") || function.name.equals("nat2bv");
        if (!toVector || !(result instanceof BoogieType.Bv(var width))) return function;
        return new ProverFunction("int2bv", function.isIndexed() ? function.indices : List.of(width));
    }

    private static ProverFunction of(String text) {
        String stripped = text.strip();
        Matcher matcher = INDEXED.matcher(stripped);
        boolean isIndexed = matcher.matches() && stripped.startsWith("(") == stripped.endsWith(")");
        if (!isIndexed) return new ProverFunction(stripped, List.of());
        var indices = new ArrayList<Integer>();
        for (String index : matcher.group(2).strip().split("\\s+")) indices.add(Integer.parseInt(index));
        return new ProverFunction(matcher.group(1), indices);
    }

    boolean isIndexed() {
        return !indices.isEmpty();
    }

    int index(int at) {
        return indices.get(at);
    }

    @Override
    public String toString() {
        var text = new StringBuilder(name);
        indices.forEach(index -> text.append(' ').append(index));
        return text.toString();
    }

    /** What it makes of such arguments; empty if it takes none such, or is not known. */
    Optional<BoogieType> result(List<BoogieType> arguments) {
        if (arguments.isEmpty()) return Optional.empty();
        if (isIndexed()) return arguments.size() == 1 ? indexed(arguments.getFirst()) : Optional.empty();
        BoogieType first = arguments.getFirst();
        boolean alike = arguments.stream().allMatch(first::equals);
        if (name.equals("concat")) return arguments.size() == 2 ? joined(first, arguments.getLast()) : Optional.empty();
        if (!alike) return Optional.empty();
        return arguments.size() == 1 ? unary(first) : arguments.size() == 2 ? binary(first) : Optional.empty();
    }

    private Optional<BoogieType> indexed(BoogieType argument) {
        if (name.equals("int2bv")) {
            return argument.equals(BoogieType.INT) && indices.size() == 1 ? vector(index(0)) : Optional.empty();
        }
        if (!(argument instanceof BoogieType.Bv(var width))) return Optional.empty();
        if (name.equals("extract")) {
            boolean fits = indices.size() == 2 && index(1) <= index(0) && index(0) < width;
            return fits ? vector(index(0) - index(1) + 1) : Optional.empty();
        }
        if (indices.size() != 1) return Optional.empty();
        return switch (name) {
            case "zero_extend", "sign_extend" -> vector((long) width + index(0));
            case "rotate_left", "rotate_right" -> Optional.of(argument);
            case "repeat" -> vector((long) width * index(0));
            default -> Optional.empty();
        };
    }

    private static Optional<BoogieType> vector(long width) {
        return width > 0 && width <= Integer.MAX_VALUE ? Optional.of(new BoogieType.Bv((int) width)) : Optional.empty();
    }

    private static Optional<BoogieType> joined(BoogieType high, BoogieType low) {
        return high instanceof BoogieType.Bv(var left) && low instanceof BoogieType.Bv(var right)
                ? vector((long) left + right)
                : Optional.empty();
    }

    private Optional<BoogieType> unary(BoogieType argument) {
        boolean isVector = argument instanceof BoogieType.Bv;
        return Optional.ofNullable(
                switch (name) {
                    case "bvnot", "bvneg" -> isVector ? argument : null;
                    case "bv2nat", "bv2int", "ubv_to_int", "sbv_to_int" -> isVector ? BoogieType.INT : null;
                    case "-" -> isNumber(argument) ? argument : null;
                    case "to_real" -> argument.equals(BoogieType.INT) ? BoogieType.REAL : null;
                    case "to_int" -> argument.equals(BoogieType.REAL) ? BoogieType.INT : null;
                    default -> null;
                });
    }

    private Optional<BoogieType> binary(BoogieType argument) {
        boolean isVector = argument instanceof BoogieType.Bv;
        return Optional.ofNullable(
                switch (name) {
                    case "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor" ->
                        isVector ? argument : null;
                    case "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr" ->
                        isVector ? argument : null;
                    case "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge" ->
                        isVector ? BoogieType.BOOL : null;
                    case "bvcomp" -> isVector ? new BoogieType.Bv(1) : null;
                    case "+", "-", "*" -> isNumber(argument) ? argument : null;
                    case "<", "<=", ">", ">=" -> isNumber(argument) ? BoogieType.BOOL : null;
                    case "div", "mod", "rem" -> argument.equals(BoogieType.INT) ? argument : null;
                    case "/" -> argument.equals(BoogieType.REAL) ? argument : null;
                    default -> null;
                });
    }

    private static boolean isNumber(BoogieType type) {
        return type.equals(BoogieType.INT) || type.equals(BoogieType.REAL);
    }
}
