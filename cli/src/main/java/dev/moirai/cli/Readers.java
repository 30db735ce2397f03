package dev.moirai.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Readers for the values of options. */
final class Readers {
    private static final long LEAST_KILOBYTES = 32L << 10;
    private static final long MOST_KILOBYTES = 1024L << 20;

    private Readers() {}

    static Option.Reader<Long> number(long least, long most) {
        return (text, _) -> parse(text, least, most);
    }

    static Option.Reader<Optional<Long>> optionalNumber(long least, long most) {
        return (text, _) -> Optional.of(parse(text, least, most));
    }

    static Option.Reader<OptionalLong> optionalLong() {
        return (text, _) -> OptionalLong.of(parse(text, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static long parse(String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException _) {
            // the message below covers this too
        }
        String range = most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most;
        if (least == Long.MIN_VALUE) range = "of 64 bits";
        throw new UsageException("'" + text + "' is not a whole number " + range);
    }

    static Optional<Path> optionalPath(String text, Optional<Path> before) {
        return Optional.of(toPath(text));
    }

    /** A file that will be written later. If it cannot be written, that is reported before any work is done. */
    static Optional<Path> output(String text, Optional<Path> before) {
        Path path = toPath(text);
        Saving.refuseUnlessWritable(path);
        return Optional.of(path);
    }

    static Optional<String> optionalText(String text, Optional<String> before) {
        return Optional.of(text);
    }

    /** What srand takes, a number of 32 bits. */
    static OptionalInt seed(String text, OptionalInt before) {
        try {
            return OptionalInt.of(Integer.parseUnsignedInt(text));
        } catch (NumberFormatException e) {
            throw new UsageException("a seed is a number from 0 to 4294967295, not '" + text + "'");
        }
    }

    /** One value each time the option is given. */
    static List<String> several(String text, List<String> before) {
        var values = new ArrayList<>(before);
        values.add(text);
        return values;
    }

    /** A comma-separated list; if the option is repeated, the lists are joined. */
    static List<String> words(String text, List<String> before) {
        var words = new ArrayList<>(before);
        for (String word : text.split(",")) if (!word.isBlank()) words.add(word.strip());
        return words;
    }

    static <E extends Enum<E>> Option.Reader<E> oneOf(Class<E> type) {
        return oneOf(List.of(type.getEnumConstants()));
    }

    static <E extends Enum<E>> Option.Reader<E> oneOf(List<E> constants) {
        return (text, _) -> {
            var known = new ArrayList<String>();
            for (E constant : constants) {
                String word = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
                if (word.equals(text)) return constant;
                known.add(word);
            }
            throw new UsageException("'" + text + "' is none of " + String.join(", ", known));
        };
    }

    /** The name of a backend that we know, or a path. */
    static String backend(String text, String before) {
        if (text.equals("embedded") || text.equals("cbmc") || text.contains("/")) return text;
        throw new UsageException("'" + text + "' is none of embedded, cbmc, PATH of a CBMC");
    }

    /** {@code 60s}, {@code 500ms}, {@code 2m}, {@code 1h}, {@code 60} (seconds), {@code none}. */
    static Optional<Duration> duration(String text, Optional<Duration> before) {
        if (text.equals("none")) return Optional.empty();
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) digits++;
        if (digits > 0 && digits <= 9) {
            long number = Long.parseLong(text.substring(0, digits));
            switch (text.substring(digits)) {
                case "ms":
                    return Optional.of(Duration.ofMillis(number));
                case "", "s":
                    return Optional.of(Duration.ofSeconds(number));
                case "m", "min":
                    return Optional.of(Duration.ofMinutes(number));
                case "h":
                    return Optional.of(Duration.ofHours(number));
                default:
                    break;
            }
        }
        throw new UsageException("'" + text + "' is not a time such as 60s, 500ms, 5m, or none");
    }

    /** {@code 512m}, {@code 4g}. The launcher passes the value to the virtual machine, which enforces it. */
    static Optional<String> memory(String text, Optional<String> before) {
        boolean good = text.length() >= 2
                && text.length() <= 10
                && "kKmMgG".indexOf(text.charAt(text.length() - 1)) >= 0
                && text.substring(0, text.length() - 1).chars().allMatch(Character::isDigit);
        if (!good) throw new UsageException("'" + text + "' is not an amount of memory such as 512m or 4g");
        // The launcher leaves out what lies beyond these limits.
        long amount = Long.parseLong(text.substring(0, text.length() - 1));
        long kilobytes = switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
            case 'k' -> amount;
            case 'm' -> amount << 10;
            default -> amount << 20;
        };
        if (kilobytes < LEAST_KILOBYTES) throw new UsageException("'" + text + "' is too little: 32m at least");
        if (kilobytes > MOST_KILOBYTES) throw new UsageException("'" + text + "' is too much: 1024g at most");
        return Optional.of(text);
    }

    static Path toPath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            String ascii = text.chars().allMatch(character -> character < 128)
                    ? ""
                    : ": the locale has no such letters (LC_ALL=C.UTF-8 has)";
            throw new UsageException("'" + text + "' is not a path" + ascii);
        }
    }

    static List<String> namesOf(String names) {
        return Arrays.asList(names.split(", "));
    }
}
