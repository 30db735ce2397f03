package dev.moirai.predict;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.trace.InstrSite;
import dev.moirai.trace.TraceEvent;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which branches are assertions: those whose other side, not taken in the trace, leads straight to a failure. C's {@code
 * assert} is a branch around a call, and so is {@code if (x) reach_error();}.
 */
final class Failures {
    /** The most instructions that are followed from a branch to a failure. */
    private static final int PATIENCE = 64;

    private final Program program;
    private final Map<InstrSite, List<Optional<FailedCondition>>> known = new IdentityHashMap<>();

    Failures(Program program) {
        this.program = program;
    }

    /** What fails if the condition of this event comes out otherwise. */
    Optional<FailedCondition> of(TraceEvent event) {
        return switch (event.site().instr()) {
            case Instr.Assert i
            when i.property() == Property.ASSERTION ->
                Optional.of(new FailedCondition(
                        i.property(), i.message(), i.span(), event.site().function()));
            case Instr.Branch branch -> {
                var sides = known.computeIfAbsent(
                        event.site(),
                        site -> List.of(
                                follow(site.function(), branch.whenFalse()),
                                follow(site.function(), branch.whenTrue())));
                yield sides.get(event.result() != 0 ? 0 : 1);
            }
            default -> Optional.empty();
        };
    }

    private Optional<FailedCondition> follow(String function, String label) {
        return new Walk(program.function(function)).from(label);
    }

    /** Follows the instructions from a label as long as the next one is certain. */
    private final class Walk {
        private Function function;
        private final Map<Local, Expr.Constant> values = new HashMap<>();
        private int patience = PATIENCE;

        Walk(Function function) {
            this.function = function;
        }

        Optional<FailedCondition> from(String label) {
            int at = position(label);
            while (at >= 0 && at < function.body().size() && patience-- > 0) {
                switch (function.body().get(at)) {
                    case Instr.Assert(var condition, var property, var message, var span) -> {
                        Optional<Expr.Constant> value = constant(condition);
                        if (value.isEmpty()) return Optional.empty();
                        if (value.get().bits() == 0) {
                            return property == Property.ASSERTION
                                    ? Optional.of(new FailedCondition(property, message, span, function.name()))
                                    : Optional.empty();
                        }
                        at++;
                    }
                    case Instr.Label _, Instr.Print _, Instr.Fence _ -> at++;
                    case Instr.Goto(var target, var _) -> at = position(target);
                    case Instr.Assign(var into, var value, var _) -> {
                        constant(value).ifPresentOrElse(known -> values.put(into, known), () -> values.remove(into));
                        at++;
                    }
                    case Instr.Branch(var condition, var then, var otherwise, var _) -> {
                        Optional<Expr.Constant> value = constant(condition);
                        if (value.isEmpty()) return Optional.empty();
                        at = position(value.get().bits() != 0 ? then : otherwise);
                    }
                    case Instr.Call(var _, var callee, var _, var _) -> {
                        if (!(callee instanceof Expr.FunctionAddress(var name))) return Optional.empty();
                        function = program.function(name);
                        values.clear();
                        at = 0;
                    }
                    default -> {
                        return Optional.empty();
                    }
                }
            }
            return Optional.empty();
        }

        private int position(String label) {
            for (int i = 0; i < function.body().size(); i++) {
                if (function.body().get(i) instanceof Instr.Label(var name, var _) && name.equals(label)) return i;
            }
            return -1;
        }

        private Optional<Expr.Constant> constant(Expr expr) {
            return switch (expr) {
                case Expr.Constant it -> Optional.of(it);
                case Local local -> Optional.ofNullable(values.get(local));
                case Expr.Cast(var type, var operand)
                when type.isScalar() ->
                    constant(operand)
                            .map(it -> new Expr.Constant(type, Arithmetic.cast(operand.type(), type, it.bits())));
                case Expr.Unary(var op, var operand) ->
                    constant(operand)
                            .map(it ->
                                    new Expr.Constant(operand.type(), Arithmetic.unary(op, operand.type(), it.bits())));
                case Expr.Compare(var op, var left, var right) -> {
                    Optional<Expr.Constant> a = constant(left);
                    Optional<Expr.Constant> b = constant(right);
                    yield a.isEmpty() || b.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    Arithmetic.compare(
                                                    op,
                                                    left.type(),
                                                    a.get().bits(),
                                                    b.get().bits())
                                            ? Expr.TRUE
                                            : Expr.FALSE);
                }
                default -> Optional.empty();
            };
        }
    }
}
