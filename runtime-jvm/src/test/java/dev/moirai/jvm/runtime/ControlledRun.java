package dev.moirai.jvm.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A run of a test program in a JVM of its own: its report, by lines of words, and what it printed. */
record ControlledRun(List<List<String>> report, String printed, Path folder) {
    static ControlledRun of(Path folder, String program, List<String> options, List<long[]> script, String... arguments)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("options"), options);
        var segments = new ArrayList<String>();
        for (long[] segment : script) segments.add(segment[0] + ":" + segment[1]);
        Files.write(folder.resolve("script"), segments);
        Path agent = folder.resolve("agent.jar");
        try (InputStream archive = Log.class.getResourceAsStream("/dev/moirai/jvm/moirai-agent.jar")) {
            if (archive == null) throw new IOException("the agent is not packed");
            Files.copy(archive, agent);
        }
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=3",
                "-javaagent:" + agent + "=" + folder,
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                "dev.moirai.programs." + program));
        command.addAll(List.of(arguments));
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectOutput(printed.toFile())
                .redirectError(Redirect.DISCARD)
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) process.destroyForcibly();
        var report = new ArrayList<List<String>>();
        if (Files.exists(folder.resolve("report"))) {
            for (String line : Files.readAllLines(folder.resolve("report"))) report.add(List.of(line.split("\t", -1)));
        }
        return new ControlledRun(report, Files.readString(printed), folder);
    }

    List<String> outcome() {
        return report.get(1).subList(1, report.get(1).size());
    }

    List<List<String>> lines(String word) {
        return report.stream().filter(line -> line.getFirst().equals(word)).toList();
    }

    List<long[]> segments() {
        return lines("segment").stream()
                .map(line -> new long[] {Long.parseLong(line.get(1)), Long.parseLong(line.get(2))})
                .toList();
    }
}
