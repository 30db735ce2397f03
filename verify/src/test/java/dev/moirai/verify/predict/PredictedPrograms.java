package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;

/** Java programs, each class with a main, that are recorded and asked what else they could do. */
record PredictedPrograms(Path folder) {
    private static final String HEAD = """
        import java.lang.invoke.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;
        import java.util.concurrent.locks.*;

        class Two {
            static void run(Runnable a, Runnable b) throws Exception {
                Thread t = new Thread(a), u = new Thread(b);
                t.start(); u.start(); t.join(); u.join();
            }
        }

        """;

    private static final Set<Property> PROPERTIES = new LinkedHashSet<>(
            List.of(Property.ASSERTION, Property.EXCEPTION, Property.ATOMICITY, Property.DATA_RACE, Property.DEADLOCK));

    static PredictedPrograms compiled(Path folder, String programs) throws IOException {
        Path source = Files.writeString(folder.resolve("Programs.java"), HEAD + programs);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), source.toString());
        assertThat(status).isZero();
        return new PredictedPrograms(folder);
    }

    Answer asked(String main, OptionalInt runs) {
        return FreshPrediction.of(folder, main, PROPERTIES, runs);
    }

    /** Asked with these containers of the JDK followed inside. */
    Answer askedInside(String main, List<String> containers) {
        return FreshPrediction.of(folder, main, PROPERTIES, OptionalInt.empty(), containers);
    }

    /** The properties that one run shows to be violated in some order of its steps. */
    Set<String> found(String main) {
        return found(asked(main, OptionalInt.empty()));
    }

    static Set<String> found(Answer answer) {
        var words = new TreeSet<String>();
        for (Predicted each : predicted(answer))
            words.add(each.violation().property().word());
        return words;
    }

    static List<Predicted> predicted(Answer answer) {
        return answer.evidence() instanceof Evidence.Predictions(var _, var found) ? found : List.of();
    }
}
