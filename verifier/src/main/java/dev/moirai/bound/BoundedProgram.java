package dev.moirai.bound;

import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finitely many threads, main first, none with calls or backward jumps. {@code globals} are the source's, with a copy of
 * each thread-local one for every thread, and with ghosts: globals of ours, their names start with {@code moirai_}.
 */
public record BoundedProgram(Program source, Map<String, Global> globals, List<BoundedThread> threads) {
    public BoundedProgram {
        globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
        threads = List.copyOf(threads);
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

    /** Whether a bound was applied anywhere: if not, the bounded program is the program. */
    public boolean isCut() {
        return threads.stream().anyMatch(thread -> thread.body().stream().anyMatch(i -> i instanceof Instr.Cut));
    }
}
