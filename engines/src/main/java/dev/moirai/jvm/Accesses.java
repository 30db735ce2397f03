package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.*;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/** Executes the instructions that touch the heap, whose results the log has. {@link JvmFollower} does calls and monitors. */
final class Accesses {
    /** Stands for the class of a static field, which has no number. */
    static final JvmValue CLASS = JvmValue.of(Kind.REFERENCE, 1);

    private static final Local INDEX = Events.local("index", Kind.INT);
    private static final Local LENGTH = Events.local("length", Kind.INT);

    /** Strings and classes that the program names itself, by the numbers of their objects. */
    static final class Constants {
        private final Map<Long, String> texts = new HashMap<>();
        private final Map<Long, String> types = new HashMap<>();

        private void named(long number, Object constant) {
            if (constant instanceof String text) texts.put(number, text);
            if (constant instanceof org.objectweb.asm.Type type && type.getSort() == org.objectweb.asm.Type.OBJECT)
                types.put(number, type.getInternalName());
        }

        Optional<String> text(long number) {
            return Optional.ofNullable(texts.get(number));
        }

        Optional<String> type(long number) {
            return Optional.ofNullable(types.get(number));
        }
    }

    private final JvmRun run;
    private final LogReader log;
    private final ClassFiles classes;
    private final Events events;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final Set<Long> made;
    private final ClassInitialisations initialisations;
    private final Constants constants;

    Accesses(
            JvmRun run,
            LogReader log,
            ClassFiles classes,
            Events events,
            JvmMemory memory,
            JvmObjects objects,
            Constants constants,
            Set<Long> made,
            ClassInitialisations initialisations) {
        this.initialisations = initialisations;
        this.constants = constants;
        this.run = run;
        this.log = log;
        this.classes = classes;
        this.events = events;
        this.memory = memory;
        this.objects = objects;
        this.made = made;
    }

    /** Whether the log has a record about the instruction at which the frame stands. */
    boolean isLogged(Frame frame) {
        int op = frame.at().getOpcode();
        return switch (op) {
            case GETFIELD, GETSTATIC, ARRAYLENGTH, INSTANCEOF, NEWARRAY, ANEWARRAY, MULTIANEWARRAY -> true;
            case MONITORENTER, MONITOREXIT -> true;
            case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE, INVOKEDYNAMIC -> true;
            case LDC -> !(((LdcInsnNode) frame.at()).cst instanceof Number);
            case PUTFIELD, PUTSTATIC -> !isSilentWrite(frame, (FieldInsnNode) frame.at());
            default -> op >= IALOAD && op <= SALOAD || op >= IASTORE && op <= SASTORE;
        };
    }

    /** Whether the frame stands before a read that counts as a step. */
    boolean isReadingStep(Frame frame) {
        int op = frame.at().getOpcode();
        if (op >= IALOAD && op <= SALOAD) return true;
        return frame.at() instanceof FieldInsnNode in
                && (op == GETFIELD || op == GETSTATIC)
                && !classes.declaresFinal(frame.method().owner().name, in.owner, in.name);
    }

    private boolean isSilentWrite(Frame frame, FieldInsnNode in) {
        if (in.getOpcode() == PUTFIELD && !frame.hasCalledSuper()) return true;
        return classes.declaresFinal(frame.method().owner().name, in.owner, in.name);
    }

    /** Executes an instruction of which the log says nothing. */
    void unlogged(FollowedThread thread, Frame frame, Computation computation) {
        switch (frame.at().getOpcode()) {
            case PUTSTATIC -> {
                frame.pop();
                frame.next();
            }
            case PUTFIELD -> {
                frame.pop();
                JvmValue object = frame.pop();
                if (object.bits() == 0) {
                    frame.phase(Frame.Phase.THROWING);
                    return;
                }
                frame.next();
            }
            case RET, JSR -> throw new FollowException("subroutines of old class files");
            default -> computation.execute(thread, frame);
        }
    }

