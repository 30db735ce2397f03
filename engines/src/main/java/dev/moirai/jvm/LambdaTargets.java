package dev.moirai.jvm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Which static methods the functions stand for that the program has made of their names, such as {@code Integer::sum}. */
final class LambdaTargets {
    /** A method that a function calls. */
    record Target(String owner, String name, String descriptor) {
        Call on(List<JvmValue> arguments) {
            return new Call(owner, name, descriptor, true, arguments);
        }
    }

    private final Map<Long, Target> targets = new HashMap<>();

    /** An object was made by this instruction, from nothing but the method's name. */
    void made(InvokeDynamicInsnNode instruction, long object) {
        if (instruction.bsmArgs.length > 1
                && instruction.bsmArgs[1] instanceof Handle handle
                && handle.getTag() == Opcodes.H_INVOKESTATIC
                && instruction.desc.startsWith("()")) {
            targets.put(object, new Target(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
    }

    Optional<Target> of(long object) {
        return Optional.ofNullable(targets.get(object));
    }
}
