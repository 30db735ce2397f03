package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers of which more is worse and nothing else matters: globals that are only set to sums of one another and of what
 * is not negative, and that nobody looks at but to fail when they are too large; and what locals hold of them.
 *
 * <p>Claim: where two states differ in such values only, and none of them is better in the second (see {@link Drift}), each step of the first
 * is one of the second, to states of which the same is true; or the second fails at once. This holds as long as no sum
 * overflows: in the second state none may, and then none does in the first, whose values lie between zero and those.
 */
public final class RisingValues {
    private final Program program;
    private final Set<Property> watched;
    private final Map<String, Places> functions = new HashMap<>();
    private final Set<String> globals = new HashSet<>();
    /** Globals that have turned out to be of another kind in this round. */
    private final Set<String> spoilt = new HashSet<>();

    private boolean hasChanged;

    /** How a value differs between the two states. */
    public enum Drift {
        /** Not at all. */
        NONE,
        /** It is at least as large in the worse state. */
        UP,
        /** It is at most as large there: that something is not yet too large. */
        DOWN,
        /** It may be anything. */
        ANY
    }

    /** What is known of the locals of a function. */
    private static final class Places {
        final Reached reached;
        final Map<Local, Drift> drifts = new HashMap<>();
        /** The globals that a local's value comes from. */
        final Map<Local, Set<String>> sources = new HashMap<>();
        /** Locals that may hold what is less than zero. */
        final Set<Local> signed = new HashSet<>();

        Places(Reached reached) {
            this.reached = reached;
        }

        void clear() {
            drifts.clear();
            sources.clear();
            signed.clear();
        }
    }

    private RisingValues(Program program, Set<Property> watched) {
        this.program = program;
        this.watched = watched;
    }

    /** @param watched what counts as a failure; what is not among it ends a run silently */
    public static RisingValues of(Program program, Set<Property> watched) {
        var values = new RisingValues(program, watched);
        values.find();
        return values;
    }

    /** The globals whose values rise. */
    public Set<String> globals() {
        return globals;
    }

    /** How what a local holds differs. */
    public Drift drift(String function, Local local) {
        Places places = functions.get(function);
        return places == null ? Drift.NONE : places.drifts.getOrDefault(local, Drift.NONE);
    }

    private void find() {
        program.globals().values().stream().filter(RisingValues::maybe).forEach(it -> globals.add(it.name()));
        if (globals.isEmpty()) return;
        var pointsTo = PointsTo.of(program);
        if (pointsTo.isWild()) globals.clear();
        pointsTo.reached().forEach((name, reached) -> functions.put(name, new Places(reached)));
        do {
            functions.values().forEach(Places::clear);
            do {
                hasChanged = false;
                functions.values().forEach(this::follow);
            } while (hasChanged);
            spoilt.clear();
            for (Global global : program.globals().values()) {
                global.initial().forEach(initial -> spoilAddresses(initial.value()));
            }
            functions.values().forEach(this::judge);
        } while (globals.removeAll(spoilt) && !globals.isEmpty());
    }

    private static boolean maybe(Global global) {
        return global.storage() == Global.Storage.SHARED
                && global.contents() == Instr.Contents.ZERO
                && isNumber(global.type())
                && global.initial().stream().allMatch(initial -> isNeverNegative(initial.value()));
    }

    /** Numbers whose sums are errors when they overflow, and are not made narrower by being kept. */
    private static boolean isNumber(Type type) {
        return type instanceof Type.Int(var width, var signed) && signed && width >= 32;
    }

    private static boolean isNeverNegative(Expr expr) {
        return expr instanceof Expr.Constant(var type, var bits) && type instanceof Type.Int && bits >= 0;
    }

    // ---- where values go -----------------------------------------------------------------------------------------

    private void follow(Places in) {
        List<Instr> body = in.reached.function.body();
        for (int at = 0; at < body.size(); at++) {
            switch (body.get(at)) {
                case Instr.Assign(var into, var value, var _) -> set(in, into, in, value);
                case Instr.Load(var into, var address, var _, var _) -> {
                    if (address instanceof Expr.GlobalAddress(var name, var _) && globals.contains(name)) {
                        join(in, into, Drift.UP, Set.of(name));
                    } else {
                        sign(in, into);
                    }
                }
                case Instr.Call call -> {
                    for (Places callee : targets(in, at)) {
                        List<Local> parameters = callee.reached.function.parameters();
                        for (int i = 0; i < parameters.size(); i++) {
                            if (i < call.arguments().size()) {
                                set(
                                        callee,
                                        parameters.get(i),
                                        in,
                                        call.arguments().get(i));
                            } else {
                                sign(callee, parameters.get(i));
                            }
                        }
                    }
                    call.into().ifPresent(into -> sign(in, into));
                }
                case Instr.Spawn spawn -> {
                    for (Places started : targets(in, at)) {
                        started.reached.function.parameters().forEach(parameter -> sign(started, parameter));
                    }
                    sign(in, spawn.handle());
                }
                default -> Operands.forEachWritten(body.get(at), local -> sign(in, local));
            }
        }
    }