    /** Executes an instruction that the next record of the log is about. */
    void execute(FollowedThread thread, Frame frame) {
        int op = frame.at().getOpcode();
        switch (op) {
            case GETFIELD -> {
                JvmValue object = frame.pop();
                frame.push(field(thread, frame, (FieldInsnNode) frame.at(), object));
            }
            case GETSTATIC -> frame.push(field(thread, frame, (FieldInsnNode) frame.at(), CLASS));
            case PUTFIELD -> {
                JvmValue value = frame.pop();
                if (!write(thread, frame, (FieldInsnNode) frame.at(), frame.pop(), value)) return;
            }
            case PUTSTATIC -> write(thread, frame, (FieldInsnNode) frame.at(), CLASS, frame.pop());
            case ARRAYLENGTH -> {
                JvmValue array = frame.pop();
                memory.notNull(thread, array);
                events.pin(thread, array, 0);
                frame.push(checked(Kind.INT, log.number(), lengthOf(array)));
            }
            case INSTANCEOF -> {
                JvmValue object = frame.pop();
                events.pin(thread, object, 0);
                frame.push(JvmValue.of(Kind.INT, log.number()));
            }
            case NEWARRAY, ANEWARRAY -> newArray(thread, frame, 1);
            case MULTIANEWARRAY -> newArray(thread, frame, ((MultiANewArrayInsnNode) frame.at()).dims);
            case LDC -> {
                long number = log.number();
                constants.named(number, ((LdcInsnNode) frame.at()).cst);
                frame.push(JvmValue.of(Kind.REFERENCE, number));
            }
            default -> {
                if (op >= IALOAD && op <= SALOAD) readElement(thread, frame, op);
                else if (!writeElement(thread, frame, op)) return;
            }
        }
        frame.next();
    }

    private OptionalLong lengthOf(JvmValue array) {
        long length = run.object(array.bits()).length();
        return length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
    }

    private static JvmValue checked(Kind kind, long logged, OptionalLong expected) {
        if (expected.isPresent() && expected.getAsLong() != logged) {
            throw new FollowException(logged + " is logged where " + expected.getAsLong() + " must be");
        }
        return JvmValue.of(kind, logged);
    }

    private void newArray(FollowedThread thread, Frame frame, int dimensions) {
        for (int i = 0; i < dimensions; i++) events.pin(thread, frame.pop(), i);
        long number = log.number();
        made.add(number);
        frame.push(JvmValue.of(Kind.REFERENCE, number));
    }

    // ---- fields ------------------------------------------------------------------------------------------------

    private JvmValue field(FollowedThread thread, Frame frame, FieldInsnNode in, JvmValue object) {
        Kind kind = Kind.ofDescriptor(in.desc);
        long bits = log.value(kind);
        boolean isStep = !classes.declaresFinal(frame.method().owner().name, in.owner, in.name);
        if (isStep) thread.step();
        if (object == CLASS) initialisations.used(thread, in.owner);
        else memory.notNull(thread, object);
        Optional<ClassFiles.Field> field = classes.field(in.owner, in.name);
        if (field.isEmpty() || field.get().isFinal()) return JvmValue.of(kind, bits);
        return memory.read(thread, object, range(field.get(), object, kind), kind, access(field.get()), bits);
    }

    /** Tells whether the write happens; it does not if there is no object. */
    private boolean write(FollowedThread thread, Frame frame, FieldInsnNode in, JvmValue object, JvmValue value) {
        log.expect(Tag.WRITE);
        thread.step();
        if (object == CLASS) initialisations.used(thread, in.owner);
        else memory.notNull(thread, object);
        if (object.bits() == 0) {
            frame.phase(Frame.Phase.THROWING);
            return false;
        }
        Optional<ClassFiles.Field> field = classes.field(in.owner, in.name);
        if (field.isEmpty() || field.get().isFinal()) return true;
        Kind kind = Kind.ofDescriptor(in.desc);
        memory.write(
                thread,
                object,
                range(field.get(), object, kind),
                access(field.get()),
                narrowed(thread, in.desc, value),
                memory.initially(object == CLASS ? 0 : object.bits()));
        return true;
    }

