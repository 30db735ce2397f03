package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.generate.TrickyC;
import dev.moirai.ir.DataModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For tricky C programs the interpreter prints what the tables say. {@code GccAgreesTest} checks that gcc does too. */
class TrickyCTest {
    @TempDir
    Path folder;

    static List<TrickyC> cases() {
        return TrickyC.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void prints(TrickyC tricky) {
        assertThat(Interpreted.output(folder, tricky.program(), DataModel.LP64)).isEqualTo(tricky.output());
    }
}
