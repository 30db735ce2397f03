package dev.moirai.verify.cache;

import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Witness;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.WitnessFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answers in a folder, a file each, named after the digest of everything that they depend on: the program as the engines get it
 * (so all files, headers, options and the bundled library are in it), the question, and the code that answered. A file that is
 * damaged, or of another format, counts as not there.
 */
public final class ResultCache {
    private static final String FORMAT = "moirai-cache-1";

    private final Path folder;
    private final String code;

    /**
     * @param code what tells this code from any other that may have answered before
     * @throws UncheckedIOException if the folder cannot be made
     */
    public ResultCache(Path folder, String code) {
        this.folder = folder;
        this.code = code;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param verdict that a program holds, or how it is violated, which must be replayed before it is reported */
    public record Kept(EngineId engine, Verdict verdict) {}

    /** The name of an answer to this question, if its parts are known to be data. */
    public Optional<String> key(Object... question) {
        return StructureDigest.of(FORMAT, code, List.of(question));
    }

    /** Whether the verdict can be kept: not if it would be another with more time. */
    public static boolean isLasting(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds _, Verdict.Violated _ -> true;
            case Verdict.HoldsWithin(var within) -> within.stopped().isEmpty();
            case Verdict.Unsupported _, Verdict.Unknown _ -> false;
        };
    }

    public Optional<Kept> find(String key) {
        try {
            String text = Files.readString(file(key));
            int first = text.indexOf('\n');
            String body = text.substring(first + 1);
            return first > 0 && text.substring(0, first).equals(head(key, body)) ? read(body) : Optional.empty();
        } catch (IOException | JsonException e) {
            return Optional.empty();
        }
    }

    /** Returns why it could not be written, if it could not. */
    public Optional<String> keep(String key, Kept kept) {
        String body = text(kept);
        try {
            Path file = file(key);
            Files.createDirectories(file.getParent());
            Path part = Files.createTempFile(file.getParent(), "part", "");
            Files.writeString(part, head(key, body) + "\n" + body);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Path file(String key) {
        return folder.resolve(key.substring(0, 2)).resolve(key.substring(2));
    }

    /** The first line, by which damage and files in the wrong place are seen. */
    private static String head(String key, String body) {
        return FORMAT + " " + StructureDigest.of(key, body).orElseThrow();
    }

    private static String text(Kept kept) {
        String first = kept.engine().word() + " " + kept.engine().way() + "\n";
        return first
                + switch (kept.verdict()) {
                    case Verdict.Holds() -> "holds\n";
                    case Verdict.HoldsWithin(var within) ->
                        "holds-within\n" + lines("limit ", within.limits()) + lines("unreached ", within.unreached());
                    case Verdict.Violated(var violation, var schedule) ->
                        "violated\n"
                                + WitnessFile.write(
                                        new Witness(schedule, List.of(), Optional.of(violation), List.of()));
                    case Verdict.Unsupported _, Verdict.Unknown _ ->
                        throw new IllegalArgumentException("not lasting: " + kept.verdict());
                };
    }

    private static String lines(String word, List<String> texts) {
        var lines = new StringBuilder();
        for (String text : texts)
            lines.append(word).append(text.replace('\n', ' ')).append('\n');
        return lines.toString();
    }

    private static Optional<Kept> read(String body) {
        String[] lines = body.split("\n", 3);
        String[] engine = lines[0].split(" ");
        if (lines.length < 3 || engine.length != 2) return Optional.empty();
        return verdict(lines[1], lines[2])
                .map(verdict -> new Kept(new EngineId(engine[0], EngineId.Way.valueOf(engine[1])), verdict));
    }

    private static Optional<Verdict> verdict(String word, String rest) {
        return switch (word) {
            case "holds" -> Optional.of(new Verdict.Holds());
            case "holds-within" -> {
                var limits = new ArrayList<String>();
                var unreached = new ArrayList<String>();
                rest.lines().forEach(line -> {
                    if (line.startsWith("limit ")) limits.add(line.substring("limit ".length()));
                    else unreached.add(line.substring("unreached ".length()));
                });
                yield Optional.of(new Verdict.HoldsWithin(new Within(limits, unreached, Optional.empty())));
            }
            case "violated" -> {
                Witness witness = WitnessFile.read(rest);
                yield witness.violation().map(violation -> new Verdict.Violated(violation, witness.schedule()));
            }
            default -> Optional.empty();
        };
    }
}
