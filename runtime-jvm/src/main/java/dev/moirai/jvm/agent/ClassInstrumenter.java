package dev.moirai.jvm.agent;

import dev.moirai.jvm.runtime.Containers;
import dev.moirai.jvm.runtime.Log;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts hooks into a class of the program. It adds no branches, only handlers at the methods' ends, and locals that live from one
 * instruction to the next: so the frames that the compiler has written stay as they are, and no class has to be loaded to compute
 * others.
 */
class ClassInstrumenter extends ClassVisitor {
    private final String name;
    private final Selection selection;
    private final MethodFacts facts;
    private final Set<String> finals = new HashSet<>();
    private int version;
    private String file = "-";

    ClassInstrumenter(ClassVisitor out, String name, Selection selection, MethodFacts facts) {
        super(Opcodes.ASM9, out);
        this.facts = facts;
        this.name = name;
        this.selection = selection;
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String parent,
            String @Nullable [] interfaces) {
        // Before Java 5 there were no constants of classes, which static synchronized methods need.
        this.version = Math.max(version & 0xffff, Opcodes.V1_5);
        super.visit(
                (version & 0xffff) < Opcodes.V1_5 ? Opcodes.V1_5 : version,
                access,
                name,
                signature,
                parent,
                interfaces);
    }

    @Override
    public void visitSource(@Nullable String source, @Nullable String debug) {
        if (source != null) file = source;
        super.visitSource(source, debug);
    }

    @Override
    public FieldVisitor visitField(
            int access, String field, String descriptor, @Nullable String signature, @Nullable Object value) {
        if ((access & Opcodes.ACC_FINAL) != 0) finals.add(field);
        return super.visitField(access, field, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        boolean hasBody = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        boolean isSynchronized = hasBody && (access & Opcodes.ACC_SYNCHRONIZED) != 0;
        int changed = isSynchronized ? access & ~Opcodes.ACC_SYNCHRONIZED : access;
        MethodVisitor out = super.visitMethod(changed, method, descriptor, signature, exceptions);
        if (!hasBody) return out;
        int number = Log.method(name + "." + method + descriptor);
        if (!selection.containers().isEmpty()) Containers.addOfProgram(name, (method + descriptor).hashCode());
        return new MethodInstrumenter(
                out,
                this,
                access,
                method,
                descriptor,
                isSynchronized ? MethodBounds.Monitor.TAKEN_HERE : MethodBounds.Monitor.NONE,
                number,
                facts.firstFreeLocal(method, descriptor));
    }

    String name() {
        return name;
    }

    String file() {
        return file;
    }

    int firstLine(String method, String descriptor) {
        return facts.firstLine(method, descriptor);
    }

    boolean hasFrames() {
        return version >= Opcodes.V1_6;
    }

    /** Whether the class itself declares the field final: such fields are no steps. */
    boolean isFinal(String owner, String field) {
        return owner.equals(name) && finals.contains(field);
    }

    /** Whether the class is a container of the JDK that has hooks inside. */
    boolean isContainer(String owner) {
        return selection.containers().has(owner);
    }

    boolean isOfProgram(String owner) {
        return !owner.startsWith("[") && selection.has(owner);
    }
}
