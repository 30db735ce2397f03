package dev.moirai.witness.json;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A violation as it appears in answers and witnesses. */
final class ViolationJson {
    private ViolationJson() {}

    static Json of(Violation violation) {
        return members(violation).build();
    }

    /** The members of a violation, for callers that add more. */
    static Json.Builder members(Violation violation) {
        var json = new Json.Builder()
                .put("kind", violation.property().word())
                .put("message", violation.message())
                .put("headline", violation.headline())
                .put("clauses", Json.array(violation.clauses(), Json::of));
        place(json, violation.places().getFirst());
        if (!violation.related().isEmpty()) {
            json.put("related", Json.array(violation.related(), ViolationJson::related));
        }
        return json;
    }

    private static void place(Json.Builder json, Violation.Place place) {
        json.put("file", place.span().file()).put("line", place.span().line());
        if (place.span().column() > 0) json.put("column", place.span().column());
        json.put("function", place.function()).put("thread", place.thread());
        if (!place.calls().isEmpty()) json.put("calls", Json.array(place.calls(), ViolationJson::call));
    }

    private static Json call(Violation.CallPlace call) {
        return new Json.Builder()
                .put("function", call.function())
                .put("file", call.span().file())
                .put("line", call.span().line())
                .build();
    }

    private static Json related(Violation.Place place) {
        var json = new Json.Builder();
        place(json, place);
        return json.put("message", place.what()).build();
    }

    /** Throws a {@link JsonException} if the value is not a violation. */
    static Violation read(Json json) {
        Map<String, Json> members = ScheduleFile.object(json, "\"violation\"");
        // Older witnesses call the kind "property", and have the whole message in one text.
        String word = ScheduleFile.text(members, "kind", ScheduleFile.text(members, "property", ""));
        Property property = Property.ofWord(word)
                .orElseThrow(() -> new JsonException("the violation's \"kind\" is none we know: \"" + word + "\""));
        var places = new ArrayList<>(List.of(place(members, "")));
        for (Json each : ScheduleFile.array(members, "related")) {
            Map<String, Json> related = ScheduleFile.object(each, "an element of \"related\"");
            places.add(place(related, ScheduleFile.text(related, "message", "")));
        }
        String headline = ScheduleFile.text(members, "headline", ScheduleFile.text(members, "message", ""));
        return new Violation(property, headline, ScheduleFile.texts(members, "clauses"), places);
    }

    private static Violation.Place place(Map<String, Json> members, String what) {
        var span = new SourceSpan(
                ScheduleFile.text(members, "file", ""), (int) ScheduleFile.number(members, "line", 0), (int)
                        ScheduleFile.number(members, "column", 0));
        return new Violation.Place(
                span, ScheduleFile.text(members, "function", ""), ScheduleFile.text(members, "thread", ""), what);
    }
}
