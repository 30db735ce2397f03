package dev.moirai.verify.input;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.boogie.BoogieFrontend;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.CSource;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.StandardInput;
import dev.moirai.verify.engine.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A program in C or Boogie and how it is to be read: one file, or several that its options name.
 *
 * @param file what it is called by: the file, or the first of several
 * @param progress receives the size of the program that was read
 */
public record Input(Path file, InputOptions options, Dump dump, Progress progress) {
    /** The name under which {@link #dump} knows the program as the front end made it. */
    private static final String TRANSLATED = "translate";

    /** The name of the program as the engines get it. */
    private static final String READY = "ir";

    public Input(Path file, InputOptions options, Dump dump) {
        this(file, options, dump, Progress.ignored());
    }

    /** The program, ready for every engine. Throws an {@link InputException} if the front end does not support what the files say. */
    public Program read() {
        return reading().program();
    }

    /** The program, and what it was made from; throws as {@link #read} does. */
    public Reading reading() {
        refuseUnlessFiles();
        var passes = new ArrayList<Pass>();
        passes.add(Pass.of(TRANSLATED, program -> program));
        passes.addAll(Preparation.passes());
        passes.add(Pass.of(READY, program -> program));
        Translated translated = translated();
        Program program = dumping(new Passes(passes)).run(translated.program());
        long instructions = program.functions().values().stream()
                .mapToLong(function -> function.body().size())
                .sum();
        String more = files().size() == 1 ? "" : " and " + (files().size() - 1) + " more";
        progress.at("read " + file + more + ": " + program.functions().size() + " functions, " + instructions
                + " instructions");
        return new Reading(program, files().size(), translated.defined());
    }

    /** @param defined the functions that the user's files define */
    private record Translated(Program program, Set<String> defined) {}

    private Translated translated() {
        if (isBoogie(file)) {
            Program program = BoogieFrontend.translate(files(), options.forBoogie());
            return new Translated(program, program.functions().keySet());
        }
        COptions all = options.forC();
        List<CSource> sources = options.sources().isEmpty()
                ? List.of(new CSource(file, all.flags(), CSource.Role.WHOLE))
                : options.sources().stream().map(SourceFile::forC).toList();
        CFrontend.Translated translated = CFrontend.read(sources, all);
        return new Translated(translated.program(), translated.defined());
    }

    /** The verdict with the limits that the world outside has been given: it holds for so many signals only. */
    public Verdict limited(Verdict verdict) {
        List<String> limits = options.surroundings().limits();
        if (limits.isEmpty()) return verdict;
        return switch (verdict) {
            case Verdict.Holds() -> new Verdict.HoldsWithin(new Within(limits));
            case Verdict.HoldsWithin(var within) -> {
                var all = new ArrayList<>(within.limits());
                all.addAll(limits);
                yield new Verdict.HoldsWithin(new Within(all, within.unreached(), within.stopped()));
            }
            case Verdict.Violated _, Verdict.Unsupported _, Verdict.Unknown _ -> verdict;
        };
    }

    /** Whether the file's name says that it is written in Boogie. */
    public static boolean isBoogie(Path file) {
        return file.toString().endsWith(".bpl");
    }

    /** The files, without what they include. */
    public List<Path> files() {
        return options.sources().isEmpty()
                ? List.of(file)
                : options.sources().stream().map(SourceFile::file).toList();
    }

    /** What a native run is linked with, as gcc's options: folders first, then libraries in the order of the files. */
    public List<String> libraries() {
        var words = new LinkedHashSet<>(CompilerFlags.libraries(options.flags()));
        for (SourceFile source : options.sources()) words.addAll(CompilerFlags.libraries(source.flags()));
        return words.stream()
                .sorted(Comparator.comparing(word -> !word.startsWith("-L")))
                .toList();
    }

    /** The same file, to be run natively: input is read, and functions that are not modelled are called. */
    public Input inTheRealWorld() {
        return new Input(file, options.with(Assumption.REAL_WORLD), dump, progress);
    }

    /** The names that {@link Dump} takes. */
    public static List<String> passes() {
        var names = new ArrayList<String>(List.of(TRANSLATED, READY));
        Preparation.passes().forEach(pass -> names.add(pass.name()));
        return names;
    }

    private Passes dumping(Passes passes) {
        return dump.pass().isEmpty() ? passes : passes.dumping(dump.pass(), dump.out());
    }

    private void refuseUnlessFiles() {
        var refusals = new ArrayList<Diagnostic>();
        for (Path path : files()) {
            if (StandardInput.is(path)) continue;
            if (!Files.exists(path)) refusals.add(refusal(path, "no such file"));
            else if (Files.isDirectory(path)) refusals.add(refusal(path, "this is a directory, not a C file"));
            else if (!Files.isReadable(path))
                refusals.add(refusal(path, "this file cannot be read: permission denied"));
        }
        if (!refusals.isEmpty()) throw new InputException(refusals);
    }

    private static Diagnostic refusal(Path path, String why) {
        return Diagnostic.error(new SourceSpan(path.toString(), 0, 0), why);
    }
}
