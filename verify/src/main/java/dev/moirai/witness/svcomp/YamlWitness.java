package dev.moirai.witness.svcomp;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.source.SourceSpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Witnesses as YAML. Those of a proof are a set of invariants of format 2.0, which is empty. Those of a violation are of format
 * 2.2: a segment for each step, whose waypoint is an assumption that always holds at the
 * step's place, and a last segment with the target, or with two of a data race. Threads are numbered: 0 for main, k for the
 * k-th that was created.
 */
public final class YamlWitness {
    /** An input as steps tell it: the value, and the line if it is another than the step's. */
    private static final Pattern INPUT = Pattern.compile("__VERIFIER_nondet_\\w+ = (-?\\d+)(?: in line (\\d+))?");

    private final StringBuilder out = new StringBuilder();

    private YamlWitness() {}

    /** Throws an {@link IllegalArgumentException} if this is no violation witness. */
    public static Course read(String text) {
        for (Yaml entry : Yaml.read(text).elements()) {
            if (!entry.text("entry_type").equals("violation_sequence")) continue;
            Yaml metadata = entry.member("metadata").orElse(entry);
            var passings = new ArrayList<Course.Passing>();
            Map<String, List<Long>> inputs = new HashMap<>();
            for (Yaml element :
                    entry.member("content").orElse(new Yaml.Sequence(List.of())).elements()) {
                for (Yaml waypoint : element.member("segment").orElse(element).elements()) {
                    Yaml point = waypoint.member("waypoint").orElse(waypoint);
                    if (point.text("action").equals("avoid")) continue;
                    passings.add(passing(point));
                    point.member("constraint")
                            .flatMap(constraint -> Course.result(constraint.text("value")))
                            .ifPresent(value -> inputs.computeIfAbsent(
                                            passings.getLast().thread(), _ -> new ArrayList<>())
                                    .add(value));
                }
            }
            String goal = metadata.member("task")
                    .map(task -> task.text("specification"))
                    .orElse("");
            return new Course(goal, passings, inputs, Course.Names.IN_ORDER_OF_CREATION);
        }
        throw new IllegalArgumentException("no violation_sequence is there: only violation witnesses can be followed");
    }

    private static Course.Passing passing(Yaml waypoint) {
        String line = waypoint.member("location").map(at -> at.text("line")).orElse("");
        String thread = waypoint.text("thread_id");
        try {
            return new Course.Passing(
                    thread.isEmpty() ? "0" : thread, Integer.parseInt(line), Optional.empty(), List.of());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a waypoint has no line: " + line, e);
        }
    }

    public static String write(ViolationWitness witness) {
        return new YamlWitness().text(witness);
    }

    public static String write(CorrectnessWitness witness) {
        var yaml = new YamlWitness();
        yaml.begin("invariant_set", "2.0", witness.origin(), "");
        yaml.line("  content: []");
        return yaml.out.toString();
    }

    /** @param identity what tells it from other witnesses of the program: the same one has the same name, whenever it is written */
    private void begin(String type, String format, WitnessOrigin origin, String identity) {
        line("- entry_type: " + quoted(type));
        line("  metadata:");
        line("    format_version: " + quoted(format));
        byte[] name = (origin.hash() + type + identity).getBytes(StandardCharsets.UTF_8);
        line("    uuid: " + quoted(UUID.nameUUIDFromBytes(name).toString()));
        line("    creation_time: " + quoted(origin.created()));
        line("    producer:");
        line("      name: \"Moirai\"");
        line("      version: " + quoted(origin.version()));
        line("    task:");
        line("      input_files:");
        line("        - " + quoted(origin.file()));
        line("      input_file_hashes:");
        line("        " + quoted(origin.file()) + ": " + quoted(origin.hash()));
        line("      specification: " + quoted(origin.goal()));
        line("      data_model: " + (origin.is32Bit() ? "\"ILP32\"" : "\"LP64\""));
        line("      language: \"C\"");
    }

    private String text(ViolationWitness witness) {
        begin("violation_sequence", "2.2", witness.origin(), witness.steps().toString());
        line("  content:");
        List<ViolationWitness.Numbered> steps = witness.steps();
        boolean isRace = witness.violation().property() == dev.moirai.property.Property.DATA_RACE;
        int last = isRace ? steps.size() : steps.size() - 1;
        for (ViolationWitness.Numbered step : steps.subList(0, Math.max(last, 0))) {
            if (step.step().span().line() == 0) continue;
            line("    - segment:");
            waypoint("assumption", "1", "c_expression", step.step().span(), step.thread());
            for (Remark remark : step.step().remarks()) {
                Matcher input = INPUT.matcher(remark.words());
                if (remark.kind() != Remark.Kind.CHOSE || !input.matches()) continue;
                SourceSpan at = step.step().span();
                String line = input.group(2);
                line("    - segment:");
                waypoint(
                        "function_return",
                        "\\result == " + input.group(1),
                        "ext_c_expression",
                        line == null ? at : new SourceSpan(at.file(), Integer.parseInt(line), 0),
                        step.thread());
            }
        }
        line("    - segment:");
        if (isRace) {
            for (Violation.Place place : witness.violation().places()) {
                waypoint("target", "", "", place.span(), numberOf(place.thread(), steps));
            }
        } else {
            waypoint(
                    "target",
                    "",
                    "",
                    witness.violation().span(),
                    numberOf(witness.violation().thread(), steps));
        }
        return out.toString();
    }

    private static int numberOf(String thread, List<ViolationWitness.Numbered> steps) {
        for (ViolationWitness.Numbered step : steps) if (step.step().thread().equals(thread)) return step.thread();
        return 0;
    }

    private void waypoint(String type, String constraint, String format, SourceSpan at, int thread) {
        line("        - waypoint:");
        line("            type: " + quoted(type));
        line("            action: \"follow\"");
        if (!constraint.isEmpty()) {
            line("            constraint:");
            line("              value: " + quoted(constraint));
            line("              format: " + quoted(format));
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
