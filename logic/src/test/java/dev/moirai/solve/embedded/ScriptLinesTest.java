package dev.moirai.solve.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScriptLinesTest {
    private static final String SCRIPT = """
        ; (a remark)
        (set-logic ALL) (push 1)
        (assert (= "a ( ; b
        " |x )|))

        stray
        (check-sat)
        """;

    @Test
    void commandsAreFoundByTheirNumber() {
        assertThat(ScriptLines.ofCommand(SCRIPT, 0)).isEqualTo(2);
        assertThat(ScriptLines.ofCommand(SCRIPT, 1)).isEqualTo(2);
        assertThat(ScriptLines.ofCommand(SCRIPT, 2)).isEqualTo(3);
    }

    @Test
    void whatIsNoCommandStandsWhereOneShould() {
        assertThat(ScriptLines.ofCommand(SCRIPT, 3)).isEqualTo(6);
        assertThat(ScriptLines.ofCommand(SCRIPT, 9)).isEqualTo(8);
        assertThat(ScriptLines.ofCommand("(unclosed |", 1)).isEqualTo(1);
    }
}
