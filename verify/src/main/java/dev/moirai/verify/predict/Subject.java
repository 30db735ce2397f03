package dev.moirai.verify.predict;

import dev.moirai.predict.CandidateFates;
import dev.moirai.predict.Forecast;
import dev.moirai.predict.Judge;
import dev.moirai.predict.Predictor;
import dev.moirai.schedule.Schedule;
import dev.moirai.solve.Limit;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.Witness;
import java.util.List;
import java.util.Optional;

/** A recorded run to predict from, of a program that can be run again. */
interface Subject {
    RecordedTrace trace();

    /** What is worth saying about the recording, each one line. */
    List<String> remarks();

    Predictor predictor(Predictor.Options options, Limit limit);

    /** Others who decide the candidates, if they understand the run. */
    default Optional<CandidateFates.Deciders> others(Predictor.Options options, Workforce workforce, Limit limit) {
        return Optional.empty();
    }

    /** The recorded run as readers want to see it, if it can be told and is not too long. */
    Optional<Schedule> told();

    /** The violation of the recorded run itself, if it has one. */
    Optional<Predicted> violation();

    Witness witness(Judge.Ruling.Confirmed shown);

    /** Runs the program in another order, and records that. */
    Again run(Forecast forecast, Limit limit);

    /**
     * Another run of the same program.
     *
     * @param subject empty if it could not be recorded
     * @param strayed whether the run has left the order that was given
     */
    record Again(Optional<Subject> subject, boolean strayed) {}
}
