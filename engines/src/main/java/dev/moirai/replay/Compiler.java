package dev.moirai.replay;

import dev.moirai.ir.DataModel;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Runs gcc, and compiles the runtime with it once in the life of this process for each data model. */
final class Compiler {
    private static final String RESOURCES = "/dev/moirai/runtime/";
    private static final List<String> FILES = List.of(
            "moirai.h",
            "runtime.h",
            "all.c",
            "control.c",
            "memory.c",
            "outside.c",
            "outside.h",
            "reach.c",
            "print.c",
            "real.c",
            "schedule.c",
            "sync.c",
            "threads.c");

    /**
     * Signed arithmetic and pointers wrap, memory has no effective types, floating-point expressions are not
     * contracted.
     */
    private static final List<String> DIALECT = List.of(
            "-std=gnu11",
            "-O1",
            "-pthread",
            "-fno-strict-overflow",
            "-fno-strict-aliasing",
            "-fno-delete-null-pointer-checks",
            "-ffp-contract=off");

    private static final Map<DataModel, Path> RUNTIMES = new EnumMap<>(DataModel.class);

    private Compiler() {}

    static boolean isInstalled() {
        try {
            return execute(List.of("gcc", "--version")).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** Compiles {@code program.c} in the folder and links it; the executable is {@code program}. */
    static Path link(Path folder, DataModel model, String file, List<String> libraries) {
        try {
            Path runtime = runtime(model, file);
            Path executable = folder.resolve("program");
            var command = new ArrayList<>(List.of("gcc"));
            command.addAll(flags(model));
            command.addAll(List.of("-I", runtime.toString(), "-o", executable.toString()));
            command.add(folder.resolve("program.c").toString());
            command.add(runtime.resolve("all.o").toString());
            command.addAll(libraries);
            command.add("-lm");
            compile(command, file);
            return executable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> flags(DataModel model) {
        var flags = new ArrayList<>(DIALECT);
        if (model == DataModel.ILP32) flags.addAll(List.of("-m32", "-msse2", "-mfpmath=sse"));
        return flags;
    }

    /** The folder with the runtime's headers and its object file. */
    private static synchronized Path runtime(DataModel model, String file) throws IOException {
        Path known = RUNTIMES.get(model);
        if (known != null) return known;
        Path folder = Folders.temporary("moirai-runtime");
        for (String name : FILES) copy(name, folder);
        var command = new ArrayList<>(List.of("gcc", "-c"));
        command.addAll(flags(model));
        command.add("all.c");
        compileIn(folder, command, file);
        RUNTIMES.put(model, folder);
        return folder;
    }

    private static void copy(String name, Path folder) throws IOException {
        try (InputStream in = Compiler.class.getResourceAsStream(RESOURCES + name)) {
            if (in == null) throw new IllegalStateException("no resource " + RESOURCES + name);
            Files.copy(in, folder.resolve(name));
        }
    }

    private static void compile(List<String> command, String file) throws IOException {
        compileIn(Path.of(".").toAbsolutePath(), command, file);
    }

    private static void compileIn(Path folder, List<String> command, String file) throws IOException {
        String complaints;
        try {
            complaints = execute(command, folder);
        } catch (IOException e) {
            throw refused(file, "gcc is not installed, so nothing can be run natively", "install gcc");
        }
        if (!complaints.isEmpty()) {
            String first = complaints
                    .lines()
                    .filter(line -> line.contains("error") || line.contains("undefined reference"))
                    .findFirst()
                    .orElse(complaints);
            String hint = command.contains("-m32") ? "for --32 gcc needs its 32-bit libraries (gcc-multilib)" : "";
            throw refused(file, "gcc does not compile the instrumented program: " + first.strip(), hint);
        }
    }

    private static InputException refused(String file, String message, String hint) {
        return new InputException(Diagnostic.error(new SourceSpan(file, 0, 0), message, hint));
    }

    private static String execute(List<String> command) throws IOException {
        return execute(command, Path.of(".").toAbsolutePath());
    }

    /** The error output of the command; empty if it succeeds. */
    private static String execute(List<String> command, Path folder) throws IOException {
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0 ? "" : output.isBlank() ? "it failed without a word" : output;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return "it was interrupted";
        }
    }
}
