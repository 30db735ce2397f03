package dev.moirai.cli;

import dev.moirai.schedule.Schedule;
import dev.moirai.verify.Replaying;
import dev.moirai.witness.Witness;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.ScheduleFile;
import dev.moirai.witness.json.WitnessFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that users name; what is wrong with them is the user's to hear. */
final class Saving {
    private Saving() {}

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
            Files.writeString(path, WitnessFile.write(Replaying.stamped(witness)));
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

    /** @param what it should be, as the user calls it */
    static String read(Path path, String what) {
        try {
            if (Files.isDirectory(path))
                throw new UsageException("cannot read " + what + " " + path + ": is a directory");
            return Files.readString(path);
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
