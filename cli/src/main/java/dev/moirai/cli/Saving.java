package dev.moirai.cli;

import dev.moirai.schedule.Schedule;
import dev.moirai.source.StandardInput;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Witness;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.ScheduleFile;
import dev.moirai.witness.json.WitnessFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads and writes files that the user names; problems with them are reported to the user. */
final class Saving {
    private Saving() {}

    /** Throws a {@link UsageException} if it is already clear that the file cannot be written. */
    static void refuseUnlessWritable(Path path) {
        Optional<String> why;
        if (Files.isDirectory(path)) why = Optional.of("is a directory");
        else if (Files.exists(path)) why = Files.isWritable(path) ? Optional.empty() : Optional.of("permission denied");
        else why = whyNoNewFileIn(Optional.ofNullable(path.getParent()).orElse(Path.of("")));
        if (why.isPresent()) throw new UsageException("cannot write " + path + ": " + why.get());
    }

    private static Optional<String> whyNoNewFileIn(Path folder) {
        Path present = folder.toAbsolutePath();
        if (!Files.exists(present)) return Optional.of("no such file or folder");
        if (!Files.isDirectory(present)) return Optional.of(folder + " is not a folder");
        return Files.isWritable(present) ? Optional.empty() : Optional.of("permission denied");
    }

    static void schedule(Path path, Schedule schedule) {
        text(path, ScheduleFile.write(schedule));
    }

    static void text(Path path, String text) {
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UsageException("cannot write " + path + ": " + reason(e));
        }
    }

    static void witness(Path path, Witness witness) {
        try {
            Files.writeString(
                    path, WitnessFile.write(JvmInput.isOf(witness) ? witness : WitnessReplay.stamped(witness)));
        } catch (IOException e) {
            throw new UsageException("cannot write " + path + ": " + reason(e));
        }
    }

    static Witness readWitness(Path path) {
        try {
            return WitnessFile.read(read(path, "witness"));
        } catch (JsonException e) {
            throw new UsageException("cannot read witness " + path + ": " + e.getMessage());
        }
    }

    static Schedule readSchedule(Path path) {
        try {
            return ScheduleFile.read(read(path, "schedule"));
        } catch (JsonException e) {
            throw new UsageException("cannot read schedule " + path + ": " + e.getMessage());
        }
    }

    /** @param what the kind of file that is expected, in the user's words */
    static String read(Path path, String what) {
        try {
            if (Files.isDirectory(path))
                throw new UsageException("cannot read " + what + " " + path + ": is a directory");
            return StandardInput.is(path)
                    ? new String(StandardInput.bytesOf(path), StandardCharsets.UTF_8)
                    : Files.readString(path);
        } catch (IOException e) {
            throw new UsageException("cannot read " + what + " " + path + ": " + reason(e));
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case MalformedInputException _ -> "this is not text";
            default -> String.valueOf(e.getMessage());
        };
    }
}
