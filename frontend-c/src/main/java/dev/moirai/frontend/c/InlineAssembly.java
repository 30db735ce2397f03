package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;

/**
 * The inline assembly that concurrent programs for x86 use: fences, and single instructions on memory, locked or not,
 * with the flags they leave. An instruction with {@code lock} (or {@code xchg}, which needs none) is one atomic step; any
 * other reads and writes separately. All other assembly is refused with its text.
 *
 * <p>The parser hands an asm statement over as a call of {@link GnuParser#ASSEMBLY}: the template, then for each operand
 * its name, its constraint and its expression.
 */
final class InlineAssembly {
    private static final Access PLAIN_MOVE = new Access(Access.Order.RELAXED, Access.Reach.SHARED);

    private final Translation in;
    private final SourceSpan span;
    private final String template;
    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();

    /** The two flags that instructions leave; empty where the last one left an unknown. */
    private Optional<Expr> zero = Optional.empty();

    private Optional<Expr> carry = Optional.empty();

    /** An operand of the statement: where its expression lies, and what its register holds if it has one. */
    private static final class Slot {
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

    InlineAssembly(Translation in, IASTInitializerClause[] arguments, SourceSpan span) {
        this.in = in;
        this.span = span;
        template = text(arguments[0]);
        for (int i = 1; i + 2 < arguments.length; i += 3) {
            names.put(((IASTIdExpression) arguments[i]).getName().toString(), slots.size());
            slots.add(slot(text(arguments[i + 1]), (IASTExpression) arguments[i + 2]));
        }
    }

    private String text(IASTInitializerClause node) {
        if (!(node instanceof IASTLiteralExpression literal)) throw unsupported();
        return in.literals.text(literal).text();
    }

    private CError unsupported() {
        return CError.unsupported(span, "inline assembly: " + (template == null ? "" : template.strip()));
    }

