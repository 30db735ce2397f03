package dev.moirai.jvm.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the process that started this JVM wants: the file {@code options} of the run's folder, and {@code script}. */
public record Options(
        Path folder,
        String mode,
        String schedule,
        boolean stopsAfterScript,
        List<String> included,
        List<String> excluded,
        List<String> jdk,
        long watchdog,
        long steps,
        List<long[]> script) {

    public static Options read(Path folder) throws IOException {
        String mode = "control";
        String schedule = "steady";
        boolean stops = false;
        var included = new ArrayList<String>();
        var excluded = new ArrayList<String>();
        var jdk = new ArrayList<String>();
        long watchdog = 200;
        long steps = Long.MAX_VALUE;
        for (String line : Files.readAllLines(folder.resolve("options"), StandardCharsets.UTF_8)) {
            if (line.isEmpty()) continue;
            int space = line.indexOf(' ');
            String value = space < 0 ? "" : line.substring(space + 1);
            switch (space < 0 ? line : line.substring(0, space)) {
                case "mode" -> mode = value;
                case "schedule" -> schedule = value;
                case "after" -> stops = value.equals("stop");
                case "include" -> included.add(value.replace('.', '/'));
                case "exclude" -> excluded.add(value.replace('.', '/'));
                case "jdk" -> jdk.add(value.replace('.', '/'));
                case "wakeups" -> SpuriousWakeups.on = !value.equals("caused");
                case "watchdog" -> watchdog = Long.parseLong(value);
                case "steps" -> steps = Long.parseLong(value);
                default -> throw new IOException("unknown option: " + line);
            }
        }
        return new Options(
                folder, mode, schedule, stops, included, excluded, jdk, watchdog, steps, script(folder, schedule));
    }

    private static List<long[]> script(Path folder, String schedule) throws IOException {
        var script = new ArrayList<long[]>();
        if (!schedule.equals("script")) return script;
        for (String line : Files.readAllLines(folder.resolve("script"), StandardCharsets.UTF_8)) {
            if (line.isBlank()) continue;
            int colon = line.indexOf(':');
            script.add(
                    new long[] {Long.parseLong(line.substring(0, colon)), Long.parseLong(line.substring(colon + 1))});
        }
        return script;
    }
}
