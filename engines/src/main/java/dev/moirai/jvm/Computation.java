package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.*;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The instructions of which the log says nothing, as their results follow from the operands: constants, locals, the stack,
 * arithmetic, branches. Each is executed on values, and where an operand has a symbol also as an event.
 */
final class Computation {
    private static final Local LEFT_INT = Events.local("left", Kind.INT);
    private static final Expr ZERO = Expr.constant(Type.I32, 0);
    private static final Type BYTE = new Type.Int(8, true);
    private static final Type SHORT = new Type.Int(16, true);
    private static final Type CHAR = new Type.Int(16, false);

    private final Events events;

    Computation(Events events) {
        this.events = events;
    }

    /** Executes the instruction at which the frame stands, and goes on to the next. */
    void execute(FollowedThread thread, Frame frame) {
        AbstractInsnNode in = frame.at();
        int op = in.getOpcode();
        switch (op) {
            case -1, NOP, CHECKCAST -> {}
            case ACONST_NULL -> frame.push(JvmValue.NULL);
            case ICONST_M1, ICONST_0, ICONST_1, ICONST_2, ICONST_3, ICONST_4, ICONST_5 ->
                frame.push(JvmValue.ofInt(op - ICONST_0));
            case LCONST_0, LCONST_1 -> frame.push(JvmValue.of(Kind.LONG, op - LCONST_0));
            case FCONST_0, FCONST_1, FCONST_2 ->
                frame.push(JvmValue.of(Kind.FLOAT, Float.floatToRawIntBits(op - FCONST_0)));
            case DCONST_0, DCONST_1 -> frame.push(JvmValue.of(Kind.DOUBLE, Double.doubleToRawLongBits(op - DCONST_0)));
            case BIPUSH, SIPUSH -> frame.push(JvmValue.ofInt(((IntInsnNode) in).operand));
            case LDC -> frame.push(number(((LdcInsnNode) in).cst));
            case ILOAD, LLOAD, FLOAD, DLOAD, ALOAD -> frame.push(frame.local(((VarInsnNode) in).var));
            case ISTORE, LSTORE, FSTORE, DSTORE, ASTORE -> frame.local(((VarInsnNode) in).var, frame.pop());
            case IINC -> increment(thread, frame, (IincInsnNode) in);
            case POP, POP2, DUP, DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, SWAP -> shuffle(frame, op);
            case NEW -> frame.push(isKept(in) ? JvmValue.fresh() : JvmValue.freshForgotten());
            case IADD, LADD, FADD, DADD -> binary(thread, frame, BinaryOp.ADD);
            case ISUB, LSUB, FSUB, DSUB -> binary(thread, frame, BinaryOp.SUBTRACT);
            case IMUL, LMUL, FMUL, DMUL -> binary(thread, frame, BinaryOp.MULTIPLY);
            case IDIV, LDIV, FDIV, DDIV -> {
                if (!divide(thread, frame, BinaryOp.DIVIDE)) return;
            }
            case IREM, LREM, FREM, DREM -> {
                if (!divide(thread, frame, BinaryOp.REMAINDER)) return;
            }
            case IAND, LAND -> binary(thread, frame, BinaryOp.AND);
            case IOR, LOR -> binary(thread, frame, BinaryOp.OR);
            case IXOR, LXOR -> binary(thread, frame, BinaryOp.XOR);
            case ISHL, LSHL, ISHR, LSHR, IUSHR, LUSHR -> shift(thread, frame, op);
            case INEG, LNEG, FNEG, DNEG -> negate(thread, frame);
            case I2L, I2F, I2D, L2I, L2F, L2D, F2I, F2L, F2D, D2I, D2L, D2F, I2B, I2C, I2S ->
                convert(thread, frame, op);
            case LCMP, FCMPL, FCMPG, DCMPL, DCMPG -> compare(thread, frame, op);
            case GOTO -> {
                frame.jump(((JumpInsnNode) in).label);
                return;
            }
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> {
                JvmValue left = frame.pop();
                branch(thread, frame, (JumpInsnNode) in, left, JvmValue.of(left.kind(), 0));
                return;
            }
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> {
                JvmValue right = frame.pop();
                branch(thread, frame, (JumpInsnNode) in, frame.pop(), right);
                return;
            }
            case TABLESWITCH, LOOKUPSWITCH -> {
                JvmValue key = frame.pop();
                events.pin(thread, key, 0);
                frame.jump(target(in, (int) key.bits()));
                return;
            }
            case ATHROW -> {
                events.pin(thread, frame.pop(), 0);
                frame.phase(Frame.Phase.THROWING);
                return;
            }
            default -> throw new FollowException("an instruction that is not known: " + op);
        }
        frame.next();
    }

