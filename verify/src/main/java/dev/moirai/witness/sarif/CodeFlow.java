package dev.moirai.witness.sarif;

import dev.moirai.witness.json.Json;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.story.Note;
import dev.moirai.witness.story.Part;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.StoryRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An execution as a code flow: a thread flow for each thread, its locations numbered in the order of execution. */
final class CodeFlow {
    /** Viewers show some hundreds of locations at most. */
    private static final int MOST = 1000;

    private final Failing failing;
    private final Story story;

    CodeFlow(Failing failing, Story story) {
        this.failing = failing;
        this.story = story;
    }

    Json json() {
        Map<String, List<Json>> flows = new LinkedHashMap<>();
        for (String thread : story.threads()) flows.put(thread, new ArrayList<>());
        int order = 0;
        for (StoryRow row : rows()) {
            if (order == MOST) break;
            order++;
            flows.computeIfAbsent(row.thread(), _ -> new ArrayList<>())
                    .add(new Json.Builder()
                            .put("location", SarifReport.location(row.span(), words(row), ""))
                            .put("executionOrder", order)
                            .put("importance", order == 1 ? "essential" : "important")
                            .build());
        }
        var threads = new ArrayList<Json>();
        flows.forEach((thread, locations) -> {
            if (locations.isEmpty()) return;
            threads.add(new Json.Builder()
                    .put("id", thread)
                    .put("message", SarifReport.message("thread " + thread))
                    .put("locations", new Json.Arr(locations))
                    .build());
        });
        return new Json.Builder()
                .put(
                        "message",
                        SarifReport.message(
                                story.cause().orElse(failing.violation().headline())))
                .put("threadFlows", new Json.Arr(threads))
                .build();
    }

    private List<StoryRow> rows() {
        var rows = new ArrayList<StoryRow>();
        for (List<Part> parts : List.of(story.parts(), story.lasso())) {
            for (Part part : parts) if (part instanceof Part.Shown(var row)) rows.add(row);
        }
        rows.addAll(story.next());
        return rows;
    }

    private static String words(StoryRow row) {
        var notes = new ArrayList<String>();
        for (Note note : row.notes()) notes.add(note.words());
        String number = row.number().isEmpty() ? "next" : "step " + row.number();
        return row.thread() + ", " + number + ": " + row.text()
                + (notes.isEmpty() ? "" : " [" + String.join(", ", notes) + "]");
    }
}
