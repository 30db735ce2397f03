package dev.moirai.verify.bounded;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;

/**
 * Finds where a program computes with the number of an address. Formulas give addresses other numbers than the
 * interpreter does, so the interpreter may not confirm a run that depends on such a number. If it does not confirm any
 * other run, that is an internal error.
 */
final class AddressNumbers {
    private boolean isFound;

    private AddressNumbers() {}

    /** Why a run of this program may not be confirmed, in words; empty if there is no such reason. */
    static Optional<String> doubtAbout(Program program) {
        return first(program)
                .map(span -> "formulas have other numbers for addresses than the interpreter, and " + span
                        + " computes with one");
    }

    private static Optional<SourceSpan> first(Program program) {
        for (Function function : program.functions().values()) {
            for (Instr instr : function.body()) {
                var search = new AddressNumbers();
                Operands.forEachRead(instr, search::visit);
                if (search.isFound) return Optional.of(instr.span());
            }
        }
        return Optional.empty();
    }

    private Expr visit(Expr expr) {
        if (expr instanceof Expr.Cast(Type.Int _, var operand) && operand.type() instanceof Type.Pointer)
            isFound = true;
        Rewrite.children(expr, this::visit);
        return expr;
    }
}
