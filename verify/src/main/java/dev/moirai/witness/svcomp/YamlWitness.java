package dev.moirai.witness.svcomp;

import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.UUID;

/**
 * Violation witnesses as YAML, format 2.2: a segment for each step, whose waypoint is an assumption that always holds at the
 * step's place, and a last segment with the target, or with two of a data race. Threads are numbered: 0 for main, k for the
 * k-th that was created.
 */
public final class YamlWitness {
    private final StringBuilder out = new StringBuilder();

    private YamlWitness() {}

    public static String write(ViolationWitness witness) {
        return new YamlWitness().text(witness);
    }

    private String text(ViolationWitness witness) {
        String file = witness.schedule().file();
        line("- entry_type: \"violation_sequence\"");
        line("  metadata:");
        line("    format_version: \"2.2\"");
        // The same witness has the same name, whenever it is written.
        line("    uuid: "
                + quoted(UUID.nameUUIDFromBytes(
                                (witness.hash() + witness.steps()).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .toString()));
        line("    creation_time: " + quoted(witness.created()));
        line("    producer:");
        line("      name: \"Moirai\"");
        line("      version: " + quoted(witness.version()));
        line("    task:");
        line("      input_files:");
        line("        - " + quoted(file));
        line("      input_file_hashes:");
        line("        " + quoted(file) + ": " + quoted(witness.hash()));
        line("      specification: " + quoted(witness.goal()));
        line("      data_model: " + (witness.is32Bit() ? "\"ILP32\"" : "\"LP64\""));
        line("      language: \"C\"");
        line("  content:");
        List<ViolationWitness.Numbered> steps = witness.steps();
        boolean isRace = witness.violation().property() == dev.moirai.property.Property.DATA_RACE;
        int last = isRace ? steps.size() : steps.size() - 1;
        for (ViolationWitness.Numbered step : steps.subList(0, Math.max(last, 0))) {
            if (step.step().span().line() == 0) continue;
            line("    - segment:");
            waypoint("assumption", step.step().span(), step.thread());
        }
        line("    - segment:");
        if (isRace) {
            for (Violation.Place place : witness.violation().places()) {
                waypoint("target", place.span(), numberOf(place.thread(), steps));
            }
        } else {
            waypoint(
                    "target",
                    witness.violation().span(),
                    numberOf(witness.violation().thread(), steps));
        }
        return out.toString();
    }

    private static int numberOf(String thread, List<ViolationWitness.Numbered> steps) {
        for (ViolationWitness.Numbered step : steps) if (step.step().thread().equals(thread)) return step.thread();
        return 0;
    }

    private void waypoint(String type, SourceSpan at, int thread) {
        line("        - waypoint:");
        line("            type: " + quoted(type));
        line("            action: \"follow\"");
        if (type.equals("assumption")) {
            line("            constraint:");
            line("              value: \"1\"");
            line("              format: \"c_expression\"");
        }
        line("            location:");
        line("              file_name: " + quoted(at.file()));
        line("              line: " + at.line());
        if (at.column() > 0) line("              column: " + at.column());
        line("            thread_id: " + thread);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    /** A scalar between double quotes, which YAML reads as JSON does. */
    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ' || c >= 0x7f && c <= 0xa0) quoted.append(String.format("\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }
}
