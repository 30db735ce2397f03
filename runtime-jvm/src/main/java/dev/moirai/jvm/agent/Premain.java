package dev.moirai.jvm.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/**
 * The entry of the agent. It does one thing: it puts its archive on the boot class path, where the JDK's own methods find the
 * hooks. Every other class of the archive is then loaded from there.
 */
public final class Premain {
    private Premain() {}

    public static void premain(String folder, Instrumentation instrumentation) throws Exception {
        File archive = new File(Premain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(archive));
        AgentStart.run(folder, instrumentation);
    }
}
