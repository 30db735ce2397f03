package dev.moirai.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Test tables in text form: a line {@code === name} opens a case, which goes on to the next. */
public record Section(String name, String text) {
    public static List<Section> of(String resource) {
        List<Section> sections = new ArrayList<>();
        for (String section : read(resource).split("(?m)^=== ")) {
            if (section.isBlank()) continue;
            int end = section.indexOf('\n');
            sections.add(new Section(section.substring(0, end), section.substring(end + 1)));
        }
        return sections;
    }

    public static String read(String resource) {
        try (var stream = Objects.requireNonNull(Section.class.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
