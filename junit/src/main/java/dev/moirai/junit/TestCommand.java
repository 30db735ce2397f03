package dev.moirai.junit;

import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.witness.Witness;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.zip.ZipFile;

/** The command that runs a test method in a JVM of its own. */
final class TestCommand {
    /** Options for that JVM, as words: a debugger's, for example. */
    private static final String OPTIONS = "moirai.jvm";

    private static final String AGENT = "dev/moirai/jvm/agent/Premain.class";

    private TestCommand() {}

    static JvmInput of(Class<?> type, Method method) {
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea"));
        command.addAll(options());
        command.addAll(List.of("-cp", classPath(type)));
        command.addAll(called(type, method));
        return new JvmInput(command, List.of(), List.of("dev.moirai.junit."), List.of());
    }

    private static List<String> called(Class<?> type, Method method) {
        return List.of(ChildTest.class.getName(), type.getName(), method.getName());
    }

    private static List<String> options() {
        String options = System.getProperty(OPTIONS, "").strip();
        return options.isEmpty() ? List.of() : List.of(options.split("\\s+"));
    }

    /** The class path of this JVM, as Surefire or Gradle have set it, and the place of the test's class if that is elsewhere. */
    private static String classPath(Class<?> type) {
        String ours = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        var entries = new LinkedHashSet<>(List.of(ours.split(File.pathSeparator)));
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source != null) {
            try {
                entries.add(Path.of(source.getLocation().toURI()).toString());
            } catch (URISyntaxException | IllegalArgumentException e) {
                // Not a file: then the class path must do.
            }
        }
        entries.removeIf(TestCommand::hasAgent);
        return String.join(File.pathSeparator, entries);
    }

    /** Whether the agent's classes lie there: the agent brings its own, and these would be taken instead. */
    private static boolean hasAgent(String entry) {
        Path path = Path.of(entry);
        if (Files.isDirectory(path)) return Files.exists(path.resolve(AGENT));
        try (var archive = new ZipFile(path.toFile())) {
            return archive.getEntry(AGENT) != null;
        } catch (IOException e) {
            return false; // no archive, so there is nothing in it
        }
    }

    static boolean isOf(Witness witness, Class<?> type, Method method) {
        List<String> words = witness.options();
        return words.size() > 3 && words.subList(words.size() - 3, words.size()).equals(called(type, method));
    }

    /** The witness with the options that the JVM is to have now. */
    static Witness withOptions(Witness witness) {
        var words = new ArrayList<>(witness.options());
        words.addAll(words.indexOf("--") + 2, options());
        return new Witness(witness.schedule(), words, witness.violation(), witness.accesses());
    }
}
