package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.generate.jvm.JavaOrders;
import dev.moirai.generate.jvm.JavaPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few programs of the campaign; {@code bench/jvm/campaign} has as many as you like. */
class JvmCampaignTest {
    @TempDir
    Path folder;

    @Test
    void predictionAgreesWithAllExecutions() throws IOException {
        for (long seed : new long[] {109, 173, 2164, 2412, 2440}) {
            var comparison = JvmCampaign.compare(seed, folder, OptionalInt.empty());
            assertThat(comparison.result())
                    .as("%s: %s", seed, comparison.words())
                    .isEqualTo(JvmCampaign.Result.AGREE);
        }
    }

    /** Without failures of every kind, in what is possible and in what one run can show, agreement would mean nothing. */
    @Test
    void generatedProgramsFailInEveryWay() {
        var all = new TreeSet<String>();
        var along = new TreeSet<String>();
        for (long seed = 1; seed <= 40; seed++) {
            var program = JavaPrograms.of(seed);
            JavaOrders.all(program, 20_000).ifPresent(all::addAll);
            JavaOrders.alongSteadyRun(program, 20_000).ifPresent(along::addAll);
        }
        for (var found : new TreeSet<?>[] {all, along}) {
            assertThat(found.stream().map(each -> each.toString().split(" ")[0]).distinct())
                    .containsExactly("assertion", "data-race", "deadlock", "exception");
        }
    }
}
