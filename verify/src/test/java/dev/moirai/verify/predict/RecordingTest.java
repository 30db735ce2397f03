package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
    private static final long STEPS = 1000;

    @TempDir
    Path folder;

    private Input input(String text) throws IOException {
        return new Input(Files.writeString(folder.resolve("program.c"), text), InputOptions.DEFAULT, Dump.NOTHING);
    }

    @Test
    void aProgramOfOneThreadIsSilent() throws IOException {
        Input input = input("int x; int main(void) { x = 1; return x; }");
        var extent = new Recording.Extent(STEPS, Budget.of(Optional.empty()));
        assertThatThrownBy(() -> Recording.inMemory(input, OptionalLong.empty(), extent))
                .isInstanceOf(InputException.class);
    }

    @Test
    void oneThatWasStoppedIsNotCalledSilent() throws IOException {
        Input input = input("int x; int main(void) { x = 1; return x; }");
        Budget budget = Budget.of(Optional.empty());
        budget.cancel();
        var extent = new Recording.Extent(STEPS, budget);
        assertThatThrownBy(() -> Recording.inMemory(input, OptionalLong.empty(), extent))
                .isInstanceOf(GaveUpException.class);
    }
}
