package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;

/**
 * The inline assembly that concurrent programs for x86 use: fences, and single instructions on memory, locked or not,
 * with the flags they leave. An instruction with {@code lock} (or {@code xchg}, which needs none) is one atomic step; any
 * other reads and writes separately. Questions to the machine ({@code cpuid}, {@code rdtsc}) have any answer. A run that
 * comes to other assembly ends there, and the answer names it.
 */
final class InlineAssembly {
    private final Translation in;
    private final SourceSpan span;
    private final AssemblyOperands slots;

    /** The two flags that instructions leave; empty where the last one left an unknown. */
    private Optional<Expr> zero = Optional.empty();

    private Optional<Expr> carry = Optional.empty();

    private InlineAssembly(Translation in, AssemblyOperands slots, SourceSpan span) {
        this.in = in;
        this.slots = slots;
        this.span = span;
    }

    /** Emits the statement's meaning; where it has none here, what a run does after it is unknown. */
    static void translate(Translation in, IASTInitializerClause[] arguments, SourceSpan span) {
        FunctionWriter.Mark mark = in.writer.mark();
        try {
            new InlineAssembly(in, new AssemblyOperands(in, arguments, span), span).translate();
        } catch (CError e) {
            if (!e.isUnsupported() || in.writer.isConstant()) throw e;
            in.writer.returnTo(mark);
            String what = e.diagnostic().message().replaceFirst("^not supported: ", "");
            in.writer.emit(new Instr.Cut(new CutReason.Construct(what, span), span));
        }
    }

    private void translate() {
        String template = slots.template();
        if (AssemblyText.asksTheMachine(template)) {
            slots.takeAnyAnswer();
        } else if (!AssemblyText.isNothing(template)) {
            execute(slots.instructions());
        }
        slots.writeOutputs();
    }

    private void execute(List<AssemblyText.Instruction> instructions) {
        if (instructions.isEmpty()) in.writer.emit(new Instr.Fence(Access.Order.SEQ_CST, span));
        for (AssemblyText.Instruction instruction : instructions) step(instruction);
        slots.setFlags(this::flag);
    }

    private void step(AssemblyText.Instruction instruction) {
        String name = instruction.name();
        List<AssemblyText.Reference> operands = instruction.operands();
        switch (name) {
            case "fence" -> in.writer.emit(new Instr.Fence(Access.Order.SEQ_CST, span));
            case "mov" ->
                slots.write(
                        slots.operand(operands, 1),
                        slots.load(operands.get(0), slots.width(instruction)),
                        slots.width(instruction));
            case "inc", "dec", "neg", "not", "bswap" -> unary(instruction);
            case "add", "sub", "and", "or", "xor" -> arithmetic(instruction);
            case "bts", "btr", "btc" -> bit(instruction);
            case "xchg" -> exchange(instruction);
            case "xadd" -> exchangeAndAdd(instruction);
            case "cmpxchg" -> compareExchange(instruction);
            default ->
                slots.write(slots.operand(operands, 0), in.fold.cast(Type.U8, flag(name.substring("set".length()))), 8);
        }
    }

