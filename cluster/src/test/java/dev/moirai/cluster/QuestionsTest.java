package dev.moirai.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.analysis.Preparation;
import dev.moirai.cluster.wire.Codec;
import dev.moirai.cluster.wire.RefusedException;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.ir.Printer;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.BoundedPart;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.bounded.LazyBounds;
import dev.moirai.verify.bounded.LazyMethod;
import dev.moirai.verify.bounded.OrderMethod;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions and answers come back from bytes as they were, and other bytes do nothing. */
class QuestionsTest {
    private static final Codec CODEC = Questions.codec();
    private static final Bounds BOUNDS = new Bounds(2, 2);

    @TempDir
    Path folder;

    private List<BoundedPart> parts(long seed) throws IOException {
        var generated = ThreadedPrograms.of(seed);
        Path file = Files.writeString(folder.resolve("p.c"), generated.text());
        var program = Preparation.prepare(CFrontend.translate(file, generated.options()));
        var question = new BoundedQuestion(
                program, Set.of(Property.ASSERTION, Property.DEADLOCK, Property.MEMORY), SearchBounds.of(BOUNDS));
        Limit limit = Limit.of(Duration.ofSeconds(20));
        var parts = new ArrayList<BoundedPart>();
        try (BoundedQuery lazy = LazyMethod.solving(question, "auto").open(LazyBounds.of(BOUNDS), limit);
                BoundedQuery order = new OrderMethod(question, "auto").open(BOUNDS.unwind(), limit)) {
            parts.addAll(lazy.parts(2));
            parts.addAll(order.parts(2));
        }
        return parts;
    }

    @ParameterizedTest
    @ValueSource(longs = {71, 72, 73})
    void comeBackAsTheyWere(long seed) throws Exception {
        for (BoundedPart part : parts(seed)) {
            int kind = CODEC.kind(part);
            Codec.Common common = CODEC.common(part, part.shared().orElseThrow());
            byte[] bytes = common.question(part);
            assertThat(bytes.length).isLessThan(common.bytes().length);
            var back =
                    (BoundedPart) CODEC.readQuestion(kind, bytes, Optional.of(CODEC.readCommon(kind, common.bytes())));
            assertThat(back.name()).isEqualTo(part.name());
            assertThat(Printer.print(back.question().program()))
                    .isEqualTo(Printer.print(part.question().program()));
            assertThat(CODEC.question(back)).isEqualTo(CODEC.question(part));
            BoundedQuery.Result answer = back.answer(Limit.of(Duration.ofSeconds(20)));
            Object answerBack = CODEC.readAnswer(kind, CODEC.answer(kind, answer));
            assertThat(answerBack).isEqualTo(answer);
            part.confirmed((BoundedQuery.Result) answerBack);
        }
    }

    @Test
    void brokenBytesAreRefused() throws Exception {
        BoundedPart part = parts(71).getFirst();
        int kind = CODEC.kind(part);
        byte[] good = CODEC.question(part);
        for (int length = 0; length < good.length; length += 1 + good.length / 500) {
            byte[] shorter = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> CODEC.readQuestion(kind, shorter, Optional.empty()))
                    .isInstanceOf(RefusedException.class);
        }
        assertThatThrownBy(() -> CODEC.readQuestion(kind, Arrays.copyOf(good, good.length + 1), Optional.empty()))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> CODEC.readQuestion(77, good, Optional.empty())).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> CODEC.readCommon(1, good)).isInstanceOf(RefusedException.class);
    }

    /** Bytes that were changed may be another question of ours; nothing else comes of them. */
    @Test
    void changedBytesAreRefusedOrOurs() throws Exception {
        byte[] good = CODEC.question(parts(72).getLast());
        var random = new Random(1);
        for (int i = 0; i < 3000; i++) {
            byte[] bad = good.clone();
            for (int n = random.nextInt(3); n >= 0; n--) bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            readQuietly(bad);
            random.nextBytes(bad);
            readQuietly(Arrays.copyOf(bad, random.nextInt(200)));
        }
    }

    private static void readQuietly(byte[] bytes) {
        try {
            assertThat(CODEC.readQuestion(0, bytes, Optional.empty())).isInstanceOf(BoundedPart.class);
        } catch (RefusedException e) {
            assertThat(e).isNotNull();
        }
    }

    static final class Foreign implements Serializable {
        private static final long serialVersionUID = 1L;
        private static boolean ran;

        private void readObject(java.io.ObjectInputStream in) {
            ran = true;
        }
    }

    @Test
    void foreignObjectsAndHugeLengthsAreRefused() throws Exception {
        var serialized = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(serialized)) {
            out.writeObject(new Foreign());
        }
        byte[] named = (Foreign.class.getName() + " java.lang.Runtime").getBytes(StandardCharsets.UTF_8);
        var huge = new byte[] {0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 127};
        for (int kind = 0; kind < 3; kind++) {
            int number = kind;
            for (byte[] bytes : List.of(serialized.toByteArray(), named, huge)) {
                assertThatThrownBy(() -> CODEC.readQuestion(number, bytes, Optional.empty()))
                        .isInstanceOf(RefusedException.class);
                assertThatThrownBy(() -> CODEC.readAnswer(number, bytes)).isInstanceOf(RefusedException.class);
            }
        }
        assertThat(Foreign.ran).isFalse();
    }

    @Test
    void onlyOurOwnTypesAreInTheTable() {
        assertThat(CODEC.words().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.split(" ")[1]).startsWith("dev.moirai."))
                .noneMatch(line -> line.contains("java.lang.Object") || line.contains("java.lang.Throwable"));
    }
}
