package dev.moirai.sequentialize;

import dev.moirai.analysis.Liveness;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import dev.moirai.bound.Site;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a thread is back where it was: at the same instruction of the program's text, reached by the same calls, with
 * the same values in all locals, of all activations, that can still be read. Copies that unrolling made of a loop are one
 * place. Calls inside a loop are inlined once for each copy, each time with locals of other names; they correspond by
 * their place on the call string.
 */
final class SamePlaces {
    private final LassoUnrolling text;
    private final SameMemory memory;
    private final Map<String, Liveness> liveness = new HashMap<>();
    /** What locals held when the lasso began. */
    private final Map<Local, Local> atStart = new LinkedHashMap<>();

    /** What kind of instruction a thread stands before, and where in the program. */
    private record Stand(Class<? extends Instr> kind, List<Site> place) {}

    /** Points at one place whose locals have the same names. */
    private record Group(List<Integer> points, List<Local> live) {}

    SamePlaces(LassoUnrolling text, SameMemory memory) {
        this.text = text;
        this.memory = memory;
    }

    /** Where the lasso begins. */
    void remember() {
        for (Simulation simulation : text.sequential.simulations()) {
            var all = new LinkedHashSet<Local>();
            for (List<Group> place : places(simulation)) {
                if (place.stream().mapToInt(group -> group.points.size()).sum() < 2) continue;
                for (Group group : place) all.addAll(group.live);
            }
            for (Local local : all) {
                Local copy = text.fresh("was/" + local.name(), local.type());
                text.add(new Instr.Assign(copy, text.local(local), Unrolling.NOWHERE));
                atStart.put(local, copy);
            }
        }
    }

    /** After the lasso, for a thread that has moved. */
    Expr areSame(Simulation simulation) {
        var same = new ArrayList<Expr>();
        for (List<Group> place : places(simulation)) {
            for (Group before : place) {
                for (Group after : place) same.add(areSame(simulation, before, after));
            }
        }
        same.removeIf(Expr.FALSE::equals);
        return Unrolling.anyOf(same);
    }

    private Expr areSame(Simulation simulation, Group before, Group after) {
        // A thread only moves forward in its text.
        if (before.points.getFirst() >= after.points.getLast()) return Expr.FALSE;
        Expr same = LassoUnrolling.and(
                isOneOf(simulation, text.atStart(simulation), before.points),
                isOneOf(simulation, text.pc(simulation), after.points));
        for (int i = 0; i < before.live.size(); i++) {
            Local was = atStart.get(before.live.get(i));
            if (was == null) return Expr.FALSE;
            Expr is = memory.renamed(text.local(after.live.get(i)));
            same = LassoUnrolling.and(same, Unrolling.compare(CompareOp.EQUAL, was, is));
        }
        return same;
    }

    /** For a thread that has not moved: its locals hold no nodes that now stand for others. */
    Expr keepsItsNodes(Simulation simulation) {
        Expr keeps = Expr.TRUE;
        for (List<Group> place : places(simulation)) {
            for (Group group : place) {
                Expr same = Expr.TRUE;
                for (Local local : group.live) {
                    if (!(local.type() instanceof Type.Named)) continue;
                    Local now = text.local(local);
                    same = LassoUnrolling.and(same, Unrolling.compare(CompareOp.EQUAL, now, memory.renamed(now)));
                }
                if (same.equals(Expr.TRUE)) continue;
                Expr elsewhere = Expr.not(isOneOf(simulation, text.pc(simulation), group.points));
                keeps = LassoUnrolling.and(keeps, Unrolling.or(elsewhere, same));
            }
        }
        return keeps;
    }

    private static Expr isOneOf(Simulation simulation, Expr at, List<Integer> points) {
        return Unrolling.anyOf(points.stream()
                .map(point -> Unrolling.compare(CompareOp.EQUAL, at, Unrolling.point(simulation, point)))
                .toList());
    }

    // ---- places ------------------------------------------------------------------------------------------------

    private final Map<Integer, List<List<Group>>> known = new HashMap<>();

    /** A thread's places, each with its points. */
    private List<List<Group>> places(Simulation simulation) {
        return known.computeIfAbsent(Unrolling.number(simulation), _ -> findPlaces(simulation));
    }

    private List<List<Group>> findPlaces(Simulation simulation) {
        BoundedThread thread = simulation.thread();
        var places = new LinkedHashMap<Stand, Map<List<Local>, Group>>();
        for (Line line : simulation.lines()) {
            // A thread that has not begun is nowhere it could come back to.
            if (!(line instanceof Line.Point(var number, var _, var index)) || number == 0) continue;
            Origin origin = thread.origins().get(index);
            var place = new Stand(thread.body().get(index).getClass(), origin.place());
            List<Local> live = live(thread, origin);
            places.computeIfAbsent(place, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(live, _ -> new Group(new ArrayList<>(), live))
                    .points
                    .add(number);
        }
        return places.values().stream()
                .map(groups -> List.copyOf(groups.values()))
                .toList();
    }

    /** The locals that can still be read there, in an order that is the same for every copy of the place. */
    private List<Local> live(BoundedThread thread, Origin origin) {
        var all = new ArrayList<Local>();
        for (Local local : liveness(origin.function()).before(origin.index())) {
            all.add(Unrolling.rename(thread, origin.local(local)));
        }
        Optional<Origin> caller = origin.caller();
        while (caller.isPresent()) {
            Origin call = caller.get();
            for (Local local : liveness(call.function()).across(call.index())) {
                all.add(Unrolling.rename(thread, call.local(local)));
            }
            caller = call.caller();
        }
        return all;
    }

    private Liveness liveness(String function) {
        return liveness.computeIfAbsent(function, name -> {
            Function whole = text.sequential.bounded().source().function(name);
            return new Liveness(whole);
        });
    }
}
