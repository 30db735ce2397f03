package dev.moirai.generate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real compiler, where there is one: the judge of what C means. */
public final class Gcc {
    /** Signed arithmetic wraps, as in the interpreter; no contraction of floating expressions; no warnings. */
    private static final List<String> DIALECT =
            List.of("-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off");

    /** Stands on a line of its own after the output of each of several programs in one. */
    public static final String END_OF_PROGRAM = "<end of program>";

    private Gcc() {}

    public static boolean isInstalled() {
        try {
            return execute(List.of("gcc", "--version")).exitCode == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private record Finished(int exitCode, String output) {}

    private static Finished execute(List<String> command) throws IOException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) throw new IOException("no end: " + command);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return new Finished(process.exitValue(), output);
    }

    /**
     * What each of the programs prints. They are linked into one, so what they define beside {@code main} must be static;
     * each is a translation unit of its own.
     */
    public static List<String> outputs(Path folder, List<String> programs, String optimisation) throws IOException {
        var driver = new StringBuilder("#include <stdio.h>\n");
        var calls = new StringBuilder();
        List<String> files = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            String main = "program_" + i;
            files.add(write(folder.resolve(main + ".c"), "#define main " + main + "\n" + programs.get(i)));
            driver.append("int ").append(main).append("(void);\n");
            calls.append("    ")
                    .append(main)
                    .append("(); puts(\"")
                    .append(END_OF_PROGRAM)
                    .append("\");\n");
        }
        driver.append("int main(void)\n{\n").append(calls).append("    return 0;\n}\n");
        files.add(write(folder.resolve("driver.c"), driver.toString()));
        return split(compileAndRun(folder, files, optimisation));
    }

    /** What each of the seeds' programs prints, all of them in one translation unit. */
    public static List<String> outputs(Path folder, long firstSeed, long lastSeed, String optimisation)
            throws IOException {
        List<Long> seeds = Stream.iterate(firstSeed, seed -> seed <= lastSeed, seed -> seed + 1)
                .toList();
        return outputs(folder, SequentialPrograms.together(seeds, END_OF_PROGRAM), optimisation);
    }

    /** What each of the programs in this one prints. */
    public static List<String> outputs(Path folder, String together, String optimisation) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "together", ".c"), together);
        return split(compileAndRun(folder, List.of(file.toString()), optimisation));
    }

    /** The compiler's complaints about a file for the 32-bit data model; empty if there are none. */
    public static String complaintsIn32Bits(Path file) throws IOException {
        return execute(List.of("gcc", "-m32", "-std=gnu11", "-w", "-fsyntax-only", file.toString())).output;
    }

    private static String write(Path file, String text) throws IOException {
        return Files.writeString(file, text).toString();
    }

    private static String compileAndRun(Path folder, List<String> files, String optimisation) throws IOException {
        Path program = Files.createTempFile(folder, "program", "");
        List<String> command = new ArrayList<>(List.of("gcc", optimisation, "-o", program.toString()));
        command.addAll(DIALECT);
        command.addAll(files);
        command.add("-lm");
        Finished compiled = execute(command);
        if (compiled.exitCode != 0) throw new IOException("gcc refuses:\n" + compiled.output);
        Finished run = execute(List.of(program.toString()));
        if (run.exitCode != 0) throw new IOException("exit code " + run.exitCode + "\n" + run.output);
        return run.output;
    }

    /** The outputs of the programs in one. */
    public static List<String> split(String output) {
        List<String> parts = new ArrayList<>(List.of(output.split(END_OF_PROGRAM + "\n", -1)));
        parts.removeLast();
        return parts;
    }
}
