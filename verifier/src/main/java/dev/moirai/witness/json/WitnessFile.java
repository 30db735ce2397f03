package dev.moirai.witness.json;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A witness on disk: a schedule file with a few members more, so whatever reads schedules reads witnesses. */
public final class WitnessFile {
    private WitnessFile() {}

    public static String write(Witness witness) {
        var document = ScheduleFile.head(witness.schedule());
        if (!witness.options().isEmpty()) document.put("options", Json.array(witness.options(), Json::of));
        if (!witness.question().isEmpty()) document.put("question", Json.array(witness.question(), Json::of));
        witness.digest().ifPresent(digest -> document.put("sha256", digest));
        witness.violation().ifPresent(violation -> document.put("violation", violation(violation)));
        if (!witness.accesses().isEmpty()) document.put("accesses", Json.array(witness.accesses(), Json::of));
        return JsonWriter.write(ScheduleFile.body(document, witness.schedule()).build());
    }

    private static Json violation(Violation violation) {
        return new Json.Builder()
                .put("property", violation.property().word())
                .put("message", violation.message())
                .put("file", violation.span().file())
                .put("line", violation.span().line())
                .put("column", violation.span().column())
                .put("function", violation.function())
                .put("thread", violation.thread())
                .build();
    }

    /** Throws a {@link JsonException} for anything that is no witness. */
    public static Witness read(String text) {
        Map<String, Json> document = ScheduleFile.object(JsonReader.read(text), "a witness");
        var schedule = ScheduleFile.read(document);
        var accesses = new ArrayList<Integer>();
        for (Json access : ScheduleFile.array(document, "accesses")) {
            if (!(access instanceof Json.Whole(var number))
                    || number < 0
                    || number >= schedule.steps().size()) {
                throw new JsonException("\"accesses\" has what is no step of this schedule");
            }
            accesses.add((int) (long) number);
        }
        String digest = ScheduleFile.text(document, "sha256", "");
        return new Witness(
                schedule,
                words(document, "options"),
                words(document, "question"),
                violation(document),
                accesses,
                digest.isEmpty() ? Optional.empty() : Optional.of(digest));
    }

    private static List<String> words(Map<String, Json> document, String name) {
        var words = new ArrayList<String>();
        for (Json word : ScheduleFile.array(document, name)) {
            if (!(word instanceof Json.Str(var text)))
                throw new JsonException("\"" + name + "\" has what is no string");
            words.add(text);
        }
        return words;
    }

    private static Optional<Violation> violation(Map<String, Json> document) {
        if (!document.containsKey("violation")) return Optional.empty();
        Map<String, Json> violation = ScheduleFile.object(document.get("violation"), "\"violation\"");
        String word = ScheduleFile.text(violation, "property", "");
        Property property = Property.ofWord(word)
                .orElseThrow(() -> new JsonException("\"property\" is none we know: \"" + word + "\""));
        var span = new SourceSpan(
                ScheduleFile.text(violation, "file", ""), (int) ScheduleFile.number(violation, "line", 0), (int)
                        ScheduleFile.number(violation, "column", 0));
        return Optional.of(new Violation(
                property,
                ScheduleFile.text(violation, "message", ""),
                span,
                ScheduleFile.text(violation, "function", ""),
                ScheduleFile.text(violation, "thread", "")));
    }
}
