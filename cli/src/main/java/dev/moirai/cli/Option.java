package dev.moirai.cli;

import java.util.List;

/**
 * One option of a command and, after parsing, its value. An option with an empty {@code label} is a flag.
 *
 * @param <T> the type of its value
 */
final class Option<T> {
    /** Reads an option's text; throws a {@link UsageException} that says what was expected. */
    interface Reader<T> {
        /** @param before the value so far, for options that may be repeated */
        T read(String text, T before);
    }

    private final List<String> names;
    private final String label;
    private final String help;
    private final Reader<T> reader;
    private T value;
    private boolean given;

    Option(List<String> names, String label, T initial, String help, Reader<T> reader) {
        this.names = List.copyOf(names);
        this.label = label;
        this.help = help;
        this.reader = reader;
        this.value = initial;
    }

    List<String> names() {
        return names;
    }

    String label() {
        return label;
    }

    String help() {
        return help;
    }

    boolean isFlag() {
        return label.isEmpty();
    }

    T value() {
        return value;
    }

    /** Whether the option is given on the command line. */
    boolean isGiven() {
        return given;
    }

    void take(String name, String text) {
        try {
            value = reader.read(text, value);
            given = true;
        } catch (UsageException e) {
            throw new UsageException("option " + name + ": " + e.getMessage());
        }
    }
}
