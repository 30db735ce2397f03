package dev.moirai.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Runs all commands and prints everything they print or write, except times, for {@link DeterminismTest} to compare. */
final class AskAll {
    private AskAll() {}

    public static void main(String[] args) throws IOException {
        Path examples = Path.of(args[0]);
        Path own = Path.of(args[1]);
        for (List<String> question : questions(examples, own)) {
            var words = new ArrayList<>(question);
            words.addAll(List.of("--time", "none"));
            Shell answer = Shell.moirai(words.toArray(String[]::new));
            System.out.println("> " + String.join(" ", question) + " = " + answer.exitCode());
            System.out.println(timeless(answer.out() + answer.err()));
        }
        byte[] trace = Files.readAllBytes(own.resolve("run.trace"));
        System.out.println(HexFormat.of().formatHex(trace));
        System.out.println(timeless(Files.readString(own.resolve("w.json"))));
        System.out.flush();
        System.exit(0);
    }

    private static List<List<String>> questions(Path examples, Path own) {
        var all = new ArrayList<List<String>>();
        String bank = examples.resolve("predict/bank.c").toString();
        String race = examples.resolve("check/counter-race.c").toString();
        String stuck = examples.resolve("check/bank-transfer-deadlock.c").toString();
        all.add(List.of(
                "record", bank, "--seed", "7", "-o", own.resolve("run.trace").toString()));
        all.add(List.of(
                "predict",
                bank,
                "--jobs",
                "2",
                "--witness",
                own.resolve("w.json").toString()));
        all.add(List.of("predict", own.resolve("run.trace").toString(), "--json", "--jobs", "3"));
        for (String file : List.of("bytes.c", "tangle.c")) {
            all.add(List.of("predict", own.resolve(file).toString(), "--jobs", "2"));
            all.add(List.of("predict", own.resolve(file).toString(), "--model", "maximal"));
        }
        all.add(List.of("run", race, "--seed", "3"));
        for (String engine : List.of("explicit", "lazy", "order")) {
            for (String file : List.of(
                    race,
                    stuck,
                    own.resolve("bytes.c").toString(),
                    own.resolve("tangle.c").toString())) {
                var words = new ArrayList<>(List.of("check", file, "--engine", engine));
                // Growing bounds depend on time, so fixed ones are given.
                if (!engine.equals("explicit")) words.addAll(List.of("--unwind", "3"));
                if (engine.equals("lazy")) words.addAll(List.of("--rounds", "3"));
                all.add(words);
            }
        }
        all.add(List.of(
                "livelock", examples.resolve("livelock/philosophers-trylock.c").toString(), "--engine", "explicit"));
        all.add(List.of("terminates", examples.resolve("terminates/turns.c").toString()));
        return all;
    }

    /** The text without seconds and milliseconds, which differ from run to run. */
    static String timeless(String text) {
        return text.replaceAll("\\d+\\.\\d+ s\\b", "_ s")
                .replaceAll("\"(seconds|milliseconds)\": *[0-9.eE+-]+", "\"$1\": _");
    }
}
