package dev.moirai.witness.json;

import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;
import dev.moirai.witness.ThreadProof.Ending;

/** Proofs that threads end, runs in which they do not, and proofs that nothing fails. */
final class ProofJson {
    private ProofJson() {}

    static Json of(Evidence.Proof proof) {
        var json = new Json.Builder()
                .put("threads", Json.array(proof.threads(), ProofJson::of))
                .put("assumptions", Json.array(proof.assumptions(), Json::of))
                .put("abstractions", Json.array(proof.abstractions(), Json::of));
        proof.startsItsOwnKind().ifPresent(thread -> json.put("startsItsOwnKind", thread));
        return json.build();
    }

    static Json of(Evidence.Safe proof) {
        return new Json.Builder()
                .put("proof", proof.exposure())
                .put("premises", proof.premises())
                .put("invariants", Json.array(proof.invariants(), ProofJson::of))
                .put("reliances", Json.array(proof.reliances(), ProofJson::of))
                .put("abstractions", Json.array(proof.abstractions(), Json::of))
                .build();
    }

    private static Json of(Evidence.Invariant invariant) {
        return statement(invariant.thread(), invariant.span(), invariant.text());
    }

    private static Json of(ThreadProof.Reliance reliance) {
        return statement(reliance.thread(), reliance.span(), reliance.effect());
    }

    private static Json statement(String thread, SourceSpan span, String text) {
        return new Json.Builder()
                .put("thread", thread)
                .put("line", span.line())
                .put("text", text)
                .build();
    }

    private static Json of(ThreadProof thread) {
        var json = new Json.Builder().put("thread", thread.thread()).put("anyNumber", new Json.Bool(thread.isMany()));
        switch (thread.ending()) {
            case Ending.LoopFree() -> json.put("answer", "terminates");
            case Ending.Proved proved ->
                json.put("answer", "terminates")
                        .put("proof", proved.exposure())
                        .put("engine", proved.engine())
                        .put("premises", proved.premises())
                        .put("loops", Json.array(proved.loops(), ProofJson::of));
            case Ending.Endless(var schedule, var begun, var isFair, var recurrence) -> {
                json.put("answer", "non-terminating").put("fair", new Json.Bool(isFair));
                recurrence.ifPresent(states -> json.put("recurrenceSet", Json.array(states, Json::of)));
                AnswerJson.schedule(json.put("begun", Json.array(begun, Json::of)), schedule);
            }
            case Ending.Open(var reason, var path) ->
                json.put("answer", "unknown").put("reason", reason).put("path", Json.array(path, ProofJson::of));
        }
        return json.build();
    }

    private static Json of(ThreadProof.Loop loop) {
        return new Json.Builder()
                .put("line", loop.span().line())
                .put("ranks", Json.array(loop.ranks(), Json::of))
                .put("invariants", Json.array(loop.invariants(), Json::of))
                .build();
    }

    private static Json of(ThreadProof.Way way) {
        return new Json.Builder()
                .put("line", way.span().line())
                .put("text", way.text())
                .build();
    }
}
