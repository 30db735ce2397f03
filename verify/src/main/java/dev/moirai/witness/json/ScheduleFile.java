package dev.moirai.witness.json;

import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A schedule as a file. Threads and choices alone determine the execution; places, texts and values are for readers and
 * may be missing.
 */
public final class ScheduleFile {
    private static final String FORMAT = "moirai-schedule-1";

    private ScheduleFile() {}

    public static String write(Schedule schedule) {
        return JsonWriter.write(body(head(schedule), schedule).build());
    }

    static Json.Builder head(Schedule schedule) {
        return new Json.Builder().put("format", FORMAT).put("file", schedule.file());
    }

    static Json.Builder body(Json.Builder document, Schedule schedule) {
        schedule.lassoStart().ifPresent(start -> document.put("lassoStart", start));
        return document.put("steps", Json.array(schedule.steps(), ScheduleFile::step));
    }

    public static Json step(Step step) {
        var json = new Json.Builder().put("thread", step.thread());
        if (step.span().line() > 0)
            json.put("file", step.span().file()).put("line", step.span().line());
        if (step.span().column() > 0) json.put("column", step.span().column());
        json.put("text", step.text());
        if (!step.choices().isEmpty()) json.put("choices", Json.array(step.choices(), ChoiceJson::of));
        json.put("reads", seen(step.reads())).put("writes", seen(step.writes()));
        if (!step.remarks().isEmpty()) json.put("remarks", Json.array(step.remarks(), ScheduleFile::remark));
        return json.build();
    }

    private static Json remark(Remark remark) {
        var json = new Json.Builder().put("kind", remark.kind().word());
        if (!remark.what().isEmpty()) json.put("what", remark.what());
        remark.input().ifPresent(input -> json.put("input", input(input)));
        return json.build();
    }

    private static Json seen(List<Step.Seen> all) {
        return Json.array(all, seen -> {
            var json = new Json.Builder().put("place", seen.place()).put("value", seen.value());
            if (seen.change() != Step.Change.VALUE)
                json.put("change", seen.change().word());
            return json.build();
        });
    }

    /** Throws a {@link JsonException} if the text is not a schedule. */
    public static Schedule read(String text) {
        return read(object(JsonReader.read(text), "a schedule"));
    }

    static Schedule read(Map<String, Json> document) {
        if (!FORMAT.equals(text(document, "format", ""))) {
            throw new JsonException("this is not a schedule: \"format\" is not \"" + FORMAT + "\"");
        }
        var steps = new ArrayList<Step>();
        for (Json element : array(document, "steps")) {
            try {
                steps.add(step(object(element, "a step")));
            } catch (JsonException e) {
                throw new JsonException("step " + (steps.size() + 1) + ": " + e.getMessage());
            }
        }
        return new Schedule(text(document, "file", ""), steps, lassoStart(document, steps.size()));
    }

    private static OptionalInt lassoStart(Map<String, Json> document, int steps) {
        if (!document.containsKey("lassoStart")) return OptionalInt.empty();
        int start = (int) Math.min(number(document, "lassoStart", 0), Integer.MAX_VALUE);
        if (start < 0 || start >= steps) throw new JsonException("\"lassoStart\" is no step of this schedule");
        return OptionalInt.of(start);
    }

    private static Step step(Map<String, Json> step) {
        if (!step.containsKey("thread")) throw new JsonException("\"thread\" is missing");
        var span =
                new SourceSpan(text(step, "file", ""), (int) number(step, "line", 0), (int) number(step, "column", 0));
        var choices = new ArrayList<Long>();
        for (Json choice : array(step, "choices")) {
            choices.add(ChoiceJson.read(choice));
        }
        return new Step(
                text(step, "thread", ""),
                span,
                text(step, "text", ""),
                choices,
                seen(step, "reads"),
                seen(step, "writes"),
                remarks(step));
    }

    private static List<Step.Seen> seen(Map<String, Json> step, String name) {
        var all = new ArrayList<Step.Seen>();
        for (Json element : array(step, name)) {
            var seen = object(element, "an element of \"" + name + "\"");
            String word = text(seen, "change", Step.Change.VALUE.word());
            var change = Step.Change.ofWord(word)
                    .orElseThrow(() -> new JsonException("\"" + word + "\" is no kind of change"));
            all.add(new Step.Seen(text(seen, "place", ""), text(seen, "value", ""), change));
        }
        return all;
    }

    private static List<Remark> remarks(Map<String, Json> step) {
        var all = new ArrayList<Remark>();
        for (Json element : array(step, "remarks")) {
            var remark = object(element, "an element of \"remarks\"");
            String word = text(remark, "kind", "");
            var kind = Remark.Kind.ofWord(word)
                    .orElseThrow(() -> new JsonException("\"" + word + "\" is no kind of remark"));
            all.add(new Remark(kind, text(remark, "what", ""), input(remark)));
        }
        return all;
    }

    private static Json input(Remark.Input input) {
        var json = new Json.Builder();
        input.variable().ifPresent(variable -> json.put("variable", variable));
        return json.put("value", input.value()).put("line", input.line()).build();
    }

    private static Optional<Remark.Input> input(Map<String, Json> remark) {
        if (!remark.containsKey("input")) return Optional.empty();
        var input = object(remark.get("input"), "\"input\"");
        Optional<String> variable = Optional.of(text(input, "variable", "")).filter(name -> !name.isEmpty());
        return Optional.of(new Remark.Input(variable, text(input, "value", "0"), (int) number(input, "line", 0)));
    }

    static Map<String, Json> object(Json json, String what) {
        if (json instanceof Json.Obj(var members)) return members;
        throw new JsonException(what + " is not an object");
    }

    static List<Json> array(Map<String, Json> object, String name) {
        Json value = object.getOrDefault(name, new Json.Arr(List.of()));
        if (value instanceof Json.Arr(var elements)) return elements;
        throw new JsonException("\"" + name + "\" is not an array");
    }

    static List<String> texts(Map<String, Json> object, String name) {
        var texts = new ArrayList<String>();
        for (Json element : array(object, name)) {
            if (!(element instanceof Json.Str(var text)))
                throw new JsonException("\"" + name + "\" has what is no string");
            texts.add(text);
        }
        return texts;
    }

    static String text(Map<String, Json> object, String name, String otherwise) {
        Json value = object.getOrDefault(name, new Json.Str(otherwise));
        if (value instanceof Json.Str(var text)) return text;
        throw new JsonException("\"" + name + "\" is not a string");
    }

    static long number(Map<String, Json> object, String name, long otherwise) {
        Json value = object.getOrDefault(name, new Json.Whole(otherwise));
        if (value instanceof Json.Whole(var number)) return number;
        throw new JsonException("\"" + name + "\" is not a whole number");
    }
}
