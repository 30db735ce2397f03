package dev.moirai.replay;

import dev.moirai.emit.InstrumentedC;
import dev.moirai.emit.Sites;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A program compiled with the runtime, ready to be run any number of times. */
public final class NativeProgram implements AutoCloseable {
    private final Sites sites;
    private final Set<Property> watched;
    private final Path folder;
    private final Path executable;

    private NativeProgram(Sites sites, Set<Property> watched, Path folder, Path executable) {
        this.sites = sites;
        this.watched = watched;
        this.folder = folder;
        this.executable = executable;
    }

    /** Whether a C compiler is available. */
    public static boolean isPossible() {
        return Compiler.isInstalled();
    }

    /** @throws dev.moirai.source.InputException if there is no gcc, or it rejects the program */
    public static NativeProgram build(Program program, Set<Property> watched) {
        return build(program, watched, List.of());
    }

    /** @param libraries what it is linked with, as gcc's options {@code -lNAME} and {@code -LFOLDER} */
    public static NativeProgram build(Program program, Set<Property> watched, List<String> libraries) {
        try {
            Path folder = Folders.temporary("moirai-native");
            Files.writeString(folder.resolve("program.c"), InstrumentedC.write(program, watched));
            Path executable = Compiler.link(folder, program.model(), program.file(), libraries);
            return new NativeProgram(new Sites(program), watched, folder, executable);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Sites sites() {
        return sites;
    }

    /** Runs the program once. An interrupt of the waiting thread ends the run. */
    public NativeRun run(NativeOrder order, Streams streams) {
        try {
            Path report = folder.resolve("report");
            Path log = folder.resolve("log");
            Files.deleteIfExists(report);
            Files.deleteIfExists(log);
            Path control = Files.write(folder.resolve("control"), control(order, report, log));
            var process = new ProcessBuilder(executable.toString(), control.toString())
                    .redirectInput(streams.input())
                    .redirectOutput(streams.output())
                    .redirectError(streams.error())
                    .start();
            int exit = wait(process);
            String told = Files.exists(report) ? Files.readString(report) : "";
            if (exit != 0 && told.isEmpty()) told = "exit code " + exit;
            return new NativeRun(NativeOutcome.read(told, sites), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int wait(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private List<String> control(NativeOrder order, Path report, Path log) throws IOException {
        var lines = new ArrayList<String>();
        lines.add("report " + report);
        if (order.logging() == NativeOrder.Logging.ON) lines.add("log " + log);
        lines.add("max-steps " + order.maxSteps());
        order.time().ifPresent(time -> lines.add("time " + time.toMillis()));
        for (Property property : watched) lines.add("watch " + property.word());
        switch (order.pace()) {
            case NativeOrder.Pace.Steady(var seed) -> {
                lines.add("mode steady");
                lines.add("seed " + Long.toUnsignedString(seed));
            }
            case NativeOrder.Pace.Shuffled(var seed) -> {
                lines.add("mode shuffled");
                lines.add("seed " + Long.toUnsignedString(seed));
            }
            case NativeOrder.Pace.Free(var seed) -> {
                lines.add("mode free");
                lines.add("seed " + Long.toUnsignedString(seed));
            }
            case NativeOrder.Pace.Scripted(var script, var expected) -> {
                lines.add("mode scripted");
                for (int site : expected) lines.add("expect " + site);
                lines.add("script " + Files.writeString(folder.resolve("script"), script.text()));
            }
        }
        return lines;
    }

    /** Deletes the executable. */
    @Override
    public void close() {
        Folders.delete(folder);
    }
}
