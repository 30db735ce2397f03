package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.witness.text.VerdictLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Puts a question about a program to engines of {@code check}, one by one and without the facade. */
record Asking(Program program, Set<Property> properties, SearchBounds searchBounds, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    Asking(Program program, Set<Property> properties, SearchBounds searchBounds) {
        this(program, properties, searchBounds, PATIENCE);
    }

    /** A question about a small program, given as text. */
    Asking(Path folder, String text, Set<Property> properties, SearchBounds searchBounds) throws IOException {
        this(program(folder, text), properties, searchBounds);
    }

    /** The program of a file {@code p.c} in the folder, ready for engines. */
    static Program program(Path folder, String text) throws IOException {
        return Preparation.prepare(CPrograms.of(Files.writeString(folder.resolve("p.c"), text)));
    }

    Verdict by(CheckEngine engine) {
        var question = new CheckQuestion(
                program,
                properties,
                searchBounds,
                new Backend.Embedded("auto"),
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE);
        return engine.ask(question, Budget.of(Optional.of(patience)), Account.ignored())
                .verdict();
    }

    /** The answer of the explicit search, which needs no bounds. */
    Verdict explicitly() {
        return new Asking(program, properties, SearchBounds.GROWING, patience).by(CheckEngine.EXPLICIT);
    }

    /** Asserts that the explicit search and the two bounded engines give this answer. */
    void allSay(String expected) {
        assertThat(word(explicitly())).as("explicit").isEqualTo(expected);
        boundedSay(expected);
    }

    /** Asserts the answer of the two bounded engines. */
    void boundedSay(String expected) {
        assertThat(word(by(CheckEngine.LAZY))).as("lazy").isEqualTo(expected);
        assertThat(word(by(CheckEngine.ORDER))).as("order").isEqualTo(expected);
    }

    /** {@code holds}, or what is violated and on which line. */
    static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "holds";
            case Verdict.Violated(var violation, var _) ->
                violation.property().word() + " at line " + violation.span().line();
            case Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ ->
                verdict.toString().toLowerCase(Locale.ROOT);
        };
    }

    /** The last line of the output for this verdict about the file {@code p.c}. */
    static String line(Verdict verdict) {
        return ("VERDICT: " + VerdictLine.words(verdict)).replaceAll("\\S*/p\\.c", "p.c");
    }
}
