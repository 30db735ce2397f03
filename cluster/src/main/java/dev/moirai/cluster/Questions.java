package dev.moirai.cluster;

import dev.moirai.cluster.wire.Codec;
import dev.moirai.cluster.wire.Codec.Kind;
import dev.moirai.predict.CandidateFates;
import dev.moirai.verify.bounded.BoundedPart;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.check.CheckPart;
import dev.moirai.verify.livelock.LassoPart;
import dev.moirai.verify.predict.CandidatesPart;
import dev.moirai.verify.run.SeedRange;
import java.util.List;
import java.util.Optional;

/** The questions that nodes answer, and no others. */
final class Questions {
    private Questions() {}

    /** The same for all processes that understand each other. */
    static byte[] identity() {
        return CodeIdentity.of(codec().words() + Connection.words());
    }

    static Codec codec() {
        return new Codec(List.of(
                new Kind(BoundedPart.class, Optional.of(BoundedQuestion.class), BoundedQuery.Result.class),
                new Kind(CheckPart.class, Optional.empty(), CheckPart.Found.class),
                new Kind(LassoPart.class, Optional.of(LassoPart.Task.class), BoundedQuery.Result.class),
                new Kind(CandidatesPart.class, Optional.of(CandidatesPart.Task.class), CandidateFates.class),
                new Kind(SeedRange.class, Optional.of(SeedRange.Task.class), SeedRange.Ran.class)));
    }
}
