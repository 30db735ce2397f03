package dev.moirai.verify.predict;

import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Records a run of a compiled Java program and predicts from it, with the usual options. */
final class FreshPrediction {
    private FreshPrediction() {}

    /** @param runs how many runs may be explored, if any */
    static Answer of(Path classes, String main, Set<Property> asked, OptionalInt runs) {
        return of(classes, main, asked, runs, List.of());
    }

    /** @param containers of the JDK, which are followed inside */
    static Answer of(Path classes, String main, Set<Property> asked, OptionalInt runs, List<String> containers) {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes.toString(),
                main);
        var options = new Prediction.Options(
                asked,
                Transactions.CRITICAL_SECTIONS,
                CausalModel.SYMBOLIC,
                OptionalInt.empty(),
                Prediction.Slicing.BY_CLAIM,
                "moirai",
                1,
                runs);
        return JvmPrediction.answer(
                new JvmPrediction.Source.FreshRun(
                        new JvmInput(command, List.of(), List.of(), List.of()).lookingInto(containers),
                        JvmPrediction.Printed.DROPPED),
                options,
                Budget.of(Optional.empty()),
                Progress.ignored());
    }
}
