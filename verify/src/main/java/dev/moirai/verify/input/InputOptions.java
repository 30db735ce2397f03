package dev.moirai.verify.input;

import dev.moirai.frontend.boogie.BoogieOptions;
import dev.moirai.frontend.boogie.BoogieOptions.Switching;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.frontend.c.library.LibraryOptions.Allocation;
import dev.moirai.frontend.c.library.LibraryOptions.WeakExchange;
import dev.moirai.frontend.c.library.LibraryOptions.World;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Instr.Wakeup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a C file is to be read, as the user says it. Traces and witnesses keep it as words of the command line, so that the
 * program can be found again.
 *
 * @param flags gcc's options for files that have none of their own
 * @param assumePure functions without a body that change nothing and return anything
 * @param arguments {@code argv[1]} and so on
 * @param surroundings what the program finds outside
 * @param sources the files, where the program has several or they have flags of their own; else none
 * @param entry of a Boogie program, the procedure that starts
 */
public record InputOptions(
        Set<Assumption> assumptions,
        List<String> flags,
        Set<String> assumePure,
        List<String> arguments,
        Surroundings surroundings,
        List<SourceFile> sources,
        Optional<String> entry) {
    public static final InputOptions DEFAULT =
            new InputOptions(Set.of(), List.of(), Set.of(), List.of(), Surroundings.NONE, List.of(), Optional.empty());

    private static final String FLAG = "--flag";
    private static final String SOURCE = "--source";
    private static final String BUT_MAIN = "--but-main";
    private static final String STUB = "--stub";
    private static final String ENTRY = "--entry";

    public InputOptions {
        assumptions = Set.copyOf(assumptions);
        flags = List.copyOf(flags);
        assumePure = Set.copyOf(assumePure);
        arguments = List.copyOf(arguments);
        sources = List.copyOf(sources);
    }

    InputOptions with(Assumption assumption) {
        var more = EnumSet.of(assumption);
        more.addAll(assumptions);
        return new InputOptions(more, flags, assumePure, arguments, surroundings, sources, entry);
    }

    public List<String> words() {
        var words = new ArrayList<String>();
        for (Assumption assumption : Assumption.values()) if (assumes(assumption)) words.add(assumption.word());
        for (String flag : flags) words.addAll(List.of(FLAG, flag));
        assumePure.stream().sorted().forEach(name -> words.addAll(List.of("--assume-pure", name)));
        words.addAll(surroundings.words());
        entry.ifPresent(name -> words.addAll(List.of(ENTRY, name)));
        for (SourceFile source : sources) {
            words.addAll(List.of(SOURCE, source.file().toString()));
            if (source.part() == SourceFile.Part.ALL_BUT_MAIN) words.add(BUT_MAIN);
            if (source.part() == SourceFile.Part.STUBS) words.add(STUB);
            for (String flag : source.flags()) words.addAll(List.of(FLAG, flag));
        }
        if (!arguments.isEmpty()) {
            words.add("--");
            words.addAll(arguments);
        }
        return words;
    }

    public static InputOptions ofWords(List<String> words) {
        var assumptions = EnumSet.noneOf(Assumption.class);
        var flags = new ArrayList<String>();
        var pure = new LinkedHashSet<String>();
        var arguments = new ArrayList<String>();
        var sources = new ArrayList<SourceFile>();
        Surroundings surroundings = Surroundings.NONE;
        Optional<String> entry = Optional.empty();
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case FLAG -> {
                    String flag = rest.next();
                    if (sources.isEmpty()) flags.add(flag);
                    else sources.add(withFlag(sources.removeLast(), flag));
                }
                case SOURCE -> sources.add(new SourceFile(Path.of(rest.next()), List.of(), SourceFile.Part.ALL));
                case BUT_MAIN -> sources.add(as(SourceFile.Part.ALL_BUT_MAIN, sources.removeLast()));
                case STUB -> sources.add(as(SourceFile.Part.STUBS, sources.removeLast()));
                case ENTRY -> entry = Optional.of(rest.next());
                case "--assume-pure" -> pure.add(rest.next());
                case "--" -> rest.forEachRemaining(arguments::add);
                case Surroundings.FILE,
                        Surroundings.STDIN,
                        Surroundings.ENVIRONMENT,
                        Surroundings.RAND,
                        Surroundings.CLOCK,
                        Surroundings.SIGNALS -> surroundings = surroundings.and(word, rest.next());
                default ->
                    assumptions.add(Assumption.ofWord(word)
                            .orElseThrow(() -> new IllegalArgumentException("an input option unknown here: " + word)));
            }
        }
        return new InputOptions(assumptions, flags, pure, arguments, surroundings, sources, entry);
    }

    private static SourceFile as(SourceFile.Part part, SourceFile source) {
        return new SourceFile(source.file(), source.flags(), part);
    }

    private static SourceFile withFlag(SourceFile source, String flag) {
        var more = new ArrayList<>(source.flags());
        more.add(flag);
        return new SourceFile(source.file(), more, source.part());
    }

    private boolean assumes(Assumption assumption) {
        return assumptions.contains(assumption);
    }

    /** The same, as the front end for Boogie takes it. */
    BoogieOptions forBoogie() {
        return new BoogieOptions(entry, assumes(Assumption.COOPERATIVE) ? Switching.COOPERATIVE : Switching.PREEMPTIVE);
    }

    /** The same, as the front end for C takes it. */
    COptions forC() {
        var library = new LibraryOptions(
                assumes(Assumption.MALLOC_MAY_FAIL) ? Allocation.MAY_FAIL : Allocation.SUCCEEDS,
                assumes(Assumption.NO_SPURIOUS_WAKEUPS) ? Wakeup.SIGNALLED_ONLY : Wakeup.SPURIOUS,
                assumes(Assumption.NO_SPURIOUS_FAILURES) ? WeakExchange.FAILS_IF_DIFFERENT : WeakExchange.MAY_FAIL,
                assumes(Assumption.REAL_WORLD) ? World.REAL : World.MODELLED,
                surroundings.forC());
        return new COptions(
                assumes(Assumption.ILP32) ? DataModel.ILP32 : DataModel.LP64,
                CompilerFlags.meaning(flags),
                assumePure,
                library,
                arguments);
    }
}