    private Expr flag(String condition) {
        return switch (condition) {
            case "e", "z" -> zero.orElseThrow(slots::unsupported);
            case "ne", "nz" -> Expr.not(zero.orElseThrow(slots::unsupported));
            case "c", "b" -> carry.orElseThrow(slots::unsupported);
            case "nc", "ae" -> Expr.not(carry.orElseThrow(slots::unsupported));
            default -> throw slots.unsupported();
        };
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    private void arithmetic(AssemblyText.Instruction instruction) {
        int width = slots.width(instruction);
        AssemblyOperands.Slot to = slots.operand(instruction.operands(), 1);
        Expr by = slots.number(slots.load(instruction.operands().get(0), width), width);
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
    private Expr modify(
            AssemblyText.Instruction instruction, AssemblyOperands.Slot to, BinaryOp op, Expr by, int width) {
        Expr before;
        if (instruction.locked() && slots.isShared(to)) {
            Local old = in.writer.temporary(slots.word(width));
            slots.touched(to, width);
            Access access = Access.ATOMIC;
            in.writer.emit(new Instr.Rmw(old, slots.asWord(to, width), rmw(op), by, access, span));
            before = old;
        } else {
            before = slots.number(slots.load(to, width), width);
            slots.write(to, in.fold.binary(op, before, by), width);
        }
        Expr after = in.fold.binary(op, before, by);
        zero = Optional.of(equal(after, Expr.constant(slots.word(width), 0)));
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

    private Expr equal(Expr left, Expr right) {
        return in.fold.compare(CompareOp.EQUAL, left, right);
    }

    private void unary(AssemblyText.Instruction instruction) {
        int width = slots.width(instruction);
        AssemblyOperands.Slot to = slots.operand(instruction.operands(), 0);
        Expr one = Expr.constant(slots.word(width), 1);
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
                modify(instruction, to, BinaryOp.XOR, Expr.constant(slots.word(width), -1), width);
                zero = zeroBefore;
                carry = carried;
            }
            default -> {
                // There is no such step on memory; a register can be changed as one likes.
                if (slots.isShared(to)) throw slots.unsupported();
                Expr value = slots.number(slots.load(to, width), width);
                boolean negated = instruction.name().equals("neg");
                Expr result = negated
                        ? in.fold.binary(BinaryOp.SUBTRACT, Expr.constant(slots.word(width), 0), value)
                        : swapped(value, width);
                slots.write(to, result, width);
                zero = negated ? Optional.of(equal(value, Expr.constant(slots.word(width), 0))) : zero;
                carry = negated ? zero.map(Expr::not) : carried;
            }
        }
    }

    private Expr swapped(Expr value, int width) {
        Expr result = Expr.constant(slots.word(width), 0);
        for (int from = 0; from < width; from += 8) {
            Expr part = shifted(BinaryOp.SHIFT_RIGHT, value, from);
            Expr cut = in.fold.binary(BinaryOp.AND, part, Expr.constant(slots.word(width), 0xff));
            result = in.fold.binary(BinaryOp.OR, result, shifted(BinaryOp.SHIFT_LEFT, cut, width - 8 - from));
        }
        return result;
    }

    private Expr shifted(BinaryOp direction, Expr value, int by) {
        return in.fold.binary(direction, value, Expr.constant(Type.I32, by));
    }

    /** {@code bts}, {@code btr}, {@code btc}: the old bit goes into the carry flag. */
    private void bit(AssemblyText.Instruction instruction) {
        int width = slots.width(instruction);
        AssemblyOperands.Slot to = slots.operand(instruction.operands(), 1);
        Expr index = slots.number(slots.load(instruction.operands().get(0), width), width);
        if (slots.isShared(to) && !isWithin(index, width)) to = slots.word(to, index, width);
        Expr place = in.fold.binary(BinaryOp.AND, index, Expr.constant(slots.word(width), width - 1));
        Expr mask =
                slots.number(in.fold.binary(BinaryOp.SHIFT_LEFT, Expr.constant(slots.word(width), 1), place), width);
        Optional<Expr> zeroBefore = zero;
        Expr before = switch (instruction.name()) {
            case "bts" -> modify(instruction, to, BinaryOp.OR, mask, width);
            case "btc" -> modify(instruction, to, BinaryOp.XOR, mask, width);
            default -> modify(instruction, to, BinaryOp.AND, in.fold.unary(Expr.UnaryOp.COMPLEMENT, mask), width);
        };
        zero = zeroBefore;
        Expr held = in.fold.binary(BinaryOp.AND, before, mask);
        carry = Optional.of(Expr.not(equal(held, Expr.constant(slots.word(width), 0))));
    }

    private static boolean isWithin(Expr index, int width) {
        return index instanceof Expr.Constant(var _, var bit) && bit >= 0 && bit < width;
    }

    /** {@code xchg} with memory is locked by itself. */
    private void exchange(AssemblyText.Instruction instruction) {
        int width = slots.width(instruction);
        AssemblyOperands.Slot first = slots.operand(instruction.operands(), 0);
        AssemblyOperands.Slot second = slots.operand(instruction.operands(), 1);
        AssemblyOperands.Slot memory = slots.isShared(first) ? first : second;
        AssemblyOperands.Slot other = memory == first ? second : first;
        if (!slots.isShared(memory)) {
            Expr a = slots.load(first, width);
            Expr b = slots.load(second, width);
            slots.write(first, b, width);
            slots.write(second, a, width);
            return;
        }
        Type type = slots.touched(memory, width);
        Local old = in.writer.temporary(type);
        Expr value = in.fold.cast(type, slots.load(other, width));
        in.writer.emit(new Instr.Rmw(old, slots.address(memory), Instr.RmwOp.EXCHANGE, value, Access.ATOMIC, span));
        slots.write(other, old, width);
    }

    private void exchangeAndAdd(AssemblyText.Instruction instruction) {
        int width = slots.width(instruction);
        AssemblyOperands.Slot from = slots.operand(instruction.operands(), 0);
        AssemblyOperands.Slot to = slots.operand(instruction.operands(), 1);
        Expr by = slots.number(slots.load(from, width), width);
        Expr before = modify(instruction, to, BinaryOp.ADD, by, width);
        slots.write(from, before, width);
    }

    private void compareExchange(AssemblyText.Instruction instruction) {
        int width = slots.width(instruction);
        AssemblyOperands.Slot memory = slots.operand(instruction.operands(), 1);
        if (!instruction.locked() || !slots.isShared(memory)) throw slots.unsupported();
        Type type = slots.touched(memory, width);
        Expr expected = in.writer.settle(
                in.fold.cast(type, slots.accumulator(false).register.orElseThrow(slots::unsupported)), span);
        Expr desired = in.fold.cast(type, slots.load(instruction.operands().get(0), width));
        Local old = in.writer.temporary(type);
        in.writer.emit(new Instr.CompareExchange(old, slots.address(memory), expected, desired, Access.ATOMIC, span));
        zero = Optional.of(equal(old, expected));
        carry = Optional.empty();
        AssemblyOperands.Slot result = slots.accumulator(true);
        if (result.isOutput()) slots.write(result, old, width);
    }
}
