package dev.moirai.emit;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/** The scalar of a global that lies at an offset, as the path to it. */
final class Leaves {
    private Leaves() {}

    static Optional<Expr> at(Program program, Global global, long offset) {
        return at(
                program, new Expr.GlobalAddress(global.name(), new Type.Pointer(global.type())), global.type(), offset);
    }

    private static Optional<Expr> at(Program program, Expr address, Type type, long offset) {
        switch (type) {
            case Type.Array(var element, var _) -> {
                long size = program.sizes().of(element);
                Expr index = Expr.constant(Type.I64, offset / size);
                return at(
                        program,
                        new Expr.Index(address, element, index, new Type.Pointer(element)),
                        element,
                        offset % size);
            }
            case Type.Struct(var tag) -> {
                List<Layout.Field> fields = program.layout(tag).fields();
                for (int i = fields.size() - 1; i >= 0; i--) {
                    Layout.Field field = fields.get(i);
                    if (field.offset() > offset) continue;
                    var member = new Expr.Member(address, tag, i, new Type.Pointer(field.type()));
                    return at(program, member, field.type(), offset - field.offset());
                }
                return Optional.empty();
            }
            default -> {
                return offset == 0 ? Optional.of(address) : Optional.empty();
            }
        }
    }
}
