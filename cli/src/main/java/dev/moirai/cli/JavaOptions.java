package dev.moirai.cli;

import dev.moirai.verify.input.Assumption;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.jvm.JvmSchedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The options of commands on JVM programs. */
final class JavaOptions {
    private final Option<Boolean> java;
    private final Option<List<String>> included;
    private final Option<List<String>> excluded;
    private final Option<List<String>> jdk;
    private final Option<List<String>> sourcePath;
    private final Option<Optional<Long>> pct;

    JavaOptions(Syntax syntax) {
        java = syntax.flag(
                "--java", "A JVM program: the command that starts it stands after --, as in -- java -cp classes Main.");
        included = syntax.value(
                "--include",
                "LIST",
                List.of(),
                "With --java: only classes whose names begin so are the program's own (shop.,com.acme.).",
                Readers::words);
        excluded = syntax.value(
                "--exclude",
                "LIST",
                List.of(),
                "With --java: classes whose names begin so are left as they are.",
                Readers::words);
        jdk = syntax.value(
                "--jdk",
                "LIST",
                List.of(),
                "With --java: looks into containers of the JDK (java.util, java.util.Vector, java.lang.StringBuffer).",
                Readers::words);
        sourcePath = syntax.value(
                "--source-path",
                "LIST",
                List.of(),
                "With --java: folders with source files, to show their lines; src/main/java and the like are tried"
                        + " too.",
                Readers::words);
        pct = syntax.value(
                "--pct",
                "N",
                Optional.empty(),
                "With --java: priorities by the chance N that change at few places, instead of --seed.",
                Readers.optionalNumber(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    boolean isJava() {
        return java.value();
    }

    /** Rejects what only JVM programs have, and for those what only C programs have. */
    void check(List<String> operands, CommonOptions common) {
        if (!isJava()) {
            for (Option<?> option : List.of(included, excluded, jdk, sourcePath, pct)) {
                if (option.isGiven())
                    throw new UsageException(option.names().getFirst() + " is for JVM programs: add --java");
            }
            return;
        }
        if (!operands.isEmpty()) {
            throw new UsageException("a JVM program is started by its command: --java -- java -cp classes Main (not "
                    + operands.getFirst() + ")");
        }
        List<String> ofC = new ArrayList<>(common.ofInput());
        ofC.remove(Assumption.NO_SPURIOUS_WAKEUPS.word());
        if (!ofC.isEmpty()) throw new UsageException(ofC.getFirst() + " is for C programs: leave it out with --java");
        if (common.choosesProperties())
            throw new UsageException("--property is for C programs: leave it out with --java");
    }

    /** For commands that have their own ways to order the threads. */
    void refuseSchedule(String command) {
        if (pct.isGiven()) throw new UsageException(command + " takes no --pct: it chooses the schedules itself");
    }

    JvmInput input(List<String> command, CommonOptions common) {
        boolean areCaused = common.ofInput().contains(Assumption.NO_SPURIOUS_WAKEUPS.word());
        JvmInput input = new JvmInput(
                        command,
                        included.value(),
                        excluded.value(),
                        sourcePath.value().stream().map(Path::of).toList())
                .lookingInto(jdk.value());
        return areCaused ? input.withoutSpuriousWakeups() : input;
    }

    /** @param seed if the user has given one */
    JvmSchedule schedule(Optional<Long> seed, int depth) {
        if (pct.value().isPresent() && seed.isPresent())
            throw new UsageException("--seed and --pct exclude each other");
        if (pct.value().isPresent()) return new JvmSchedule.Pct(pct.value().get(), depth);
        return seed.<JvmSchedule>map(JvmSchedule.Seeded::new).orElseGet(JvmSchedule.Steady::new);
    }
}
