package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Extended;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** C's {@code printf}: the format is parsed once into pieces; each piece then prints a text or one argument. */
final class Printf extends Op {
    private final List<Piece> pieces;
    private final Node[] arguments;
    private final Type[] types;

    private sealed interface Piece {
        record Text(String text) implements Piece {}

        /**
         * One conversion. A width or precision of -2 stands for {@code *} (it is taken from the arguments), -1 for
         * none.
         */
        record Conversion(String flags, int width, int precision, String length, char kind) implements Piece {}
    }

    private static final int NONE = -1;
    private static final int STAR = -2;

    Printf(Instr.Print instr, Node[] arguments) {
        super(instr);
        this.pieces = parse(instr.format());
        this.arguments = arguments;
        this.types = instr.arguments().stream().map(expr -> expr.type()).toArray(Type[]::new);
    }

    @Override
    int execute(Execution x, int pc) {
        var out = new StringBuilder();
        write(pieces, new Arguments(x), out);
        if (!out.isEmpty()) x.print(out.toString());
        return pc + 1;
    }

    private static void write(List<Piece> pieces, Arguments in, StringBuilder out) {
        for (Piece piece : pieces) {
            switch (piece) {
                case Piece.Text(var text) -> out.append(text);
                case Piece.Conversion conversion -> in.print(conversion, out);
            }
        }
    }

    // ---- the format --------------------------------------------------------------------------------------------

    private static List<Piece> parse(String format) {
        var pieces = new ArrayList<Piece>();
        var text = new StringBuilder();
        int i = 0;
        while (i < format.length()) {
            if (format.charAt(i) != '%') {
                text.append(format.charAt(i++));
                continue;
            }
            int start = i++;
            int flags = i;
            while (i < format.length() && "-+ #0'".indexOf(format.charAt(i)) >= 0) i++;
            int width = i;
            while (i < format.length() && isCount(format.charAt(i))) i++;
            int precision = i;
            if (i < format.length() && format.charAt(i) == '.') {
                i++;
                while (i < format.length() && isCount(format.charAt(i))) i++;
            }
            int length = i;
            while (i < format.length() && "hlLqjzt".indexOf(format.charAt(i)) >= 0) i++;
            if (i == format.length()) {
                text.append(format, start, i);
                break;
            }
            char kind = format.charAt(i);
            if (kind == '%') {
                text.append('%');
            } else {
                if (!text.isEmpty()) pieces.add(new Piece.Text(text.toString()));
                text.setLength(0);
                pieces.add(new Piece.Conversion(
                        format.substring(flags, width),
                        count(format.substring(width, precision)),
                        precision == length
                                ? NONE
                                : Math.max(STAR, precisionOf(format.substring(precision + 1, length))),
                        format.substring(length, i),
                        kind));
            }
            i++;
        }
        if (!text.isEmpty()) pieces.add(new Piece.Text(text.toString()));
        return pieces;
    }

    private static boolean isCount(char c) {
        return c == '*' || c >= '0' && c <= '9';
    }

    private static int count(String text) {
        if (text.isEmpty()) return NONE;
        if (text.contains("*")) return STAR;
        return text.length() > 6 ? 1_000_000 : Integer.parseInt(text);
    }

    /** The precision; a point without digits means zero. */
    private static int precisionOf(String text) {
        return text.isEmpty() ? 0 : count(text);
    }

    // ---- one call ----------------------------------------------------------------------------------------------

    /** Where the arguments come from: those of the instruction, or a list in memory. */
    private final class Arguments {
        private static final int SLOT = 8;

        private final Execution x;
        private final long[] values;
        private int next;
        /** The place of the next argument in memory; none if the instruction has the arguments. */
        private final OptionalLong list;

        /** Evaluates all arguments, also those that no conversion uses. */
        Arguments(Execution x) {
            this.x = x;
            list = OptionalLong.empty();
            values = new long[arguments.length];
            for (int i = 0; i < values.length; i++) values[i] = arguments[i].eval(x);
        }

        Arguments(Execution x, long list) {
            this.x = x;
            this.list = OptionalLong.of(list);
            values = new long[0];
        }

        /** The next argument's value; 0 if it is missing, which C leaves undefined. */
        private long take(Type expected) {
            if (list.isPresent()) {
                return x.load(
                        x.move(list.getAsLong(), SLOT * next++), x.program().scalar(expected));
            }
            return next < values.length ? values[next++] : 0;
        }

