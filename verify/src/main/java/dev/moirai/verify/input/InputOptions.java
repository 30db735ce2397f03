package dev.moirai.verify.input;

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
import java.util.Set;

/**
 * How a C file is to be read, as the user says it. Traces and witnesses keep it as words of the command line, so that the
 * program can be found again.
 *
 * @param defines as for {@code -D}: {@code NAME} or {@code NAME=VALUE}
 * @param assumePure functions without a body that change nothing and return anything
 * @param arguments {@code argv[1]} and so on
 */
public record InputOptions(
        Set<Assumption> assumptions,
        List<Path> includes,
        List<String> defines,
        Set<String> assumePure,
        List<String> arguments) {
    public static final InputOptions DEFAULT = new InputOptions(Set.of(), List.of(), List.of(), Set.of(), List.of());

    public InputOptions {
        assumptions = Set.copyOf(assumptions);
        includes = List.copyOf(includes);
        defines = List.copyOf(defines);
        assumePure = Set.copyOf(assumePure);
        arguments = List.copyOf(arguments);
    }

    InputOptions with(Assumption assumption) {
        var more = EnumSet.of(assumption);
        more.addAll(assumptions);
        return new InputOptions(more, includes, defines, assumePure, arguments);
    }

    public List<String> words() {
        var words = new ArrayList<String>();
        for (Assumption assumption : Assumption.values()) if (assumes(assumption)) words.add(assumption.word());
        for (Path include : includes) words.addAll(List.of("-I", include.toString()));
        for (String define : defines) words.addAll(List.of("-D", define));
        assumePure.stream().sorted().forEach(name -> words.addAll(List.of("--assume-pure", name)));
        if (!arguments.isEmpty()) {
            words.add("--");
            words.addAll(arguments);
        }
        return words;
    }

    public static InputOptions ofWords(List<String> words) {
        var assumptions = EnumSet.noneOf(Assumption.class);
        var includes = new ArrayList<Path>();
        var defines = new ArrayList<String>();
        var pure = new LinkedHashSet<String>();
        var arguments = new ArrayList<String>();
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "-I" -> includes.add(Path.of(rest.next()));
                case "-D" -> defines.add(rest.next());
                case "--assume-pure" -> pure.add(rest.next());
                case "--" -> rest.forEachRemaining(arguments::add);
                default ->
                    assumptions.add(Assumption.ofWord(word)
                            .orElseThrow(() -> new IllegalArgumentException("an input option unknown here: " + word)));
            }
        }
        return new InputOptions(assumptions, includes, defines, pure, arguments);
    }

    private boolean assumes(Assumption assumption) {
        return assumptions.contains(assumption);
    }

    /** The same, as the front end for C takes it. */
    COptions forC() {
        var library = new LibraryOptions(
                assumes(Assumption.MALLOC_MAY_FAIL) ? Allocation.MAY_FAIL : Allocation.SUCCEEDS,
                assumes(Assumption.NO_SPURIOUS_WAKEUPS) ? Wakeup.SIGNALLED_ONLY : Wakeup.SPURIOUS,
                assumes(Assumption.NO_SPURIOUS_FAILURES) ? WeakExchange.FAILS_IF_DIFFERENT : WeakExchange.MAY_FAIL,
                assumes(Assumption.REAL_WORLD) ? World.REAL : World.MODELLED);
        return new COptions(
                assumes(Assumption.ILP32) ? DataModel.ILP32 : DataModel.LP64,
                includes,
                defines,
                assumePure,
                library,
                arguments);
    }
}
