package dev.moirai.replay.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.replay.Streams;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * Runs a JVM program once, under our agent. The folder of the run lives until this is closed. A thread that is interrupted while
 * the program runs ends the program.
 */
public final class JvmProcess implements AutoCloseable {
    private static final String AGENT = "/dev/moirai/jvm/moirai-agent.jar";

    private final Path folder;
    private final RunReport report;
    private final int status;

    private JvmProcess(Path folder, RunReport report, int status) {
        this.folder = folder;
        this.report = report;
        this.status = status;
    }

    public static JvmProcess run(JvmCommand command, JvmOrder order, Streams streams) {
        try {
            Path folder = Files.createTempDirectory("moirai-jvm");
            try {
                return run(command, order, streams, folder);
            } catch (IOException | RuntimeException e) {
                delete(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JvmProcess run(JvmCommand command, JvmOrder order, Streams streams, Path folder) throws IOException {
        Path agent = folder.resolve("moirai-agent.jar");
        try (InputStream archive = JvmProcess.class.getResourceAsStream(AGENT)) {
            if (archive == null) throw new IllegalStateException("the agent is not packed: " + AGENT);
            Files.copy(archive, agent);
        }
        Files.write(folder.resolve("options"), order.options(), StandardCharsets.UTF_8);
        Files.write(folder.resolve("script"), order.script(), StandardCharsets.UTF_8);
        Files.write(folder.resolve("command"), command.words(), StandardCharsets.UTF_8);
        int status = execute(command, command.withAgent(agent, folder), streams);
        return new JvmProcess(folder, RunReport.read(folder.resolve("report")), status);
    }

    private static int execute(JvmCommand command, List<String> words, Streams streams) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(words)
                    .redirectInput(streams.input())
                    .redirectOutput(streams.output())
                    .redirectError(streams.error())
                    .start();
        } catch (IOException e) {
            String java = command.words().getFirst();
            throw new InputException(
                    Diagnostic.error(new SourceSpan(java, 0, 0), "cannot be started: " + e.getMessage(), ""));
        }
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    public RunReport report() {
        return report;
    }

    /** The exit status of the JVM, which is the program's own where the program ended by itself. */
    public int status() {
        return status;
    }

    /** Where the log lies, if the run was recorded. */
    public Path folder() {
        return folder;
    }

    @Override
    public void close() {
        delete(folder);
    }

    private static void delete(Path folder) {
        try (var all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        } catch (IOException e) {
            // What remains lies among the system's temporary files, which are cleared in time.
        }
    }
}
