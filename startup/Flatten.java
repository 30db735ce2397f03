import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes pattern switches, and equality and hashing of records, as plain code into our classes of an archive. The
 * compiler leaves them to be made up when first used: hidden classes, made again at every start, since the ahead-of-time
 * cache does not keep them. What that costs is in docs/performance.md.
 */
final class Flatten {
    private Flatten() {}

    public static void main(String[] args) throws IOException {
        Path result = Path.of(args[1]);
        Files.createDirectories(result.getParent());
        int switches = 0;
        int records = 0;
        try (var in = new JarFile(args[0]);
                var out = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(result)))) {
            for (var entry : Collections.list(in.entries())) {
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                if (entry.getName().startsWith("dev/moirai/") && entry.getName().endsWith(".class")) {
                    var reader = new ClassReader(bytes);
                    var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
                    var flattening = new Flattening(writer);
                    reader.accept(flattening, 0);
                    switches += flattening.switches.size();
                    records += flattening.components.isPresent() ? 1 : 0;
                    bytes = writer.toByteArray();
                }
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(bytes);
                out.closeEntry();
            }
        }
        System.out.println("startup: " + switches + " pattern switches and " + records + " records written out");
    }
}

/** One class. What replaces an {@code invokedynamic} is a call of a method added at the end. */
final class Flattening extends ClassVisitor {
    private static final int HELPER = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    /** The labels of each switch, which are all types. */
    final List<List<Type>> switches = new ArrayList<>();
    /** The fields of the record, if it leaves its equality to the compiler. */
    Optional<List<Handle>> components = Optional.empty();

    private String owner = "";
    private boolean isInterface;

    Flattening(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        owner = name;
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, type, signature, exceptions)) {
            @Override
            public void visitInvokeDynamicInsn(String called, String site, Handle maker, Object... arguments) {
                if (maker.getName().equals("typeSwitch")
                        && Arrays.stream(arguments).allMatch(Type.class::isInstance)) {
                    call("$switch" + switches.size(), "(Ljava/lang/Object;I)I");
                    switches.add(Arrays.stream(arguments).map(Type.class::cast).toList());
                } else if (maker.getOwner().equals("java/lang/runtime/ObjectMethods") && !called.equals("toString")) {
                    components = Optional.of(Arrays.stream(arguments)
                            .skip(2)
                            .map(Handle.class::cast)
                            .toList());
                    call("$" + called, called.equals("equals") ? equalsType() : hashCodeType());
                } else {
                    super.visitInvokeDynamicInsn(called, site, maker, arguments);
                }
            }

            private void call(String helper, String helperType) {
                visitMethodInsn(Opcodes.INVOKESTATIC, owner, helper, helperType, isInterface);
            }
        };
    }

    @Override
    public void visitEnd() {
        for (int i = 0; i < switches.size(); i++) writeSwitch("$switch" + i, switches.get(i));
        components.ifPresent(fields -> {
            writeEquals(fields);
            writeHashCode(fields);
        });
        super.visitEnd();
    }

    private String equalsType() {
        return "(L" + owner + ";Ljava/lang/Object;)Z";
    }

    private String hashCodeType() {
        return "(L" + owner + ";)I";
    }

    /** The contract of {@code SwitchBootstraps.typeSwitch}: the first label from the second argument on that fits. */
    private void writeSwitch(String name, List<Type> labels) {
        MethodVisitor method = begin(name, "(Ljava/lang/Object;I)I");
        var present = new Label();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitJumpInsn(Opcodes.IFNONNULL, present);
        method.visitInsn(Opcodes.ICONST_M1);
        method.visitInsn(Opcodes.IRETURN);
        mark(method, present);
        for (int i = 0; i < labels.size(); i++) {
            var next = new Label();
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitIntInsn(Opcodes.SIPUSH, i);
            method.visitJumpInsn(Opcodes.IF_ICMPGT, next);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitTypeInsn(Opcodes.INSTANCEOF, labels.get(i).getInternalName());
            method.visitJumpInsn(Opcodes.IFEQ, next);
            method.visitIntInsn(Opcodes.SIPUSH, i);
            method.visitInsn(Opcodes.IRETURN);
            mark(method, next);
        }
        method.visitIntInsn(Opcodes.SIPUSH, labels.size());
        end(method);
    }

    private void writeEquals(List<Handle> fields) {
        MethodVisitor method = begin("$equals", equalsType());
        var differ = new Label();
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.INSTANCEOF, owner);
        method.visitJumpInsn(Opcodes.IFEQ, differ);
        for (Handle field : fields) {
            Type type = Type.getType(field.getDesc());
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, owner, field.getName(), field.getDesc());
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitTypeInsn(Opcodes.CHECKCAST, owner);
            method.visitFieldInsn(Opcodes.GETFIELD, owner, field.getName(), field.getDesc());
            if (type.getSort() >= Type.ARRAY) {
                String pair = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/Objects", "equals", pair, false);
                method.visitJumpInsn(Opcodes.IFEQ, differ);
            } else {
                String pair = "(" + type.getDescriptor() + type.getDescriptor() + ")I";
                method.visitMethodInsn(Opcodes.INVOKESTATIC, boxed(type), "compare", pair, false);
                method.visitJumpInsn(Opcodes.IFNE, differ);
            }
        }
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        mark(method, differ);
        method.visitInsn(Opcodes.ICONST_0);
        end(method);
    }

    private void writeHashCode(List<Handle> fields) {
        MethodVisitor method = begin("$hashCode", hashCodeType());
        method.visitInsn(Opcodes.ICONST_0);
        for (Handle field : fields) {
            Type type = Type.getType(field.getDesc());
            boolean isReference = type.getSort() >= Type.ARRAY;
            method.visitIntInsn(Opcodes.BIPUSH, 31);
            method.visitInsn(Opcodes.IMUL);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, owner, field.getName(), field.getDesc());
            String from = isReference ? "java/util/Objects" : boxed(type);
            String hash = "(" + (isReference ? "Ljava/lang/Object;" : type.getDescriptor()) + ")I";
            method.visitMethodInsn(Opcodes.INVOKESTATIC, from, "hashCode", hash, false);
            method.visitInsn(Opcodes.IADD);
        }
        end(method);
    }

    private MethodVisitor begin(String name, String type) {
        MethodVisitor method = super.visitMethod(HELPER, name, type, null, null);
        method.visitCode();
        return method;
    }

    /** Nothing but the arguments is alive where a jump arrives. */
    private static void mark(MethodVisitor method, Label label) {
        method.visitLabel(label);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void end(MethodVisitor method) {
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static String boxed(Type primitive) {
        return switch (primitive.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.BYTE -> "java/lang/Byte";
            case Type.SHORT -> "java/lang/Short";
            case Type.CHAR -> "java/lang/Character";
            case Type.INT -> "java/lang/Integer";
            case Type.LONG -> "java/lang/Long";
            case Type.FLOAT -> "java/lang/Float";
            case Type.DOUBLE -> "java/lang/Double";
            default -> throw new IllegalArgumentException("not a primitive type: " + primitive);
        };
    }
}
