package dev.moirai.verify.bounded;

import dev.moirai.solve.Limit;
import dev.moirai.solve.external.SolverCommand;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs CBMC on a C file and reads its answer and the values of its counterexample. */
public final class Cbmc {
    /** The file has its own checks. Without these options CBMC 6 would add others, and let malloc fail. */
    private static final List<String> PLAIN = List.of("--no-standard-checks", "--no-malloc-may-fail");

    private static final List<String> TALKING =
            List.of("--stop-on-fail", "--trace", "--json-ui", "--verbosity", "8", "--object-bits", "12");
    private static final Pattern SIZE = Pattern.compile("(\\d+) variables, (\\d+) clauses");

    /** A value that was stored at a line of the file, in two's complement. */
    record Stored(int line, long value) {}

    sealed interface Reply {
        record Holds() implements Reply {}

        record Fails(String what, List<Stored> values) implements Reply {}

        record Unknown(String reason) implements Reply {}
    }

    private final String command;
    private long variables;
    private long clauses;

    Cbmc(String command) {
        this.command = command;
    }

    public static Optional<String> unavailable(String command) {
        return SolverCommand.parse(command)
                .unavailable()
                .map(why -> why + "; --backend cbmc needs an installed CBMC (version 6), or --backend PATH of one");
    }

    /** The number of variables in CBMC's formula for the last question. */
    long variables() {
        return variables;
    }

    long clauses() {
        return clauses;
    }

    Reply ask(Path file, List<String> options, Limit limit) {
        var words = new ArrayList<String>(List.of(command.strip().split("\\s+")));
        words.addAll(PLAIN);
        words.addAll(TALKING);
        words.addAll(options);
        words.add(file.toString());
        Path out = file.resolveSibling("cbmc.json");
        try {
            Process process = new ProcessBuilder(words)
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
                    if (limit.isReached()) return new Reply.Unknown(limit.reason());
                }
            } finally {
                process.destroyForcibly();
            }
            return reply(Files.readString(out));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Reply.Unknown("interrupted");
        } catch (IOException e) {
            return new Reply.Unknown("cbmc: " + e.getMessage());
        }
    }

    private Reply reply(String text) {
        Json json;
        try {
            json = JsonReader.read(text);
        } catch (JsonException _) {
            return new Reply.Unknown("cbmc ended without an answer");
        }
        String error = "";
        for (Json message : elements(json)) {
            String words = string(message, "messageText");
            Matcher size = SIZE.matcher(words);
            if (size.find()) {
                variables = Long.parseLong(size.group(1));
                clauses = Long.parseLong(size.group(2));
            }
            if (string(message, "messageType").equals("ERROR")) error = words;
            if (string(message, "status").equals("failed")) {
                return new Reply.Fails(string(message, "description"), stored(member(message, "trace")));
            }
            // CBMC ignores what it cannot read and goes on, so success counts only without an error.
            if (string(message, "cProverStatus").equals("success") && error.isEmpty()) return new Reply.Holds();
        }
        return new Reply.Unknown("cbmc: " + (error.isEmpty() ? "no answer" : error));
    }

    private static List<Stored> stored(Json trace) {
        var values = new ArrayList<Stored>();
        for (Json step : elements(trace)) {
            if (!string(step, "stepType").equals("assignment")) continue;
            String line = string(member(step, "sourceLocation"), "line");
            String bits = string(member(step, "value"), "binary");
            if (line.isEmpty() || bits.isEmpty() || bits.length() > 64) continue;
            values.add(new Stored(Integer.parseInt(line), Long.parseUnsignedLong(bits, 2)));
        }
        return values;
    }

    private static List<Json> elements(Json json) {
        return json instanceof Json.Arr(var elements) ? elements : List.of();
    }

    private static Json member(Json json, String name) {
        return json instanceof Json.Obj(var members) ? members.getOrDefault(name, new Json.Null()) : new Json.Null();
    }

    private static String string(Json json, String name) {
        return member(json, name) instanceof Json.Str(var text) ? text : "";
    }
}
