package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Access;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Program;
import java.util.ArrayList;

/**
 * Marks the accesses that no other thread can notice: to memory that only one thread can reach, to memory that no
 * longer changes, and everything before the first spawn. The others are the program's visible steps. In doubt, an
 * access is shared.
 */
public final class MarkShared implements Pass {
    @Override
    public String name() {
        return "mark-shared";
    }

    @Override
    public Program apply(Program program) {
        PointsTo pointsTo = PointsTo.of(program);
        if (pointsTo.isWild()) return program;
        var sharing = new Sharing(pointsTo, new Threads(pointsTo));
        return program.mapFunctions(function -> {
            Reached reached = pointsTo.reached().get(function.name());
            return reached == null ? function : marked(reached, sharing);
        });
    }

    private static Function marked(Reached reached, Sharing sharing) {
        Function function = reached.function;
        var body = new ArrayList<Instr>(function.body().size());
        for (int at = 0; at < function.body().size(); at++) {
            Instr instr = function.body().get(at);
            boolean isPrivate = reached.address[at] >= 0 && isPrivate(reached, at, sharing);
            body.add(isPrivate ? asPrivate(instr) : instr);
        }
        return function.withBody(body);
    }

    private static boolean isPrivate(Reached reached, int at, Sharing sharing) {
        if (sharing.threads().isEarly(reached.function.name(), at)) return true;
        GrowingSet objects = sharing.pointsTo().set(reached.address[at]);
        if (objects.size() == 0) return false;
        boolean reads = Sharing.effect(reached.function.body().get(at)) == Sharing.Effect.READ;
        for (int i = 0; i < objects.size(); i++) {
            int object = objects.get(i);
            boolean harmless = switch (sharing.pointsTo().objects().get(object)) {
                case AbstractObject.Unknown _ -> false;
                case AbstractObject.Code _ -> true; // an error whoever does it
                case AbstractObject.Variable(var global) when global.storage().isConstant() -> true;
                case AbstractObject.Variable _, AbstractObject.Allocated _ ->
                    !sharing.isShared(object) || (reads && sharing.isSettled(object));
            };
            if (!harmless) return false;
        }
        return true;
    }

    private static Instr asPrivate(Instr instr) {
        Access.Reach reach = Access.Reach.PRIVATE;
        return switch (instr) {
            case Instr.Load(var into, var address, var access, var span) ->
                new Instr.Load(into, address, access.with(reach), span);
            case Instr.Store(var address, var value, var access, var span) ->
                new Instr.Store(address, value, access.with(reach), span);
            case Instr.Rmw(var old, var address, var op, var operand, var access, var span) ->
                new Instr.Rmw(old, address, op, operand, access.with(reach), span);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var access, var span) ->
                new Instr.CompareExchange(old, address, expected, desired, access.with(reach), span);
            case Instr.Free(var pointer, var region, var access, var span) ->
                new Instr.Free(pointer, region, access.with(reach), span);
            case Instr.Resize(var into, var pointer, var bytes, var access, var span) ->
                new Instr.Resize(into, pointer, bytes, access.with(reach), span);
            default -> instr; // synchronisation is always a visible step
        };
    }
}
