package dev.moirai.cli;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.input.CompilerFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The defaults of a project, from {@code moirai.toml} in the current folder: for what the command line does not say. Keys are
 * options without their dashes. Before the first table stands what holds for all commands on programs: how they are read, and
 * the time; in {@code [check]} what holds for that command.
 */
final class Defaults {
    static final String FILE = "moirai.toml";

    /** The commands that read programs. The others take everything from their command line. */
    static final List<String> COMMANDS =
            List.of("check", "run", "record", "predict", "livelock", "terminates", "sequentialize");

    /** What may stand before the first table, {@code files} and {@code flags} apart. */
    private static final List<String> SHARED = List.of(
            "p",
            "target",
            "main",
            "stub",
            "32",
            "64",
            "malloc-may-fail",
            "no-spurious-wakeups",
            "no-spurious-failures",
            "assume-pure",
            "file",
            "stdin",
            "env",
            "rand",
            "clock",
            "signals",
            "entry",
            "cooperative",
            "time");

    /** The launcher reads it from the command line, before there is a virtual machine. */
    private static final Set<String> LAUNCHER = Set.of("memory");

    private static final String NO_CONFIG = "--no-config";

    private final Path file;

    Defaults(Path folder) {
        this.file = folder.resolve(FILE);
    }

    static void offer(Syntax syntax) {
        syntax.flag(NO_CONFIG, "Take no defaults from " + FILE + " in this folder.");
    }

    /** Gives the command what its command line leaves open. */
    void complete(String command, Syntax syntax) {
        if (!COMMANDS.contains(command) || syntax.isGiven(NO_CONFIG) || syntax.isGiven("--java")) return;
        if (!Files.isRegularFile(file)) return;
        List<Toml.Setting> settings;
        try {
            settings = Toml.read(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw refused(new SourceSpan(file.toString(), 0, 0), "this file cannot be read as text", "");
        }
        for (Toml.Setting setting : settings) refuseUnlessKnown(setting, command, syntax);
        // What the command's own table says goes before what is said for all.
        for (Toml.Setting setting : settings) if (setting.table().equals(command)) take(setting, syntax);
        for (Toml.Setting setting : settings) if (setting.table().isEmpty()) take(setting, syntax);
    }

    private static void refuseUnlessKnown(Toml.Setting setting, String command, Syntax syntax) {
        String table = setting.table();
        String key = setting.key();
        if (!table.isEmpty() && !COMMANDS.contains(table)) {
            throw refused(
                    setting.at(), "there is no table [" + table + "]", "tables are " + String.join(", ", COMMANDS));
        }
        if (LAUNCHER.contains(key)) throw refused(setting.at(), key + " can stand on the command line only", "");
        boolean isKnown = table.isEmpty()
                ? key.equals("files") || key.equals("flags") || SHARED.contains(key)
                : option(
                                key,
                                table.equals(command)
                                        ? syntax
                                        : Commands.command(table).syntax())
                        .isPresent();
        if (isKnown) return;
        String home = table.isEmpty()
                        && COMMANDS.stream()
                                .anyMatch(
                                        one -> option(key, Commands.command(one).syntax())
                                                .isPresent())
                ? "it belongs into the table of a command, such as [check]"
                : "";
        throw refused(setting.at(), "unknown key " + key + (table.isEmpty() ? "" : " in [" + table + "]"), home);
    }

    private static Optional<Option<?>> option(String key, Syntax syntax) {
        return syntax.options().stream()
                .filter(option ->
                        option.names().contains("--" + key) || option.names().contains("-" + key))
                .findFirst();
    }

    private static void take(Toml.Setting setting, Syntax syntax) {
        switch (setting.key()) {
            case "files" -> {
                List<String> files = texts(setting);
                boolean isAsked = syntax.operands().isEmpty()
                        && !syntax.isGiven("-p")
                        && !syntax.isGiven("--main")
                        && !syntax.isGiven("--task");
                if (isAsked) syntax.operands().addAll(files);
            }
            case "flags" -> flags(setting, syntax);
            default -> option(setting.key(), syntax).ifPresent(option -> take(setting, option));
        }
    }

    /** Those of the command line come later, so that they win. */
    private static void flags(Toml.Setting setting, Syntax syntax) {
        List<String> flags = texts(setting);
        for (int i = 0; i < flags.size(); ) {
            int length = CompilerFlags.length(flags, i);
            if (length == 0) throw refused(setting.at(), "'" + flags.get(i) + "' is no option of gcc's", "");
            i += length;
        }
        syntax.compilerFlags().addAll(0, flags);
    }

    private static void take(Toml.Setting setting, Option<?> option) {
        if (option.isGiven()) return;
        String key = setting.key();
        boolean isTruth = setting.value() instanceof Toml.Value.Truth;
        if (option.isFlag() != isTruth) {
            throw refused(
                    setting.at(),
                    key + (option.isFlag() ? " is true or false" : " takes a value: " + option.label()),
                    "");
        }
        try {
            for (String value : values(setting.value()))
                option.take(option.names().getFirst(), value);
        } catch (UsageException e) {
            throw refused(setting.at(), String.valueOf(e.getMessage()), "");
        }
    }

    /** The texts that the option takes, one after the other. */
    private static List<String> values(Toml.Value value) {
        return switch (value) {
            case Toml.Value.Text(var text) -> List.of(text);
            case Toml.Value.Whole(var number) -> List.of(Long.toString(number));
            case Toml.Value.Truth(var isTrue) -> isTrue ? List.of("") : List.of();
            case Toml.Value.Texts(var texts) -> texts;
        };
    }

    private static List<String> texts(Toml.Setting setting) {
        if (setting.value() instanceof Toml.Value.Texts(var texts)) return new ArrayList<>(texts);
        throw refused(setting.at(), setting.key() + " is an array of strings: [\"...\", \"...\"]", "");
    }

    private static InputException refused(SourceSpan at, String message, String hint) {
        return new InputException(Diagnostic.error(at, message, hint));
    }
}
