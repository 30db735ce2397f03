package dev.moirai.jvm.agent;

import dev.moirai.jvm.runtime.End;
import dev.moirai.jvm.runtime.Options;
import dev.moirai.jvm.runtime.Runs;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;

/** Prepares the JVM before the program's first instruction: hooks in the JDK, fixed seeds, control. */
public final class AgentStart {
    private static final int OLDEST = 17;
    private static final int NEWEST = 26;

    private AgentStart() {}

    public static void run(String folder, Instrumentation instrumentation) throws IOException {
        Options options = Options.read(Path.of(folder));
        Runs.prepare(options);
        int release = Runtime.version().feature();
        if (release < OLDEST || release > NEWEST) {
            End.refused("JDK " + release + ": the JDKs from " + OLDEST + " to " + NEWEST + " are supported");
        }
        try {
            JdkInternals.open(instrumentation);
            var containers = new SeenContainers(options.jdk());
            var selection = new Selection(options.included(), options.excluded(), containers);
            if (!containers.unknown().isEmpty()) {
                End.refused("--jdk takes java.util, containers of it, and java.lang.StringBuffer, not "
                        + containers.unknown().get(0));
            }
            if (!containers.isEmpty()) Runs.seeContainers();
            Transformer.warmUp(selection);
            instrumentation.addTransformer(new Transformer(selection), true);
            JdkInternals.fixSeeds();
            hookJdk(instrumentation, containers);
            Runs.open(options);
            Runs.warmUp();
            Runs.begin(options);
        } catch (ReflectiveOperationException | UnmodifiableClassException | RuntimeException | LinkageError e) {
            End.refused("this JVM cannot be controlled: " + e);
        }
    }

    /** Only now, before the program runs: later it is not safe to change classes that are in use. */
    private static void hookJdk(Instrumentation instrumentation, SeenContainers containers)
            throws UnmodifiableClassException {
        var loaded = new ArrayList<Class<?>>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            String name = each.getName().replace('.', '/');
            boolean isChanged = JdkMethods.changes(name) || containers.has(name);
            if (each.getClassLoader() == null && isChanged) loaded.add(each);
        }
        instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    }
}
