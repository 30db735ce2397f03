package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;

/**
 * The operands of an asm statement: what their expressions stand for, and what their registers hold while its instructions
 * are executed.
 *
 * <p>The parser hands an asm statement over as a call of {@link GnuParser#ASSEMBLY}: the template, then for each operand
 * its name, its constraint and its expression.
 */
final class AssemblyOperands {
    private static final Access PLAIN_MOVE = new Access(Access.Order.RELAXED, Access.Reach.SHARED);

    private final Translation in;
    private final SourceSpan span;
    private final String template;
    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();

    /** An operand of the statement: where its expression lies, and what its register holds if it has one. */
    static final class Slot {
        final String constraint;
        final Operand place;
        final boolean inMemory;
        Optional<Expr> register = Optional.empty();

        Slot(String constraint, Operand place) {
            this.constraint = constraint;
            this.place = place;
            inMemory = constraint.indexOf('m') >= 0 && constraint.indexOf('r') < 0 && constraint.indexOf('q') < 0
                    || constraint.indexOf('Q') >= 0;
        }

        boolean isOutput() {
            return constraint.startsWith("=") || constraint.startsWith("+");
        }

        boolean isFlag() {
            return constraint.startsWith("=@cc");
        }
    }

    AssemblyOperands(Translation in, IASTInitializerClause[] arguments, SourceSpan span) {
        this.in = in;
        this.span = span;
        template = text(arguments[0]);
        for (int i = 1; i + 2 < arguments.length; i += 3) {
            names.put(((IASTIdExpression) arguments[i]).getName().toString(), slots.size());
            slots.add(slot(text(arguments[i + 1]), (IASTExpression) arguments[i + 2]));
        }
    }

    String template() {
        return template;
    }

    List<AssemblyText.Instruction> instructions() {
        return new AssemblyText(names).instructions(template).orElseThrow(this::unsupported);
    }

    /** Puts what the machine may answer, which is anything, into the outputs. */
    void takeAnyAnswer() {
        for (Slot slot : slots) {
            if (slot.isOutput()) slot.register = Optional.of(any(slot));
        }
    }

    /** Puts flags into the outputs that ask for them; {@code flag} takes the condition's name. */
    void setFlags(Function<String, Expr> flag) {
        for (Slot slot : slots) {
            if (slot.isFlag()) slot.register = Optional.of(flag.apply(slot.constraint.substring("=@cc".length())));
        }
    }

    private String text(IASTInitializerClause node) {
        if (!(node instanceof IASTLiteralExpression literal)) throw unsupported();
        return in.literals.text(literal).text();
    }

    CError unsupported() {
        return CError.unsupported(span, words());
    }

    private String words() {
        return "inline assembly: " + (template == null ? "" : template.strip().replaceAll("\\s+", " "));
    }

    private Slot slot(String constraint, IASTExpression expression) {
        boolean place = constraint.startsWith("=") || constraint.startsWith("+") || constraint.contains("m");
        Operand operand = in.expressions.operand(expression);
        var slot = new Slot(constraint, place && !isValue(operand) ? operand : in.places.read(operand, span));
        if (slot.inMemory && !(operand instanceof Operand.Memory)) {
            // A variable whose address is never taken belongs to this thread alone, so it can take the place of its
            // memory.
            if (!(operand instanceof Operand.Register)) throw unsupported();
        }
        if (!slot.isOutput() || constraint.startsWith("+")) {
            if (!slot.inMemory) slot.register = Optional.of(read(operand));
        }
        if (!constraint.isEmpty() && Character.isDigit(constraint.charAt(0))) {
            slots.get(constraint.charAt(0) - '0').register = Optional.of(read(operand));
        }
        return slot;
    }

    private static boolean isValue(Operand operand) {
        return operand instanceof Operand.Value;
    }

    private Expr read(Operand operand) {
        Operand.Value value = in.places.read(operand, span);
        if (!value.type().isScalar() || value.type().plain() instanceof CType.Floating) throw unsupported();
        return in.writer.settle(value.expr(), span);
    }

    /** What the machine answers when it is asked for its kind or the time. */
    private Expr any(Slot slot) {
        if (slot.inMemory) throw unsupported();
        Local answer = in.writer.temporary(in.ir(slot.place.type().plain()));
        in.writer.emit(new Instr.Nondet(answer, words(), span));
        return answer;
    }

    void writeOutputs() {
        for (Slot slot : slots) {
            if (!slot.isOutput() || slot.inMemory) continue;
            // An output that no instruction writes has an unknown value.
            if (slot.register.isEmpty()) throw unsupported();
            Expr value = in.conversions.expr(slot.place.type(), slot.register.get());
            in.places.write(slot.place, value, span);
        }
    }

