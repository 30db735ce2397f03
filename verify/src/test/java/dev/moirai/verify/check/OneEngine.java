package dev.moirai.verify.check;

import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** One engine, asked about a program without the facade around it. */
final class OneEngine {
    private OneEngine() {}

    static Verdict verdict(
            CheckEngine engine,
            Program program,
            Set<Property> properties,
            SearchBounds searchBounds,
            Duration patience) {
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
}
