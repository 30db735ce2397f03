package dev.moirai.jvm;

import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.objectweb.asm.Opcodes;

/**
 * {@code VarHandle}s of fields, and {@code Atomic...FieldUpdater}s: their calls are steps on the field itself, the same place that
 * other code reads and writes by name. A handle is known if the run has made it from a class and a name that the program writes
 * out. Plain {@code get} and {@code set} are taken for atomic, so that nothing is claimed of them alone.
 */
final class FieldHandles {
    private static final String UPDATER = "java/util/concurrent/atomic/Atomic";

    private final Events events;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final ClassFiles classes;
    private final Accesses.Constants constants;
    private final Map<Long, ClassFiles.Field> fields = new HashMap<>();

    FieldHandles(
            Events events, JvmMemory memory, JvmObjects objects, ClassFiles classes, Accesses.Constants constants) {
        this.events = events;
        this.memory = memory;
        this.objects = objects;
        this.classes = classes;
        this.constants = constants;
    }

    /** A call has returned: perhaps a handle. */
    void made(Call call, Optional<JvmValue> observed) {
        boolean isFinding = call.owner().equals("java/lang/invoke/MethodHandles$Lookup")
                && (call.name().equals("findVarHandle") || call.name().equals("findStaticVarHandle"));
        boolean isUpdater = call.owner().startsWith(UPDATER) && call.name().equals("newUpdater");
        if (observed.isEmpty() || !isFinding && !isUpdater) return;
        int name = isFinding ? 1 : call.argumentCount() - 1;
        constants
                .type(call.argument(0).bits())
                .flatMap(owner ->
                        constants.text(call.argument(name).bits()).flatMap(field -> classes.field(owner, field)))
                .ifPresent(field -> fields.put(observed.get().bits(), field));
    }

    Optional<JvmValue> returns(FollowedThread thread, Call call, Optional<JvmValue> observed) {
        if (call.isStatic() || !fields.containsKey(call.receiver().bits())) return Optional.empty();
        ClassFiles.Field field = fields.get(call.receiver().bits());
        boolean isStatic = (field.node().access & Opcodes.ACC_STATIC) != 0;
        Kind kind = Kind.ofDescriptor(field.node().desc);
        if (!isStatic && (call.argumentCount() == 0 || call.argument(0).kind() != Kind.REFERENCE)) {
            return Optional.empty();
        }
        int first = isStatic ? 0 : 1;
        for (int i = first; i < call.argumentCount(); i++) {
            if (call.argument(i).kind() != kind) return Optional.empty();
        }
        JvmValue object = isStatic ? Accesses.CLASS : call.argument(0);
        Range range = isStatic
                ? objects.staticField(field.owner(), field.node().name, kind)
                : objects.field(object.bits(), field.owner(), field.node().name, kind);
        OptionalLong before = memory.initially(isStatic ? 0 : object.bits());
        return new AtomicStep(events, memory, thread, call, kind, object, range, first, before).returns(observed);
    }
}
