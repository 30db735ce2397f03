package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.explore.FewSwitches;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.MovesScheduler;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What few context switches show is found among very many threads. */
class FewSwitchesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Only the first of the writers can be caught between its two sections. */
    private static final String STAGES = """
        #include <assert.h>
        #include <pthread.h>
        pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
        int here, there;
        static void *write_both(void *x) {
            pthread_mutex_lock(&first);
            here = 1;
            pthread_mutex_unlock(&first);
            pthread_mutex_lock(&second);
            there = VALUE;
            pthread_mutex_unlock(&second);
            return 0;
        }
        static void *compare(void *x) {
            pthread_mutex_lock(&first);
            int seen = here;
            pthread_mutex_unlock(&first);
            pthread_mutex_lock(&second);
            assert(!seen || there == SEEN);
            pthread_mutex_unlock(&second);
            return 0;
        }
        int main(void) {
            pthread_t writers[80], reader;
            for (int i = 0; i < 80; i++) pthread_create(&writers[i], 0, write_both, 0);
            pthread_create(&reader, 0, compare, 0);
            for (int i = 0; i < 80; i++) pthread_join(writers[i], 0);
            pthread_join(reader, 0);
        }
        """;

    @TempDir
    Path folder;

    @Test
    void aRareMomentAmongManyThreadsIsFound() throws IOException {
        Machine machine =
                machine(Asking.program(folder, STAGES.replace("VALUE", "2").replace("SEEN", "2")));
        List<Move> moves = find(machine).orElseThrow();
        int switches = 0;
        for (int i = 1; i < moves.size(); i++)
            if (moves.get(i).thread() != moves.get(i - 1).thread()) switches++;
        assertThat(switches).isEqualTo(2);
        assertThat(outcome(machine, moves)).isInstanceOf(Outcome.Violated.class);
    }

    @Test
    void nothingIsFoundWhereNothingFails() throws IOException {
        Machine machine =
                machine(Asking.program(folder, STAGES.replace("VALUE", "0").replace("SEEN", "0")));
        assertThat(find(machine)).isEmpty();
    }

    @Test
    void whatIsFoundInGeneratedProgramsFails() throws IOException {
        int found = 0;
        for (long seed = 1; seed <= 40; seed++) {
            var mixed = ThreadedPrograms.small(seed, EnumSet.allOf(Idiom.class));
            Path file = Files.writeString(folder.resolve("mixed" + seed + ".c"), mixed.text());
            Machine machine = machine(Preparation.prepare(CFrontend.translate(file, mixed.options())));
            Optional<List<Move>> moves = find(machine);
            if (moves.isEmpty()) continue;
            found++;
            assertThat(outcome(machine, moves.get())).as("seed %d", seed).isInstanceOf(Outcome.Violated.class);
            var explored = Explorer.explore(machine, ExploreOptions.DEFAULT.withTime(PATIENCE));
            assertThat(explored.verdict()).as("seed %d", seed).isNotInstanceOf(Verdict.Holds.class);
        }
        assertThat(found).isGreaterThan(2);
    }

    private static Machine machine(Program program) {
        return new Machine(program, MachineOptions.DEFAULT.watching(Property.defaults()));
    }

    private static Optional<List<Move>> find(Machine machine) {
        return FewSwitches.find(machine, ExploreOptions.DEFAULT.enumerated(), 5_000, PATIENCE);
    }

    private static Outcome outcome(Machine machine, List<Move> moves) {
        return Run.drive(machine, new MovesScheduler(moves), Observer.NONE, Long.MAX_VALUE)
                .outcome();
    }
}
