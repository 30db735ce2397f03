package dev.moirai.witness.html;

import dev.moirai.schedule.Step;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.report.Markup;
import dev.moirai.witness.story.Note;
import dev.moirai.witness.story.Part;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.StoryRow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The steps of an execution for the page's script. */
final class RunData {
    /** Of a longer execution no more than these are there. */
    private static final int MOST_STEPS = 6000;

    private static final int LONGEST_VALUE = 200;

    /** So many steps before and after what is told. */
    private static final int AROUND = 50;

    private static final int MOST_PLACES = 500;

    private RunData() {}

    static String of(Failing failing, Story story, Map<String, Integer> threads, Map<String, Integer> files) {
        List<Step> all = story.names().in(failing.schedule()).steps();
        BitSet kept = kept(all.size(), story);
        var steps = new ArrayList<Json>();
        Map<String, String> meanwhile = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            if (kept.get(i)) {
                steps.add(step(i + 1, all.get(i), meanwhile, threads, files));
                meanwhile.clear();
                continue;
            }
            for (Step.Seen seen : all.get(i).reads()) meanwhile.put(seen.place(), seen.value());
            for (Step.Seen seen : all.get(i).writes()) meanwhile.put(seen.place(), seen.value());
        }
        var waits = new Json.Builder();
        for (StoryRow row : story.next()) {
            for (Note note : row.notes()) waits.put(row.thread(), cut(note.words()));
        }
        var data = new Json.Builder()
                .put("total", all.size())
                .put("threads", Json.array(threads.keySet(), name -> Json.of(Markup.printable(name))))
                .put("waits", waits.build())
                .put("locks", Json.array(locks(all), place -> Json.of(cut(place))))
                .put("steps", new Json.Arr(steps));
        failing.schedule().lassoStart().ifPresent(start -> data.put("lasso", start + 1));
        // Inside a script element only these could end it or begin a comment.
        return JsonWriter.write(data.build())
                .replace("<", "\\u003c")
                .replace("\u2028", "")
                .replace("\u2029", "");
    }

    /** The places that are locks or the like. */
    private static Set<String> locks(List<Step> steps) {
        Set<String> locks = new LinkedHashSet<>();
        for (Step step : steps) {
            for (Step.Seen write : step.writes()) if (write.change().isOfLock()) locks.add(write.place());
        }
        return locks;
    }

    /** All steps, or of very many those at both ends and around the rows that are told. */
    private static BitSet kept(int count, Story story) {
        var kept = new BitSet();
        if (count <= MOST_STEPS) {
            kept.set(0, count);
            return kept;
        }
        kept.set(0, MOST_STEPS / 4);
        kept.set(count - MOST_STEPS / 4, count);
        for (Part part : story.parts()) {
            if (!(part instanceof Part.Shown(var row))) continue;
            for (int near : List.of(row.first() - 1, row.last() - 1)) {
                if (kept.cardinality() > MOST_STEPS - 2 * AROUND) return kept;
                kept.set(Math.max(0, near - AROUND), Math.min(count, near + AROUND));
            }
        }
        return kept;
    }

    /** @param meanwhile what steps that are left out before this one have seen and set */
    private static Json step(
            int number,
            Step step,
            Map<String, String> meanwhile,
            Map<String, Integer> threads,
            Map<String, Integer> files) {
        var json = new Json.Builder()
                .put("n", number)
                .put("t", threads.getOrDefault(step.thread(), 0))
                .put("f", files.getOrDefault(step.span().file(), -1))
                .put("l", step.span().line())
                .put("x", cut(step.text()));
        if (!meanwhile.isEmpty()) {
            json.put(
                    "g",
                    Json.array(
                            meanwhile.entrySet().stream().limit(MOST_PLACES).toList(),
                            each -> seen(new Step.Seen(each.getKey(), each.getValue()))));
        }
        if (!step.reads().isEmpty()) json.put("r", Json.array(step.reads(), RunData::seen));
        if (!step.writes().isEmpty()) json.put("w", Json.array(step.writes(), RunData::seen));
        if (!step.remarks().isEmpty())
            json.put("e", Json.array(step.remarks(), remark -> Json.of(cut(remark.words()))));
        return json.build();
    }

    private static Json seen(Step.Seen seen) {
        return new Json.Arr(List.of(Json.of(cut(seen.place())), Json.of(cut(seen.value()))));
    }

    private static String cut(String text) {
        String plain = Markup.printable(text);
        return plain.length() <= LONGEST_VALUE ? plain : plain.substring(0, LONGEST_VALUE) + "\u2026";
    }
}
