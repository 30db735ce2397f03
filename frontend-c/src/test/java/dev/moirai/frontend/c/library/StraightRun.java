package dev.moirai.frontend.c.library;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs what a model has written, for models that neither block nor call: locals, bytes of memory, jumps. */
final class StraightRun {
    /** Globals lie far apart. */
    private static final long APART = 1 << 20;

    private final Sizes sizes;
    private final Map<String, Long> locals = new HashMap<>();
    private final Map<String, Long> globals = new HashMap<>();
    private final Map<Long, Byte> memory = new HashMap<>();

    StraightRun(Sizes sizes) {
        this.sizes = sizes;
    }

    void set(Local local, long value) {
        locals.put(local.name(), value);
    }

    void run(List<Instr> body) {
        for (int at = 0; at < body.size(); at++) {
            switch (body.get(at)) {
                case Instr.Assign(var into, var value, var _) -> set(into, value(value));
                case Instr.Load(var into, var address, var _, var _) -> set(into, read(value(address), into.type()));
                case Instr.Store(var address, var value, var _, var _) ->
                    write(value(address), value.type(), value(value));
                case Instr.Goto(var target, var _) -> at = find(body, target);
                case Instr.Branch(var condition, var yes, var no, var _) ->
                    at = find(body, value(condition) != 0 ? yes : no);
                case Instr.Label _ -> {}
                default -> throw new AssertionError("not straight: " + body.get(at));
            }
        }
    }

    private static int find(List<Instr> body, String label) {
        for (int i = 0; i < body.size(); i++) {
            if (body.get(i) instanceof Instr.Label(var name, var _) && name.equals(label)) return i;
        }
        throw new AssertionError("no label " + label);
    }

    long read(long address, Type type) {
        long bits = 0;
        for (int i = (int) sizes.of(type) - 1; i >= 0; i--) {
            bits = bits << 8 | (memory.getOrDefault(address + i, (byte) 0) & 0xff);
        }
        return Arithmetic.normalize(type, bits);
    }

    void write(long address, Type type, long bits) {
        for (int i = 0; i < sizes.of(type); i++) memory.put(address + i, (byte) (bits >> 8 * i));
    }

    long address(String global) {
        return globals.computeIfAbsent(global, _ -> (globals.size() + 1) * APART);
    }

    long value(Expr expr) {
        return switch (expr) {
            case Local(var name, var _) -> locals.get(name);
            case Expr.Constant(var _, var bits) -> bits;
            case Expr.GlobalAddress(var name, var _) -> address(name);
            case Expr.FunctionAddress _ -> throw new AssertionError("no functions here");
            case Expr.Mathematical _ -> throw new AssertionError("C has no such values");
            case Expr.Member(var pointer, var tag, var field, var _) ->
                value(pointer) + sizes.layouts().get(tag).fields().get(field).offset();
            case Expr.Index(var pointer, var element, var index, var _) ->
                value(pointer) + sizes.of(element) * value(index);
            case Expr.Distance(var left, var right, var _) -> value(left) - value(right);
            case Expr.Unary(var op, var operand) -> Arithmetic.unary(op, operand.type(), value(operand));
            case Expr.Binary(var op, var left, var right) -> {
                if (Arithmetic.overflows(op, left.type(), value(left), value(right))) {
                    throw new AssertionError("overflow in " + expr);
                }
                yield Arithmetic.binary(op, left.type(), value(left), value(right));
            }
            case Expr.Compare(var op, var left, var right) ->
                Arithmetic.compare(op, left.type(), value(left), value(right)) ? 1 : 0;
            case Expr.Cast(var type, var operand) -> Arithmetic.cast(operand.type(), type, value(operand));
            case Expr.Select(var condition, var yes, var no) -> value(condition) != 0 ? value(yes) : value(no);
        };
    }
}
