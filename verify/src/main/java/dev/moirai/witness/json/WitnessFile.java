package dev.moirai.witness.json;

import dev.moirai.property.Violation;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** A witness as a file: a schedule file with a few more members, so that readers of schedules can read witnesses too. */
public final class WitnessFile {
    private WitnessFile() {}

    public static String write(Witness witness) {
        var document = ScheduleFile.head(witness.schedule());
        if (!witness.options().isEmpty()) document.put("options", Json.array(witness.options(), Json::of));
        if (!witness.question().isEmpty()) document.put("question", Json.array(witness.question(), Json::of));
        witness.digest().ifPresent(digest -> document.put("sha256", digest));
        witness.violation().ifPresent(violation -> document.put("violation", ViolationJson.of(violation)));
        if (!witness.accesses().isEmpty()) document.put("accesses", Json.array(witness.accesses(), Json::of));
        return JsonWriter.write(ScheduleFile.body(document, witness.schedule()).build());
    }

    /** Throws a {@link JsonException} if the text is not a witness. */
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
                ScheduleFile.texts(document, "options"),
                ScheduleFile.texts(document, "question"),
                violation(document),
                accesses,
                digest.isEmpty() ? Optional.empty() : Optional.of(digest));
    }

    private static Optional<Violation> violation(Map<String, Json> document) {
        return Optional.ofNullable(document.get("violation")).map(ViolationJson::read);
    }
}
