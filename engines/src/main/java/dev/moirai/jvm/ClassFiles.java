package dev.moirai.jvm;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The instrumented classes of a run, and what can be looked up in them. Of the JDK only containers may be among them. */
final class ClassFiles {
    /** A method with its class. */
    record Method(ClassNode owner, MethodNode node) {
        String name() {
            return owner.name + "." + node.name + node.desc;
        }

        boolean isStatic() {
            return (node.access & Opcodes.ACC_STATIC) != 0;
        }

        boolean isSynchronized() {
            return (node.access & Opcodes.ACC_SYNCHRONIZED) != 0;
        }

        boolean isConstructor() {
            return node.name.equals("<init>");
        }
    }

    /** A field with the class that declares it. */
    record Field(String owner, FieldNode node) {
        boolean isFinal() {
            return (node.access & Opcodes.ACC_FINAL) != 0;
        }

        boolean isVolatile() {
            return (node.access & Opcodes.ACC_VOLATILE) != 0;
        }
    }

    private final Map<String, byte[]> bytes;
    private final Map<String, Optional<ClassNode>> nodes = new HashMap<>();
    private final Map<String, Optional<Field>> fields = new HashMap<>();

    ClassFiles(Map<String, byte[]> bytes) {
        this.bytes = bytes;
    }

    boolean contains(String owner) {
        return bytes.containsKey(owner);
    }

    /** Containers of the JDK are made without a record. */
    boolean followsConstructors(String owner) {
        return contains(owner) && !owner.startsWith("java/");
    }

    Optional<ClassNode> find(String owner) {
        return nodes.computeIfAbsent(owner, this::parsed);
    }

    private Optional<ClassNode> parsed(String owner) {
        byte[] file = bytes.get(owner);
        if (file == null) return Optional.empty();
        var node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES);
        return Optional.of(node);
    }

    /** A method by its full name: {@code shop/Account.withdraw(I)V}. */
    Method method(String full) {
        int bracket = full.indexOf('(');
        int dot = full.lastIndexOf('.', bracket);
        ClassNode owner = find(full.substring(0, dot))
                .orElseThrow(() -> new FollowException("no class file of " + full.substring(0, dot)));
        for (MethodNode node : owner.methods) {
            if (full.startsWith(node.name, dot + 1) && full.substring(dot + 1).equals(node.name + node.desc)) {
                return new Method(owner, node);
            }
        }
        throw new FollowException("no method " + full);
    }

    /** The field that an instruction means, if a class of the program declares it. */
    Optional<Field> field(String owner, String name) {
        String key = owner + "." + name;
        // Not computeIfAbsent: fields of superclasses are looked up, and kept, in between.
        if (!fields.containsKey(key)) fields.put(key, declared(owner, name));
        return fields.get(key);
    }

    private Optional<Field> declared(String owner, String name) {
        Optional<ClassNode> at = find(owner);
        if (at.isEmpty()) return Optional.empty();
        for (FieldNode field : at.get().fields) {
            if (field.name.equals(name)) return Optional.of(new Field(owner, field));
        }
        for (String each : at.get().interfaces) {
            Optional<Field> inherited = field(each, name);
            if (inherited.isPresent()) return inherited;
        }
        String above = at.get().superName;
        return above == null ? Optional.empty() : field(above, name);
    }

    /** Whether the class itself declares the field final: then accesses to it are no steps. */
    boolean declaresFinal(String accessing, String owner, String name) {
        return accessing.equals(owner)
                && field(owner, name)
                        .filter(it -> it.owner().equals(accessing) && it.isFinal())
                        .isPresent();
    }
}