    private List<Places> targets(Places in, int at) {
        return in.reached.targets.getOrDefault(at, List.of()).stream()
                .map(name -> {
                    Places places = functions.get(name);
                    if (places == null) throw new IllegalStateException("unreached function " + name);
                    return places;
                })
                .toList();
    }

    private void set(Places in, Local into, Places from, Expr value) {
        Drift drift = drift(from, value);
        if (drift == Drift.NONE && !isNeverNegative(from, value)) sign(in, into);
        if (drift != Drift.NONE) {
            var sources = new HashSet<String>();
            addSources(from, value, sources);
            join(in, into, drift, sources);
        }
    }

    private void sign(Places in, Local into) {
        hasChanged |= in.signed.add(into);
    }

    private void join(Places in, Local into, Drift drift, Set<String> from) {
        Drift before = in.drifts.getOrDefault(into, Drift.NONE);
        Drift after = before == Drift.NONE || before == drift ? drift : Drift.ANY;
        hasChanged |= in.drifts.put(into, after) != after;
        hasChanged |= in.sources.computeIfAbsent(into, _ -> new HashSet<>()).addAll(from);
    }

    private static void addSources(Places in, Expr expr, Set<String> sources) {
        if (expr instanceof Local local) sources.addAll(in.sources.getOrDefault(local, Set.of()));
        Operands.forEachChild(expr, child -> addSources(in, child, sources));
    }

    // ---- how they differ -----------------------------------------------------------------------------------------

    /** Values that drift up or down are never negative. */
    private static boolean isNeverNegative(Places in, Expr expr) {
        return switch (expr) {
            case Local local -> local.type().equals(Type.BOOL) || !in.signed.contains(local);
            case Expr.Cast(var type, var operand) ->
                isNumber(type) && operand.type().equals(Type.BOOL);
            default -> isNeverNegative(expr) || expr.type().equals(Type.BOOL);
        };
    }

    private static Drift drift(Places in, Expr expr) {
        return switch (expr) {
            case Local local -> in.drifts.getOrDefault(local, Drift.NONE);
            case Expr.Binary(var op, var left, var right)
            when op == Expr.BinaryOp.ADD && isNumber(left.type()) -> {
                Drift one = drift(in, left);
                Drift other = drift(in, right);
                if (one == Drift.NONE && other == Drift.NONE) yield Drift.NONE;
                boolean rises = (one == Drift.UP || one == Drift.NONE && isNeverNegative(in, left))
                        && (other == Drift.UP || other == Drift.NONE && isNeverNegative(in, right));
                yield rises ? Drift.UP : Drift.ANY;
            }
            case Expr.Unary(var op, var truth)
            when op == Expr.UnaryOp.COMPLEMENT && truth.type().equals(Type.BOOL) -> opposite(drift(in, truth));
            case Expr.Compare(var op, var left, var right) -> compared(in, op, left, right);
            case Expr.Cast(var type, var operand) -> {
                Drift drift = drift(in, operand);
                yield drift == Drift.NONE || keeps(operand.type(), type) ? drift : Drift.ANY;
            }
            default -> {
                boolean[] differs = {false};
                Operands.forEachChild(expr, child -> differs[0] |= drift(in, child) != Drift.NONE);
                yield differs[0] ? Drift.ANY : Drift.NONE;
            }
        };
    }

    /** Whether the order of numbers that are not negative is kept. */
    private static boolean keeps(Type from, Type to) {
        if (to.equals(Type.BOOL)) return true;
        return isNumber(to)
                && (from.equals(Type.BOOL) || isNumber(from) && ((Type.Int) from).width() <= ((Type.Int) to).width());
    }

    private static Drift opposite(Drift drift) {
        return switch (drift) {
            case UP -> Drift.DOWN;
            case DOWN -> Drift.UP;
            case NONE, ANY -> drift;
        };
    }

    private static Drift compared(Places in, Expr.CompareOp op, Expr left, Expr right) {
        Drift one = drift(in, left);
        Drift other = drift(in, right);
        if (one == Drift.NONE && other == Drift.NONE) return Drift.NONE;
        boolean withZero = right instanceof Expr.Constant(var _, var bits) && bits == 0;
        return switch (op) {
            case GREATER, GREATER_OR_EQUAL -> less(other, one);
            case LESS, LESS_OR_EQUAL -> less(one, other);
            // Of what is not negative, it says that it is positive.
            case NOT_EQUAL -> withZero ? one : Drift.ANY;
            case EQUAL -> withZero ? opposite(one) : Drift.ANY;
        };
    }

