package dev.moirai.verify.terminates;

import dev.moirai.source.InputException;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.verify.terminates.Terminates.Method;
import dev.moirai.verify.terminates.Terminates.Options;
import dev.moirai.verify.terminates.Terminates.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Asks one engine about every thread of {@code examples/terminates} and compares the answers with {@code verdicts.csv}.
 * As a command: {@code TerminationSuite ENGINE SECONDS [FILE...]} prints a table and how many answers were right, open
 * and wrong.
 */
final class TerminationSuite {
    static final Path EXAMPLES = Path.of("..", "examples");

    /** @param truth terminates, endless-fair, endless-unfair (only so), open (nobody knows, or no proof is expected), refused */
    record Row(String file, String thread, String truth) {
        static Row of(String line) {
            String[] cells = line.split(",", -1);
            return new Row(cells[0], cells[1], cells[2]);
        }

        boolean isContradictedBy(String answer) {
            return switch (answer) {
                case "modular", "non-modular", "loop-free" -> truth.startsWith("endless");
                case "endless-fair" -> !truth.equals("endless-fair") && !truth.equals("open");
                case "endless-unfair" -> truth.equals("terminates") || truth.equals("refused");
                default -> false;
            };
        }
    }

    private TerminationSuite() {}

    static List<Row> rows() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("terminates").resolve("verdicts.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    static String ask(Row row, Options options) {
        var input = new Input(EXAMPLES.resolve(row.file()), InputOptions.DEFAULT, Dump.NOTHING);
        var asked = new Options(Optional.of(row.thread()), options.method(), options.schedulers(), options.time());
        try {
            return word(Terminates.check(input, asked).threads().getFirst().status());
        } catch (InputException e) {
            return "refused";
        }
    }

    static String word(Status status) {
        return switch (status) {
            case Status.LoopFree() -> "loop-free";
            case Status.Proved(var proof, var _, var _, var _) ->
                proof.exposure().isModular() ? "modular" : "non-modular";
            case Status.Endless(var _, var _, var fair, var _) -> fair ? "endless-fair" : "endless-unfair";
            case Status.Open _ -> "open";
        };
    }

    public static void main(String[] args) throws IOException {
        Method method = Method.valueOf(args[0].toUpperCase(Locale.ROOT));
        var options = Options.DEFAULT.with(method).within(Duration.ofSeconds(Long.parseLong(args[1])));
        var only = new ArrayList<>(List.of(args).subList(2, args.length));
        int[] counts = new int[3];
        for (Row row : rows()) {
            if (!only.isEmpty() && !only.contains(row.file())) continue;
            long began = System.nanoTime();
            String answer = ask(row, options);
            double seconds = (System.nanoTime() - began) / 1e9;
            boolean wrong = row.isContradictedBy(answer);
            counts[wrong ? 2 : answer.equals("open") ? 1 : 0]++;
            System.out.printf(
                    Locale.ROOT,
                    "%s,%s,%s,%s,%.1f%s%n",
                    row.file(),
                    row.thread(),
                    row.truth(),
                    answer,
                    seconds,
                    wrong ? " WRONG" : "");
        }
        System.out.println(counts[0] + " decided, " + counts[1] + " open, " + counts[2] + " wrong");
    }
}
