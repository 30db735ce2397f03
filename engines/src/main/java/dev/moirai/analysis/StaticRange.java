package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.Optional;

/** A range of bytes of a global that an instruction accesses whenever it is executed. */
public record StaticRange(String global, long from, long to) {
    public boolean overlaps(StaticRange other) {
        return global.equals(other.global) && from < other.to && other.from < to;
    }

    /** The range of the instruction's address, if that is a global's with a constant offset. */
    public static Optional<StaticRange> of(Program program, Instr instr) {
        return switch (instr) {
            case Instr.ScalarAccess i -> of(program, i.address(), i.type());
            case Instr.Await i -> of(program, i.address(), i.expected().type());
            case Instr.OnObject i -> of(program, i.object(), i.kind());
            default -> Optional.empty();
        };
    }

    /** The range of the second address of a wait. */
    static Optional<StaticRange> ofMutex(Program program, Instr instr) {
        return instr instanceof Instr.Wait i ? of(program, i.mutex(), Sync.MUTEX) : Optional.empty();
    }

    private static Optional<StaticRange> of(Program program, Expr address, Sync kind) {
        return of(program, address, new Type.Opaque(kind));
    }

    private static Optional<StaticRange> of(Program program, Expr address, Type type) {
        long offset = 0;
        Type accessed = type;
        Expr base = address;
        while (true) {
            switch (base) {
                case Expr.GlobalAddress(var global, var _) -> {
                    long size = program.sizes().of(program.global(global).type());
                    long end = offset + program.sizes().of(accessed);
                    // Out of bounds, the instruction accesses nothing.
                    return offset < 0 || end > size
                            ? Optional.empty()
                            : Optional.of(new StaticRange(global, offset, end));
                }
                case Expr.Member(var pointer, var tag, var field, var _) -> {
                    offset += program.layout(tag).fields().get(field).offset();
                    base = pointer;
                }
                case Expr.Index(var pointer, var element, Expr.Constant(var _, var index), var _) -> {
                    offset += index * program.sizes().of(element);
                    base = pointer;
                }
                case Expr.Cell(var map, var _) -> {
                    accessed = ((Type.Pointer) map.type()).target();
                    base = map;
                }
                case Expr.Cast(var _, var operand) when operand.type() instanceof Type.Pointer -> base = operand;
                default -> {
                    return Optional.empty();
                }
            }
        }
    }
}