    private static Drift less(Drift smaller, Drift larger) {
        if (smaller != Drift.UP && smaller != Drift.ANY && larger != Drift.DOWN && larger != Drift.ANY) return Drift.UP;
        if (smaller != Drift.DOWN && smaller != Drift.ANY && larger != Drift.UP && larger != Drift.ANY) {
            return Drift.DOWN;
        }
        return Drift.ANY;
    }

    // ---- what they decide ----------------------------------------------------------------------------------------

    /** Spoils the globals with which something is done that the claim does not allow. */
    private void judge(Places in) {
        in.drifts.forEach((local, drift) -> {
            // A local that may be negative before it is set to what rises is not between zero and that.
            boolean isUsual = (isNumber(local.type()) || local.type().equals(Type.BOOL))
                    && (local.type().equals(Type.BOOL) || !in.signed.contains(local));
            if (drift == Drift.ANY || !isUsual) spoilt.addAll(in.sources.getOrDefault(local, Set.of()));
        });
        List<Instr> body = in.reached.function.body();
        for (int at = 0; at < body.size(); at++) judge(in, at, body.get(at));
    }

    private void judge(Places in, int at, Instr instr) {
        switch (instr) {
            case Instr.Assign(var _, var value, var _) -> allow(in, value, Drift.UP, Drift.DOWN);
            case Instr.Load(var into, var address, var _, var _) -> access(in, address, into.type());
            case Instr.Store(var address, var value, var _, var _) -> {
                access(in, address, value.type());
                boolean rises = address instanceof Expr.GlobalAddress(var name, var _) && globals.contains(name);
                if (!rises) allow(in, value);
                else if (drift(in, value) == Drift.NONE && !isNeverNegative(in, value)) spoilAddresses(address);
                else allow(in, value, Drift.UP);
            }
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) -> {
                Drift drift = drift(in, condition);
                boolean fails = drift == Drift.UP && failsAtOnce(in.reached, whenTrue)
                        || drift == Drift.DOWN && failsAtOnce(in.reached, whenFalse);
                if (fails) spoilAddresses(condition);
                else allow(in, condition);
            }
            case Instr.Assert(var condition, var property, var _, var _) -> {
                if (watched.contains(property)) allow(in, condition, Drift.DOWN);
                else allow(in, condition);
            }
            case Instr.Assume(var condition, var _) -> allow(in, condition, Drift.UP);
            case Instr.Call call -> {
                allow(in, call.callee());
                boolean known = in.reached.targets.containsKey(at);
                for (int i = 0; i < call.arguments().size(); i++) {
                    int argument = i;
                    boolean isTaken = known
                            && targets(in, at).stream()
                                    .allMatch(it -> argument
                                            < it.reached.function.parameters().size());
                    if (isTaken) allow(in, call.arguments().get(i), Drift.UP, Drift.DOWN);
                    else allow(in, call.arguments().get(i));
                }
            }
            // What is printed is in no state.
            case Instr.Print print -> print.arguments().forEach(it -> allow(in, it, Drift.UP, Drift.DOWN));
            default -> Operands.forEachRead(instr, expr -> allow(in, expr));
        }
    }

    /** An access to a global as a whole is no use of its address. */
    private void access(Places in, Expr address, Type type) {
        boolean isWhole = address instanceof Expr.GlobalAddress(var name, var _)
                && program.global(name).type().equals(type);
        if (!isWhole) allow(in, address);
    }

    private void allow(Places in, Expr expr, Drift... allowed) {
        spoilAddresses(expr);
        Drift drift = drift(in, expr);
        if (drift == Drift.NONE || List.of(allowed).contains(drift)) return;
        addSources(in, expr, spoilt);
    }

    private void spoilAddresses(Expr expr) {
        if (expr instanceof Expr.GlobalAddress(var name, var _)) spoilt.add(name);
        Operands.forEachChild(expr, this::spoilAddresses);
    }

    /** Whether nothing happens from the label on but that what is watched is violated. */
    private boolean failsAtOnce(Reached function, String label) {
        List<Instr> body = function.function.body();
        int at = 0;
        while (!(body.get(at) instanceof Instr.Label(var name, var _) && name.equals(label))) at++;
        for (int steps = 0; steps < body.size() && at != FlowGraph.NONE; steps++) {
            switch (body.get(at)) {
                case Instr.Label _, Instr.Goto _ -> at = function.flow.first(at);
                case Instr.Assert(var condition, var property, var _, var _) -> {
                    return condition.equals(Expr.FALSE) && watched.contains(property);
                }
                default -> {
                    return false;
                }
            }
        }
        return false;
    }
}