        void print(Piece.Conversion c, StringBuilder out) {
            int width = c.width() == STAR ? (int) take(Type.I32) : c.width();
            int precision = c.precision() == STAR ? Math.max(NONE, (int) take(Type.I32)) : c.precision();
            String flags = c.flags();
            if (c.width() == STAR && width < 0) {
                flags += "-";
                width = -width;
            }
            String body = switch (c.kind()) {
                case 'd', 'i' -> signed(flags, precision, integer(c.length(), true));
                case 'u', 'x', 'X', 'o' -> unsigned(flags, precision, c.kind(), integer(c.length(), false));
                case 'c' -> Character.toString((char) (take(Type.I32) & 0xff));
                case 's' -> text(take(Type.VOID_POINTER), precision);
                case 'p' -> pointer(take(Type.VOID_POINTER));
                case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' ->
                    c.length().equals("L")
                            ? extended(flags, precision, c.kind())
                            : floating(flags, precision, c.kind());
                case 'n' -> {
                    take(Type.VOID_POINTER);
                    yield "";
                }
                case 'V' -> {
                    String format = string(take(Type.VOID_POINTER), Integer.MAX_VALUE);
                    var listed = new StringBuilder();
                    write(parse(format), new Arguments(x, take(Type.VOID_POINTER)), listed);
                    yield listed.toString();
                }
                default -> "%" + c.flags() + c.length() + c.kind();
            };
            boolean numeric = "diuxXofFeEgGaA".indexOf(c.kind()) >= 0;
            boolean integer = "diuxXo".indexOf(c.kind()) >= 0;
            boolean zeros = flags.contains("0")
                    && !flags.contains("-")
                    && numeric
                    && !(integer && precision >= 0)
                    && !body.contains("n");
            pad(out, body, width, flags.contains("-"), zeros);
        }

        private void pad(StringBuilder out, String body, int width, boolean left, boolean zeros) {
            int missing = Math.max(0, width - body.length());
            if (left) {
                out.append(body).append(" ".repeat(missing));
            } else if (zeros) {
                int prefix = 0;
                if (prefix < body.length() && "+- ".indexOf(body.charAt(prefix)) >= 0) prefix++;
                if (body.startsWith("0x", prefix) || body.startsWith("0X", prefix)) prefix += 2;
                out.append(body, 0, prefix).append("0".repeat(missing)).append(body, prefix, body.length());
            } else {
                out.append(" ".repeat(missing)).append(body);
            }
        }

        /** The argument cut to the type that the length modifier names; without one, to {@code int}. */
        private long integer(String length, boolean signed) {
            int bits = switch (length) {
                case "hh" -> 8;
                case "h" -> 16;
                case "" -> 32;
                case "ll", "q", "j", "L" -> 64;
                default -> x.program().program().model().pointerBytes() * 8;
            };
            int spare = 64 - bits;
            long value = take(new Type.Int(Math.max(bits, 32), signed));
            return signed ? value << spare >> spare : value << spare >>> spare;
        }

        private String signed(String flags, int precision, long value) {
            String digits = value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
            String sign = value < 0 ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
            return sign + digits(digits, precision);
        }

        private String unsigned(String flags, int precision, char kind, long value) {
            String digits = switch (kind) {
                case 'u' -> Long.toUnsignedString(value);
                case 'o' -> Long.toOctalString(value);
                case 'x' -> Long.toHexString(value);
                default -> Long.toHexString(value).toUpperCase(java.util.Locale.ROOT);
            };
            String body = digits(digits, precision);
            if (!flags.contains("#")) return body;
            if (kind == 'o') return body.startsWith("0") ? body : "0" + body;
            return kind == 'u' || value == 0 ? body : "0" + kind + body;
        }

        private String digits(String digits, int precision) {
            if (precision == 0 && digits.equals("0")) return "";
            return "0".repeat(Math.max(0, precision - digits.length())) + digits;
        }

        /** At most so many characters; none of a null pointer that does not fit, as glibc has it. */
        private String text(long address, int precision) {
            if (address == 0) return precision < 0 || precision >= "(null)".length() ? "(null)" : "";
            return string(address, precision < 0 ? Integer.MAX_VALUE : precision);
        }

        /** What is there now, up to where there is nothing: the program has read it before, in steps of its own. */
        private String string(long address, int most) {
            var text = new StringBuilder();
            for (long at = address; text.length() < most; at = x.move(at, 1)) {
                int c = x.shownByte(at);
                if (c == 0) break;
                text.append((char) c);
            }
            return text.toString();
        }

        private String pointer(long address) {
            return address == 0 ? "(nil)" : "0x" + Long.toHexString(address);
        }

        /** A {@code long double}: its significand, then its sign and exponent. */
        private String extended(String flags, int precision, char kind) {
            long significand = take(Type.U64);
            var value = new Extended((int) take(new Type.Int(16, false)) & 0xffff, significand);
            return Floats.format(value, kind, flags, precision);
        }

        private String floating(String flags, int precision, char kind) {
            Type type = next < types.length && list.isEmpty() ? types[next] : new Type.Float(64);
            long bits = take(type);
            double value = type instanceof Type.Float f ? Arithmetic.toDouble(f, bits) : Double.longBitsToDouble(bits);
            return Floats.format(value, kind, flags, precision);
        }
    }
}
