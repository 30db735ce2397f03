package dev.moirai.interpret;

import dev.moirai.ir.Extended;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Floating-point numbers as C prints them: exactly rounded from the binary value. */
final class Floats {
    /** The hexadecimal digits of a double's fraction. */
    private static final int HEX_DIGITS = 13;

    private static final int DEFAULT_PRECISION = 6;

    private Floats() {}

    static String format(double value, char kind, String flags, int precision) {
        char lower = Character.toLowerCase(kind);
        String body;
        if (Double.isNaN(value)) body = "nan";
        else if (Double.isInfinite(value)) body = "inf";
        else if (lower == 'a') body = hexadecimal(Math.abs(value), precision, flags.contains("#"));
        else body = finite(new BigDecimal(Math.abs(value)), lower, flags.contains("#"), precision);
        return signed(Double.doubleToRawLongBits(value) < 0, flags, Character.isUpperCase(kind), body);
    }

    static String format(Extended value, char kind, String flags, int precision) {
        char lower = Character.toLowerCase(kind);
        String body;
        if (value.isNaN()) body = "nan";
        else if (value.isInfinite()) body = "inf";
        else if (lower == 'a') body = hexadecimal(value);
        else body = finite(value.decimal(), lower, flags.contains("#"), precision);
        return signed(value.isNegative(), flags, Character.isUpperCase(kind), body);
    }

    private static String signed(boolean negative, String flags, boolean upper, String body) {
        String sign = negative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
        return sign + (upper ? body.toUpperCase(Locale.ROOT) : body);
    }

    private static String finite(BigDecimal value, char kind, boolean alternate, int precision) {
        int digits = precision < 0 ? DEFAULT_PRECISION : precision;
        return switch (kind) {
            case 'f' -> point(value.setScale(digits, RoundingMode.HALF_EVEN).toPlainString(), alternate);
            case 'e' -> scientific(value, digits, alternate);
            default -> shortest(value, Math.max(1, digits), alternate);
        };
    }

    private static String point(String digits, boolean alternate) {
        return alternate && digits.indexOf('.') < 0 ? digits + "." : digits;
    }

    private static String scientific(BigDecimal value, int digits, boolean alternate) {
        BigDecimal rounded = value.round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
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
    private static String shortest(BigDecimal value, int digits, boolean alternate) {
        BigDecimal rounded = value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
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
    /** As glibc has it: the first digit is 1, before rounding, or 0 for zero and for numbers that are subnormal. */
    private static String hexadecimal(double value, int precision, boolean alternate) {
        long bits = Double.doubleToRawLongBits(value);
        long biased = bits >>> 52 & 0x7ff;
        long digits = bits & (1L << 52) - 1 | (biased == 0 ? 0 : 1L << 52);
        long exponent = digits == 0 ? 0 : Math.max(1, biased) - 1023;
        if (precision >= 0 && precision < HEX_DIGITS) {
            int dropped = 4 * (HEX_DIGITS - precision);
            long rest = digits & (1L << dropped) - 1;
            long half = 1L << dropped - 1;
            digits -= rest;
            if (rest > half || rest == half && (digits >>> dropped & 1) != 0) digits += 1L << dropped;
        }
        String fraction = Long.toHexString(digits & (1L << 52) - 1);
        fraction = "0".repeat(HEX_DIGITS - fraction.length()) + fraction;
        if (precision < 0) {
            int end = HEX_DIGITS;
            while (end > 0 && fraction.charAt(end - 1) == '0') end--;
            fraction = fraction.substring(0, end);
        } else {
            fraction = precision < HEX_DIGITS
                    ? fraction.substring(0, precision)
                    : fraction + "0".repeat(precision - HEX_DIGITS);
        }
        String point = fraction.isEmpty() && !alternate ? "" : ".";
        return "0x" + (digits >>> 52) + point + fraction + "p" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }

    /** {@code %La} as glibc prints it: four bits before the point; always in full. */
    private static String hexadecimal(Extended value) {
        long significand = value.significand();
        if (significand == 0) return "0x0p+0";
        int exponent = Math.max(value.signAndExponent() & 0x7fff, 1) - 16383 - 3;
        String digits = String.format(Locale.ROOT, "%016x", significand);
        String behind = digits.substring(1).replaceAll("0+$", "");
        String point = behind.isEmpty() ? "" : "." + behind;
        return "0x" + digits.charAt(0) + point + "p" + (exponent < 0 ? "" : "+") + exponent;
    }
}
