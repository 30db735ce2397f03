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
import java.util.regex.Pattern;

/**
 * Witnesses as YAML. Those of a proof are a set of invariants of format 2.0, which is empty. Those of a violation are of format
 * 2.2: a segment for each step, whose waypoint is an assumption that always holds at the
 * step's place, and a last segment with the target, or with two of a data race. Threads are numbered: 0 for main, k for the
 * k-th that was created.
 */
public final class YamlWitness {
    /** A variable that C can name so: objects of the heap have names of ours. */
    private static final Pattern NAMEABLE = Pattern.compile("[A-Za-z_]\\w*(?:\\[\\d+]|\\.\\w+)*");

    private final StringBuilder out = new StringBuilder();

    private YamlWitness() {}

    /** Throws an {@link IllegalArgumentException} if this is no violation witness. */
    public static Course read(String text) {
        for (Yaml entry : Yaml.read(text).elements()) {
            if (!entry.text("entry_type").equals("violation_sequence")) continue;
            Yaml metadata = entry.member("metadata").orElse(entry);
            var passings = new ArrayList<Course.Passing>();
            Map<Course.Free, List<Long>> inputs = new HashMap<>();
            for (Yaml element :
                    entry.member("content").orElse(new Yaml.Sequence(List.of())).elements()) {
                for (Yaml waypoint : element.member("segment").orElse(element).elements()) {
                    Yaml point = waypoint.member("waypoint").orElse(waypoint);
                    if (point.text("action").equals("avoid")) continue;
                    passings.add(passing(point));
                    String thread = passings.getLast().thread();
                    String constraint = point.member("constraint")
                            .map(each -> each.text("value"))
                            .orElse("");
                    Course.result(constraint).ifPresent(value -> add(inputs, new Course.Free(thread, ""), value));
                    Course.values(constraint)
                            .forEach((variable, value) -> add(inputs, new Course.Free(thread, variable), value));
                }
            }
            String goal = metadata.member("task")
                    .map(task -> task.text("specification"))
                    .orElse("");
            return new Course(goal, passings, inputs, Course.Names.IN_ORDER_OF_CREATION);
        }
        throw new IllegalArgumentException("no violation_sequence is there: only violation witnesses can be followed");
    }

    private static void add(Map<Course.Free, List<Long>> inputs, Course.Free of, long value) {
        inputs.computeIfAbsent(of, _ -> new ArrayList<>()).add(value);
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
        Map<Integer, Values> pending = new HashMap<>();
        for (ViolationWitness.Numbered step : steps) {
            SourceSpan at = step.step().span();
            if (at.line() == 0) continue;
            Optional<Values> known = Optional.ofNullable(pending.remove(step.thread()));
            Optional<Values> here = known.filter(values -> values.line() == at.line());
            if (here.isEmpty()) known.ifPresent(values -> write(values, at.file(), step.thread()));
            // The target stands for the step that violates.
            boolean isPassed = isRace || step != steps.getLast();
            if (isPassed || here.isPresent()) {
                line("    - segment:");
                String holds = here.map(Values::words).orElse("1");
                waypoint("assumption", holds, "c_expression", at, step.thread());
            }
            choices(step, pending);
        }
        pending.forEach(
                (thread, known) -> write(known, witness.violation().span().file(), thread));
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

    /** Writes what functions returned in a step, and keeps what its variables hold until the thread moves again. */
    private void choices(ViolationWitness.Numbered step, Map<Integer, Values> pending) {
        SourceSpan at = step.step().span();
        for (Remark remark : step.step().remarks()) {
            if (remark.input().isEmpty()) continue;
            Remark.Input input = remark.input().get();
            int line = input.line() == 0 ? at.line() : input.line();
            if (input.variable().isPresent()) {
                if (!NAMEABLE.matcher(input.variable().get()).matches()) continue;
                var values = new Values(line + 1, input.variable().get() + " == " + input.value());
                pending.merge(step.thread(), values, (before, then) -> {
                    if (before.line() == then.line())
                        return new Values(then.line(), before.words() + " && " + then.words());
                    write(before, at.file(), step.thread());
                    return then;
                });
                continue;
            }
            line("    - segment:");
            waypoint(
                    "function_return",
                    "\\result == " + input.value(),
                    "ext_c_expression",
                    line == at.line() ? at : new SourceSpan(at.file(), line, 0),
                    step.thread());
        }
    }

    /** What variables without a value of their own hold where the next line begins, which is the first that can say so. */
    private record Values(int line, String words) {}

    private void write(Values known, String file, int thread) {
        line("    - segment:");
        waypoint("assumption", known.words(), "c_expression", new SourceSpan(file, known.line(), 0), thread);
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
