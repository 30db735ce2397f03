package dev.moirai.interpret;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Floating-point numbers as C prints them: exactly rounded from the binary value. */
final class Floats {
    private static final int DEFAULT_PRECISION = 6;

    private Floats() {}

    static String format(double value, char kind, String flags, int precision) {
        boolean upper = Character.isUpperCase(kind);
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        String sign = negative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
        String body;
        if (Double.isNaN(value)) body = "nan";
        else if (Double.isInfinite(value)) body = "inf";
        else body = finite(Math.abs(value), Character.toLowerCase(kind), flags.contains("#"), precision);
        return sign + (upper ? body.toUpperCase(Locale.ROOT) : body);
    }

    private static String finite(double value, char kind, boolean alternate, int precision) {
        if (kind == 'a') return hexadecimal(value, precision);
        int digits = precision < 0 ? DEFAULT_PRECISION : precision;
        return switch (kind) {
            case 'f' ->
                point(
                        new BigDecimal(value)
                                .setScale(digits, RoundingMode.HALF_EVEN)
                                .toPlainString(),
                        alternate);
            case 'e' -> scientific(value, digits, alternate);
            default -> shortest(value, Math.max(1, digits), alternate);
        };
    }

    private static String point(String digits, boolean alternate) {
        return alternate && digits.indexOf('.') < 0 ? digits + "." : digits;
    }

    private static String scientific(double value, int digits, boolean alternate) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
        int exponent = exponent(rounded);
        String mantissa = rounded.movePointLeft(exponent)
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString();
        return point(mantissa, alternate) + "e" + (exponent < 0 ? "-" : "+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    private static int exponent(BigDecimal value) {
        return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    }

    /** {@code %g}: scientific for very small and very large numbers, without trailing zeros. */
    private static String shortest(double value, int digits, boolean alternate) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = exponent(rounded);
        if (exponent < -4 || exponent >= digits) {
            String text = scientific(value, digits - 1, alternate);
            int e = text.indexOf('e');
            return alternate ? text : withoutZeros(text.substring(0, e)) + text.substring(e);
        }
        String text =
                rounded.setScale(digits - 1 - exponent, RoundingMode.HALF_EVEN).toPlainString();
        return alternate ? point(text, true) : withoutZeros(text);
    }

    private static String withoutZeros(String text) {
        if (text.indexOf('.') < 0) return text;
        int end = text.length();
        while (text.charAt(end - 1) == '0') end--;
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }

    /** {@code %a} as glibc prints it: one digit before the point. Java's form differs only in the sign of the exponent. */
    private static String hexadecimal(double value, int precision) {
        String text = precision < 0
                ? Double.toHexString(value)
                : String.format(Locale.ROOT, "%." + Math.max(1, precision) + "a", value);
        String body = precision < 0 ? text.replace(".0p", "p") : text;
        int p = body.indexOf('p');
        return body.charAt(p + 1) == '-' ? body : body.substring(0, p + 1) + "+" + body.substring(p + 1);
    }
}
