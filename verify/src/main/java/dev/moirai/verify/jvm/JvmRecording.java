package dev.moirai.verify.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Runs a JVM program once and keeps all that it did in one file: docs/jvm-log.md has the format. */
public final class JvmRecording {
    /** @param ending how the run ended, in words */
    public record Recorded(Path file, long bytes, long steps, long threads, String ending, List<String> remarks) {}

    private JvmRecording() {}

    /** Throws a {@link dev.moirai.verify.engine.GaveUpException} if the time is up before the program has ended. */
    public static Recorded record(JvmInput input, JvmSchedule schedule, Path file, Budget budget) {
        JvmOrder.Pace pace = switch (schedule) {
            case JvmSchedule.Steady _ -> new JvmOrder.Pace.Steady();
            case JvmSchedule.Seeded(var seed) -> new JvmOrder.Pace.Seeded(seed, JvmSchedule.PERIOD);
            case JvmSchedule.Pct(var seed, var depth) -> new JvmOrder.Pace.Pct(seed, depth, 1000);
        };
        return Inquiry.inTime(budget, " while recording", () -> {
            var trial = new JvmTrial(input);
            try (var process = trial.run(pace, JvmOrder.Mode.RECORD, Streams.OURS)) {
                trial.refuseIfNothingRan(process);
                RunReport report = process.report();
                pack(process.folder(), file);
                return new Recorded(
                        file,
                        Files.size(file),
                        report.count("steps"),
                        report.count("threads"),
                        trial.ending(process),
                        trial.remarks(report));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The folder of a run as one archive. */
    static void pack(Path folder, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                var zip = new ZipOutputStream(out);
                var all = Files.walk(folder)) {
            for (Path path : all.sorted().toList()) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                if (!Files.isRegularFile(path) || name.endsWith(".jar")) continue;
                var entry = new ZipEntry(name);
                entry.setTime(0);
                zip.putNextEntry(entry);
                Files.copy(path, zip);
                zip.closeEntry();
            }
        }
    }
}
