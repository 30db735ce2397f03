package dev.moirai.verify.input;

import dev.moirai.frontend.c.library.Environs;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.StandardInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What the program finds outside, as words of the command line say it.
 *
 * @param files {@code NAME=PATH}: the program finds the file at the path under the name
 * @param input the file that standard input comes from
 * @param environment {@code NAME=VALUE}: the variables of the environment
 * @param signals how many signals may come from outside
 * @param seed what random numbers begin with
 */
public record Surroundings(
        List<String> files,
        Optional<String> input,
        List<String> environment,
        OptionalInt seed,
        ClockKind clock,
        int signals) {
    public static final Surroundings NONE =
            new Surroundings(List.of(), Optional.empty(), List.of(), OptionalInt.empty(), ClockKind.FREE, 0);

    /** What clocks show: any time, or the same time always. */
    public enum ClockKind {
        FREE,
        STILL
    }

    public static final String FILE = "--file";
    public static final String STDIN = "--stdin";
    public static final String ENVIRONMENT = "--env";
    public static final String RAND = "--rand";
    public static final String CLOCK = "--clock";
    public static final String SIGNALS = "--signals";

    public Surroundings {
        files = List.copyOf(files);
    }

    List<String> words() {
        var words = new ArrayList<String>();
        for (String file : files) words.addAll(List.of(FILE, file));
        input.ifPresent(path -> words.addAll(List.of(STDIN, path)));
        for (String variable : environment) words.addAll(List.of(ENVIRONMENT, variable));
        seed.ifPresent(number -> words.addAll(List.of(RAND, Integer.toString(number))));
        if (clock == ClockKind.STILL) words.addAll(List.of(CLOCK, "still"));
        if (signals > 0) words.addAll(List.of(SIGNALS, Integer.toString(signals)));
        return words;
    }

    /** What they limit, as a verdict names it. */
    List<String> limits() {
        return signals > 0 ? List.of("signals=" + signals) : List.of();
    }

    Surroundings and(String option, String value) {
        return switch (option) {
            case FILE -> new Surroundings(with(files, value), input, environment, seed, clock, signals);
            case STDIN -> new Surroundings(files, Optional.of(value), environment, seed, clock, signals);
            case ENVIRONMENT -> new Surroundings(files, input, with(environment, value), seed, clock, signals);
            case RAND ->
                new Surroundings(files, input, environment, OptionalInt.of(Integer.parseInt(value)), clock, signals);
            case CLOCK -> new Surroundings(files, input, environment, seed, ClockKind.STILL, signals);
            case SIGNALS -> new Surroundings(files, input, environment, seed, clock, Integer.parseInt(value));
            default -> throw new IllegalArgumentException("an option unknown here: " + option);
        };
    }

    private static List<String> with(List<String> values, String value) {
        var more = new ArrayList<>(values);
        more.add(value);
        return more;
    }

    /** The same with the files' contents. */
    Environs forC() {
        if (equals(NONE)) return Environs.NOTHING;
        var named = new ArrayList<Environs.NamedFile>();
        for (String file : files) {
            int at = file.indexOf('=');
            String name = at < 0 ? file : file.substring(0, at);
            add(name, Path.of(at < 0 ? file : file.substring(at + 1)), named);
        }
        return new Environs(
                named,
                input.map(Surroundings::contents),
                environment.stream().map(Surroundings::inBytes).toList(),
                seed,
                clock == ClockKind.STILL ? Environs.Clock.STILL : Environs.Clock.FREE,
                signals);
    }

    /** A file, or all that is in a folder. */
    private static void add(String name, Path path, List<Environs.NamedFile> into) {
        if (!Files.isDirectory(path)) {
            into.add(new Environs.NamedFile(inBytes(name), contents(path.toString())));
            return;
        }
        try (Stream<Path> inside = Files.list(path)) {
            for (Path file : inside.sorted().toList()) add(name + "/" + file.getFileName(), file, into);
        } catch (IOException e) {
            throw new InputException(
                    Diagnostic.error(new SourceSpan(path.toString(), 0, 0), "the folder cannot be read"));
        }
    }

    private static String inBytes(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static String contents(String path) {
        try {
            return new String(StandardInput.bytesOf(Path.of(path)), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw InputException.about(path, "the file cannot be read");
        }
    }
}
