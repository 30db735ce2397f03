package dev.moirai.replay.jvm;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command that starts a JVM program, as the user would type it: {@code java -cp classes shop.Main 3}.
 *
 * @param program the main class, or the archive after {@code -jar}
 */
public record JvmCommand(List<String> words, String program, List<Path> classPath) {
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--add-modules",
            "--add-opens",
            "--add-exports",
            "--add-reads",
            "--limit-modules",
            "--upgrade-module-path",
            "--source",
            "--patch-module");

    public JvmCommand {
        words = List.copyOf(words);
        classPath = List.copyOf(classPath);
    }

    /** Throws an {@link InputException} if this is no command that starts a JVM with classes that are there. */
    public static JvmCommand of(List<String> words) {
        if (words.isEmpty()) throw refused("java", "no command", "moirai run --java -- java -cp classes Main");
        String java = words.getFirst();
        String name = java.substring(java.lastIndexOf('/') + 1);
        if (!name.equals("java") && !name.equals("java.exe")) {
            throw refused(
                    java, "the command must start a JVM: java -cp ... Main", "a build tool starts a JVM of its own");
        }
        var classPath = new ArrayList<Path>();
        String program = "";
        for (int i = 1; i < words.size() && program.isEmpty(); i++) {
            String word = words.get(i);
            boolean isLast = i + 1 == words.size();
            if (word.equals("-jar") && !isLast) {
                program = words.get(i + 1);
                classPath.add(Path.of(program));
            } else if (word.equals("-m") || word.equals("--module")) {
                program = isLast ? "" : words.get(i + 1);
            } else if (WITH_VALUE.contains(word) && !isLast) {
                i++;
                if (word.equals("-cp") || word.endsWith("class-path") || word.equals("-classpath")) {
                    classPath.clear();
                    addPath(classPath, words.get(i));
                }
            } else if (word.startsWith("--class-path=")) {
                classPath.clear();
                addPath(classPath, word.substring("--class-path=".length()));
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                program = word;
            }
        }
        if (program.isEmpty()) throw refused(java, "the command names no main class", "java -cp classes shop.Main");
        if (program.endsWith(".java")) {
            throw refused(program, "a source file is compiled first: javac -g -d classes " + program, "");
        }
        for (Path entry : classPath) {
            if (!entry.toString().endsWith("*") && !Files.exists(entry)) {
                throw refused(entry.toString(), "the class path names what is not there", "");
            }
        }
        return new JvmCommand(words, program, classPath);
    }

    private static void addPath(List<Path> classPath, String entries) {
        for (String entry : entries.split(File.pathSeparator, -1)) if (!entry.isEmpty()) classPath.add(Path.of(entry));
    }

    private static InputException refused(String what, String message, String hint) {
        return new InputException(Diagnostic.error(new SourceSpan(what, 0, 0), message, hint));
    }

    /** Whether another agent works in the same JVM. */
    public boolean hasOtherAgent() {
        return words.stream().anyMatch(word -> word.startsWith("-javaagent:") || word.startsWith("-agentpath:"));
    }

    /**
     * The command with our agent in it, before agents of others; hash codes are sequential, so that runs can be repeated. Runs are
     * short, and one of three processor seconds of a short run went into compiling what hardly runs again: the first compiler does.
     * What the user says comes later, and counts.
     */
    List<String> withAgent(Path agent, Path folder) {
        var command = new ArrayList<String>();
        command.add(words.getFirst());
        command.addAll(List.of(
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=3",
                "-XX:-PrintWarnings",
                "-XX:TieredStopAtLevel=1",
                "-javaagent:" + agent + "=" + folder));
        command.addAll(words.subList(1, words.size()));
        return command;
    }
}
