package dev.moirai.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ranges of seeds are all seeds, once each, and their runs are those of {@code run --seed}. */
class CampaignTest {
    private static final Input FLAKY =
            new Input(Path.of("../examples/run/flaky.c"), InputOptions.DEFAULT, Dump.NOTHING);

    private static Campaign.Result run(long first, long runs, Workforce workforce) {
        var options = new Campaign.Options(
                Set.of(Property.ASSERTION),
                SeedRange.Chance.RANDOM,
                3,
                first,
                runs,
                100_000,
                Optional.of(Duration.ofSeconds(60)),
                workforce);
        return Campaign.run(FLAKY, options, Progress.ignored());
    }

    @Test
    void rangesAreAllSeedsOnce() {
        var task = new SeedRange.Task(FLAKY.read(), Set.of(), SeedRange.Chance.PCT, 3, 10);
        for (int runs : List.of(1, 2, 7, 64, 65, 1000)) {
            for (int parts : List.of(1, 3, 16)) {
                var seeds = new ArrayList<Long>();
                for (SeedRange range : Campaign.split(task, -5, runs, parts)) {
                    for (long i = 0; i < range.count(); i++) seeds.add(range.first() + i);
                }
                assertThat(seeds).hasSize(runs);
                assertThat(new LinkedHashSet<>(seeds)).hasSize(runs).contains(-5L, runs - 6L);
            }
        }
    }

    @Test
    void aFailingSeedFailsAgain() {
        for (Workforce workforce : List.of(Workforce.ALONE, new LocalWorkforce(2))) {
            Campaign.Result result = run(0, 500, workforce);
            long seed = result.seed().orElseThrow();
            assertThat(result.answer().verdict()).isInstanceOf(Verdict.Violated.class);
            var alone = new Trial.Options(
                    Set.of(Property.ASSERTION), new Scheduling.Random(seed), 100_000, Optional.empty());
            assertThat(Trial.run(FLAKY, alone, _ -> {}).answer().verdict()).isInstanceOf(Verdict.Violated.class);
        }
    }

    @Test
    void nothingIsClaimedOfRunsThatWereNotMade() {
        var task = new SeedRange.Task(FLAKY.read(), Set.of(), SeedRange.Chance.RANDOM, 3, 10_000);
        Limit over = Limit.none();
        over.cancel();
        var range = new SeedRange(task, 0, 10);
        SeedRange.Ran ran = range.answer(over);
        assertThat(ran.runs()).isZero();
        assertThat(range.isFinal(ran)).isFalse();
        assertThat(run(0, 1, Workforce.ALONE).answer().verdict()).isEqualTo(new Verdict.HoldsWithin("1 run"));
    }
}
