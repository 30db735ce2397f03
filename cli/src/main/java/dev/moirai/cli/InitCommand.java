package dev.moirai.cli;

import dev.moirai.verify.input.Project;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code moirai init}: writes {@code moirai.toml} with what can be seen of the project in the current folder. */
final class InitCommand implements Command {
    private static final String NAME = "init";

    /** How deep C files are looked for, and the most that are listed. */
    private static final int DEPTH = 4;

    private static final int MOST = 200;

    private final Syntax syntax = new Syntax();
    private final Option<Path> folder = syntax.value(
            "--in",
            "DIR",
            Path.of(""),
            "The project's folder. Without it: this one.",
            (text, _) -> Readers.toPath(text));
    private final Option<Boolean> json = syntax.flag("--json", "Print one JSON object instead of text.");

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai init [options]")
                .paragraph("Writes " + Defaults.FILE + ", which has what commands are to take unless their command"
                        + " line says otherwise: files, gcc's options, properties,"
                        + " bounds, time. What there is already is not overwritten.")
                .heading("Options:")
                .options(syntax.options());
    }

    @Override
    public int execute(Output output) {
        if (!syntax.operands().isEmpty()) throw new UsageException("init takes no file");
        Path home = folder.value();
        Path file = home.resolve(Defaults.FILE);
        if (Files.exists(file)) throw new UsageException(file + " is there already");
        Saving.refuseUnlessWritable(file);
        Saving.text(file, text(home));
        var form = json.value() ? Manner.Form.JSON : Manner.Form.TEXT;
        var object = AnswerJson.begun(NAME, file.toString())
                .put(
                        "initialised",
                        new Json.Builder().put("output", file.toString()).build())
                .build();
        new Screen(output, new Manner(form)).show(new Reply.Made(object, "wrote " + file + "\n"));
        return ExitCode.OK;
    }

    private static String text(Path home) {
        return "# Defaults for moirai in this folder; the command line goes before them.\n"
                + "# Keys are options without their dashes; docs/config.md says more.\n\n"
                + sources(home)
                + """

                time = "60s"
                # malloc-may-fail = true

                [check]
                property = ["assertion", "deadlock", "lock-misuse", "memory", "division"]
                # unwind = 4
                # strict = true
                # cache = ".moirai-cache"
                """;
    }

    private static String sources(Path home) {
        for (String place : List.of(".", "build")) {
            if (Files.isRegularFile(home.resolve(place).resolve("compile_commands.json"))) {
                return "p = " + quoted(place) + "\n# main = \"test/driver.c\"\n";
            }
        }
        List<Path> files = sourcesBelow(home);
        List<Path> mains = files.stream().filter(Project::definesMain).toList();
        String flags =
                Files.isDirectory(home.resolve("include")) ? "flags = [\"-Iinclude\"]\n" : "# flags = [\"-DNDEBUG\"]\n";
        if (mains.size() == 1) return "files = " + array(home, files) + "\n" + flags;
        String why = files.isEmpty()
                ? "# There is no C file here yet.\n"
                : mains.isEmpty()
                        ? "# None of the C files here defines main.\n"
                        : "# " + mains.size() + " of the C files here define main: name those of one program.\n";
        return why + "# files = [\"main.c\"]\n" + flags;
    }

    private static List<Path> sourcesBelow(Path home) {
        Path start = home.toString().isEmpty() ? Path.of(".") : home;
        try (Stream<Path> all = Files.walk(start, DEPTH)) {
            return all.filter(path -> path.toString().endsWith(".c") && Files.isRegularFile(path))
                    .filter(path -> !path.toString().contains("/."))
                    .limit(MOST)
                    .map(Path::normalize)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UsageException("cannot look through " + start + ": " + e.getMessage());
        }
    }

    private static String array(Path home, List<Path> files) {
        return files.stream()
                .map(file -> quoted(home.normalize().relativize(file).toString()))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
