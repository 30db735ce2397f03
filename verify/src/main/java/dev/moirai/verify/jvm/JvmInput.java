package dev.moirai.verify.jvm;

import dev.moirai.jvm.JvmRun;
import dev.moirai.replay.jvm.JvmCommand;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.replay.jvm.JvmReruns;
import dev.moirai.replay.jvm.JvmSegment;
import dev.moirai.replay.jvm.JvmSources;
import dev.moirai.witness.Witness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM program as the user names it.
 *
 * @param included prefixes of the names of classes that are the program's own; if there are none, all but the JDK's and those
 *     of test frameworks
 * @param jdk packages and classes of the JDK's containers that are looked into, as if they were the program's
 * @param sourcePath folders with source files, for readers
 * @param wakeups how waits end
 */
public record JvmInput(
        List<String> command,
        List<String> included,
        List<String> excluded,
        List<String> jdk,
        List<Path> sourcePath,
        JvmOrder.Wakeups wakeups) {
    private static final String JAVA = "--java";
    private static final String INCLUDE = "--include";
    private static final String EXCLUDE = "--exclude";
    private static final String JDK = "--jdk";
    private static final String SOURCES = "--source-path";
    private static final String CAUSED = "--no-spurious-wakeups";
    private static final String SCRIPT = "--script";

    /** With waits that may end for no reason. */
    public JvmInput(List<String> command, List<String> included, List<String> excluded, List<Path> sourcePath) {
        this(command, included, excluded, List.of(), sourcePath, JvmOrder.Wakeups.ANY);
    }

    public JvmInput {
        command = List.copyOf(command);
        included = List.copyOf(included);
        excluded = List.copyOf(excluded);
        jdk = List.copyOf(jdk);
        sourcePath = List.copyOf(sourcePath);
    }

    /** The same, but waits end only by a notification, an interrupt, or the end of their time. */
    public JvmInput withoutSpuriousWakeups() {
        return new JvmInput(command, included, excluded, jdk, sourcePath, JvmOrder.Wakeups.CAUSED);
    }

    /** The same, with these packages and classes of the JDK's containers looked into. */
    public JvmInput lookingInto(List<String> containers) {
        return new JvmInput(command, included, excluded, containers, sourcePath, wakeups);
    }

    /** The program of a recorded run, to be run again as it was. */
    public static JvmInput of(JvmRun run) {
        boolean areCaused = run.options("wakeups").contains("caused");
        return new JvmInput(
                run.command(),
                run.options("include"),
                run.options("exclude"),
                run.options("jdk"),
                List.of(),
                areCaused ? JvmOrder.Wakeups.CAUSED : JvmOrder.Wakeups.ANY);
    }

    /** Throws an {@link dev.moirai.source.InputException} if the command starts no JVM. */
    JvmCommand toCommand() {
        return JvmCommand.of(command);
    }

    /** The program, ready to be run in orders that were predicted. */
    public JvmReruns reruns() {
        return new JvmReruns(toCommand(), order(JvmOrder.Mode.CONTROL, new JvmOrder.Pace.Steady()), sources());
    }

    JvmSources sources() {
        return new JvmSources(sourcePath);
    }

    JvmOrder order(JvmOrder.Mode mode, JvmOrder.Pace pace) {
        return new JvmOrder(mode, pace, included, excluded, jdk, wakeups);
    }

    /** The options of a witness: how the program is run, and the script that leads to the violation. */
    public List<String> words(List<JvmSegment> script) {
        var words = new ArrayList<String>();
        words.add(JAVA);
        for (String prefix : included) words.addAll(List.of(INCLUDE, prefix));
        for (String prefix : excluded) words.addAll(List.of(EXCLUDE, prefix));
        for (String name : jdk) words.addAll(List.of(JDK, name));
        for (Path path : sourcePath) words.addAll(List.of(SOURCES, path.toString()));
        if (wakeups == JvmOrder.Wakeups.CAUSED) words.add(CAUSED);
        words.addAll(List.of(
                SCRIPT,
                String.join(" ", script.stream().map(JvmSegment::toString).toList())));
        words.add("--");
        words.addAll(command);
        return words;
    }

    /** Whether the witness is one of a JVM program. */
    public static boolean isOf(Witness witness) {
        return !witness.options().isEmpty() && witness.options().getFirst().equals(JAVA);
    }

    static JvmInput of(Witness witness) {
        List<String> words = witness.options();
        int command = words.indexOf("--");
        return new JvmInput(
                words.subList(command + 1, words.size()),
                values(words, INCLUDE),
                values(words, EXCLUDE),
                values(words, JDK),
                values(words, SOURCES).stream().map(Path::of).toList(),
                words.subList(0, command).contains(CAUSED) ? JvmOrder.Wakeups.CAUSED : JvmOrder.Wakeups.ANY);
    }

    static List<JvmSegment> script(Witness witness) {
        List<String> script = values(witness.options(), SCRIPT);
        if (script.isEmpty() || script.getFirst().isBlank()) return List.of();
        return List.of(script.getFirst().split(" ")).stream()
                .map(JvmSegment::of)
                .toList();
    }

    private static List<String> values(List<String> words, String name) {
        var values = new ArrayList<String>();
        int end = words.indexOf("--");
        for (int i = 0; i + 1 < (end < 0 ? words.size() : end); i++)
            if (words.get(i).equals(name)) values.add(words.get(i + 1));
        return values;
    }
}
