package dev.moirai.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;

/** Every class of this JDK that gets hooks stays one that the verifier takes. */
class JdkMethodsTest {
    @Test
    void hookedClassesOfTheJdkAreStillGood() throws Exception {
        int changed = 0;
        for (String name : JdkMethods.classes()) {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                if (in == null) continue;
                assertGood(name, JdkMethods.change(name, in.readAllBytes()));
                changed++;
            }
        }
        assertThat(changed).isGreaterThan(25);
    }

    /** Our own classes stand for those of users: they have synchronized methods, handlers, constructors, switches. */
    @Test
    void instrumentedClassesAreStillGood() throws Exception {
        var selection = new Selection(List.of("dev/", "java/"), List.of(), new SeenContainers(List.of()));
        List<String> names = List.of(
                "dev/moirai/programs/Waits",
                "dev/moirai/programs/Ends",
                "dev/moirai/jvm/runtime/Token",
                "dev/moirai/jvm/runtime/Report",
                "java/util/Vector",
                "java/util/Timer",
                "java/util/concurrent/ConcurrentHashMap",
                "java/lang/Thread",
                "java/io/PrintStream",
                "java/text/DecimalFormat");
        for (String name : names) {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                assertGood(name, Transformer.instrumented(name, in.readAllBytes(), selection));
            }
        }
    }

    @Test
    void containersWithTwoBodiesAreStillGood() throws Exception {
        var containers = new SeenContainers(List.of("java/util", "java/lang/StringBuffer"));
        var selection = new Selection(List.of(), List.of(), containers);
        List<String> names = List.of(
                "java/util/ArrayList",
                "java/util/ArrayList$Itr",
                "java/util/Collections$SynchronizedMap",
                "java/util/HashMap",
                "java/util/HashMap$TreeNode",
                "java/util/Hashtable",
                "java/util/Map",
                "java/util/TreeMap",
                "java/util/Vector",
                "java/lang/AbstractStringBuilder",
                "java/lang/StringBuffer");
        for (String name : names) {
            assertThat(containers.has(name)).as(name).isTrue();
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                assertGood(name, ContainerInstrumenter.change(name, in.readAllBytes(), selection));
            }
        }
        assertThat(containers.has("java/util/Objects")).isFalse();
        assertThat(containers.has("java/util/concurrent/ConcurrentHashMap")).isFalse();
        assertThat(new SeenContainers(List.of("java/util/Vector", "java/io")).unknown())
                .containsExactly("java.io");
    }

    /** Class files of Java 1.4, which libraries still have: their monitors must be under control too. */
    @Test
    void oldClassesAreInstrumentedLikeOthers() {
        var old = new ClassWriter(0);
        old.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "old/Old", null, "java/lang/Object", null);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;
        MethodVisitor method = old.visitMethod(access, "locked", "()V", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        old.visitEnd();
        byte[] changed = Transformer.instrumented(
                "old/Old", old.toByteArray(), new Selection(List.of(), List.of(), new SeenContainers(List.of())));
        assertGood("old/Old", changed);
        new ClassReader(changed)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                assertThat(access & Opcodes.ACC_SYNCHRONIZED).isZero();
                                return super.visitMethod(access, name, descriptor, signature, thrown);
                            }
                        },
                        0);
    }

    private static void assertGood(String name, byte[] bytes) {
        var complaints = new StringWriter();
        CheckClassAdapter.verify(
                new ClassReader(bytes), ClassLoader.getSystemClassLoader(), false, new PrintWriter(complaints));
        assertThat(complaints.toString()).as(name).isEmpty();
    }
}