    /** Whether a new object stays on the stack when its constructor is called. */
    private static boolean isKept(AbstractInsnNode in) {
        AbstractInsnNode next = in.getNext();
        while (next != null && next.getOpcode() < 0) next = next.getNext();
        return next != null && next.getOpcode() == DUP;
    }

    private static JvmValue number(Object constant) {
        return switch (constant) {
            case Integer i -> JvmValue.ofInt(i);
            case Long l -> JvmValue.of(Kind.LONG, l);
            case Float f -> JvmValue.of(Kind.FLOAT, Float.floatToRawIntBits(f));
            case Double d -> JvmValue.of(Kind.DOUBLE, Double.doubleToRawLongBits(d));
            default -> throw new FollowException("a constant that is no number");
        };
    }

    private static LabelNode target(AbstractInsnNode in, int key) {
        if (in instanceof TableSwitchInsnNode table) {
            return key < table.min || key > table.max ? table.dflt : table.labels.get(key - table.min);
        }
        var lookup = (LookupSwitchInsnNode) in;
        int at = lookup.keys.indexOf(key);
        return at < 0 ? lookup.dflt : lookup.labels.get(at);
    }

    // ---- the stack ---------------------------------------------------------------------------------------------

    private static void shuffle(Frame frame, int op) {
        JvmValue top = frame.pop();
        switch (op) {
            case POP -> {}
            case POP2 -> {
                if (!top.kind().isWide()) frame.pop();
            }
            case DUP -> push(frame, top, top);
            case SWAP -> {
                JvmValue below = frame.pop();
                push(frame, top, below);
            }
            case DUP_X1 -> {
                JvmValue below = frame.pop();
                push(frame, top, below, top);
            }
            case DUP_X2 -> {
                JvmValue below = frame.pop();
                if (below.kind().isWide()) push(frame, top, below, top);
                else push(frame, top, frame.pop(), below, top);
            }
            case DUP2 -> {
                if (top.kind().isWide()) {
                    push(frame, top, top);
                } else {
                    JvmValue below = frame.pop();
                    push(frame, below, top, below, top);
                }
            }
            case DUP2_X1 -> {
                JvmValue below = frame.pop();
                if (top.kind().isWide()) {
                    push(frame, top, below, top);
                } else {
                    JvmValue third = frame.pop();
                    push(frame, below, top, third, below, top);
                }
            }
            default -> {
                JvmValue below = frame.pop();
                JvmValue third = top.kind().isWide() && below.kind().isWide() ? JvmValue.NULL : frame.pop();
                if (top.kind().isWide()) {
                    if (below.kind().isWide()) push(frame, top, below, top);
                    else push(frame, top, third, below, top);
                } else if (third.kind().isWide()) {
                    push(frame, below, top, third, below, top);
                } else {
                    push(frame, below, top, frame.pop(), third, below, top);
                }
            }
        }
    }

    private static void push(Frame frame, JvmValue... values) {
        for (JvmValue each : values) frame.push(each);
    }

    // ---- arithmetic --------------------------------------------------------------------------------------------

    private void increment(FollowedThread thread, Frame frame, IincInsnNode in) {
        JvmValue old = frame.local(in.var);
        Expr sum = new Expr.Binary(BinaryOp.ADD, LEFT_INT, Expr.constant(Type.I32, in.incr));
        frame.local(
                in.var,
                events.computed(thread, Kind.INT, (int) (old.bits() + in.incr), sum, List.of(LEFT_INT), List.of(old)));
    }

    private void binary(FollowedThread thread, Frame frame, BinaryOp op) {
        JvmValue right = frame.pop();
        JvmValue left = frame.pop();
        Kind kind = left.kind();
        Local a = Events.local("left", kind);
        Local b = Events.local("right", kind);
        frame.push(events.computed(
                thread,
                kind,
                JavaArithmetic.binary(op, kind, left.bits(), right.bits()),
                new Expr.Binary(op, a, b),
                List.of(a, b),
                List.of(left, right)));
    }

    /** Tells whether there is a result; an integer divided by zero has none. */
    private boolean divide(FollowedThread thread, Frame frame, BinaryOp op) {
        JvmValue divisor = frame.peek();
        if (!divisor.kind().isFloating()) {
            Local by = Events.local("divisor", divisor.kind());
            if (divisor.bits() == 0) {
                frame.phase(Frame.Phase.THROWING);
                return false;
            }
            events.mustHold(
                    thread,
                    Events.Aspect.NOT_ZERO,
                    Property.EXCEPTION,
                    "ArithmeticException",
                    new Expr.Compare(
                            CompareOp.NOT_EQUAL,
                            by,
                            Expr.constant(divisor.kind().type(), 0)),
                    List.of(by),
                    List.of(divisor));
        }
        binary(thread, frame, op);
        return true;
    }

