package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.CutReason;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finitely many threads, main first, none with calls or backward jumps. {@code globals} are the source's, with a copy of
 * each thread-local one for every thread, and with one for each {@link Ghost}. The function of a spawn is the name of the
 * thread it begins. {@code copied} are the instructions of the source that some thread's text has, or had before constants
 * made them idle.
 */
public record BoundedProgram(
        Program source, Map<String, Global> globals, List<BoundedThread> threads, CopiedSites copied) {
    public BoundedProgram {
        globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
        threads = List.copyOf(threads);
    }

    /** The same program with its globals and threads rewritten. */
    BoundedProgram with(Map<String, Global> newGlobals, List<BoundedThread> newThreads) {
        return new BoundedProgram(source, newGlobals, newThreads, copied);
    }

    public BoundedThread main() {
        return threads.getFirst();
    }

    public BoundedThread thread(String name) {
        return threads.stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no thread " + name));
    }

    /** The thread that a spawn instruction starts. */
    public BoundedThread spawned(Instr.Spawn spawn) {
        if (spawn.function() instanceof Expr.FunctionAddress(var name)) return thread(name);
        throw new IllegalArgumentException("spawn not bound to a thread at " + spawn.span());
    }

    /** The instruction of the source that has become those with this origin. */
    public Instr source(Origin origin) {
        return source.function(origin.function()).body().get(origin.index());
    }

    /** Whether a bound was applied anywhere: if not, the bounded program is the program. */
    public boolean isCut() {
        return cuts().anyMatch(reason -> reason instanceof CutReason.Bound);
    }

    /** The reasons of all cuts in the text, also of those that control never comes to. */
    public Stream<CutReason> cuts() {
        return threads.stream().flatMap(thread -> thread.body().stream()).mapMulti((instr, reasons) -> {
            if (instr instanceof Instr.Cut(var reason, var _)) reasons.accept(reason);
        });
    }
}
