package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Formulas and the interpreter give addresses different numbers. A run that depends on them is neither an internal
 * error nor an answer.
 */
class AddressNumbersTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void aGuessedAddressIsNoAnswer(CheckEngine engine) throws IOException {
        assertThat(line(engine, """
            #include <assert.h>
            unsigned long __VERIFIER_nondet_ulong(void);
            static char word[4];
            int main(void) {
                unsigned long guess = __VERIFIER_nondet_ulong();
                if (guess == (unsigned long) word) *(char *) guess = 1;
                assert(word[0] == 0);
                return 0;
            }
            """))
                .startsWith("VERDICT: UNKNOWN a run within unwind 1")
                .endsWith(" was not confirmed: formulas have other numbers for addresses than the interpreter, and"
                        + " p.c:6:9 computes with one");
    }

    /** Programs that do not depend on the number get an answer. */
    @ParameterizedTest
    @EnumSource(names = {"LAZY", "ORDER"})
    void anAddressThereAndBackIsAnAddress(CheckEngine engine) throws IOException {
        assertThat(line(engine, """
            #include <assert.h>
            static char word[4];
            int main(void) {
                unsigned long number = (unsigned long) word;
                *(char *) number = 1;
                assert(word[0] == 0);
                return 0;
            }
            """)).isEqualTo("VERDICT: VIOLATED assertion at p.c:6 (thread main)");
    }

    private String line(CheckEngine engine, String text) throws IOException {
        var asking = new Asking(folder, text, EnumSet.of(Property.ASSERTION), SearchBounds.of(new Bounds(1, 1)));
        return Asking.line(asking.by(engine));
    }
}
