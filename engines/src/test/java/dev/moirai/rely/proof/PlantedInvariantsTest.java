package dev.moirai.rely.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Property;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Ownership;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.zone.Fixpoint;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SExpression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that fail, or race: whatever invariants somebody plants, the second solver accepts none of them as a proof. */
class PlantedInvariantsTest {
    private static final Map<String, String> PROGRAMS = Map.of(
            "lost", """
            #include <assert.h>
            #include <pthread.h>
            int x;
            static void *up(void *a) { int old = x; x = old + 1; assert(x > old); return 0; }
            int main(void) { pthread_t t; while (1) pthread_create(&t, 0, up, 0); }
            """,
            "unlocked", """
            #include <assert.h>
            #include <pthread.h>
            int x;
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            static void *up(void *a) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); return 0; }
            int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); assert(!x); return 0; }
            """);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "lost, ASSERTION, MODULAR",
        "lost, DATA_RACE, PAIRS",
        "unlocked, ASSERTION, FULL",
        "unlocked, DATA_RACE, MODULAR",
    })
    void areRefused(String name, Property property, Exposure exposure) throws IOException {
        Path file = Files.writeString(folder.resolve("p.c"), PROGRAMS.get(name));
        TransitionSystem plain = Systems.of(Preparation.prepare(CPrograms.of(file)), Purpose.SAFETY, Limit.none());
        TransitionSystem system = exposure == Exposure.MODULAR ? Ownership.of(plain) : plain;
        List<Clause> clauses =
                SafetyClauses.of(system, exposure, Set.of(property)).orElseThrow();
        Fixpoint.Result found = Fixpoint.of(system, clauses, Fixpoint.Precision.FINE, 100, 100_000, Limit.none())
                .orElseThrow();
        assertThat(found.proves()).isFalse();
        for (Map<String, Interpretation> planted : plants(found.relations())) {
            var proof = new SafetyProof(system, Set.of(property), exposure, clauses, planted);
            assertThat(Certificate.of(proof).check(Limit.none())).isInstanceOf(Certificate.Check.Invalid.class);
        }
    }

    /** Comments of a certificate quote the program, which must not get out of them. */
    @Test
    void textOfTheProgramIsNoPremise() throws IOException {
        String name = "p.c\n(assert false)\n;.c";
        String text =
                PROGRAMS.get("unlocked").replace("x = 1;", "/*\r(assert false)\r*/ x = 1; /*\013(assert false)\f*/");
        Path file = Files.writeString(folder.resolve(name), text);
        TransitionSystem plain = Systems.of(Preparation.prepare(CPrograms.of(file)), Purpose.SAFETY, Limit.none());
        List<Clause> clauses = SafetyClauses.of(plain, Exposure.FULL, Set.of(Property.ASSERTION))
                .orElseThrow();
        Fixpoint.Result found = Fixpoint.of(plain, clauses, Fixpoint.Precision.FINE, 100, 100_000, Limit.none())
                .orElseThrow();
        var proof = new SafetyProof(plain, Set.of(Property.ASSERTION), Exposure.FULL, clauses, found.relations());
        var certificate = Certificate.of(proof);
        assertThat(certificate.text().split("[\n\r\f\013]")).doesNotContain("(assert false)");
        assertThat(certificate.check(Limit.none())).isInstanceOf(Certificate.Check.Invalid.class);
    }

    /** What was found, with some of it narrowed until nothing can fail, or everything allowed, or nothing. */
    private static List<Map<String, Interpretation>> plants(Map<String, Interpretation> found) {
        var plants = new ArrayList<Map<String, Interpretation>>();
        plants.add(found);
        plants.add(all(found, "true"));
        plants.add(all(found, "false"));
        int turn = 0;
        for (String relation : found.keySet()) {
            var one = new HashMap<>(found);
            one.put(relation, with(found.get(relation), turn++ % 2 == 0 ? "false" : "true"));
            if (turn % 3 == 0) plants.add(one);
        }
        return plants.subList(0, Math.min(plants.size(), 8));
    }

    private static Map<String, Interpretation> all(Map<String, Interpretation> found, String formula) {
        var changed = new HashMap<String, Interpretation>();
        found.forEach((name, meaning) -> changed.put(name, with(meaning, formula)));
        return changed;
    }

    private static Interpretation with(Interpretation meaning, String formula) {
        return new Interpretation(meaning.parameters(), new SExpression.Word(formula));
    }
}
