package dev.moirai.witness.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    private static final Schedule SCHEDULE = new Schedule(
            "a \"b\".c",
            List.of(
                    new Step("main", SourceSpan.NOWHERE, "", List.of(), List.of(), List.of()),
                    new Step(
                            "worker#2",
                            new SourceSpan("a.c", 7, 3),
                            "\tx = y; // ä € \u0001",
                            List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L),
                            List.of(new Step.Seen("y", "-1")),
                            List.of(new Step.Seen("x", "-1"), new Step.Seen("p->q[3]", "0x1p3")))),
            OptionalInt.of(1));

    @Test
    void scheduleSurvives() {
        assertThat(ScheduleFile.read(ScheduleFile.write(SCHEDULE))).isEqualTo(SCHEDULE);
    }

    @Test
    void whatBecameOfALockSurvives() {
        var taken = new Step.Seen("m", "held by main", Step.Change.TAKEN);
        Schedule schedule = Schedule.of(
                "a.c", List.of(new Step("main", SourceSpan.NOWHERE, "", List.of(), List.of(), List.of(taken))));
        assertThat(ScheduleFile.read(ScheduleFile.write(schedule))).isEqualTo(schedule);
    }

    @Test
    void everyTruncationIsRefused() {
        String text = ScheduleFile.write(SCHEDULE).strip();
        for (int length = 0; length < text.length(); length++) {
            String truncated = text.substring(0, length);
            assertThatThrownBy(() -> ScheduleFile.read(truncated)).isInstanceOf(JsonException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                        | a schedule is not an object",
                "{}                                                        | this is not a schedule: \"format\" is not"
                        + " \"moirai-schedule-1\"",
                "{\"format\": \"moirai-schedule-1\", \"steps\": 3}         | \"steps\" is not an array",
                "{\"format\": \"moirai-schedule-1\", \"steps\": [3]}       | step 1: a step is not an object",
                "{\"format\": \"moirai-schedule-1\", \"steps\": [{}]}      | step 1: \"thread\" is missing",
                "{\"format\": \"moirai-schedule-1\", \"steps\": [{\"thread\": 1}]} | step 1: \"thread\" is not a"
                        + " string",
                "{\"format\": \"moirai-schedule-1\", \"steps\": [{\"thread\": \"a\", \"choices\": [1.5]}]} | step 1: a"
                        + " choice is no whole number, no text of one and no map",
                "{\"format\": \"moirai-schedule-1\", \"lassoStart\": 4}    | \"lassoStart\" is no step of this"
                        + " schedule",
                "{\"a\": 1, \"a\": 2}                                      | line 1, column 16: the name \"a\" stands"
                        + " there twice",
                "[1, 2                                                     | line 1, column 6: the text ends too early",
                "[99999999999999999999]                                    | line 1, column 2: the number"
                        + " 99999999999999999999 does not fit 64 bits",
                "nul                                                       | line 1, column 1: a value was expected",
                "[1] 2                                                     | line 1, column 5: nothing more was"
                        + " expected",
            })
    void badDocumentsAreNamed(String text, String message) {
        assertThatThrownBy(() -> ScheduleFile.read(text)).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"01", "+1", "1.", ".5", "1e", "\"\\x\"", "\"\\u12g4\"", "\"a\nb\"", "{a: 1}", "[1,]", "", " "})
    void malformedTextsAreRefused(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void deepNestingIsRefusedNotOverflowing() {
        assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000))).hasMessageContaining("nested too deeply");
    }

    @Test
    void numbersAndWords() {
        assertThat(JsonReader.read(" [ -0.5e2, true, null, \"\\u00e4\\/\" ] "))
                .isEqualTo(new Json.Arr(
                        List.of(new Json.Real(-50), new Json.Bool(true), new Json.Null(), new Json.Str("ä/"))));
    }

    @Test
    void anAnswerHasTheDocumentedMembers() {
        var violation = new Violation(
                Property.ASSERTION, "assertion failed: x", new SourceSpan("a.c", 7, 3), "check", "worker#2");
        var violated = new Verdict.Violated(violation, SCHEDULE);
        var answer = new Answer(
                new Question(Question.Kind.CHECK, "a.c", Set.of(Property.ASSERTION, Property.DATA_RACE)),
                violated,
                Evidence.of(new Witness(SCHEDULE, List.of(), Optional.of(violation), List.of())),
                new Cost(new EngineId("explicit"), new Statistics(0.12345, Map.of("states", 12L))));
        assertThat(JsonWriter.write(AnswerJson.of(answer))).isEqualTo("""
            {
              "schema": "moirai-answer-1",
              "command": "check",
              "file": "a.c",
              "property": ["assertion", "data-race"],
              "verdict": "violated",
              "summary": "VIOLATED assertion at a.c:7 (thread worker#2)",
              "violation": {
                "kind": "assertion",
                "message": "assertion failed: x",
                "headline": "assertion failed: x",
                "clauses": [],
                "file": "a.c",
                "line": 7,
                "column": 3,
                "function": "check",
                "thread": "worker#2"
              },
              "cause": "worker#2 saw y = -1 (step 2), which no thread had set",
              "schedule": [
                {"thread": "main", "text": "", "reads": [], "writes": []},
                {
                  "thread": "worker#2",
                  "file": "a.c",
                  "line": 7,
                  "column": 3,
                  "text": "\\tx = y; // \\u00e4 \\u20ac \\u0001",
                  "choices": [-9223372036854775808, 9223372036854775807, 0],
                  "reads": [{"place": "y", "value": "-1"}],
                  "writes": [{"place": "x", "value": "-1"}, {"place": "p->q[3]", "value": "0x1p3"}]
                }
              ],
              "lassoStart": 1,
              "replayed": true,
              "engine": "explicit",
              "statistics": {"seconds": 0.123, "states": 12}
            }
            """);
    }
}