    private void shift(FollowedThread thread, Frame frame, int op) {
        JvmValue count = frame.pop();
        JvmValue value = frame.pop();
        Kind kind = value.kind();
        Local a = Events.local("left", kind);
        Local by = Events.local("count", Kind.INT);
        boolean isLong = kind == Kind.LONG;
        Type unsigned = new Type.Int(isLong ? 64 : 32, false);
        Expr shifted = switch (op) {
            case ISHL, LSHL -> new Expr.Binary(BinaryOp.SHIFT_LEFT, a, by);
            case ISHR, LSHR -> new Expr.Binary(BinaryOp.SHIFT_RIGHT, a, by);
            default ->
                new Expr.Cast(kind.type(), new Expr.Binary(BinaryOp.SHIFT_RIGHT, new Expr.Cast(unsigned, a), by));
        };
        frame.push(events.computed(
                thread,
                kind,
                JavaArithmetic.shift(op, value.bits(), (int) count.bits()),
                shifted,
                List.of(a, by),
                List.of(value, count)));
    }

    private void negate(FollowedThread thread, Frame frame) {
        JvmValue value = frame.pop();
        Local a = Events.local("left", value.kind());
        frame.push(events.computed(
                thread,
                value.kind(),
                JavaArithmetic.negate(value.kind(), value.bits()),
                new Expr.Unary(Expr.UnaryOp.NEGATE, a),
                List.of(a),
                List.of(value)));
    }

    private void convert(FollowedThread thread, Frame frame, int op) {
        JvmValue value = frame.pop();
        Kind to = switch (op) {
            case I2L, F2L, D2L -> Kind.LONG;
            case I2F, L2F, D2F -> Kind.FLOAT;
            case I2D, L2D, F2D -> Kind.DOUBLE;
            default -> Kind.INT;
        };
        Local a = Events.local("left", value.kind());
        Expr converted = switch (op) {
            case I2B -> new Expr.Cast(Type.I32, new Expr.Cast(BYTE, a));
            case I2S -> new Expr.Cast(Type.I32, new Expr.Cast(SHORT, a));
            case I2C -> new Expr.Cast(Type.I32, new Expr.Cast(CHAR, a));
            default -> new Expr.Cast(to.type(), a);
        };
        frame.push(events.computed(
                thread, to, JavaArithmetic.convert(op, value.bits()), converted, List.of(a), List.of(value)));
    }

    private void compare(FollowedThread thread, Frame frame, int op) {
        JvmValue right = frame.pop();
        JvmValue left = frame.pop();
        Local a = Events.local("left", left.kind());
        Local b = Events.local("right", left.kind());
        // Of what is no number nothing is true, so the last of the three tells what comes out then.
        boolean isLessLast = op == FCMPL || op == DCMPL;
        Expr order = new Expr.Select(
                new Expr.Compare(isLessLast ? CompareOp.GREATER : CompareOp.LESS, a, b),
                Expr.constant(Type.I32, isLessLast ? 1 : -1),
                new Expr.Select(
                        new Expr.Compare(CompareOp.EQUAL, a, b), ZERO, Expr.constant(Type.I32, isLessLast ? -1 : 1)));
        frame.push(events.computed(
                thread,
                Kind.INT,
                JavaArithmetic.compare(op, left.bits(), right.bits()),
                order,
                List.of(a, b),
                List.of(left, right)));
    }

    // ---- branches ----------------------------------------------------------------------------------------------

    private void branch(FollowedThread thread, Frame frame, JumpInsnNode in, JvmValue left, JvmValue right) {
        CompareOp op = switch (in.getOpcode()) {
            case IFEQ, IFNULL, IF_ICMPEQ, IF_ACMPEQ -> CompareOp.EQUAL;
            case IFNE, IFNONNULL, IF_ICMPNE, IF_ACMPNE -> CompareOp.NOT_EQUAL;
            case IFLT, IF_ICMPLT -> CompareOp.LESS;
            case IFGE, IF_ICMPGE -> CompareOp.GREATER_OR_EQUAL;
            case IFGT, IF_ICMPGT -> CompareOp.GREATER;
            default -> CompareOp.LESS_OR_EQUAL;
        };
        boolean taken = JavaArithmetic.holds(op, left.bits(), right.bits());
        AbstractInsnNode other = taken ? in.getNext() : in.label;
        Local a = Events.local("left", left.kind());
        Local b = Events.local("right", left.kind());
        Expr condition = new Expr.Compare(op, a, b);
        Optional<Throwing> failure = Throwing.from(other);
        if (failure.isPresent()) {
            events.mustHold(
                    thread,
                    taken ? Events.Aspect.PASSED : Events.Aspect.PASSED_OTHERWISE,
                    failure.get().property(),
                    failure.get().exception(),
                    taken ? condition : Expr.not(condition),
                    List.of(a, b),
                    List.of(left, right));
        } else {
            events.branched(thread, taken, condition, List.of(a, b), List.of(left, right));
        }
        if (taken) frame.jump(in.label);
        else frame.next();
    }
}
