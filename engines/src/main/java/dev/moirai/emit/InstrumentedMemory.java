package dev.moirai.emit;

import static dev.moirai.emit.InstrumentedStatements.call;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.Optional;
import java.util.function.Function;

/** Accesses to memory in C, and the call of the runtime that comes before each that other threads can see. */
final class InstrumentedMemory {
    private final Program program;
    private final CExpressions expressions;
    private final CTypes types;
    private final Words words;
    private final Function<Local, String> locals;

    InstrumentedMemory(
            Program program, CExpressions expressions, CTypes types, Words words, Function<Local, String> locals) {
        this.program = program;
        this.expressions = expressions;
        this.types = types;
        this.words = words;
        this.locals = locals;
    }

    private String local(Local local) {
        return locals.apply(local);
    }

    private String value(Expr expr) {
        return expressions.of(expr, locals::apply);
    }

    private String word(Expr expr) {
        return words.toWord(expr.type(), value(expr));
    }

    /** The call with which the step of an access begins, if other threads can see the access. */
    Optional<String> step(Instr.MemoryAccess access, int site) {
        if (!access.access().isShared()) return Optional.empty();
        return Optional.of(
                switch (access) {
                    case Instr.Load load -> step(load, site, "MOIRAI_READS");
                    case Instr.Store store -> step(store, site, "MOIRAI_WRITES");
                    case Instr.Rmw rmw -> step(rmw, site, "MOIRAI_WRITES");
                    case Instr.CompareExchange exchange -> step(exchange, site, "MOIRAI_WRITES");
                    case Instr.Free free -> call("moirai_access_whole", site, value(free.pointer())) + ";";
                    case Instr.Resize resize -> call("moirai_access_whole", site, value(resize.pointer())) + ";";
                });
    }

    private String step(Instr.ScalarAccess access, int site, String effect) {
        String kind = access.access().order() == Access.Order.GLANCE
                ? effect + " | MOIRAI_GLANCE"
                : access.access().isAtomic() ? effect + " | MOIRAI_ATOMIC" : effect;
        return call("moirai_access", site, value(access.address()), bytes(access.type()), kind) + ";";
    }

    String load(Instr.Load load, int site) {
        Local into = load.into();
        return local(into) + " = " + canonical(into.type(), readable(site, load.address(), into.type())) + ";";
    }

    String store(Instr.Store store, int site) {
        return store(site, store.address(), store.value());
    }

    String bytes(Type type) {
        return Long.toString(program.sizes().of(type));
    }

    /** A place that is a whole global is always valid, and is written by its name. */
    private Optional<String> whole(Expr address, Type type) {
        Expr plain = address;
        while (plain instanceof Expr.Cast(var to, var operand)
                && to instanceof Type.Pointer
                && operand.type() instanceof Type.Pointer) {
            plain = operand;
        }
        if (!(plain instanceof Expr.GlobalAddress(var name, var _))) return Optional.empty();
        Global global = program.global(name);
        boolean plainly = global.type().equals(type) && global.storage() == Global.Storage.SHARED;
        return plainly ? Optional.of(expressions.global(name)) : Optional.empty();
    }

    private String store(int site, Expr address, Expr value) {
        Type type = value.type();
        if (!types.isOdd(type)) return writable(site, address, type) + " = " + value(value) + ";";
        return "moirai_put_bytes(" + call("moirai_write", site, value(address), bytes(type)) + ", " + bytes(type)
                + ", (unsigned long long)" + value(value) + ");";
    }

    private String readable(int site, Expr address, Type type) {
        if (types.isOdd(type)) {
            String from = call("moirai_read", site, value(address), bytes(type), words.code(type));
            Expr cut = new Expr.Cast(type, new Local("moirai_bytes", Type.U64));
            return expressions.of(cut, _ -> "moirai_get_bytes(" + from + ", " + bytes(type) + ")");
        }
        return whole(address, type)
                .orElseGet(() -> "*(" + types.declare(type, "*") + ")"
                        + call("moirai_read", site, value(address), bytes(type), words.code(type)));
    }

    private String writable(int site, Expr address, Type type) {
        return whole(address, type)
                .orElseGet(() -> "*(" + types.declare(type, "*") + ")"
                        + call("moirai_write", site, value(address), bytes(type)));
    }

    /** Converts what memory holds, which may have more bits than the type, to the type's canonical form. */
    private String canonical(Type type, String text) {
        return type instanceof Type.Int(var width, var signed) && width < 8 && !signed
                ? "(" + text + " & " + ((1 << width) - 1) + ")"
                : text;
    }

    String rmw(Instr.Rmw rmw, int site) {
        Type type = rmw.old().type();
        String old = local(rmw.old());
        String result = switch (rmw.op()) {
            case EXCHANGE -> "moirai_operand";
            case ADD -> old + " + moirai_operand";
            case SUBTRACT -> old + " - moirai_operand";
            case AND -> old + " & moirai_operand";
            case OR -> old + " | moirai_operand";
            case XOR -> old + " ^ moirai_operand";
            case NAND -> "~(" + old + " & moirai_operand)";
        };
        String at = "*(" + types.declare(type, "*") + ")";
        // Address and operand may mention the local that receives the old value, so they are evaluated first.
        return "{ void *moirai_at = " + value(rmw.address()) + "; " + types.declare(type, "moirai_operand") + " = "
                + value(rmw.operand()) + "; " + old + " = " + at
                + call("moirai_read", site, "moirai_at", bytes(type), words.code(type)) + "; " + at
                + call("moirai_write", site, "moirai_at", bytes(type)) + " = " + result + "; }";
    }

    String compareExchange(Instr.CompareExchange exchange, int site) {
        Type type = exchange.old().type();
        String at = "(" + types.declare(type, "*") + ")";
        return "{ void *moirai_at = " + value(exchange.address()) + "; moirai_word moirai_expected = "
                + word(exchange.expected())
                + "; " + types.declare(type, "moirai_desired") + " = " + value(exchange.desired()) + "; "
                + local(exchange.old()) + " = *" + at
                + call("moirai_read", site, "moirai_at", bytes(type), words.code(type)) + "; if ("
                + words.toWord(type, local(exchange.old())) + " == moirai_expected) *" + at
                + call("moirai_write", site, "moirai_at", bytes(type)) + " = moirai_desired; }";
    }
}
