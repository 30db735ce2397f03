package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.trace.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The locks of a trace, and which threads hold them from where to where. Built while the trace is walked, step by step. */
final class CriticalSections {
    private final Map<Range, Integer> numbers = new HashMap<>();
    private final List<CriticalSection> all = new ArrayList<>();
    private List<CriticalSection> certain = all;
    private final List<TraceProgram.FailedTry> failedTries = new ArrayList<>();
    private final Map<Integer, Integer> users = new HashMap<>();
    private final Set<Integer> contested = new HashSet<>();
    /** By thread, at this point of the walk: the sections it is in, by lock; the same as a list that steps share; how often it holds each lock. */
    private final List<Map<Integer, CriticalSection>> held = new ArrayList<>();

    private final List<List<CriticalSection>> heldNow = new ArrayList<>();
    private final List<Map<Integer, Integer>> depths = new ArrayList<>();

    CriticalSections(int threads) {
        for (int i = 0; i < threads; i++) {
            held.add(new LinkedHashMap<>());
            heldNow.add(List.of());
            depths.add(new HashMap<>());
        }
    }

    /** The number of a lock, or of another synchronisation object. */
    int number(Range range) {
        // Operations touch ranges of different lengths; the address where the object begins identifies it.
        var key = new Range(range.object(), range.offset(), 0);
        return numbers.computeIfAbsent(key, _ -> numbers.size());
    }

    // ---- step by step ------------------------------------------------------------------------------------------

    void acquire(StepNode node, int lock, Instr.LockMode mode) {
        int thread = node.thread();
        if (depths.get(thread).merge(lock, 1, Integer::sum) > 1) return;
        boolean shared = mode == Instr.LockMode.READ;
        var section = new CriticalSection(
                lock, thread, shared ? CriticalSection.Mode.SHARED : CriticalSection.Mode.EXCLUSIVE);
        section.begin(node);
        held.get(thread).put(lock, section);
        heldNow.set(thread, List.copyOf(held.get(thread).values()));
        all.add(section);
        Integer user = users.putIfAbsent(lock, thread);
        if (user != null && user != thread) contested.add(lock);
    }

    void fail(StepNode node, int lock) {
        CriticalSection own = held.get(node.thread()).get(lock);
        failedTries.add(new TraceProgram.FailedTry(node, lock, own == null ? List.of() : List.of(own)));
    }

    void release(StepNode node, int lock) {
        int depth = depths.get(node.thread()).merge(lock, -1, Integer::sum);
        if (depth > 0) return;
        depths.get(node.thread()).put(lock, 0);
        CriticalSection section = held.get(node.thread()).remove(lock);
        if (section != null) section.end(node);
        heldNow.set(node.thread(), List.copyOf(held.get(node.thread()).values()));
    }

    /** The sections a thread is in; after the last step, those it never leaves. */
    List<CriticalSection> heldNow(int thread) {
        return heldNow.get(thread);
    }

    // ---- all of them -------------------------------------------------------------------------------------------

    /** These locks turned out to be tried: where they are held depends on the order. */
    void doubt(Set<Integer> tried) {
        for (CriticalSection section : all) if (tried.contains(section.lock())) section.doubt();
        certain = all.stream().filter(CriticalSection::isCertain).toList();
        failedTries.removeIf(failed -> tried.contains(failed.lock()));
    }

    /** The sections in which the lock is held in every order, sorted by where they begin. */
    List<CriticalSection> certain() {
        return certain;
    }

    List<TraceProgram.FailedTry> failedTries() {
        return failedTries;
    }

    /** Whether several threads take the lock. */
    boolean isContested(int lock) {
        return contested.contains(lock);
    }

    Optional<CriticalSection> begunBy(StepNode acquire) {
        var moment = new Window(acquire.number(), acquire.number() + 1);
        return begunIn(moment).stream().findFirst();
    }

    List<CriticalSection> begunIn(Window window) {
        return window.part(certain, section -> section.acquire().number());
    }
}
