package dev.moirai.witness.story;

import dev.moirai.schedule.Step;
import dev.moirai.value.ValueNames;
import java.util.ArrayList;
import java.util.List;

/**
 * What a row saw, set, or met with.
 *
 * @param place the memory place, or what happened if no value belongs to it
 * @param value empty if no value belongs to it
 * @param times how many times in immediate succession
 */
public record Note(Kind kind, String place, String value, int times) {
    public enum Kind {
        SAW,
        SET,
        HAPPENED
    }

    /** The note without the number of times: {@code saw x = 0}. */
    public String words() {
        return switch (kind) {
            case SAW -> "saw " + place + " = " + value;
            case SET -> "set " + place + " = " + value;
            case HAPPENED -> place;
        };
    }

    /** The notes about some steps of one thread; immediate repetitions are counted. */
    static List<Note> of(List<Step> steps) {
        var notes = new ArrayList<Note>();
        for (Step step : steps) {
            for (Note note : of(step)) {
                Note last = notes.isEmpty() ? note : notes.getLast();
                if (notes.isEmpty() || !last.words().equals(note.words())) notes.add(note);
                else notes.set(notes.size() - 1, new Note(note.kind, note.place, note.value, last.times + 1));
            }
        }
        return notes;
    }

    private static List<Note> of(Step step) {
        var notes = new ArrayList<Note>();
        for (var seen : step.reads()) if (isUsers(seen)) notes.add(new Note(Kind.SAW, seen.place(), seen.value(), 1));
        for (var seen : step.writes()) if (isUsers(seen)) notes.add(new Note(Kind.SET, seen.place(), seen.value(), 1));
        for (var remark : step.remarks()) {
            boolean isPlain = switch (remark.kind()) {
                // The source line of a thread's start names its function.
                case STARTS -> step.text().contains(remark.what());
                case WAKES, WAKES_NOBODY, WOKEN, WOKEN_SPURIOUSLY, TIMED_OUT, RETURNED, OUT_OF_MEMORY, CHOSE -> false;
            };
            if (!isPlain) notes.add(happened(remark.words()));
        }
        // A schedule without remarks, such as one written by hand, has only the numbers.
        if (step.remarks().isEmpty())
            for (long choice : step.choices()) notes.add(happened("chose " + ValueNames.text(choice)));
        return notes;
    }

    /** What the bundled library keeps for itself is not shown. */
    private static boolean isUsers(Step.Seen seen) {
        return !seen.place().startsWith("__moirai_");
    }

    static Note happened(String words) {
        return new Note(Kind.HAPPENED, words, "", 1);
    }
}
