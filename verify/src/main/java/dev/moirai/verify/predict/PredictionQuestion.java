package dev.moirai.verify.predict;

import dev.moirai.predict.Predictor;
import java.util.OptionalInt;

/**
 * Which reorderings of a recorded run fail, and how?
 *
 * @param runs if other branches are explored too, how many runs there may be
 */
record PredictionQuestion(Subject subject, Predictor.Options options, OptionalInt runs) {}
