package dev.moirai.rely.transition;

import dev.moirai.analysis.PointsTo;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.schedule.ThreadNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * A thread of the program, or all threads that one spawn instruction starts if it can start several. {@code spawns}
 * maps each spawn instruction of its code to the instance it starts. {@code argument} is the argument of its start
 * function, if that is always the same address or constant.
 */
record Instance(
        int number,
        String name,
        Function function,
        FlatCode code,
        ControlFlow flow,
        ThreadSystem.Copies copies,
        Map<Integer, Integer> spawns,
        Map<Local, Value> constants) {
    private static final int MOST = 40;

    boolean isMany() {
        return copies == ThreadSystem.Copies.ANY;
    }

    /** Whether it was not known before that this local, which no parameter is, holds nothing else. */
    boolean learns(Local local, Value value) {
        if (function.parameters().contains(local) || constants.containsKey(local)) return false;
        constants.put(local, value);
        return true;
    }

    /** All threads, main first; each is named by its start function. */
    static List<Instance> of(Program program, PointsTo pointsTo, Objects objects) {
        return of(program, pointsTo, objects, Inlining.Ends.UNMARKED);
    }

    static List<Instance> of(Program program, PointsTo pointsTo, Objects objects, Inlining.Ends ends) {
        record Request(String function, ThreadSystem.Copies copies, Value argument, Type given) {
            // Whether the parameter holds what is given as it is; a start function may take something narrower.
            boolean fits(Local parameter) {
                return given.equals(parameter.type())
                        || given instanceof Type.Pointer && parameter.type() instanceof Type.Pointer;
            }
        }
        var instances = new ArrayList<Instance>();
        var requests = new ArrayDeque<Request>();
        var codes = new HashMap<String, FlatCode>();
        var names = new HashMap<String, Integer>();
        var any = new HashMap<String, Integer>();
        requests.add(new Request(program.entry(), ThreadSystem.Copies.ONE, Value.OPAQUE, Type.VOID));
        int requested = 1;
        while (!requests.isEmpty()) {
            Request request = requests.remove();
            Function function = program.function(request.function());
            FlatCode code =
                    codes.computeIfAbsent(request.function(), name -> Inlining.inline(program, pointsTo, name, ends));
            var flow = new ControlFlow(code);
            int number = instances.size();
            int copy = names.merge(request.function(), 1, Integer::sum);
            String name = number == 0 ? "main" : ThreadNames.name(function.name(), copy);
            var constants = new HashMap<Local, Value>();
            if (number > 0 && !function.parameters().isEmpty() && !(request.argument() instanceof Value.Opaque)) {
                Local parameter = function.parameters().getFirst();
                if (request.fits(parameter) && !isWritten(code, parameter)) {
                    constants.put(parameter, request.argument());
                }
            }
            var spawns = new HashMap<Integer, Integer>();
            var instance = new Instance(number, name, function, code, flow, request.copies(), spawns, constants);
            instances.add(instance);
            objects.learn(instance);
            for (int at = 0; at < code.size(); at++) {
                if (!(code.get(at) instanceof Instr.Spawn spawn) || !flow.isReachable(at)) continue;
                if (!(spawn.function() instanceof Expr.FunctionAddress(var target))) {
                    throw new UnsupportedException("a thread whose start function is computed", spawn.span());
                }
                boolean once = !flow.isOnCycle(at) && !instance.isMany();
                if (!once && any.containsKey(target)) {
                    spawns.put(at, any.get(target));
                    continue;
                }
                if (requested > MOST) throw new UnsupportedException("more than " + MOST + " threads", spawn.span());
                spawns.put(at, requested);
                if (!once) any.put(target, requested);
                requested++;
                boolean isOneSite = once
                        || number == 0
                                && new StartSites(program)
                                        .isOneSite(code.origin(at).function(), target);
                boolean isGiven = isOneSite && spawn.arguments().size() == 1;
                Value argument =
                        isGiven ? objects.closed(instance, spawn.arguments().getFirst()) : Value.OPAQUE;
                Type given = isGiven ? spawn.arguments().getFirst().type() : Type.VOID;
                requests.add(
                        new Request(target, once ? ThreadSystem.Copies.ONE : ThreadSystem.Copies.ANY, argument, given));
            }
        }
        return instances;
    }

    private static boolean isWritten(FlatCode code, Local local) {
        var written = new HashSet<Local>();
        for (int at = 0; at < code.size(); at++) Operands.forEachWritten(code.get(at), written::add);
        return written.contains(local);
    }

    /** The instructions that set a local which no other instruction sets. */
    static BitSet writtenOnce(FlatCode code) {
        var counts = new HashMap<Local, Integer>();
        for (int at = 0; at < code.size(); at++) {
            Operands.forEachWritten(code.get(at), local -> counts.merge(local, 1, Integer::sum));
        }
        var once = new BitSet();
        for (int at = 0; at < code.size(); at++) {
            int here = at;
            Operands.forEachWritten(code.get(at), local -> {
                if (counts.getOrDefault(local, 0) == 1) once.set(here);
            });
        }
        return once;
    }
}
