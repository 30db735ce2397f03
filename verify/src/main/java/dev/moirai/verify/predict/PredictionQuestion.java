package dev.moirai.verify.predict;

import dev.moirai.predict.Predictor;

/** Which reorderings of a recorded run fail, and how? */
record PredictionQuestion(Recording.Recorded recorded, Predictor.Options options) {}
