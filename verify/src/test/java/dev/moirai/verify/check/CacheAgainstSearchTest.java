package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.LockingPrograms;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.cache.ResultCache;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated programs, all of one name and in one cache: none gets the answer of another, and each gets its own again without
 * any search.
 */
class CacheAgainstSearchTest {
    private static final int SEEDS = 60;

    @TempDir
    Path folder;

    @Test
    void everyProgramGetsItsOwnAnswer() throws Exception {
        var cache = new ResultCache(folder.resolve("cache"), "these classes");
        var words = new HashSet<String>();
        int kept = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            String text = seed % 2 == 0 ? ConcurrentPrograms.of(seed) : LockingPrograms.of(seed);
            Program program = Asking.program(folder, text);
            var question = new CheckQuestion(
                    program,
                    Property.defaults(),
                    SearchBounds.GROWING,
                    new Backend.Embedded("auto"),
                    Check.Reduction.PARTIAL_ORDER,
                    100_000);
            Budget budget = Budget.of(Optional.of(Duration.ofSeconds(10)));
            Supplier<Finding<Shown>> search = () -> CheckEngine.EXPLICIT.ask(question, budget, Account.ignored());
            var first = new Remembering(cache, CheckEngine.EXPLICIT, Progress.ignored());
            String found = Asking.word(first.answer(question, search).verdict());
            assertThat(first.isFound()).as("seed %s", seed).isFalse();
            words.add(found);
            if (cache.key(CheckEngine.EXPLICIT, question).flatMap(cache::find).isEmpty()) continue;
            kept++;
            var again = new Remembering(cache, CheckEngine.EXPLICIT, Progress.ignored());
            Finding<Shown> remembered = again.answer(question, () -> {
                throw new AssertionError("nothing is left to be searched");
            });
            assertThat(Asking.word(remembered.verdict())).as("seed %s", seed).isEqualTo(found);
        }
        assertThat(kept).isGreaterThan(SEEDS / 2);
        assertThat(words).contains("holds").hasSizeGreaterThan(3);
    }
}
