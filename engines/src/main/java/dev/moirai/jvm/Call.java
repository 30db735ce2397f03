package dev.moirai.jvm;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/** A call under way: whom it names, what it was given, and what the followed callee has returned, if there was one. */
final class Call {
    private final String owner;
    private final String name;
    private final String descriptor;
    private final List<JvmValue> arguments;
    private final boolean isStatic;
    private Optional<JvmValue> returned = Optional.empty();
    private boolean followed;
    private boolean announced;

    /** @param arguments the receiver first, unless the call is static */
    Call(String owner, String name, String descriptor, boolean isStatic, List<JvmValue> arguments) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.isStatic = isStatic;
        this.arguments = List.copyOf(arguments);
    }

    String owner() {
        return owner;
    }

    String name() {
        return name;
    }

    String descriptor() {
        return descriptor;
    }

    List<JvmValue> arguments() {
        return arguments;
    }

    JvmValue argument(int index) {
        return arguments.get(index + (isStatic ? 0 : 1));
    }

    int argumentCount() {
        return arguments.size() - (isStatic ? 0 : 1);
    }

    boolean isStatic() {
        return isStatic;
    }

    JvmValue receiver() {
        return arguments.getFirst();
    }

    boolean isConstructor() {
        return name.equals("<init>");
    }

    /** Whether the method is the one that is called, so that these arguments are those of the call. */
    boolean isCallOf(ClassFiles.Method method, List<JvmValue> given) {
        if (isStatic || followed || method.isStatic() || method.isConstructor()) return false;
        if (!method.node().name.equals(name) || !method.node().desc.equals(descriptor)) return false;
        for (int i = 0; i < given.size(); i++)
            if (given.get(i).bits() != arguments.get(i).bits()) return false;
        return true;
    }

    /** Whether a task of the fork/join framework, which may be of a class of the program's, is forked or waited for. */
    boolean isOfForkJoin() {
        return switch (name) {
            case "fork" -> descriptor.equals("()Ljava/util/concurrent/ForkJoinTask;");
            case "join" -> descriptor.equals("()Ljava/lang/Object;");
            default -> false;
        };
    }

    Kind result() {
        return Kind.of(Type.getReturnType(descriptor));
    }

    /** The callee has been followed, and has come back with this. */
    void returned(Optional<JvmValue> value) {
        returned = value;
        followed = true;
    }

    Optional<JvmValue> returned() {
        return returned;
    }

    boolean isFollowed() {
        return followed;
    }

    /** Whether the log has told that the call begins, which it does of calls that others may notice. */
    boolean isAnnounced() {
        return announced;
    }

    void announced() {
        announced = true;
    }
}
