package dev.moirai.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.ir.Program;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read back; whatever is missing or damaged is noticed, and what comes before can be used. */
class TraceFileTest {
    private static final RecordedTrace.Header HEADER = new RecordedTrace.Header("f.c", List.of("--32"), "abc");

    private static Program program(String example) {
        return Preparation.prepare(CPrograms.of(Path.of("..", "examples", "check", example)));
    }

    private record Written(Program program, RecordedTrace trace, byte[] bytes) {
        RecordedTrace read(byte[] file, TraceReader.Damage damage) {
            return TraceReader.read(file, _ -> program, damage);
        }
    }

    private static Written write(String example) {
        Program program = program(example);
        var out = new ByteArrayOutputStream();
        var kept = new Kept();
        try (var writer = new TraceWriter(out, HEADER)) {
            var both = new Sink() {
                @Override
                public void thread(String name) {
                    kept.thread(name);
                    writer.thread(name);
                }

                @Override
                public void object(String name) {
                    kept.object(name);
                    writer.object(name);
                }

                @Override
                public void step(RecordedStep step) {
                    kept.step(step);
                    writer.step(step);
                }
            };
            var run = Recorder.record(
                    new Machine(program, MachineOptions.DEFAULT), new RandomScheduler(3), 100_000, both);
            writer.end(Recorder.ending(run.outcome()));
            return new Written(program, kept.trace(HEADER, Recorder.ending(run.outcome())), finished(writer, out));
        }
    }

    private static byte[] finished(TraceWriter writer, ByteArrayOutputStream out) {
        writer.close();
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bank-transfer.c",
                "bounded-buffer.c",
                "pthread-barrier.c",
                "michael-scott-queue.c",
                "rwlock-cache.c",
                "rendezvous.c",
                "once.c"
            })
    void whatIsWrittenIsReadBack(String example) {
        var written = write(example);
        RecordedTrace read = written.read(written.bytes, TraceReader.Damage.REFUSED);
        assertThat(read.header()).isEqualTo(HEADER);
        assertThat(read.threads()).isEqualTo(written.trace.threads());
        assertThat(read.objects()).isEqualTo(written.trace.objects());
        assertThat(read.ending()).isEqualTo(written.trace.ending());
        assertThat(read.steps()).hasSameSizeAs(written.trace.steps());
        for (int i = 0; i < read.steps().size(); i++) {
            assertThat(text(read.steps().get(i)))
                    .isEqualTo(text(written.trace.steps().get(i)));
        }
    }

    private static String text(RecordedStep step) {
        var text = new StringBuilder(step.thread() + " " + step.choices());
        for (TraceEvent e : step.events()) {
            text.append('\n')
                    .append(e.site().function())
                    .append(e.site().index())
                    .append(Arrays.toString(e.symbols()))
                    .append(Arrays.toString(e.values()))
                    .append(e.symbol() + " " + e.result() + " " + e.written() + " " + e.ranges() + e.before())
                    .append(e.detail())
                    .append(e.threads());
        }
        return text.toString();
    }

    @Test
    void everyBeginningIsEitherRefusedOrABeginning() {
        var written = write("bank-transfer.c");
        for (int length = 0; length < written.bytes.length; length += 7) {
            byte[] beginning = Arrays.copyOf(written.bytes, length);
            assertThatThrownBy(() -> written.read(beginning, TraceReader.Damage.REFUSED))
                    .isInstanceOf(TraceException.class)
                    .hasMessageContaining("at byte ");
        }
    }

    @Test
    void theWholePrefixOfALongTraceCanBeUsed() {
        Program program = program("michael-scott-queue.c");
        var out = new ByteArrayOutputStream();
        int steps = 0;
        try (var writer = new TraceWriter(out, HEADER)) {
            var kept = new Kept();
            Recorder.record(new Machine(program, MachineOptions.DEFAULT), new RandomScheduler(1), 100_000, kept);
            kept.trace(HEADER, RecordedTrace.Ending.ENDED).threads().forEach(writer::thread);
            kept.trace(HEADER, RecordedTrace.Ending.ENDED).objects().forEach(writer::object);
            for (int i = 0; i < 2000; i++) {
                // Symbols need not be new for the format's sake.
                for (RecordedStep step :
                        kept.trace(HEADER, RecordedTrace.Ending.ENDED).steps()) {
                    if (step.events().stream().allMatch(event -> event.symbol() == 0 && !event.isSymbolic())) {
                        writer.step(step);
                        steps++;
                    }
                }
            }
            writer.end(RecordedTrace.Ending.ENDED);
        }
        byte[] whole = out.toByteArray();
        byte[] part = Arrays.copyOf(whole, whole.length * 2 / 3);
        RecordedTrace read = TraceReader.read(part, _ -> program, TraceReader.Damage.CUT_OFF);
        assertThat(read.ending()).isEqualTo(RecordedTrace.Ending.PARTIAL);
        assertThat(read.steps().size()).isBetween(steps / 3, steps * 2 / 3);
    }

    @Test
    void everyFlippedBitIsNoticed() {
        var written = write("bank-transfer.c");
        for (int i = 0; i < written.bytes.length; i += 11) {
            byte[] damaged = written.bytes.clone();
            damaged[i] ^= (byte) (1 << i % 8);
            assertThatThrownBy(() -> written.read(damaged, TraceReader.Damage.REFUSED))
                    .isInstanceOf(TraceException.class);
        }
    }
}
