package dev.moirai.frontend.c.library;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the user hands over of the world outside the program.
 *
 * @param files those that exist when the program starts
 * @param input what standard input holds, each character a byte; without it, input may be anything
 * @param environment variables as {@code NAME=VALUE}, each character a byte
 * @param signals how many signals may come
 * @param seed what random numbers begin with, so that they are glibc's; without it, they may be any
 */
public record Environs(
        List<NamedFile> files,
        Optional<String> input,
        List<String> environment,
        OptionalInt seed,
        Clock clock,
        int signals) {
    public static final Environs NOTHING =
            new Environs(List.of(), Optional.empty(), List.of(), OptionalInt.empty(), Clock.FREE, 0);

    public enum Clock {
        /** Shows any time at any call. */
        FREE,
        /** Shows the same time always. */
        STILL
    }

    public Environs {
        files = List.copyOf(files);
        environment = List.copyOf(environment);
    }

    boolean holdsFiles() {
        return !files.isEmpty() || input.isPresent();
    }

    /** @param bytes each character is one */
    public record NamedFile(String name, String bytes) {}

    /** The file of bundled C that holds the files, see {@code files.c}. */
    String asC() {
        var text = new StringBuilder("""
            struct __moirai_given {
                const char *name;
                const char *bytes;
                unsigned long size;
            };
            static const struct __moirai_given __moirai_given[] = {
            """);
        for (NamedFile file : files) add(text, quoted(file.name()), file.bytes());
        input.ifPresent(bytes -> add(text, "0", bytes));
        return text.append("""
            {0, 0, 0}};
            int __moirai_is_given(void) {
                return 1;
            }
            const struct __moirai_given *__moirai_given_files(void) {
                return __moirai_given;
            }
            """).toString();
    }

    /** The same for the environment, see {@code environment.c}. */
    String environmentAsC() {
        var text = new StringBuilder("static char *__moirai_given_environment[] = {\n");
        for (String variable : environment) text.append(quoted(variable)).append(",\n");
        return text.append("0};\nchar **environ = __moirai_given_environment;\n")
                .toString();
    }

    private static void add(StringBuilder text, String name, String bytes) {
        text.append('{').append(name).append(", ").append(quoted(bytes)).append(", ");
        text.append(bytes.length()).append("},\n");
    }

    private static String quoted(String bytes) {
        var text = new StringBuilder("\"");
        for (int i = 0; i < bytes.length(); i++) {
            char c = bytes.charAt(i);
            if (c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '?') {
                text.append(c);
            } else {
                text.append('\\').append((char) ('0' + (c >> 6 & 3)));
                text.append((char) ('0' + (c >> 3 & 7))).append((char) ('0' + (c & 7)));
            }
        }
        return text.append('"').toString();
    }
}