    /** What a field that is smaller than an int takes of the value. */
    private JvmValue narrowed(FollowedThread thread, String descriptor, JvmValue value) {
        Type small = switch (descriptor) {
            case "Z", "B" -> new Type.Int(8, true);
            case "S" -> new Type.Int(16, true);
            case "C" -> new Type.Int(16, false);
            default -> Type.I32;
        };
        if (value.kind() != Kind.INT || small.equals(Type.I32)) return value;
        Local whole = Events.local("whole", Kind.INT);
        long bits = descriptor.equals("C")
                ? (char) value.bits()
                : descriptor.equals("S") ? (short) value.bits() : (byte) value.bits();
        Expr cut = new Expr.Cast(Type.I32, new Expr.Cast(small, whole));
        return events.computed(thread, Kind.INT, bits, cut, List.of(whole), List.of(value));
    }

    private Range range(ClassFiles.Field field, JvmValue object, Kind kind) {
        return object == CLASS
                ? objects.staticField(field.owner(), field.node().name, kind)
                : objects.field(object.bits(), field.owner(), field.node().name, kind);
    }

    private static Access access(ClassFiles.Field field) {
        return field.isVolatile() ? Access.ATOMIC : Access.PLAIN;
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    private static Kind element(int op, int first) {
        return switch (op - first) {
            case 1 -> Kind.LONG;
            case 2 -> Kind.FLOAT;
            case 3 -> Kind.DOUBLE;
            case 4 -> Kind.REFERENCE;
            default -> Kind.INT;
        };
    }

    private void readElement(FollowedThread thread, Frame frame, int op) {
        JvmValue index = frame.pop();
        JvmValue array = frame.pop();
        Kind kind = element(op, IALOAD);
        long bits = log.value(kind);
        thread.step();
        inBounds(thread, array, index);
        frame.push(memory.read(
                thread, array, objects.element(array.bits(), index.bits(), kind), kind, Access.PLAIN, bits));
    }

    /** Tells whether the write happens; it does not outside of the array. */
    private boolean writeElement(FollowedThread thread, Frame frame, int op) {
        log.expect(Tag.WRITE);
        JvmValue value = frame.pop();
        JvmValue index = frame.pop();
        JvmValue array = frame.pop();
        thread.step();
        inBounds(thread, array, index);
        OptionalLong length = lengthOf(array);
        boolean isInside =
                array.bits() != 0 && (length.isEmpty() || index.bits() >= 0 && index.bits() < length.getAsLong());
        if (!isInside) {
            frame.phase(Frame.Phase.THROWING);
            return false;
        }
        String small = switch (op) {
            case BASTORE -> "B";
            case CASTORE -> "C";
            case SASTORE -> "S";
            default -> "I";
        };
        memory.write(
                thread,
                array,
                objects.element(array.bits(), index.bits(), element(op, IASTORE)),
                Access.PLAIN,
                narrowed(thread, small, value),
                memory.initially(array.bits()));
        return true;
    }

    private void inBounds(FollowedThread thread, JvmValue array, JvmValue index) {
        memory.notNull(thread, array);
        OptionalLong length = lengthOf(array);
        if (length.isPresent()) {
            Expr inside = new Expr.Binary(
                    Expr.BinaryOp.AND,
                    new Expr.Compare(Expr.CompareOp.GREATER_OR_EQUAL, INDEX, Expr.constant(Type.I32, 0)),
                    new Expr.Compare(Expr.CompareOp.LESS, INDEX, LENGTH));
            events.mustHold(
                    thread,
                    Events.Aspect.IN_BOUNDS,
                    Property.EXCEPTION,
                    "ArrayIndexOutOfBoundsException",
                    inside,
                    List.of(INDEX, LENGTH),
                    List.of(index, JvmValue.of(Kind.INT, length.getAsLong())));
        }
        events.pin(thread, index, 0);
    }
}
