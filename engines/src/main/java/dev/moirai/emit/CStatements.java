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
import dev.moirai.property.CutReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Instructions of one thread in C. */
final class CStatements {
    private final BoundedProgram program;
    private final BoundedThread thread;
    private final CExpressions expressions;
    private final CTypes types;
    private final CNames names;
    private final CNames labels = new CNames();
    private final Dialect dialect;

    CStatements(
            BoundedProgram program,
            BoundedThread thread,
            CExpressions expressions,
            CTypes types,
            CNames names,
            Dialect dialect) {
        this.program = program;
        this.thread = thread;
        this.expressions = expressions;
        this.types = types;
        this.names = names;
        this.dialect = dialect;
    }

    String local(Local local) {
        return names.of("local of " + thread.name(), thread.name() + "_", local.name());
    }

    String label(String name) {
        return labels.of("label", "", name);
    }

    String value(Expr expr) {
        return expressions.of(expr, this::local);
    }

    /** @param next the name of the label that follows, if one does */
    List<String> of(Instr instr, Optional<String> next) {
        return switch (instr) {
            case Instr.Assign(var into, var value, var _) -> List.of(local(into) + " = " + value(value) + ";");
            case Instr.Nondet(var into, var source, var _) ->
                List.of(local(into) + " = " + any(into.type()) + "; /* " + comment(source.words()) + " */");
            case Instr.Load(var into, var address, var _, var _) ->
                List.of(local(into) + " = " + place(address, into.type()) + ";");
            case Instr.Store(var address, var value, var _, var _) ->
                List.of(place(address, value.type()) + " = " + value(value) + ";");
            case Instr.Rmw rmw -> rmw(rmw);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var _, var _) ->
                List.of(
                        local(old) + " = " + place(address, old.type()) + ";",
                        "if (" + local(old) + " == " + value(expected) + ") " + place(address, old.type()) + " = "
                                + value(desired) + ";");
            case Instr.Alloc(var into, var _, var bytes, var _, var contents, var name, var _) -> {
                // In a native run, memory that was never written reads as zero.
                boolean zero = contents == Instr.Contents.ZERO || dialect == Dialect.GCC;
                String size = "(__SIZE_TYPE__)" + value(bytes);
                yield List.of(local(into) + " = " + (zero ? "calloc(1, " + size : "malloc(" + size) + "); /* "
                        + comment(name) + " */");
            }
            case Instr.Free(var pointer, var _, var _, var span) -> {
                if (pointer instanceof Expr.GlobalAddress)
                    throw new Unencodable("the end of a thread-local to which others may point", span);
                yield List.of("free(" + value(pointer) + ");");
            }
            case Instr.Resize(var into, var pointer, var bytes, var _, var _) ->
                List.of(local(into) + " = realloc(" + value(pointer) + ", (__SIZE_TYPE__)" + value(bytes) + ");");
            case Instr.Label(var name, var _) -> List.of(label(name) + ": ;");
            case Instr.Goto(var target, var _) -> List.of("goto " + label(target) + ";");
            case Instr.Branch branch -> branch(branch, next);
            case Instr.ExitProcess(var _, var _) -> List.of("goto " + label(thread.end()) + "; /* the process ends */");
            case Instr.Assume(var condition, var _) -> List.of("ASSUME(" + value(condition) + ");");
            case Instr.Block(var condition, var wakeup, var _) ->
                wakeup == Instr.Wakeup.SPURIOUS ? List.of() : List.of("ASSUME(" + value(condition) + "); /* waits */");
            case Instr.Assert(var condition, var property, var message, var span) ->
                List.of("ASSERT(" + value(condition) + ", " + quoted(property.word() + ": " + message + " at " + span)
                        + ");");
            case Instr.Cut(var reason, var _) -> List.of(cut(reason) + "(" + quoted(reason.words()) + ");");
            case Instr.Spawn spawn -> spawn(spawn);
            case Instr.AtomicBegin _, Instr.AtomicEnd _, Instr.Yield _, Instr.Fence _, Instr.Print _, Instr.Return _ ->
                List.of();
            default -> throw new IllegalArgumentException("not lowered: " + instr);
        };
    }

    /** The macro for a place that control must not reach, by reason; {@link FileHead} defines it. */
    private static String cut(CutReason reason) {
        return switch (reason) {
            case CutReason.Bound _ -> "CUT";
            case CutReason.Construct _ -> "UNKNOWN";
        };
    }

    private String place(Expr address, Type type) {
        return expressions.place(address, type, this::local);
    }

    private List<String> rmw(Instr.Rmw rmw) {
        String place = place(rmw.address(), rmw.old().type());
        String operand = value(rmw.operand());
        String old = local(rmw.old());
        String result = switch (rmw.op()) {
            case EXCHANGE -> operand;
            case ADD -> old + " + " + operand;
            case SUBTRACT -> old + " - " + operand;
            case AND -> old + " & " + operand;
            case OR -> old + " | " + operand;
            case XOR -> old + " ^ " + operand;
            case NAND -> "~(" + old + " & " + operand + ")";
        };
        return List.of(old + " = " + place + ";", place + " = " + result + ";");
    }

    private List<String> branch(Instr.Branch branch, Optional<String> next) {
        String condition = value(branch.condition());
        if (next.equals(Optional.of(branch.whenTrue()))) {
            return List.of("if (!" + condition + ") goto " + label(branch.whenFalse()) + ";");
        }
        String then = "if (" + condition + ") goto " + label(branch.whenTrue()) + ";";
        if (next.equals(Optional.of(branch.whenFalse()))) return List.of(then);
        return List.of(then, "goto " + label(branch.whenFalse()) + ";");
    }

    private List<String> spawn(Instr.Spawn spawn) {
        if (!(spawn.function() instanceof Expr.FunctionAddress(var name))) {
            throw new IllegalArgumentException("spawn not bound to a thread at " + spawn.span());
        }
        int child = program.thread(name).number();
        var lines = new ArrayList<String>();
        lines.add(local(spawn.handle()) + " = " + child + "; /* starts " + comment(name) + " */");
        Arguments.handOver(child, spawn.arguments(), spawn.span())
                .forEach(store -> lines.addAll(of(store, Optional.empty())));
        lines.add(expressions.global(Ghost.ACTIVE.global()) + "[" + child + "] = 1;");
        if (spawn.detachment() == Instr.Detachment.DETACHED) {
            lines.add(expressions.global(Ghost.TAKEN.global()) + "[" + child + "] = " + Ghost.DETACHED + ";");
        }
        return lines;
    }

    // ---- choices -----------------------------------------------------------------------------------------------

    private String any(Type type) {
        if (dialect != Dialect.GCC) {
            boolean odd = type instanceof Type.Int own && !own.signed() && CTypes.bits(own) != own.width();
            String value = nondetFunction(type) + "()";
            return odd && type instanceof Type.Int own ? value + " & " + ((1L << own.width()) - 1) + "u" : value;
        }
        return switch (type) {
            case Type.Int(var width, var signed) -> {
                int bits = Math.min(width, 62);
                long most = signed ? (1L << (bits - 1)) - 1 : (1L << bits) - 1;
                long least = signed ? -most - 1 : 0;
                yield "(" + types.scalar(type) + ")moirai_choose(" + least + "ll, " + most + "ll)";
            }
            case Type.Pointer _ -> "(void *)(__UINTPTR_TYPE__)moirai_choose(0, 0)";
            default -> "(" + types.scalar(type) + ")moirai_choose(-100, 100)";
        };
    }

    static String nondetFunction(Type type) {
        return switch (type) {
            case Type.Int(var width, var signed) -> "nondet_" + (signed ? "i" : "u") + Math.max(8, round(width));
            case Type.Float(var width) -> width == 32 ? "nondet_float" : "nondet_double";
            default -> "nondet_pointer";
        };
    }

    private static int round(int width) {
        return CTypes.bits(new Type.Int(width, false));
    }

    static String comment(String text) {
        return text.replace("*/", "* /")
                .replace("/*", "/ *")
                .replace("\\", "\\\\")
                .strip();
    }

    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
