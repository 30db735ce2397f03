package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Objects that the program gives away to be called: lambdas, which stand for methods, and objects of its own classes. */
final class Functions {
    /** A static method that a function calls with nothing but what it is given, such as {@code Integer::sum}. */
    record Target(String owner, String name, String descriptor) {
        Call on(List<JvmValue> arguments) {
            return new Call(owner, name, descriptor, true, arguments);
        }
    }

    /** A method, and the values that are always given to it first. */
    private record Bound(String method, List<Long> captured) {}

    private static final Set<String> CALLABLE = Set.of(
            "java/lang/Runnable",
            "java/util/concurrent/Callable",
            "java/util/Comparator",
            "java/util/TimerTask",
            "java/util/concurrent/RecursiveTask",
            "java/util/concurrent/RecursiveAction",
            "java/util/concurrent/CountedCompleter");

    private final JvmRun run;
    private final ClassFiles classes;
    private final Map<Long, Target> targets = new HashMap<>();
    private final Set<Long> lambdas = new HashSet<>();
    private final Map<Bound, List<Long>> byMethod = new HashMap<>();
    /** By method: how many values its functions have captured. */
    private final Map<String, Set<Integer>> captures = new HashMap<>();

    private final Map<String, Boolean> callable = new HashMap<>();

    Functions(JvmRun run, ClassFiles classes) {
        this.run = run;
        this.classes = classes;
    }

    /** An object was made by this instruction, from a method's name and these values. */
    void made(InvokeDynamicInsnNode instruction, List<JvmValue> captured, long object) {
        if (instruction.bsmArgs.length < 2 || !(instruction.bsmArgs[1] instanceof Handle handle)) return;
        // A function that captures nothing is made once, and given out again and again.
        if (!lambdas.add(object)) return;
        String method = handle.getOwner() + "." + handle.getName() + handle.getDesc();
        var bound = new Bound(method, captured.stream().map(JvmValue::bits).toList());
        byMethod.computeIfAbsent(bound, _ -> new ArrayList<>()).add(object);
        captures.computeIfAbsent(method, _ -> new HashSet<>()).add(captured.size());
        if (handle.getTag() == Opcodes.H_INVOKESTATIC && captured.isEmpty()) {
            targets.put(object, new Target(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
    }

    Optional<Target> target(long object) {
        return Optional.ofNullable(targets.get(object));
    }

    boolean isOne(JvmValue value) {
        if (value.kind() != Kind.REFERENCE || value.bits() <= 0) return false;
        return lambdas.contains(value.bits())
                || isCallable(run.object(value.bits()).type());
    }

    /** Whether objects of this class of the program's are made to be called by others. */
    private boolean isCallable(String type) {
        if (CALLABLE.contains(type) || type.startsWith("java/util/function/")) return true;
        Boolean known = callable.get(type);
        if (known != null) return known;
        boolean is = classes.find(type).map(this::hasCallableAbove).orElse(false);
        callable.put(type, is);
        return is;
    }

    private boolean hasCallableAbove(ClassNode node) {
        return node.superName != null && isCallable(node.superName)
                || node.interfaces.stream().anyMatch(this::isCallable);
    }

    /** The functions whose call this may be. */
    List<Long> calledBy(ClassFiles.Method method, List<JvmValue> arguments) {
        var all = new ArrayList<Long>();
        if (!method.isStatic() && !method.isConstructor())
            all.add(arguments.getFirst().bits());
        for (int count : captures.getOrDefault(method.name(), Set.of())) {
            if (count > arguments.size()) continue;
            var captured =
                    arguments.subList(0, count).stream().map(JvmValue::bits).toList();
            all.addAll(byMethod.getOrDefault(new Bound(method.name(), captured), List.of()));
        }
        return all;
    }
}
