package dev.moirai.cluster.wire;

import dev.moirai.verify.engine.Subquestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes and reads the questions of one list of kinds, and the answers to them. What many questions have in common is
 * written once ({@link Common}), and the questions refer to it.
 */
public final class Codec {
    /**
     * @param question the type of the question
     * @param shared the type of what such questions have in common, if anything
     */
    public record Kind(
            Class<? extends Subquestion<?>> question, Optional<Class<? extends Record>> shared, Class<?> answer) {}

    private final Shapes shapes = new Shapes();
    private final List<Kind> kinds;
    private final Map<Class<?>, Integer> numbers = new ConcurrentHashMap<>();

    public Codec(List<Kind> kinds) {
        this.kinds = List.copyOf(kinds);
        for (Kind kind : kinds) {
            shapes.of(kind.question());
            kind.shared().ifPresent(shapes::of);
            shapes.of(kind.answer());
        }
    }

    /** What is written, and in what form: only those who have the same words understand each other. */
    public String words() {
        return shapes.words();
    }

    /** The number of the question's kind. */
    public int kind(Subquestion<?> question) {
        return numbers.computeIfAbsent(question.getClass(), type -> {
            for (int i = 0; i < kinds.size(); i++) if (kinds.get(i).question().isAssignableFrom(type)) return i;
            throw new IllegalStateException("no question that can be handed over: " + type);
        });
    }

    private Kind kind(int number) throws RefusedException {
        if (number < 0 || number >= kinds.size()) throw new RefusedException("an unknown kind of question");
        return kinds.get(number);
    }

    /** What questions have in common, as it was written. */
    public final class Common {
        private final ByteWriter writer = new ByteWriter();
        private final byte[] bytes;

        private Common(int kind, Record shared) {
            kinds.get(kind).shared().ifPresent(type -> shapes.of(type).write(shared, writer));
            bytes = writer.bytes();
        }

        public byte[] bytes() {
            return bytes.clone();
        }

        /** A question that refers to this. */
        public byte[] question(Subquestion<?> question) {
            var own = new ByteWriter(writer);
            shapes.of(kinds.get(kind(question)).question()).write(question, own);
            return own.bytes();
        }
    }

    public Common common(Subquestion<?> question, Record shared) {
        return new Common(kind(question), shared);
    }

    /** A question without anything in common with others. */
    public byte[] question(Subquestion<?> question) {
        var out = new ByteWriter();
        shapes.of(kinds.get(kind(question)).question()).write(question, out);
        return out.bytes();
    }

    /** What questions have in common, as it was read. */
    public static final class ReadCommon {
        private final ByteReader reader;

        private ReadCommon(ByteReader reader) {
            this.reader = reader;
        }
    }

    public ReadCommon readCommon(int kind, byte[] bytes) throws RefusedException {
        var in = new ByteReader(bytes);
        Class<? extends Record> type =
                kind(kind).shared().orElseThrow(() -> new RefusedException("such questions have nothing in common"));
        shapes.of(type).read(in);
        in.requireEnd();
        return new ReadCommon(in);
    }

    public Subquestion<?> readQuestion(int kind, byte[] bytes, Optional<ReadCommon> common) throws RefusedException {
        var in = common.map(before -> new ByteReader(bytes, before.reader)).orElseGet(() -> new ByteReader(bytes));
        var question = (Subquestion<?>) shapes.of(kind(kind).question()).read(in);
        in.requireEnd();
        return question;
    }

    public byte[] answer(int kind, Object answer) {
        var out = new ByteWriter();
        shapes.of(kinds.get(kind).answer()).write(answer, out);
        return out.bytes();
    }

    public Object readAnswer(int kind, byte[] bytes) throws RefusedException {
        var in = new ByteReader(bytes);
        Object answer = shapes.of(kind(kind).answer()).read(in);
        in.requireEnd();
        return answer;
    }
}
