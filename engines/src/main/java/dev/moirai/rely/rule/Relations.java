package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The unknowns of a rule, split by where threads stand, and what each may mention on a rung of the ladder. */
final class Relations {
    private final TransitionSystem system;
    private final Exposure exposure;
    private final Clauses.Effects sharing;
    private final Set<Relation> defined = new HashSet<>();
    private final Map<String, Relation> byName = new LinkedHashMap<>();
    private final Map<String, Integer> effects = new HashMap<>();

    Relations(TransitionSystem system, Exposure exposure, Clauses.Effects sharing) {
        this.system = system;
        this.exposure = exposure;
        this.sharing = sharing;
    }

    /** Whether no clause defines the effect yet. */
    boolean isUndefined(Relation effect) {
        return defined.add(effect);
    }

    /** The states that a thread sees when it, or all threads, stand at these places. */
    Relation states(int viewer, List<Integer> places) {
        String name = "S" + (exposure == Exposure.FULL ? "" : viewer) + "_" + text(places);
        return byName.computeIfAbsent(
                name,
                n -> new Relation(
                        n, Relation.Kind.STATES, viewer, viewer, places, columns(visible(viewer, places), 0)));
    }

    /** The effect of a step on the globals, as far as one other thread relies on it. */
    Relation effect(Transition t, List<Integer> places, int suffering) {
        int sufferer = sharing == Clauses.Effects.SHARED ? t.thread() : suffering;
        int index = effects.computeIfAbsent(t.name(), _ -> effects.size());
        String name = "E" + t.thread() + "_" + index + (sharing == Clauses.Effects.SHARED ? "" : "_on_" + sufferer)
                + (places.isEmpty() ? "" : "_" + text(places));
        return byName.computeIfAbsent(name, n -> {
            var columns = new ArrayList<>(columns(system.globals(), 0));
            // A variable that is not written stays the same and needs no second column.
            columns.addAll(columns(
                    system.globals().stream()
                            .filter(v -> t.written().contains(v.index()))
                            .toList(),
                    1));
            columns.addAll(columns(system.owned(t.thread()), 0));
            return new Relation(n, Relation.Kind.EFFECT, t.thread(), sufferer, places, columns);
        });
    }

    /** The runs from where the target leaves a loop head to a later state, as the target sees them. */
    Relation runs(int target, List<Integer> head, List<Integer> places) {
        return runs("T_" + text(head) + "__" + text(places), target, head, places);
    }

    /** The same runs as another thread sees them, which stood at {@code from}. */
    Relation seen(int viewer, int head, int from, int place) {
        return runs("T" + viewer + "_" + head + "_" + from + "__" + place, viewer, List.of(from), List.of(place));
    }

    private Relation runs(String name, int viewer, List<Integer> from, List<Integer> places) {
        return byName.computeIfAbsent(name, n -> {
            var columns = new ArrayList<>(columns(visible(viewer, from), 0));
            columns.addAll(columns(visible(viewer, places), 1));
            return new Relation(n, Relation.Kind.RUNS, viewer, viewer, places, columns);
        });
    }

    /** The runs after which the viewer stands where it stood, wherever that is. */
    Relation back(int viewer, int head) {
        return byName.computeIfAbsent("B" + viewer + "_" + head, n -> {
            Set<Variable> visible = new LinkedHashSet<>(system.globals());
            for (Location location : system.thread(viewer).locations()) {
                visible.addAll(system.live(viewer, location.number()));
            }
            var columns = new ArrayList<>(columns(List.copyOf(visible), 0));
            columns.addAll(columns(List.copyOf(visible), 1));
            return new Relation(n, Relation.Kind.RUNS, viewer, viewer, List.of(), columns);
        });
    }

    private static String text(List<Integer> places) {
        return String.join("_", places.stream().map(String::valueOf).toList());
    }

    private List<Variable> visible(int thread, List<Integer> places) {
        var visible = new ArrayList<>(system.globals());
        switch (exposure) {
            case MODULAR, SECTIONS, VIEWS, SECTION_VIEWS -> visible.addAll(system.live(thread, places.getFirst()));
            case PAIRS -> throw new IllegalStateException("pairs have relations of their own");
            case CONTROL -> visible.addAll(system.live(thread, places.get(thread)));
            case FULL -> {
                for (ThreadSystem other : system.threads()) {
                    visible.addAll(system.live(other.number(), places.get(other.number())));
                }
            }
        }
        return visible;
    }

    private static List<Long> columns(List<Variable> variables, int moment) {
        return variables.stream().map(v -> Column.of(v, moment)).toList();
    }
}
