package dev.moirai.emit;

import dev.moirai.bound.Arguments;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Ghost;
import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;

/** Instructions of one thread in Boogie. A thread's locals are global variables, so that they outlast a context. */
final class BoogieStatements {
    private final BoundedProgram program;
    private final BoundedThread thread;
    private final BoogieExpressions expressions;
    private final BoogiePlaces places;
    private final BoogieNames names;
    private final BoogieNames labels = new BoogieNames();

    BoogieStatements(BoundedProgram program, BoundedThread thread, BoogieFile file) {
        this.program = program;
        this.thread = thread;
        this.expressions = file.expressions;
        this.places = file.places;
        this.names = file.names;
    }

    String local(Local local) {
        return names.of("local of " + thread.name(), thread.name() + "." + local.name());
    }

    String label(String name) {
        return labels.of("label", name);
    }

    /** The label of a point at which the thread may stop and go on. */
    String point(int number) {
        return labels.of("point", "point_" + number);
    }

    String value(Expr expr) {
        return expressions.of(expr);
    }

    List<String> of(Instr instr) {
        expressions.at(instr.span(), this::local);
        return switch (instr) {
            case Instr.Assign(var into, var value, var _) -> List.of(local(into) + " := " + value(value) + ";");
            case Instr.Nondet(var into, var source, var _) ->
                List.of("havoc " + local(into) + "; // " + source.words().replace('\n', ' '));
            case Instr.Load(var into, var address, var _, var _) ->
                List.of(local(into) + " := " + places.read(address, into.type()) + ";");
            case Instr.Store(var address, var value, var _, var _) ->
                List.of(places.place(address, value.type()) + " := " + value(value) + ";");
            case Instr.Rmw rmw -> rmw(rmw);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var _, var _) -> {
                String place = places.place(address, old.type());
                yield List.of(
                        local(old) + " := " + place + ";",
                        "if (" + local(old) + " == " + value(expected) + ") { " + place + " := " + value(desired)
                                + "; }");
            }
            case Instr.Label(var name, var _) -> List.of(label(name) + ":");
            case Instr.Goto(var target, var _) -> List.of("goto " + label(target) + ";");
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) ->
                List.of("if (" + value(condition) + ") { goto " + label(whenTrue) + "; } else { goto "
                        + label(whenFalse) + "; }");
            case Instr.ExitProcess(var _, var _) -> List.of("goto " + label(thread.end()) + "; // the process ends");
            case Instr.Assume(var condition, var _) -> List.of("assume " + value(condition) + ";");
            case Instr.Block(var condition, var wakeup, var _) ->
                wakeup == Instr.Wakeup.SPURIOUS ? List.of() : List.of("assume " + value(condition) + "; // waits");
            case Instr.Assert(var condition, var property, var message, var span) ->
                List.of("assert {:msg \"" + (property.word() + ": " + message + " at " + span).replace('"', '\'')
                        + "\"} " + value(condition) + ";");
            case Instr.Cut(var reason, var _) -> List.of("assume false; // cut off: " + reason.words());
            case Instr.Spawn spawn -> spawn(spawn);
            case Instr.AtomicBegin _, Instr.AtomicEnd _, Instr.Yield _, Instr.Fence _, Instr.Print _, Instr.Return _ ->
                List.of();
            default -> throw new Unencodable("dynamic memory in Boogie", instr.span());
        };
    }

    private List<String> rmw(Instr.Rmw rmw) {
        String place = places.place(rmw.address(), rmw.old().type());
        Expr result = switch (rmw.op()) {
            case EXCHANGE -> rmw.operand();
            case ADD -> new Expr.Binary(Expr.BinaryOp.ADD, rmw.old(), rmw.operand());
            case SUBTRACT -> new Expr.Binary(Expr.BinaryOp.SUBTRACT, rmw.old(), rmw.operand());
            case AND -> new Expr.Binary(Expr.BinaryOp.AND, rmw.old(), rmw.operand());
            case OR -> new Expr.Binary(Expr.BinaryOp.OR, rmw.old(), rmw.operand());
            case XOR -> new Expr.Binary(Expr.BinaryOp.XOR, rmw.old(), rmw.operand());
            case NAND ->
                new Expr.Unary(Expr.UnaryOp.COMPLEMENT, new Expr.Binary(Expr.BinaryOp.AND, rmw.old(), rmw.operand()));
        };
        return List.of(local(rmw.old()) + " := " + place + ";", place + " := " + value(result) + ";");
    }

    private List<String> spawn(Instr.Spawn spawn) {
        if (!(spawn.function() instanceof Expr.FunctionAddress(var name))) {
            throw new IllegalArgumentException("spawn not bound to a thread at " + spawn.span());
        }
        int child = program.thread(name).number();
        var lines = new ArrayList<String>();
        String number = expressions.of(Expr.constant(spawn.handle().type(), child));
        lines.add(local(spawn.handle()) + " := " + number + "; // starts " + name);
        Arguments.handOver(child, spawn.arguments(), spawn.span()).forEach(store -> lines.addAll(of(store)));
        lines.add(places.place(Ghost.ACTIVE.address(child), Type.U8) + " := 1bv8;");
        if (spawn.detachment() == Instr.Detachment.DETACHED) {
            lines.add(places.place(Ghost.TAKEN.address(child), Type.U8) + " := " + Ghost.DETACHED + "bv8;");
        }
        return lines;
    }
}
