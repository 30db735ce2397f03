package dev.moirai.frontend.c.library;

import dev.moirai.ir.DataModel;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A conversion in a format of {@code printf} or {@code scanf}: {@code %-08ld}. */
record Conversion(String flags, OptionalInt width, OptionalInt precision, boolean starred, String length, char letter) {
    private static final Pattern SYNTAX =
            Pattern.compile("%(?<flags>[-+ #0*]*)(?<width>\\d+)?(\\.(?<precision>\\d*|\\*))?"
                    + "(?<length>hh|h|ll|l|j|z|t|L|q)?(?<letter>[a-zA-Z%])");

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

    /** {@code scanf}: read but not stored. */
    boolean suppressed() {
        return flags.contains("*");
    }

    static List<Conversion> in(String format) {
        List<Conversion> found = new ArrayList<>();
        split(format, _ -> {}, found::add);
        return found;
    }

    /** Walks through a format in order. {@code %%} is text. */
    static void split(String format, Consumer<String> text, Consumer<Conversion> conversion) {
        Matcher matcher = SYNTAX.matcher(format);
        int at = 0;
        while (matcher.find()) {
            if (matcher.start() > at) text.accept(format.substring(at, matcher.start()));
            at = matcher.end();
            if (matcher.group("letter").equals("%")) text.accept("%");
            else conversion.accept(of(matcher));
        }
        if (at < format.length()) text.accept(format.substring(at));
    }

    private static Conversion of(Matcher matcher) {
        String precision = matcher.group("precision");
        boolean starred = "*".equals(precision) || matcher.group("flags").contains("*");
        String length = matcher.group("length");
        return new Conversion(
                matcher.group("flags"),
                number(matcher.group("width")),
                // A lone point means precision zero.
                starred || precision == null ? OptionalInt.empty() : number(precision.isEmpty() ? "0" : precision),
                starred,
                length == null ? "" : length.equals("q") ? "ll" : length,
                matcher.group("letter").charAt(0));
    }

    private static OptionalInt number(@Nullable String digits) {
        return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
    }

    @Override
    public String toString() {
        return "%" + flags + (width.isPresent() ? width.getAsInt() : "")
                + (precision.isPresent() ? "." + precision.getAsInt() : starred ? ".*" : "") + length + letter;
    }
}
