package dev.moirai.frontend.c.library;

import dev.moirai.ir.DataModel;
import dev.moirai.ir.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A conversion in a format of {@code printf} or {@code scanf}: {@code %-08ld}, or {@code %[a-z]} with {@code set} as
 * the text in the brackets. A percent sign before anything else is an unknown conversion, with letter {@link #UNKNOWN}.
 */
record Conversion(
        String flags,
        OptionalInt width,
        OptionalInt precision,
        boolean starredPrecision,
        String length,
        char letter,
        String set) {
    static final char UNKNOWN = '?';

    private static final Pattern SYNTAX =
            Pattern.compile("%(?<flags>[-+ #0*]*)(?<width>\\d{1,9})?(\\.(?<precision>\\d{0,9}|\\*))?"
                    + "(?<length>hh|h|ll|l|j|z|t|L|q)?(?<letter>[a-zA-Z%]|\\[(?<set>\\^?\\]?[^\\]]*)\\])");

    private static final Pattern NUMBERED = Pattern.compile("\\d+\\$");
    private static final Pattern TOO_WIDE = Pattern.compile("[-+ #0*]*(\\d*\\.)?\\d{10}");

    /** The integer type that the length stands for. */
    Type.Int integer(DataModel model, boolean signed) {
        int width = switch (length) {
            case "hh" -> 8;
            case "h" -> 16;
            case "l", "z", "t" -> model.pointerBytes() * 8;
            case "ll", "j" -> 64;
            default -> 32;
        };
        return new Type.Int(width, signed);
    }

    /** For {@code scanf}: read but not stored. */
    boolean suppressed() {
        return flags.contains("*");
    }

    /** For {@code printf}: a star in the place of the width takes an argument too. */
    boolean starredWidth() {
        return flags.contains("*");
    }

    /** POSIX's {@code %2$s}, which takes the second argument; where it stands, the syntax above ends. */
    boolean isNumbered() {
        return letter == UNKNOWN && NUMBERED.matcher(flags).lookingAt();
    }

    /** A width or precision that glibc does not take either. */
    boolean isTooWide() {
        return letter == UNKNOWN && TOO_WIDE.matcher(flags).lookingAt();
    }

    boolean isWideText() {
        return letter == 'S' || letter == 's' && length.equals("l");
    }

    static List<Conversion> in(String format) {
        List<Conversion> found = new ArrayList<>();
        split(format, _ -> {}, found::add);
        return found;
    }

    /** Splits a format into texts and conversions, in order. {@code %%} is text. */
    static void split(String format, Consumer<String> text, Consumer<Conversion> conversion) {
        Matcher matcher = SYNTAX.matcher(format);
        int at = 0;
        while (matcher.find()) {
            if (matcher.start() > at) text(format.substring(at, matcher.start()), text, conversion);
            at = matcher.end();
            if (matcher.group("letter").equals("%")) text.accept("%");
            else conversion.accept(of(matcher));
        }
        if (at < format.length()) text(format.substring(at), text, conversion);
    }

    private static void text(String plain, Consumer<String> text, Consumer<Conversion> conversion) {
        int percent = plain.indexOf('%');
        if (percent > 0) text.accept(plain.substring(0, percent));
        if (percent < 0) text.accept(plain);
        else conversion.accept(unknown(plain.substring(percent + 1)));
    }

    private static Conversion unknown(String rest) {
        return new Conversion(rest, OptionalInt.empty(), OptionalInt.empty(), false, "", UNKNOWN, "");
    }

    /** For {@code scanf}: the bytes in the set, as four words of 64 bits. */
    long[] members() {
        byte[] bytes = set.getBytes(StandardCharsets.UTF_8);
        boolean others = bytes.length > 0 && bytes[0] == '^';
        var members = new long[4];
        int first = others ? 1 : 0;
        for (int i = first; i < bytes.length; i++) {
            int low = bytes[i] & 0xff;
            boolean range = i + 2 < bytes.length && bytes[i + 1] == '-';
            int high = range ? bytes[i + 2] & 0xff : low;
            if (range && high >= low) i += 2;
            else high = low;
            for (int c = low; c <= high; c++) members[c / 64] |= 1L << c % 64;
        }
        for (int i = 0; others && i < members.length; i++) members[i] = ~members[i];
        return members;
    }

    private static Conversion of(Matcher matcher) {
        String precision = matcher.group("precision");
        boolean starred = "*".equals(precision);
        String length = matcher.group("length");
        return new Conversion(
                matcher.group("flags"),
                number(matcher.group("width")),
                // A point without a number means precision zero.
                starred || precision == null ? OptionalInt.empty() : number(precision.isEmpty() ? "0" : precision),
                starred,
                length == null ? "" : length.equals("q") ? "ll" : length,
                matcher.group("letter").charAt(0),
                matcher.group("set") == null ? "" : matcher.group("set"));
    }

    private static OptionalInt number(@Nullable String digits) {
        return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
    }

    @Override
    public String toString() {
        if (letter == UNKNOWN) return "%" + flags;
        return "%" + flags + (width.isPresent() ? width.getAsInt() : "")
                + (precision.isPresent() ? "." + precision.getAsInt() : starredPrecision ? ".*" : "") + length + letter
                + (letter == '[' ? set + "]" : "");
    }
}
