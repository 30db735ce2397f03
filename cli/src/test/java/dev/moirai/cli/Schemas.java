package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The JSON schemas in docs/, checked by a validator that is not ours. */
final class Schemas {
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    private static final JsonSchema ANSWER = schema("moirai-answer");
    private static final JsonSchema SCHEDULE = schema("moirai-schedule");

    private Schemas() {}

    private static JsonSchema schema(String name) {
        Path file =
                Path.of("..", "docs", name + ".schema.json").toAbsolutePath().normalize();
        return FACTORY.getSchema(SchemaLocation.of(file.toUri().toString()));
    }

    /** OASIS's schema of SARIF 2.1.0. */
    private static final class Sarif {
        private static final JsonSchema SCHEMA = schema();

        private static JsonSchema schema() {
            try (var text = Schemas.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
                return JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asserts that a text printed with {@code --json} fits the schema of answers. */
    static void mustBeAnAnswer(String json) {
        assertThat(ANSWER.validate(json, InputFormat.JSON)).as(json).isEmpty();
    }

    /** Asserts that a file is a SARIF log. */
    static void mustBeSarif(Path file) {
        String json = read(file);
        assertThat(Sarif.SCHEMA.validate(json, InputFormat.JSON)).as(json).isEmpty();
    }

    /** Asserts that a file fits the schema of schedules and witnesses. */
    static void mustBeASchedule(Path file) {
        String json = read(file);
        assertThat(SCHEDULE.validate(json, InputFormat.JSON)).as(json).isEmpty();
    }
}
