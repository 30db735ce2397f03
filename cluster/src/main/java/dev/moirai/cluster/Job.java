package dev.moirai.cluster;

import dev.moirai.cluster.wire.Codec;
import dev.moirai.verify.engine.Subquestion;
import dev.moirai.verify.engine.Workforce;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The parts of one question, as bytes, and what comes in about them. */
final class Job<R> {
    /** What has become of a part. */
    sealed interface Event {
        record Answered(int part, byte[] bytes, Link from) implements Event {}

        record Failed(int part, String error, Link from) implements Event {}

        record GivenUp(int part, String why) implements Event {}

        record NotWanted(int part) implements Event {}
    }

    private final List<? extends Subquestion<R>> parts;
    private final Workforce.Answers<R> answers;
    private final int kind;
    private final int common;
    private final byte[] commonBytes;
    private final List<byte[]> questions = new ArrayList<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** @param number by which nodes keep what the parts have in common */
    Job(List<? extends Subquestion<R>> parts, Workforce.Answers<R> answers, Codec codec, int number) {
        this.parts = parts;
        this.answers = answers;
        Subquestion<R> first = parts.getFirst();
        kind = codec.kind(first);
        Optional<Codec.Common> shared = first.shared().map(record -> codec.common(first, record));
        common = shared.isPresent() ? number : -1;
        commonBytes = shared.map(Codec.Common::bytes).orElse(new byte[0]);
        for (Subquestion<R> part : parts) {
            questions.add(shared.map(before -> before.question(part)).orElseGet(() -> codec.question(part)));
        }
    }

    int kind() {
        return kind;
    }

    int common() {
        return common;
    }

    byte[] commonBytes() {
        return commonBytes;
    }

    byte[] question(int part) {
        return questions.get(part);
    }

    Subquestion<R> part(int number) {
        return parts.get(number);
    }

    int size() {
        return parts.size();
    }

    boolean isWanted(int part) {
        return answers.isWanted(part);
    }

    BlockingQueue<Event> events() {
        return events;
    }

    /** What an answer is kept under. */
    byte[] digest(int part) {
        try {
            var sum = MessageDigest.getInstance("SHA-256");
            sum.update((byte) kind);
            sum.update(MessageDigest.getInstance("SHA-256").digest(commonBytes));
            sum.update(questions.get(part));
            return sum.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