    private Slot slot(String constraint, IASTExpression expression) {
        boolean place = constraint.startsWith("=") || constraint.startsWith("+") || constraint.contains("m");
        Operand operand = in.expressions.operand(expression);
        var slot = new Slot(constraint, place && !isValue(operand) ? operand : in.places.read(operand, span));
        if (slot.inMemory && !(operand instanceof Operand.Memory)) {
            // A variable in a register of ours is nobody else's: it may stand for itself.
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

    /** Emits the statement's meaning. */
    void translate() {
        List<AssemblyText.Instruction> instructions =
                new AssemblyText(names).instructions(template).orElseThrow(this::unsupported);
        if (instructions.isEmpty()) in.writer.emit(new Instr.Fence(Access.Order.SEQ_CST, span));
        for (AssemblyText.Instruction instruction : instructions) step(instruction);
        for (Slot slot : slots) {
            if (slot.isFlag()) slot.register = Optional.of(flag(slot.constraint.substring("=@cc".length())));
        }
        for (Slot slot : slots) {
            if (!slot.isOutput() || slot.inMemory) continue;
            // An output that no instruction writes has an unknown value.
            if (slot.register.isEmpty()) throw unsupported();
            Expr value = in.conversions.expr(slot.place.type(), slot.register.get());
            in.places.write(slot.place, value, span);
        }
    }

    private void step(AssemblyText.Instruction instruction) {
        String name = instruction.name();
        List<AssemblyText.Reference> operands = instruction.operands();
        switch (name) {
            case "fence" -> in.writer.emit(new Instr.Fence(Access.Order.SEQ_CST, span));
            case "mov" -> write(operand(operands, 1), load(operands.get(0), width(instruction)), width(instruction));
            case "inc", "dec", "neg", "not", "bswap" -> unary(instruction);
            case "add", "sub", "and", "or", "xor" -> arithmetic(instruction);
            case "bts", "btr", "btc" -> bit(instruction);
            case "xchg" -> exchange(instruction);
            case "xadd" -> exchangeAndAdd(instruction);
            case "cmpxchg" -> compareExchange(instruction);
            default -> write(operand(operands, 0), in.fold.cast(Type.U8, flag(name.substring("set".length()))), 8);
        }
    }

    private Expr flag(String condition) {
        return switch (condition) {
            case "e", "z" -> zero.orElseThrow(this::unsupported);
            case "ne", "nz" -> Expr.not(zero.orElseThrow(this::unsupported));
            case "c", "b" -> carry.orElseThrow(this::unsupported);
            case "nc", "ae" -> Expr.not(carry.orElseThrow(this::unsupported));
            default -> throw unsupported();
        };
    }

    // ---- operands ----------------------------------------------------------------------------------------------

    private Slot operand(List<AssemblyText.Reference> operands, int index) {
        if (index < operands.size()
                && operands.get(index) instanceof AssemblyText.Numbered(var number)
                && number < slots.size()) {
            return slots.get(number);
        }
        throw unsupported();
    }

    /** The width that the suffix says, or that of the last operand. */
    private int width(AssemblyText.Instruction instruction) {
        if (instruction.width() != 0) return instruction.width();
        List<AssemblyText.Reference> operands = instruction.operands();
        return (int) in.size(operand(operands, operands.size() - 1).place.type(), span) * 8;
    }

    private Type.Int word(int width) {
        return new Type.Int(width, false);
    }

    /** The type in which memory is touched: that of the expression if it is as wide, so that pointers stay pointers. */
    private Type touched(Slot slot, int width) {
        CType type = slot.place.type();
        boolean fits = type.isScalar() && in.size(type, span) * 8 == width;
        if (!fits) throw unsupported();
        return in.ir(type.plain());
    }

    private Expr address(Slot slot) {
        if (slot.place instanceof Operand.Memory(var _, var address)) return address;
        throw unsupported();
    }

    private static boolean isShared(Slot slot) {
        return slot.inMemory && slot.place instanceof Operand.Memory;
    }

    private Expr load(AssemblyText.Reference reference, int width) {
        return switch (reference) {
            case AssemblyText.Immediate(var value) -> Expr.constant(word(width), value);
            case AssemblyText.Numbered(var index) -> {
                if (index >= slots.size()) throw unsupported();
                yield load(slots.get(index), width);
            }
        };
    }

    private Expr load(Slot slot, int width) {
        if (isShared(slot)) {
            Local local = in.writer.temporary(touched(slot, width));
            in.writer.emit(new Instr.Load(local, address(slot), PLAIN_MOVE, span));
            return local;
        }
        if (slot.inMemory) return read(slot.place);
        return slot.register.orElseThrow(this::unsupported);
    }

    private void write(Slot slot, Expr value, int width) {
        if (!slot.isOutput()) throw unsupported();
        if (isShared(slot)) {
            Expr stored = in.fold.cast(touched(slot, width), value);
            in.writer.emit(new Instr.Store(address(slot), stored, PLAIN_MOVE, span));
        } else if (slot.inMemory) {
            in.places.write(slot.place, in.fold.cast(touched(slot, width), value), span);
        } else {
            Expr held = value.type() instanceof Type.Pointer ? value : in.fold.cast(word(width), value);
            // The rest of the register would keep what it held; nobody may ask for it.
            if (in.size(slot.place.type(), span) * 8 > width && width != 32) throw unsupported();
            slot.register = Optional.of(in.writer.settle(held, span));
        }
    }

    private Expr number(Expr value, int width) {
        return in.writer.settle(in.fold.cast(word(width), value), span);
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    private void arithmetic(AssemblyText.Instruction instruction) {
        int width = width(instruction);
        Slot to = operand(instruction.operands(), 1);
        Expr by = number(load(instruction.operands().get(0), width), width);
        modify(instruction, to, binary(instruction.name()), by, width);
    }

    private static BinaryOp binary(String name) {
        return switch (name) {
            case "add" -> BinaryOp.ADD;
            case "sub" -> BinaryOp.SUBTRACT;
            case "and" -> BinaryOp.AND;
            case "or" -> BinaryOp.OR;
            case "xor" -> BinaryOp.XOR;
            default -> throw new IllegalStateException(name);
        };
    }

    /** Changes the operand and sets the flags; returns what it held before. */
    private Expr modify(AssemblyText.Instruction instruction, Slot to, BinaryOp op, Expr by, int width) {
        Expr before;
        if (instruction.locked() && isShared(to)) {
            Local old = in.writer.temporary(word(width));
            touched(to, width);
            Access access = Access.ATOMIC;
            in.writer.emit(new Instr.Rmw(old, asWord(to, width), rmw(op), by, access, span));
            before = old;
        } else {
            before = number(load(to, width), width);
            write(to, in.fold.binary(op, before, by), width);
        }
        Expr after = in.fold.binary(op, before, by);
        zero = Optional.of(equal(after, Expr.constant(word(width), 0)));
        carry = switch (op) {
            case ADD -> Optional.of(in.fold.compare(CompareOp.LESS, after, before));
            case SUBTRACT -> Optional.of(in.fold.compare(CompareOp.LESS, before, by));
            default -> Optional.of(Expr.FALSE);
        };
        return before;
    }

    private static Instr.RmwOp rmw(BinaryOp op) {
        return switch (op) {
            case ADD -> Instr.RmwOp.ADD;
            case SUBTRACT -> Instr.RmwOp.SUBTRACT;
            case AND -> Instr.RmwOp.AND;
            case OR -> Instr.RmwOp.OR;
            case XOR -> Instr.RmwOp.XOR;
            default -> throw new IllegalStateException(op.toString());
        };
    }

    private Expr asWord(Slot slot, int width) {
        return in.fold.cast(new Type.Pointer(word(width)), address(slot));
    }

    private Expr equal(Expr left, Expr right) {
        return in.fold.compare(CompareOp.EQUAL, left, right);
    }

    private void unary(AssemblyText.Instruction instruction) {
        int width = width(instruction);
        Slot to = operand(instruction.operands(), 0);
        Expr one = Expr.constant(word(width), 1);
        Optional<Expr> carried = carry;
        switch (instruction.name()) {
            case "inc", "dec" -> {
                modify(
                        instruction,
                        to,
                        instruction.name().equals("inc") ? BinaryOp.ADD : BinaryOp.SUBTRACT,
                        one,
                        width);
                carry = carried;
            }
            case "not" -> {
                Optional<Expr> zeroBefore = zero;
                modify(instruction, to, BinaryOp.XOR, Expr.constant(word(width), -1), width);
                zero = zeroBefore;
                carry = carried;
            }
            default -> {
                // There is no such step on memory; a register can be changed as one likes.
                if (isShared(to)) throw unsupported();
                Expr value = number(load(to, width), width);
                boolean negated = instruction.name().equals("neg");
                Expr result = negated
                        ? in.fold.binary(BinaryOp.SUBTRACT, Expr.constant(word(width), 0), value)
                        : swapped(value, width);
                write(to, result, width);
                zero = negated ? Optional.of(equal(value, Expr.constant(word(width), 0))) : zero;
                carry = negated ? zero.map(Expr::not) : carried;
            }
        }
    }

    private Expr swapped(Expr value, int width) {
        Expr result = Expr.constant(word(width), 0);
        for (int from = 0; from < width; from += 8) {
            Expr part = shifted(BinaryOp.SHIFT_RIGHT, value, from);
            Expr cut = in.fold.binary(BinaryOp.AND, part, Expr.constant(word(width), 0xff));
            result = in.fold.binary(BinaryOp.OR, result, shifted(BinaryOp.SHIFT_LEFT, cut, width - 8 - from));
        }
        return result;
    }

    private Expr shifted(BinaryOp direction, Expr value, int by) {
        return in.fold.binary(direction, value, Expr.constant(Type.I32, by));
    }

    /** {@code bts}, {@code btr}, {@code btc}: the old bit goes into the carry flag. */
    private void bit(AssemblyText.Instruction instruction) {
        int width = width(instruction);
        Slot to = operand(instruction.operands(), 1);
        Expr index = number(load(instruction.operands().get(0), width), width);
        if (isShared(to) && !isWithin(index, width)) to = word(to, index, width);
        Expr place = in.fold.binary(BinaryOp.AND, index, Expr.constant(word(width), width - 1));
        Expr mask = number(in.fold.binary(BinaryOp.SHIFT_LEFT, Expr.constant(word(width), 1), place), width);
        Optional<Expr> zeroBefore = zero;
        Expr before = switch (instruction.name()) {
            case "bts" -> modify(instruction, to, BinaryOp.OR, mask, width);
            case "btc" -> modify(instruction, to, BinaryOp.XOR, mask, width);
            default -> modify(instruction, to, BinaryOp.AND, in.fold.unary(Expr.UnaryOp.COMPLEMENT, mask), width);
        };
        zero = zeroBefore;
        Expr held = in.fold.binary(BinaryOp.AND, before, mask);
        carry = Optional.of(Expr.not(equal(held, Expr.constant(word(width), 0))));
    }

    private static boolean isWithin(Expr index, int width) {
        return index instanceof Expr.Constant(var _, var bit) && bit >= 0 && bit < width;
    }

    /** A bit index in a register may lead to another word than the one named, also to one before it. */
    private Slot word(Slot first, Expr index, int width) {
        Expr signed = in.fold.cast(new Type.Int(width, true), index);
        Expr words = shifted(BinaryOp.SHIFT_RIGHT, signed, Integer.numberOfTrailingZeros(width));
        Type.Int distance = in.layouts.model().distanceType();
        Type.Pointer pointer = new Type.Pointer(touched(first, width));
        Expr place = new Expr.Index(address(first), pointer.target(), in.fold.cast(distance, words), pointer);
        return new Slot(first.constraint, new Operand.Memory(first.place.type(), place));
    }

    /** {@code xchg} with memory is locked by itself. */
    private void exchange(AssemblyText.Instruction instruction) {
        int width = width(instruction);
        Slot first = operand(instruction.operands(), 0);
        Slot second = operand(instruction.operands(), 1);
        Slot memory = isShared(first) ? first : second;
        Slot other = memory == first ? second : first;
        if (!isShared(memory)) {
            Expr a = load(first, width);
            Expr b = load(second, width);
            write(first, b, width);
            write(second, a, width);
            return;
        }
        Type type = touched(memory, width);
        Local old = in.writer.temporary(type);
        Expr value = in.fold.cast(type, load(other, width));
        in.writer.emit(new Instr.Rmw(old, address(memory), Instr.RmwOp.EXCHANGE, value, Access.ATOMIC, span));
        write(other, old, width);
    }

    private void exchangeAndAdd(AssemblyText.Instruction instruction) {
        int width = width(instruction);
        Slot from = operand(instruction.operands(), 0);
        Slot to = operand(instruction.operands(), 1);
        Expr by = number(load(from, width), width);
        Expr before = modify(instruction, to, BinaryOp.ADD, by, width);
        write(from, before, width);
    }

    private void compareExchange(AssemblyText.Instruction instruction) {
        int width = width(instruction);
        Slot memory = operand(instruction.operands(), 1);
        if (!instruction.locked() || !isShared(memory)) throw unsupported();
        Type type = touched(memory, width);
        Expr expected =
                in.writer.settle(in.fold.cast(type, accumulator(false).register.orElseThrow(this::unsupported)), span);
        Expr desired = in.fold.cast(type, load(instruction.operands().get(0), width));
        Local old = in.writer.temporary(type);
        in.writer.emit(new Instr.CompareExchange(old, address(memory), expected, desired, Access.ATOMIC, span));
        zero = Optional.of(equal(old, expected));
        carry = Optional.empty();
        Slot result = accumulator(true);
        if (result.isOutput()) write(result, old, width);
    }

    /** The operand in the register that {@code cmpxchg} compares with, and puts what it found into. */
    private Slot accumulator(boolean asOutput) {
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
