package dev.moirai.cli;

import dev.moirai.source.StandardInput;
import dev.moirai.verify.input.CompilerFlags;
import java.util.ArrayList;
import java.util.List;

/**
 * The syntax of a command line after the name of the command: options at any place ({@code --name value}, {@code
 * --name=value}, {@code -Ivalue}), gcc's options for commands that take them, operands, and words after {@code --},
 * which are passed on. This is no library because start-up time counts: a reflective one costs more processor time than
 * everything else before the actual work (docs/performance.md).
 */
final class Syntax {
    private final List<Option<?>> options = new ArrayList<>();
    private final List<String> operands = new ArrayList<>();
    private final List<String> rest = new ArrayList<>();
    private final List<String> compilerFlags = new ArrayList<>();
    private boolean takesCompilerFlags;
    private List<String> words = List.of();
    private final List<Runnable> checks = new ArrayList<>();

    Option<Boolean> flag(String names, String help) {
        return add(new Option<>(Readers.namesOf(names), "", false, help, (_, _) -> true));
    }

    <T> Option<T> value(String names, String label, T initial, String help, Option.Reader<T> reader) {
        return add(new Option<>(Readers.namesOf(names), label, initial, help, reader));
    }

    /** Accepts gcc's options too, except those that have a meaning of our own. */
    void takeCompilerFlags(String term, String help) {
        takesCompilerFlags = true;
        add(new Option<>(List.of(term), "", false, help, (_, _) -> true));
    }

    /** The words that are gcc's options, in order. */
    List<String> compilerFlags() {
        return compilerFlags;
    }

    private <T> Option<T> add(Option<T> option) {
        options.add(option);
        return option;
    }

    List<Option<?>> options() {
        return options;
    }

    /** The words that are no options. */
    List<String> operands() {
        return operands;
    }

    /** Standard input, where it stands among the operands, gets this name. */
    void callStandardInput(String name) {
        operands.replaceAll(operand -> operand.equals(StandardInput.NAME) ? name : operand);
    }

    /** The words after {@code --}. */
    List<String> rest() {
        return rest;
    }

    /** The command line as it was given. */
    List<String> words() {
        return words;
    }

    /** Whether there is an option of this name, and it is given. */
    boolean isGiven(String name) {
        Option<?> option = find(name);
        return option != null && option.isGiven();
    }

    /** Whether an option of this name is there already. */
    boolean has(String name) {
        return find(name) != null;
    }

    /** Registers a check of the options together, which throws a {@link UsageException} before any work is done. */
    void afterwards(Runnable check) {
        checks.add(check);
    }

    void parse(List<String> given) {
        parse(given, () -> {});
    }

    /** @param completion gives values to options that are not given, before they are checked together */
    void parse(List<String> given, Runnable completion) {
        this.words = given;
        readWords(given);
        completion.run();
        checks.forEach(Runnable::run);
    }

    private void readWords(List<String> given) {
        List<String> words = takesCompilerFlags ? withFilesExpanded(given) : given;
        if (words.stream()
                        .takeWhile(word -> !word.equals("--"))
                        .filter("-"::equals)
                        .count()
                > 1) {
            throw new UsageException("standard input is read once: only one file can be -");
        }
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--")) {
                rest.addAll(words.subList(i + 1, words.size()));
                return;
            }
            if (!word.startsWith("-") || word.equals("-")) {
                operands.add(word.equals("-") ? StandardInput.NAME : word);
                continue;
            }
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = equals < 0 ? word : word.substring(0, equals);
            var option = find(name);
            if (option != null && option.isFlag()) {
                if (equals >= 0) throw new UsageException("option " + name + " takes no value");
                option.take(name, "");
            } else if (option != null) {
                if (equals < 0 && i + 1 == words.size()) throw missingValue(name, option);
                option.take(name, equals < 0 ? words.get(++i) : word.substring(equals + 1));
            } else if (takesCompilerFlags && CompilerFlags.length(words, i) > 0) {
                int length = CompilerFlags.length(words, i);
                compilerFlags.addAll(words.subList(i, i + length));
                i += length - 1;
            } else {
                var glued = word.startsWith("--") ? null : find(word.substring(0, 2));
                if (glued == null || glued.isFlag()) throw UsageException.unknown("option", name, names());
                glued.take(word.substring(0, 2), word.substring(2));
            }
        }
    }

    /** Replaces {@code @FILE} by the contents of the file, in the words before {@code --}. */
    private static List<String> withFilesExpanded(List<String> words) {
        boolean any = false;
        for (String word : words) any |= word.startsWith("@");
        if (!any) return words;
        int handedOn = words.indexOf("--");
        int own = handedOn < 0 ? words.size() : handedOn;
        var expanded = new ArrayList<>(CompilerFlags.expanded(words.subList(0, own)));
        expanded.addAll(words.subList(own, words.size()));
        return expanded;
    }

    private static UsageException missingValue(String name, Option<?> option) {
        return new UsageException("option " + name + " needs a value: " + name + " " + option.label());
    }

    private @org.jspecify.annotations.Nullable Option<?> find(String name) {
        for (var option : options) if (option.names().contains(name)) return option;
        return null;
    }

    private List<String> names() {
        var names = new ArrayList<String>();
        for (var option : options) names.addAll(option.names());
        return names;
    }
}
