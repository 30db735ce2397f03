package dev.moirai.verify.check;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.text.VerdictLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** A small program, given as text, put to an engine of {@code check}. */
record Asking(Path folder, Set<Property> properties, CheckEngine engine, SearchBounds searchBounds) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    Verdict about(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.c"), text);
        var options = new Check.Options(
                properties,
                engine,
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE,
                searchBounds,
                new Backend.Embedded("auto"),
                _ -> {},
                Optional.of(LIMIT));
        return Check.check(new Input(file, InputOptions.DEFAULT, Dump.NOTHING), options)
                .verdict();
    }

    /** The last line of output, the file called {@code p.c}. */
    String line(String text) throws IOException {
        return ("VERDICT: " + VerdictLine.words(about(text))).replaceAll("\\S*/p\\.c", "p.c");
    }
}
