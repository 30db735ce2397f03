package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Where values that depend on certain free choices may be: in which locals and objects, flow-insensitively. It follows
 * values only, not what they decide, so it is right for runs in which no instruction {@link #isDecided} by one of them.
 */
final class FreeValues {
    private final PointsTo pointsTo;
    private final Predicate<Instr> isFree;
    private final Map<String, Places> places = new LinkedHashMap<>();
    private final BitSet objects = new BitSet();
    private boolean areThreadResultsFree;
    private boolean hasChanged;

    /** What is free in one function. */
    private static final class Places {
        final Reached reached;
        final LocalNumbers numbers;
        final BitSet locals = new BitSet();
        boolean isResultFree;

        Places(Reached reached) {
            this.reached = reached;
            this.numbers = new LocalNumbers(reached.function);
        }

        boolean mention(Expr expr) {
            if (expr instanceof Local local) return locals.get(numbers.of(local));
            boolean[] found = {false};
            Operands.forEachChild(expr, child -> found[0] |= mention(child));
            return found[0];
        }
    }

    /** @param isFree the choices whose values are followed */
    FreeValues(PointsTo pointsTo, Predicate<Instr> isFree) {
        this.pointsTo = pointsTo;
        this.isFree = isFree;
        pointsTo.reached().forEach((name, reached) -> places.put(name, new Places(reached)));
        do {
            hasChanged = false;
            for (Places function : places.values()) {
                List<Instr> body = function.reached.function.body();
                for (int at = 0; at < body.size(); at++) follow(function, at, body.get(at));
            }
        } while (hasChanged);
    }

    // ---- where they go -----------------------------------------------------------------------------------------

    private void follow(Places in, int at, Instr instr) {
        if (isFree.test(instr)) Operands.forEachWritten(instr, local -> free(in, local));
        switch (instr) {
            case Instr.Assign i when in.mention(i.value()) -> free(in, i.into());
            case Instr.Load i when isContentFree(in, at) -> free(in, i.into());
            case Instr.Store i when in.mention(i.value()) -> freeContents(in, at);
            case Instr.Rmw i -> {
                if (in.mention(i.operand())) freeContents(in, at);
                if (isContentFree(in, at)) free(in, i.old());
            }
            case Instr.CompareExchange i when in.mention(i.desired()) -> freeContents(in, at);
            case Instr.Resize _ when isContentFree(in, at) -> freeContentsOfNew(in, at);
            case Instr.Call i -> {
                for (Places callee : targets(in, at)) {
                    pass(in, i.arguments(), callee);
                    if (callee.isResultFree) i.into().ifPresent(into -> free(in, into));
                }
            }
            case Instr.Return i
            when i.value().filter(in::mention).isPresent() -> {
                hasChanged |= !in.isResultFree;
                in.isResultFree = true;
            }
            case Instr.ExitThread i when in.mention(i.value()) -> freeThreadResults();
            case Instr.Spawn i -> {
                for (Places started : targets(in, at)) {
                    pass(in, i.arguments(), started);
                    if (started.isResultFree) freeThreadResults();
                }
            }
            case Instr.Join i when areThreadResultsFree -> i.value().ifPresent(value -> free(in, value));
            default -> {}
        }
    }

    private List<Places> targets(Places in, int at) {
        return in.reached.targets.getOrDefault(at, List.of()).stream()
                .map(places::get)
                .toList();
    }

    private void pass(Places from, List<Expr> arguments, Places callee) {
        List<Local> parameters = callee.reached.function.parameters();
        int passed = Math.min(parameters.size(), arguments.size());
        for (int i = 0; i < passed; i++) if (from.mention(arguments.get(i))) free(callee, parameters.get(i));
    }

    private void free(Places in, Local local) {
        int number = in.numbers.of(local);
        hasChanged |= !in.locals.get(number);
        in.locals.set(number);
    }

    private void freeThreadResults() {
        hasChanged |= !areThreadResultsFree;
        areThreadResultsFree = true;
    }

    private boolean isContentFree(Places in, int at) {
        GrowingSet pointees = pointsTo.set(in.reached.address[at]);
        for (int i = 0; i < pointees.size(); i++) if (objects.get(pointees.get(i))) return true;
        return false;
    }

    private void freeContents(Places in, int at) {
        GrowingSet pointees = pointsTo.set(in.reached.address[at]);
        for (int i = 0; i < pointees.size(); i++) free(pointees.get(i));
    }

    private void freeContentsOfNew(Places in, int at) {
        for (int object = 0; object < pointsTo.objects().size(); object++) {
            if (pointsTo.objects().get(object)
                            instanceof AbstractObject.Allocated(var function, var index, var _, var _)
                    && index == at
                    && function.equals(in.reached.function.name())) {
                free(object);
            }
        }
    }

    private void free(int object) {
        hasChanged |= !objects.get(object);
        objects.set(object);
    }

    // ---- what they decide --------------------------------------------------------------------------------------

    /**
     * Whether the instruction at this place may do something else, or fail, if a free value were another, or follows an
     * address of unknown origin; all that it may do otherwise is to set or write another free value.
     */
    boolean isDecided(String function, int at) {
        Places in = places.get(function);
        if (in == null) return false;
        Instr instr = in.reached.function.body().get(at);
        if (in.reached.address[at] >= 0 && pointsTo.isWild(in.reached.address[at])) return true;
        return switch (instr) {
            case Instr.Assign i -> !isHarmless(in, i.value());
            case Instr.Load i -> in.mention(i.address());
            case Instr.Store i -> in.mention(i.address()) || !isHarmless(in, i.value());
            case Instr.Rmw i -> in.mention(i.address()) || !isHarmless(in, i.operand());
            case Instr.Call i ->
                in.mention(i.callee()) || i.arguments().stream().anyMatch(argument -> !isHarmless(in, argument));
            case Instr.Spawn i ->
                in.mention(i.function()) || i.arguments().stream().anyMatch(argument -> !isHarmless(in, argument));
            case Instr.Return i ->
                i.value().filter(value -> !isHarmless(in, value)).isPresent();
            case Instr.ExitThread i -> !isHarmless(in, i.value());
            case Instr.Print i ->
                i.arguments().stream()
                        .anyMatch(argument -> in.mention(argument) && argument.type() instanceof Type.Pointer
                                || !isHarmless(in, argument));
            // These read what memory holds, besides their operands; synchronisation objects are words in memory.
            case Instr.CompareExchange _, Instr.Synchronisation _ -> readsFree(in, at) || operandIsFree(in, instr);
            default -> operandIsFree(in, instr);
        };
    }

    /** Whether the expression has a value whatever the free values are. */
    boolean isHarmless(String function, Expr expr) {
        Places in = places.get(function);
        return in != null && isHarmless(in, expr);
    }

    private boolean readsFree(Places in, int at) {
        if (in.reached.address[at] >= 0 && isContentFree(in, at)) return true;
        Integer second = in.reached.secondAddress.get(at);
        if (second == null) return false;
        GrowingSet pointees = pointsTo.set(second);
        for (int i = 0; i < pointees.size(); i++) if (objects.get(pointees.get(i))) return true;
        return pointsTo.isWild(second);
    }

    private static boolean operandIsFree(Places in, Instr instr) {
        boolean[] found = {false};
        Operands.forEachRead(instr, expr -> found[0] |= in.mention(expr));
        return found[0];
    }

    /** Whether the expression has a value whatever its free parts are, which is as free as they are. */
    private static boolean isHarmless(Places in, Expr expr) {
        if (!in.mention(expr)) return true;
        return switch (expr) {
            case Local _ -> true;
            case Expr.Unary(var _, var operand) -> isHarmless(in, operand);
            case Expr.Binary(var op, var left, var right) ->
                isHarmless(in, left) && (canFail(op) ? isDefined(op, left.type(), right) : isHarmless(in, right));
            case Expr.Compare(var _, var left, var right) ->
                left.type() instanceof Type.Int && isHarmless(in, left) && isHarmless(in, right);
            case Expr.Cast(var type, var operand) -> isWord(type) && isWord(operand.type()) && isHarmless(in, operand);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                isHarmless(in, condition) && isHarmless(in, whenTrue) && isHarmless(in, whenFalse);
            default -> false;
        };
    }

    private static boolean canFail(Expr.BinaryOp op) {
        return op.isShift() || op == Expr.BinaryOp.DIVIDE || op == Expr.BinaryOp.REMAINDER;
    }

    /** Whether the operation is defined for every number on its left. */
    private static boolean isDefined(Expr.BinaryOp op, Type type, Expr right) {
        if (!(type instanceof Type.Int(var width, var _)) || !(right instanceof Expr.Constant(var _, var value))) {
            return false;
        }
        return op.isShift() ? value >= 0 && value < width : value != 0 && value != -1;
    }

    private static boolean isWord(Type type) {
        return type instanceof Type.Int || type instanceof Type.Pointer;
    }
}
