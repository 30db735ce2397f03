package dev.moirai.jvm.agent;

import dev.moirai.jvm.runtime.End;
import dev.moirai.jvm.runtime.Log;
import dev.moirai.jvm.runtime.Report;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/** Instruments the program's classes when they are loaded, and keeps the originals if the run is recorded. */
final class Transformer implements ClassFileTransformer {
    private final Selection selection;

    Transformer(Selection selection) {
        this.selection = selection;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || name.startsWith("dev/moirai/jvm/")) return null;
        if (loader == null && JdkMethods.changes(name)) return hooked(name, bytes);
        boolean isContainer = loader == null && selection.containers().has(name);
        if (loader == null && !isContainer) return null;
        try {
            if (!isContainer && !selection.has(name)) return null;
            byte[] changed = isContainer
                    ? ContainerInstrumenter.change(name, bytes, selection)
                    : instrumented(name, bytes, selection);
            keep(name, bytes);
            Report.classes++;
            return changed;
        } catch (Throwable e) { // whatever goes wrong, the class must be loaded as it is
            Report.failed++;
            Report.remark("not instrumented: " + name.replace('/', '.') + " (" + e + ")");
            return null;
        }
    }

    /** Without its hooks in the JDK the run would not be under control. */
    private static byte @Nullable [] hooked(String name, byte[] bytes) {
        try {
            return JdkMethods.change(name, bytes);
        } catch (Throwable e) {
            End.refused("this JDK cannot be controlled: " + name.replace('/', '.') + ": " + e);
            return null;
        }
    }

    /** Loads every class that is needed to transform one: while they are loaded themselves it would be too late. */
    static void warmUp(Selection selection) throws IOException {
        for (String name : new String[] {"java/lang/Thread", "java/util/TimerThread"}) {
            try (var in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                if (in == null) throw new IOException("no class file of " + name);
                byte[] bytes = in.readAllBytes();
                JdkMethods.change(name, bytes);
                instrumented(name, bytes, selection);
            }
        }
    }

    static byte[] instrumented(String name, byte[] bytes, Selection selection) {
        var reader = new ClassReader(bytes);
        var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassInstrumenter(writer, name, selection, MethodFacts.of(reader)), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static void keep(String name, byte[] bytes) throws IOException {
        Path folder = Log.classes();
        if (folder == null) return;
        File file = folder.resolve(name + ".class").toFile();
        file.getParentFile().mkdirs();
        try (var out = new FileOutputStream(file)) {
            out.write(bytes);
        }
    }
}