    Slot operand(List<AssemblyText.Reference> operands, int index) {
        if (index < operands.size()
                && operands.get(index) instanceof AssemblyText.Numbered(var number)
                && number < slots.size()) {
            return slots.get(number);
        }
        throw unsupported();
    }

    /** The width that the suffix says, or that of the last operand. */
    int width(AssemblyText.Instruction instruction) {
        if (instruction.width() != 0) return instruction.width();
        List<AssemblyText.Reference> operands = instruction.operands();
        return (int) in.size(operand(operands, operands.size() - 1).place.type(), span) * 8;
    }

    Type.Int word(int width) {
        return new Type.Int(width, false);
    }

    /** The type in which memory is touched: that of the expression if it is as wide, so that pointers stay pointers. */
    Type touched(Slot slot, int width) {
        CType type = slot.place.type();
        boolean fits = type.isScalar() && in.size(type, span) * 8 == width;
        if (!fits) throw unsupported();
        return in.ir(type.plain());
    }

    Expr address(Slot slot) {
        if (slot.place instanceof Operand.Memory(var _, var address)) return address;
        throw unsupported();
    }

    static boolean isShared(Slot slot) {
        return slot.inMemory && slot.place instanceof Operand.Memory;
    }

    Expr load(AssemblyText.Reference reference, int width) {
        return switch (reference) {
            case AssemblyText.Immediate(var value) -> Expr.constant(word(width), value);
            case AssemblyText.Numbered(var index) -> {
                if (index >= slots.size()) throw unsupported();
                yield load(slots.get(index), width);
            }
        };
    }

    Expr load(Slot slot, int width) {
        if (isShared(slot)) {
            Local local = in.writer.temporary(touched(slot, width));
            in.writer.emit(new Instr.Load(local, address(slot), PLAIN_MOVE, span));
            return local;
        }
        if (slot.inMemory) return read(slot.place);
        return slot.register.orElseThrow(this::unsupported);
    }

    void write(Slot slot, Expr value, int width) {
        if (!slot.isOutput()) throw unsupported();
        if (isShared(slot)) {
            Expr stored = in.fold.cast(touched(slot, width), value);
            in.writer.emit(new Instr.Store(address(slot), stored, PLAIN_MOVE, span));
        } else if (slot.inMemory) {
            in.places.write(slot.place, in.fold.cast(touched(slot, width), value), span);
        } else {
            Expr held = value.type() instanceof Type.Pointer ? value : in.fold.cast(word(width), value);
            // The upper bits of the register keep their old value on the machine; an operand that shows them is
            // refused.
            if (in.size(slot.place.type(), span) * 8 > width && width != 32) throw unsupported();
            slot.register = Optional.of(in.writer.settle(held, span));
        }
    }

    Expr number(Expr value, int width) {
        return in.writer.settle(in.fold.cast(word(width), value), span);
    }

    Expr asWord(Slot slot, int width) {
        return in.fold.cast(new Type.Pointer(word(width)), address(slot));
    }

    /** A bit index in a register may lead to another word than the one named, also to one before it. */
    Slot word(Slot first, Expr index, int width) {
        Expr signed = in.fold.cast(new Type.Int(width, true), index);
        Expr words = in.fold.binary(
                BinaryOp.SHIFT_RIGHT, signed, Expr.constant(Type.I32, Integer.numberOfTrailingZeros(width)));
        Type.Int distance = in.layouts.model().distanceType();
        Type.Pointer pointer = new Type.Pointer(touched(first, width));
        Expr place = new Expr.Index(address(first), pointer.target(), in.fold.cast(distance, words), pointer);
        return new Slot(first.constraint, new Operand.Memory(first.place.type(), place));
    }

    /** The operand in the register that {@code cmpxchg} compares with, and puts what it found into. */
    Slot accumulator(boolean asOutput) {
        Slot found = null;
        for (Slot slot : slots) {
            boolean here = slot.constraint.indexOf('a') >= 0 && !slot.inMemory && !slot.isFlag();
            if (here && (slot.isOutput() == asOutput || slot.register.isPresent() || found == null)) {
                boolean better = found == null || slot.isOutput() == asOutput || found.register.isEmpty() && !asOutput;
                if (better) found = slot;
            }
        }
        if (found == null) throw unsupported();
        if (!asOutput && found.register.isEmpty()) throw unsupported();
        return found;
    }
}
