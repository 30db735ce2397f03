package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmReplay;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Predicted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions from runs in which the containers of the JDK are followed inside. */
class JvmContainersTest {
    private static final String PROGRAMS = """
        class Unguarded {
            static final List<String> list = new ArrayList<>();
            public static void main(String[] a) throws Exception {
                Two.run(() -> list.add("a"), () -> list.add("b"));
            }
        }

        class SafeByVector {
            static final List<String> list = new Vector<>();
            public static void main(String[] a) throws Exception {
                Two.run(() -> list.add("a"), () -> list.add("b"));
                if (list.size() != 2) throw new IllegalStateException();
            }
        }

        class SafeByWrapper {
            static final Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
            public static void main(String[] a) throws Exception {
                Two.run(() -> map.put("a", 1), () -> map.put("b", 2));
                if (map.size() != 2) throw new IllegalStateException();
            }
        }
        """;

    @TempDir
    static Path folder;

    private static PredictedPrograms programs;

    @BeforeAll
    static void compile() throws IOException {
        programs = PredictedPrograms.compiled(folder, PROGRAMS);
    }

    @Test
    void racesInsideAListAreFoundAndReplayed() {
        Answer answer = programs.askedInside("Unguarded", List.of("java.util"));
        List<Predicted> found = PredictedPrograms.predicted(answer);
        assertThat(found).extracting(each -> each.violation().headline()).anyMatch(words -> words.contains("size"));
        Answer again = JvmReplay.answer(
                found.getFirst().witness().get(), 1, JvmTrial.Printing.DISCARDED, Budget.of(Optional.empty()));
        assertThat(again.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void monitorsOfTheJdkAreKnown() {
        for (String program : List.of("SafeByVector", "SafeByWrapper")) {
            Answer answer = programs.askedInside(program, List.of("java.util"));
            assertThat(answer.verdict()).as(program).isInstanceOf(Verdict.HoldsWithin.class);
        }
    }
}
