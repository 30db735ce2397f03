package dev.moirai.predict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chooses the steps of a slice that get a place in the formula; every other step happens together with the step before it. */
final class EncodedSteps {
    private final TraceProgram program;
    private final Slice slice;
    private final ThreadTerms terms;
    private final Set<StepNode> chosen = new HashSet<>();

    EncodedSteps(TraceProgram program, Slice slice, ThreadTerms terms) {
        this.program = program;
        this.slice = slice;
        this.terms = terms;
    }

    /**
     * @param points steps that somebody will ask about
     * @param cells cells whose values matter and that several threads touch
     */
    Set<StepNode> choose(Set<StepNode> points, List<Cell> cells) {
        for (StepNode point : points) add(point);
        slice.assertions().forEach(place -> add(place.node()));
        terms.conditions().perhapsLast().forEach(this::add);
        for (Cell cell : cells) {
            for (CellAccess access : slice.accesses(cell)) {
                if (access.writes() || terms.cells().readTerm(access) != 0) add(access.node());
            }
        }
        for (List<List<CriticalSection>> ofLock : slice.contested()) {
            for (List<CriticalSection> sections : ofLock) sections.forEach(this::addBoth);
        }
        for (TraceProgram.FailedTry failed : program.failedTries()) {
            add(failed.node());
            for (CriticalSection section : program.sections()) if (section.lock() == failed.lock()) addBoth(section);
        }
        for (Arrivals.Barrier barrier : program.barriers()) {
            for (Arrivals.Arrival arrival : barrier.arrivals()) {
                add(arrival.node());
                arrival.awake().ifPresent(this::add);
            }
        }
        for (ConditionWaits.Condition condition : program.conditions()) {
            if (!Wakings.matter(condition, slice, terms)) continue;
            condition.sleeps().forEach(sleep -> {
                add(sleep.asleep());
                sleep.awake().ifPresent(this::add);
            });
            condition.signals().forEach(this::add);
        }
        program.atomics().forEach(atomic -> {
            add(atomic.begin());
            add(atomic.end());
        });
        lives();
        for (DestroyedLocks.Pair pair : program.destroyedLocks().all()) {
            if (pair.isOrdered()) continue;
            add(pair.destroy());
            addBoth(pair.section());
        }
        for (int thread = 1; thread < program.threadCount(); thread++) threadEnds(thread);
        frees();
        if (slice.isForStuck()) standing();
        return chosen;
    }

    /** Where a thread may have to wait, and the steps that decide whether it does. */
    private void standing() {
        for (CriticalSection section : program.sectionsIn(slice.window())) addBoth(section);
        for (int thread = 0; thread < program.threadCount(); thread++) {
            List<StepNode> own = program.thread(thread);
            program.spawn(thread).ifPresent(this::add);
            if (!own.isEmpty()) add(own.getLast());
            for (StepNode node : slice.part(own, it -> it)) {
                if (node.instr().filter(StuckStates::mayWait).isPresent()) add(node);
            }
        }
        for (Cell cell : slice.cells()) {
            if (StuckStates.isWaitedFor(cell)) slice.accesses(cell).forEach(access -> add(access.node()));
        }
    }

    private void addBoth(CriticalSection section) {
        add(section.acquire());
        StepNode release = section.release();
        if (release != null) add(release);
    }

    /** Objects that are made or destroyed while others may use them. */
    private void lives() {
        Map<Integer, List<StepNode>> ends = new HashMap<>();
        for (TraceProgram.Life end : program.beginningsAndEnds()) {
            ends.computeIfAbsent(end.object(), _ -> new ArrayList<>()).add(end.node());
        }
        if (ends.isEmpty()) return;
        for (TraceProgram.Life life : program.lives()) {
            for (StepNode end : ends.getOrDefault(life.object(), List.of())) {
                if (program.mustOrder().areOrdered(end, life.node())) continue;
                add(end);
                add(life.node());
            }
        }
    }

    /** Memory that is freed while others may touch it. */
    private void frees() {
        Map<Integer, List<StepNode>> freed = new HashMap<>();
        for (StepNode free : program.frees()) {
            free.visible()
                    .ifPresent(event -> event.ranges()
                            .forEach(range -> freed.computeIfAbsent(range.object(), _ -> new ArrayList<>())
                                    .add(free)));
        }
        for (Cell cell : freed.isEmpty() ? List.<Cell>of() : program.cells()) {
            for (StepNode free : freed.getOrDefault(cell.object(), List.of())) {
                for (CellAccess access : cell.accesses()) {
                    if (program.mustOrder().areOrdered(free, access.node())) continue;
                    add(free);
                    add(access.node());
                }
            }
        }
    }

    private void threadEnds(int thread) {
        if (program.thread(thread).isEmpty()) return;
        program.spawn(thread).ifPresent(spawn -> {
            add(spawn);
            if (!slice.isBefore(spawn)) add(program.thread(thread).getFirst());
        });
        program.joins(thread).forEach(join -> {
            add(join);
            add(program.thread(thread).getLast());
        });
    }

    private void add(StepNode node) {
        if (slice.contains(node)) chosen.add(node);
    }
}
